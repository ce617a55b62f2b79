"""Times as people and logs write them.

What comes out is ISO 8601 with a zone, readable by ``datetime.fromisoformat``. A time that came in so is kept letter
for letter, with its own offset; what came otherwise is written so, and ``given`` keeps the words. Read are:

- RFC 3339 and the rest of ISO 8601 that names a day, with ``T`` or a space, a comma or a point, a zone name in brackets
  after an offset (RFC 9557), ``24:00`` and leap seconds (kept as the last microsecond of their minute);
- the written forms of dialogues and mails: ``1:56 pm on 8 May, 2023``, ``May 8, 2023 13:56``,
  ``Mon, 08 May 2023 13:56:00 +0200``;
- seconds, milli-, micro- and nanoseconds since 1970, told apart by their size.

Not guessed at: ``05/08/2023``, whose order nobody knows, and zone letters such as ``EST``, which several zones share.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from typing import Final

from cicatrix.errors import InvalidTime

MAX_LENGTH: Final = 100
"""Code points; no time is longer."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A time that was read."""

    text: str  # ISO 8601 with a zone
    given: str  # what was given; empty when that is ``text``
    assumed_zone: bool  # it named none, and the caller's was taken

    @property
    def utc(self) -> datetime:
        return to_utc(self.text)


def read_moment(value: object, *, zone: tzinfo = UTC, field: str = "occurred_at") -> Moment:
    """Read a time. ``zone`` stands for one that is not written. Raises InvalidTime, naming the field."""
    if isinstance(value, datetime):
        moment = Moment(_written(value, zone), "", value.tzinfo is None)
    elif isinstance(value, (int, float)) and not isinstance(value, bool):
        moment = Moment(_from_epoch(value, str(value), field).isoformat(), str(value), False)
    elif isinstance(value, str):
        moment = _read_text(value, zone, field)
    else:
        raise InvalidTime(f"{field} is a {type(value).__name__}, and a time is text or a number of seconds since 1970.")
    try:
        moment.utc  # noqa: B018 - years 1 and 9999 can leave the calendar on the way to UTC
    except OverflowError:
        raise InvalidTime(f"{field} {moment.text!r} lies outside the years 1..9999 in UTC.") from None
    return moment


ZoneNames = Callable[[str], tzinfo | None]
"""Who knows zones by name; None for a name that is unknown."""


def no_names(_name: str) -> None:
    """Where nobody knows zones by name."""


def read_zone(text: str, named: ZoneNames = no_names) -> tzinfo:
    """An offset such as ``+02:00``, ``-0530``, ``Z`` or ``UTC``, or a name that ``named`` knows. Raises InvalidTime."""
    name = text.strip()
    found = _ZONE.fullmatch(name)
    zone = _zone(found[0]) if found else named(name) if _ZONE_NAME.fullmatch(name) else None
    if zone is None:
        raise InvalidTime(
            f"{text!r} is no zone that is known here.",
            hint="Write the offset from UTC or a name: +02:00, Z, Europe/Berlin.",
        )
    return zone


def is_twice(moment: Moment, zone: tzinfo) -> bool:
    """Whether the clocks of a zone showed this time twice, as in the night in which they are set back."""
    local = datetime.fromisoformat(moment.text).replace(tzinfo=zone)
    return local.replace(fold=0).utcoffset() != local.replace(fold=1).utcoffset()


def to_utc(text: str) -> datetime:
    """The UTC moment of a stored time. Stored times have a zone; ValueError otherwise."""
    moment = datetime.fromisoformat(text)
    if moment.tzinfo is None:
        raise ValueError(f"{text!r} has no zone")
    return moment.astimezone(UTC)


# -- how it is read ----------------------------------------------------------------------------------------------------

_ZONE = re.compile(r"Z|UTC|GMT|[+-][0-9]{2}(?::?[0-9]{2})?(?::?[0-9]{2})?", re.IGNORECASE)
_ZONE_NAME = re.compile(r"[A-Za-z]+(?:[/_+-][A-Za-z0-9]+)+")
_ZONE_PART = rf"(?P<zone>{_ZONE.pattern})"
_EXACT = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]{1,6})?(?:Z|[+-][0-9]{2}:[0-9]{2})"
)
_ISO = re.compile(
    r"(?P<year>[0-9]{4})-?(?P<month>[0-9]{2})-?(?P<day>[0-9]{2})"
    r"(?:[T ]\s?(?P<hour>[0-9]{2}):?(?P<minute>[0-9]{2})(?::?(?P<second>[0-9]{2})(?:[.,](?P<fraction>[0-9]{1,12}))?)?"
    rf"\s?{_ZONE_PART}?(?:\[[!\w/+:.=-]+\])*)?",
    re.IGNORECASE,
)
_CLOCK = (
    r"(?P<hour>[0-9]{1,2})(?::(?P<minute>[0-9]{2})(?::(?P<second>[0-9]{2})(?:[.,](?P<fraction>[0-9]{1,12}))?)?)?"
    r"(?:\s?(?P<half>[ap])\.?m\.?)?"
)
_DATE = (
    r"(?:[a-z]{3,9},?\s+)?(?:(?P<day>[0-9]{1,2})(?:st|nd|rd|th)?\s+(?:of\s+)?(?P<month>[a-z]{3,9})\.?"
    r"|(?P<month2>[a-z]{3,9})\.?\s+(?P<day2>[0-9]{1,2})(?:st|nd|rd|th)?),?\s+(?P<year>[0-9]{4})"
)
_CLOCK_FIRST = re.compile(rf"{_CLOCK}(?:\s{_ZONE_PART})?(?:,|\s+on)?\s+{_DATE}", re.IGNORECASE)
_DATE_FIRST = re.compile(rf"{_DATE}(?:(?:,|\s+at)?\s+{_CLOCK}(?:\s?{_ZONE_PART})?)?", re.IGNORECASE)
_EPOCH = re.compile(r"-?[0-9]{9,19}(?:\.[0-9]{1,9})?")
_MONTHS: Final = {
    name: number
    for number, names in enumerate(
        (
            ("january", "jan"),
            ("february", "feb"),
            ("march", "mar"),
            ("april", "apr"),
            ("may",),
            ("june", "jun"),
            ("july", "jul"),
            ("august", "aug"),
            ("september", "sep", "sept"),
            ("october", "oct"),
            ("november", "nov"),
            ("december", "dec"),
        ),
        start=1,
    )
    for name in names
}
_EPOCH_START = datetime(1970, 1, 1, tzinfo=UTC)


def _read_text(value: str, zone: tzinfo, field: str) -> Moment:
    text = value.strip()
    if not text or len(value) > MAX_LENGTH:
        raise InvalidTime(f"{field} is empty." if not text else f"{field} has {len(value)} characters; no time has.")
    if _EPOCH.fullmatch(text):
        return Moment(_from_epoch(float(text) if "." in text else int(text), text, field).isoformat(), value, False)
    found = _ISO.fullmatch(text) or _CLOCK_FIRST.fullmatch(text) or _DATE_FIRST.fullmatch(text)
    if found is None:
        raise InvalidTime(f"{field} {text!r} cannot be read as a time.")
    try:
        moment = _assemble(found.groupdict(), zone)
    except (ValueError, OverflowError) as error:
        raise InvalidTime(f"{field} {text!r} is no time of the calendar: {error}.") from None
    assumed = found.groupdict().get("zone") is None
    if _EXACT.fullmatch(value) and found["second"] != "60" and found["hour"] != "24":
        return Moment(value, "", assumed)
    return Moment(moment.isoformat(), value, assumed)


def _assemble(part: dict[str, str | None], zone: tzinfo) -> datetime:
    name = (part["month"] or part.get("month2") or "").lower()
    month = int(name) if name.isdigit() else _MONTHS.get(name)
    if month is None:
        raise ValueError(f"there is no month {name!r}")
    hour, second = int(part["hour"] or 0), int(part["second"] or 0)
    half = (part.get("half") or "").lower()
    if half:
        if not 1 <= hour <= 12:
            raise ValueError(f"there is no {hour} o'clock {half}m")
        hour = hour % 12 + (12 if half == "p" else 0)
    micro = int((part["fraction"] or "0").ljust(6, "0")[:6])
    if second == 60:
        second, micro = 59, 999_999
    next_day = hour == 24 and part["minute"] in (None, "00") and second == micro == 0
    named = part["zone"]
    found_zone = _zone(named) if named else zone
    if found_zone is None:
        raise ValueError(f"there is no zone {named!r}")
    moment = datetime(
        int(part["year"] or 0),
        month,
        int(part["day"] or part.get("day2") or 0),
        0 if next_day else hour,
        int(part["minute"] or 0),
        second,
        micro,
        tzinfo=found_zone,
    )
    return moment + timedelta(days=1) if next_day else moment


def _zone(text: str) -> timezone | None:
    if text.upper() in ("Z", "UTC", "GMT"):
        return UTC
    digits = text[1:].replace(":", "").ljust(6, "0")
    hours, minutes, seconds = int(digits[:2]), int(digits[2:4]), int(digits[4:])
    if hours > 23 or minutes > 59 or seconds > 59:
        return None
    offset = timedelta(hours=hours, minutes=minutes, seconds=seconds)
    return timezone(-offset if text[0] == "-" else offset)


def _from_epoch(value: int | float, text: str, field: str) -> datetime:
    """Below 10^11 seconds (the year 5138), below 10^14 milli-, below 10^17 micro-, above that nanoseconds."""
    if value != value or value in (float("inf"), float("-inf")):
        raise InvalidTime(f"{field} is {text}, which is no time.")
    if 0 < abs(value) < 10_000:
        raise InvalidTime(f"{field} {text} looks like a year, and would be a moment of New Year's Day 1970.")
    size = abs(value)
    per_second = next((unit for bound, unit in _EPOCH_UNITS if size < bound), 10**9)
    try:
        if isinstance(value, int):
            seconds, rest = divmod(value, per_second)
            return _EPOCH_START + timedelta(seconds=seconds, microseconds=rest * 10**6 // per_second)
        return _EPOCH_START + timedelta(microseconds=round(value * 10**6 / per_second))
    except OverflowError:
        raise InvalidTime(f"{field} {text} lies outside the years 1..9999.") from None


_EPOCH_UNITS: Final = ((10**11, 1), (10**14, 10**3), (10**17, 10**6))


def _written(moment: datetime, zone: tzinfo) -> str:
    return (moment if moment.tzinfo else moment.replace(tzinfo=zone)).isoformat()
