"""What was read of a rule, in words: each field, the sentence with what was not, a call on one line."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cicatrix.core.episodes import JsonObject, JsonValue
from cicatrix.core.policies.policy import (
    Before,
    Condition,
    Effect,
    Except,
    Part,
    Policy,
    PolicyStatus,
    Target,
    Window,
)
from cicatrix.interfaces import readings

TEXT = "Refunds above 200 euros need a yes from the new manager on Fridays after 15:00."
POLICY = Policy(
    Effect.REQUIRE_APPROVAL,
    PolicyStatus.PROPOSED,
    TEXT,
    verbs=("refund",),
    targets=(Target(head="order", mods=("open",)), Target(literal="main", kind="branch")),
    conditions=(Condition("number", role="amount", op="gt", value=200, unit="EUR"),),
    exceptions=(Except(text="small ones are fine"),),
    windows=(Window(days=(4,), start="15:00"),),
    before=Before(verbs=("drain",), targets=(Target(head="gateway"),), max_age=900),
    by="a manager",
    parts=(Part("targets", 0, 7), Part("conditions", 8, 23)),
    residue=("new",),
    confirmed_by="dana",
)


def test_each_field_is_said_in_a_few_words() -> None:
    assert dict(readings.facts(POLICY)) == {
        "effect": "asks a person (a manager)",
        "what is done": "refund",
        "to what": "open order or branch main",
        "only if": "amount above 200 EUR",
        "when": "Fridays from 15:00",
        "first": "drain and gateway, within 15 minutes",
        "unless": "small ones are fine",
        "unread": "new",
        "confirmed by": "dana",
    }


def test_a_word_that_nothing_took_is_unread_and_the_sentence_stays_whole() -> None:
    pieces = readings.pieces(POLICY)
    assert "".join(piece.text for piece in pieces) == TEXT
    assert [piece.text for piece in pieces if piece.state == "unread"] == ["new"]
    assert [(piece.text, piece.part) for piece in pieces if piece.state == "read"] == [
        ("Refunds", "targets"),
        ("above 200 euros", "conditions"),
    ]


@given(
    st.text(max_size=60),
    st.lists(st.tuples(st.integers(-2, 70), st.integers(-2, 70)), max_size=5),
    st.lists(st.text(min_size=1, max_size=5), max_size=3),
)
def test_pieces_are_always_the_whole_text(text: str, spans: list[tuple[int, int]], residue: list[str]) -> None:
    parts = tuple(Part("verbs", start, end) for start, end in spans)
    policy = Policy(Effect.DENY, PolicyStatus.PROPOSED, text, parts=parts, residue=tuple(residue))
    assert "".join(piece.text for piece in readings.pieces(policy)) == text


@pytest.mark.parametrize(
    ("fields", "line"),
    [
        ({"name": "bash", "args": {"command": "git push"}}, "bash: git push"),
        ({"name": "send", "resource": "twitter", "args": {"text": "Hi"}}, 'send(twitter, text="Hi")'),
        ({"name": "ping"}, "ping()"),
        ({"text": "Restart it"}, "“Restart it”"),
    ],
)
def test_a_call_stands_on_one_line(fields: JsonObject, line: str) -> None:
    assert readings.action(fields) == line


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-99, 99) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=12,
)


@given(_JSON)
def test_what_is_laid_out_is_the_same_value(value: JsonValue) -> None:
    assert json.loads(readings.laid_out(value)) == value
