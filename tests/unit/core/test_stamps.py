"""Recorded times: one spelling, whose order is the order of time."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cicatrix.core.stamps import is_stamp, stamp
from cicatrix.errors import InvalidTime

ZONES = st.integers(-14 * 60, 14 * 60).map(lambda minutes: timezone(timedelta(minutes=minutes)))
MOMENTS = st.datetimes(datetime(1, 1, 2), datetime(9999, 12, 30), timezones=ZONES)


@given(MOMENTS, MOMENTS)
def test_text_order_is_time_order(one: datetime, two: datetime) -> None:
    assert (stamp(one) < stamp(two)) == (one < two)
    assert is_stamp(stamp(one))
    assert len(stamp(one)) == len("2026-11-30T12:00:00.000000Z")
    assert datetime.fromisoformat(stamp(one)) == one


def test_the_spelling() -> None:
    assert stamp(datetime(33, 4, 3, 15, 0, tzinfo=UTC)) == "0033-04-03T15:00:00.000000Z"
    assert stamp(datetime(2026, 11, 30, 13, 0, tzinfo=timezone(timedelta(hours=1)))) == "2026-11-30T12:00:00.000000Z"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "2026-11-30",
        "2026-11-30T12:00:00Z",
        "2026-11-30T12:00:00.000000",
        "2026-11-30T12:00:00.000000+00:00",
        "2026-11-30 12:00:00.000000Z",
        "2026-02-30T12:00:00.000000Z",
        "20261130T120000.000000Z",
        "yesterday",
    ],
)
def test_other_spellings_are_none(text: str) -> None:
    assert not is_stamp(text)


@pytest.mark.parametrize(
    "moment",
    [
        datetime(2026, 11, 30),
        datetime(1, 1, 1, tzinfo=timezone(timedelta(hours=1))),
        datetime(9999, 12, 31, 23, 59, tzinfo=timezone(timedelta(hours=-1))),
    ],
)
def test_a_moment_must_have_a_zone_and_a_year_in_utc(moment: datetime) -> None:
    with pytest.raises(InvalidTime):
        stamp(moment)
