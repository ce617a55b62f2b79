"""Whose thing it is: names in questions, and of whom a memory speaks."""

from __future__ import annotations

import pytest

from cicatrix.core.candidates import Candidate
from cicatrix.core.ids import Kind
from cicatrix.core.persons import is_about, names_in, people_in
from cicatrix.core.trust import Origin


def said(text: str, speaker: str = "") -> Candidate:
    return Candidate(
        handle="ep1",
        kind=Kind.EPISODE,
        type="turn",
        seq=1,
        text=f"{speaker}: {text}" if speaker else text,
        score=0,
        components={},
        coverage=0,
        above_floor=True,
        trust=Origin.HUMAN,
        importance=500,
        occurred_at="2026-11-03T10:00:00+01:00",
        speaker=speaker,
    )


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("When is Omar on holiday?", ("omar",)),
        ("When is Elena's lesson on Monday?", ("elena",)),
        ("Lena's locker is where?", ("lena",)),
        ("What did Ana give Ben?", ("ana", "ben")),
        ("What is our SLA in May?", ()),
        ("What Is Our Refund Window?", ()),
        ("when is omar on holiday?", ()),
        ("", ()),
    ],
)
def test_names(question: str, names: tuple[str, ...]) -> None:
    assert names_in(question) == names


@pytest.mark.parametrize(
    ("question", "text", "speaker", "expected"),
    [
        ("When is Lena on holiday?", "I am on holiday from 3 August.", "lena", True),
        ("When is Omar on holiday?", "I am on holiday from 3 August.", "lena", False),
        ("When is Omar on holiday?", "Omar is on holiday in May.", "lena", True),
        ("When is Elena's piano lesson?", "Mila's piano lesson is on Thursday.", "elena", False),
        ("When is Mila's piano lesson?", "Mila's piano lesson is on Thursday.", "elena", True),
        ("Where does Elena live?", "My sister Carla lives in Porto.", "elena", False),
        ("Where does Carla live?", "My sister Carla lives in Porto.", "elena", True),
        ("When did Aiko move to the tools team?", "I moved to the tools team, Aiko took over the farm.", "tom", False),
        ("When did Tom move to the tools team?", "I moved to the tools team, Aiko took over the farm.", "tom", True),
        ("Who runs the farm after Aiko?", "I moved to tools, Aiko took over the farm.", "tom", True),
        ("Does Lena cover weekends?", "Lena covers nights, I cover weekends.", "omar", True),  # it speaks of her too
        ("Does Lena do weekends?", "Lena covers nights, I cover weekends.", "omar", False),
        ("When does Ines start her shift?", "I start my shift at six, Ines starts at two.", "paul", True),
        ("Which router does Elena have?", "The router is a 7590.", "elena", True),
        ("Which cluster is Frankfurt on?", "The Frankfurt region runs on gs-03.", "", True),
        ("Which cluster is Singapore on?", "The Frankfurt region runs on gs-03.", "", False),
        ("when is it?", "I am away in May.", "lena", True),
    ],
)
def test_whom_a_memory_is_about(question: str, text: str, speaker: str, expected: bool) -> None:
    assert is_about(question, names_in(question), said(text, speaker)) is expected


def test_a_place_is_nobody() -> None:
    assert people_in("What did I do in Lisbon?", ()) == ()
    assert people_in("Where in Rome is Omar?", ()) == ("omar",)
    assert people_in("What did Omar see near the Tejo?", ()) == ("omar",)
