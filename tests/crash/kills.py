"""Writers that are killed with SIGKILL at random moments, one of several or all at once; and what their file holds.

The moments are drawn from the seed; where in a call they fall is up to the machine. So a seed gives the same writers
and the same words again, not the same microsecond.
"""

from __future__ import annotations

import multiprocessing
import os
import random
import selectors
import signal
import time
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path

from tests.crash.account import Account, look
from tests.crash.writer import FOREVER, run, teller

PATIENCE_S = 120.0
"""How long a writer may be silent before that is a defect: longer than the store waits for a lock."""

_SPREAD_S = 0.012  # a kill comes up to so much later than the line that it waits for: several calls long
_SINGLE_KILLS = 5  # of one writer at a time, before all of them are killed together
_CYCLES = 3  # on one file

_context = multiprocessing.get_context("forkserver")
_context.set_forkserver_preload(["tests.crash.writer"])


@dataclass(slots=True)
class KillFigures:
    """What a campaign saw. ``cut_off`` counts turns that are there whole although their writer died before telling."""

    seed: int
    kills: int = 0
    files: int = 0
    looks: int = 0
    entries: int = 0
    promises: int = 0
    cut_off: int = 0
    wrong: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        return (
            f"{self.kills:,} kills on {self.files} files, opened and verified in depth {self.looks} times: "
            f"{self.promises:,} promises checked, {self.entries:,} entries; {self.cut_off} calls were cut off after "
            f"their commit; wrong: {len(self.wrong)} (seed {self.seed})"
        )


class _Writer:
    """A writing process, and what it has said so far."""

    def __init__(self, path: Path, name: str, seed: int, threads: int) -> None:
        self.pipe, far_end = _context.Pipe(duplex=False)
        self._process = _context.Process(target=_write, args=(str(path), name, seed, threads, far_end), daemon=True)
        self._process.start()
        far_end.close()
        self._rest = b""
        self.told: list[bytes] = []

    def lines(self) -> list[bytes]:
        """What came since the last call. Blocks while there is nothing."""
        got = os.read(self.pipe.fileno(), 1 << 20)
        assert got, f"a writer ended by itself; its last words: {self.told[-3:]}"
        *lines, self._rest = (self._rest + got).split(b"\n")
        self.told += lines
        return lines

    def kill(self) -> None:
        self._process.kill()

    def last_words(self) -> list[bytes]:
        """What it said until it was killed. A line that was cut off was told to nobody."""
        self._process.join()
        while got := os.read(self.pipe.fileno(), 1 << 20):
            self._rest += got
        *lines, self._rest = self._rest.split(b"\n")
        self.told += lines
        self.pipe.close()
        code = self._process.exitcode
        assert code == -signal.SIGKILL, f"a writer ended by itself with {code}; its last words: {self.told[-3:]}"
        return lines


def _write(path: str, name: str, seed: int, threads: int, pipe: Connection) -> None:
    run(path, name, seed, threads=threads, turns=FOREVER, lives=1, tell=teller(pipe.fileno()))


class _Crew:
    """Writers on one file. A killed one is replaced by another of a new name."""

    def __init__(self, path: Path, account: Account, source: random.Random, *, writers: int, threads: int) -> None:
        self._path, self._account, self._source, self._threads = path, account, source, threads
        self._hired = 0
        self._size = writers
        self._writers: list[_Writer] = []

    def fill_up(self) -> None:
        while len(self._writers) < self._size:
            name = f"w{self._hired}"
            self._writers.append(_Writer(self._path, name, self._account.seed, self._threads))
            self._hired += 1

    def listen(self) -> None:
        """Hear so many lines as the dice say (none at all now and then), and a moment longer."""
        wanted = self._source.choice((0, 1, 1, 2, 5, 10, 20, 40))
        heard, silent_until = 0, time.monotonic() + PATIENCE_S
        over = None if wanted else time.monotonic() + self._source.random() * _SPREAD_S
        with selectors.DefaultSelector() as selector:
            for writer in self._writers:
                selector.register(writer.pipe, selectors.EVENT_READ, writer)
            while over is None or time.monotonic() < over:
                assert time.monotonic() < silent_until, f"no writer said anything for {PATIENCE_S:g} s"
                for key, _ in selector.select(timeout=1.0 if over is None else max(0.0, over - time.monotonic())):
                    lines = key.data.lines()
                    self._account.hear(lines)
                    heard += len(lines)
                    silent_until = time.monotonic() + PATIENCE_S
                if over is None and heard >= wanted:
                    over = time.monotonic() + self._source.random() * _SPREAD_S

    def kill_one(self) -> int:
        victim = self._writers.pop(self._source.randrange(len(self._writers)))
        victim.kill()
        self._account.hear(victim.last_words())
        return 1

    def kill_all(self) -> int:
        """The signals first, then the last words: so that none goes on for long without the others."""
        victims, self._writers = self._writers, []
        for victim in victims:
            victim.kill()
        for victim in victims:
            self._account.hear(victim.last_words())
        return len(victims)


def kill_writers(folder: Path, *, seed: int, kills: int, writers: int, threads: int = 2) -> KillFigures:
    """Kill so many writers; stops at the first file that something is wrong with, and leaves it in the folder."""
    figures = KillFigures(seed)
    while figures.kills < kills and not figures.wrong:
        number = figures.files
        path = folder / f"kills-{seed}-{number}.db"
        assert not path.exists(), f"{path} is left from another campaign"
        account = Account(seed * 1_000_000 + number)
        source = random.Random(f"kills/{seed}/{number}")
        crew = _Crew(path, account, source, writers=writers, threads=threads)
        figures.files += 1
        for _ in range(_CYCLES):
            if figures.kills >= kills:
                break
            crew.fill_up()
            for _ in range(_SINGLE_KILLS):
                crew.listen()
                figures.kills += crew.kill_one()
                crew.fill_up()
            crew.listen()
            figures.kills += crew.kill_all()
            found = look(path, account, "full", "normal")
            figures.looks += 1
            figures.promises += found.checked
            figures.entries += found.entries
            figures.cut_off += found.unpromised
            figures.wrong += [f"{path.name}: {wrong}" for wrong in found.wrong]
            figures.wrong += [f"{path.name}: turn {name}: {words}" for name, words in account.failures.items()]
            if figures.wrong:
                return figures
        for left in folder.glob(f"{path.name}*"):
            left.unlink()
    return figures
