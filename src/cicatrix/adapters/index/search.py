"""One search: from a question to scored candidates. The recipe is in core/scoring.py; here it meets the arrays."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

import numpy as np
from numpy.typing import NDArray

from cicatrix.adapters.index.contents import NAMED, TAG
from cicatrix.adapters.index.documents import Document, hour_of
from cicatrix.adapters.index.mind import Mind
from cicatrix.adapters.index.query import Query, read_query
from cicatrix.core import scoring
from cicatrix.core.candidates import Candidate, SearchResult
from cicatrix.core.ids import Kind
from cicatrix.core.recall import ONE, RecallSettings
from cicatrix.core.safety import linked_hazards
from cicatrix.core.scoring import RECIPE, SIXTEENTH, Ints
from cicatrix.core.text import is_joined
from cicatrix.core.windows import Window

KEPT: Final = 200
"""Candidates past the floor that are handed on, or twice the limit where that is more; the rest is counted."""

KEPT_BELOW: Final = 50
"""Candidates below the floor that are handed on, those that cover most of the query first."""

_ECHO: Final = 900_000  # share of its stems, and of the query's idf, that make a stored question an echo of the query


@dataclass(frozen=True, slots=True)
class _Words:
    """What the query's terms found. Arrays have a slot for each document of the mind."""

    total: int  # idf of the whole query in thousandths, unknown terms included
    lexical: Ints  # millionths: BM25 over the total
    coverage: Ints  # millionths: share of the total in the document's own words
    reach: Ints  # millionths: the same, with the words that neighbouring turns lend
    unknown: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Scored:
    """The documents past the floor, a row each. ``parts`` add up to relevance, once each is divided by ``best``."""

    best: int
    relevance: Ints
    parts: dict[str, Ints]
    standing: dict[str, Ints]  # what memories and rules have beside relevance
    scores: Ints

    def components(self, row: int, document: Document) -> dict[str, int]:
        """What its score is made of; parts of relevance that are 0 are left out."""
        named = {name: int(part[row]) for name, part in self.parts.items() if name != "prior"} | document.components
        shares = {name: part * ONE // self.best for name, part in named.items() if part}
        components = {"relevance": int(self.relevance[row])} | shares
        if document.kind is not Kind.EPISODE:
            components |= {name: int(values[row]) for name, values in self.standing.items()}
        return components


class Search:
    """A search of one mind at one moment."""

    def __init__(self, mind: Mind, seq: int, now: datetime, settings: RecallSettings) -> None:
        self._mind = mind
        self._seq = seq
        self._now = now.astimezone(UTC)
        self._settings = settings
        self._floor = scoring.floor(settings)

    def run(self, text: str) -> SearchResult:
        query = read_query(text, self._now, self._mind.knows)
        words = self._find(query)
        found = np.flatnonzero((words.reach > 0) & self._mind.standing)
        passes = words.reach[found] >= self._floor
        passes &= ~self._echoes(found, words, query)
        above, below = found[passes], found[~passes]
        scored = self._score(above, words, query)
        order = np.lexsort((*self._tie_keys(above), -scored.scores))
        hazards = linked_hazards(query.stems) if query.terms else frozenset()
        candidates = [
            self._candidate(int(above[row]), words, query, hazards, (scored, row))
            for row in order[: max(KEPT, 2 * (self._settings.limit or 0))].tolist()
        ]
        low = self._by_coverage(below, words)[:KEPT_BELOW]
        if query.terms:
            critical = self._critical()
            low = self._by_coverage(np.union1d(low, critical[~np.isin(critical, above)]), words)
        candidates += [self._candidate(place, words, query, hazards, None) for place in low.tolist()]
        return SearchResult(
            candidates=tuple(candidates),
            terms=query.stems,
            unknown=words.unknown,
            mind=self._seq,
            considered=self._mind.documents,
            statistics={
                "documents": self._mind.documents,
                "average_length_16": self._mind.average,
                "average_turn_length_16": self._mind.average_turn,
                "query_idf": words.total,
                "floor": self._floor,
                "above_floor": len(above),
                "below_floor": len(below),
            },
        )

    # -- words -----------------------------------------------------------------------------------------------------

    def _find(self, query: Query) -> _Words:
        """All terms at once: row ``t`` of a flat table of terms × documents holds frequencies in sixteenths."""
        mind, size = self._mind, self._mind.size
        places: list[NDArray[np.int64]] = []
        counts: list[Ints] = []
        weights: list[int] = []
        unknown: list[str] = []
        total = 0
        dated = self._dated(query)
        for term in query.terms:
            documents, repeats = mind.contents.postings.get(term, size)
            having = int(np.count_nonzero(mind.counted[documents]))
            if not self._is_spoken_of(documents) and term not in dated:
                unknown.append(term)
            if not having and (is_joined(term) or term in dated):
                continue  # its parts are asked for beside it, or the day of a document answers to it
            weight = scoring.idf(mind.documents, having)
            total += weight
            places.append(documents + np.int64(len(weights) * size))
            counts.append(repeats.astype(np.int64))
            weights.append(weight)
        if not weights:
            nothing = np.zeros(size, dtype=np.int64)
            return _Words(0, nothing, nothing, nothing, tuple(unknown))
        where, times = np.concatenate(places), np.concatenate(counts)
        weight_of = np.array(weights, dtype=np.int64)
        row, document = np.divmod(where, size)
        coverage = self._sum(document, weight_of[row])
        frequencies = self._with_neighbours(row * size, document, times, len(weights) * size)
        where = np.flatnonzero(frequencies)
        row, document = np.divmod(where, size)
        strength = frequencies[where]
        impact = scoring.impacts(strength, mind.norms[document])
        reach = self._sum(document, weight_of[row])
        lexical = self._sum(document, weight_of[row] * impact)
        return _Words(total, lexical * 1000 // total, coverage * ONE // total, reach * ONE // total, tuple(unknown))

    def _with_neighbours(self, base: Ints, document: Ints, times: Ints, cells: int) -> Ints:
        """Frequencies in sixteenths: a word is its own document's, and in part its neighbours' in the session."""
        mind = self._mind
        frequencies = np.zeros(cells, dtype=np.int64)
        frequencies[base + document] = SIXTEENTH * times
        # Each turn has one neighbour a step, so that no cell is met twice in one assignment, save nobody's.
        for steps, shares in ((mind.after, scoring.LENT_BY_PREVIOUS), (mind.before, scoring.LENT_BY_NEXT)):
            for step, share in zip(steps, shares, strict=True):
                neighbour = step[document]
                frequencies[base + neighbour] += share * times
        frequencies[:: mind.size] = 0
        return frequencies

    def _sum(self, document: Ints, values: Ints) -> Ints:
        """Sum by document. Exact: the sums stay far below 2^53."""
        return np.bincount(document, values, minlength=self._mind.size).astype(np.int64)

    def _dated(self, query: Query) -> frozenset[str]:
        """Terms that name a time in which something happened."""
        days = self._mind.column(self._mind.contents.columns.day)[self._mind.counted]
        return frozenset().union(*(terms for window, terms in query.windows if _inside(days, window).any()))

    def _is_spoken_of(self, documents: NDArray[np.int32]) -> bool:
        """Whether one of these stands in the mind and states something; a question about a thing is no word on it."""
        asking = self._mind.column(self._mind.contents.columns.only_asks)
        return bool((self._mind.counted[documents] & (asking[documents] == 0)).any())

    # -- relevance and score ---------------------------------------------------------------------------------------

    def _score(self, above: Ints, words: _Words, query: Query) -> _Scored:
        """Score the documents past the floor. What no longer stands in the mind is scored, and sets no measure."""
        mind, columns, settings = self._mind, self._mind.contents.columns, self._settings
        parts = self._parts(above, words, query)
        raw = sum(parts.values(), start=np.zeros(len(above), dtype=np.int64))
        best = int(raw[mind.counted[above]].max(initial=0)) or int(raw.max(initial=0)) or 1
        relevance = np.clip(raw * ONE // best, 0, ONE)
        hours = hour_of(self._now) - mind.column(columns.born)[above]
        standing = {
            "recency": scoring.recency(hours, mind.column(columns.half_life)[above]),
            "importance": mind.column(columns.importance)[above] * 1000,
            "usage": scoring.usage(mind.uses[above]),
        }
        claims = scoring.claim_score(relevance, **standing, settings=settings)
        scores = np.where(mind.column(columns.is_claim)[above] == 1, claims, scoring.episode_score(relevance, settings))
        return _Scored(best, relevance, parts, standing, scores)

    def _parts(self, above: Ints, words: _Words, query: Query) -> dict[str, Ints]:
        """What relevance is made of, in millionths before it is set against the best."""
        mind, columns = self._mind, self._mind.contents.columns
        asked_before = mind.column(columns.asked_before)[above]
        matched_before = words.coverage[mind.before[0][above]]
        parts = {
            "lexical": RECIPE.lexical * words.lexical[above] // 1000,
            "prior": mind.column(columns.prior)[above],
            "answers": RECIPE.answers * asked_before * matched_before // 1000,
        }
        if len(query.named) == 1:
            by_or_about = self._marked(above, f"{NAMED}{query.named[0]}")
            parts["speaker"] = RECIPE.speaker * 1000 * by_or_about
        tags = sum((self._marked(above, f"{TAG}{term}") for term in query.stems), start=np.zeros(len(above), np.int64))
        parts["tags"] = RECIPE.tags * 1000 * np.minimum(tags, 2) // 2
        if query.windows:
            days = mind.column(columns.day)[above]
            worths = (_inside(days, window) * np.int64(_worth(window)) for window, _ in query.windows)
            parts["time"] = sum(worths, start=np.zeros_like(days))
        if query.asks_time:
            parts["time_words"] = RECIPE.time_words * 1000 * mind.column(columns.time_words)[above]
        return parts

    def _marked(self, places: Ints, mark: str) -> Ints:
        """1 for those of the documents that a name or tag is posted for, else 0."""
        documents, _ = self._mind.contents.postings.get(mark, self._mind.size)
        flags = np.zeros(self._mind.size, dtype=np.int64)
        flags[documents] = 1
        return flags[places]

    def _echoes(self, found: Ints, words: _Words, query: Query) -> NDArray[np.bool_]:
        """Stored questions that say nothing which the query does not: they would win, and answer nothing."""
        asking = self._mind.column(self._mind.contents.columns.only_asks)[found] == 1
        echoes: NDArray[np.bool_] = asking & (words.coverage[found] >= _ECHO)
        asked = set(query.stems)
        for row in np.flatnonzero(echoes).tolist():
            stems = set(self._document(int(found[row])).terms)
            echoes[row] = len(stems & asked) * ONE >= _ECHO * len(stems)
        return echoes

    # -- candidates ------------------------------------------------------------------------------------------------

    def _by_coverage(self, places: Ints, words: _Words) -> Ints:
        return places[np.lexsort((*self._tie_keys(places), -words.coverage[places]))]

    def _tie_keys(self, places: Ints) -> tuple[Ints, Ints]:
        columns = self._mind.contents.columns
        return self._mind.column(columns.number)[places], self._mind.column(columns.kind)[places]

    def _critical(self) -> Ints:
        """Memories and rules so important that they are weighed whatever the words: for the rescue floor."""
        mind, columns = self._mind, self._mind.contents.columns
        important = mind.column(columns.importance) >= self._settings.rescue_importance
        return np.flatnonzero(important & mind.counted & (mind.column(columns.is_claim) == 1))

    def _document(self, place: int) -> Document:
        document = self._mind.contents.documents[place]
        assert document is not None
        return document

    def _candidate(
        self, place: int, words: _Words, query: Query, hazards: frozenset[str], found: tuple[_Scored, int] | None
    ) -> Candidate:
        """``found`` is its row among the scored, None below the floor: there only its share of the query is known."""
        document = self._document(place)
        is_claim = document.kind is not Kind.EPISODE
        components = {"coverage": int(words.coverage[place])}
        if words.reach[place] != words.coverage[place]:
            components["reach"] = int(words.reach[place])
        if found is not None:
            components |= found[0].components(found[1], document)
        if is_claim and not hazards.isdisjoint(document.terms):
            components["safety"] = ONE
        trust = document.trust
        if self._mind.contents.is_vouched(document.vouched_by, self._seq):
            trust = document.vouched_trust
        return Candidate(
            handle=document.handle,
            kind=document.kind,
            type=document.type,
            seq=document.seq,
            text=document.text,
            score=int(found[0].scores[found[1]]) if found is not None else 0,
            components=components,
            coverage=int(words.coverage[place]),
            above_floor=found is not None,
            trust=trust,
            importance=document.importance,
            occurred_at=document.occurred_at,
            session=document.session,
            speaker=document.speaker,
            status=document.status,
            tags=document.tags,
            tags_met=tuple(tag for tag in document.tags if tag in query.stems),
            episodes=document.episodes,
            lessons=() if is_claim else self._mind.contents.lessons_at(document.handle, self._seq),
        )


def _inside(days: Ints, window: Window) -> NDArray[np.bool_]:
    """Which of the days lie in a window."""
    starts = np.array([start for start, _ in window.ranges], dtype=np.int64)
    ends = np.array([end for _, end in window.ranges], dtype=np.int64)
    place = np.searchsorted(starts, days, side="right") - 1
    inside: NDArray[np.bool_] = (place >= 0) & (days < ends[np.maximum(place, 0)])
    return inside


def _worth(window: Window) -> int:
    """What it is worth, in millionths, to lie in a window."""
    return 1000 * (RECIPE.day if window.precision == "day" else RECIPE.month)
