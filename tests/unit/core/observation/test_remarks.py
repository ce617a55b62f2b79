"""Remarks in passing teach nothing; what they stand beside does."""

from __future__ import annotations

import pytest
from tests.unit.core.observation.reading import refused, told

from cicatrix.core.observation.findings import Pass


@pytest.mark.parametrize(
    "text",
    [
        "I'm determined to make it work.",
        "I'm over the moon about it.",
        "We had a lovely evening.",
        "I got some great news.",
        "I worked really hard.",
        "We talked for hours.",
        "The mood was really motivating.",
        "The show was really thought-provoking.",
        "The shop's doing great.",
    ],
)
def test_a_remark_is_an_opinion(text: str) -> None:
    assert refused(text) is Pass.OPINION


@pytest.mark.parametrize("text", ["My kids loved it!", "The neighbours liked that."])
def test_what_points_at_something_names_nothing(text: str) -> None:
    assert refused(text) is Pass.ANAPHORA


def test_an_order_speaks_of_nobody() -> None:
    assert refused("Don't quit!") is not None


@pytest.mark.parametrize(
    "text",
    [
        "We had a picnic with the neighbours.",
        "I got a new job at Halden Tools.",
        "I learn best by doing.",
        "I had a blast at the harbour festival.",
        "We talked to the landlord.",
        "I have 3 ideas for the talk.",
        "I work nights.",
        "We train every morning.",
        "My sister had a baby.",
    ],
)
def test_what_tells_of_something_is_kept(text: str) -> None:
    assert told(text).subject
