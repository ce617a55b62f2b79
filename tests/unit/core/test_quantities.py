"""Numbers beside limits, and words that ask for a measure."""

from __future__ import annotations

import pytest

from cicatrix.core.quantities import compared, measured, quantities, shares_only_other_numbers
from cicatrix.core.text import content_stems

REFUNDS = "Refunds above 200 euros need a yes from a manager."


@pytest.mark.parametrize(
    ("query", "rule", "expected"),
    [
        ("Can I refund 300 euros?", REFUNDS, ["300 euros"]),
        ("Can I refund €300 to her?", REFUNDS, ["€300"]),
        ("refund 1,250.50 EUR", REFUNDS, ["1,250.50 eur"]),
        ("Can I refund 300 dollars?", REFUNDS, []),  # of another kind: nobody said how they compare
        ("Can I refund order 300?", REFUNDS, []),
        ("Scale to 45 nodes", "Scaling above 40 nodes needs approval.", ["45 nodes"]),
        ("Scale to 45 pods", "Scaling above 40 nodes needs approval.", []),
        ("Hire 12 people", "Teams of 10 people or more need a lead.", ["12 people"]),
        ("Approve 8 hours of overtime", "At most 6 hours of overtime a week.", ["8 hours"]),
        ("Call them at 19:30", "No calls after 18:00.", ["19:30"]),
        ("Call them at 7 pm", "No calls after 18:00.", ["7 pm"]),
        ("Call them at 8:30", "No calls before 9 in the morning.", ["8:30"]),
        ("Call them at 9", "No calls before 8:30.", ["9"]),
        ("Restart build 8841", "Keep at most 40 nodes.", []),
        ("Look at INV-2091, v3.2.1 and 3.2.1", "Above 200 euros ask.", []),
        ("Refund 300 euros", "We refunded 200 euros.", []),  # a number, and no limit
        ("", REFUNDS, []),
    ],
)
def test_what_a_limit_is_compared_with(query: str, rule: str, expected: list[str]) -> None:
    assert [quantity.written for quantity in compared(query, rule)] == expected


def test_a_quantity_has_the_stems_of_its_number_alone() -> None:
    (only,) = quantities("It takes 1,200 hours")
    assert (only.written, only.kind, only.is_limit, only.stems) == ("1,200 hours", "hour", False, frozenset({"1200"}))


@pytest.mark.parametrize(
    ("query", "text", "expected"),
    [
        ("How cold must insulin be kept?", "Keep insulin between 2 and 8 degrees.", {"cold"}),
        ("What temperature?", "Keep it at 17°C.", {"temperatur"}),
        ("How expensive was it?", "It was 120 euros.", {"expens"}),
        ("How cold must it be?", "Keep it for 8 days.", set()),
        ("How cold must it be?", "Keep it cool.", set()),
    ],
)
def test_a_measure_is_answered_by_a_quantity_of_its_kind(query: str, text: str, expected: set[str]) -> None:
    assert measured(query, text) == expected


def test_numbers_of_other_things_are_no_common_word() -> None:
    refunds = "Refunds over 100 EUR need a yes."
    query = "Set the replicas to 100"
    assert shares_only_other_numbers(query, content_stems(query), refunds)
    for near in ("Set the replicas for a refund to 100", "Pay 100 EUR to Ana", "Set the replicas to 90"):
        assert not shares_only_other_numbers(near, content_stems(near), refunds), near
    assert not shares_only_other_numbers(query, content_stems(query), "Case 100 was closed.")  # counts nothing
