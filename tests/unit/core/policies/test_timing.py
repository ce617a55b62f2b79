"""Windows in the zone where people live."""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cicatrix.core.policies.policy import Window
from cicatrix.core.policies.timing import is_open

BERLIN = ZoneInfo("Europe/Berlin")
FRIDAY = Window(days=(4,), start="15:00")
NIGHT = Window(days=(4,), start="22:00", end="06:00")


@pytest.mark.parametrize(
    ("window", "now", "expected"),
    [
        (FRIDAY, "2026-11-27T14:10:00+00:00", True),  # 15:10 in Berlin
        (FRIDAY, "2026-11-27T13:59:00+00:00", False),
        (FRIDAY, "2026-11-26T15:10:00+00:00", False),
        (NIGHT, "2026-11-27T22:30:00+01:00", True),
        (NIGHT, "2026-11-28T05:59:00+01:00", True),  # still the night that began on Friday
        (NIGHT, "2026-11-28T06:00:00+01:00", False),
        (NIGHT, "2026-11-28T22:30:00+01:00", False),
        (Window(start="06:00", end="10:00", zone="UTC"), "2026-06-03T09:20:00+02:00", True),
        (Window(start="06:00", end="10:00", zone="UTC"), "2026-06-03T12:00:00+02:00", False),
        (Window(until="2026-09-01"), "2026-08-31T23:59:00+02:00", True),
        (Window(until="2026-09-01"), "2026-09-01T00:00:00+02:00", False),
        (Window(since="2026-09-01"), "2026-08-31T22:00:00+00:00", True),
        (Window(end="09:30"), "2026-09-01T09:29:00+02:00", True),
        (Window(end="09:30"), "2026-09-01T09:30:00+02:00", False),
    ],
)
def test_a_window_is_open_or_not(window: Window, now: str, expected: bool) -> None:
    assert is_open([window], datetime.fromisoformat(now), BERLIN) is expected


def test_without_windows_a_policy_always_holds() -> None:
    assert is_open([], datetime.fromisoformat("2026-11-27T14:10:00+00:00"), BERLIN)


def test_a_zone_that_is_none_is_said() -> None:
    with pytest.raises(ValueError, match="no time zone"):
        is_open([Window(start="10:00", zone="Mars/Olympus")], datetime.now(BERLIN), BERLIN)


@given(st.integers(0, 23), st.integers(1, 23), st.integers(0, 7 * 24 * 60))
def test_a_window_and_its_complement_share_no_minute(hour: int, length: int, minutes: int) -> None:
    start, end = f"{hour:02}:00", f"{(hour + length) % 24:02}:00"
    now = datetime(2026, 1, 5, tzinfo=BERLIN) + timedelta(minutes=minutes)
    assert is_open([Window(start=start, end=end)], now, BERLIN) is not is_open(
        [Window(start=end, end=start)], now, BERLIN
    )
