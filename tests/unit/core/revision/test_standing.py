"""What a text asserts, and what not."""

from __future__ import annotations

import pytest

from cicatrix.core.revision.standing import Standing, asserted, clauses, fragments, sentences


@pytest.mark.parametrize(
    ("text", "standing"),
    [
        ("Is the port still 80?", Standing.QUESTION),
        ("how much would it cost", Standing.QUESTION),
        ("If the bucket fills up we might cut it to 7 days.", Standing.SUPPOSED),
        ("I would have preferred Monday.", Standing.SUPPOSED),
        ("Maybe we move to Go.", Standing.SUPPOSED),
        ("I am thinking about moving.", Standing.SUPPOSED),
        ("We plan to move to Go.", Standing.PLANNED),
        ('The novel says: "Docs are written in blood."', Standing.QUOTED),
        ("The film is about a man without fear.", Standing.QUOTED),
        ("He claimed it was free.", Standing.QUOTED),
        ("Back in 2019 I lived in Oslo.", Standing.PAST),
        ("As a student I lived in Oslo.", Standing.PAST),
        ("This Friday only, standup is at 11.", Standing.EXCEPTION),
        ("The port is 80.", Standing.ASSERTED),
        ("I would rather go by Katarina, if you could change that.", Standing.ASSERTED),
        ('The mail from today: "You can hand it in until 6 September."', Standing.ASSERTED),
    ],
)
def test_standing(text: str, standing: Standing) -> None:
    assert clauses(text)[0].standing is standing


def test_a_clause_may_assert_beside_one_that_does_not() -> None:
    text = "Back when I was there I would have known, but I left at Easter. Is that so?"
    assert asserted(text) == "but I left at Easter."
    assert asserted("Is that so?") == ""


def test_sentences_end_at_no_abbreviation() -> None:
    assert sentences("Dr. Falk of Acme Inc. is here. T. S. Eliot too.") == (
        "Dr. Falk of Acme Inc. is here.",
        "T. S. Eliot too.",
    )


def test_fragments() -> None:
    assert fragments("They agreed, so it is due on Friday. Fine.") == (
        "They agreed, so it is due on Friday.",
        "They agreed",
        "it is due on Friday.",
        "Fine.",
    )
