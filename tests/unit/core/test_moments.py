from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cicatrix.core.moments import read_moment, read_zone, to_utc
from cicatrix.errors import InvalidTime

READ = [
    # given, stored, whether the zone was assumed
    ("2026-11-30T09:30:00+01:00", "2026-11-30T09:30:00+01:00", False),
    ("2026-11-30T08:30:00Z", "2026-11-30T08:30:00Z", False),
    ("2026-11-30T08:30:00.125-05:30", "2026-11-30T08:30:00.125-05:30", False),
    ("2026-11-30T08:30:00.123456789Z", "2026-11-30T08:30:00.123456+00:00", False),
    ("2026-11-30 09:30:00 +0100", "2026-11-30T09:30:00+01:00", False),
    ("2026-11-30t09:30z", "2026-11-30T09:30:00+00:00", False),
    ("20261130T093000+01", "2026-11-30T09:30:00+01:00", False),
    ("2026-11-30T09:30:00,5Z", "2026-11-30T09:30:00.500000+00:00", False),
    ("2026-11-30T09:30:00+01:00[Europe/Zurich]", "2026-11-30T09:30:00+01:00", False),
    ("2026-11-30T09:30:00", "2026-11-30T09:30:00+00:00", True),
    ("2026-11-30", "2026-11-30T00:00:00+00:00", True),
    (" 2026-11-30T09:30:00Z ", "2026-11-30T09:30:00+00:00", False),
    ("2026-11-30T24:00:00Z", "2026-12-01T00:00:00+00:00", False),
    ("2016-12-31T23:59:60Z", "2016-12-31T23:59:59.999999+00:00", False),
    ("0001-01-01T00:00:00Z", "0001-01-01T00:00:00Z", False),
    ("9999-12-31T23:59:59.999999Z", "9999-12-31T23:59:59.999999Z", False),
    ("1:56 pm on 8 May, 2023", "2023-05-08T13:56:00+00:00", True),
    ("12:48 am on 1 February, 2023", "2023-02-01T00:48:00+00:00", True),
    ("12:05 p.m. on 3rd of March 2023", "2023-03-03T12:05:00+00:00", True),
    ("May 8, 2023 1:56 PM", "2023-05-08T13:56:00+00:00", True),
    ("Sept. 8 2023", "2023-09-08T00:00:00+00:00", True),
    ("8 May 2023, 13:56 UTC", "2023-05-08T13:56:00+00:00", False),
    ("Mon, 08 May 2023 13:56:00 +0200", "2023-05-08T13:56:00+02:00", False),
    ("1683554160", "2023-05-08T13:56:00+00:00", False),
    ("1683554160123", "2023-05-08T13:56:00.123000+00:00", False),
    (1683554160, "2023-05-08T13:56:00+00:00", False),
    (1683554160.25, "2023-05-08T13:56:00.250000+00:00", False),
    (1683554160123, "2023-05-08T13:56:00.123000+00:00", False),
    (1683554160123456, "2023-05-08T13:56:00.123456+00:00", False),
    (1683554160123456789, "2023-05-08T13:56:00.123456+00:00", False),
    (-1_000_000, "1969-12-20T10:13:20+00:00", False),
    (0, "1970-01-01T00:00:00+00:00", False),
]

REFUSED = [
    ("05/08/2023", "cannot be read"),
    ("2024-05-15 15:00:00 EST", "cannot be read"),
    ("2026-1-1", "cannot be read"),
    ("yesterday", "cannot be read"),
    ("２０２６-11-30", "cannot be read"),
    ("2026-11-30T09:30:00\x00Z", "cannot be read"),
    ("2026-02-30", "no time of the calendar"),
    ("0000-01-01", "no time of the calendar"),
    ("2026-13-01", "no time of the calendar"),
    ("2026-11-30T25:00:00Z", "no time of the calendar"),
    ("2026-11-30T09:30:00+99:00", "no time of the calendar"),
    ("13:00 pm on 8 May, 2023", "no time of the calendar"),
    ("8 Foo 2023", "no month 'foo'"),
    ("9999-12-31T23:59:59-01:00", "1..9999"),
    ("0001-01-01T00:00:00+05:00", "1..9999"),
    (10**30, "1..9999"),
    (2023, "looks like a year"),
    (float("nan"), "no time"),
    (float("inf"), "no time"),
    ("", "is empty"),
    ("  ", "is empty"),
    ("1" * 101, "101 characters"),
    (True, "a bool"),
    ([2026], "a list"),
]


@pytest.mark.parametrize(("value", "stored", "assumed"), READ)
def test_what_is_read(value: object, stored: str, assumed: bool) -> None:
    moment = read_moment(value)
    assert (moment.text, moment.assumed_zone) == (stored, assumed)
    assert moment.given == ("" if stored == value else str(value)), "nothing that was given is lost"
    assert moment.utc == to_utc(stored)


@pytest.mark.parametrize(("value", "reason"), REFUSED)
def test_what_is_refused_and_why(value: object, reason: str) -> None:
    with pytest.raises(InvalidTime, match=reason) as caught:
        read_moment(value, field="created_at")
    assert "created_at" in caught.value.message


def test_the_zone_of_the_caller_stands_for_one_that_is_not_written() -> None:
    assert read_moment("1:56 pm on 8 May, 2023", zone=read_zone("+02:00")).text == "2023-05-08T13:56:00+02:00"
    assert read_moment("2023-05-08T13:56:00Z", zone=read_zone("+02:00")).text == "2023-05-08T13:56:00Z"


@pytest.mark.parametrize(("text", "hours"), [("Z", 0), ("utc", 0), ("+02:00", 2), ("-0530", -5.5), ("+14", 14)])
def test_zones(text: str, hours: float) -> None:
    assert read_zone(text).utcoffset(None) == timedelta(hours=hours)


@pytest.mark.parametrize("text", ["", "EST", "Europe/Berlin", "+25:00", "2"])
def test_no_zones(text: str) -> None:
    with pytest.raises(InvalidTime, match="no zone"):
        read_zone(text)


def test_a_stored_time_has_a_zone() -> None:
    with pytest.raises(ValueError, match="no zone"):
        to_utc("2026-11-30T09:30:00")


AWARE = st.datetimes(
    min_value=datetime(2, 1, 1),
    max_value=datetime(9998, 12, 31),
    timezones=st.integers(-14 * 60, 14 * 60).map(lambda minutes: timezone(timedelta(minutes=minutes))),
)


@given(AWARE)
def test_iso_times_come_back_letter_for_letter(moment: datetime) -> None:
    read = read_moment(moment.isoformat())
    assert (read.text, read.given, read.utc) == (moment.isoformat(), "", moment.astimezone(UTC))
    assert read_moment(moment) == read


@given(AWARE)
def test_epochs_and_texts_name_the_same_moment(moment: datetime) -> None:
    whole = moment.astimezone(UTC).replace(microsecond=0)
    seconds = int((whole - datetime(1970, 1, 1, tzinfo=UTC)).total_seconds())
    if not 10_000 <= abs(seconds) < 10**11:
        return
    assert read_moment(seconds).utc == whole
    if abs(seconds) * 1000 >= 10**11:
        assert read_moment(seconds * 1000).utc == whole


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        moment = read_moment(text)
    except InvalidTime:
        return
    assert moment.utc.tzinfo is UTC
