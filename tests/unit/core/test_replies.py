"""Replies: the question they were given to, who gave them, and whether they answer."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cicatrix.core.candidates import Candidate
from cicatrix.core.ids import Kind
from cicatrix.core.replies import answer_to, is_no_answer, question_of
from cicatrix.core.trust import Origin

REPLY = Candidate(
    handle="ep2",
    kind=Kind.EPISODE,
    type="reply",
    seq=2,
    text="Asked: How long is the refund window?\ndana: Thirty days.",
    score=0,
    components={},
    coverage=0,
    above_floor=True,
    trust=Origin.HUMAN,
    importance=500,
    occurred_at="",
    speaker="dana",
)


def test_the_question_of_a_reply() -> None:
    assert question_of(REPLY) == "How long is the refund window?"
    assert question_of(replace(REPLY, type="turn")) == ""
    assert question_of(replace(REPLY, text="dana: Thirty days.")) == ""


@pytest.mark.parametrize(
    "said",
    ["no idea", "No idea, sorry.", "I don’t know.", "Not sure yet", "idk", "Sorry, we don't know", "Keine Ahnung."],
)
def test_not_knowing_is_no_answer(said: str) -> None:
    unknown = replace(REPLY, text=f"Asked: How long is the refund window?\ndana: {said}")
    assert is_no_answer(unknown)
    assert answer_to("How long is the refund window?", [unknown]) is None


@pytest.mark.parametrize("said", ["Thirty days.", "No.", "Unknown callers get none.", "Not sure yet, but thirty days"])
def test_an_answer_is_one(said: str) -> None:
    assert not is_no_answer(replace(REPLY, text=f"Asked: How long is the refund window?\ndana: {said}"))


def test_the_answer_to_a_query_in_the_same_words() -> None:
    assert answer_to("how long is the refund window", [REPLY]) is REPLY
    assert answer_to("How long is the refund window of Acme?", [REPLY]) is None
    assert answer_to("how long is the refund window", [replace(REPLY, speaker="")]) is None
    assert answer_to("how long is the refund window", [replace(REPLY, trust=Origin.EXTERNAL)]) is None
