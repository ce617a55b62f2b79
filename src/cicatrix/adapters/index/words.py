"""What the terms of a query find: BM25 over the mind, where neighbouring turns lend their words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from cicatrix.adapters.index.mind import Flags, Mind
from cicatrix.adapters.index.query import Query
from cicatrix.core import scoring
from cicatrix.core.recall import ONE
from cicatrix.core.scoring import SIXTEENTH, Ints
from cicatrix.core.text import is_joined
from cicatrix.core.windows import Window

MOST_WEIGHT: Final = 2**31 - 1
"""What all terms of a query may weigh together, so that sums fit 32 bits: ten thousand terms weigh a tenth of it."""

_FEW_RANGES: Final = 4
_SPAN: Final = 65_536  # documents weighed at a time: what is reckoned of them stays in the processor's cache


class Scratch:
    """Sums by document, all 0 between two searches."""

    def __init__(self, size: int) -> None:
        self.reach = np.zeros(size, dtype=np.int32)
        self.coverage = np.zeros(size, dtype=np.int32)
        self.lexical = np.zeros(size, dtype=np.int64)
        self.frequency = np.zeros(size, dtype=np.int32)


class Sums:
    """What is added up for each document of a mind. Where no turn lends to another, what one reaches is what it covers,
    and added once."""

    def __init__(self, scratch: Scratch, mind: Mind) -> None:
        self.reach = scratch.reach[: mind.size]
        self.coverage = scratch.coverage[: mind.size] if mind.has_neighbours else self.reach
        self.lexical = scratch.lexical[: mind.size]
        self.frequency = scratch.frequency[: mind.size]

    @property
    def all(self) -> tuple[NDArray[np.signedinteger], ...]:
        """Those that a search leaves full, each once."""
        return (self.reach, self.lexical) if self.coverage is self.reach else (self.reach, self.coverage, self.lexical)


class Words:
    """What the query's words find. What each document carries is asked for by document, in millionths, and 0 for one
    that was not hit."""

    def __init__(self, sums: Sums, total: int, rarity: int, unknown: tuple[str, ...], weights: dict[str, int]) -> None:
        self.total = total  # say of the whole query in thousandths, unknown terms included
        self.rarity = rarity or 1  # idf of all its terms together, in thousandths
        self.unknown = unknown  # terms that nothing speaks of
        self.weights = weights  # say of each term that is weighed, in thousandths
        self._sums = sums
        self._whole = total or 1

    def lexical(self, places: Ints) -> Ints:
        """BM25 over the query's total idf."""
        found = self._sums.lexical[places]
        found *= 1000
        found //= self.rarity
        return found

    def coverage(self, places: Ints) -> Ints:
        """Share of the total in the document's own words."""
        return self._sums.coverage[places].astype(np.int64) * ONE // self._whole

    def reach(self, places: Ints) -> Ints:
        """The same, with the words that neighbouring turns lend."""
        return self._sums.reach[places].astype(np.int64) * ONE // self._whole

    def hit(self) -> Flags:
        """Of each document of the mind, whether it has a word of the query, or borrows one."""
        found: Flags = self._sums.reach > 0
        return found

    def reaching(self, share: int) -> Flags:
        """Of each document of the mind, whether it reaches a share that is more than nothing."""
        found: Flags = self._sums.reach >= self._least(share)
        return found

    def covering(self, places: Ints, share: int) -> Ints:
        """Those of some places that cover a share at least."""
        return places[self._sums.coverage[places] >= self._least(share)]

    def best_covered(self, places: Ints, count: int) -> Ints:
        """Those of some places that cover most, so many, and all that cover as much as the last of them."""
        if len(places) <= count:
            return places
        sums = self._sums.coverage[places]
        last = int(np.partition(sums, -count)[-count]) * ONE // self._whole
        return places[sums >= self._least(last)]

    def _least(self, share: int) -> int:
        return -(-share * self._whole // ONE)

    def lend(self, pairs: Sequence[tuple[int, int]]) -> None:
        """Give the first of each pair of documents what the second carries, where that is more."""
        heirs, sources = np.array(pairs, dtype=np.int64).T
        for sums in self._sums.all:
            np.maximum.at(sums, heirs, sums[sources])

    def clear(self) -> None:
        """Give the sums back, all 0. Nothing is to be asked for afterwards."""
        for sums in self._sums.all:
            sums.fill(0)


def find_words(mind: Mind, query: Query, scratch: Scratch) -> Words:
    """Weigh the terms one by one. ``scratch`` has a slot for each document of the mind at least; it is full of what is
    returned until that is cleared."""
    sums = Sums(scratch, mind)
    dated = _dated(mind, query)
    named_times = frozenset().union(*(terms for _, terms in dated))
    weights: dict[str, int] = {}
    unknown: list[str] = []
    rarity = 0
    for term in query.terms:
        documents, repeats = mind.contents.postings.get(query.meant.get(term, term), mind.size)
        having = mind.having(documents) if len(documents) else 0
        if term in query.meant or (term not in named_times and not (having and mind.is_stated(documents))):
            unknown.append(term)  # a question about a thing is no word on it
        if not having and (is_joined(term) or term in named_times):
            continue  # its parts are asked for beside it, or the day of a document answers to it
        idf, weight = scoring.idf(mind.documents, having), scoring.say(mind.documents, having)
        rarity += idf
        weights[term] = weight
        if len(documents):
            _weigh(mind, documents, repeats, idf, weight, sums)
    total = sum(weights.values())
    for inside, _ in dated:
        having = int(np.count_nonzero(mind.are_counted(inside)))
        weight = scoring.say(mind.documents, having)
        rarity += scoring.idf(mind.documents, having)
        total += weight
        # Of all that happened in November, only what shares a word is about the invoice.
        places = inside if query.is_about_a_time else inside[sums.reach[inside] > 0]
        sums.reach[places] += weight
        if sums.coverage is not sums.reach:
            sums.coverage[places] += weight
    assert total <= MOST_WEIGHT
    return Words(sums, total, rarity, tuple(unknown), weights)


def inside_window(days: Ints, window: Window) -> Flags:
    """Which of the days, given as ordinals, lie in a window."""
    if len(window.ranges) <= _FEW_RANGES:
        inside = np.zeros(len(days), dtype=np.bool_)
        for start, end in window.ranges:
            inside |= (days >= start) & (days < end)
        return inside
    starts = np.array([start for start, _ in window.ranges], dtype=np.int64)
    ends = np.array([end for _, end in window.ranges], dtype=np.int64)
    place = np.searchsorted(starts, days, side="right") - 1
    found: Flags = (place >= 0) & (days < ends[np.maximum(place, 0)])
    return found


def _weigh(
    mind: Mind, documents: NDArray[np.int32], repeats: NDArray[np.uint8], idf: int, weight: int, sums: Sums
) -> None:
    """Add what one term is worth to the sums of the documents that have it, and of the turns that borrow it."""
    if mind.has_neighbours:
        places, strength = _borrowed(mind, documents, repeats, weight, sums)
        _count(mind, places, strength, idf, weight, sums)
        return
    for start in range(0, len(documents), _SPAN):
        some = slice(start, start + _SPAN)
        strength = SIXTEENTH * repeats[some].astype(np.int64)
        _count(mind, documents[some].astype(np.int64), strength, idf, weight, sums)


def _borrowed(
    mind: Mind, documents: NDArray[np.int32], repeats: NDArray[np.uint8], weight: int, sums: Sums
) -> tuple[Ints, Ints]:
    """What has a term or borrows it, ascending, and how strongly, in sixteenths. What has it covers it."""
    own, times, frequency = documents.astype(np.int64), repeats.astype(np.int32), sums.frequency
    _add(sums.coverage, own, weight)
    frequency[own] = SIXTEENTH * times
    # Each turn has one neighbour a step: no slot is met twice in one assignment, save nobody's.
    for borrowers, share in mind.borrowers(own):
        frequency[borrowers] += share * times
    frequency[0] = 0
    places = np.flatnonzero(frequency != 0)
    strength = frequency[places].astype(np.int64)
    frequency[places] = 0
    return places, strength


def _count(mind: Mind, places: Ints, strength: Ints, idf: int, weight: int, sums: Sums) -> None:
    _add(sums.reach, places, weight)
    worth = scoring.impacts(strength, mind.norms(places))
    worth *= idf
    _add(sums.lexical, places, worth)


def _add(sums: NDArray[np.signedinteger], places: Ints, worth: Ints | int) -> None:
    """``sums[places] += worth`` in half the time; no place twice."""
    some = sums.take(places)
    some += worth
    sums[places] = some


def _dated(mind: Mind, query: Query) -> list[tuple[Ints, frozenset[str]]]:
    """For each time named in which something happened: the documents of it, and the terms it is named with."""
    found = []
    for window, terms in query.windows:
        inside = np.flatnonzero(inside_window(mind.column(mind.columns.day)[1:], window)) + 1
        places = inside[mind.stand(inside)]
        if mind.are_counted(places).any():
            found.append((places, terms))
    return found
