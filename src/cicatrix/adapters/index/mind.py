"""The mind at a sequence: which documents stand, and the statistics that words are weighed with.

The mind as it is now is kept as the ledger grows. A past one is reckoned when it is asked for, in one pass over the
columns; all of it follows from the versions begun and ended by then, whatever was indexed since.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from cicatrix.adapters.index.columns import Column, Flag
from cicatrix.adapters.index.contents import NAMED, Contents
from cicatrix.core import scoring
from cicatrix.core.scoring import SIXTEENTH, Ints

Flags = NDArray[np.bool_]

_FIRST_LOOK: Final = 32  # documents looked at before more of them

REACH: Final = 3
"""Turns before and after that lend their words."""


class Mind:
    """Documents are named by their places in the columns; ``size`` is the first place past those begun by then.

    ``standing`` tells of each place whether its version had not ended; ``counted`` whether it counts in the statistics
    beside, and may be recalled.
    """

    def __init__(self, contents: Contents, seq: int) -> None:
        self.contents = contents
        self.columns = contents.columns
        self.seq = seq
        self.is_present = not contents.changes or contents.changes[-1] <= seq
        if self.is_present:
            self.size = contents.size
            self.counted: Flags = self.columns.counted.first(self.size).view(np.bool_)
            self.standing: Flags = self.columns.standing.first(self.size).view(np.bool_)
            self._measures = self.columns.measure.first(self.size)
            self._uses = self.columns.uses.first(self.size)
            tally = contents.tally
            self.documents = tally.turns + tally.others
            self.average_turn = _average(tally.turn_length, tally.turns)
            self.average = _average(tally.other_length, tally.others)
        else:
            self._reckon()
        self.has_neighbours = contents.has_neighbours

    def _reckon(self) -> None:
        columns, seq = self.columns, self.seq
        self.size = int(np.searchsorted(columns.begin.first(self.contents.size), seq, side="right"))
        flags, everyone = columns.flags.first(self.size), np.arange(self.size)
        self.standing = columns.end.first(self.size) > seq
        self.standing[0] = False
        self.counted = (flags & Flag.COUNTED > 0) & self.standing
        self._uses = self.contents.uses_at(seq, self.size)
        lengths = columns.length.first(self.size).astype(np.int64)
        measures = SIXTEENTH * lengths
        for place, share in self.lenders(everyone):
            measures += share * lengths[place]
        self._measures = measures
        turns = self.are_turns(everyone)
        counted_turns, counted_others = self.counted & turns, self.counted & ~turns
        self.documents = int(np.count_nonzero(self.counted))
        self.average_turn = _average(int(measures[counted_turns].sum()), int(np.count_nonzero(counted_turns)))
        self.average = _average(int(measures[counted_others].sum()), int(np.count_nonzero(counted_others)))

    def column(self, column: Column) -> Ints:
        """The slots of this mind."""
        return column.first(self.size)

    def knows(self, name: str) -> bool:
        """Whether it has words by or about a person, given the folded name."""
        return self.contents.postings.has(f"{NAMED}{name}", self.size)

    def meant(self, stem: str) -> str:
        """The stem that one which stands nowhere is a slip of the pen for; empty where it stands, or none is near."""
        postings = self.contents.postings
        return "" if postings.has(stem, self.size) else postings.near(stem, self.size)

    def having(self, documents: NDArray[np.int32]) -> int:
        """How many of these documents count."""
        return self.contents.having(documents) if self.is_present else int(np.count_nonzero(self.counted[documents]))

    def is_stated(self, documents: NDArray[np.int32]) -> bool:
        """Whether one of these documents, of which some count, does so and does more than ask."""
        if not self.contents.asking:
            return True
        flags = self.columns.flags.first(self.size)
        start, count = 0, _FIRST_LOOK
        while start < len(documents):
            some = documents[start : start + count]
            if bool((self.counted[some] & (flags[some] & Flag.ONLY_ASKS == 0)).any()):
                return True
            start, count = start + count, 8 * count
        return False

    def listed(self, places: array[int]) -> Ints:
        """Of documents that are kept in a list, those of this mind."""
        found = np.array(places, dtype=np.int64)
        return found if self.is_present else found[found < self.size]

    def stand(self, places: NDArray[np.integer]) -> Flags:
        """Which of these versions had not ended."""
        stands: Flags = self.standing[places]
        return stands

    def are_counted(self, places: NDArray[np.integer]) -> Flags:
        counted: Flags = self.counted[places]
        return counted

    def are_turns(self, places: NDArray[np.integer]) -> Flags:
        """Which of them have a neighbour."""
        return (self.columns.previous.at(places) > 0) | (self._next(places) > 0)

    def are_claims(self, places: NDArray[np.integer]) -> Flags:
        """Which of them are memories or rules."""
        return self.columns.flags.at(places) & Flag.CLAIM > 0

    def uses(self, places: NDArray[np.integer]) -> Ints:
        uses: Ints = self._uses[places].astype(np.int64)
        return uses

    def norms(self, places: NDArray[np.integer]) -> Ints:
        """What BM25 makes of their lengths: turns are held against the average of turns, others of the others."""
        if not self.has_neighbours:
            table = _norms_by_length(self.average, self.contents.longest)
            norms: Ints = table[self.column(self.columns.length)[places]]
            return norms
        measures = self._measures[places].astype(np.int64)
        return scoring.norms(measures, np.where(self.are_turns(places), self.average_turn, self.average))

    def lenders(self, places: Ints) -> Iterator[tuple[Ints, int]]:
        """The turns one, two and three before, then after, 0 where there is none, and the sixteenths that they lend."""
        near = places
        for share in scoring.LENT_BY_PREVIOUS:
            near = self.columns.previous.at(near)
            yield near, share
        near = places
        for share in scoring.LENT_BY_NEXT:
            near = self._next(near)
            yield near, share

    def borrowers(self, places: Ints) -> Iterator[tuple[Ints, int]]:
        """The turns that borrow of these: one, two and three after, then before."""
        near = places
        for share in scoring.LENT_BY_PREVIOUS:
            near = self._next(near)
            yield near, share
        near = places
        for share in scoring.LENT_BY_NEXT:
            near = self.columns.previous.at(near)
            yield near, share

    def following(self, places: Ints, steps: int) -> Iterator[Ints]:
        """The turns one, two, … after these, those there are."""
        for _ in range(steps):
            places = self._next(places)
            places = places[places > 0]
            yield places

    def _next(self, places: NDArray[np.integer]) -> Ints:
        following = self.columns.next.at(places)
        return following if self.is_present else np.where(following < self.size, following, 0)


@lru_cache(maxsize=4)
def _norms_by_length(average: int, longest: int) -> Ints:
    """Of texts of so many words that borrow nothing."""
    return scoring.norms(SIXTEENTH * np.arange(longest + 1), average)


def _average(length: int, count: int) -> int:
    """In sixteenths; 1 where there is nothing to average."""
    return max(1, length // count) if count else 1
