"""Erased or destroyed? An erasure is an entry, and its sealed header names the entries whose words it took.

Headers are hashed and cannot be destroyed, so an erasure vouches for itself even when its own words are gone. A body
that is missing though no erasure names its entry was taken by somebody who went around the ledger.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cicatrix.core.entries import EntryKind, read_header

DESTROYED: Final = "corrupt: its words were destroyed without an erasure"

_MARK: Final = f'"kind":"{EntryKind.ERASURE}","ns":'.encode()
"""Stands in the canonical header of an erasure and of no other entry: inside a text its quotes would be escaped."""


def named_by(header: bytes) -> tuple[int, ...]:
    """The entries that this one erases, if it is an erasure. What cannot be read erases nothing."""
    if _MARK not in header:
        return ()
    try:
        read = read_header(header)
    except (ValueError, KeyError, TypeError, RecursionError):
        return ()
    return tuple(seq for seq in read.parents if seq < read.seq) if read.kind == EntryKind.ERASURE else ()


class Gone:
    """The missing bodies of a log that is read in order, and which of them no erasure has named so far."""

    def __init__(self) -> None:
        self._unnamed: dict[int, str] = {}
        self.count = 0
        """All missing bodies, named or not."""

    @property
    def unnamed(self) -> int:
        """How many of them no erasure has named."""
        return len(self._unnamed)

    def miss(self, seq: int, kind: str) -> None:
        """The body of this entry is not there."""
        self.count += 1
        self._unnamed[seq] = kind

    def erase(self, seqs: Sequence[int]) -> None:
        """An erasure names these."""
        for seq in seqs:
            self._unnamed.pop(seq, None)

    def follow(self, header: bytes) -> None:
        """Take the next header: it may be that of an erasure."""
        if self._unnamed and _MARK in header:
            self.erase(named_by(header))

    def destroyed(self) -> tuple[int, str] | None:
        """The first entry whose words are gone without an erasure: its sequence and its kind."""
        return min(self._unnamed.items(), default=None)
