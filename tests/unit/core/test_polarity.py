"""Negation and contradiction: what similar words cannot tell."""

from __future__ import annotations

import pytest

from cicatrix.core.polarity import contradict, denies, negated, prohibits


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("Never post discount codes on public social media.", True),
        ("Don't use agents on Friday", True),
        ("Don’t use agents on Friday", True),
        ("There is no refund after March", True),
        ("Never publish without a review.", False),  # it demands the review
        ("Post the codes on Monday", False),
        ("Send a note to the notary", False),
        ("Nie am Freitag ausliefern", True),
        ("", False),
    ],
)
def test_negated(sentence: str, expected: bool) -> None:
    assert negated(sentence) is expected


def test_a_rule_prohibits_when_one_of_its_sentences_does() -> None:
    assert prohibits("Drain at the gateway first. Never restart billing pods directly.")
    assert not prohibits("Drain at the gateway first. Then restart.")


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("Put hashtags at the end of the post.", "Never put hashtags at the end of the post.", True),
        ("Never post discount codes on Twitter", "Post discount codes on Twitter", True),
        ("Never post discount codes on Twitter", "Never post discount codes on LinkedIn", False),
        ("Never post discount codes on Twitter", "Post reader stories on LinkedIn", False),
        ("Refunds above 200 need a manager", "Refunds above 500 need a manager", True),
        ("Refunds above 200 need a manager", "Refunds above 500 need a director", False),
        ("Refunds above 200 need a manager", "Refunds above 200 need a manager", False),
        ("Refunds above 200 need a manager", "Refunds above 500 need no manager", False),  # both can be followed
        ("Never", "Always", False),
    ],
)
def test_contradict(one: str, other: str, expected: bool) -> None:
    assert contradict(one, other) is expected
    assert contradict(other, one) is expected


@pytest.mark.parametrize(
    ("question", "text", "expected"),
    [
        ("Did we move the launch to Friday?", "We did not move the launch. It stays on Monday.", True),
        ("Did we move the launch to Friday?", "We moved the launch to Friday. Nobody was told.", False),
        ("Didn't we move the launch?", "We never moved the launch.", True),
        ("Did we not move the launch?", "We moved the launch.", True),
        ("Is Heidi a dog?", "The office has a cat.", False),
    ],
)
def test_denies(question: str, text: str, expected: bool) -> None:
    assert denies(question, text) is expected
