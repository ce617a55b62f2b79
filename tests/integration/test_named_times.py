"""A time in a question narrows what is found; alone it is about nothing."""

from __future__ import annotations

import pytest

from cicatrix.engine.memory import Memory

NOVEMBER = (
    ("Send the October invoice to Acme", "Acme's invoices must carry the PO number."),
    ("Book a flight for Lena", "Never book Lena a flight before eight."),
    ("Clean up staging", "Always take a backup before you drop a table."),
)


@pytest.fixture
def taught(memory: Memory) -> Memory:
    for day, (task, correction) in enumerate(NOVEMBER, start=1):
        memory.record(
            task=task, correction=correction, correction_by="dana", occurred_at=f"2026-11-{day:02d}T10:00:00+01:00"
        )
    return memory


def test_what_happened_in_the_same_month_is_not_therefore_about_the_same_thing(taught: Memory) -> None:
    assert [item.id for item in taught.recall("Send Acme the November invoice").items] == ["PB-01"]


@pytest.mark.parametrize("query", ["What happened in November 2026?", "What did we learn in November 2026?"])
def test_who_asks_for_a_time_gets_what_there_was_then(taught: Memory, query: str) -> None:
    assert len(taught.recall(query).items) >= 3


def test_a_time_of_which_nothing_is_brings_nothing(taught: Memory) -> None:
    assert not taught.recall("What happened in March 2024?").items
