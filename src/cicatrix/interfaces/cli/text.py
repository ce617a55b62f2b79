"""Stored words on a terminal."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from cicatrix.errors import UsageError

_DATE: Final = re.compile(r"\d{4}-\d{2}-\d{2}")
_UNSAFE: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")


def visible(text: str) -> str:
    """Stored words made safe for a terminal: what could move its cursor or turn its text around is shown, not done."""
    return _UNSAFE.sub(
        lambda found: f"\\x{ord(found[0]):02x}" if found[0] < "\u0100" else f"\\u{ord(found[0]):04x}", text
    )


def shortened(text: str, length: int = 88) -> str:
    """A text on one line, cut after a whole word where it is longer than ``length`` code points."""
    line = " ".join(text.split())
    if len(line) <= length:
        return line
    head = line[: length - 1]
    whole = head if line[length - 1] == " " else head.rpartition(" ")[0]
    return (whole if len(whole) > length // 2 else head).rstrip(" ,;:.") + " …"[len(whole) <= length // 2 :]


def counted(number: int, one: str, many: str = "") -> str:
    """``1 rule``, ``2 rules``, ``1,200 entries``."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def listed(names: Sequence[str], most: int = 5) -> str:
    """``a``, ``a and b``, ``a, b and c``; of more than ``most`` only so many, and how many more there are."""
    if len(names) > most:
        return f"{', '.join(names[:most])} and {len(names) - most:,} more"
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1]))) if names else ""


def sequence_or_date(text: str | None) -> int | str | None:
    """``1042``, ``#1042`` and ``@1042`` are sequences; anything else is handed on as a date."""
    if text is None:
        return None
    figure = text.strip().lstrip("#@")
    return int(figure) if figure.isdecimal() else text


def sequence_span(text: str, *, head: int) -> tuple[int | str, int | str]:
    """``900..1042`` as two sequences, ``2026-05-01..2026-06-01`` as two dates; a side left out is the start or
    ``head``. Raises UsageError."""
    left, dots, right = text.partition("..")
    start, end = (side.strip().lstrip("#@") for side in (left, right))
    if not dots or not all(not side or side.isdecimal() or _DATE.match(side) for side in (start, end)):
        raise UsageError(
            f"{text!r} is no span of the ledger.",
            hint="Write two sequences or dates: 900..1042, 2026-05-01..2026-06-01, or 900.. up to now.",
        )
    first = int(start) if start.isdecimal() else start or 0
    last = int(end) if end.isdecimal() else end or head
    if isinstance(first, int) and isinstance(last, int) and first > last:
        raise UsageError(f"{text!r} runs backwards.", hint=f"Write the earlier sequence first: {last}..{first}.")
    return first, last
