"""The words that fill an attribute."""

from __future__ import annotations

import pytest

from cicatrix.core.observation.values import holder, place, value


@pytest.mark.parametrize(
    ("rest", "found"),
    [
        ("strong perfume.", "strong perfume"),
        ("the sea because it calms me", "sea"),
        ("coffee any more", "coffee"),
        ("tea, though", "tea"),
        ("hikes these days, too!", "hikes"),
        ("at 9:30.", "at 9:30"),
        ("1,000 steps a day", "1,000 steps a day"),
        ("it", ""),
        ("your work", ""),
        ("", ""),
        (", well", ""),
    ],
)
def test_value(rest: str, found: str) -> None:
    assert value(rest) == found


@pytest.mark.parametrize(
    ("rest", "found"),
    [
        ("in Oslo with my cats.", "Oslo"),
        ("in the Hague", "Hague"),
        ("in Bath, England.", "Bath, England"),
        ("near the harbour with Bo", "harbour"),
        ("alone", ""),
    ],
)
def test_place(rest: str, found: str) -> None:
    assert place(rest) == found


@pytest.mark.parametrize(
    ("rest", "found"),
    [
        ("at Acme since May", "Acme"),
        ("for the city library as a clerk", "city library"),
        ("at night", ""),
        ("hard", ""),
    ],
)
def test_holder(rest: str, found: str) -> None:
    assert holder(rest) == found
