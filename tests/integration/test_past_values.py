"""A question that names a past time is answered with what held then, and with nothing that came after."""

from __future__ import annotations

import pytest

from cicatrix import Memory
from cicatrix.core.recall import Grade

EMPLOYERS = (("2014-03-01", "Halden Tools"), ("2019-03-01", "Tarn Boats"), ("2024-03-01", "Fjord Foods"))


@pytest.fixture
def employed(memory: Memory) -> Memory:
    for day, employer in EMPLOYERS:
        memory.observe(f"I work at {employer}.", occurred_at=f"{day}T10:00:00Z")
    return memory


@pytest.mark.parametrize(
    "question", ["Where did I work in {}?", "What was my employer in {}?", "Where was I working in {}?"]
)
@pytest.mark.parametrize(("year", "number"), [(2015, 1), (2018, 1), (2020, 2), (2025, 3)])
def test_the_year_decides(employed: Memory, question: str, year: int, number: int) -> None:
    got = employed.recall(question.format(year))
    assert [item.id for item in got.items] == [f"M-{number}"]
    assert got.grade is Grade.ACT_AND_FLAG
    assert bool(got.items[0].ended) is (number < 3)
    assert employed.replay(got.id).identical


def test_of_a_time_before_all_of_them_nothing_is_known(employed: Memory) -> None:
    got = employed.recall("Where did I work in 2010?")
    assert (got.items, got.grade) == ((), Grade.ASK_HUMAN)
    assert got.rejected_counts["out_of_window"] >= 1


def test_what_came_after_is_left_out_for_its_time(employed: Memory) -> None:
    left = {out.id: (out.reason.value, out.detail) for out in employed.recall("Where did I work in 2015?").rejected}
    assert left["M-3"] == ("out_of_window", "is so since 2024-03-01")
    assert left["ep3"] == ("out_of_window", "taught M-3, which is so since 2024-03-01")


def test_without_a_time_the_present_is_meant(employed: Memory) -> None:
    assert [item.id for item in employed.recall("Where do I work?").items] == ["M-3"]


@pytest.mark.parametrize(("year", "said"), [(2015, "4,000"), (2023, "6,000")])
def test_a_value_without_a_known_attribute(memory: Memory, year: int, said: str) -> None:
    memory.observe("The monthly budget is 4,000 euros.", occurred_at="2014-03-01T10:00:00Z")
    memory.observe("The monthly budget is 6,000 euros.", occurred_at="2022-03-01T10:00:00Z")
    got = memory.recall(f"What was the monthly budget in {year}?")
    assert [item.text for item in got.items] == [f"The monthly budget is {said} euros."]
    assert got.grade is Grade.ACT_AND_FLAG


def test_what_was_said_again_may_be_older_than_its_last_telling(memory: Memory) -> None:
    for year in (2012, 2024):
        memory.observe("My phone number is 555-0101.", occurred_at=f"{year}-03-01T10:00:00Z")
    assert [item.id for item in memory.recall("What was my phone number in 2015?").items] == ["M-1"]
