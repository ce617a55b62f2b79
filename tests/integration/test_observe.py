"""Observe, over a real file: turns are sealed, what people say in them is learnt, and both or neither is there."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.conftest import TestClock

from cicatrix import Memory
from cicatrix.core.memories import MemoryType, Status
from cicatrix.core.trust import Origin
from cicatrix.errors import ClockBehind, InvalidInput, InvalidTime

FIXTURES = Path(__file__).parents[1] / "fixtures"


def test_a_turn_is_sealed_and_its_statement_is_a_memory_that_cites_it(memory: Memory) -> None:
    report = memory.observe("Thanks! I'm allergic to peanuts.", session="s1")
    (item,) = report.stored
    noun = item.memory
    assert (report.episode, noun.id, item.revision, item.supersedes) == ("ep1", "M-1", "distinct", ())
    assert (noun.type, noun.subject, noun.speaker, noun.attribute) == (MemoryType.SEMANTIC, "user", "user", "allergy")
    assert (noun.trust, noun.status, noun.importance) == (Origin.HUMAN, Status.ACTIVE, 850)
    assert noun.said_at == "2026-11-30T12:00:00.000000Z"
    episode = memory.read().episode("ep1")
    assert (episode.text, episode.session, episode.speaker) == ("Thanks! I'm allergic to peanuts.", "s1", "user")
    assert [memory.read().quote(span) for span in noun.evidence] == ["I'm allergic to peanuts."]
    assert [(item.text, item.code) for item in report.rejected] == [("Thanks!", "small_talk")]
    assert report.seq == noun.seq == 2
    assert memory.read().memory("M-1") == noun
    assert memory.verify().ok


def test_a_turn_that_teaches_nothing_is_kept_all_the_same(memory: Memory) -> None:
    report = memory.observe("How are you?")
    assert report.stored == ()
    assert [item.code for item in report.rejected] == ["question"]
    assert memory.read().episode(report.episode).text == "How are you?"


@pytest.mark.parametrize("speaker", ["assistant", "system", "tool", "Bot"])
def test_a_program_teaches_nothing(memory: Memory, speaker: str) -> None:
    report = memory.observe("I live in Rome.", speaker=speaker)
    assert report.stored == ()
    assert [item.code for item in report.rejected] == ["not_a_person"]
    assert memory.read().episode(report.episode).speaker == speaker


def test_a_named_speaker_speaks_of_himself_by_name(memory: Memory) -> None:
    (item,) = memory.observe("I live in Rome.", speaker="Caroline").stored
    assert (item.memory.subject, item.memory.speaker, item.memory.trust) == ("Caroline", "Caroline", Origin.HUMAN)


def test_a_subject_names_the_first_person_and_the_episode(memory: Memory) -> None:
    report = memory.observe("I live in Rome, and my sister Ana lives in Bonn.", subject="user:bo")
    assert [item.memory.subject for item in report.stored] == ["user:bo", "Ana"]
    assert memory.read().episode(report.episode).subjects == ("user:bo",)


def test_the_same_said_again_is_evidence_and_no_second_memory(memory: Memory) -> None:
    memory.observe("I'm allergic to peanuts.")
    (again,) = memory.observe("I'm allergic to peanuts!").stored
    assert (again.memory.id, again.revision, again.memory.episodes) == ("M-1", "duplicate", ("ep1", "ep2"))
    assert again.memory.importance == 900
    assert len(memory.read().memories()) == 1


def test_a_new_value_ends_the_old_one_in_the_same_transaction(memory: Memory, clock: TestClock) -> None:
    memory.observe("I work at Acme.")
    clock.tick(days=40)
    (item,) = memory.observe("I work at Globex now.").stored
    assert (item.revision, item.supersedes) == ("replaces", ("M-1",))
    old = memory.read().memory("M-1")
    assert (old.status, old.superseded_by) == (Status.SUPERSEDED, "M-2")


def test_what_a_person_had_forgotten_waits_when_it_is_said_again(memory: Memory) -> None:
    memory.observe("I like tea.")
    memory.forget("M-1", by="dana", reason="Private.")
    (item,) = memory.observe("I like tea.").stored
    assert item.memory.status is Status.QUARANTINED
    assert "M-1 said the same and was forgotten" in item.memory.change.reason


def test_days_are_counted_in_the_zone_of_the_turn(memory: Memory) -> None:
    (item,) = memory.observe("Yesterday I met Bo.", occurred_at="2026-05-20T23:30:00-05:00").stored  # 21 May in UTC
    assert (item.memory.valid_from, item.memory.valid_to) == ("2026-05-19", "2026-05-19")
    assert item.memory.said_at == "2026-05-21T04:30:00.000000Z"


@pytest.mark.parametrize("text", ["", "  \n"])
def test_a_blank_turn_writes_nothing(memory: Memory, text: str) -> None:
    with pytest.raises(InvalidInput):
        memory.observe(text)
    assert memory.read().episodes() == []


def test_a_time_that_is_none_writes_nothing(memory: Memory) -> None:
    with pytest.raises(InvalidTime):
        memory.observe("I like tea.", occurred_at="soon")
    assert memory.read().episodes() == []


def test_a_clock_that_was_set_back_is_refused(database: Path) -> None:
    clock = TestClock()
    with Memory.open(database, namespace="n", clock=clock) as memory:
        memory.observe("I like tea.")
        clock.fixed = True
        clock.tick(days=-1)
        with pytest.raises(ClockBehind):
            memory.observe("I like coffee.")
        assert len(memory.read().episodes()) == 1


def test_every_statement_of_the_sets_is_admitted(memory: Memory) -> None:
    rows = [
        json.loads(line)
        for name in ("observations.jsonl", "observations_second.jsonl", "observations_typed.jsonl")
        for line in (FIXTURES / name).read_text("utf-8").splitlines()
    ]
    turns = [{"text": row["text"], "speaker": row.get("speaker", "user"), "occurred_at": row.get("at")} for row in rows]
    report = memory.observe_many(turns)
    assert report.skipped == ()
    refused = {item.code for turn in report.observations for item in turn.rejected}
    assert refused.isdisjoint(["unsupported", "not_verbatim", "no_evidence", "too_long", "empty"])
    wanted = sum(len(row["stored"]) for row in rows)
    assert sum(len(turn.stored) for turn in report.observations) == wanted
    assert memory.verify(deep=True).ok


def test_many_turns_go_in_and_bad_rows_are_named(memory: Memory) -> None:
    rows: list[object] = [
        {"text": "I live in Rome.", "speaker": "Bo"},
        {"kind": "document", "text": "I live in Rome."},
        {"text": " "},
        "no row",
        {"text": "Noted.", "role": "assistant"},
        {"text": "I like tea.", "occurred_at": "2026-05-20T10:00:00"},
    ]
    seen: list[int] = []
    report = memory.observe_many(rows, progress=seen.append)  # type: ignore[arg-type]
    assert [turn.episode for turn in report.observations] == ["ep1", "ep2", "ep3"]
    assert [turn.stored[0].memory.subject if turn.stored else "" for turn in report.observations] == ["Bo", "", "user"]
    assert [row.line for row in report.skipped] == [2, 3, 4]
    assert "no turn" in report.skipped[0].reason
    assert [note.where for note in report.notes] == ["line 6"]
    assert seen == [6]
    assert report.seq == memory.context.store.data_version(memory.context.namespace)


def test_no_rows_write_nothing(memory: Memory) -> None:
    report = memory.observe_many([])
    assert (report.observations, report.seq) == ((), 0)


def test_an_import_learns_where_it_is_asked_to(memory: Memory, tmp_path: Path) -> None:
    log = tmp_path / "turns.jsonl"
    rows = [
        {
            "kind": "turn",
            "role": "user",
            "speaker": "Bo",
            "text": "I live in Rome.",
            "occurred_at": "2025-05-20T10:00:00Z",
        },
        {"kind": "turn", "role": "assistant", "text": "You live in Rome.", "occurred_at": "2025-05-20T10:01:00Z"},
        {"kind": "experience", "task": "Pack", "action": "Packed."},
    ]
    log.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    report = memory.import_file(log, observe=True)
    assert (report.imported, report.learnt) == (3, 1)
    noun = memory.read().memory("M-1")
    assert (noun.subject, noun.trust, noun.said_at) == ("Bo", Origin.EXTERNAL, "2025-05-20T10:00:00.000000Z")
    again = memory.import_file(log, observe=True)
    assert (again.imported, again.learnt) == (0, 0)
    assert len(memory.read().memories()) == 1


def test_an_import_learns_nothing_unasked(memory: Memory, tmp_path: Path) -> None:
    log = tmp_path / "turns.jsonl"
    log.write_text(json.dumps({"kind": "turn", "role": "user", "text": "I live in Rome."}) + "\n", "utf-8")
    assert memory.import_file(log, trust="human").learnt == 0
    assert memory.read().memories() == []


def test_an_older_chat_that_is_imported_makes_nothing_current(memory: Memory, tmp_path: Path) -> None:
    memory.observe("I live in Oslo.")
    log = tmp_path / "turns.jsonl"
    old = {"kind": "turn", "role": "user", "text": "I live in Bergen.", "occurred_at": "2019-05-20T10:00:00Z"}
    log.write_text(json.dumps(old) + "\n", "utf-8")
    memory.import_file(log, trust="human", observe=True)
    now = [noun.text for noun in memory.read().memories() if noun.status is Status.ACTIVE]
    assert now == ["I live in Oslo."]


def test_a_chat_without_times_ends_nothing_that_was_said_before(memory: Memory, tmp_path: Path) -> None:
    """Nobody knows whether it was written before or after: what it would replace stays, and a person decides."""
    memory.observe("I live in Oslo.")
    report = memory.import_file(_undated(tmp_path, "I live in Bergen."), trust="human", observe=True)
    assert (report.learnt, report.ended, report.waiting) == (1, 0, 1)
    assert {noun.text: noun.status for noun in memory.read().memories()} == {
        "I live in Oslo.": Status.ACTIVE,
        "I live in Bergen.": Status.QUARANTINED,
    }
    revision = memory.read().memory("M-2").revision
    assert revision is not None
    assert (revision.verdict, revision.old) == ("uncertain", "M-1")
    assert "nobody knows which was said last" in revision.reason
    memory.review("rv-1", "replaces", by="dana")
    assert [noun.text for noun in memory.read().memories() if noun.status is Status.ACTIVE] == ["I live in Bergen."]


def test_a_dated_word_said_after_an_undated_chat_came_in_is_the_later(
    memory: Memory, clock: TestClock, tmp_path: Path
) -> None:
    memory.import_file(_undated(tmp_path, "I live in Bergen."), trust="human", observe=True)
    clock.tick(days=1)
    (item,) = memory.observe("I live in Oslo now.").stored
    assert (item.revision, item.supersedes) == ("replaces", ("M-1",))


def test_one_chat_without_times_is_in_the_order_of_its_lines(memory: Memory, tmp_path: Path) -> None:
    log = _undated(tmp_path, "I live in Bergen.", "I live in Oslo now.")
    report = memory.import_file(log, trust="human", observe=True)
    assert (report.learnt, report.ended, report.waiting) == (2, 1, 0)
    assert [noun.text for noun in memory.read().memories() if noun.status is Status.ACTIVE] == ["I live in Oslo now."]


def _undated(folder: Path, *texts: str) -> Path:
    log = folder / "undated.jsonl"
    log.write_text(
        "".join(json.dumps({"kind": "turn", "role": "user", "text": text}) + "\n" for text in texts), "utf-8"
    )
    return log


@pytest.mark.parametrize(
    ("before", "change", "question", "holds"),
    [
        (
            "I work at Rowan School.",
            "Update: I no longer work at Rowan School, I work at Quay College.",
            "Where do I work?",
            "Quay College",
        ),
        ("I work at Halden Energy.", "I left Halden Energy and joined Tarn Labs.", "Where do I work?", "Tarn Labs"),
        ("I live in Leith.", "I don't live in Leith any more, I'm in Perth now.", "Where do I live?", "Perth"),
    ],
)
def test_a_change_told_in_one_breath_leaves_only_what_is_so_now(
    memory: Memory, clock: TestClock, before: str, change: str, question: str, holds: str
) -> None:
    memory.observe(before)
    clock.tick(days=1)
    gone, now = memory.observe(change).stored
    assert (gone.supersedes, now.supersedes, gone.doubts, now.doubts) == (("M-1",), ("M-2",), (), ())
    assert (gone.memory.negated, now.memory.value) == (True, holds)
    assert [item.id for item in memory.recall(question).items] == ["M-3"]


@pytest.mark.parametrize(
    "texts",
    [
        ("I used to live in Bristol.", "We moved to York on 1 March."),
        ("We moved to York on 1 March.", "I used to live in Bristol."),
    ],
)
def test_what_used_to_be_is_history_in_whatever_order_it_is_told(
    memory: Memory, clock: TestClock, texts: tuple[str, str]
) -> None:
    for text in texts:
        memory.observe(text)
        clock.tick(hours=1)
    york = "M-1" if "York" in texts[0] else "M-2"
    for _ in range(2):
        found = memory.recall("Where do I live?")
        assert found.items[0].id == york
        assert found.reason == f"{york} tells this, and nothing else that holds."
        clock.tick(days=2)
    assert [item.id for item in found.items] == [york]
    bristol = memory.read().memory("M-2" if york == "M-1" else "M-1")
    assert (bristol.negated, (bristol.valid_to or "")[:10] < "2026-11-30") == (True, True)


def test_what_used_to_be_is_no_answer_to_what_is(memory: Memory, clock: TestClock) -> None:
    memory.observe("I used to live in Bristol.")
    clock.tick(days=2)
    assert memory.recall("Where do I live?").items == ()
    (item,) = memory.recall("Where did I live before?").items
    assert (item.id, item.ended) == ("M-1", "over since 2026-11-29")


def test_two_that_tell_it_are_named_though_one_has_no_room(memory: Memory) -> None:
    memory.observe("I have a dog.")
    memory.observe("I have a cat.")
    found = memory.recall("Do I have any pets?", limit=1)
    assert (len(found.items), found.reason) == (1, "M-1 and M-2 tell this.")


def test_what_tells_the_attribute_comes_before_what_only_shares_the_words(memory: Memory) -> None:
    memory.observe("My neighbour lives in Leeds.")
    memory.observe("We moved to York on 1 March.")
    assert memory.recall("Where do I live?").items[0].id == "M-2"


def test_what_was_over_when_it_was_told_is_recalled_as_what_happened(memory: Memory, clock: TestClock) -> None:
    memory.observe("I went to Lisbon last week.")
    clock.tick(days=1)
    found = memory.recall("Where did I go last week?")
    assert [(item.id, item.ended) for item in found.items] == [("M-1", "")]
    assert "before" not in found.reason
    clock.tick(days=60)
    assert [item.id for item in memory.recall("Have I ever been to Lisbon?").items] == ["M-1"]
