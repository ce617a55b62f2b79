"""Two clocks: which of two statements holds, and which tell of times that do not meet."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from cicatrix.core.clocks import apart, began, compare, is_history, is_later, is_past
from cicatrix.core.memories import Change, Memory, MemoryType, Status
from cicatrix.core.trust import Origin


def told(said_at: str = "", since: str | None = None, until: str | None = None, attribute: str = "") -> Memory:
    return Memory(
        id="M-1",
        type=MemoryType.SEMANTIC,
        text="Ines works at Acme.",
        status=Status.ACTIVE,
        trust=Origin.HUMAN,
        evidence=(),
        change=Change("admitted", "dana"),
        said_at=said_at,
        valid_from=since,
        valid_to=until,
        attribute=attribute,
    )


FEBRUARY, MARCH = "2026-02-01T10:00:00.000000Z", "2026-03-01T10:00:00.000000Z"


def test_an_older_conversation_that_arrives_later_makes_nothing_current() -> None:
    assert not is_later(told(FEBRUARY), told(MARCH))
    assert is_later(told(MARCH), told(FEBRUARY))


def test_a_change_orders_by_when_it_happened_and_a_correction_by_when_it_was_said() -> None:
    new, old = told(MARCH, since="2025-01-01"), told(FEBRUARY)
    assert not is_later(new, old)
    assert is_later(new, old, correction=True)


def test_on_the_same_day_what_was_said_later_holds() -> None:
    morning, noon = told("2026-03-01T09:00:00.000000Z"), told("2026-03-01T12:00:00.000000Z", since="2026-03-01")
    assert is_later(noon, morning)


def test_where_no_time_is_known_what_arrives_later_holds() -> None:
    assert is_later(told(), told())


def test_a_day_that_a_memory_tells_of_is_no_clock_of_its_own() -> None:
    assert began(told(MARCH, since="2026-02-10", attribute="deadline")) == MARCH
    assert began(told(MARCH, since="2026-02-10", attribute="schedule:flight")) == MARCH
    assert began(told(MARCH, since="2026-02-10", attribute="residence")) == "2026-02-10"


def test_what_is_yet_to_come_counts_from_when_it_was_said() -> None:
    assert began(told(MARCH, since="2026-06-01")) == MARCH


def test_times_that_do_not_meet() -> None:
    first, second = told(since="2026-01-01", until="2026-03-01"), told(since="2026-06-01")
    assert apart(first, second)
    assert apart(second, first)
    assert not apart(first, told(since="2026-02-01"))
    assert not apart(first, told())


@pytest.mark.parametrize(
    ("one", "other", "order"),
    [
        ("2026-01-01", "2026-01-02", -1),
        ("2026-01-02", "2026-01-01T23:00:00+00:00", 1),
        ("2026-01-01", "2026-01-01T23:00:00+00:00", 0),
        ("2026-01-01T10:00:00+02:00", "2026-01-01T09:00:00+00:00", -1),
        ("2026-01-01T10:00:00", "2026-01-01T10:00:00Z", 0),
        ("", "2026-01-01", 0),
    ],
)
def test_order_of_two_times(one: str, other: str, order: int) -> None:
    assert compare(one, other) == order
    assert compare(other, one) == -order


def test_a_day_ends_with_the_day() -> None:
    noon = datetime(2026, 3, 1, 12, tzinfo=UTC)
    assert is_past("2026-02-28", noon)
    assert not is_past("2026-03-01", noon)
    assert is_past("2026-03-01T12:00:00Z", noon)
    assert not is_past("2026-03-01T12:00:01Z", noon)
    assert not is_past(None, noon)


def test_a_day_ends_with_itself_and_a_moment_where_the_next_begins() -> None:
    day = told(since="2026-03-12", until="2026-03-12")
    assert not apart(day, told(since="2026-03-12", until="2026-03-12"))
    assert apart(day, told(since="2026-03-13"))
    assert apart(told(until=MARCH), told(since=MARCH))


def test_what_used_to_be_ends_nothing_that_began_before_it_was_told() -> None:
    denied = replace(told(FEBRUARY, until="2026-01-31"), negated=True)
    assert is_later(told(MARCH, since="2025-01-01"), denied)
    assert not is_later(told("2026-01-01T10:00:00.000000Z", since="2025-01-01"), denied)


def test_history_was_over_when_it_was_told() -> None:
    assert is_history(replace(told(FEBRUARY, until="2026-01-31"), negated=True))
    assert not is_history(replace(told(FEBRUARY), negated=True))
    assert not is_history(replace(told(FEBRUARY, until="2026-03-01"), negated=True))
    assert not is_history(told(FEBRUARY, until="2026-01-31"))
