"""The mind at a sequence, as arrays: which documents stand, and the statistics that words are weighed with."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from cicatrix.adapters.index.columns import Column
from cicatrix.adapters.index.contents import NAMED, Contents
from cicatrix.core import scoring
from cicatrix.core.scoring import SIXTEENTH, Ints

_REACH: Final = 3  # turns before and after


class Mind:
    """Arrays have one slot for each document begun by the sequence, nobody's slot 0 included.

    All of it follows from the versions begun and ended by then, whatever was indexed since.
    """

    def __init__(self, contents: Contents, seq: int) -> None:
        columns = contents.columns
        self.contents = contents
        self.size = int(np.searchsorted(columns.begin.first(len(contents.documents)), seq, side="right"))
        self.standing: NDArray[np.bool_] = self.column(columns.end) > seq
        self.standing[0] = False
        self.counted = self.standing & (self.column(columns.counted) == 1)
        self.only_asks = self.column(columns.only_asks) == 1
        self.stating = self.counted & ~self.only_asks
        self.documents = int(np.count_nonzero(self.counted))
        self.before = self._steps(self.column(columns.previous))
        self.after = self._steps(np.where(self.column(columns.next) < self.size, self.column(columns.next), 0))
        self.has_neighbours = bool(self.before[0].any())
        self._measure()
        self.uses = self._uses(seq, current=not contents.changes or contents.changes[-1] <= seq)

    def column(self, column: Column) -> Ints:
        """The slots of this mind."""
        return column.first(self.size)

    def knows(self, name: str) -> bool:
        """Whether it has words by or about a person, given the folded name."""
        return self.contents.postings.has(f"{NAMED}{name}", self.size)

    def _steps(self, once: Ints) -> list[Ints]:
        """The neighbour one, two and three steps away, 0 where there is none."""
        steps = [once]
        while len(steps) < _REACH:
            steps.append(once[steps[-1]])
        return steps

    def _measure(self) -> None:
        """Lengths in sixteenths of a word, neighbours' shares included, and what BM25 makes of them.

        Turns, which borrow, and other documents, which do not, are each held against the average of their own.
        """
        own = self.column(self.contents.columns.length)
        lengths = SIXTEENTH * own
        for places, shares in ((self.before, scoring.LENT_BY_PREVIOUS), (self.after, scoring.LENT_BY_NEXT)):
            for place, share in zip(places, shares, strict=True):
                lengths = lengths + share * own[place]
        turns = (self.before[0] > 0) | (self.after[0] > 0)
        self.average_turn = _average(lengths[self.counted & turns])
        self.average = _average(lengths[self.counted & ~turns])
        self.norms = scoring.norms(lengths, np.where(turns, self.average_turn, self.average))

    def _uses(self, seq: int, *, current: bool) -> Ints:
        if current:
            return self.column(self.contents.columns.uses).copy()
        uses = np.zeros(self.size, dtype=np.int64)
        for place, count in self.contents.uses_at(seq).items():
            if place < self.size:
                uses[place] = count
        return uses


def _average(lengths: Ints) -> int:
    """In sixteenths; 1 where there is nothing to average."""
    return max(1, int(lengths.sum()) // len(lengths)) if len(lengths) else 1
