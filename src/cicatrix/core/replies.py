"""Replies to questions: which one a reply answered, by whom, and whether it answers at all."""

from __future__ import annotations

from collections.abc import Iterable

from cicatrix.core.candidates import Candidate
from cicatrix.core.reading import no_answer
from cicatrix.core.shown import ASKED
from cicatrix.core.text import content_stems
from cicatrix.core.trust import Origin, rank


def question_of(candidate: Candidate) -> str:
    """The question that a reply was given to; empty for anything else."""
    if candidate.type != "reply" or not candidate.text.startswith(ASKED):
        return ""
    return candidate.text.partition("\n")[0].removeprefix(ASKED)


def is_no_answer(candidate: Candidate) -> bool:
    """Whether a reply only says that its author does not know."""
    if not question_of(candidate):
        return False
    said = candidate.text.partition("\n")[2]
    name = candidate.speaker
    return no_answer.is_no_answer(said.removeprefix(f"{name}: ") if name else said)


def answer_to(query: str, candidates: Iterable[Candidate]) -> Candidate | None:
    """The first reply that a named person gave to a question in the words of the query."""
    asked = set(content_stems(query))
    for candidate in candidates:
        replied = question_of(candidate)
        is_persons = bool(candidate.speaker) and rank(candidate.trust) >= rank(Origin.HUMAN)
        if replied and is_persons and set(content_stems(replied)) == asked and not is_no_answer(candidate):
            return candidate
    return None
