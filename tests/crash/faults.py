"""System calls that fail: an error at each call in turn, once, three times in a row, or from then on; or a kill there.

strace answers the call in the kernel's place, so the store meets exactly what it would meet on a failing disk. Some
writers go on after an error, and some kill themselves when they have told of it. After each run the file is opened
again: what was told is there, what was told to have failed is not, and nothing is half there.
"""

from __future__ import annotations

import random
import shutil
import signal
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from tests.crash.account import Account, look
from tests.crash.syscalls import run_traced

FAULTS: Final[tuple[tuple[str, str], ...]] = (
    ("pwrite64", "error=EIO"),
    ("pwrite64", "error=ENOSPC"),
    ("pwrite64", "error=EINTR"),
    ("pwrite64", "signal=SIGKILL"),
    ("fdatasync", "error=EIO"),
    ("fdatasync", "error=ENOSPC"),
    ("fdatasync", "error=EINTR"),
    ("fdatasync", "signal=SIGKILL"),
    ("ftruncate", "error=EIO"),
    ("ftruncate", "signal=SIGKILL"),
    ("unlink", "error=EIO"),
    ("unlink", "signal=SIGKILL"),
    ("openat", "error=EMFILE"),
    ("openat", "signal=SIGKILL"),
    ("pread64", "error=EIO"),
    ("pread64", "error=EINTR"),
    ("pread64", "signal=SIGKILL"),
    ("fcntl", "error=ENOLCK"),
    ("fcntl", "error=EINTR"),
    ("fcntl", "signal=SIGKILL"),
    ("mmap", "error=ENOMEM"),
)
_TURNS: Final = 14
_LIVES: Final = 2


@dataclass(slots=True)
class FaultFigures:
    seed: int
    faults: Counter[str] = field(default_factory=Counter)  # by system call and error, those that took place
    missed: int = 0  # the call was never reached
    told: Counter[str] = field(default_factory=Counter)  # codes of the errors that callers got
    killed: int = 0
    died: int = 0  # writers that killed themselves after an error
    unaffected: int = 0  # no call of ours failed: it was tried again, or not needed
    promises: int = 0
    entries: int = 0
    failed_but_there: int = 0
    wrong: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        each = ", ".join(f"{name} {count}" for name, count in sorted(self.faults.items()))
        codes = ", ".join(f"{code} {count}" for code, count in self.told.most_common()) or "none"
        return (
            f"{self.faults.total():,} faults in system calls ({each}): {self.killed} killed the writer, "
            f"after {self.died} it killed itself, {self.unaffected} were overcome in silence, errors told: {codes}; "
            f"{self.promises:,} promises checked, {self.entries:,} entries; {self.failed_but_there} calls were told "
            f"that they may come back, and did; wrong: {len(self.wrong)} (seed {self.seed})"
        )


class FaultyRuns:
    """Runs of the writer on a file in ``folder``, each with one fault."""

    def __init__(self, folder: Path, seed: int, *, threads: int = 1) -> None:
        self._folder = folder.resolve()
        self._path = self._folder / "ledger.db"
        self._threads = threads
        self.figures = FaultFigures(seed)

    def count_calls(self) -> Counter[str]:
        """How often a writer that nobody disturbs makes each call."""
        names = ",".join(dict.fromkeys(name for name, _ in FAULTS))
        return self._run(f"trace={names}", seed=self.figures.seed, dies=False)[1]

    def inject(self, name: str, fault: str, when: str, *, seed: int, dies: bool = False) -> None:
        """Let one call fail; then check. What is wrong is added to the figures with all that is needed to see it."""
        figures = self.figures
        outcome, calls = self._run(f"trace={name}", "-e", f"inject={name}:{fault}:when={when}", seed=seed, dies=dies)
        label = f"{name}:{fault}:when={when} seed {seed}{' dies' * dies}"
        if not calls["INJECTED"] and "SIGKILL" not in fault:
            figures.missed += 1
            return
        account = Account(seed)
        try:
            account.hear(line for line in outcome.output.split(b"\n")[:-1])
        except AssertionError as error:
            figures.wrong.append(f"{label}: {error}")
            return
        died = outcome.killed and dies and bool(account.failures)
        if outcome.code != 0 and not died and not (outcome.killed and "SIGKILL" in fault):
            figures.wrong.append(f"{label}: the writer ended with {outcome.code}: {outcome.errors.decode()[-600:]}")
            return
        if not outcome.killed and "SIGKILL" in fault:
            figures.missed += 1
            return
        figures.faults[f"{name} {fault.partition('=')[2]}"] += 1
        figures.killed += outcome.killed and not died
        figures.died += died
        figures.told += account.codes
        figures.unaffected += not outcome.killed and not account.failures
        found = look(self._path, account, "full", "normal")
        figures.promises += found.checked
        figures.entries += found.entries
        figures.failed_but_there += found.failed_but_there
        figures.wrong += [f"{label}: {wrong}" for wrong in found.wrong]
        # A fault fails one transaction, and each thread has one call in it at most.
        if len(account.failures) > calls["INJECTED"] * self._threads:
            figures.wrong.append(f"{label}: more calls failed than faults were met: {account.failures}")

    def _run(self, *options: str, seed: int, dies: bool) -> tuple[_Outcome, Counter[str]]:
        """Run the writer on a new file; returns how it ended, and its calls by name."""
        shutil.rmtree(self._folder, ignore_errors=True)
        self._folder.mkdir(parents=True)
        trace = self._folder.with_suffix(".strace")
        paths = [self._path, *(Path(f"{self._path}{suffix}") for suffix in ("-wal", "-shm", "-journal"))]
        watched = [word for path in (*paths, self._folder) for word in ("-P", str(path))]
        program = ["tests.crash.writer", str(self._path), "w", "--seed", str(seed), "--threads", str(self._threads)]
        program += ["--turns", str(_TURNS // self._threads), "--lives", str(_LIVES), *["--dies"] * dies]
        done = run_traced(program, trace=trace, options=[*watched, "-e", *options])
        calls: Counter[str] = Counter()
        for line in trace.read_text("utf-8", errors="replace").splitlines():
            name = line.split(maxsplit=1)[-1].partition("(")[0]
            calls[name] += name in {name for name, _ in FAULTS}
            calls["INJECTED"] += line.endswith("(INJECTED)")
        killed = done.returncode in (-signal.SIGKILL, 128 + signal.SIGKILL)
        return _Outcome(done.returncode, killed, done.stdout, done.stderr), calls


@dataclass(frozen=True, slots=True)
class _Outcome:
    code: int
    killed: bool
    output: bytes
    errors: bytes


def inject_faults(folder: Path, *, seed: int, faults: int, threads: int = 1) -> FaultFigures:
    """Try so many faults, spread evenly over the kinds and over the places where each call is made."""
    runs = FaultyRuns(folder / "faults", seed, threads=threads)
    counts = runs.count_calls()
    for number, (name, fault, when) in enumerate(_plans(counts, random.Random(f"faults/{seed}"))):
        if runs.figures.faults.total() >= faults or runs.figures.wrong or number > 3 * faults:
            break
        runs.inject(name, fault, when, seed=seed, dies=number // len(FAULTS) % 2 == 1)
    return runs.figures


def _plans(counts: Counter[str], dice: random.Random) -> Iterator[tuple[str, str, str]]:
    """Call, fault, and which of the calls: in turn over the kinds, anywhere in the run."""
    while True:
        for name, fault in FAULTS:
            if not counts[name]:
                continue
            first = dice.randint(1, counts[name])
            # Nobody kills twice. What is interrupted, or not to be locked, for ever is rightly tried for a long time.
            lengths = [""] if "SIGKILL" in fault else ["", "", f"..{first + 2}", "+"]
            patient = "EINTR" in fault or name == "fcntl"
            yield name, fault, f"{first}{dice.choice(lengths[:3] if patient else lengths)}"
