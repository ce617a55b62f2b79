"""What a namespace holds already, arranged so that a claim finds those that could say the same.

Retired and forgotten memories are in it too: they are their own tombstones. A lesson that a person took back is not
learnt again from the episodes that taught it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Final

from cicatrix.core.ids import handle_order
from cicatrix.core.memories import Memory, MemoryType, Status
from cicatrix.core.reading.signature import sense
from cicatrix.core.support import needed, says_the_same
from cicatrix.core.text import fold

LIVE: Final = frozenset([Status.CANDIDATE, Status.SHADOW, Status.ACTIVE, Status.SUSPENDED])
TAKEN_BACK: Final = frozenset([Status.RETIRED, Status.FORGOTTEN])


class Known:
    """The newest version of every memory and rule. Grows while claims are admitted.

    A rule that a quote says again shares :data:`~.support.JOIN_SHARE` of its ``n`` stems with it, so at most
    ``n - ceil(.6 n)`` are missing, and of any one more than that at least one is shared: each rule is filed under its
    rarest stems only, just as many as that takes.
    """

    def __init__(self, memories: Iterable[Memory] = ()) -> None:
        self._memories: dict[str, Memory] = {}
        self._by_stem: defaultdict[str, set[str]] = defaultdict(set)
        self._filed: dict[str, list[str]] = {}  # rule → the stems it is filed under
        self._by_words: defaultdict[tuple[MemoryType, str], set[str]] = defaultdict(set)
        for memory in memories:
            self.put(memory)

    def put(self, memory: Memory) -> None:
        """Add a memory, or put its new version in the place of the old."""
        old = self._memories.get(memory.id)
        self._memories[memory.id] = memory
        if old is not None and old.text == memory.text:
            return
        if old is not None:
            self._by_words[_words(old)].discard(old.id)
            for term in self._filed.pop(old.id, ()):
                self._by_stem[term].discard(old.id)
        self._by_words[_words(memory)].add(memory.id)
        if memory.is_rule:
            stems = sense(memory.text).stems
            rarest = sorted(stems, key=lambda term: (len(self._by_stem.get(term, ())), term))
            self._filed[memory.id] = rarest[: len(stems) - needed(len(stems)) + 1]
            for term in self._filed[memory.id]:
                self._by_stem[term].add(memory.id)

    def get(self, handle: str) -> Memory | None:
        return self._memories.get(handle)

    def in_the_same_words(self, text: str, type: MemoryType) -> list[Memory]:
        """Memories with this very text (case, spacing and end marks aside), oldest handle first."""
        return self._sorted(self._by_words.get((type, _plain(text)), ()))

    def saying_the_same(self, text: str) -> list[Memory]:
        """Rules that a quote with these words says again, oldest handle first."""
        found = {memory.id for memory in self.in_the_same_words(text, MemoryType.PROCEDURAL)}
        given = sense(text)
        shortlist = {name for term in given.stems for name in self._by_stem.get(term, ())} - found
        for name in shortlist:
            rule = self._memories[name].text
            said = sense(rule)
            likely = said.numbers == given.numbers and said.markers == given.markers and said.names <= given.stems
            enough = likely and len(said.stems & given.stems) >= needed(len(said.stems))
            if enough and not says_the_same(rule, text).lack:
                found.add(name)
        return self._sorted(found)

    def _sorted(self, names: Iterable[str]) -> list[Memory]:
        return [self._memories[name] for name in sorted(names, key=handle_order)]


def _words(memory: Memory) -> tuple[MemoryType, str]:
    return memory.type, _plain(memory.text)


def _plain(text: str) -> str:
    return " ".join(fold(text).split()).strip(" .!。！")
