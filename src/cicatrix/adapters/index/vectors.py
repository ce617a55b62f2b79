"""The vectors of one embedder, a row a document, in blocks that never move; and how near they are to a query's.

Whole numbers are compared exactly, in floats that hold them (core/vectors.py). Where that would take too long, the
signs of the coordinates say nearly as well which rows to compare.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from cicatrix.adapters.index.mind import REACH, Flags, Mind
from cicatrix.adapters.index.ordered import distinct, without
from cicatrix.core import scoring
from cicatrix.core.scoring import Ints
from cicatrix.errors import VerificationFailed
from cicatrix.ports import QueryVector

BLOCK: Final = 65_536
"""Rows of a block. Its pages are taken as its rows are written."""

_PAIRS: Final = 2 * REACH  # so many turns back, a turn still meets another in the mix of some turn between them
_SCANNED: Final = 32_768  # rows whose signs are compared at a time: what comes of them stays in the cache
_ROWS: Final = 256  # turned into floats at a time: they stay in the processor's cache


class Vectors:
    """Grows with :meth:`put`. Not safe to share: its owner holds a lock."""

    def __init__(self, embedder: str) -> None:
        self.embedder = embedder  # em-n
        self.dimension = 0  # of the first vector; 0 until it comes
        self.last = 0  # number of the arrival that came last
        self._words = 0
        self._rows: list[NDArray[np.int16]] = []
        self._signs: list[NDArray[np.uint64]] = []  # word by word, so that one pass reads one word of all rows
        self._pairs: list[NDArray[np.int32]] = []  # dot products with the turns one to six before
        self._present: Flags = np.zeros(BLOCK, dtype=np.bool_)
        self._order = array("i")  # documents as their vectors arrived
        self._new = array("q")  # documents whose vectors came since they were settled
        self._floats = np.empty((0, 0), dtype=np.float64)
        self._apart = np.empty((0, 0), dtype=np.uint64)
        self._bits = np.empty((0, 0), dtype=np.uint8)

    # -- growing ---------------------------------------------------------------------------------------------------

    def put(self, place: int, vector: bytes) -> None:
        """Keep the vector of a document. Raises VerificationFailed for one of another dimension."""
        if not self.dimension:
            self.dimension = len(vector) // 2
            self._words = -(-self.dimension // 64)
            self._floats = np.empty((_ROWS, self.dimension), dtype=np.float64)
            self._apart = np.empty((self._words, _SCANNED), dtype=np.uint64)
            self._bits = np.empty((self._words, _SCANNED), dtype=np.uint8)
        if len(vector) != 2 * self.dimension:
            raise VerificationFailed(
                f"A vector of {self.embedder} has {len(vector) // 2} dimensions, not {self.dimension}.",
                hint="`cicatrix doctor --mend` makes the vectors anew.",
            )
        while place >= BLOCK * len(self._rows):
            self._rows.append(np.zeros((BLOCK, self.dimension), dtype=np.int16))
            self._signs.append(np.zeros((self._words, BLOCK), dtype=np.uint64))
            self._pairs.append(np.zeros((BLOCK, _PAIRS), dtype=np.int32))
        self._make_room(place + 1)
        self._rows[place // BLOCK][place % BLOCK] = np.frombuffer(vector, dtype="<i2")
        if not self._present[place]:
            self._order.append(place)
        self._present[place] = True
        self._new.append(place)

    def _make_room(self, size: int) -> None:
        while size > len(self._present):
            self._present = np.concatenate([self._present, np.zeros_like(self._present)])

    def settle(self, mind: Mind) -> None:
        """Take what follows from the vectors put since: their signs, and how near neighbouring turns are."""
        new = distinct(np.array(self._new, dtype=np.int64))
        del self._new[:]
        for block, inside in _by_block(new):
            for start in range(0, len(inside), _ROWS):
                some = inside[start : start + _ROWS] % BLOCK
                self._signs[block][:, some] = self._signs_of(self._rows[block][some]).T
        if mind.has_neighbours and len(new):
            self._pair(mind, new)

    def _signs_of(self, rows: NDArray[np.int16]) -> NDArray[np.uint64]:
        bits = np.zeros((len(rows), 8 * self._words), dtype=np.uint8)
        packed = np.packbits(rows > 0, axis=1)
        bits[:, : packed.shape[1]] = packed
        return bits.view(np.uint64)

    def _pair(self, mind: Mind, new: Ints) -> None:
        """Dot products of turns with those up to six before them: of the new ones, and of those after them that had
        their vectors earlier."""
        late = [without(distinct(after), new) for after in mind.following(new, _PAIRS)]
        for turns in (new, *late):
            near = places = turns[self.has(turns)]
            for step in range(_PAIRS):
                near = mind.columns.previous.at(near)
                meet = np.flatnonzero(self.has(near))
                for start in range(0, len(meet), _ROWS):
                    some = meet[start : start + _ROWS]
                    one, two = self._as_floats(places[some]), self._as_floats(near[some])
                    self._set_pairs(places[some], step, np.einsum("ij,ij->i", one, two).astype(np.int32))

    def _as_floats(self, places: Ints) -> NDArray[np.float64]:
        rows = np.empty((len(places), self.dimension), dtype=np.float64)
        for block, at in _blocks_of(places):
            rows[at] = self._rows[block][places[at] % BLOCK]
        return rows

    def _set_pairs(self, places: Ints, step: int, dots: NDArray[np.int32]) -> None:
        for block, at in _blocks_of(places):
            self._pairs[block][places[at] % BLOCK, step] = dots[at]

    # -- reading ---------------------------------------------------------------------------------------------------

    def has(self, places: NDArray[np.integer]) -> Flags:
        """Which of these documents have a vector."""
        inside = places < len(self._present)
        return np.where(inside, self._present[np.where(inside, places, 0)], False)

    def count(self, size: int) -> int:
        """How many of the first documents have one."""
        return int(np.count_nonzero(self._present[:size]))

    def known(self, size: int, count: int | None) -> Flags:
        """Of each of the first documents, whether it has one; with ``count``, whether it is of the first to come."""
        if count is None or count >= self.count(size):
            self._make_room(size)
            return self._present[:size]
        order = np.frombuffer(self._order, np.int32) if self._order else np.zeros(0, np.int32)
        known = np.zeros(size, dtype=np.bool_)
        known[order[order < size][:count]] = True
        return known

    def dots(self, places: Ints, query: NDArray[np.float64]) -> Ints:
        """Exact dot products of these documents' vectors with a query's; 0 where there is none."""
        found = np.zeros(len(places), dtype=np.float64)
        for block, at in _blocks_of(places):
            if block >= len(self._rows):
                continue
            rows, inside = self._rows[block], places[at] % BLOCK
            dots = np.empty(len(inside))
            for start in range(0, len(inside), _ROWS):
                some = inside[start : start + _ROWS]
                floats = self._floats[: len(some)]
                floats[:] = rows[some]
                np.dot(floats, query, out=dots[start : start + len(some)])
            found[at] = dots
        return found.astype(np.int64)

    def pairs(self, places: Ints) -> Ints:
        """Dot products with the turns one to six before, shape (documents, 6)."""
        found = np.zeros((len(places), _PAIRS), dtype=np.int64)
        for block, at in _blocks_of(places):
            if block < len(self._pairs):
                found[at] = self._pairs[block][places[at] % BLOCK]
        return found

    def estimates(self, query: NDArray[np.int16], known: Flags) -> NDArray[np.int16]:
        """Of each document that ``known`` speaks of, the cosine in thousandths that the signs suggest; 0 for what is
        not known."""
        words = self._signs_of(query[None, :]).T
        table = _cosines_of_differences(self.dimension)
        found = np.zeros(len(known), dtype=np.int16)
        for start in range(0, min(len(known), BLOCK * len(self._signs)), min(_SCANNED, BLOCK)):
            some = found[start : start + min(_SCANNED, BLOCK)]
            inside = start % BLOCK
            signs = self._signs[start // BLOCK][:, inside : inside + len(some)]
            apart, bits = self._apart[:, : len(some)], self._bits[:, : len(some)]
            np.bitwise_xor(signs, words, out=apart)
            np.bitwise_count(apart, out=bits)
            np.take(table, _sum_of_rows(bits), out=some, mode="clip")
        return np.multiply(found, known, out=found)


class Nearness:
    """How near the documents of a mind are to one query, in millionths of a cosine.

    ``present`` tells of each document of the mind whether there is a vector to compare, and ``count`` of how many.
    """

    def __init__(self, vectors: Vectors, mind: Mind, query: QueryVector, floor: int) -> None:
        self.vectors = vectors
        self.floor = floor
        self.count = min(vectors.count(mind.size), query.known if query.known is not None else mind.size)
        self._mind = mind
        if not self.count:
            return  # nothing to compare with, and nothing is known of its dimension
        self.present = vectors.known(mind.size, query.known)
        self._question = self._read(query.vector)
        self._first_person = self._read(query.first_person) if query.first_person is not None else None

    def _read(self, vector: bytes) -> NDArray[np.int16]:
        if len(vector) != 2 * self.vectors.dimension:
            raise VerificationFailed(
                f"The query has {len(vector) // 2} dimensions, the vectors of {self.vectors.embedder} have"
                f" {self.vectors.dimension}."
            )
        return np.frombuffer(vector, dtype="<i2")

    def has(self, places: Ints) -> Flags:
        found: Flags = self.present[places]
        return found

    def cosines(self, places: Ints) -> Ints:
        """Exact, with what neighbouring turns lend; 0 for documents without a vector."""
        found = scoring.cosines(self._dots(places))
        if self._mind.has_neighbours:
            turns = np.flatnonzero(self._mind.are_turns(places))
            if len(turns):
                found[turns] = self._mixed(places[turns])
        found *= self.has(places)
        return found

    def _mixed(self, turns: Ints) -> Ints:
        row = np.stack([*self._around(turns)])
        places = distinct(row.flatten())
        present = self.has(row.ravel()).reshape(row.shape).astype(np.int64)
        dots = self._dots(places)[np.searchsorted(places, row)]
        among: dict[tuple[int, int], Ints] = {}
        for later in range(1, len(row)):
            before = self.vectors.pairs(row[later])
            for earlier in range(later):
                among[earlier, later] = before[:, later - earlier - 1]
        return scoring.mixed_cosines(dots, among, present)

    def _around(self, turns: Ints) -> Iterator[Ints]:
        """The turns from the third before to the third after, 0 where there is none."""
        near = [place for place, _ in self._mind.lenders(turns)]
        yield from (*reversed(near[:REACH]), turns, *near[REACH:])

    def _dots(self, places: Ints) -> Ints:
        """With the question; of turns with the question as its speaker would put it, where one is named."""
        if self._first_person is None:
            return self.vectors.dots(places, self._question.astype(np.float64))
        dots = np.zeros(len(places), dtype=np.int64)
        claims = self._mind.are_claims(places)
        for query, which in ((self._question, claims), (self._first_person, ~claims)):
            dots[which] = self.vectors.dots(places[which], query.astype(np.float64))
        return dots

    def estimates(self) -> NDArray[np.int16]:
        """Of every document of the mind, nobody included, in thousandths, from the signs alone."""
        found = self.vectors.estimates(self._question, self.present)
        if self._first_person is not None:
            claims = self._mind.are_claims(np.arange(self._mind.size))
            found = np.where(claims, found, self.vectors.estimates(self._first_person, self.present))
        if self._mind.has_neighbours:
            places = np.arange(self._mind.size)
            mixed = found.astype(np.int32) * scoring.SIXTEENTH
            for near, share in self._mind.lenders(places):
                mixed += share * found[near]
            return np.asarray(mixed // _USUAL_LENGTH, dtype=np.int16)
        return found


_USUAL_LENGTH: Final = 24
"""Sixteenths: how long the mix of a turn with its neighbours' vectors usually is."""


@cache
def _cosines_of_differences(dimension: int) -> NDArray[np.int16]:
    """Thousandths: of two vectors of which so many coordinates differ in sign, if their angle is what that suggests."""
    angles = np.arange(dimension + 1) * (np.pi / dimension)
    found: NDArray[np.int16] = np.rint(1000 * np.cos(angles)).astype(np.int16)
    return found


def _sum_of_rows(bits: NDArray[np.uint8]) -> NDArray[np.intp]:
    """Of rows of numbers up to 64; three of them still fit 8 bits. The rows are not what they were afterwards."""
    sums = np.zeros(bits.shape[1], dtype=np.uint16)
    for first in range(0, len(bits), 3):
        for other in bits[first + 1 : first + 3]:
            np.add(bits[first], other, out=bits[first])
        sums += bits[first]
    return sums.astype(np.intp)


def _by_block(places: Ints) -> Iterator[tuple[int, Ints]]:
    for block, at in _blocks_of(places):
        yield block, places[at]


def _blocks_of(places: Ints) -> Iterable[tuple[int, NDArray[np.intp] | slice]]:
    """Each block that these documents are in, and which of them."""
    if not len(places):
        return
    first, last = int(places.min()) // BLOCK, int(places.max()) // BLOCK
    if first == last:
        yield first, slice(None)
        return
    blocks = places // BLOCK
    for block in range(first, last + 1):
        at = np.flatnonzero(blocks == block)
        if len(at):
            yield block, at
