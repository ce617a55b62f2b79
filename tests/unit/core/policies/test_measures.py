"""Numbers with units, as fields and sentences write them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cicatrix.core.policies.measures import Measure, measure, measures_in, parse_number, unit


@pytest.mark.parametrize(
    ("text", "value", "dimension"),
    [
        ("EUR 5,000", 5000, "EUR"),
        ("5.000 €", 5000, "EUR"),
        ("1.234,56 euros", 1234.56, "EUR"),
        ("$19.99", 19.99, "USD"),
        ("12k dollars", 12000, "USD"),
        ("9.5 hours", 34200, "time"),
        ("40 km", 40000, "length"),
        ("128 GB", 128e9, "size"),
        ("15 %", 15, "share"),
        ("more than 2,000 pieces", 2000, ""),
    ],
)
def test_a_number_is_read_with_its_unit(text: str, value: float, dimension: str) -> None:
    (found,) = measures_in(text)
    assert found.value == pytest.approx(value)
    assert found.dimension == dimension


@pytest.mark.parametrize("text", ["2026-03-01", "KX-101", "v1.2.3-rc", "no number", "10:30"])
def test_dates_identifiers_and_times_are_no_amounts(text: str) -> None:
    assert measures_in(text) == ()


@pytest.mark.parametrize(
    ("value", "words", "currency", "expected"),
    [
        (6000, ("amount", "cent"), "EUR", Measure(60, "EUR")),
        (60, ("amount",), "EUR", Measure(60, "EUR")),
        (150, ("duration", "minute"), "", Measure(9000, "time")),
        ("1450.00", ("value",), "USD", Measure(1450, "USD")),
        (True, ("amount",), "", None),
        ("seven", ("amount",), "", None),
    ],
)
def test_a_field_says_the_unit(value: object, words: tuple[str, ...], currency: str, expected: Measure | None) -> None:
    assert measure(value, words, currency) == expected  # type: ignore[arg-type]


def test_units_of_one_dimension_are_comparable() -> None:
    assert unit("hours") == ("time", 3600)
    assert unit("dollars") == unit("USD") == ("USD", 1)
    assert unit("goats") == ("", 1)


@given(st.integers(0, 10**9))
def test_marks_of_thousands_change_no_number(number: int) -> None:
    assert parse_number(f"{number:,}") == parse_number(f"{number:,}".replace(",", ".")) == parse_number(str(number))


@given(st.text(max_size=40))
def test_any_text_has_measures_or_none(text: str) -> None:
    for found in measures_in(text):
        assert found.value == found.value
