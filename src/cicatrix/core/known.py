"""What a namespace holds already, arranged so that a claim finds those that could say the same.

Retired and forgotten memories are in it too: they are their own tombstones. A lesson that a person took back is not
learnt again from the episodes that taught it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import Final

from cicatrix.core.ids import handle_order
from cicatrix.core.memories import Memory, MemoryType, Status
from cicatrix.core.support import says_the_same, signature
from cicatrix.core.text import fold

LIVE: Final = frozenset([Status.CANDIDATE, Status.SHADOW, Status.ACTIVE, Status.SUSPENDED])
TAKEN_BACK: Final = frozenset([Status.RETIRED, Status.FORGOTTEN])


class Known:
    """The newest version of every memory and rule. Grows while claims are admitted."""

    def __init__(self, memories: Iterable[Memory] = ()) -> None:
        self._memories: dict[str, Memory] = {}
        self._by_stem: defaultdict[str, set[str]] = defaultdict(set)
        self._by_words: defaultdict[tuple[bool, str], set[str]] = defaultdict(set)
        for memory in memories:
            self.put(memory)

    def put(self, memory: Memory) -> None:
        """Add a memory, or put its new version in the place of the old."""
        old = self._memories.get(memory.id)
        if old is not None and old.text != memory.text:
            for term in signature(old.text).stems:
                self._by_stem[term].discard(old.id)
            self._by_words[_words(old)].discard(old.id)
        self._memories[memory.id] = memory
        for term in signature(memory.text).stems:
            self._by_stem[term].add(memory.id)
        self._by_words[_words(memory)].add(memory.id)

    def get(self, handle: str) -> Memory | None:
        return self._memories.get(handle)

    def in_the_same_words(self, text: str, type: MemoryType) -> list[Memory]:
        """Memories with this very text (case, spacing and end marks aside), oldest handle first."""
        wanted = (type is MemoryType.PROCEDURAL, _plain(text))
        return self._sorted(name for name in self._by_words.get(wanted, ()) if self._memories[name].type is type)

    def saying_the_same(self, text: str) -> list[Memory]:
        """Rules that a quote with these words says again, oldest handle first."""
        counts: Counter[str] = Counter()
        for term in signature(text).stems:
            counts.update(self._by_stem.get(term, ()))
        found = {memory.id for memory in self.in_the_same_words(text, MemoryType.PROCEDURAL)}
        for name, hits in counts.items():
            rule = self._memories[name]
            enough = 5 * hits >= 3 * len(signature(rule.text).stems)
            if rule.is_rule and enough and not says_the_same(rule.text, text).lack:
                found.add(name)
        return self._sorted(found)

    def _sorted(self, names: Iterable[str]) -> list[Memory]:
        return [self._memories[name] for name in sorted(names, key=handle_order)]


def _words(memory: Memory) -> tuple[bool, str]:
    return memory.is_rule, _plain(memory.text)


def _plain(text: str) -> str:
    return " ".join(fold(text).split()).strip(" .!。！")
