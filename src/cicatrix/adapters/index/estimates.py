"""Which rows to score exactly, where a mind has too many to score all.

Every row is estimated: its cosine from the signs of its vector, the words exactly, its standing from a table kept as
the ledger grows. The estimate only chooses; it enters no score. It depends on nothing but the mind, the query and the
clock, so that the same rows are chosen whenever the recall is run again.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from cicatrix.adapters.index.columns import Flag
from cicatrix.adapters.index.mind import Flags, Mind
from cicatrix.adapters.index.ordered import union
from cicatrix.core import scoring
from cicatrix.core.recall import RecallSettings
from cicatrix.core.scoring import RECIPE, Ints

Thousandths = NDArray[np.int16]

_NEVER: Final = -9000  # thousandths; several of them still fit 16 bits
_SAMPLED_FROM: Final = 200_000  # rows from which the threshold is taken from a sample of them
_SAMPLE: Final = 64
_SPAN: Final = 131_072
_SIFTED_FROM: Final = 8
_SIFT: Final = 16
_FAR: Final = np.float32(32_000)  # taken from what is below the floor: then nothing that is added brings it past 0
_WHOLE: Final = 65_536  # rows reckoned at a time


class Standings:
    """What each document has whatever the query: priors of relevance, and the score beside relevance, in thousandths.

    Kept for the mind as it is now, for one hour of the clock; of a past mind it is reckoned when asked for.
    """

    def __init__(self) -> None:
        self._key: tuple[object, ...] = ()
        self._upto = 0
        self._prior: Thousandths = np.zeros(0, dtype=np.int16)
        self._beside: Thousandths = np.zeros(0, dtype=np.int16)

    def of(self, mind: Mind, hour: int, settings: RecallSettings) -> tuple[Thousandths, Thousandths]:
        """Priors, far below 0 for what is not in the active mind, and the score beside relevance."""
        if not mind.is_present:
            past = Standings()
            past._grow(mind.size)
            past._reckon(mind, np.arange(mind.size), hour, settings)
            return past._prior[: mind.size], past._beside[: mind.size]
        key = (hour, settings.weight_recency, settings.weight_importance, settings.weight_usage)
        if key != self._key:
            self._key, self._upto = key, 0
        self._grow(mind.size)
        if mind.contents.changed:
            changed = np.array(sorted(mind.contents.changed), dtype=np.int64)
            mind.contents.changed.clear()
            self._reckon(mind, changed[changed < self._upto], hour, settings)
        for start in range(self._upto, mind.size, _WHOLE):
            self._reckon(mind, np.arange(start, min(start + _WHOLE, mind.size)), hour, settings)
        self._upto = mind.size
        return self._prior[: mind.size], self._beside[: mind.size]

    def _grow(self, size: int) -> None:
        if size > len(self._prior):
            room = size + size // 4
            for name in ("_prior", "_beside"):
                grown = np.zeros(room, dtype=np.int16)
                grown[: self._upto] = getattr(self, name)[: self._upto]
                setattr(self, name, grown)

    def _reckon(self, mind: Mind, places: Ints, hour: int, settings: RecallSettings) -> None:
        prior = sum(priors(mind, places).values(), start=np.zeros(len(places), dtype=np.int64)) // 1000
        self._prior[places] = np.where(mind.are_counted(places), prior, _NEVER)
        columns = mind.columns
        beside = scoring.claim_score(
            0,
            scoring.recency(hour - columns.born.at(places), columns.half_life.at(places)),
            columns.importance.at(places) * 1000,
            scoring.usage(mind.uses(places)),
            settings,
        )
        middling = scoring.middling_standing(settings)
        self._beside[places] = np.clip(np.where(mind.are_claims(places), beside, middling) // 1000, -1000, 1000)


def priors(mind: Mind, places: Ints) -> dict[str, Ints]:
    """What relevance documents have of their own, in millionths; it counts past the floor only."""
    columns = mind.columns
    flags = columns.flags.at(places)
    claims = flags & Flag.CLAIM > 0
    return {
        "statement": RECIPE.statement * scoring.statement_sizes(columns.statement.at(places)) * ~claims // 1000,
        "questions": RECIPE.questions * columns.questions.at(places) // 1000,
        "first_person": 1000 * RECIPE.first_person * (flags & Flag.FIRST_PERSON > 0),
        "claim": 1000 * RECIPE.claim * claims,
    }


@dataclass(frozen=True, slots=True)
class Choice:
    """Up to ``exact`` documents every row is scored exactly; of a larger mind one row in ``share``, ``least`` at
    least."""

    exact: int = 4096
    least: int = 500
    share: int = 500

    def wanted(self, size: int, settings: RecallSettings) -> int:
        """How many of so many documents are scored: more than a budget, of words that are few, could hold twice."""
        return max(self.least, size // self.share, settings.budget // 2)

    def choose(
        self,
        near: Thousandths | None,
        floor: int,
        standings: tuple[Thousandths, Thousandths],
        passes: Flags,
        passing: Ints,
        lexical: Ints,
        bonuses: list[tuple[NDArray[np.integer], int]],
        settings: RecallSettings,
    ) -> Ints:
        """The documents to score exactly, ascending.

        ``near`` are estimated cosines of all, in thousandths, and ``floor`` is where they begin to count; without them
        only words choose. ``passes`` tells of all whether they pass by their words, ``passing`` are those that do, with
        what their words are worth (``lexical``, millionths, weighed); ``bonuses`` say what other parts of relevance add
        to which documents, in millionths.
        """
        prior, beside = standings
        own = prior.astype(np.float32)
        for places, bonus in bonuses:
            own[places] += np.float32(bonus // 1000)
        worth = own.take(passing)
        worth += (lexical // 1000).astype(np.float32)
        if near is None:
            beside = beside[passing]
        else:
            own[passing] = worth
            _bring_near(own, near, floor, passes)
            worth = own
        slope = np.float32(settings.weight_relevance / max(float(worth.max(initial=1)), 1.0))
        for span in _spans(worth):
            some = worth[span]
            some *= slope
            some += beside[span]
        count = self.wanted(len(prior), settings)
        rows = np.flatnonzero(worth >= _threshold(worth, count))
        if len(passing) > count:  # what no longer stands is looked at too, where its words are among the best
            best_words = passing[np.flatnonzero(lexical >= _greatest(lexical, count))]
            return union(rows if near is not None else passing[rows], best_words)
        return union(rows, passing) if near is not None else passing


def _bring_near(worth: NDArray[np.float32], near: Thousandths, floor: int, passes: Flags) -> None:
    """Add what cosines are worth, and put what neither reaches the floor by them nor passes by its words far away."""
    slope = np.float32(RECIPE.semantic / max(int(near.max(initial=0)), floor, 1))
    for span in _spans(worth):
        some = worth[span]
        some += near[span] * slope
        far = near[span] < floor
        far &= ~passes[span]
        some -= _FAR * far


def _spans(values: NDArray[np.generic]) -> list[slice]:
    """Parts that stay in the processor's cache while they are worked on."""
    return [slice(start, start + _SPAN) for start in range(0, len(values), _SPAN)]


def _threshold(worth: NDArray[np.float32], count: int) -> float:
    """What the best ``count`` have at least, and never less than 0, which rows that may not be chosen stay below; of
    very many rows, what a sample of them says."""
    if len(worth) > _SAMPLED_FROM:
        worth, count = worth[::_SAMPLE], count // _SAMPLE + 1
    return max(float(_greatest(worth, count)), 0.0) if len(worth) > count else 0.0


def _greatest(values: NDArray[Any], count: int) -> Any:
    """The ``count``-th greatest of more values. A sample says which cannot be it, where most cannot."""
    if len(values) > _SIFTED_FROM * count:
        sample = values[::_SIFT]
        at_least = 2 * count // _SIFT + 1
        sifted = values[np.flatnonzero(values >= np.partition(sample, -at_least)[-at_least])]
        if len(sifted) >= count:
            values = sifted
    return np.partition(values, -count)[-count]
