"""Power loss: the real store's writes and syncs are recorded once, and cut off at thousands of places.

Each state is what the disk may hold after the cut (see ``platter.py``). It is opened by the real store, verified in
depth, and held against what the writer had told by then: everything durable is there, nothing is half there.
"""

from __future__ import annotations

import random
import shutil
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from tests.crash.account import Account, look
from tests.crash.platter import FATES, Fate, Platter
from tests.crash.syscalls import Call, record_calls
from tests.crash.writer import NAMESPACE

from cicatrix import Memory

_NAME: Final = "ledger.db"


@dataclass(slots=True)
class PowerFigures:
    seed: int
    states: int = 0
    pending: int = 0  # changes that were at stake, over all states
    entries: int = 0
    promises: int = 0
    fates: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        by_fate = ", ".join(f"{fate} {count}" for fate, count in sorted(self.fates.items()))
        return (
            f"{self.states:,} states after a power loss ({by_fate}), {self.pending:,} unsynced changes at stake: "
            f"{self.promises:,} promises checked, {self.entries:,} entries; wrong: {len(self.wrong)} (seed {self.seed})"
        )


@dataclass(frozen=True, slots=True)
class Recording:
    """A run of the writer: every change of its files, and every line it told."""

    folder: Path
    seed: int
    calls: Sequence[Call]


def record_run(folder: Path, *, seed: int, threads: int, turns: int, lives: int) -> Recording:
    """Run the writer to its end under strace."""
    folder = folder.resolve()
    home = folder / f"run-{seed}"
    home.mkdir()
    program = ["tests.crash.writer", str(home / _NAME), "w", "--seed", str(seed)]
    program += ["--threads", str(threads), "--turns", str(turns), "--lives", str(lives)]
    done, calls = record_calls(program, trace=folder / f"run-{seed}.strace")
    assert (done.returncode, done.stderr) == (0, b""), done.stderr.decode()
    account = Account(seed)
    account.hear(done.stdout.splitlines())
    assert not account.failures, account.failures
    # The recording holds what the file holds: otherwise it would prove nothing.
    platter = Platter(home)
    for call in calls:
        platter.feed(call)
    after = platter.after_power_loss("everything", random.Random(seed))
    assert after == {path.name: path.read_bytes() for path in home.iterdir()}, "the recording is not the whole story"
    return Recording(home, seed, calls)


def cut_off(recording: Recording, *, states: int, dice_seed: int) -> PowerFigures:
    """Cut the recording at so many places; each sync is among them, just before it returns and right after it."""
    figures = PowerFigures(recording.seed)
    account = Account(recording.seed)
    dice = random.Random(f"power/{recording.seed}/{dice_seed}")
    platter = Platter(recording.folder)
    cuts = Counter(_cuts(recording.calls, states, dice))
    base = "/dev/shm" if Path("/dev/shm").is_dir() else None
    with tempfile.TemporaryDirectory(dir=base) as scratch:
        for place, call in enumerate(recording.calls):
            for number in range(cuts[place]):
                _try_one(platter, account, FATES[(place + number) % len(FATES)], dice, Path(scratch), figures)
                if figures.wrong:
                    figures.wrong.append(f"before call {place}: {call.name} {Path(call.path).name}")
                    return figures
            if call.name == "write" and call.fd == 1:
                account.hear(call.data.splitlines())
            platter.feed(call)
    return figures


def _cuts(calls: Sequence[Call], states: int, dice: random.Random) -> Iterator[int]:
    """Places to cut before, so many: all syncs in turn for a half, and any change of a file for the others."""
    syncs = [place for place, call in enumerate(calls) if call.name in ("fsync", "fdatasync")]
    around = [place + after for place in syncs for after in (0, 1) if place + after < len(calls)]
    changes = [place for place, call in enumerate(calls) if call.name in ("pwrite64", "ftruncate", "unlink")]
    for number in range(states):
        yield around[number // 2 % len(around)] if number % 2 else dice.choice(changes)


def _try_one(
    platter: Platter, account: Account, fate: Fate, dice: random.Random, scratch: Path, figures: PowerFigures
) -> None:
    figures.states += 1
    figures.fates[fate] += 1
    figures.pending += platter.pending
    folder = scratch / "state"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for name, content in platter.after_power_loss(fate, dice).items():
        (folder / name).write_bytes(content)
    if dice.random() < 0.5:  # shared memory of before: whatever it says, nobody may believe it
        (folder / f"{_NAME}-shm").write_bytes(dice.randbytes(32_768))
    path = folder / _NAME
    found = look(path, account, "full")
    figures.wrong += found.wrong
    figures.entries += found.entries
    figures.promises += found.checked
    if figures.states % 8 == 0 and not found.wrong:
        with Memory.open(path, namespace=NAMESPACE) as memory:
            memory.record(task="Go on", outcome="The power is back.")
            report = memory.verify(deep=True)
        if not report.ok:
            figures.wrong.append(f"it cannot be written on: {report.first_bad}")
    if figures.wrong:
        figures.wrong.append(f"{fate}: {sorted((p.name, p.stat().st_size) for p in folder.iterdir())}")
