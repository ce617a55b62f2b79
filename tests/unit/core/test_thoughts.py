"""Replies without their reasoning, whole and in pieces."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cicatrix.core.thoughts import Spoken, strip_thoughts

PARTS = st.lists(st.sampled_from(["<think>", "</think>", "<Thinking a=1>", "</thinking>", "tea ", "a < b", "<p>", "<"]))


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        ("<think>hm</think>Yes.", "Yes."),
        ("Well <think>hm <think>hm</think></think>yes.", "Well yes."),
        ("<think>hm", ""),
        ("hm</think>Yes.", "Yes."),
        ("1 < 2, so <b>yes</b>.", "1 < 2, so <b>yes</b>."),
    ],
)
def test_only_what_was_said_stays(reply: str, said: str) -> None:
    assert strip_thoughts(reply) == said


@given(PARTS, st.integers(min_value=1, max_value=9))
def test_in_pieces_it_is_the_same_where_every_mark_closes_something(parts: list[str], size: int) -> None:
    reply = "".join(parts)
    spoken = Spoken()
    said = "".join(spoken.feed(reply[at : at + size]) for at in range(0, len(reply), size)) + spoken.end()
    whole = strip_thoughts(reply)
    assert said.endswith(whole)
    depth = 0
    closes_nothing = False
    for part in parts:
        if part.startswith("</"):
            closes_nothing |= depth == 0
            depth = max(0, depth - 1)
        elif part.lower().startswith("<think"):
            depth += 1
    if not closes_nothing:
        assert said == whole
