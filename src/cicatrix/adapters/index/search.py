"""One search: from a question to scored candidates. The recipe is in core/scoring.py; here it meets the arrays."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

import numpy as np

from cicatrix.adapters.index.columns import Column
from cicatrix.adapters.index.contents import NAMED, TAG
from cicatrix.adapters.index.documents import Document, hour_of
from cicatrix.adapters.index.mind import Mind
from cicatrix.adapters.index.query import Query, read_query
from cicatrix.adapters.index.words import Flags, Words, find_words, inside_window
from cicatrix.core import scoring
from cicatrix.core.candidates import Candidate, SearchResult
from cicatrix.core.ids import Kind
from cicatrix.core.memories import Memory
from cicatrix.core.recall import ONE, RecallSettings
from cicatrix.core.safety import linked_hazards
from cicatrix.core.scoring import RECIPE, Ints

KEPT_LEAST: Final = 20
"""Candidates past the floor are handed on, best first, until their words would fill the budget twice, or there are
twice as many as the limit; and never fewer than this. The rest is counted."""

KEPT_BELOW: Final = 12
"""Candidates below the floor that are handed on, those that cover most of the query first."""

_FIRST_LOOK: Final = 128  # rows ranked before it is known whether all must be

_ECHO: Final = 900_000  # share of its stems, and of the query's idf, that make a stored question an echo of the query


@dataclass(frozen=True, slots=True)
class _Scored:
    """The documents past the floor, a row each. ``parts`` add up to relevance, once each is divided by ``best``."""

    places: Ints
    scores: Ints
    relevance: Ints
    parts: dict[str, Ints]
    best: int


class Search:
    """A search of one mind at one moment."""

    def __init__(self, mind: Mind, seq: int, now: datetime, settings: RecallSettings) -> None:
        self._mind = mind
        self._seq = seq
        self._now = now.astimezone(UTC)
        self._settings = settings

    def run(self, text: str) -> SearchResult:
        mind = self._mind
        query = read_query(text, self._now, mind.knows)
        words = find_words(mind, query)
        hit = (words.reach > 0) & mind.standing
        passes = hit & ((words.reach >= scoring.floor(self._settings)) | (self._tags_met(query) >= scoring.TAGS_PASS))
        passes[self._echoes(passes, words, query)] = False
        scored = self._score(np.flatnonzero(passes), words, query)
        low = self._low(hit, passes, words)
        hazards = linked_hazards(query.stems)
        candidates = [
            *self._above(scored, self._kept(scored), words, query, hazards),
            *(self._candidate(place, 0, components, query, hazards) for place, components in _below(low, words)),
        ]
        return SearchResult(
            candidates=tuple(candidates),
            terms=query.stems,
            unknown=words.unknown,
            mind=self._seq,
            considered=mind.documents,
            weights=tuple(words.weights.get(term, 0) for term in query.stems),
            statistics={
                "documents": mind.documents,
                "average_length_16": mind.average,
                "average_turn_length_16": mind.average_turn,
                "query_idf": words.total,
                "floor": scoring.floor(self._settings),
                "above_floor": len(scored.places),
                "below_floor": int(np.count_nonzero(hit)) - len(scored.places),
            },
        )

    # -- relevance and score ---------------------------------------------------------------------------------------

    def _score(self, above: Ints, words: Words, query: Query) -> _Scored:
        """Score the documents past the floor. What no longer stands in the mind is scored, and sets no measure."""
        columns, settings = self._mind.contents.columns, self._settings
        parts = self._parts(above, words, query)
        raw = sum(parts.values(), start=np.zeros(len(above), dtype=np.int64))
        best = int(raw[self._mind.counted[above]].max(initial=0)) or int(raw.max(initial=0)) or 1
        relevance = np.clip(raw * ONE // best, 0, ONE)
        scores = scoring.episode_score(relevance, settings)
        claims = np.flatnonzero(self._of(columns.is_claim, above))
        if len(claims):
            scores[claims] = scoring.claim_score(relevance[claims], **self._standing(above[claims]), settings=settings)
        return _Scored(above, scores, relevance, parts, best)

    def _standing(self, claims: Ints) -> dict[str, Ints]:
        """What memories and rules have beside relevance."""
        columns = self._mind.contents.columns
        hours = hour_of(self._now) - self._of(columns.born, claims)
        return {
            "recency": scoring.recency(hours, self._of(columns.half_life, claims)),
            "importance": self._of(columns.importance, claims) * 1000,
            "usage": scoring.usage(self._mind.uses[claims]),
        }

    def _parts(self, above: Ints, words: Words, query: Query) -> dict[str, Ints]:
        """What relevance is made of, in millionths before it is set against the best."""
        columns = self._mind.contents.columns
        matched_before = words.coverage[self._mind.before[0][above]]
        parts = {
            "lexical": RECIPE.lexical * words.lexical[above] // 1000,
            "prior": self._of(columns.prior, above),
            "answers": RECIPE.answers * self._of(columns.asked_before, above) * matched_before // 1000,
        }
        if len(query.named) == 1:
            parts["speaker"] = RECIPE.speaker * 1000 * self._marked([f"{NAMED}{query.named[0]}"])[above]
        tags = self._tags_met(query)[above]
        parts["tags"] = RECIPE.tags * 1000 * np.minimum(tags, 2) // 2
        if query.windows:
            days = self._of(columns.day, above)
            parts["time"] = np.zeros_like(days)
            for window, _ in query.windows:
                worth = RECIPE.day if window.precision == "day" else RECIPE.month
                parts["time"] += 1000 * worth * inside_window(days, window)
        if query.asks_time:
            parts["time_words"] = RECIPE.time_words * 1000 * self._of(columns.time_words, above)
        return parts

    def _of(self, column: Column, places: Ints) -> Ints:
        return self._mind.column(column)[places]

    def _tags_met(self, query: Query) -> Ints:
        return self._marked([f"{TAG}{term}" for term in query.stems])

    def _marked(self, marks: list[str]) -> Ints:
        """How many of these names or tags are posted for each document of the mind."""
        flags = np.zeros(self._mind.size, dtype=np.int64)
        for mark in marks:
            documents, _ = self._mind.contents.postings.get(mark, self._mind.size)
            flags[documents] += 1
        return flags

    def _echoes(self, passes: Flags, words: Words, query: Query) -> list[int]:
        """Stored questions that say nothing which the query does not: they would win, and answer nothing."""
        asking = passes & self._mind.only_asks & (words.coverage >= _ECHO)
        asked = set(query.stems)
        found = []
        for place in np.flatnonzero(asking).tolist():
            stems = set(self._document(place).terms)
            if len(stems & asked) * ONE >= _ECHO * len(stems):
                found.append(place)
        return found

    # -- candidates ------------------------------------------------------------------------------------------------

    def _kept(self, scored: _Scored) -> list[int]:
        """Rows that are handed on, best first; ties by kind and number of the handle."""
        kept, enough = self._first_kept(scored, self._ranked(scored, _FIRST_LOOK))
        return kept if enough else self._first_kept(scored, self._ranked(scored, len(scored.scores)))[0]

    def _ranked(self, scored: _Scored, count: int) -> list[int]:
        """The first ``count`` rows, and no fewer, in order. A tie is never cut: all that equal the last are ranked."""
        scores, rows = scored.scores, np.arange(len(scored.scores))
        if len(rows) > count:
            rows = np.flatnonzero(scores >= np.partition(scores, -count)[-count])
        return list(rows[np.lexsort((*self._tie_keys(scored.places[rows]), -scores[rows]))][:count].tolist())

    def _first_kept(self, scored: _Scored, rows: list[int]) -> tuple[list[int], bool]:
        """Of rows in order those that are handed on, and whether no more are wanted after them."""
        most = len(scored.scores) if self._settings.limit is None else KEPT_LEAST + 2 * self._settings.limit
        room = 2 * self._settings.budget
        for count, row in enumerate(rows):
            if count >= most or (room <= 0 and count >= KEPT_LEAST):
                return rows[:count], True
            document = self._document(int(scored.places[row]))
            if not self._mind.contents.lessons_at(document.handle, self._seq):
                room -= self._mind.contents.told(
                    int(scored.places[row])
                ).tokens  # an episode may give its place to what it taught, and counts for nothing
        return rows, len(rows) == len(scored.scores)

    def _low(self, hit: Flags, passes: Flags, words: Words) -> list[int]:
        """What is below the floor and handed on: the nearest, and for the rescue floor all that is critical."""
        columns = self._mind.contents.columns
        places = np.flatnonzero(hit & ~passes)
        if len(places) > KEPT_BELOW:
            coverage = words.coverage[places]
            places = places[coverage >= np.partition(coverage, -KEPT_BELOW)[-KEPT_BELOW]]
        places = places[np.lexsort((*self._tie_keys(places), -words.coverage[places]))][:KEPT_BELOW]
        if words.total:
            important = self._mind.column(columns.importance) >= self._settings.rescue_importance
            critical = important & self._mind.counted & (self._mind.column(columns.is_claim) == 1) & ~passes
            places = np.union1d(places, np.flatnonzero(critical))
            places = places[np.lexsort((*self._tie_keys(places), -words.coverage[places]))]
        return list(places.tolist())

    def _tie_keys(self, places: Ints) -> tuple[Ints, Ints]:
        columns = self._mind.contents.columns
        return self._of(columns.number, places), self._of(columns.kind, places)

    def _document(self, place: int) -> Document:
        document = self._mind.contents.documents[place]
        assert document is not None
        return document

    def _above(
        self, scored: _Scored, rows: list[int], words: Words, query: Query, hazards: frozenset[str]
    ) -> list[Candidate]:
        """The candidates of these rows. Parts of relevance that are 0 are not named."""
        places = scored.places[rows]
        shown = {name: (part[rows] * ONE // scored.best).tolist() for name, part in scored.parts.items()}
        del shown["prior"]  # named by what it is made of
        standing = {name: values.tolist() for name, values in self._standing(places).items()}
        always = {"coverage": words.coverage[places].tolist(), "relevance": scored.relevance[rows].tolist()}
        reach, scores = words.reach[places].tolist(), scored.scores[rows].tolist()
        candidates = []
        for row, place in enumerate(places.tolist()):
            document = self._document(place)
            components = {name: values[row] for name, values in always.items()}
            if reach[row] != components["coverage"]:
                components["reach"] = reach[row]
            for name, values in shown.items():
                if values[row]:
                    components[name] = values[row]
            for name, value in document.components.items():
                components[name] = value * ONE // scored.best
            if document.kind is not Kind.EPISODE:
                for name, values in standing.items():
                    components[name] = values[row]
            candidates.append(self._candidate(place, scores[row], components, query, hazards, above_floor=True))
        return candidates

    def _candidate(
        self,
        place: int,
        score: int,
        components: dict[str, int],
        query: Query,
        hazards: frozenset[str],
        *,
        above_floor: bool = False,
    ) -> Candidate:
        document, contents = self._document(place), self._mind.contents
        is_claim = document.kind is not Kind.EPISODE
        if is_claim and hazards and not hazards.isdisjoint(document.terms):
            components["safety"] = ONE
        told = contents.told(place)
        is_vouched = document.vouched_by is not None and contents.is_vouched(document.vouched_by, self._seq)
        return Candidate(
            handle=document.handle,
            kind=document.kind,
            type=document.type,
            seq=document.seq,
            text=told.text,
            score=score,
            components=components,
            coverage=components["coverage"],
            above_floor=above_floor,
            trust=told.vouched_trust if is_vouched else told.trust,
            importance=document.importance,
            occurred_at=document.occurred_at,
            session=document.session,
            speaker=document.speaker,
            status=document.status,
            valid_from=document.noun.valid_from if isinstance(document.noun, Memory) else None,
            valid_to=document.noun.valid_to if isinstance(document.noun, Memory) else None,
            superseded_by=document.noun.superseded_by if isinstance(document.noun, Memory) else None,
            tags=document.tags,
            tags_met=tuple(tag for tag in document.tags if tag in query.stems) if document.tags else (),
            episodes=document.episodes,
            fields=told.fields,
            corrected_by=told.vouched_corrected_by if is_vouched else told.corrected_by,
            lessons=() if is_claim else contents.lessons_at(document.handle, self._seq),
        )


def _below(places: list[int], words: Words) -> list[tuple[int, dict[str, int]]]:
    """Below the floor only the share of the query is known of a document, and its score is 0."""
    return [(place, {"coverage": int(words.coverage[place]), "reach": int(words.reach[place])}) for place in places]
