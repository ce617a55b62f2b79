"""Recording into a real file: receipts, lessons in the same transaction, batches, and what is refused."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from tests.conftest import NAMESPACE, NOON, TestClock

from cicatrix import Memory
from cicatrix.core.episodes import JsonObject
from cicatrix.core.ids import Kind
from cicatrix.core.intake import content_key, take
from cicatrix.core.memories import Status
from cicatrix.core.trust import Origin
from cicatrix.engine.record import BATCH
from cicatrix.errors import CicatrixError, ClockBehind, InvalidInput, InvalidText, NotFound, ReadOnly

LESSON = "Never post discount codes on public social media."


def head(memory: Memory) -> int:
    return memory.read().head().seq


def test_the_receipt_names_the_episode_its_entry_and_its_rules(memory: Memory) -> None:
    receipt = memory.record(task="Post about the beta", outcome="Taken down", correction=LESSON, correction_by="dana")
    assert (receipt.id, receipt.seq, receipt.durability, receipt.notes) == ("ep1", 1, "full", ())
    assert [(rule.id, rule.text, rule.status) for rule in receipt.rules] == [("PB-01", LESSON, Status.ACTIVE)]
    episode = memory.read().episode("ep1")
    assert episode.correction == LESSON
    assert episode.recorded_at == episode.occurred_at == "2026-11-30T12:00:00.000000Z"
    assert episode.seq == 1


def test_a_correction_that_the_agent_reports_makes_no_active_rule(memory: Memory) -> None:
    receipt = memory.record(task="Post", outcome="Taken down", correction=LESSON)
    assert receipt.notes
    assert all(rule.status is not Status.ACTIVE for rule in receipt.rules)
    assert not [rule for rule in memory.read().rules() if rule.status is Status.ACTIVE]


def test_event_time_and_record_time_are_two(memory: Memory) -> None:
    memory.record(task="Chose Postgres", occurred_at="2025-03-02T09:00:00+05:30")
    episode = memory.read().episode("ep1")
    assert episode.occurred_at == "2025-03-02T09:00:00+05:30"
    assert episode.recorded_at.startswith("2026-11-30T12:00")


def test_record_times_are_those_of_the_entries_when_the_clock_runs_back(memory: Memory, clock: TestClock) -> None:
    memory.record(task="first")
    clock.moment = NOON - timedelta(hours=3)
    memory.record(task="second")
    with memory.context.store.reader(NAMESPACE) as reader:
        versions = list(reader.versions((Kind.EPISODE,)))
    assert [version.body["recorded_at"] for version in versions if version.body] == [version.at for version in versions]


def test_a_clock_that_was_set_may_not_run_behind_the_ledger(memory: Memory, clock: TestClock) -> None:
    memory.record(task="first")
    clock.moment, clock.fixed = NOON - timedelta(seconds=1), True
    with pytest.raises(ClockBehind):
        memory.record(task="second")
    with pytest.raises(ClockBehind):
        memory.record_many([{"task": "second"}])
    assert head(memory) == 1


@pytest.mark.parametrize(
    ("fields", "error"),
    [
        ({}, InvalidInput),
        ({"task": "a\ud800"}, InvalidText),
        ({"task": "x", "occurred_at": "soon"}, CicatrixError),
        ({"task": "x" * 1_000_001}, InvalidInput),
    ],
)
def test_what_is_refused_leaves_nothing(memory: Memory, fields: dict[str, str], error: type[CicatrixError]) -> None:
    with pytest.raises(error):
        memory.record(**fields)
    assert head(memory) == 0
    assert memory.record(task="next").id == "ep1", "a handle that was not used is given again"


def test_secrets_reach_neither_file_nor_page(memory: Memory, database: Path) -> None:
    token = "np" + "m_" + "AAAABBBBCCCCDDDDEEEEFFFF0000111122"
    arguments: JsonObject = {"env": {"NPM_TOKEN": token}, "args": [f"--token={token}"], token: 1}
    receipt = memory.record(
        kind="tool_call", tool="npm", arguments=arguments, outcome=f"used {token}", session=token, subjects=[token]
    )
    assert any("redacted" in note for note in receipt.notes)
    memory.close()
    for file in database.parent.iterdir():
        assert token.encode() not in file.read_bytes(), file.name


def test_a_read_only_file_refuses(memory: Memory, database: Path) -> None:
    memory.record(task="x")
    with Memory.open(database, namespace=NAMESPACE, read_only=True) as reading, pytest.raises(ReadOnly):
        reading.record(task="y")


# -- many ----------------------------------------------------------------------------------------------------------


def turns(count: int) -> Iterator[JsonObject]:
    return ({"kind": "turn", "role": "user", "text": f"message {number}"} for number in range(count))


def test_bad_rows_are_skipped_by_line_and_the_others_go_in(memory: Memory) -> None:
    rows: list[JsonObject] = [
        {"task": "good"},
        {"task": ""},
        {"task": "bad \ud800"},
        {"task": "also good", "mood": "fine"},
        {"task": "good too", "mood": "better"},
    ]
    report = memory.record_many(rows)
    assert (report.recorded, report.ids, report.seq) == (3, ("ep1", "ep2", "ep3"), 3)
    assert [skip.line for skip in report.skipped] == [2, 3]
    assert "nothing to record" in report.skipped[0].reason
    assert [(note.count, note.where) for note in report.notes] == [(2, "line 4")]


def test_rows_that_are_no_objects_are_skipped(memory: Memory) -> None:
    report = memory.record_many([1, None, "x", {"task": "x"}])  # type: ignore[list-item]
    assert (report.recorded, [skip.line for skip in report.skipped]) == (1, [1, 2, 3])


def test_nothing_to_record_writes_nothing(memory: Memory) -> None:
    report = memory.record_many([])
    assert (report.recorded, report.seq, head(memory)) == (0, 0, 0)


def test_batches_report_progress_and_keep_order(memory: Memory) -> None:
    done: list[int] = []
    report = memory.record_many(turns(2 * BATCH + 1), progress=done.append)
    assert done == [BATCH, 2 * BATCH, 2 * BATCH + 1]
    assert report.ids == tuple(f"ep{number}" for number in range(1, 2 * BATCH + 2))
    assert memory.read().episode(f"ep{BATCH + 1}").text == f"message {BATCH}"
    assert memory.verify(deep=True).ok


def test_an_error_in_a_later_batch_says_what_is_in(memory: Memory, clock: TestClock) -> None:
    def rows() -> Iterator[JsonObject]:
        yield from turns(BATCH)
        clock.moment, clock.fixed = NOON - timedelta(hours=1), True
        yield from turns(1)

    with pytest.raises(ClockBehind) as caught:
        memory.record_many(rows())
    assert f"{BATCH:,} episodes are in already" in caught.value.hint
    assert head(memory) == BATCH
    assert memory.verify(deep=True).ok


def test_files_wait_for_distill(memory: Memory) -> None:
    memory.record_many([{"task": "Post", "correction": LESSON, "correction_by": "dana"}])
    assert memory.read().rules() == []
    assert [rule.text for rule in memory.distill().admitted] == [LESSON]


def test_a_reply_by_an_operator_teaches(memory: Memory) -> None:
    receipt = memory.record(kind="reply", text="Always ask legal before quoting a client.", correction_by="dana")
    assert [rule.trust for rule in receipt.rules] == [Origin.HUMAN]


def test_episodes_can_be_found_by_their_content(memory: Memory) -> None:
    row: JsonObject = {"task": "Post", "session": "s1"}
    memory.record_many([row])
    with memory.context.store.reader(NAMESPACE) as reader:
        found = reader.find(Kind.EPISODE, content_key(take(row).episode))
    assert found is not None
    assert found.handle == "ep1"


def test_a_reply_to_a_question_that_was_never_asked_is_refused(memory: Memory) -> None:
    with pytest.raises(NotFound, match="no question q-7"):
        memory.record(kind="reply", text="Thirty days.", question="q-7", by="dana")
    report = memory.record_many(
        [{"kind": "reply", "text": "Thirty days.", "question": "q-7", "by": "dana"}, {"task": "Answer a letter"}]
    )
    assert report.recorded == 1
    assert [(row.line, "no question q-7" in row.reason) for row in report.skipped] == [(1, True)]
