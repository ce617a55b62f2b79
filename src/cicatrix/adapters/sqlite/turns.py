"""Group commit: threads take turns at one open transaction, and the last of them commits for all.

A disk is slow to say that something is safe, and as slow for one entry as for a hundred. So a thread that has finished
its part while others wait for their turn does not commit. It hands the open transaction on and sleeps; whoever finds
nobody waiting commits once and wakes everybody whose part it was. Nothing polls and nothing waits for company: a lone
thread commits at once.

This module knows nothing of databases. It keeps the queue, and says to a thread that leaves what it has to do.
"""

from __future__ import annotations

import threading
from collections import deque
from dataclasses import dataclass, field
from typing import Final

from cicatrix.errors import CicatrixError
from cicatrix.ports import Durability

GROUP_LIMIT: Final = 256
"""Parts of one transaction. It bounds how long the first of them waits for the last."""


def _closed() -> threading.Lock:
    lock = threading.Lock()
    lock.acquire()
    return lock


@dataclass(slots=True, eq=False)
class Turn:
    """One thread's right to write. ``joined``: the transaction was begun by an earlier turn."""

    durability: Durability
    joined: bool = False
    failure: CicatrixError | None = None
    """Why the commit that this part hoped for did not happen."""

    thread: int = field(default_factory=threading.get_ident)
    called: threading.Lock = field(default_factory=_closed)
    settled: threading.Lock = field(default_factory=_closed)


class Turns:
    """Who is writing, who waits, and whose parts wait for the commit."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._holder: Turn | None = None
        self._waiting: deque[Turn] = deque()
        self._group: list[Turn] = []

    def is_mine(self) -> bool:
        """Whether the calling thread is writing just now."""
        holder = self._holder
        return holder is not None and holder.thread == threading.get_ident()

    def enter(self, durability: Durability) -> Turn:
        """Stand in line. Never waits: a turn that does not come at once is waited for with ``come``."""
        turn = Turn(durability)
        with self._lock:
            self._waiting.append(turn)
            if self._holder is None:
                self._call_next()
        return turn

    def come(self, turn: Turn, timeout: float) -> bool:
        """Wait until the turn comes, first come, first served. False when ``timeout`` seconds were not enough."""
        return turn.called.acquire(timeout=timeout) or not self.withdraw(turn)

    def withdraw(self, turn: Turn) -> bool:
        """Leave the line. False when the turn has come already and must be used or ended."""
        with self._lock:
            if turn not in self._waiting:
                return False
            self._waiting.remove(turn)
            return True

    def hand_over(self, turn: Turn, *, kept: bool) -> bool:
        """Give the open transaction to the next in line, if it may join. ``kept``: this turn has a part in it.

        If True, whoever has a part waits for its commit with ``outcome``. If False, this thread has to commit and
        ``end``.
        """
        with self._lock:
            parts = len(self._group) + kept
            following = self._waiting[0] if self._waiting else None
            if following is None or not 0 < parts < GROUP_LIMIT:
                return False
            if following.durability == "full" and turn.durability == "normal":
                return False  # the level was chosen when the transaction began and cannot be raised in the middle
            if kept:
                self._group.append(turn)
            following.joined, following.durability = True, turn.durability
            self._call_next()
            return True

    def outcome(self, turn: Turn) -> CicatrixError | None:
        """Sleep until the transaction that this turn handed over is over. Returns what kept it from being committed."""
        turn.settled.acquire()
        return turn.failure

    def end(self, failure: CicatrixError | None) -> None:
        """The transaction is over, committed or failed: wake its group, and call the next in line."""
        with self._lock:
            group, self._group = self._group, []
            self._holder = None
            if self._waiting:
                self._call_next()
        for turn in group:
            turn.failure = failure
            turn.settled.release()

    def _call_next(self) -> None:
        self._holder = self._waiting.popleft()
        self._holder.called.release()
