"""Wishes and orders: what is for always, and what is for now."""

from __future__ import annotations

import pytest

from cicatrix.core.observation.findings import Pass
from cicatrix.core.observation.frames import Frame
from cicatrix.core.observation.wishes import contact, wish


def read(text: str, *, timed: bool = False) -> Frame | Pass | None:
    return wish(text, timed=lambda: timed)


@pytest.mark.parametrize(
    ("text", "attribute", "negated"),
    [
        ("Always answer me in Dutch.", "instruction", False),
        ("please keep your answers short", "instruction", False),
        ("Don't use emojis.", "instruction", True),
        ("Dont put type hints in this codebase.", "instruction", True),
        ("Use metric units.", "instruction", False),
        ("I'd like you to show prices in euros.", "instruction", False),
        ("I want code samples without comments.", "instruction", False),
        ("I want every invoice on paper.", "wants", False),
        ("I want to learn Welsh.", "goal", False),
        ("I'd love to see Iceland one day.", "goal", False),
        ("Call me Bo.", "name", False),
    ],
)
def test_for_always(text: str, attribute: str, negated: bool) -> None:
    found = read(text)
    assert isinstance(found, Frame)
    assert (found.attribute, found.negated) == (attribute, negated)


@pytest.mark.parametrize(
    "text",
    [
        "Book me a table.",
        "Summarise this article.",
        "Write an answer to the client.",
        "I want a pizza.",
        "I want it.",
        "I'd like to order a pizza.",
        "I need you to check this contract.",
        "I need to buy milk.",
        "I need help.",
        "Could you check this?",
        "Let's go.",
        "Remind me every day.",
    ],
)
def test_for_now(text: str) -> None:
    assert read(text) is Pass.REQUEST


def test_a_need_with_a_day_is_a_plan() -> None:
    found = read("I need to finish the report", timed=True)
    assert isinstance(found, Frame)
    assert found.attribute == "plan"


@pytest.mark.parametrize("text", ["Don't worry.", "Never give up!", "Keep going!"])
def test_cheering_is_no_order(text: str) -> None:
    assert read(text) is Pass.SMALL_TALK


@pytest.mark.parametrize(
    "text",
    [
        "Release 6.2 is delayed.",
        "Stock calls Orders.",
        "Freeze lifted.",
        "I live in Oslo.",
        "I don't want to fly.",
        "I need to avoid salt.",
        "Ran the race.",
    ],
)
def test_neither(text: str) -> None:
    assert read(text) is None


@pytest.mark.parametrize(
    ("text", "attribute", "value"),
    [
        ("You can text me on 07700 900142.", "phone", "07700 900142"),
        ("Write to me at bo@example.org, please.", "email", "bo@example.org"),
        ("Everybody calls me Kit.", "name", "Kit"),
    ],
)
def test_contact(text: str, attribute: str, value: str) -> None:
    found = contact(text)
    assert found is not None
    assert (found.attribute, found.value) == (attribute, value)


def test_no_contact() -> None:
    assert contact("Call me tomorrow.") is None
