"""The long runs, with their figures: ``python -m tests.crash.soak [PART…] [--seed S] [--kills N] …``.

Parts: kills, faults, disk, power, replay, gate, noise; all of them when none is named. Each prints one line with what
it saw and the seed; the exit code is 1 when anything was wrong, and the files that show it are left where the last line
says.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from tests.crash.disk import fill_up, small_disk, small_files
from tests.crash.faults import inject_faults
from tests.crash.gate import kill_checkers, race_approvals, race_rules
from tests.crash.kills import kill_writers
from tests.crash.noise import noisy_calls
from tests.crash.power import cut_off, record_run
from tests.crash.replays import replay_after_changes
from tests.crash.syscalls import MISSING, STRACE

Part = Callable[[argparse.Namespace, Path], list[str]]


def say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def kills(given: argparse.Namespace, folder: Path) -> list[str]:
    """Four writers on one file, with two threads each; a tenth of the kills on one writer with eight threads."""
    many = kill_writers(folder, seed=given.seed, kills=given.kills, writers=4)
    say(f"  4 writers: {many}")
    one = kill_writers(folder, seed=given.seed + 1, kills=given.kills // 10, writers=1, threads=8)
    say(f"  1 writer of 8 threads: {one}")
    return many.wrong + one.wrong


def faults(given: argparse.Namespace, folder: Path) -> list[str]:
    if STRACE is None:
        say(f"  left out: {MISSING}")
        return []
    alone = inject_faults(folder, seed=given.seed, faults=given.faults * 4 // 5)
    say(f"  1 thread: {alone}")
    crew = inject_faults(folder, seed=given.seed + 1, faults=given.faults - given.faults * 4 // 5, threads=3)
    say(f"  3 threads: {crew}")
    return alone.wrong + crew.wrong


def disk(given: argparse.Namespace, folder: Path) -> list[str]:
    wrong: list[str] = []
    for name, make in (("a file system", small_disk), ("files that may not grow", small_files)):
        home = folder / name.replace(" ", "-")
        (home / "elsewhere").mkdir(parents=True)
        with make(home) as room:
            if room is None:
                say("  a file system: left out, this user may not mount one")
                continue
            figures = fill_up(room, home / "elsewhere")
            say(f"  {name}: {figures}")
            wrong += figures.wrong
    return wrong


def power(given: argparse.Namespace, folder: Path) -> list[str]:
    """Several recordings, so that no single order of writes decides."""
    if STRACE is None:
        say(f"  left out: {MISSING}")
        return []
    wrong: list[str] = []
    recordings = 10
    for number in range(recordings):
        threads = (1, 1, 2, 4)[number % 4]
        home = folder / f"power-{number}"
        home.mkdir()
        recording = record_run(home, seed=given.seed + number, threads=threads, turns=60 // threads, lives=2)
        figures = cut_off(recording, states=-(-given.states // recordings), dice_seed=given.seed)
        say(f"  {threads} threads, {len(recording.calls):,} system calls: {figures}")
        wrong += figures.wrong
        shutil.rmtree(home)
    return wrong


def replay(given: argparse.Namespace, folder: Path) -> list[str]:
    whole = replay_after_changes(folder / "replay.db", seed=given.seed, recalls=given.recalls, changes=given.recalls)
    say(
        f"  {whole.recalls:,} recalls replayed after {given.recalls:,} changes: {whole.identical:,} identical, "
        f"{whole.differs} differ, {whole.erased} erased, {whole.algorithm_changed} of another algorithm"
    )
    return [f"{report.id}: {report.outcome}" for report in whole.others]


def gate(given: argparse.Namespace, folder: Path) -> list[str]:
    """Rules against checkers in four processes, permits among sixteen threads, and checkers that are killed."""
    rules = race_rules(folder, seed=given.seed, checks=given.checks, processes=4)
    say(f"  rules: {rules}")
    permits = race_approvals(folder, seed=given.seed + 1, steps=given.checks, threads=16)
    say(f"  permits: {permits}")
    killed = kill_checkers(folder, seed=given.seed + 2, kills=-(-given.checks // 500))
    say(f"  kills: {killed}")
    return rules.wrong + permits.wrong + killed.wrong


def noise(given: argparse.Namespace, folder: Path) -> list[str]:
    """Calls that make no sense, against rules."""
    heard = noisy_calls(seed=given.seed, calls=given.noise)
    say(f"  {heard}")
    return heard.wrong


PARTS: dict[str, Part] = {
    "kills": kills,
    "faults": faults,
    "disk": disk,
    "power": power,
    "replay": replay,
    "gate": gate,
    "noise": noise,
}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.crash.soak")
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"of {', '.join(PARTS)}; all when none is named")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kills", type=int, default=2_000)
    parser.add_argument("--faults", type=int, default=500)
    parser.add_argument("--states", type=int, default=5_000)
    parser.add_argument("--recalls", type=int, default=1_000)
    parser.add_argument("--checks", type=int, default=100_000)
    parser.add_argument("--noise", type=int, default=1_000_000)
    given = parser.parse_args()
    unknown = [part for part in given.parts if part not in PARTS]
    if unknown:
        parser.error(f"there is no part {unknown[0]}; there are {', '.join(PARTS)}")
    folder = Path(tempfile.mkdtemp(prefix="cicatrix-soak-"))
    wrong: list[str] = []
    for part in given.parts or PARTS:
        say(f"{part} (seed {given.seed})")
        begun = time.monotonic()
        wrong += PARTS[part](given, folder)
        say(f"  {time.monotonic() - begun:.0f} s")
    for line in wrong:
        say(f"WRONG: {line}")
    if wrong:
        say(f"The files are in {folder}.")
        return 1
    shutil.rmtree(folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
