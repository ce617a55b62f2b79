"""What was told of one trip, piece by piece, is one memory after a night."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest
from tests.cases.test_consolidation_cases import Alike
from tests.conftest import NAMESPACE, TestClock
from tests.scripted_embedder import ScriptedEmbedder

from cicatrix import Memory
from cicatrix.bootstrap import open_context
from cicatrix.core.memories import MemoryType, Status
from cicatrix.core.recall import Grade

TOLD = {
    "trip": (
        "My flight to Lisbon is TP1234 on 3 May.",
        "I'm planning a trip to Lisbon from 3 to 9 May.",
        "I booked the Avenida hotel in Lisbon from 3 to 9 May.",
    ),
    "move": (
        "We're moving to Bristol on 12 June.",
        "Our move to Bristol is booked with Harker Vans on 12 June.",
        "I have a key handover in Bristol on 12 June.",
    ),
    "wedding": (
        "I'm going to a wedding in Bath on 20 August.",
        "My train to Bath for the wedding leaves at 9 on 20 August.",
        "I booked a room at the Crown in Bath for the wedding on 20 August.",
    ),
    "conference": (
        "I'm attending the Quorum conference in Vienna on 4 October.",
        "My talk at the Quorum conference in Vienna is at 10:30 on 4 October.",
        "My hotel for the Quorum conference in Vienna is the Sacher on 4 October.",
    ),
}


@pytest.mark.parametrize("embedder", [None, Alike()], ids=["words", "vectors"])
@pytest.mark.parametrize("told", TOLD.values(), ids=TOLD)
def test_three_observed_pieces_become_one_memory(
    database: Path, told: tuple[str, ...], embedder: ScriptedEmbedder | None
) -> None:
    clock = TestClock(datetime(2026, 4, 10, 9, tzinfo=UTC))
    with Memory(open_context(database, NAMESPACE, clock=clock, user="ana", embedder=embedder)) as memory:
        stored = [item for text in told for item in memory.observe(text).stored]
        assert {item.memory.type for item in stored} == {MemoryType.EPISODIC}
        assert [item.doubts for item in stored] == [()] * 3
        (merge,) = memory.sleep().merged
        assert [part.id for part in merge.members] == ["M-1", "M-2", "M-3"]
        assert [noun.id for noun in memory.read().memories() if noun.status is Status.ACTIVE] == [merge.into]


def test_another_part_of_one_day_is_no_repetition_of_it(memory: Memory) -> None:
    memory.observe("I'm moving to Bristol on 12 June.")
    (item,) = memory.observe("I have a key handover for the move to Bristol on 12 June.").stored
    assert (item.memory.id, item.revision, item.doubts) == ("M-2", "refines", ())


def test_a_trip_without_a_day_is_told_of_by_its_place(memory: Memory) -> None:
    for text in ("I went to Lisbon with Mara.", "We ate at a small tavern in Lisbon.", "I'm flying to Oslo."):
        memory.observe(text)
    got = memory.recall("What did I do in Lisbon?")
    assert {item.id for item in got.items} == {"M-1", "M-2"}
    assert got.grade is Grade.ACT_AND_FLAG, "Lisbon is where it was, and nobody of whom it is asked"
    assert memory.read().memory("M-3").attribute == "trip"
