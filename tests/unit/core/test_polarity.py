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


@pytest.mark.parametrize(
    "prohibition",
    [
        "Do not deploy on Friday afternoons, nobody is there to fix it.",
        "no Friday afternoon deploys.",
        "No deploying on Friday afternoons!",
        "Nobody deploys on Friday afternoons.",
        "Stop deploying on Friday afternoons",
        "Never deploy on Friday afternoons, not even hotfixes.",
        "Nothing is deployed on Friday afternoons.",
        "Avoid deploys on Friday afternoons because no one is on call.",
        "On Friday afternoons, do not deploy.",
        "If it is Friday afternoon, don't deploy",
        "Refrain from deploying on Friday afternoons.",
    ],
)
def test_a_prohibition_however_it_is_worded(prohibition: str) -> None:
    assert prohibits(prohibition)
    assert not contradict(prohibition, "Do not deploy on Friday afternoons, whatever the hurry.")
    assert not contradict(prohibition, "no Friday afternoon deploys.")
    assert contradict(prohibition, "Deploy on Friday afternoons.")


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("Only deploy on Mondays.", "Do not deploy on Fridays.", False),
        ("Only deploy on Mondays.", "Do not deploy except on Mondays.", False),
        ("Only deploy on Mondays.", "Never deploy on Mondays.", True),
        ("Only deploy on Mondays.", "Deploy on Mondays.", False),
        ("Nobody posts in the public Discord but community managers.", "Never post in the public Discord.", False),
        ("Buy oat milk, not cow's milk.", "Buy cow's milk.", True),
        ("Buy oat milk, not cow's milk.", "Never buy cow's milk.", False),
        ("Do not deploy unless the checks are green.", "Deploy when the checks are green.", False),
        ("Never deploy after 17:00", "Never deploy after 16:00", False),  # the stricter one is followed
        ("Keep builds for 90 days", "Keep builds for 30 days", True),
        ("Do not email customers, they hate it.", "Email customers, they love it.", True),
        ("Restart the pod, but never drain it.", "Drain the pod before you restart it.", False),
    ],
)
def test_limits_contrasts_and_numbers(one: str, other: str, expected: bool) -> None:
    assert contradict(one, other) is expected
    assert contradict(other, one) is expected


@pytest.mark.parametrize(
    "text", ["Buy oat milk, not cow's milk.", "Never ship on Friday.", "No phone orders after 18:00."]
)
def test_a_prohibition_beside_something_asked_counts(text: str) -> None:
    assert prohibits(text)
    assert not contradict(text, text)


def test_a_denial_stands_in_its_own_clause() -> None:
    assert denies("Were the invoices sent?", "We launched on time, but the invoices weren't sent.")
    assert not denies("Did we launch on time?", "We launched on time, but the invoices weren't sent.")
