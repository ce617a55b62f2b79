"""Yes and no."""

from __future__ import annotations

import pytest

from cicatrix.core.revision.polarity import denegated, is_negative
from cicatrix.core.revision.wording import plain


@pytest.mark.parametrize(
    ("text", "negative"),
    [
        ("I'm not allergic", True),
        ("Nobody works on Fridays", True),
        ("Do not forget the key", False),
        ("Not only the key, the lock", False),
        ("It can't run without a key", False),
        ("We know No Limits", False),
    ],
)
def test_a_negation_that_counts(text: str, negative: bool) -> None:
    assert is_negative(plain(text)) is negative


def test_what_is_left_without_it() -> None:
    assert denegated("There is no man playing") == "a man playing"
    assert denegated("I am not allergic any more") == "I am allergic"
    assert denegated("He does not eat") == "He eat"
