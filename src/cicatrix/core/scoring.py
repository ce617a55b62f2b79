"""Why something was recalled: the recipe of a score, as named components with weights.

Everything recorded is an integer, so that a replay compares byte for byte whatever the machine: scores and components
are millionths (1_000_000 is 1.0), weights thousandths. Arrays are numpy int64 of shape (documents,).

A query's *relevance* to a document is

    lexical · 2   BM25 over the query's total idf; in a dialogue, neighbouring turns lend their words
    or lexical + semantic
                  where document and query have vectors: their cosine against the best one's; neighbours lend theirs too
    + speaker     it is by, or about, the one the query names
    + tags        the query names the tags of a rule
    + priors      what makes an episode evidence: it states more than it asks, speaks in the first person, answers a
                  question that matches, lies in the time that is named

divided by the best relevance found for this query. A document that carries too little of the query never gets that far:
the *floor* looks at the share of the query's idf that it covers, or at its cosine (the embedder says where that begins
to mean something), before importance, recency or any prior is added.

Memories and rules then score ``.55 relevance + .18 recency + .17 importance + .10 usage``. An episode has no standing
of its own: its score is relevance alone, beside which it is given the middle of what standing can add, so that
episodes and memories stand in one ranking.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from cicatrix.core.memories import MemoryType
from cicatrix.core.recall import ONE, RecallSettings
from cicatrix.core.vectors import SCALE

ALGORITHM: Final = "hybrid/5"
"""Recorded with each recall; changes whenever the same mind could give another order."""

Ints = NDArray[np.int64]

SIXTEENTH: Final = 16
"""Term frequencies are counted in sixteenths, so that a neighbour's share of a word is an integer."""

LENT_BY_PREVIOUS: Final = (8, 4, 2)
LENT_BY_NEXT: Final = (4, 2, 1)
"""Sixteenths of a word that a turn borrows from the turns one, two and three before and after it in its session."""

FLOOR: Final = 100_000
"""Share of the query's idf that a document must cover, with the words it borrows: below it, nothing else counts."""


TAGS_PASS: Final = 2
"""So many tags of a rule in a query carry it past the floor: a long text names a rule's subject in few of its words."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """Weights of the parts of relevance, in thousandths of the unit that each is measured in (0..1)."""

    lexical: int = 2000
    lexical_beside: int = 1000  # of a document that has a vector, in a query that has one
    semantic: int = 750
    speaker: int = 200
    tags: int = 300
    statement: int = 300  # how much an episode states
    questions: int = -200  # share of its sentences that ask
    first_person: int = 200
    answers: int = 400  # the turn before is another's question, and matches
    month: int = 300  # lies in the month or span that the query names
    day: int = 900  # on the very day
    time_words: int = 100  # speaks of time, when the query asks when or how long
    claim: int = 500  # a memory or rule states something by its nature, however short
    attribute: int = 1000  # tells the attribute that is asked for
    domain: int = 100  # a preference of a domain of life that the query concerns
    bound: int = 400  # one that binds whatever is asked for in that domain


RECIPE: Final = Recipe()

# -- words -------------------------------------------------------------------------------------------------------------

_K1: Final = 1200  # thousandths
_B: Final = 400


def idf(documents: int, having: int) -> int:
    """Thousandths of ``ln(1 + (N − df + ½) / (df + ½))`` (Robertson and Spärck Jones, never negative); at least 1."""
    return max(1, round(1000 * math.log(1 + (documents - having + 0.5) / (having + 0.5))))


def norms(lengths: Ints, averages: Ints | int) -> Ints:
    """What BM25 (k1 1.2, b .4) makes of a length, in thousandths of a sixteenth; all lengths in sixteenths of a word,
    ``averages`` at least 1.
    """
    return SIXTEENTH * (_K1 * (1000 - _B) + _K1 * _B * lengths // averages) // 1000


SAY_AT_LEAST: Final = 300
"""Thousandths of an unknown term's idf that every term has, however common, in what a document covers of a query."""


def say(documents: int, having: int) -> int:
    """A term's weight in coverage: its idf, but never so little that a mind on one subject cannot be asked about it."""
    return max(idf(documents, having), idf(documents, 0) * SAY_AT_LEAST // 1000)


def impacts(frequencies: Ints, norms: Ints) -> Ints:
    """The saturated term frequency in thousandths, 0..2200, of ``frequencies`` in sixteenths of a word."""
    # A quotient of whole numbers below 2^52 never rounds up to the next whole one, and floats divide faster.
    strength = 1000.0 * frequencies
    whole = strength + norms
    strength *= 1000 + _K1
    strength /= whole
    saturated: Ints = strength.astype(np.int64)
    return saturated


# -- vectors -----------------------------------------------------------------------------------------------------------

SHARES: Final = (*reversed(LENT_BY_PREVIOUS), SIXTEENTH, *LENT_BY_NEXT)
"""Sixteenths of a vector, from the third turn before to the third after: what words borrow, vectors borrow too."""

_UNIT: Final = SCALE * SCALE  # the dot product of a stored vector with itself, but for what rounding took


def cosines(dots: Ints) -> Ints:
    """Millionths, of dot products of stored vectors."""
    return np.minimum(np.maximum(dots * ONE // _UNIT, -ONE), ONE)


def mixed_cosines(dots: Ints, among: Mapping[tuple[int, int], Ints], present: Ints) -> Ints:
    """Millionths, of turns with what their neighbours lend.

    ``dots`` with the query and ``present`` (1 where there is a vector, else 0) have shape (7, turns), in the order of
    SHARES; ``among[i, j]``, i < j, are the dot products of the vectors at these places. The mix is brought to unit
    length, as if its vector had been stored.
    """
    shares = np.array(SHARES, dtype=np.int64)
    mixed = shares @ (dots * present)
    square = _UNIT * ((shares * shares) @ present)
    for (i, j), dot in among.items():
        square += 2 * SHARES[i] * SHARES[j] * dot * present[i] * present[j]
    length = np.sqrt(np.maximum(square, 1).astype(np.float64)).astype(np.int64)  # below 2^53: rounded the same anywhere
    found: Ints = np.clip(mixed * ONE // (np.maximum(length, 1) * SCALE), -ONE, ONE)
    return found


def nearness(cosines: Ints, best: int) -> Ints:
    """Millionths, against the best cosine that is found for the query; what points away is not near at all."""
    return np.minimum(np.maximum(cosines, 0), best) * ONE // max(1, best)


# -- priors ------------------------------------------------------------------------------------------------------------

STATEMENT_FULL: Final = 12
_STATEMENT: Final = tuple(
    round(ONE * math.log1p(count) / math.log1p(STATEMENT_FULL)) for count in range(STATEMENT_FULL + 1)
)


_STATEMENTS: Final = np.array(_STATEMENT, dtype=np.int64)


def statement_sizes(stems: Ints) -> Ints:
    """How much is stated, 0..1, from the number of different stems in what is no question; full at twelve."""
    return _STATEMENTS[np.minimum(stems, STATEMENT_FULL)]


# -- standing ----------------------------------------------------------------------------------------------------------

HALF_LIFE_DAYS: Final = {
    MemoryType.PREFERENCE: 270,
    MemoryType.SEMANTIC: 180,
    MemoryType.EPISODIC: 21,
    MemoryType.PROCEDURAL: 120,
}
_STEPS: Final = 256  # parts of a half-life in the table


def _halving() -> tuple[int, ...]:
    """``2^(−i/256)`` in millionths, by integer roots: no machine's exp2 may decide an order."""
    scale = 10**60
    step = scale // 2
    for _ in range(8):  # √ eight times: the 256th root of a half
        step = math.isqrt(step * scale)
    table, value = [], scale
    for _ in range(_STEPS):
        table.append((2 * value * ONE // scale + 1) // 2)
        value = value * step // scale
    return tuple(table)


_HALVING: Final = _halving()
_HALVING_ARRAY: Final = np.array(_HALVING, dtype=np.int64)


def recency(hours: Ints, half_life_hours: Ints) -> Ints:
    """Halves with every half-life of the type; 1.0 for what is new, and no more than that for a date in the future."""
    steps = np.maximum(hours, 0) * _STEPS // half_life_hours
    return _HALVING_ARRAY[steps % _STEPS] >> np.minimum(steps // _STEPS, 30)


def usage(counts: Ints) -> Ints:
    """Half after three uses, and never more than 1: what was used often does not win for ever."""
    return ONE * counts // (counts + 3)


# -- the score ---------------------------------------------------------------------------------------------------------


def floor(settings: RecallSettings) -> int:
    """The coverage below which nothing counts, in millionths."""
    return settings.floor or FLOOR


def claim_score(relevance: Ints | int, recency: Ints, importance: Ints, usage: Ints, settings: RecallSettings) -> Ints:
    """Of memories and rules; all in millionths."""
    return (
        settings.weight_relevance * relevance
        + settings.weight_recency * recency
        + settings.weight_importance * importance
        + settings.weight_usage * usage
    ) // 1000


def episode_score(relevance: Ints, settings: RecallSettings) -> Ints:
    """Of episodes: relevance, beside the standing of a memory of middling recency, importance and usage."""
    return (settings.weight_relevance * relevance) // 1000 + middling_standing(settings)


def middling_standing(settings: RecallSettings) -> int:
    """Half of what recency, importance and usage can add, in millionths."""
    return (settings.weight_recency + settings.weight_importance + settings.weight_usage) * ONE // 2000
