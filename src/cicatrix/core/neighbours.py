"""Which of ten thousand memories a new one may meet: a shortlist, never a verdict.

Met are the memories that say something of the same attribute of the same subject, and those that share the rarest
content words. Rarity is counted in whole numbers, so that the same memories give the same list.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import Final

from cicatrix.core.ids import handle_order
from cicatrix.core.memories import Memory
from cicatrix.core.text import content_stems, fold

MET: Final = 20
"""Memories that one claim is judged against."""

_SLOT: Final = 8
"""Of them at most so many for their attribute alone: of what somebody likes there may be thousands."""

_COMMON: Final = 2_000
"""A stem that more memories have tells nothing, unless all stems of a claim are such."""


class Neighbours:
    """Memories by slot and by stem. Holds handles, no texts."""

    def __init__(self) -> None:
        self._stems: dict[str, frozenset[str]] = {}
        self._slots: dict[str, tuple[str, str]] = {}
        self._by_stem: defaultdict[str, set[str]] = defaultdict(set)
        self._by_slot: defaultdict[tuple[str, str], set[str]] = defaultdict(set)

    def __len__(self) -> int:
        return len(self._stems)

    def put(self, memory: Memory) -> None:
        self.remove(memory.id)
        stems, slot = frozenset(content_stems(memory.text)), _slot(memory)
        self._stems[memory.id], self._slots[memory.id] = stems, slot
        for stem in stems:
            self._by_stem[stem].add(memory.id)
        if slot[1]:
            self._by_slot[slot].add(memory.id)

    def remove(self, handle: str) -> None:
        for stem in self._stems.pop(handle, ()):
            self._by_stem[stem].discard(handle)
        self._by_slot[self._slots.pop(handle, ("", ""))].discard(handle)

    def of(self, memory: Memory, likely: Iterable[str] = (), limit: int = MET) -> list[str]:
        """The handles that a memory may meet, those most like it in words first. ``likely`` are met as well, where
        they are held: what an embedder finds near."""
        shared = self._shared(memory)
        order = sorted(shared, key=lambda name: (-shared[name], *_newest(name)))
        slot = self._by_slot.get(_slot(memory), set()) if memory.attribute else set()
        in_slot = sorted(slot, key=lambda name: (-shared[name], *_newest(name)))[:_SLOT]
        named = [name for name in likely if name in self._stems]
        return list(dict.fromkeys([*in_slot, *named, *order]))[:limit]

    def _shared(self, memory: Memory) -> Counter[str]:
        """Handle → how much it shares with a memory: for each common stem the doublings by which it is rare."""
        held = [(stem, self._by_stem[stem]) for stem in content_stems(memory.text) if self._by_stem.get(stem)]
        telling = [pair for pair in held if len(pair[1]) <= _COMMON] or held
        shared: Counter[str] = Counter()
        for _, names in telling:
            weight = (len(self._stems) // len(names)).bit_length()
            for name in names:
                shared[name] += weight
        return shared


def _slot(memory: Memory) -> tuple[str, str]:
    return fold(memory.subject), memory.attribute


def _newest(handle: str) -> tuple[str, int]:
    kind, number = handle_order(handle)
    return kind, -number
