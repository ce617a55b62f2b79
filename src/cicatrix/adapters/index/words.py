"""What the terms of a query find: BM25 over the mind, where neighbouring turns lend their words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from cicatrix.adapters.index.mind import Mind
from cicatrix.adapters.index.query import Query
from cicatrix.core import scoring
from cicatrix.core.recall import ONE
from cicatrix.core.scoring import SIXTEENTH, Ints
from cicatrix.core.text import is_joined
from cicatrix.core.windows import Window

Flags = NDArray[np.bool_]

_NOBODY: Final = np.zeros(0, dtype=np.int32)


@dataclass(frozen=True, slots=True)
class Words:
    """Arrays have a slot for each document of the mind, in millionths."""

    total: int  # say of the whole query in thousandths, unknown terms included
    lexical: Ints  # BM25 over the query's total idf
    coverage: Ints  # share of the total in the document's own words
    reach: Ints  # the same, with the words that neighbouring turns lend
    unknown: tuple[str, ...]  # terms that nothing speaks of
    weights: dict[str, int]  # say of each term that is weighed, in thousandths


def find_words(mind: Mind, query: Query) -> Words:
    """Weigh all terms at once: ``row`` is the term and ``document`` the document of each place where one stands."""
    size = mind.size
    dated = _dated(mind, query)
    named_times = frozenset().union(*(terms for _, terms in dated))
    found: list[tuple[NDArray[np.int32], NDArray[np.uint8]]] = []
    idfs: list[int] = []
    weights: dict[str, int] = {}
    unknown: list[str] = []
    for term in query.terms:
        documents, repeats = mind.contents.postings.get(term, size)
        having = int(np.count_nonzero(mind.counted[documents]))
        if term not in named_times and not (having and mind.stating[documents].any()):
            unknown.append(term)  # a question about a thing is no word on it
        if not having and (is_joined(term) or term in named_times):
            continue  # its parts are asked for beside it, or the day of a document answers to it
        found.append((documents, repeats))
        idfs.append(scoring.idf(mind.documents, having))
        weights[term] = scoring.say(mind.documents, having)
    row = np.repeat(np.arange(len(found)), [len(documents) for documents, _ in found])
    document = np.concatenate([_NOBODY, *(documents for documents, _ in found)])
    times = np.concatenate([_NOBODY, *(repeats for _, repeats in found)], dtype=np.int32)
    idf_of = np.array(idfs, dtype=np.int64)
    weight_of = np.array(list(weights.values()), dtype=np.int64)
    coverage = reach = _sum(mind, document, weight_of[row])
    strength = SIXTEENTH * times
    if mind.has_neighbours:
        frequencies = _with_neighbours(mind, row, document, times, len(found))
        where = np.flatnonzero(frequencies != 0)
        row = np.repeat(np.arange(len(found)), np.diff(np.searchsorted(where, np.arange(len(found) + 1) * size)))
        document = (where - row * size).astype(np.int32)
        strength = frequencies[where]
        reach = _sum(mind, document, weight_of[row])
    impacts = scoring.impacts(strength.astype(np.int64), mind.norms[document])
    lexical = _sum(mind, document, idf_of[row] * impacts)
    rarity, total = sum(idfs), sum(weights.values())
    speaking = np.ones(mind.size, dtype=np.bool_) if query.is_about_a_time else reach > 0
    for day, _ in dated:
        having = int(np.count_nonzero(day & mind.counted))
        inside = day & speaking  # of all that happened in November, only what shares a word is about the invoice
        rarity += scoring.idf(mind.documents, having)
        weight = scoring.say(mind.documents, having)
        total += weight
        coverage = coverage + weight * inside
        reach = reach + weight * inside
    whole = total or 1
    return Words(
        total, lexical * 1000 // (rarity or 1), coverage * ONE // whole, reach * ONE // whole, tuple(unknown), weights
    )


def inside_window(days: Ints, window: Window) -> Flags:
    """Which of the days, given as ordinals, lie in a window."""
    starts = np.array([start for start, _ in window.ranges], dtype=np.int64)
    ends = np.array([end for _, end in window.ranges], dtype=np.int64)
    place = np.searchsorted(starts, days, side="right") - 1
    inside: Flags = (place >= 0) & (days < ends[np.maximum(place, 0)])
    return inside


def _with_neighbours(
    mind: Mind, row: Ints, document: NDArray[np.int32], times: NDArray[np.int32], rows: int
) -> NDArray[np.int32]:
    """Frequencies in sixteenths: a word is its own document's, and in part its neighbours' in the session.

    A flat table of ``rows`` terms, each with a cell for every document of the mind.
    """
    frequencies = np.zeros(rows * mind.size, dtype=np.int32)
    base = row * mind.size
    frequencies[base + document] = SIXTEENTH * times
    # Each turn has one neighbour a step: no cell is met twice in one assignment, save nobody's, who never stands.
    for steps, shares in ((mind.after, scoring.LENT_BY_PREVIOUS), (mind.before, scoring.LENT_BY_NEXT)):
        for step, share in zip(steps, shares, strict=True):
            frequencies[base + step[document]] += share * times
    return frequencies


def _sum(mind: Mind, document: NDArray[np.integer], values: Ints) -> Ints:
    """Sum by document. Exact: the sums stay far below 2^53."""
    return np.bincount(document, values, minlength=mind.size).astype(np.int64)


def _dated(mind: Mind, query: Query) -> list[tuple[Flags, frozenset[str]]]:
    """For each time named in which something happened: the documents of it, and the terms it is named with."""
    days = mind.column(mind.contents.columns.day)
    found = []
    for window, terms in query.windows:
        inside = inside_window(days, window) & mind.standing
        if (inside & mind.counted).any():
            found.append((inside, terms))
    return found
