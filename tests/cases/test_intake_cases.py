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
from cicatrix.core.intake import take
from cicatrix.engine.record import BATCH, recording_time, seal_episode, writing
from cicatrix.errors import ClockBehind, InvalidInput, NoProvenance


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


# -- what was said stays findable, without any extraction -----------------------------------------------------------


def test_c006_a_question_about_somebody_is_no_fact_about_the_user(memory: Memory) -> None:
    memory.record(kind="turn", role="user", text="What are the KPIs for user Bruno?")
    assert memory.read().memories() == []
    assert memory.recall("Who am I?").grade == "ASK_HUMAN"


@pytest.mark.parametrize(
    ("said", "claim"),
    [
        pytest.param("明天提醒我买牛奶", "The user plans to visit Paris on 2025-05-26", id="c014"),
        pytest.param("run the nightly job", "User is a software developer aged 30 living in Seattle", id="c015"),
        pytest.param("ok", "I'm sorry, there is nothing in this message to extract.", id="c018"),
        pytest.param("What are the KPIs for user Bruno?", "User's name is Bruno", id="c006"),
    ],
)
def test_c014_c015_c018_a_claim_that_its_episode_does_not_carry_is_refused_and_kept_for_people(
    memory: Memory, said: str, claim: str
) -> None:
    memory.record(kind="turn", role="user", text=said)
    with pytest.raises(NoProvenance):
        memory.remember(claim, type="semantic", evidence=["ep1"])
    assert memory.read().memories() == []
    assert memory.read().count(Kind.DEAD_LETTER) == 1


@pytest.mark.parametrize(
    ("said", "asked", "literal"),
    [
        pytest.param(
            "Remember: the validation marker is MARKER-7734", "What is the validation marker?", "MARKER-7734", id="c023"
        ),
        pytest.param(
            "Please remember that my next review is on 10 September",
            "When is my next review?",
            "10 September",
            id="c034",
        ),
        pytest.param("spare key under the blue pot", "spare key", "blue pot", id="c178"),
        pytest.param("Testing if memory works correctly", "Does memory work correctly?", "Testing", id="c177"),
    ],
)
def test_c023_c034_c177_c178_the_words_themselves_are_recalled(
    memory: Memory, said: str, asked: str, literal: str
) -> None:
    memory.record(kind="turn", role="user", text=said, session="first")
    for number in range(5):
        memory.record(kind="turn", role="user", text=f"Something else, number {number}.", session="second")
    found = memory.recall(asked)
    assert literal in found.items[0].text


def test_c186_what_a_failed_write_began_is_in_no_index(memory: Memory) -> None:
    with pytest.raises(RuntimeError):
        _write_and_fail(memory, "the blue heron nests in March")
    assert memory.read().head().seq == 0
    assert memory.recall("When does the heron nest?").items == ()
    memory.record(kind="turn", role="user", text="the blue heron nests in March")
    assert [item.id for item in memory.recall("When does the heron nest?").items] == ["ep1"]
    assert memory.verify(deep=True).ok


def _write_and_fail(memory: Memory, text: str) -> None:
    with writing(memory.context) as writer:
        episode = take({"kind": "turn", "role": "user", "text": text}).episode
        seal_episode(memory.context, writer, episode, recorded_at=recording_time(memory.context, writer))
        raise RuntimeError("the machine stops here")


@pytest.mark.parametrize("budget", [1, 2, 3, 5, 8, 13, 21, 29, 60])
def test_c187_no_budget_cuts_a_text(memory: Memory, budget: int) -> None:
    said = ["The client prefers email 😀", "The client has a family 👨‍👩‍👧 שלום"]
    for text in said:
        memory.record(kind="turn", role="user", text=text)
    found = memory.recall("What does the client prefer, and has the client a family?", budget=budget)
    assert found.spent <= budget
    for item in found.items:
        assert item.text.removeprefix("user: ") in said
    found.brief().encode()


def test_c061_two_facts_that_differ_in_one_digit_are_two(memory: Memory) -> None:
    said = ["The gate code of the north dock is 4417.", "The gate code of the north dock is 4477."]
    ids = set()
    for number, text in enumerate(said, start=1):
        memory.record(kind="turn", role="user", text=text)
        ids.add(memory.remember(text, type="semantic", evidence=[f"ep{number}"]).id)
    assert len(ids) == 2


def test_c064_the_same_words_again_are_one_memory(memory: Memory) -> None:
    memory.record(kind="turn", role="user", text="The office closes at six.")
    ids = {memory.remember("The office closes at six.", type="semantic", evidence=["ep1"]).id for _ in range(3)}
    assert len(ids) == 1
