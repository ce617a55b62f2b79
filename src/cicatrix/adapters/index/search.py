"""One search: from a question to scored candidates. The recipe is in core/scoring.py; here it meets the arrays."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

import numpy as np
from numpy.typing import NDArray

from cicatrix.adapters.index.columns import Flag
from cicatrix.adapters.index.contents import IMPORTANT, KINDS, NAMED, TAG
from cicatrix.adapters.index.documents import hour_of
from cicatrix.adapters.index.estimates import Choice, Standings, priors
from cicatrix.adapters.index.handing import Found, Handing, Scored
from cicatrix.adapters.index.mind import Flags, Mind
from cicatrix.adapters.index.ordered import among, places_in, union
from cicatrix.adapters.index.query import Query, read_query
from cicatrix.adapters.index.told import Telling, terms_of
from cicatrix.adapters.index.vectors import Nearness
from cicatrix.adapters.index.ways import Ways, find_ways
from cicatrix.adapters.index.words import Scratch, Words, find_words, inside_window
from cicatrix.core import scoring
from cicatrix.core.candidates import SearchResult
from cicatrix.core.ids import Kind
from cicatrix.core.recall import ONE, RecallSettings
from cicatrix.core.scoring import RECIPE, Ints
from cicatrix.ports import LedgerReader

_ECHO: Final = 900_000  # share of its stems, and of the query's idf, that make a stored question an echo of the query


@dataclass(slots=True)
class Workspace:
    """What one search leaves for the next."""

    scratch: Scratch
    standings: Standings
    telling: Telling


class Search:
    """A search of one mind at one moment. ``nearness`` is the query as a vector, where there is one."""

    def __init__(
        self,
        reader: LedgerReader,
        mind: Mind,
        seq: int,
        now: datetime,
        settings: RecallSettings,
        work: Workspace,
        nearness: Nearness | None,
        choice: Choice,
    ) -> None:
        self._reader = reader
        self._mind = mind
        self._seq = seq
        self._columns = mind.columns
        self._now = now.astimezone(UTC)
        self._settings = settings
        self._work = work
        self._nearness = nearness
        self._choice = choice
        self._critical = self._find_critical()
        self._tagged: list[Ints] = []  # of each tag that the query names, what has it

    def run(self, text: str) -> SearchResult:
        mind = self._mind
        query = read_query(text, self._now, mind.knows, mind.meant)
        tagged = (self._posted(f"{TAG}{term}").astype(np.int64) for term in query.tags)
        self._tagged = [documents for documents in tagged if len(documents)]
        words = find_words(mind, query, self._work.scratch)
        ways = find_ways(mind, query, words, scoring.floor(self._settings))
        found = self._find(words, query, ways)
        scored = self._score(found, words, query, ways)
        handing = Handing(
            self._reader, mind, self._seq, self._settings, self._work.telling, query, words, self._nearness, ways
        )
        low = handing.low(found, self._critical, ways.pinned)
        candidates = (*handing.above(scored), *handing.below(low))
        words.clear()
        statistics = {
            "documents": mind.documents,
            "average_length_16": mind.average,
            "average_turn_length_16": mind.average_turn,
            "query_idf": words.total,
            "floor": scoring.floor(self._settings),
            "above_floor": found.passed,
            "below_floor": len(found.low),
        }
        if self._nearness is not None:
            statistics |= {"vectors": self._nearness.count, "cosine_floor": self._nearness.floor}
        return SearchResult(
            candidates=candidates,
            terms=query.stems,
            unknown=words.unknown,
            mind=self._seq,
            considered=mind.documents,
            weights=tuple(words.weights.get(term, 0) for term in query.stems),
            statistics=statistics,
        )

    # -- what passes the floor ---------------------------------------------------------------------------------------

    def _find(self, words: Words, query: Query, ways: Ways) -> Found:
        """What passes by its words or by its vector. Of many documents only those that an estimate chooses are looked
        at exactly."""
        mind = self._mind
        passes = words.reaching(scoring.floor(self._settings))
        low = words.hit()
        self._pass_by_tags(passes, low)
        passes &= mind.standing
        low &= mind.standing
        echoes = self._echoes(passes, words, query)
        for places, flag in ((echoes, False), (ways.told, True), (ways.akin, True)):
            if len(places):
                passes[places] = flag
        low &= ~passes
        passing = np.flatnonzero(passes)
        looked_at = self._looked_at(passes, passing, words, query, ways)
        if self._nearness is None:
            return Found(looked_at, None, np.flatnonzero(low), len(passing))
        cosines = self._nearness.cosines(looked_at)
        near = (cosines >= self._nearness.floor) & mind.are_counted(looked_at)
        if len(echoes):
            near[among(looked_at, echoes)] = False
        by_words = passes[looked_at]
        low[looked_at[near]] = False
        above = near | by_words
        passed = len(passing) + int(np.count_nonzero(above)) - int(np.count_nonzero(by_words))
        return Found(looked_at[above], cosines[above], np.flatnonzero(low), passed)

    def _pass_by_tags(self, passes: Flags, hit: Flags) -> None:
        """A rule passes by two of its tags, a memory by one, where it shares a word with the query beside."""
        tagged = np.zeros(0, dtype=np.int64)
        for documents in self._tagged:
            tagged = union(tagged, documents)
        if len(tagged):
            memories = self._columns.kind.at(tagged) == KINDS.index(Kind.MEMORY)
            tagged = tagged[memories | (self._tags_met(tagged) >= scoring.TAGS_PASS)]
            passes[tagged] |= hit[tagged]

    def _looked_at(self, passes: Flags, passing: Ints, words: Words, query: Query, ways: Ways) -> Ints:
        """The documents to score: all that may pass, or of very many those that an estimate chooses."""
        mind, nearness, choice = self._mind, self._nearness, self._choice
        if nearness is not None and mind.size <= choice.exact:
            return np.flatnonzero((mind.counted & nearness.present) | passes)
        if nearness is None and len(passing) <= max(choice.exact, choice.wanted(mind.size, self._settings)):
            return passing
        chosen = choice.choose(
            nearness.estimates() if nearness is not None else None,
            nearness.floor // 1000 if nearness is not None else 0,
            self._work.standings.of(mind, hour_of(self._now), self._settings),
            passes,
            passing,
            self._lexical(passing, words),
            self._bonuses(query, ways),
            self._settings,
        )
        chosen = union(chosen, ways.told)
        return union(chosen, self._critical) if nearness is not None else chosen

    def _bonuses(self, query: Query, ways: Ways) -> list[tuple[NDArray[np.integer], int]]:
        """Parts of relevance that come by name, tag or time, for the estimate."""
        marked = ((ways.told, RECIPE.attribute), (ways.akin, RECIPE.domain), (ways.bound, RECIPE.bound))
        found: list[tuple[NDArray[np.integer], int]] = [
            (places, 1000 * worth) for places, worth in marked if len(places)
        ]
        if len(query.named) == 1:
            found.append((self._posted(f"{NAMED}{query.named[0]}"), 1000 * RECIPE.speaker))
        found += [(documents, 500 * RECIPE.tags) for documents in self._tagged]
        for window, _ in query.windows:
            worth = RECIPE.day if window.precision == "day" else RECIPE.month
            found.append((np.flatnonzero(inside_window(self._mind.column(self._columns.day), window)), 1000 * worth))
        return found

    def _find_critical(self) -> Ints:
        """Memories and rules that are rescued below the floor."""
        least = self._settings.rescue_importance
        if least >= IMPORTANT:
            places = self._mind.listed(self._mind.contents.important)
        else:
            places = np.flatnonzero(self._mind.are_claims(np.arange(self._mind.size)))
        return places[(self._columns.importance.at(places) >= least) & self._mind.are_counted(places)]

    def _echoes(self, passes: Flags, words: Words, query: Query) -> Ints:
        """Stored questions that say nothing which the query does not: they would win, and answer nothing."""
        if not self._mind.contents.asking:
            return np.zeros(0, dtype=np.int64)
        asking = self._mind.listed(self._mind.contents.asking)
        full = words.covering(asking[passes[asking]], _ECHO)
        asked = frozenset(query.stems)
        found = []
        for place in full.tolist():
            stems = terms_of(self._reader, self._mind.contents, place)
            if len(stems & asked) * ONE >= _ECHO * len(stems):
                found.append(place)
        return np.array(found, dtype=np.int64)

    # -- relevance and score ---------------------------------------------------------------------------------------

    def _score(self, found: Found, words: Words, query: Query, ways: Ways) -> Scored:
        """Score the documents past the floor. What no longer stands in the mind is scored, and sets no measure."""
        settings, places = self._settings, found.above
        parts = self._parts(found, words, query, ways)
        raw: Ints = np.add.reduce([*parts.values()])
        best = int(raw[self._mind.are_counted(places)].max(initial=0)) or int(raw.max(initial=0)) or 1
        relevance = np.minimum(np.maximum(raw * ONE // best, 0), ONE)
        scores = scoring.episode_score(relevance, settings)
        standing = self._standing(places)
        claims = self._mind.are_claims(places)
        scores = np.where(claims, scoring.claim_score(relevance, **standing, settings=settings), scores)
        return Scored(places, scores, relevance, parts, standing, best, found.cosines)

    def _standing(self, claims: Ints) -> dict[str, Ints]:
        """What memories and rules have beside relevance."""
        hours = hour_of(self._now) - self._columns.born.at(claims)
        return {
            "recency": scoring.recency(hours, self._columns.half_life.at(claims)),
            "importance": self._columns.importance.at(claims) * 1000,
            "usage": scoring.usage(self._mind.uses(claims)),
        }

    def _parts(self, found: Found, words: Words, query: Query, ways: Ways) -> dict[str, Ints]:
        """What relevance is made of, in millionths before it is set against the best."""
        places, columns = found.above, self._columns
        flags = columns.flags.at(places)
        parts = {"lexical": self._lexical(places, words), **priors(self._mind, places)}
        if found.cosines is not None and self._nearness is not None:
            best = int(found.cosines[self._mind.are_counted(places)].max(initial=self._nearness.floor))
            parts["semantic"] = RECIPE.semantic * scoring.nearness(found.cosines, best) // 1000
        if self._mind.has_neighbours:
            matched_before = words.coverage(columns.previous.at(places))
            parts["answers"] = RECIPE.answers * (flags & Flag.ASKED_BEFORE > 0) * matched_before // 1000
        if len(query.named) == 1:
            spoken = among(places, self._posted(f"{NAMED}{query.named[0]}"))
            parts["speaker"] = 1000 * RECIPE.speaker * spoken.astype(np.int64)
        if self._tagged:
            parts["tags"] = 1000 * RECIPE.tags * np.minimum(self._tags_met(places), 2) // 2
        if query.windows:
            days = columns.day.at(places)
            parts["time"] = np.zeros_like(days)
            for window, _ in query.windows:
                worth = RECIPE.day if window.precision == "day" else RECIPE.month
                parts["time"] += 1000 * worth * inside_window(days, window)
        for name, worth, marked in (
            ("attribute", RECIPE.attribute, ways.told),
            ("domain", RECIPE.domain, ways.akin),
            ("bound", RECIPE.bound, ways.bound),
        ):
            if len(marked):
                parts[name] = 1000 * worth * among(places, marked).astype(np.int64)
        if query.asks_time:
            parts["time_words"] = 1000 * RECIPE.time_words * (flags & Flag.TIME_WORDS > 0)
        return parts

    def _lexical(self, places: Ints, words: Words) -> Ints:
        """What the words are worth: less where a vector speaks beside them."""
        lexical = words.lexical(places)
        if self._nearness is None:
            return RECIPE.lexical * lexical // 1000
        beside = self._nearness.has(places)
        weights = RECIPE.lexical_beside if beside.all() else np.where(beside, RECIPE.lexical_beside, RECIPE.lexical)
        lexical *= weights
        lexical //= 1000
        return lexical

    def _tags_met(self, places: Ints) -> Ints:
        """How many tags of each document, ascending, the query names."""
        met = np.zeros(len(places), dtype=np.int64)
        for documents in self._tagged:
            rows, stand = places_in(documents, places)
            met[rows[stand]] += 1
        return met

    def _posted(self, mark: str) -> NDArray[np.int32]:
        """The documents by or about a name, or with a tag."""
        return self._mind.contents.postings.get(mark, self._mind.size)[0]
