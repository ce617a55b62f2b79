"""Beliefs that change on real data: what is updated ends, and real talk ends next to nothing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cicatrix import Memory, bench
from cicatrix.core.ids import Kind
from cicatrix.core.memories import Status
from cicatrix.core.moments import read_moment


@pytest.mark.slow
def test_facts_that_change(data: Path) -> None:
    report = bench.run("factconsolidation", data / "factconsolidation" / "factconsolidation-6k.json", None)
    assert report.n == 200
    assert report.metrics["accuracy"] >= 0.99
    assert report.metrics["wrongly_ended"] == 0
    assert report.metrics["stale_active"] <= 0.02
    assert report.beside["bm25"]["accuracy"] < 0.5


@pytest.mark.slow
def test_long_dialogues_end_next_to_nothing(memory: Memory, data: Path) -> None:
    """Friends tell each other news; they hardly ever take back what they said."""
    conversation = json.loads((data / "locomo" / "locomo-dev.json").read_bytes())[0]["conversation"]
    sessions = sorted(
        (name for name in conversation if name.removeprefix("session_").isdigit()), key=lambda n: int(n[8:])
    )
    rows = [
        {
            "text": turn["text"],
            "speaker": turn["speaker"],
            "occurred_at": read_moment(conversation[f"{name}_date_time"]).text,
        }
        for name in sessions
        for turn in conversation[name]
    ]
    memory.observe_many(rows)
    found = memory.read().memories()
    assert len(found) > 100
    assert sum(noun.status is Status.SUPERSEDED for noun in found) <= len(found) // 100
    assert memory.read().count(Kind.DOUBT) <= len(found) // 10
