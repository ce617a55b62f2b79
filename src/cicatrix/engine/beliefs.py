"""What a namespace believes, kept beside its store: it follows the ledger, so that a claim meets ten thousand memories
without reading them again."""

from __future__ import annotations

from collections.abc import Iterable

from cicatrix.core.attributes import Attributes, contend
from cicatrix.core.codec import decode
from cicatrix.core.ids import Kind
from cicatrix.core.known import LIVE, Known
from cicatrix.core.memories import Memory, Status
from cicatrix.core.neighbours import Neighbours
from cicatrix.engine.following import Follower
from cicatrix.ports import LedgerReader, Version


class Beliefs(Follower):
    """The newest version of every memory (``M``), as one reader or writer sees them."""

    kinds = (Kind.MEMORY,)

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

    def _clear(self) -> None:
        self._known, self._neighbours = Known(), Neighbours()

    def _load(self, reader: LedgerReader) -> None:
        for version in reader.versions(self.kinds):
            self._put(version)

    def _put(self, version: Version) -> None:
        if version.end is not None or version.body is None:
            return
        memory = decode(Memory, version.body, seq=version.seq)
        self._known.put(memory)
        if memory.status in LIVE:
            self._neighbours.put(memory)
        else:
            self._neighbours.remove(memory.id)
