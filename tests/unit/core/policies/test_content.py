"""What a text holds, by its form, and what it only names."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cicatrix.core.policies.content import DETECTORS, holds


@pytest.mark.parametrize(
    ("detector", "text"),
    [
        ("code", "Use SPRING25 for 25 % off"),
        ("email", "write to ana@shop.example"),
        ("phone", "call +49 30 1234567"),
        ("phone", "ring (020) 7946 0018"),
        ("card", "4111 1111 1111 1111"),
        ("iban", "DE89 3704 0044 0532 0130 00"),
        ("ip", "it is 10.1.2.3"),
        ("ssn", "123-45-6789"),
        ("key", "password: hunter22"),
        ("key", "AKIAABCDEFGHIJKLMNOP"),
        ("birth_date", "Ana Moll, born on 4 March 1991"),
        ("birth_date", "geboren am 04.03.1991"),
        ("address", "she lives at 12 Quay Lane"),
        ("address", "Lindenstraße 4"),
        ("amount", "it costs 1,200 euros"),
        ("link", "see https://a.example"),
    ],
)
def test_a_form_is_found(detector: str, text: str) -> None:
    assert holds(detector, text)


@pytest.mark.parametrize(
    ("detector", "text"),
    [
        ("code", "The API was down in 2020"),
        ("card", "4111 1111 1111 1112"),
        ("iban", "DE89 3704 0044 0532 0130 01"),
        ("birth_date", "born to run"),
        ("address", "she was on time 12 times"),
        ("phone", "order 2026-11-30"),
        ("key", "the password is safe"[:12]),
        ("link", "no link here"),
    ],
)
def test_what_only_looks_like_it_is_not(detector: str, text: str) -> None:
    assert holds(detector, text) is False


def test_a_request_may_only_name_it() -> None:
    assert holds("birth_date", "add her date of birth", named=True)
    assert not holds("birth_date", "add her date of birth")
    assert holds("horoscope", "aries") is None


@given(st.sampled_from(sorted(DETECTORS)), st.text(max_size=60))
def test_any_text_holds_it_or_not(detector: str, text: str) -> None:
    assert holds(detector, text) in (True, False)
