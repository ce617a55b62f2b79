"""The router on two whole minds: what it should act on, and what it should ask a person.

The thresholds were chosen on the Northstar queries; those on the other mind (twenty corrections of other trades) were
written afterwards and scored once. The bars are what was seen then.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from cicatrix import Memory, packs
from cicatrix.core.recall import Grade

FIXTURES = Path(__file__).parent.parent / "fixtures"
QUERIES = [json.loads(line) for line in (FIXTURES / "router_queries.jsonl").read_text("utf-8").splitlines()]
UNANSWERABLE = (FIXTURES / "unanswerable.txt").read_text("utf-8").splitlines()


def _mind(memory: Memory, rows: Sequence[Mapping[str, object]]) -> Memory:
    for row in rows:
        memory.record(**dict(row))  # type: ignore[arg-type]
    memory.distill()
    return memory


@pytest.fixture
def northstar(memory: Memory) -> Memory:
    memory.record_many(packs.load("northstar"))
    memory.distill()
    return memory


@pytest.fixture
def trades(memory: Memory) -> Memory:
    lines = (FIXTURES / "corrections.jsonl").read_text("utf-8").splitlines()
    taught = [json.loads(line) for line in lines]
    return _mind(
        memory,
        [{"task": f"{each['trade']} work", "correction": each["text"], "correction_by": "dana"} for each in taught],
    )


def wrong(memory: Memory, mind: str) -> list[str]:
    """The queries whose grade is not right: a known thing that is asked about, or an unknown one that is not."""
    queries = [each for each in QUERIES if each["mind"] == mind]
    assert len(queries) > 60
    graded = [(each, memory.recall(each["query"]).grade) for each in queries]
    return [
        f"{each['query']} → {grade.value}"
        for each, grade in graded
        if (grade is Grade.ASK_HUMAN) is not each["kind"].startswith("unknown")
    ]


def test_northstar(northstar: Memory) -> None:
    assert wrong(northstar, "northstar") == []


def test_a_mind_that_no_threshold_was_chosen_on(trades: Memory) -> None:
    assert wrong(trades, "trades") == ["How many floors does the hotel have? → ACT_AND_FLAG"]


@pytest.mark.parametrize("query", UNANSWERABLE)
def test_what_nothing_answers_is_asked(northstar: Memory, query: str) -> None:
    assert northstar.recall(query).grade is Grade.ASK_HUMAN


def test_the_two_queries_of_the_demo(northstar: Memory) -> None:
    got = northstar.recall("Draft a LinkedIn post announcing the beta")
    assert got.grade is Grade.ACT
    assert got.items[0].id == "PB-01"
    assert got.items[0].episodes == ("ep1", "ep14")
    assert "PB-01 (learnt in ep1 and ep14)" in got.reason
    assert northstar.recall("What is our refund window for enterprise contracts?").grade is Grade.ASK_HUMAN
