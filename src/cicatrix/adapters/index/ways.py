"""Ways into a recall beside words and vectors.

A memory of the attribute that a question asks for is found whatever its words. A preference is found by the domain of
life that it shares with the query. And where a memory that was replaced or merged matches, what came in its place has
its evidence: who asks "where do I work?" in the words of the old employer is answered with the new one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from cicatrix.adapters.index.documents import BOUND, DOMAIN, TOLD
from cicatrix.adapters.index.mind import Mind
from cicatrix.adapters.index.ordered import places_in, union
from cicatrix.adapters.index.query import Query
from cicatrix.adapters.index.words import Words
from cicatrix.core.scoring import Ints

_NOTHING: Final[Ints] = np.zeros(0, dtype=np.int64)

_PREDECESSORS: Final = 64
"""So many replaced memories at most, those that match best, lend what they match to what came in their place."""

_GENERATIONS: Final = 64
"""Steps that are gone from a memory to what holds now."""


@dataclass(frozen=True, slots=True)
class Ways:
    """Places, ascending. ``told`` tell what is asked for, ``akin`` are preferences of a domain that is named, ``bound``
    those of them that bind whatever is asked for there, ``heirs`` came in the place of what matched, which covers
    ``inherited`` of the query where they cover less, in millionths. ``pinned`` are always handed on."""

    told: Ints
    akin: Ints
    bound: Ints
    heirs: Ints
    pinned: Ints
    inherited: Ints

    def inherited_by(self, places: Ints) -> Ints:
        """What each of some places covers only for what it took the place of; 0 for most."""
        found = np.zeros(len(places), dtype=np.int64)
        if not len(self.heirs):
            return found
        rows, stand = places_in(places, self.heirs)
        found[stand] = self.inherited[rows[stand]]
        return found


def find_ways(mind: Mind, query: Query, words: Words, floor: int) -> Ways:
    """The ways of a query. Heirs are hit by ``words`` afterwards, with what their predecessors carry."""
    told = _marked(mind, [f"{TOLD}{mark}" for mark in query.sought.marks] if query.sought is not None else [])
    akin = _counted(mind, _marked(mind, [f"{DOMAIN}{domain}" for domain in query.domains]))
    bound = _counted(mind, _marked(mind, [f"{BOUND}{domain}" for domain in query.domains]))
    pinned = _counted(mind, mind.listed(mind.contents.pinned))
    pairs = _heirs(mind, words, floor)
    heirs = inherited = _NOTHING
    if pairs:
        heirs = np.array(sorted({heir for heir, _ in pairs}), dtype=np.int64)
        own = words.coverage(heirs)
        words.lend(pairs)
        lent = words.coverage(heirs)
        inherited = np.where(lent > own, lent, 0)
    return Ways(told, akin, bound, heirs, pinned, inherited)


def _counted(mind: Mind, places: Ints) -> Ints:
    return places[mind.are_counted(places)] if len(places) else places


def _marked(mind: Mind, marks: list[str]) -> Ints:
    """The versions filed under any of these that had not ended."""
    found = _NOTHING
    for mark in marks:
        documents, _ = mind.contents.postings.get(mark, mind.size)
        if len(documents):
            found = union(found, documents.astype(np.int64))
    return found[mind.stand(found)] if len(found) else found


def _heirs(mind: Mind, words: Words, floor: int) -> list[tuple[int, int]]:
    """What stands in the place of what matched, with what that was."""
    if not mind.contents.succeeded:
        return []
    ended = mind.listed(mind.contents.succeeded)
    ended = ended[mind.stand(ended)]
    ended = ended[words.reaching(floor)[ended]]
    if not len(ended):
        return []
    best = ended[np.lexsort((ended, -words.reach(ended)))][:_PREDECESSORS]
    pairs = [(_last_in_line(mind, place), place) for place in best.tolist()]
    return [(heir, place) for heir, place in pairs if heir]


def _last_in_line(mind: Mind, place: int) -> int:
    """What holds in the place of a memory, 0 where nothing does."""
    columns = mind.columns
    for _ in range(_GENERATIONS):
        number = columns.successor[place]
        if not number:
            return place if mind.counted[place] else 0
        place = mind.contents.standing_at(columns.kind[place], number, mind.seq, mind.size)
        if not place:
            return 0
    return 0
