"""What a namespace believes, kept beside its store: it follows the ledger, so that a claim meets ten thousand memories
without reading them again."""

from __future__ import annotations

import threading
from collections.abc import Iterable

from cicatrix.core.attributes import Attributes, contend
from cicatrix.core.codec import decode
from cicatrix.core.entries import GENESIS, read_header
from cicatrix.core.ids import Kind
from cicatrix.core.known import LIVE, Known
from cicatrix.core.memories import Memory, Status
from cicatrix.core.neighbours import Neighbours
from cicatrix.ports import LedgerReader, Version

_FOLLOWED = (Kind.MEMORY, Kind.ERASURE)


class Beliefs:
    """The newest version of every memory (``M``), as one reader or writer sees them. Safe to share between threads.

    A transaction that was rolled back leaves entries here that the ledger never had: then all is read anew.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._forget()

    def known(self, reader: LedgerReader) -> Known:
        """All memories, for admission. Valid until the caller's transaction ends."""
        with self._lock:
            self._follow(reader)
            return self._known

    def near(self, reader: LedgerReader, memory: Memory, *, ending: Iterable[tuple[str, str]] = ()) -> list[Memory]:
        """The live memories that a new one may meet, likeliest first. ``ending``: subject and attribute of what it may
        end."""
        with self._lock:
            self._follow(reader)
            found = [self._known.get(name) for name in self._neighbours.of(memory, ending=ending)]
            return [old for old in found if old is not None and old.id != memory.id]

    def get(self, reader: LedgerReader, handle: str) -> Memory | None:
        with self._lock:
            self._follow(reader)
            return self._known.get(handle)

    def ended_beside(self, reader: LedgerReader, memory: Memory, attributes: Attributes) -> list[Memory]:
        """What once stood in the place that a memory would take: the superseded values of its attribute."""
        with self._lock:
            self._follow(reader)
            return [old for old in self._known if old.status is Status.SUPERSEDED and contend(old, memory, attributes)]

    def _forget(self) -> None:
        self._seq, self._chain = 0, GENESIS
        self._known, self._neighbours = Known(), Neighbours()

    def _follow(self, reader: LedgerReader) -> None:
        head = reader.head()
        if head.seq == self._seq and head.chain == self._chain:
            return
        if not (0 < self._seq < head.seq and self._continues(reader)):
            self._forget()
        elif any(version.kind is Kind.ERASURE for version in map(self._put, reader.changes(self._seq, _FOLLOWED))):
            self._forget()  # it took words of versions that were read long ago
        if not self._seq:
            for version in reader.versions((Kind.MEMORY,)):
                self._put(version)
        self._seq, self._chain = head.seq, head.chain

    def _continues(self, reader: LedgerReader) -> bool:
        """Whether the entry after the last one that was read follows on that one."""
        after = next(iter(reader.entries(self._seq + 1, self._seq + 2)), None)
        return after is not None and read_header(after.header).prev == self._chain.hex()

    def _put(self, version: Version) -> Version:
        if version.kind is not Kind.MEMORY or version.end is not None or version.body is None:
            return version
        memory = decode(Memory, version.body, seq=version.seq)
        self._known.put(memory)
        if memory.status in LIVE:
            self._neighbours.put(memory)
        else:
            self._neighbours.remove(memory.id)
        return version
