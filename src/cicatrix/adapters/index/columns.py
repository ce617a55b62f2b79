"""Growing arrays: one slot a document, and one list of documents a term.

Document numbers count from 1 in order of sequence. Slot 0 is nobody: what has no neighbour points there, so that no
step over neighbours needs a mask.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from typing import Final

import numpy as np
from numpy.typing import NDArray

from cicatrix.core.scoring import Ints

FOREVER: Final = 2**62
"""End of a version that stands."""

_MOST_REPEATS: Final = 255


class Column:
    """An int64 array that grows by doubling."""

    __slots__ = ("_length", "_values")

    def __init__(self, nobody: int = 0) -> None:
        self._values: Ints = np.zeros(64, dtype=np.int64)
        self._values[0] = nobody
        self._length = 1

    def append(self, value: int) -> None:
        if self._length == len(self._values):
            self._values = np.concatenate([self._values, np.zeros_like(self._values)])
        self._values[self._length] = value
        self._length += 1

    def __setitem__(self, document: int, value: int) -> None:
        self._values[document] = value

    def __getitem__(self, document: int) -> int:
        return int(self._values[document])

    def first(self, count: int) -> Ints:
        """A view of the first ``count`` slots, nobody's included. Not to be written, nor kept past the lock."""
        return self._values[:count]


class Postings:
    """For each term the documents that have it, in order, and how often."""

    def __init__(self) -> None:
        self._terms: dict[str, int] = {}
        self._documents: list[array[int]] = []
        self._counts: list[array[int]] = []

    def add(self, document: int, counted: dict[str, int]) -> None:
        """Documents come in ascending order."""
        for term, count in counted.items():
            place = self._terms.get(term)
            if place is None:
                place = self._terms[term] = len(self._documents)
                self._documents.append(array("i"))
                self._counts.append(array("B"))
            self._documents[place].append(document)
            self._counts[place].append(count if count < _MOST_REPEATS else _MOST_REPEATS)

    def get(self, term: str, below: int) -> tuple[NDArray[np.int32], NDArray[np.uint8]]:
        """Documents numbered under ``below`` and their counts. Views: an array that is looked at cannot grow."""
        place = self._terms.get(term)
        if place is None:
            return np.zeros(0, np.int32), np.zeros(0, np.uint8)
        documents, counts = self._documents[place], self._counts[place]
        end = len(documents) if documents[-1] < below else bisect_left(documents, below)
        return np.frombuffer(documents, np.int32, end), np.frombuffer(counts, np.uint8, end)

    def has(self, term: str, below: int) -> bool:
        place = self._terms.get(term)
        return place is not None and self._documents[place][0] < below


class Columns:
    """What scoring reads, one slot a document (see :class:`~cicatrix.adapters.index.documents.Document`)."""

    __slots__ = (
        "asked_before",  # the turn before it is another's question
        "begin",
        "born",
        "counted",
        "day",
        "end",
        "half_life",
        "importance",
        "is_claim",
        "kind",  # place of the kind in the order of ties
        "length",
        "next",  # the turn after it in its session
        "number",
        "only_asks",
        "previous",  # the turn before it in its session
        "prior",
        "time_words",
        "uses",
    )

    def __init__(self) -> None:
        self.asked_before = Column()
        self.begin = Column()
        self.born = Column()
        self.counted = Column()
        self.day = Column()
        self.end = Column()
        self.half_life = Column(1)
        self.importance = Column()
        self.is_claim = Column()
        self.kind = Column()
        self.length = Column()
        self.next = Column()
        self.number = Column()
        self.only_asks = Column()
        self.previous = Column()
        self.prior = Column()
        self.time_words = Column()
        self.uses = Column()
