"""Which of the memories that share a word with a query concern it at all.

One everyday word in common is chance: a question about pods on nodes is none about a single-node cache. A memory is
let in for what names it (its subject, a tag, a person, the attribute or domain that is asked for), for its vector, for
half of the query, or for two words and more that are a quarter of it. Rules have their own bars (core/router.py), and
episodes speak for themselves.
"""

from __future__ import annotations

import re
from typing import Final

from cicatrix.core.candidates import Candidate
from cicatrix.core.grasp import LIGHT, Grasp, stems_of
from cicatrix.core.ids import Kind
from cicatrix.core.text import content_stems
from cicatrix.core.wording import WORD

HALF: Final = 500_000
QUARTER: Final = 250_000
"""Shares of the query's idf, in millionths, words that name no thing left out."""

SMALL: Final = LIGHT.union(content_stems("number name date amount value"))
"""Stems that count on neither side: those that name no thing, and those for a kind of value."""

_FIRST_NAMES: Final = re.compile(r"[^\W\d_a-z][\w'’-]*(?: [^\W\d_a-z][\w'’-]*)*")

_NAMING: Final = frozenset(
    {"attribute", "bound", "domain", "in_place_of", "linked", "pinned", "safety", "semantic", "speaker"}
)


def concerns(candidate: Candidate, grasp: Grasp) -> bool:
    """Whether a candidate that shares something with a query has to do with it."""
    if candidate.kind is not Kind.MEMORY or candidate.tags_met or not _NAMING.isdisjoint(candidate.components):
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


def _begins_with_a_name(text: str, query: str) -> bool:
    """Whether a memory begins with names that all stand in the query as names: "Sable is a citizen of …"."""
    first = _FIRST_NAMES.match(text)
    if first is None:
        return False
    named = {stem for word in WORD.findall(query)[1:] if word[0].isupper() for stem in content_stems(word)}
    own = content_stems(first[0])
    return bool(own) and named.issuperset(own)
