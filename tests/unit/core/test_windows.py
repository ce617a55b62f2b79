"""Time in words: which days are meant, and no guess where none can be read."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cicatrix.core.windows import find_windows, parse_window
from cicatrix.errors import InvalidInput

NOW = datetime(2026, 7, 21, 9, tzinfo=UTC)  # a Tuesday


def days(text: str, now: datetime = NOW) -> list[tuple[str, str]]:
    """First and last day of the last range of each window."""
    found = []
    for window in find_windows(text, now):
        start, end = window.ranges[-1]
        found.append((date.fromordinal(start).isoformat(), date.fromordinal(end - 1).isoformat()))
    return found


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("What did we decide yesterday?", "2026-07-20", "2026-07-20"),
        ("what happened today", "2026-07-21", "2026-07-21"),
        ("the plan from last week", "2026-07-13", "2026-07-19"),
        ("past 7 days", "2026-07-14", "2026-07-21"),
        ("last seven days", "2026-07-14", "2026-07-21"),
        ("in the past month", "2026-06-01", "2026-06-30"),
        ("over the last 2 months", "2026-05-21", "2026-07-21"),
        ("this week", "2026-07-20", "2026-07-26"),
        ("this month", "2026-07-01", "2026-07-31"),
        ("last year", "2025-01-01", "2025-12-31"),
        ("last quarter", "2026-04-01", "2026-06-30"),
        ("3 days ago", "2026-07-18", "2026-07-18"),
        ("two weeks ago", "2026-07-04", "2026-07-10"),
        ("on Friday", "2026-07-17", "2026-07-17"),
        ("last Tuesday", "2026-07-14", "2026-07-14"),
        ("last weekend", "2026-07-18", "2026-07-19"),
        ("on 2026-02-28", "2026-02-28", "2026-02-28"),
        ("on March 18, 2025", "2025-03-18", "2025-03-18"),
        ("the 18th of March 2025", "2025-03-18", "2025-03-18"),
        ("in May 2024", "2024-05-01", "2024-05-31"),
        ("in 2023", "2023-01-01", "2023-12-31"),
        ("during 2024-02", "2024-02-01", "2024-02-29"),
    ],
)
def test_words_name_days(text: str, first: str, last: str) -> None:
    assert days(text) == [(first, last)]


@pytest.mark.parametrize("text", ["in May", "during march", "the September release", "on March 18", "early June"])
def test_a_month_without_a_year_is_of_every_year(text: str) -> None:
    (window,) = find_windows(text, NOW)
    assert {date.fromordinal(start).year for start, _ in window.ranges} >= {1999, 2023, 2026}
    assert window.contains(window.ranges[0][0])
    assert not window.contains(window.ranges[0][1])
    assert not window.contains(0)


@pytest.mark.parametrize(
    "text", ["What may I do?", "may 2 people come", "march on", "an august body", "30 of us", "v2.3"]
)
def test_words_that_only_look_like_dates_name_none(text: str) -> None:
    assert find_windows(text, NOW) == ()


def test_a_day_that_no_calendar_has_is_not_invented() -> None:
    assert find_windows("on 2025-02-30", NOW) == ()
    assert all(date.fromordinal(start).month == 2 for start, _ in find_windows("on February 29", NOW)[0].ranges)


def test_two_windows_are_both_found_and_a_part_is_not_read_twice() -> None:
    assert days("between May 3, 2024 and last week") == [("2024-05-03", "2024-05-03"), ("2026-07-13", "2026-07-19")]


@pytest.mark.parametrize(
    "text", ["last week", "past 7 days", "last seven days", "May", "2026-07-18", "since last week"]
)
def test_an_explicit_window_runs_up_to_today(text: str) -> None:
    window = parse_window(text, NOW)
    assert window.contains(date(2026, 7, 18).toordinal())
    assert window.contains(NOW.toordinal())
    assert not window.contains(NOW.toordinal() + 1)
    assert not window.contains(date(2023, 1, 1).toordinal())


@pytest.mark.parametrize("text", ["blorp", "", "soon", "2026-13-01", "yesterday or last week", "2027-01-01"])
def test_a_window_that_cannot_be_read_is_an_error_and_never_no_filter(text: str) -> None:
    with pytest.raises(InvalidInput):
        parse_window(text, NOW)


@given(st.text(max_size=60), st.datetimes(min_value=datetime(1, 1, 1), max_value=datetime(9999, 1, 1)))
def test_no_text_and_no_clock_breaks_the_reading(text: str, now: datetime) -> None:
    find_windows(text, now)


@given(
    st.sampled_from(
        ["yesterday", "last week", "past 3 months", "2 years ago", "last quarter", "last weekend", "in May"]
    ),
    st.datetimes(min_value=datetime(1, 1, 1), max_value=datetime(9998, 1, 1)),
)
def test_ranges_are_ordered_and_disjoint(text: str, now: datetime) -> None:
    for window in find_windows(text, now):
        flat = [bound for pair in window.ranges for bound in pair]
        assert flat == sorted(flat)
        assert all(start < end for start, end in window.ranges)
