"""Card numbers of the schemes' public test sets, and numbers that only look like them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cicatrix.core.secrets.cards import is_issued, passes_luhn, payment_cards

CARDS = [
    "4111111111111111",
    "4222222222222",
    "4111 1111 1111 1111",
    "4111-1111-1111-1111",
    "5500005555555559",
    "2223003122003222",
    "378282246310005",
    "3782 822463 10005",
    "30569309025904",
    "3852 000002 3237",
    "6011111111111117",
    "3530111333300000",
    "6200000000000005",
]
OTHERS = [
    "4111111111111112",  # check digit
    "1111111111111117",  # no issuer
    "411111111111111",  # 15 digits
    "41 11 11 11 11 11 11 11",  # grouped otherwise
    "4111 111111 111111",
    "x4111111111111111",
    "4111111111111111x",
    "4111111111111111.5",
    "3.4111111111111111",
    "#4111111111111111",
    "Order no. 4111111111111111",
    "tracking number: 4111111111111111",
    "id=4111111111111111",
]


@pytest.mark.parametrize("number", CARDS)
def test_cards_are_found_where_they_stand(number: str) -> None:
    text = f"pay with {number}, please"
    assert [text[span.start : span.end] for span in payment_cards(text)] == [number]


@pytest.mark.parametrize("text", OTHERS)
def test_other_numbers_are_none(text: str) -> None:
    assert list(payment_cards(text)) == []


def test_a_number_in_groups_is_a_card_whatever_word_stands_before() -> None:
    assert list(payment_cards("order paid by id 4111 1111 1111 1111"))


@given(st.text(alphabet="0123456789", min_size=2, max_size=20), st.data())
def test_one_wrong_digit_never_passes(digits: str, data: st.DataObject) -> None:
    check = next(d for d in "0123456789" if passes_luhn(digits + d))
    place = data.draw(st.integers(0, len(digits) - 1))
    wrong = data.draw(st.sampled_from([d for d in "0123456789" if d != digits[place]]))
    assert not passes_luhn(digits[:place] + wrong + digits[place + 1 :] + check)


@given(st.text(alphabet="0123456789", min_size=4, max_size=25))
def test_no_scheme_issues_very_short_or_very_long_numbers(digits: str) -> None:
    if is_issued(digits):
        assert 13 <= len(digits) <= 19
