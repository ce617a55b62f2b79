"""What an event ends without naming it, from the turn that tells it to the question that is asked afterwards."""

from __future__ import annotations

import pytest
from tests.conftest import TestClock

from cicatrix import Memory
from cicatrix.core.memories import Status

ENDS = (
    ("I work at Halden Tools.", "I got fired.", "Where do I work?"),
    ("I work at Halden Tools.", "They fired me last week.", "Where do I work?"),
    ("I work at Halden Tools.", "Halden Tools let me go yesterday.", "Who do I work for?"),
    ("I work for Halden Tools.", "I was made redundant.", "Who do I work for?"),
    ("I work for Halden Tools.", "I quit my job.", "Where do I work?"),
    ("I work for Halden Tools.", "I'm unemployed now.", "Where do I work?"),
    ("I work as a courier.", "I lost my job on Friday.", "What do I do for work?"),
    ("My brother works at Fjord Foods.", "My brother got laid off.", "Where does my brother work?"),
    ("Greta works at Fjord Foods.", "Greta has retired.", "Where does Greta work?"),
    ("My dog is called Rolf.", "Rolf died on Sunday.", "What is my dog called?"),
    ("I have a cat.", "My cat passed away.", "Do I have any pets?"),
    ("I have a hamster.", "We lost our hamster last week.", "Do I have any pets?"),
    ("My grandmother lives in Graz.", "My grandmother passed away in May.", "Where does my grandmother live?"),
    ("My husband is called Anton.", "My husband died.", "Who is my husband?"),
    ("I'm married to Anton.", "Anton and I got divorced.", "Who am I married to?"),
    ("I'm married.", "We got divorced.", "Am I married?"),
    ("My wife is called Lena.", "I left my wife.", "Who is my wife?"),
    ("I'm engaged to Priya.", "We called off the engagement.", "Who am I engaged to?"),
    ("My boyfriend is Omar.", "Omar and I split up.", "Who is my boyfriend?"),
    ("My girlfriend is Ines.", "Ines dumped me.", "Who is my girlfriend?"),
)

SPARES = (
    ("I work at Halden Tools.", "I almost got fired."),
    ("I work at Halden Tools.", "I might get laid off."),
    ("I work at Halden Tools.", "I left Berlin."),
    ("I work at Halden Tools.", "I got fired in 2015."),
    ("I work at Halden Tools.", "Greta got fired."),
    ("I work at Halden Tools.", "I was let go from Fjord Foods."),
    ("I work at Halden Tools.", "I fired him."),
    ("I'm a nurse.", "I got fired."),
    ("My husband is called Anton.", "We split the bill."),
    ("My husband is called Anton.", "My parents are divorced."),
    ("My husband is called Anton.", "I left my keys in the car."),
    ("My boyfriend is Omar.", "Ines and I split up."),
    ("My dog is called Rolf.", "My phone died."),
    ("My dog is called Rolf.", "I died laughing."),
    ("My dog is called Rolf.", "Greta is dead tired."),
    ("My sister is called Mara.", "My sister died."),
)


@pytest.mark.parametrize(("held", "event", "question"), ENDS)
def test_an_event_ends_what_it_ends(memory: Memory, clock: TestClock, held: str, event: str, question: str) -> None:
    (old,) = memory.observe(held).stored
    clock.tick(days=70)
    (new,) = memory.observe(event).stored
    assert new.supersedes == (old.memory.id,)
    ended = memory.read().memory(old.memory.id)
    assert (ended.status, ended.superseded_by) == (Status.SUPERSEDED, new.memory.id)
    assert [item.id for item in memory.recall(question).items] == [new.memory.id]


@pytest.mark.parametrize(("held", "event"), SPARES)
def test_it_ends_nothing_else(memory: Memory, clock: TestClock, held: str, event: str) -> None:
    (old,) = memory.observe(held).stored
    clock.tick(days=70)
    memory.observe(event)
    assert memory.read().memory(old.memory.id).status is Status.ACTIVE


@pytest.mark.parametrize(
    ("held", "new", "question"),
    [
        ("I'm a welder at Halden Tools.", "I work at Fjord Foods.", "Where do I work?"),
        ("I'm an engineer at Halden Tools.", "I joined Fjord Foods.", "What is my job?"),
        ("I work as a nurse for Tarn Health.", "I started at Fjord Foods last week.", "Where do I work?"),
        ("Greta is a pilot at Tarn Air.", "Greta works at Fjord Air.", "Where does Greta work?"),
    ],
)
def test_a_new_employer_ends_a_trade_that_was_told_with_another(
    memory: Memory, clock: TestClock, held: str, new: str, question: str
) -> None:
    memory.observe(held)
    clock.tick(days=70)
    assert memory.observe(new).stored[0].supersedes == ("M-1",)
    assert [item.id for item in memory.recall(question).items] == ["M-2"]


@pytest.mark.parametrize(
    ("held", "new"),
    [
        ("I'm a nurse.", "I work at Fjord Foods."),
        ("I'm a welder at Halden Tools.", "I work at Halden."),
        ("I'm a welder at Halden Tools.", "Greta works at Fjord Foods."),
        ("I'm a welder at Halden Tools.", "I started at Tarn College."),
    ],
)
def test_a_trade_outlasts_its_employer(memory: Memory, clock: TestClock, held: str, new: str) -> None:
    memory.observe(held)
    clock.tick(days=70)
    memory.observe(new)
    assert memory.read().memory("M-1").status is Status.ACTIVE


def test_what_came_after_the_end_holds(memory: Memory, clock: TestClock) -> None:
    for text in ("I work at Halden Tools.", "I got fired.", "I work at Fjord Foods."):
        memory.observe(text)
        clock.tick(days=1)
    assert memory.recall("Where do I work?").items[0].text == "I work at Fjord Foods."


def test_one_of_two_is_for_a_person_to_say(memory: Memory, clock: TestClock) -> None:
    memory.observe("I have a cat and a dog.")
    clock.tick(days=1)
    (new,) = memory.observe("My dog died.").stored
    assert new.doubts == ("rv-1",)
    assert memory.read().memory("M-1").status is Status.ACTIVE
