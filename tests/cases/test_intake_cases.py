"""Failure reports of other memory systems that concern how experience comes in, each under its case id."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path

import pytest
from tests.conftest import NOON, TestClock

from cicatrix import Memory
from cicatrix.core.episodes import JsonObject
from cicatrix.core.ids import Kind
from cicatrix.engine.record import BATCH
from cicatrix.errors import ClockBehind, InvalidInput


def write(path: Path, *rows: object) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def counts(memory: Memory) -> dict[Kind, int]:
    return {kind: memory.read().count(kind) for kind in Kind}


def texts(memory: Memory) -> list[str]:
    return [episode.text for episode in memory.read().episodes(limit=10_000)][::-1]


def test_c220_ones_own_export_is_known_again(memory: Memory, tmp_path: Path) -> None:
    for number in range(97):
        memory.record(task=f"Session {number}", outcome="done", correction="Never on Sundays.", correction_by="dana")
    shown = [memory.read().body(f"ep{number}") for number in range(1, 98)]
    before = counts(memory)
    report = memory.import_file(write(tmp_path / "export.jsonl", *shown))
    assert (report.imported, report.already) == (0, 97)
    assert counts(memory) == before


def test_c221_the_second_import_changes_no_count_at_all(memory: Memory, tmp_path: Path) -> None:
    lesson = {"correction": "Never post codes.", "correction_by": "dana"}
    path = write(tmp_path / "log.jsonl", *({"task": f"Post {n}", "outcome": "flopped", **lesson} for n in range(209)))
    memory.import_file(path, trust="human")
    memory.distill()
    before, head = counts(memory), memory.read().head()
    memory.import_file(path, trust="human")
    memory.distill()
    assert (counts(memory), memory.read().head()) == (before, head)


def test_c224_a_retry_after_a_failed_batch_doubles_nothing(memory: Memory, tmp_path: Path, clock: TestClock) -> None:
    total = BATCH * 3 // 2
    path = write(tmp_path / "log.jsonl", *({"kind": "turn", "role": "user", "text": f"row {n}"} for n in range(total)))

    def fail(done: int, _: int) -> None:
        clock.moment, clock.fixed = NOON - timedelta(days=1), True

    with pytest.raises(ClockBehind) as caught:
        memory.import_file(path, progress=fail)
    assert f"{BATCH} episodes are in already" in caught.value.hint
    first = [episode.id for episode in memory.read().episodes(limit=10_000)]
    clock.moment = NOON
    assert memory.import_file(path).imported == total - BATCH
    found = memory.read().episodes(limit=10_000)
    assert len(found) == total
    assert [episode.id for episode in found][-BATCH:] == first


def test_c225_event_times_are_the_files_and_record_times_the_imports(
    memory: Memory, tmp_path: Path, clock: TestClock
) -> None:
    path = write(
        tmp_path / "log.jsonl",
        {"kind": "turn", "role": "user", "text": "We chose Postgres", "occurred_at": "2025-03-02T09:00:00Z"},
        {"kind": "turn", "role": "user", "text": "We moved to SQLite", "occurred_at": "2025-06-11T09:00:00Z"},
    )
    clock.moment = NOON + timedelta(days=60)
    memory.import_file(path)
    newest, oldest = memory.read().episodes()
    assert (oldest.occurred_at, newest.occurred_at) == ("2025-03-02T09:00:00Z", "2025-06-11T09:00:00Z")
    assert {oldest.recorded_at[:10], newest.recorded_at[:10]} == {"2027-01-29"}


def test_c028_an_old_conversation_keeps_its_own_date(memory: Memory) -> None:
    """What "last week" means is read against this date; resolving it waits for typed memories."""
    memory.record(kind="turn", role="user", text="I went to Lisbon last week", occurred_at="2023-05-24T10:00:00+00:00")
    assert memory.read().episode("ep1").occurred_at == "2023-05-24T10:00:00+00:00"


def test_c188_a_torn_last_line_and_garbage_in_the_middle_cost_one_line_each(memory: Memory, tmp_path: Path) -> None:
    torn = write(tmp_path / "torn.jsonl", {"task": "one"}, {"task": "two"})
    with torn.open("a") as file:
        file.write('{"task": "thr')
    report = memory.import_file(torn)
    assert report.imported == 2
    assert [(skip.where, skip.reason.startswith("the last line is cut off")) for skip in report.skipped] == [
        ("line 3", True)
    ]

    garbage = tmp_path / "garbage.jsonl"
    garbage.write_bytes(b'{"task": "four"}\n\x00\xff{{{\n{"task": "five"}\n')
    report = memory.import_file(garbage)
    assert (report.imported, [skip.where for skip in report.skipped]) == (2, ["line 2"])
    assert memory.verify(deep=True).ok


@pytest.mark.parametrize("text", ["", "  \n\t ", "   "])
def test_c019_an_empty_turn_is_refused_with_a_reason(memory: Memory, text: str) -> None:
    with pytest.raises(InvalidInput, match="nothing to record"):
        memory.record(kind="turn", role="user", text=text)
    assert memory.read().head().seq == 0


def test_c020_a_very_long_turn_is_kept_whole(memory: Memory) -> None:
    text = "filler sentence. " * 12_000 + "Important: I am allergic to penicillin."
    memory.record(kind="turn", role="user", text=text)
    assert texts(memory) == [text]


def test_c013_other_languages_are_kept_as_they_are(memory: Memory) -> None:
    said = ["我喜欢用 Python", "我们决定用 React"]
    for text in said:
        memory.record(kind="turn", role="user", text=text)
    assert texts(memory) == said


def test_c025_a_secret_beside_the_main_text_is_nowhere_in_the_file(memory: Memory, database: Path) -> None:
    token = "npm" + "_AAAABBBBCCCCDDDDEEEEFFFF0000111122"
    arguments: JsonObject = {"context": f"token {token}"}
    memory.record(kind="tool_call", tool="npm", outcome="npm publish works", arguments=arguments, metadata=arguments)
    memory.close()
    for file in database.parent.iterdir():
        assert token.encode() not in file.read_bytes()


def test_c016_c017_what_an_assistant_says_back_is_never_the_users_word(memory: Memory) -> None:
    memory.record_many(
        [
            {"kind": "turn", "role": "system", "text": "MEMORY BLOCK\n- [M-1] User prefers tabs"},
            {"kind": "turn", "role": "assistant", "text": "I remember that you live in Pune."},
        ]
    )
    assert {episode.origin for episode in memory.read().episodes()} == {"agent"}
    assert memory.distill().admitted == ()


def test_c177_a_receipt_is_never_empty(memory: Memory) -> None:
    receipt = memory.record(kind="turn", role="user", text="Testing if memory works correctly")
    assert (receipt.id, receipt.seq, receipt.rules) == ("ep1", 1, ())
    assert texts(memory) == ["Testing if memory works correctly"]
