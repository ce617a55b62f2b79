"""A denial ends a value and fills none: who lives in Ghent no longer has not told where he lives."""

from __future__ import annotations

import pytest
from tests.conftest import TestClock

from cicatrix import Memory
from cicatrix.core.memories import Status
from cicatrix.core.recall import Grade


@pytest.mark.parametrize(
    ("held", "denial", "question"),
    [
        ("I live in Ghent.", "I don't live in Ghent any more.", "Where do I live?"),
        ("I live in Ghent.", "I no longer live in Ghent.", "Where do I live?"),
        ("I work at Halden Tools.", "I don't work at Halden Tools any more.", "Where do I work?"),
        ("My sister lives in Leith.", "My sister doesn't live in Leith anymore.", "Where does my sister live?"),
    ],
)
def test_it_ends_and_does_not_fill(memory: Memory, clock: TestClock, held: str, denial: str, question: str) -> None:
    memory.observe(held)
    clock.tick(days=1)
    (new,) = memory.observe(denial).stored
    assert memory.read().memory("M-1").status is Status.SUPERSEDED
    got = memory.recall(question)
    assert [item.id for item in got.items] == [new.memory.id]
    assert (got.grade, got.reason) == (Grade.ASK_HUMAN, "M-2 only says what is not so.")
    clock.tick(days=1)
    memory.observe(held.replace("Ghent", "Porto").replace("Halden Tools", "Fjord Foods").replace("Leith", "Perth"))
    assert memory.recall(question).grade is Grade.ACT_AND_FLAG


@pytest.mark.parametrize(
    ("said", "question"),
    [("I'm not married.", "Am I married?"), ("I'm not allergic to nuts.", "What am I allergic to?")],
)
def test_where_no_is_an_answer_it_tells(memory: Memory, said: str, question: str) -> None:
    memory.observe(said)
    assert memory.recall(question).reason == "M-1 tells this, and nothing else that holds."


@pytest.mark.parametrize("moved", ["We moved the launch from Monday to Thursday.", "I moved my desk to the window."])
def test_what_is_moved_is_no_home(memory: Memory, moved: str) -> None:
    memory.observe("I moved to Leeds.")
    memory.observe(moved)
    assert memory.recall("Where do I live?").items[0].text == "I moved to Leeds."
    assert memory.read().memory("M-1").status is Status.ACTIVE


def test_what_was_put_off_has_its_new_time(memory: Memory, clock: TestClock) -> None:
    for text in ("The launch is on Monday.", "We moved the launch from Monday to Thursday."):
        memory.observe(text)
        clock.tick(hours=1)
    assert [item.id for item in memory.recall("When is the launch?").items] == ["M-2"]
