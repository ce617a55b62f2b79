"""A recorded recall runs again byte for byte, from a fresh index and a fresh process too."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
import tempfile
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cicatrix import Memory
from cicatrix.bootstrap import open_context
from cicatrix.core.codec import decode, encode
from cicatrix.core.entries import Draft, EntryKind
from cicatrix.core.ids import Kind
from cicatrix.core.recall import RecallSettings
from cicatrix.core.recall_record import RecallRecord
from cicatrix.core.trust import Origin
from cicatrix.engine import replay as replaying
from cicatrix.errors import CicatrixError, NotFound

QUERY = "Draft a LinkedIn post announcing the beta"

TOPICS = (
    ("Write a LinkedIn post.", "Open with the reader's pain point, and put the hashtags at the end."),
    ("Promote the beta.", "Never post discount codes on public social media."),
    ("Answer the refund ticket.", "Refunds above 200 euros need a yes from a manager."),
    ("Answer the refund ticket again.", "As I said: refunds above 200 euros need a yes from a manager."),
    ("Schedule a post.", "Nothing goes out on weekends."),
    ("Plan the snacks.", ""),
)
QUERIES = (
    QUERY,
    "What is our refund window for enterprise contracts?",
    "May I post the codes on a weekend?",
    "What happened last week?",
    "snack",
    "???",
)


@pytest.fixture
def taught(memory: Memory) -> Memory:
    for task, correction in TOPICS:
        by = "dana" if correction else None
        memory.record(task=task, outcome="Bad.", correction=correction, correction_by=by)
    return memory


def test_identical_whatever_was_learnt_since(taught: Memory) -> None:
    got = taught.recall(QUERY)
    taught.used(got.id, [got.items[0].id])
    taught.suspend(got.items[0].id, by="dana")
    taught.record(task="Write a LinkedIn post on the beta", outcome="Good.")
    assert taught.recall(QUERY).items != got.items
    for handle in ("rc-1", "rc-2"):
        assert (taught.replay(handle).identical, taught.replay(handle).outcome) == (True, "identical")
    assert taught.replay("RC-01").id == "rc-1"


def test_a_fresh_process_replays_it(taught: Memory, database: Path) -> None:
    for query in QUERIES:
        taught.recall(query)
    taught.retire("PB-01", by="dana")
    script = (
        "import sys, json; from cicatrix import Memory\n"
        "memory = Memory.open(sys.argv[1], namespace='acme/support', read_only=True)\n"
        "print(json.dumps([memory.replay(f'rc-{n}').outcome for n in range(1, int(sys.argv[2]) + 1)]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, str(database), str(len(QUERIES))], capture_output=True, text=True, check=True
    )
    assert json.loads(done.stdout) == ["identical"] * len(QUERIES)


def test_unknown_recalls(taught: Memory) -> None:
    for handle in ("rc-1", "ep1", "q-1"):
        with pytest.raises(NotFound):
            taught.replay(handle)


def _forge(memory: Memory, **changes: object) -> str:
    """Seal a recall that never took place: the first one with another outcome."""
    ctx = memory.context
    with ctx.store.writer(ctx.namespace, now=ctx.clock.now(), durability="normal") as writer:
        version = writer.version("rc-1")
        assert version is not None
        assert version.body is not None
        handle = writer.next_handle(Kind.RECALL)
        record = replace(decode(RecallRecord, version.body), id=handle, **changes)  # type: ignore[arg-type]
        writer.append(Draft(EntryKind.RECALL, Kind.RECALL, handle, encode(record), "dana", Origin.AGENT))
    return handle


def test_another_outcome_differs_and_says_where(taught: Memory) -> None:
    taught.recall(QUERY)
    got = taught.replay(_forge(taught, spent=7, tags=("a",)))
    assert (got.identical, got.outcome) == (False, "differs")
    assert any(line.startswith("spent: recorded 7, now ") for line in got.differences)
    assert "tags: 1 were recorded, 3 are found now" in got.differences
    assert "tags[0]: recorded 'a', now 'beta'" in got.differences


def test_another_algorithm_is_no_defect(taught: Memory) -> None:
    taught.recall(QUERY)
    got = taught.replay(_forge(taught, algorithm="recall/0"))
    assert (got.identical, got.outcome) == (False, "algorithm_changed")


def test_it_runs_with_the_recorded_settings(taught: Memory, database: Path) -> None:
    taught.recall(QUERY, budget=30, limit=1)
    other = open_context(database, "acme/support", recall_settings=RecallSettings(budget=9_000, weight_recency=0))
    assert replaying.replay(other, "rc-1").identical
    other.store.close()


def test_erased_words_are_told_from_a_defect(taught: Memory, database: Path) -> None:
    got = taught.recall(QUERY)
    gone = got.items[0].seq
    taught.close()
    with sqlite3.connect(database) as raw:  # an erasure destroys bodies and salts
        raw.execute("UPDATE bodies SET salt = NULL, body = NULL WHERE seq = ?", (gone,))
    raw.close()
    with Memory.open(database, namespace="acme/support") as memory:
        report = memory.replay("rc-1")
        assert (report.identical, report.outcome) == (False, "erased")
        assert f"{got.items[0].id} was erased" in report.differences
    with sqlite3.connect(database) as raw:
        raw.execute("UPDATE bodies SET salt = NULL, body = NULL WHERE seq = ?", (got.seq,))
    raw.close()
    with Memory.open(database, namespace="acme/support") as memory:
        assert memory.replay("rc-1").outcome == "erased"


class _Clock:
    fixed = False

    def __init__(self) -> None:
        self.hours = 0

    def now(self) -> datetime:
        return datetime.fromtimestamp(1_780_000_000 + 3600 * self.hours, UTC)


steps = st.lists(
    st.one_of(
        st.tuples(st.just("record"), st.integers(0, len(TOPICS) - 1)),
        st.tuples(st.just("recall"), st.integers(0, len(QUERIES) - 1)),
        st.tuples(st.just("past"), st.integers(0, 40)),
        st.tuples(st.just("suspend"), st.integers(1, 4)),
        st.tuples(st.just("resume"), st.integers(1, 4)),
        st.tuples(st.just("retire"), st.integers(1, 4)),
        st.tuples(st.just("used"), st.integers(1, 9)),
        st.tuples(st.just("reply"), st.integers(1, 4)),
        st.tuples(st.just("wait"), st.integers(1, 900)),
    ),
    min_size=4,
    max_size=24,
)


def _take(memory: Memory, clock: _Clock, act: str, number: int) -> None:
    if act == "record":
        task, correction = TOPICS[number]
        memory.record(task=task, outcome="Bad.", correction=correction, correction_by="dana" if correction else None)
    elif act == "recall":
        memory.recall(QUERIES[number], budget=200)
    elif act == "past":
        memory.recall(QUERIES[number % len(QUERIES)], at=number)
    elif act == "used":
        body = memory.read().body(f"rc-{number}")
        chosen = body.get("chosen", [])
        assert isinstance(chosen, list)
        memory.used(f"rc-{number}", [str(item["handle"]) for item in chosen if isinstance(item, dict)])
    elif act == "reply":
        memory.reply(f"q-{number}", "Never promise a refund without asking legal.", by="dana")
    elif act == "wait":
        clock.hours += number
    else:
        getattr(memory, act)(f"PB-{number:02d}", by="dana")


@settings(max_examples=25)
@given(script=steps)
def test_every_recall_replays_identically_whatever_happened_around_it(script: list[tuple[str, int]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path, clock = Path(folder) / "cicatrix.db", _Clock()
        with Memory.open(path, namespace="n", clock=clock, user="dana") as memory:
            for act, number in script:
                try:
                    _take(memory, clock, act, number)
                except CicatrixError:
                    continue  # no such handle, or not in this state: the step is not for this ledger
            recalls = memory.read().bodies(Kind.RECALL, limit=100)
            assert [memory.replay(each.handle).outcome for each in recalls] == ["identical"] * len(recalls)
            assert memory.verify(deep=True).ok
        fresh = open_context(path, "n", read_only=True)
        assert [replaying.replay(fresh, each.handle).outcome for each in recalls] == ["identical"] * len(recalls)
        fresh.store.close()
