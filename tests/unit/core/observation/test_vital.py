"""What somebody's health hangs on is found in any sentence, and never in a question or a supposition."""

from __future__ import annotations

from datetime import date

import pytest

from cicatrix.core.importance import VITAL_ATTRIBUTES
from cicatrix.core.observation.findings import Observed
from cicatrix.core.observation.turns import read_turn
from cicatrix.core.observation.vital import vital

DAY = date(2026, 5, 20)


@pytest.mark.parametrize(
    ("text", "subject", "value", "words"),
    [
        ("I'm allergic to nuts lol", "user", "nuts", "I'm allergic to nuts lol"),
        ("I think I'm allergic to penicillin.", "user", "penicillin", ""),
        ("My doctor says I'm allergic to latex.", "user", "latex", ""),
        ("My doctor told me I'm allergic to latex.", "user", "latex", ""),
        ("I thought I was allergic to figs.", "user", "figs", ""),
        ("I might be allergic to shellfish.", "user", "shellfish", "I might be allergic to shellfish."),
        ("Did I tell you I'm allergic to nuts?", "user", "nuts", "I'm allergic to nuts"),
        ("If you cook for me, remember I'm allergic to soy.", "user", "soy", "I'm allergic to soy."),
        ("I carry an EpiPen because of my bee allergy.", "user", "bee", "my bee allergy."),
        ("We carry one because of my son's bee allergy.", "user's son", "bee", "my son's bee allergy."),
        ("My nut allergy is severe.", "user", "nut", "My nut allergy is severe."),
        ("im allergic to eggs", "user", "eggs", "im allergic to eggs"),
        ("I'M ALLERGIC TO EGGS", "user", "EGGS", "I'M ALLERGIC TO EGGS"),
        ("I'm allergic to nuts so please don't put any in your recipes.", "user", "nuts", ""),
        ("My kids are allergic to eggs, haha.", "user's kids", "eggs", ""),
    ],
)
def test_it_is_found(text: str, subject: str, value: str, words: str) -> None:
    found = [one for one in read_turn(text, speaker="user", said=DAY) if isinstance(one, Observed)]
    (one,) = [one for one in found if one.attribute in VITAL_ATTRIBUTES]
    assert (one.subject, one.attribute, one.value, one.negated) == (subject, "allergy", value, False)
    assert (one.text or text[one.start : one.end]) == (words or text)


@pytest.mark.parametrize(
    "text",
    [
        "Am I allergic to nuts?",
        "Is my son allergic to nuts?",
        "Do you think I'm allergic to nuts?",
        "I wonder if I'm allergic to nuts.",
        "Imagine I'm allergic to nuts.",
        "In my novel I'm allergic to nuts.",
        "I'm not allergic to nuts lol",
        "I thought I was allergic to nuts but the test was negative.",
        "I always thought I was allergic to cats, but I'm not.",
        "My sister said 'I am allergic to nuts' as a joke.",
        "The allergy season is here.",
        "He is allergic to it.",
        "I like tea.",
    ],
)
def test_it_is_not_invented(text: str) -> None:
    found = [one for one in read_turn(text, speaker="user", said=DAY) if isinstance(one, Observed)]
    assert [one for one in found if one.attribute in VITAL_ATTRIBUTES and not one.negated] == []


def test_the_whole_sentence_is_its_evidence() -> None:
    text = "As I said, I'm diabetic."
    found = vital(text, speaker="user", said=DAY)
    assert found is not None
    assert (found.start, found.end, found.text) == (0, len(text), "I'm diabetic.")
