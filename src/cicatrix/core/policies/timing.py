"""Whether a moment lies in a policy's window: weekdays, hours of the day, dates, in the zone where people live."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, time, timedelta, tzinfo
from functools import lru_cache
from typing import Final

from cicatrix.core.policies.policy import Window

DAY: Final = timedelta(days=1)


def is_open(windows: Sequence[Window], now: datetime, zone: tzinfo) -> bool:
    """Whether any window holds at a moment; always without windows. ``now`` is zone-aware.

    Raises ValueError for a window whose hours or dates are none: a policy is checked when it is made.
    """
    return not windows or any(
        _holds(window, now.astimezone(_zone(window.zone) if window.zone else zone)) for window in windows
    )


@lru_cache(maxsize=64)
def _zone(name: str) -> tzinfo:
    from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, OSError) as error:
        raise ValueError(f"{name!r} is no time zone") from error


def _holds(window: Window, here: datetime) -> bool:
    if window.since and here < _moment(window.since, here.tzinfo):
        return False
    if window.until and here >= _moment(window.until, here.tzinfo):
        return False
    if not window.start and not window.end:
        return not window.days or here.weekday() in window.days
    start, end, at = _clock(window.start), _clock(window.end), here.time()
    if not window.end or not window.start or start < end:
        inside = at >= start and (not window.end or at < end)
        return inside and (not window.days or here.weekday() in window.days)
    if at >= start:  # over midnight: the day is the one on which it began
        return not window.days or here.weekday() in window.days
    return at < end and (not window.days or (here - DAY).weekday() in window.days)


@lru_cache(maxsize=256)
def _clock(text: str) -> time:
    return time.min if text in ("", "24:00") else time.fromisoformat(text)


def _moment(text: str, zone: tzinfo | None) -> datetime:
    if len(text) == _DATE:
        return datetime.combine(date.fromisoformat(text), time.min, zone)
    moment = datetime.fromisoformat(text)
    return moment if moment.tzinfo else moment.replace(tzinfo=zone)


_DATE: Final = len("2026-01-31")
