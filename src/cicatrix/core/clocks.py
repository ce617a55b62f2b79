"""Two clocks: when something was said, and when what it tells of began.

A change of state orders by when it happened, a correction by when it was said. So an older conversation that is brought
in later makes nothing current.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Final

from cicatrix.core.memories import Memory
from cicatrix.core.stamps import stamp

_DAY: Final = len("2026-11-30")

_NEWS: Final = timedelta(days=62)
"""A change of "last month" began up to two calendar months before it is told."""


_TELLS_A_TIME: Final = frozenset({"appointment", "birthday", "deadline", "pickup", "schedule", "start", "time"})
"""Attributes whose value is a time: the day that such a memory names is not the day since which it is so."""


def began(memory: Memory) -> str:
    """Since when it is so, as far as that is known: else when it was said, and so for what is yet to come. Empty when
    neither is known."""
    since = memory.valid_from
    if not since or memory.attribute.partition(":")[0] in _TELLS_A_TIME or compare(since, memory.said_at) > 0:
        return memory.said_at or since or ""
    return since


def is_later(new: Memory, old: Memory, *, correction: bool = False) -> bool:
    """Whether ``new``, which arrived after ``old``, is also what holds of the two.

    A change that is told as news ("I started a new job last week") is as new as its telling, beside a state of which
    nobody said when it began: who said yesterday where he works did not know better what happened the week before.
    """
    if old.negated and not new.negated and not old.valid_from:  # when it ended, a denial does not say
        return compare(new.said_at, old.said_at) >= 0
    if not correction:
        order = compare(new.said_at if _is_news(new) and not old.valid_from else began(new), began(old))
        if order:
            return order > 0
    return compare(new.said_at, old.said_at) >= 0


def is_history(memory: Memory) -> bool:
    """Whether it tells of what was over when it was told: "I used to live in Leeds"."""
    return (
        memory.negated
        and bool(memory.valid_to and memory.said_at)
        and compare(memory.valid_to or "", memory.said_at) <= 0
    )


def _is_news(memory: Memory) -> bool:
    """Whether what it tells of began within two months before it was said."""
    if not memory.valid_from or not memory.said_at:
        return False
    began_on, said_on = (date.fromisoformat(text[:_DAY]) for text in (memory.valid_from, memory.said_at))
    return timedelta(0) <= said_on - began_on <= _NEWS


def apart(one: Memory, other: Memory) -> bool:
    """Whether they tell of two times that do not meet: then neither says anything of the other."""
    return _ends_before(one, other) or _ends_before(other, one)


def compare(one: str, other: str) -> int:
    """-1, 0 or 1: the order of two ISO 8601 times in UTC; a day and a moment of that day are equal, and so is what is
    not known and anything."""
    if not one or not other:
        return 0
    a, b = _utc(one), _utc(other)
    if len(one) <= _DAY or len(other) <= _DAY:
        a, b = a[:_DAY], b[:_DAY]
    return (a > b) - (a < b)


def _ends_before(one: Memory, other: Memory) -> bool:
    """A day that is named as the last one ends with itself; a moment is where something else begins."""
    if not one.valid_to or not other.valid_from:
        return False
    return compare(one.valid_to, other.valid_from) < (0 if len(one.valid_to) <= _DAY else 1)


def _utc(text: str) -> str:
    """A time in its one spelling, as far as it is given: a day stays a day, and what names no zone is UTC."""
    if len(text) <= _DAY:
        return text
    moment = datetime.fromisoformat(text)
    return stamp(moment if moment.tzinfo else moment.replace(tzinfo=UTC))


def is_past(until: str | None, now: datetime) -> bool:
    """Whether an end lies at or before a moment. A day ends with that day."""
    return until is not None and compare(until, stamp(now)) < (0 if len(until) <= _DAY else 1)
