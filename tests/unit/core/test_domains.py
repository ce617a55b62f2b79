"""Domains of life: what a preference and a question have in common without a word."""

from __future__ import annotations

import pytest

from cicatrix.core.domains import domains_of
from cicatrix.core.text import content_stems


def of(text: str) -> set[str]:
    return set(domains_of(content_stems(text)))


@pytest.mark.parametrize(
    ("preference", "question"),
    [
        ("I never eat dairy.", "Which bakery should I try on Sunday?"),
        ("I do not wear leather.", "Find me a stylish jacket."),
        ("I will only drive an electric car.", "What should I buy for a long commute?"),
        ("I hate crowds when I travel.", "Plan a weekend of sightseeing in Rome."),
        ("I cannot stand horror films.", "What could I watch on TV tonight?"),
    ],
)
def test_a_preference_and_its_question_meet_in_a_domain(preference: str, question: str) -> None:
    assert of(preference) & of(question)


def test_other_domains_do_not_meet() -> None:
    assert not of("I never eat dairy.") & of("Which suv has the best mileage?")


def test_words_of_no_domain_name_none() -> None:
    assert domains_of(content_stems("The gateway retries failed messages")) == ()


def test_domains_are_named_once_in_the_order_of_their_words() -> None:
    assert domains_of(content_stems("car restaurant suv")) == ("vehicles", "food")
