"""Growing arrays: one slot a document, and one list of documents a term.

Document numbers count from 1 in order of sequence. Slot 0 is nobody: what has no neighbour points there, so that no
step over neighbours needs a mask.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import Final

import numpy as np
from numpy.typing import DTypeLike, NDArray

from cicatrix.core.grasp import SHORTEST_SLIP, is_slip
from cicatrix.core.scoring import Ints

FOREVER: Final = 2**62
"""End of a version that stands."""

_MOST_REPEATS: Final = 255
_MOST_SKIPPED: Final = 4096
_MOST_WAITING: Final = 2**18  # terms
_NO_DOCUMENTS: Final = np.zeros(0, np.int32)
_NO_COUNTS: Final = np.zeros(0, np.uint8)


class Flag:
    """What is true of a document or not: bits, as plain numbers."""

    CLAIM: Final = 1  # a memory or rule
    COUNTED: Final = 2  # stands in the active mind while its version does: counts in statistics, and may be recalled
    ONLY_ASKS: Final = 4
    ASKED_BEFORE: Final = 8  # the turn before it is another's question
    TIME_WORDS: Final = 16
    FIRST_PERSON: Final = 32
    PINNED: Final = 64


class Column:
    """An array of whole numbers that grows by doubling, from ``room`` slots on."""

    __slots__ = ("_length", "_values")

    def __init__(self, dtype: DTypeLike = np.int32, *, nobody: int = 0, room: int = 64) -> None:
        self._values: Ints = np.zeros(room, dtype=dtype)
        self._values[0] = nobody
        self._length = 1

    def append(self, value: int) -> None:
        if self._length == len(self._values):
            grown = np.zeros(2 * self._length, dtype=self._values.dtype)
            grown[: self._length] = self._values
            self._values = grown
        self._values[self._length] = value
        self._length += 1

    def __setitem__(self, document: int, value: int) -> None:
        self._values[document] = value

    def __getitem__(self, document: int) -> int:
        return int(self._values[document])

    def first(self, count: int) -> Ints:
        """A view of the first ``count`` slots, nobody's included. Not to be written, nor kept past the lock."""
        return self._values[:count]

    def at(self, documents: NDArray[np.integer]) -> Ints:
        """The values of these documents, int64."""
        values: Ints = self._values[documents].astype(np.int64, copy=False)
        return values


class _Vocabulary(dict[str, int]):
    """Terms, numbered as they come; ``new`` are those that came since it was emptied."""

    def __init__(self) -> None:
        self.new: list[str] = []

    def __missing__(self, term: str) -> int:
        number = self[term] = len(self)
        self.new.append(term)
        return number


class Postings:
    """For each term the documents that have it, in order, and how often.

    What is added waits until it is settled: many documents are sorted by term at once, in a fraction of the time that
    it takes one by one. Until then only the documents before them are found.
    """

    def __init__(self) -> None:
        self._terms = _Vocabulary()
        self._documents: list[array[int]] = []
        self._counts: list[array[int]] = []
        self._by_front: defaultdict[str, list[str]] = defaultdict(list)  # first two letters → words long enough
        self._waiting = array("i")  # terms of the documents that wait, one after the other
        self._whose = array("i")  # those documents,
        self._lengths = array("i")  # and how many terms each has

    def add(self, document: int, terms: Iterable[str]) -> None:
        """Documents come in ascending order, with their terms as often as they have them."""
        before = len(self._waiting)
        self._waiting.extend(map(self._terms.__getitem__, terms))
        self._whose.append(document)
        self._lengths.append(len(self._waiting) - before)
        if len(self._waiting) > _MOST_WAITING:
            self.settle()

    def settle(self) -> None:
        """Have all that was added found."""
        for term in self._terms.new:
            self._documents.append(array("i"))
            self._counts.append(array("B"))
            if len(term) >= SHORTEST_SLIP and term.isalpha():
                self._by_front[term[:2]].append(term)
        self._terms.new.clear()
        if len(self._whose) == 1:
            for place, count in Counter(self._waiting).items():
                self._documents[place].append(self._whose[0])
                self._counts[place].append(min(count, _MOST_REPEATS))
        elif self._waiting:
            self._settle_sorted()
        del self._waiting[:], self._whose[:], self._lengths[:]

    def _settle_sorted(self) -> None:
        pairs = np.array(self._waiting, dtype=np.int64) << 32
        pairs |= np.repeat(np.array(self._whose, dtype=np.int64), self._lengths)
        pairs.sort()
        first = np.flatnonzero(np.concatenate([[True], pairs[1:] != pairs[:-1]]))
        counts = np.minimum(np.diff(first, append=len(pairs)), _MOST_REPEATS).astype(np.uint8).tobytes()
        pairs = pairs[first]
        documents = (pairs & (2**32 - 1)).astype(np.int32).tobytes()
        terms = pairs >> 32
        starts = np.flatnonzero(np.concatenate([[True], terms[1:] != terms[:-1]]))
        ends = np.append(starts[1:], len(terms))
        for term, start, end in zip(terms[starts].tolist(), starts.tolist(), ends.tolist(), strict=True):
            self._documents[term].frombytes(documents[4 * start : 4 * end])
            self._counts[term].frombytes(counts[start:end])

    def get(self, term: str, below: int) -> tuple[NDArray[np.int32], NDArray[np.uint8]]:
        """Documents numbered under ``below`` and their counts. Views: an array that is looked at cannot grow."""
        place = self._terms.get(term)
        if place is None or place >= len(self._documents):
            return _NO_DOCUMENTS, _NO_COUNTS
        documents, counts = self._documents[place], self._counts[place]
        end = len(documents) if documents[-1] < below else bisect_left(documents, below)
        return np.frombuffer(documents, np.int32, end), np.frombuffer(counts, np.uint8, end)

    def near(self, term: str, below: int) -> str:
        """The word with the same first two letters that is one slip of the pen away, that of most documents; empty if
        there is none."""
        found = [word for word in self._by_front.get(term[:2], ()) if is_slip(term, word) and self.has(word, below)]
        return max(found, key=lambda word: (len(self.get(word, below)[0]), word), default="")

    def has(self, term: str, below: int) -> bool:
        place = self._terms.get(term)
        return place is not None and place < len(self._documents) and self._documents[place][0] < below


class Places:
    """Where the thing with a number stands, 0 for nowhere: four bytes each, since numbers are given in a row."""

    def __init__(self) -> None:
        self._near = array("i", [0])
        self._far: dict[int, int] = {}  # numbers that skip many, as only a ledger from elsewhere may have

    def __getitem__(self, number: int) -> int:
        return self._near[number] if number < len(self._near) else self._far.get(number, 0)

    def __setitem__(self, number: int, place: int) -> None:
        missing = number + 1 - len(self._near)
        if missing > _MOST_SKIPPED:
            self._far[number] = place
            return
        if missing > 0:
            self._near.extend(self._far.pop(skipped, 0) for skipped in range(len(self._near), number + 1))
        self._near[number] = place


class Chains:
    """For each key, a whole number, the values that were added to it: a few bytes each, and no object."""

    def __init__(self) -> None:
        self._last: dict[int, int] = {}  # key → its last link
        self._before = array("i", [0])
        self._values = array("i", [0])

    def add(self, key: int, value: int) -> None:
        self._before.append(self._last.get(key, 0))
        self._values.append(value)
        self._last[key] = len(self._values) - 1

    def get(self, key: int) -> list[int]:
        """The values of a key, in the order in which they were added."""
        found = []
        link = self._last.get(key, 0)
        while link:
            found.append(self._values[link])
            link = self._before[link]
        return found[::-1]


class Columns:
    """What scoring reads, one slot a document (see :class:`~cicatrix.adapters.index.documents.Document`).

    Each column begins with room for another number of documents, so that no two have to grow with the same one.
    """

    __slots__ = (
        "begin",
        "born",
        "counted",
        "day",
        "end",
        "flags",
        "half_life",
        "importance",
        "kind",  # place of the kind in the order of ties
        "length",
        "measure",  # length in sixteenths, with what is borrowed of the neighbours there are now
        "next",  # the turn after it in its session
        "number",
        "previous",  # the turn before it in its session
        "questions",
        "standing",  # has not ended now
        "statement",
        "status",  # place in `Status`
        "successor",  # number of the memory or rule that took its place, 0 for none
        "tokens",
        "uses",
    )

    def __init__(self) -> None:
        rooms = iter(range(64, 1088, 48))

        def column(dtype: DTypeLike = np.int32, nobody: int = 0) -> Column:
            return Column(dtype, nobody=nobody, room=next(rooms))

        self.begin = column(np.int64)
        self.born = column()
        self.counted = column(np.bool_)  # stands now in the active mind; in a past one: the flag and the end
        self.day = column()
        self.end = column(np.int64)
        self.flags = column(np.uint8)
        self.half_life = column(nobody=1)
        self.importance = column()
        self.kind = column(np.uint8)
        self.length = column()
        self.measure = column()
        self.next = column()
        self.number = column(np.int64)
        self.previous = column()
        self.questions = column()
        self.standing = column(np.bool_)
        self.statement = column()
        self.status = column(np.uint8)
        self.successor = column()
        self.tokens = column()
        self.uses = column()
