"""When a statement holds, said on Wednesday 20 May 2026."""

from __future__ import annotations

import pytest
from tests.unit.core.observation.reading import told

from cicatrix.core.memories import MemoryType


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("I'm away from 3 to 9 August.", "2026-08-03", "2026-08-09"),
        ("I'm exhausted.", "2026-05-20", "2026-05-20"),
        ("I'm sick.", "2026-05-20", "2026-06-03"),
        ("I'm on holiday until Friday.", "2026-05-20", "2026-05-22"),
        ("I'm sore after Sunday's race.", "2026-05-20", "2026-05-25"),
        ("I was sick last week.", "2026-05-11", "2026-05-17"),
        ("I moved to Bonn in April.", "2026-04-01", None),
        ("I've lived in Bonn since 2019.", "2019-01-01", None),
        ("I live in Bonn.", None, None),
        ("My birthday is on 3 May.", None, None),
        ("The deadline for Atlas is 14 June.", None, None),
        ("The meeting with the bank moved to Monday at 10am.", "2026-05-25", "2026-05-25"),
        ("The meeting moved from Friday to Monday.", "2026-05-25", "2026-05-25"),
        ("My dentist appointment has been postponed to Tuesday.", "2026-05-26", "2026-05-26"),
        ("We moved to Bonn on Monday.", "2026-05-18", None),
        ("I will live in Vienna from September.", "2026-09-01", None),
        ("I used to live in Bonn.", None, "2026-05-19"),
        ("I no longer live in Bonn.", None, None),
        ("We have a meeting next Tuesday.", "2026-05-26", "2026-05-26"),
        ("We have a parents' evening next Tuesday.", "2026-05-26", "2026-05-26"),
        ("I'm flying to Oslo on Friday.", "2026-05-22", "2026-05-22"),
        ("I'm at my parents' house this week.", "2026-05-18", "2026-05-24"),
        ("Yesterday I met Bo.", "2026-05-19", "2026-05-19"),
        ("For the wedding in August, I ordered forty chairs.", "2026-08-01", "2026-08-31"),
        ("For the exam in March, I read nine books.", "2026-03-01", "2026-03-31"),
        ("I booked the hotel Rosa for 3 August.", "2026-08-03", "2026-08-03"),  # arranged then, and meant for later
        ("For the trip in May I booked the hotel Rosa.", "2026-05-01", "2026-05-31"),
    ],
)
def test_days(text: str, first: str | None, last: str | None) -> None:
    found = told(text)
    assert (found.valid_from, found.valid_to) == (first, last)


def test_what_is_planned_for_a_day_is_an_event() -> None:
    assert (told("I'm flying to Oslo on Friday.").attribute, told("I'm flying to Oslo on Friday.").type) == (
        "plan",
        MemoryType.EPISODIC,
    )


@pytest.mark.parametrize(
    ("text", "type", "attribute"),
    [
        ("My flight to Oslo is SK77 on 3 June.", "episodic", "schedule:flight to oslo"),
        ("Our move to Oslo is booked on 3 June.", "episodic", "schedule:move to oslo"),
        ("My sister's wedding is on 3 June in Oslo.", "episodic", "schedule:wedding"),
        ("My birthday is 3 June.", "semantic", "birthday"),
        ("My flight number is SK77.", "semantic", "flight number"),
        ("The deadline for Atlas is 3 June.", "semantic", "deadline"),
        ("Ticket prices go up on Monday.", "semantic", ""),
        ("My room is on the second floor.", "semantic", "room"),
    ],
)
def test_a_dated_happening_is_episodic_and_what_lasts_is_not(text: str, type: str, attribute: str) -> None:
    found = told(text)
    assert (found.type.value, found.attribute) == (type, attribute)
    assert found.valid_from == ("2026-06-03" if type == "episodic" else None)
