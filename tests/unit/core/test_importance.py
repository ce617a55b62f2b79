"""Importance: named signals, integer thousandths."""

from __future__ import annotations

import pytest

from cicatrix.core.importance import importance


@pytest.mark.parametrize(
    ("text", "episodes", "value"),
    [
        ("Write in the past tense.", 1, 500),
        ("Never write in capitals.", 1, 650),
        ("No capitals.", 1, 650),
        ("Ask about allergies.", 1, 650),
        ("Never ship peanuts to allergic children.", 1, 800),
        ("NEVER ship peanuts to allergic children.", 1, 850),
        ("Write in the past tense.", 2, 550),
        ("Write in the past tense.", 9, 650),
        ("NEVER drop the production database!", 9, 1000),
        ("不要删除备份", 1, 650),
    ],
)
def test_importance(text: str, episodes: int, value: int) -> None:
    assert importance(text, episodes) == value


@pytest.mark.parametrize(
    ("text", "attribute", "negated", "value"),
    [
        ("I'm allergic to peanuts.", "allergy", False, 850),
        ("I'm not allergic to peanuts any more.", "allergy", True, 650),
        ("I take warfarin.", "medication", False, 850),
        ("I don't have a car.", "has", True, 500),
        ("I never fly.", "", True, 650),
        ("I like tea!", "likes", False, 550),
    ],
)
def test_importance_of_what_somebody_tells(text: str, attribute: str, negated: bool, value: int) -> None:
    assert importance(text, 1, attribute, negated=negated, is_rule=False) == value


def test_a_vital_fact_that_is_said_again_matters_more() -> None:
    assert importance("I'm allergic to peanuts.", 2, "allergy", is_rule=False) == 900
