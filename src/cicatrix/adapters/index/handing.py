"""What a search hands on: the best past the floor, the nearest below it, and what may have to be rescued.

Documents are arrays until here; the few that are handed on are read from the store.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from cicatrix.adapters.index.mind import Mind
from cicatrix.adapters.index.ordered import among, union, without
from cicatrix.adapters.index.query import Query
from cicatrix.adapters.index.told import Telling, Told
from cicatrix.adapters.index.vectors import Nearness
from cicatrix.adapters.index.ways import Ways
from cicatrix.adapters.index.words import Words
from cicatrix.core.candidates import Candidate
from cicatrix.core.ids import Kind
from cicatrix.core.recall import ONE, RecallSettings
from cicatrix.core.safety import linked_hazards
from cicatrix.core.scoring import Ints
from cicatrix.core.tags import met
from cicatrix.core.trust import Origin
from cicatrix.ports import LedgerReader

KEPT_LEAST: Final = 20
"""Candidates past the floor are handed on, best first, until their words would fill the budget twice, or there are
twice as many as the limit; and never fewer than this. The rest is counted."""

KEPT_CRITICAL: Final = 64
"""Critical memories below the floor that are handed on beside them: those that a hazard links, then the nearest."""

KEPT_BELOW: Final = 12
"""Candidates below the floor that are handed on, those that cover most of the query first."""

_FIRST_LOOK: Final = 128  # rows ranked before it is known whether all must be


@dataclass(frozen=True, slots=True)
class Found:
    """The documents past the floor that are scored, ascending, and the cosine of each; ``low`` those that were hit and
    stay below. ``passed`` counts all that passed."""

    above: Ints
    cosines: Ints | None
    low: Ints
    passed: int


@dataclass(frozen=True, slots=True)
class Scored:
    """The documents past the floor, a row each. ``parts`` add up to relevance, once each is divided by ``best``;
    ``standing`` is what memories and rules have beside it."""

    places: Ints
    scores: Ints
    relevance: Ints
    parts: dict[str, Ints]
    standing: dict[str, Ints]
    best: int
    cosines: Ints | None


class Handing:
    """Of one search."""

    def __init__(
        self,
        reader: LedgerReader,
        mind: Mind,
        seq: int,
        settings: RecallSettings,
        telling: Telling,
        query: Query,
        words: Words,
        nearness: Nearness | None,
        ways: Ways,
    ) -> None:
        self._reader = reader
        self._mind = mind
        self._columns = mind.columns
        self._seq = seq
        self._settings = settings
        self._telling = telling
        self._query = query
        self._words = words
        self._nearness = nearness
        self._ways = ways
        self._hazards = linked_hazards(query.stems)
        self._lessons: dict[int, tuple[tuple[str, str], ...]] = {0: ()}  # number of an episode → what cites it

    def low(self, found: Found, critical: Ints, pinned: Ints) -> Ints:
        """What is below the floor and handed on: the nearest, and for the rescue floor all that is critical."""
        places = self._words.best_covered(found.low, KEPT_BELOW)
        if len(places) > KEPT_BELOW:
            places = np.sort(self._by_coverage(places)[:KEPT_BELOW])
        if self._words.total and len(critical):
            places = union(places, self._nearest(without(critical, found.above)))
        if len(pinned):
            places = union(places, without(pinned, found.above))
        return self._by_coverage(places)

    def above(self, scored: Scored) -> list[Candidate]:
        """The candidates past the floor, best first. Parts of relevance that are 0 are not named."""
        rows = self._kept(scored)
        places = scored.places[rows]
        figures = {"coverage": self._words.coverage(places), "relevance": scored.relevance[rows]}
        if scored.cosines is not None:
            figures["cosine"] = scored.cosines[rows]
        reach = self._words.reach(places)
        parts = {"reach": np.where(reach == figures["coverage"], 0, reach)}
        parts |= {name: part[rows] * ONE // scored.best for name, part in scored.parts.items()}
        parts["in_place_of"] = self._ways.inherited_by(places)
        standing = {name: values[rows] for name, values in scored.standing.items()}
        components = []
        for figure, part, stands, is_claim in zip(
            _rows(figures), _rows(parts), _rows(standing), self._mind.are_claims(places).tolist(), strict=True
        ):
            named = dict(zip(figures, figure, strict=True))
            named |= {name: value for name, value in zip(parts, part, strict=True) if value}
            if is_claim:
                named |= zip(standing, stands, strict=True)
            components.append(named)
        return self._candidates(places, scored.scores[rows].tolist(), components, above_floor=True)

    def below(self, places: Ints) -> list[Candidate]:
        """Below the floor only what they share with the query is known of documents, and their score is 0."""
        words = self._words
        figures = {"coverage": words.coverage(places), "reach": words.reach(places)}
        if self._nearness is not None:
            figures["cosine"] = self._nearness.cosines(places)
        components = [dict(zip(figures, row, strict=True)) for row in _rows(figures)]
        return self._candidates(places, [0] * len(places), components, above_floor=False)

    # -- which ones ----------------------------------------------------------------------------------------------------

    def _kept(self, scored: Scored) -> list[int]:
        """Rows that are handed on, best first; ties by kind and number of the handle."""
        kept, enough = self._first_kept(scored, self._ranked(scored, _FIRST_LOOK))
        return kept if enough else self._first_kept(scored, self._ranked(scored, len(scored.scores)))[0]

    def _ranked(self, scored: Scored, count: int) -> list[int]:
        """The first ``count`` rows, and no fewer, in order. A tie is never cut: all that equal the last are ranked."""
        scores, rows = scored.scores, np.arange(len(scored.scores))
        if len(rows) > count:
            rows = np.flatnonzero(scores >= np.partition(scores, -count)[-count])
        return list(rows[np.lexsort((*self._tie_keys(scored.places[rows]), -scores[rows]))][:count].tolist())

    def _first_kept(self, scored: Scored, rows: list[int]) -> tuple[list[int], bool]:
        """Of rows in order those that are handed on, and whether no more are wanted after them."""
        most = len(scored.scores) if self._settings.limit is None else KEPT_LEAST + 2 * self._settings.limit
        room = 2 * self._settings.budget
        places = scored.places[rows]
        tokens, taught = self._columns.tokens.at(places).tolist(), self._taught(places)
        for count in range(len(rows)):
            if count >= most or (room <= 0 and count >= KEPT_LEAST):
                return rows[:count], True
            if not taught[count]:  # an episode may give its place to what it taught, and counts for nothing
                room -= tokens[count]
        return rows, len(rows) == len(scored.scores)

    def _nearest(self, critical: Ints) -> Ints:
        """So many as are handed on, ascending."""
        if len(critical) <= KEPT_CRITICAL:
            return critical
        postings, size = self._mind.contents.postings, self._mind.size
        linked = np.zeros(len(critical), dtype=np.bool_)
        for stem in self._hazards:
            linked |= among(critical, postings.get(stem, size)[0])
        near = self._nearness.cosines(critical) if self._nearness is not None else np.zeros(len(critical), np.int64)
        order = np.lexsort((*self._tie_keys(critical), -near, -self._words.coverage(critical), ~linked))
        return np.sort(critical[order[:KEPT_CRITICAL]])

    def _by_coverage(self, places: Ints) -> Ints:
        return places[np.lexsort((*self._tie_keys(places), -self._words.coverage(places)))]

    def _tie_keys(self, places: Ints) -> tuple[Ints, Ints]:
        return self._columns.number.at(places), self._columns.kind.at(places)

    def _taught(self, places: Ints) -> list[tuple[tuple[str, str], ...]]:
        """Of each document the memories and rules that cite it, with their status; nothing cites one of those."""
        numbers = np.where(self._mind.are_claims(places), 0, self._columns.number.at(places)).tolist()
        unread = {number for number in numbers if number not in self._lessons}
        if unread:
            self._lessons |= self._mind.contents.lessons_at(unread, self._seq)
        return [self._lessons[number] for number in numbers]

    # -- as they are put before a model --------------------------------------------------------------------------------

    def _candidates(
        self, places: Ints, scores: Sequence[int], components: Sequence[dict[str, int]], *, above_floor: bool
    ) -> list[Candidate]:
        """One a document, but for those whose words were erased since they were indexed."""
        told = self._telling.told(self._reader, self._mind.contents, places.tolist())
        lessons = self._taught(places)
        return [
            self._candidate(each, score, figures, taught, above_floor)
            for each, score, figures, taught in zip(told, scores, components, lessons, strict=True)
            if each is not None
        ]

    def _candidate(
        self,
        told: Told,
        score: int,
        components: dict[str, int],
        lessons: tuple[tuple[str, str], ...],
        above_floor: bool,
    ) -> Candidate:
        if self._hazards and told.kind is not Kind.EPISODE and told.speaks_of(self._hazards):
            components["safety"] = ONE
        if told.pinned:
            components["pinned"] = ONE
        trust, corrected_by = self._trust(told)
        return Candidate(
            handle=told.handle,
            kind=told.kind,
            type=told.type,
            seq=told.seq,
            text=told.text,
            score=score,
            components=components,
            coverage=components["coverage"],
            above_floor=above_floor,
            trust=trust,
            importance=told.importance,
            occurred_at=told.occurred_at,
            session=told.session,
            speaker=told.speaker,
            subject=told.subject,
            status=told.status,
            valid_from=told.valid_from,
            valid_to=told.valid_to,
            said_at=told.said_at,
            superseded_by=told.superseded_by,
            later=told.later,
            refines=told.refines,
            tags=told.tags,
            tags_met=met(told.tags, self._query.told) if told.tags else (),
            episodes=told.episodes,
            fields=told.fields,
            corrected_by=corrected_by,
            pinned=told.pinned,
            lessons=lessons,
        )

    def _trust(self, told: Told) -> tuple[Origin, str]:
        """How far its words are trusted in this mind, and who stands behind a correction in it."""
        if told.vouched_by is not None and self._mind.contents.is_vouched(told.vouched_by, self._seq):
            return told.vouched_trust, told.vouched_corrected_by
        return told.trust, told.corrected_by


def _rows(figures: dict[str, Ints]) -> list[tuple[int, ...]]:
    return list(zip(*(values.tolist() for values in figures.values()), strict=True))
