"""Moments as people read them: ``30 Nov 2026, 09:38`` in the zone they were given in, and how long ago that was."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

_MONTHS: Final = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_STEPS: Final = ((60, "second"), (3600, "minute"), (86_400, "hour"), (30 * 86_400, "day"), (365 * 86_400, "month"))
_YEAR: Final = 365 * 86_400


@dataclass(frozen=True, slots=True)
class When:
    """One moment in three spellings: for programs, for people, and relative to the reader's now."""

    iso: str
    full: str  # 30 Nov 2026, 09:38 +01:00
    day: str  # 30 Nov 2026
    ago: str  # 3 days ago


def when(text: str, now: datetime) -> When | None:
    """Read a stored time. None for one that is empty or cannot be read; the page then shows nothing, not a guess."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    day = f"{moment.day} {_MONTHS[moment.month - 1]} {moment.year}"
    offset = moment.utcoffset()
    zone = "UTC" if not offset else moment.strftime("%z")[:3] + ":" + moment.strftime("%z")[3:5]
    return When(moment.isoformat(), f"{day}, {moment:%H:%M} {zone}", day, _ago((now - moment).total_seconds()))


def days_between(first: str, last: str) -> int | None:
    """Whole days from one stored time to another; None where one of them cannot be read."""
    try:
        span = datetime.fromisoformat(last) - datetime.fromisoformat(first)
    except (ValueError, TypeError):
        return None
    return abs(span.days)


def _ago(seconds: float) -> str:
    if seconds < 0:
        return f"in {_amount(-seconds)}" if -seconds >= 60 else "just now"
    return f"{_amount(seconds)} ago" if seconds >= 60 else "just now"


def _amount(seconds: float) -> str:
    unit, name = 1, "second"
    for limit, word in _STEPS:
        name = word
        if seconds < limit:
            break
        unit = limit
    else:
        unit, name = _YEAR, "year"
    count = int(seconds // unit)
    return f"{count} {name}{'' if count == 1 else 's'}"
