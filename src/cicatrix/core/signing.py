"""Who may sign a log: the key it began with, and each that it was handed on to."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass

from cicatrix.core.notes import VerifierKey


@dataclass(frozen=True, slots=True)
class KeyRotation:
    """The body of an ``sk-n``: a signing key handed on. ``note`` is the Rotation, signed by both keys."""

    id: str
    old: str  # verifier keys, as core/notes.py writes them
    new: str
    note: str
    by: str
    reason: str = ""
    seq: int = 0


@dataclass(frozen=True, slots=True)
class KeyChain:
    """The keys of one log in the order in which they held. At sequence ``since[i]``, ``keys[i + 1]`` took over."""

    keys: tuple[VerifierKey, ...] = ()
    since: tuple[int, ...] = ()

    def at(self, size: int) -> VerifierKey | None:
        """The key that held when the log had this size; None for a log that was never signed."""
        return self.keys[bisect_right(self.since, size)] if self.keys else None

    @property
    def current(self) -> VerifierKey | None:
        return self.keys[-1] if self.keys else None
