"""Every recall of a ledger runs again: the same answers after many changes, and each other outcome is counted."""

from __future__ import annotations

import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest
from tests.crash.replays import replay_after_changes

from cicatrix import Memory
from cicatrix.core.codec import decode, encode
from cicatrix.core.entries import Draft, EntryKind
from cicatrix.core.ids import Kind
from cicatrix.core.recall_record import RecallRecord
from cicatrix.core.trust import Origin


@pytest.mark.slow
def test_recalls_are_the_same_after_many_changes(database: Path) -> None:
    whole = replay_after_changes(database, seed=1, recalls=150, changes=150)
    assert whole.others == ()
    assert whole.recalls >= 150
    assert whole.identical == whole.recalls


def forge(memory: Memory, **changes: object) -> str:
    """Seal a copy of the first recall with another outcome."""
    ctx = memory.context
    with ctx.store.writer(ctx.namespace, now=ctx.clock.now(), durability="normal") as writer:
        version = writer.version("rc-1")
        assert version is not None
        assert version.body is not None
        handle = writer.next_handle(Kind.RECALL)
        record = replace(decode(RecallRecord, version.body), id=handle, **changes)  # type: ignore[arg-type]
        writer.append(Draft(EntryKind.RECALL, Kind.RECALL, handle, encode(record), "dana", Origin.AGENT))
    return handle


def test_each_outcome_is_counted_and_all_but_the_identical_are_listed(memory: Memory, database: Path) -> None:
    memory.record(task="Post", outcome="Bad.", correction="Never post discount codes.", correction_by="dana")
    memory.recall("May I post discount codes?")
    memory.recall("Where are the snacks?")
    other = forge(memory, algorithm="recall/0")
    wrong = forge(memory, spent=7)
    gone = memory.recall("Who posts discount codes?")
    memory.close()
    with sqlite3.connect(database) as raw:  # an erasure destroys bodies and salts
        raw.execute("UPDATE bodies SET salt = NULL, body = NULL WHERE seq = ?", (gone.seq,))
    raw.close()
    told: list[tuple[int, int]] = []
    with Memory.open(database, namespace=memory.context.namespace) as again:
        head = again.read().head()
        whole = again.replay_all(progress=lambda done, total: told.append((done, total)))
        assert again.read().head() == head
    assert (whole.recalls, whole.identical, whole.differs, whole.erased, whole.algorithm_changed) == (5, 2, 1, 1, 1)
    assert [(report.id, report.outcome) for report in whole.others] == [
        (other, "algorithm_changed"),
        (wrong, "differs"),
        (gone.id, "erased"),
    ]
    assert told == [(done, 5) for done in range(1, 6)]


def test_a_ledger_without_recalls(memory: Memory) -> None:
    assert memory.replay_all().recalls == 0
