"""Which of ten thousand memories a new one may meet: a shortlist, never a verdict.

Met are the memories that say something of the same attribute of the same subject, and those that share the rarest
content words. Rarity is counted in whole numbers, so that the same memories give the same list.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from heapq import nlargest
from itertools import islice
from typing import Final

from cicatrix.core.ids import parse_handle
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
        self._numbers: dict[str, int] = {}
        self._stems: dict[str, frozenset[str]] = {}
        self._slots: dict[str, tuple[str, str]] = {}
        self._by_stem: defaultdict[str, set[str]] = defaultdict(set)
        self._by_slot: defaultdict[tuple[str, str], dict[str, None]] = defaultdict(
            dict
        )  # in order of their last change

    def __len__(self) -> int:
        return len(self._stems)

    def put(self, memory: Memory) -> None:
        self.remove(memory.id)
        stems, slot = frozenset(content_stems(memory.text)), _slot(memory)
        self._stems[memory.id], self._slots[memory.id] = stems, slot
        self._numbers[memory.id] = parse_handle(memory.id)[1]
        for stem in stems:
            self._by_stem[stem].add(memory.id)
        if slot[1]:
            self._by_slot[slot][memory.id] = None

    def remove(self, handle: str) -> None:
        for stem in self._stems.pop(handle, ()):
            self._by_stem[stem].discard(handle)
        self._by_slot[self._slots.pop(handle, ("", ""))].pop(handle, None)

    def of(
        self,
        memory: Memory,
        likely: Iterable[str] = (),
        limit: int = MET,
        *,
        ending: Iterable[tuple[str, str]] = (),
    ) -> list[str]:
        """The handles that a memory may meet: those of its slot, those of the slots (subject, folded, and attribute)
        that it may be ``ending``, those that are ``likely`` (what an embedder finds near), then those most like it in
        words; of equals the newest."""
        shared = self._shared(memory)
        slot = self._by_slot.get(_slot(memory), {}) if memory.attribute else {}
        in_slot = [*self._best(shared.keys() & slot.keys(), shared, _SLOT), *islice(reversed(slot), _SLOT)]
        over = [name for each in ending for name in islice(reversed(self._by_slot.get(each, {})), _SLOT)]
        named = [name for name in likely if name in self._stems]
        return list(dict.fromkeys([*in_slot, *over, *named, *self._best(shared, shared, limit)]))[:limit]

    def _best(self, names: Iterable[str], shared: Mapping[str, int], most: int) -> list[str]:
        return nlargest(most, names, key=lambda name: (shared[name], self._numbers[name]))

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
