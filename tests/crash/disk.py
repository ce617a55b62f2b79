"""A disk that fills up: so little room is left that an operation just fails, then a page more each time until it works.

After each failure nothing of it is there, the ledger is verified while the disk is still full, room is made, and the
same operation is done again.
"""

from __future__ import annotations

import contextlib
import json
import os
import resource
import signal
import subprocess
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from cicatrix import Memory
from cicatrix.errors import CicatrixError, StoreError

PAGE: Final = 4096
NAMESPACE: Final = "acme/support"
_SIZE: Final = 32 << 20
_LARGEST: Final = 400  # pages; every operation here needs less
_WORDS: Final = "The build went out without a note, and support heard of it from customers. " * 40


class Room(ABC):
    """How much may still be written beside ``path``."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @abstractmethod
    def leave(self, room: int) -> None:
        """From now on so many bytes fit."""

    @abstractmethod
    def free(self) -> None:
        """There is room again."""


class SmallDisk(Room):
    """A real file system that is full (ENOSPC)."""

    @property
    def _filler(self) -> Path:
        return self.path.with_name("filler")

    def leave(self, room: int) -> None:
        self.free()
        status = os.statvfs(self.path.parent)
        taken = status.f_bavail * status.f_frsize - room
        with self._filler.open("wb") as file:
            os.posix_fallocate(file.fileno(), 0, taken)

    def free(self) -> None:
        self._filler.unlink(missing_ok=True)


class SmallFiles(Room):
    """No file of this process may grow beyond the log (EFBIG): what a user without rights can have."""

    def leave(self, room: int) -> None:
        log = self.path.with_name(self.path.name + "-wal")
        size = log.stat().st_size if log.exists() else 0
        resource.setrlimit(resource.RLIMIT_FSIZE, (size + room, resource.RLIM_INFINITY))

    def free(self) -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))


@contextlib.contextmanager
def small_disk(folder: Path) -> Iterator[SmallDisk | None]:
    """A file system of 32 MB in memory; None where this user may not mount one."""
    disk = folder / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={_SIZE}", "cicatrix-test", str(disk)]
    if os.geteuid() != 0 or subprocess.run(mount, capture_output=True, check=False).returncode:
        yield None
        return
    try:
        yield SmallDisk(disk / "ledger.db")
    finally:
        subprocess.run(["umount", str(disk)], check=True)


@contextlib.contextmanager
def small_files(folder: Path) -> Iterator[SmallFiles]:
    room = SmallFiles(folder / "ledger.db")
    before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    try:
        yield room
    finally:
        room.free()
        signal.signal(signal.SIGXFSZ, before)


# -- what is tried -----------------------------------------------------------------------------------------------------

Operation = Callable[[Memory, int, Path], object]
"""One call. The number makes its words new; the folder lies on another disk."""


def _record(memory: Memory, number: int, _: Path) -> object:
    return memory.record(task=f"Ship {number}", outcome=_WORDS)


def _teach(memory: Memory, number: int, _: Path) -> object:
    lesson = f"Never ship build {number} without a signed note."
    return memory.record(task=f"Ship {number}", outcome=_WORDS, correction=lesson, correction_by="dana")


def _record_many(memory: Memory, number: int, _: Path) -> object:
    return memory.record_many({"task": f"Ship {number}", "outcome": f"{row} {_WORDS}"} for row in range(40))


def _log(elsewhere: Path, number: int) -> Path:
    """A log to import; written while there is room."""
    log = elsewhere / f"log-{number}.jsonl"
    if not log.exists():
        rows = ({"kind": "turn", "role": "user", "text": f"{number}/{row} {_WORDS}"} for row in range(30))
        log.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return log


def _import(memory: Memory, number: int, elsewhere: Path) -> object:
    return memory.import_file(_log(elsewhere, number))


def _recall(memory: Memory, number: int, _: Path) -> object:
    return memory.recall(f"May I ship build {number}?")


def _used(memory: Memory, number: int, _: Path) -> object:
    chosen = memory.read().body("rc-1")["chosen"]
    assert isinstance(chosen, list)
    item = chosen[number % len(chosen)]
    assert isinstance(item, dict)
    return memory.used("rc-1", [str(item["handle"])])


def _retire(memory: Memory, number: int, _: Path) -> object:
    return memory.retire(f"PB-{number + 1:02d}", by="dana")


OPERATIONS: Final[dict[str, Operation]] = {
    "record": _record,
    "record with a lesson": _teach,
    "record many": _record_many,
    "import": _import,
    "recall": _recall,
    "used": _used,
    "retire": _retire,
}


@dataclass(slots=True)
class DiskFigures:
    calls: int = 0
    failed: Counter[str] = field(default_factory=Counter)  # by operation
    messages: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        each = ", ".join(f"{name} {count}" for name, count in self.failed.items())
        return (
            f"{self.calls} calls on a disk that was nearly full; {self.failed.total()} met its end ({each}); "
            f"wrong: {len(self.wrong)}"
        )


def fill_up(room: Room, elsewhere: Path, *, step: int = 1) -> DiskFigures:
    """Every operation on an open ledger, and then the opening of a new and of an old file. ``step`` in pages."""
    figures = DiskFigures()
    with Memory.open(room.path, namespace=NAMESPACE) as memory:
        for number in range(60):
            _teach(memory, number, elsewhere)
        _recall(memory, 0, elsewhere)
    for name, operation in OPERATIONS.items():
        with Memory.open(room.path, namespace=NAMESPACE) as memory:
            _fail_and_succeed(room, name, memory, operation, elsewhere, step, figures)
    _open_on_a_full_disk(room, figures)
    return figures


def _fail_and_succeed(
    room: Room, name: str, memory: Memory, operation: Operation, elsewhere: Path, step: int, figures: DiskFigures
) -> None:
    for number, pages in enumerate(range(0, _LARGEST, step)):
        before = memory.read().head()
        _log(elsewhere, number)
        room.leave(pages * PAGE)
        figures.calls += 1
        try:
            operation(memory, number, elsewhere)
        except CicatrixError as error:
            _failed(name, error, figures)
            if memory.read().head() != before:
                figures.wrong.append(f"{name} with {pages} pages: it failed, and left something")
            _verify(memory, f"{name} with {pages} pages, still full", figures)
            room.free()
            operation(memory, number, elsewhere)
        else:
            room.free()
            _verify(memory, f"{name} with {pages} pages", figures)
            return
        _verify(memory, f"{name} with {pages} pages, after room was made", figures)
    figures.wrong.append(f"{name}: {_LARGEST} pages were not enough")


def _open_on_a_full_disk(room: Room, figures: DiskFigures) -> None:
    for path, pages in ((path, pages) for path in (room.path, room.path.with_name("new.db")) for pages in range(20)):
        room.leave(pages * PAGE)
        name = "open an old file" if path == room.path else "open a new file"
        figures.calls += 1
        try:
            with Memory.open(path, namespace=NAMESPACE) as memory:
                _verify(memory, f"{name} with {pages} pages", figures)
        except CicatrixError as error:
            _failed(name, error, figures)
        room.free()
        with Memory.open(path, namespace=NAMESPACE) as memory:
            _verify(memory, f"{name} with {pages} pages, after room was made", figures)
            if path == room.path and memory.read().head().seq < 120:
                figures.wrong.append(f"{name} with {pages} pages: entries are gone")
        if path != room.path:
            for left in path.parent.glob(f"{path.name}*"):
                left.unlink()


def _failed(name: str, error: CicatrixError, figures: DiskFigures) -> None:
    figures.failed[name] += 1
    figures.messages[error.message] += 1
    if type(error) is not StoreError:
        figures.wrong.append(f"{name}: a full disk was told as {error.code}: {error.message}")


def _verify(memory: Memory, when: str, figures: DiskFigures) -> None:
    report = memory.verify(deep=True)
    if not report.ok:
        figures.wrong.append(f"{when}: {report.first_bad}")
