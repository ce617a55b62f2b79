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
