"""What a question needs beside what it names: the memories of a thing that a memory of its words speaks of.

"Why is Alice's project delayed?" names Alice; that she owns Project Atlas is found by its words, that Atlas depends on
the gateway, and what became of the gateway, by nothing but the thing that one speaks of and the next is about. So a
question that asks for something of somebody's is followed from its best memory on, a few steps and a few memories.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from heapq import merge
from typing import Final

from cicatrix.core.asking import Form
from cicatrix.core.candidates import Candidate, SearchResult
from cicatrix.core.concern import SMALL
from cicatrix.core.grasp import Grasp, stems_of
from cicatrix.core.ids import Kind
from cicatrix.core.memories import RECALLABLE
from cicatrix.core.sifting import Sifted
from cicatrix.core.text import content_stems

STEPS: Final = 2
"""So many steps from what was found by its words."""

_WIDTH: Final = 3
"""So many memories at most are taken with a step from one."""

_OF_SOMEBODY: Final = re.compile(r"\w['’]s +\w|s['’] +\w|\b(?:my|his|her|our|their) +\w|\b(?:of|where|that|whose) +\w")
_SHARED: Final = 2  # stems of the question: whose it is, and what


def start(sifted: Sifted, query: str, asked: Form) -> Candidate | None:
    """The memory from which a question is followed: the one that carries most of it, and not all; None where the
    question asks for nothing of anybody's, or is answered."""
    memories = [each for each in sifted.standing.values() if each.kind is Kind.MEMORY and not each.ended]
    if not memories or not asked.wants_fact or any(each.tells for each in memories) or not _OF_SOMEBODY.search(query):
        return None
    grasp = Grasp(query, sifted.result, SMALL)
    best = grasp.best(memories)
    own, terms = stems_of(best), frozenset(sifted.result.terms)
    return best if len(own & terms - SMALL) >= _SHARED and not own >= terms else None


def following(near: Candidate, found: Sequence[Candidate], step: int) -> list[Candidate]:
    """The memories that are about what ``near`` speaks of, the best first, as they stand ``step`` steps from the start.

    ``found`` is what a search for the words of ``near`` found.
    """
    spoken_of = stems_of(near) - frozenset(content_stems(near.subject))
    score = near.score * (STEPS + 1 - step) // (STEPS + 2 - step)
    linked = [
        replace(each, score=score, components={"linked": score}, coverage=0)
        for each in found
        if each.kind is Kind.MEMORY
        and each.above_floor
        and each.status in RECALLABLE
        and each.handle != near.handle
        and _is_about(each, spoken_of)
    ]
    return linked[:_WIDTH]


def with_links(result: SearchResult, linked: Sequence[Candidate]) -> SearchResult:
    """The result with memories that its words did not find, or not well enough, in their places."""
    coverage = {each.handle: each.coverage for each in result.candidates}
    further = [replace(each, coverage=coverage.get(each.handle, 0)) for each in linked]
    names = {each.handle for each in linked}
    others = [each for each in result.candidates if each.handle not in names]
    return replace(result, candidates=tuple(merge(others, further, key=lambda each: -each.score)))


def _is_about(candidate: Candidate, stems: frozenset[str]) -> bool:
    subject = content_stems(candidate.subject)
    return bool(subject) and stems.issuperset(subject)
