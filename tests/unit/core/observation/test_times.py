"""Days that a statement names, from the day it was said: Wednesday 20 May 2026."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cicatrix.core.observation.times import Direction, Stretch, stretch

SAID = date(2026, 5, 20)


def days(first: str | None, last: str | None) -> Stretch:
    return Stretch(*(date.fromisoformat(day) if day else None for day in (first, last)))


@pytest.mark.parametrize(
    ("text", "direction", "first", "last"),
    [
        ("away 19-25 July", "ahead", "2026-07-19", "2026-07-25"),
        ("from 3 to 9 August", "ahead", "2026-08-03", "2026-08-09"),
        ("July 19-25, 2027", "ahead", "2027-07-19", "2027-07-25"),
        ("between 3 and 5 May", "back", "2026-05-03", "2026-05-05"),
        ("28 December to 3 January", "ahead", "2026-12-28", "2027-01-03"),
        ("tomorrow at 3", "ahead", "2026-05-21", "2026-05-21"),
        ("the day after tomorrow", "ahead", "2026-05-22", "2026-05-22"),
        ("the day before yesterday", "back", "2026-05-18", "2026-05-18"),
        ("tonight", "ahead", "2026-05-20", "2026-05-20"),
        ("this weekend", "ahead", "2026-05-23", "2026-05-24"),
        ("next weekend", "ahead", "2026-05-30", "2026-05-31"),
        ("last weekend", "back", "2026-05-16", "2026-05-17"),
        ("next week", "ahead", "2026-05-25", "2026-05-31"),
        ("this week", "ahead", "2026-05-18", "2026-05-24"),
        ("last week", "back", "2026-05-11", "2026-05-17"),
        ("next month", "ahead", "2026-06-01", "2026-06-30"),
        ("this month", "ahead", "2026-05-01", "2026-05-31"),
        ("next year", "ahead", "2027-01-01", "2027-12-31"),
        ("this year", "ahead", "2026-01-01", "2026-12-31"),
        ("on Friday", "ahead", "2026-05-22", "2026-05-22"),
        ("on Friday", "back", "2026-05-15", "2026-05-15"),
        ("on Wednesday", "ahead", "2026-05-20", "2026-05-20"),
        ("on Wednesday", "back", "2026-05-13", "2026-05-13"),
        ("next Tuesday", "ahead", "2026-05-26", "2026-05-26"),
        ("Last Fri", "back", "2026-05-15", "2026-05-15"),
        ("in three weeks", "ahead", "2026-06-10", "2026-06-10"),
        ("in 2 days' time", "ahead", "2026-05-22", "2026-05-22"),
        ("in a month", "ahead", "2026-06-20", "2026-06-20"),
        ("in a year", "ahead", "2027-05-20", "2027-05-20"),
        ("three days ago", "back", "2026-05-17", "2026-05-17"),
        ("for two weeks", "ahead", "2026-05-20", "2026-06-03"),
        ("until 14 August", "ahead", None, "2026-08-14"),
        ("until the end of June", "ahead", None, "2026-06-30"),
        ("till Monday", "ahead", None, "2026-05-25"),
        ("since 2019", "ahead", "2019-01-01", None),
        ("since March", "back", "2026-03-01", None),
        ("from Monday on", "ahead", "2026-05-25", None),
        ("from September", "ahead", "2026-09-01", None),
        ("from Monday", "ahead", "2026-05-25", None),
        ("with a letter from March", "back", "2026-03-01", "2026-03-31"),
        ("starting on 1 June", "ahead", "2026-06-01", None),
        ("in March", "back", "2026-03-01", "2026-03-31"),
        ("in March", "ahead", "2027-03-01", "2027-03-31"),
        ("in September", "near", "2026-09-01", "2026-09-30"),
        ("on 9 June", "ahead", "2026-06-09", "2026-06-09"),
        ("on 9 June", "back", "2025-06-09", "2025-06-09"),
        ("on 2026-06-09", "near", "2026-06-09", "2026-06-09"),
        ("in April 2024", "back", "2024-04-01", "2024-04-30"),
        ("in 2021", "back", "2021-01-01", "2021-12-31"),
    ],
)
def test_days_are_counted_from_the_day_it_was_said(
    text: str, direction: Direction, first: str | None, last: str | None
) -> None:
    assert stretch(f"I was there {text}.", SAID, direction) == days(first, last)


@pytest.mark.parametrize(
    "text", ["I work on weekends.", "I run on Fridays.", "I sat in the sun.", "We may go.", "The may tree."]
)
def test_no_day_is_read_into_words_that_name_none(text: str) -> None:
    assert stretch(text, SAID, "back") is None


def test_the_end_of_a_month_stays_in_the_month() -> None:
    assert stretch("in a month", date(2026, 1, 31), "ahead") == days("2026-02-28", "2026-02-28")


@given(st.text(max_size=80), st.dates(), st.sampled_from(["back", "ahead", "near"]))
def test_no_text_and_no_day_raises(text: str, said: date, direction: Direction) -> None:
    found = stretch(f"{text} next month for three weeks until 9 June", said, direction)
    assert found is None or found.first is None or found.last is None or found.first <= found.last
