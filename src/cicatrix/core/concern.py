"""Which of the memories that share a word with a query concern it at all.

One everyday word in common is chance: a question about pods on nodes is none about a single-node cache. A memory is
let in for what names it (its subject, a tag, a person, the attribute or domain that is asked for), for its vector, for
half of the query, or for two words and more that are a quarter of it. Rules have their own bars (core/router.py), and
episodes speak for themselves.
"""

from __future__ import annotations

import re
from typing import Final

from cicatrix.core.asking import asks_for_advice
from cicatrix.core.candidates import Candidate
from cicatrix.core.grasp import LIGHT, Grasp, stems_of
from cicatrix.core.ids import Kind
from cicatrix.core.memories import MemoryType
from cicatrix.core.recall import ONE
from cicatrix.core.sought import SELF
from cicatrix.core.text import content_stems, fold
from cicatrix.core.wording import WORD

HALF: Final = 500_000
QUARTER: Final = 250_000
"""Shares of the query's idf, in millionths, words that name no thing left out."""

SMALL: Final = LIGHT.union(content_stems("number name date amount value"))
"""Stems that count on neither side: those that name no thing, and those for a kind of value."""

_FIRST_NAMES: Final = re.compile(r"[^\W\d_a-z][\w'’-]*(?: [^\W\d_a-z][\w'’-]*)*")

_OF_ONESELF: Final = re.compile(r"\b(?:I|my|me|mine|i)\b")

_NAMING: Final = frozenset({"attribute", "bound", "domain", "in_place_of", "linked", "pinned", "safety", "speaker"})


def concerns(candidate: Candidate, grasp: Grasp) -> bool:
    """Whether a candidate that shares something with a query has to do with it."""
    if candidate.kind is not Kind.MEMORY or candidate.tags_met or not _NAMING.isdisjoint(candidate.components):
        return True
    if _is_near(candidate, grasp):
        return True
    terms, subject = set(grasp.result.terms), content_stems(candidate.subject)
    if (subject and terms.issuperset(subject)) or _begins_with_a_name(candidate.text, grasp.query):
        return True
    own = stems_of(candidate)
    shared = [term for term in grasp.result.terms if term in own and term not in grasp.light]
    carried = grasp.carried(candidate)
    if any(any(char.isdigit() for char in term) for term in shared):  # ticket 4711
        return True
    return carried >= HALF or (carried >= QUARTER and len(shared) + len(grasp.excused(candidate)) > 1)


def _is_near(candidate: Candidate, grasp: Grasp) -> bool:
    """Whether the vector alone lets it in.

    What somebody said of himself serves him in other words too: where he asks of himself, and where he asks for advice,
    for which his preferences count as well. Any other query is served only by what is a fifth of the way nearer than
    where likeness begins to mean something: below, two texts of one field are as alike as a question and its answer.
    """
    floor = grasp.result.statistics.get("cosine_floor", 0)
    if not floor:
        return False
    of_oneself = fold(candidate.subject) == SELF
    advises = (of_oneself or candidate.type == MemoryType.PREFERENCE) and asks_for_advice(grasp.query)
    is_wide = advises or (of_oneself and _OF_ONESELF.search(grasp.query) is not None)
    return candidate.components.get("cosine", 0) >= (floor if is_wide else floor + (ONE - floor) // 5)


def _begins_with_a_name(text: str, query: str) -> bool:
    """Whether a memory begins with names that all stand in the query as names: "Sable is a citizen of …"."""
    first = _FIRST_NAMES.match(text)
    if first is None:
        return False
    named = {stem for word in WORD.findall(query)[1:] if word[0].isupper() for stem in content_stems(word)}
    own = content_stems(first[0])
    return bool(own) and named.issuperset(own)
