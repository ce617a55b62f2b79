"""The one spelling of a recorded time: UTC, RFC 3339, microseconds, ``Z``.

Fixed width, so that the order of the texts is the order of the moments.
"""

from __future__ import annotations

from datetime import UTC, datetime

from cicatrix.errors import InvalidTime


def stamp(moment: datetime) -> str:
    """``2026-11-30T08:30:00.000000Z``. Raises InvalidTime without a zone, or outside the years 1 to 9999."""
    if moment.utcoffset() is None:
        raise InvalidTime(f"{moment.isoformat()} has no time zone.")
    try:
        utc = moment.astimezone(UTC)
    except OverflowError:
        raise InvalidTime(f"{moment.isoformat()} lies outside the years 1 to 9999 in UTC.") from None
    return utc.replace(tzinfo=None).isoformat(timespec="microseconds") + "Z"


def is_stamp(text: str) -> bool:
    """Whether a stored text is spelt this way and names a real moment."""
    try:
        return stamp(datetime.fromisoformat(text)) == text
    except (ValueError, InvalidTime):
        return False
