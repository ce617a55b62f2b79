"""strace: run a program under it, let a system call fail, and read what it did to its files."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
STRACE: Final = shutil.which("strace")
MISSING: Final = "strace is not installed: no faults in system calls and no power loss are tried"

_CHANGES: Final = "openat,pwrite64,ftruncate,fsync,fdatasync,unlink,write"
_WHOLE: Final = str(1 << 20)  # longest string that is printed: more than any write of the store
_LINE: Final = re.compile(r"(\d+) +(.*)", re.DOTALL)
_RESUMED: Final = re.compile(r"<\.\.\. \w+ resumed>(.*)", re.DOTALL)
_CALL: Final = re.compile(r"(\w+)\((.*)\) += (-?\d+)", re.DOTALL)
_FD: Final = re.compile(r"(\d+)<([^>]*)>")
_STRING: Final = re.compile(r'"((?:\\x[0-9a-f]{2})*)"')


@dataclass(frozen=True, slots=True)
class Call:
    """A system call that succeeded. ``start`` and ``end`` are its places in the order of all events of the run."""

    name: str
    path: str  # of the file; of the descriptor where it has one
    start: int
    end: int
    fd: int = -1
    data: bytes = b""  # written
    number: int = 0  # offset of a write, size of a truncation
    creates: bool = False


def run_traced(program: Sequence[str], *, trace: Path, options: Sequence[str]) -> subprocess.CompletedProcess[bytes]:
    """Run a Python module under strace, from the root of the project, and return its output."""
    assert STRACE is not None, MISSING
    # Stopping at the named calls only is quicker, but then strace 6.1 sends no signals.
    quick = [] if any("signal=" in option for option in options) else ["--seccomp-bpf"]
    command = [STRACE, "-f", *quick, "-o", str(trace), *options, sys.executable, "-m", *program]
    # No compiled modules: their files would be among the calls that are counted.
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, check=False, timeout=120)


def record_calls(program: Sequence[str], *, trace: Path) -> tuple[subprocess.CompletedProcess[bytes], list[Call]]:
    """Run a module and return what it wrote, truncated, removed and synced, byte by byte and in order."""
    done = run_traced(program, trace=trace, options=["-y", "-xx", "-s", _WHOLE, "-e", f"trace={_CHANGES}"])
    with trace.open("r", encoding="ascii") as lines:
        return done, sorted(_calls(lines), key=lambda call: call.end)


def _calls(lines: Iterator[str]) -> Iterator[Call]:
    begun: dict[str, tuple[int, str]] = {}
    for place, line in enumerate(lines):
        found = _LINE.match(line.rstrip("\n"))
        assert found is not None, line[:200]
        thread, text = found.groups()
        start = place
        if text.endswith("<unfinished ...>"):
            begun[thread] = (place, text.removesuffix("<unfinished ...>"))
            continue
        resumed = _RESUMED.match(text)
        if resumed is not None:
            start, first = begun.pop(thread)
            text = first + resumed[1]
        call = _CALL.match(text)
        if call is not None and int(call[3]) >= 0:
            yield _read(call[1], call[2], start, place)


def _read(name: str, arguments: str, start: int, end: int) -> Call:
    strings = [bytes.fromhex(text.replace("\\x", "")) for text in _STRING.findall(arguments)]
    if name == "unlink":
        return Call(name, strings[0].decode(), start, end)
    if name == "openat":
        return Call(name, strings[0].decode(), start, end, creates="O_CREAT" in arguments)
    found = _FD.match(arguments)
    assert found is not None, arguments[:200]
    path = bytes.fromhex(found[2].replace("\\x", "")).decode() if found[2].startswith("\\x") else found[2]
    number = int(arguments.rpartition(", ")[2]) if name in ("pwrite64", "ftruncate") else 0
    return Call(name, path, start, end, int(found[1]), strings[0] if strings else b"", number)
