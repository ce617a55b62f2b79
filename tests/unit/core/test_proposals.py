"""Proposals before admission: whose words they are, and where they stand."""

from __future__ import annotations

import pytest

from cicatrix.core.admission import Claim
from cicatrix.core.episodes import Episode, EpisodeKind
from cicatrix.core.evidence import quote
from cicatrix.core.proposals import FACTS, Refused, Task, claims_of, task_of
from cicatrix.core.trust import Origin

NOON = "2026-11-30T12:00:00+00:00"


def turn(text: str, role: str = "user") -> Episode:
    return Episode("ep1", EpisodeKind.TURN, "user", Origin.HUMAN, NOON, NOON, role=role, speaker="user", text=text)


def proposed(words: str, text: str, cited: str | None = None) -> Claim | Refused:
    task = Task(turn(words), "text", "extract-1", FACTS, ())
    (claim,) = claims_of(task, {"facts": [{"text": text, "quote": cited or words, "type": "semantic"}]}, "model m")
    return claim


TWO = "Ana moved to Porto and Ben is allergic to nuts, while my sister keeps two dogs and my brother a cat."


@pytest.mark.parametrize(
    "text",
    ["Ana is allergic to nuts.", "Ben moved to Porto.", "My brother keeps two dogs.", "Ana keeps a cat."],
)
def test_what_is_said_of_one_is_not_said_of_another(text: str) -> None:
    found = proposed(TWO, text)
    assert isinstance(found, Refused)
    assert found.code == "says_it_of_another"


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (TWO, "Ben is allergic to nuts."),
        (TWO, "Ana moved to Porto"),
        (TWO, "my sister keeps two dogs"),
        ("Tom moved away. He likes it there a lot.", "Tom likes it a lot."),
        ("I like tea and I keep bees.", "I like tea, keep bees."),
    ],
)
def test_what_one_clause_says_may_be_proposed(words: str, text: str) -> None:
    assert isinstance(proposed(words, text), Claim)


def test_a_quote_is_where_it_stands() -> None:
    claim = proposed("Well, I keep bees. I really do.", "I keep bees.", "I keep bees.")
    assert isinstance(claim, Claim)
    (span,) = claim.evidence
    assert quote(turn("Well, I keep bees. I really do."), span) == "I keep bees."
    refused = proposed("Well, I keep bees.", "I keep bees.", "i keep bees")
    assert isinstance(refused, Refused)
    assert refused.code == "not_verbatim"


@pytest.mark.parametrize("role", ["assistant", "tool", "system"])
def test_a_program_has_nothing_to_be_read(role: str) -> None:
    assert task_of(turn("Mijn zus woont in Gent en ik werk bij de haven.", role)) is None


def test_what_code_has_read_is_not_read_again() -> None:
    assert task_of(turn("I live in Ghent.")) is None
