"""When a memory is about, beside the time that a question names.

A question of one day is not answered by the same event of another: what is of other dates is said to be so. Words that
reckon from now ("last week") also leave out the episodes of other times, where there is one of the right time.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from typing import Final

from cicatrix.core.candidates import Candidate
from cicatrix.core.memories import MemoryType
from cicatrix.core.text import content_stems
from cicatrix.core.windows import Window, find_windows

_READ: Final = 4_000  # characters of a text that are looked at for times


def is_of(candidate: Candidate, window: Window) -> bool:
    """Whether it happened in the window, was so then, or its words name that time ("the launch is on 7 December")."""
    if candidate.type == MemoryType.SEMANTIC and _was_so(candidate, window):
        return True
    when = _moment(candidate.occurred_at)
    if when is not None and window.contains(when.toordinal()):
        return True
    named = set(content_stems(window.text))
    if named and named <= set(content_stems(candidate.text[:_READ])):
        return True
    return when is not None and any(_overlap(window, other) for other in find_windows(candidate.text[:_READ], when))


def is_of_any(candidate: Candidate, windows: Sequence[Window]) -> bool:
    return any(is_of(candidate, window) for window in windows)


def _was_so(candidate: Candidate, window: Window) -> bool:
    """Whether a state that is known since before the window's end had not ended by its beginning."""
    since, until = _moment(candidate.valid_from or candidate.said_at), _moment(candidate.valid_to or "")
    if since is None:
        return False
    last = until.toordinal() if until is not None else date.max.toordinal()
    return any(start <= last and since.toordinal() < end for start, end in window.ranges)


def _overlap(one: Window, other: Window) -> bool:
    """Whether they share a day: then one of two ranges begins inside the other."""
    return any(one.contains(start) for start, _ in other.ranges) or any(
        other.contains(start) for start, _ in one.ranges
    )


def _moment(text: str) -> datetime | None:
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        return None
