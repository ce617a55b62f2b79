"""The log formats, on small files in our own words. Whole public logs are read in tests/data."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cicatrix.adapters.importers import IMPORTERS, dialogues, episodes, files, messages, trajectories
from cicatrix.core.episodes import JsonObject, JsonValue
from cicatrix.errors import InvalidInput
from cicatrix.ports import Importer, ImportRow, ImportSkip

DIALOGUE: JsonObject = {
    "qa": [],
    "conversation": {
        "speaker_a": "Iris",
        "speaker_b": "Tom",
        "session_2_date_time": "9:05 am on 3 March, 2024",
        "session_2": [{"speaker": "Tom", "dia_id": "D2:1", "text": "Morning!"}],
        "session_10_date_time": "9:05 am on 4 March, 2024",
        "session_10": [{"speaker": "Iris", "dia_id": "D10:1", "text": "Late one."}],
        "session_1_date_time": "1:56 pm on 2 March, 2024",
        "session_1": [
            {"speaker": "Iris", "dia_id": "D1:1", "text": "Look what I built!", "blip_caption": "a photo of a kite"},
            {"speaker": "Tom", "dia_id": "D1:2", "text": "", "blip_caption": "a photo of two kites"},
            {"speaker": "Iris", "text": "No id here."},
        ],
        "session_3_date_time": "1:56 pm on 9 March, 2024",
    },
    "sample_id": "kite-1",
}

CALL: JsonObject = {"id": "c1", "type": "function", "function": {"name": "find_flight", "arguments": '{"to": "SEA"}'}}
CHAT: list[JsonValue] = [
    {"role": "system", "content": "You book flights."},
    {"role": "user", "content": "To Seattle, please."},
    {"role": "assistant", "content": "One moment.", "tool_calls": [CALL]},
    {"role": "tool", "tool_call_id": "c1", "name": "find_flight", "content": '{"flight": "HAT1"}'},
    {
        "role": "assistant",
        "content": None,
        "tool_calls": [{"id": "c2", "function": {"name": "book", "arguments": "{to:"}}],
    },
    {"role": "tool", "tool_call_id": "gone", "name": "book", "content": "Error: no such call"},
    {
        "role": "user",
        "content": [{"type": "text", "text": "And"}, {"type": "image_url"}, {"type": "text", "text": "this?"}],
    },
    {"role": "assistant", "content": ""},
]
RUN: JsonObject = {"task_id": 4, "trial": 1, "reward": 0.0, "info": {}, "traj": CHAT}
EPISODES = [
    {"kind": "experience", "task": "Post", "outcome": "flopped", "external_id": "x-1"},
    {"kind": "turn", "role": "user", "text": "thanks\u2028again"},
]


def write(path: Path, value: object) -> Path:
    path.write_text(json.dumps(value))
    return path


def write_lines(path: Path, *rows: object) -> Path:
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows))
    return path


def rows(importer: Importer, path: Path) -> list[ImportRow]:
    return [row for row in importer.read(path) if isinstance(row, ImportRow)]


def skips(importer: Importer, path: Path) -> list[tuple[str, str]]:
    return [(row.where, row.reason) for row in importer.read(path) if isinstance(row, ImportSkip)]


# -- which format it is --------------------------------------------------------------------------------------------


def recognised(path: Path) -> str | None:
    head = path.read_bytes()[: 64 * 1024]
    return next((importer.name for importer in IMPORTERS if importer.sniff(path, head)), None)


def test_formats_are_told_apart_by_what_is_in_them(tmp_path: Path) -> None:
    assert recognised(write(tmp_path / "a.json", [DIALOGUE])) == "locomo"
    assert recognised(write(tmp_path / "b.json", [RUN])) == "tau-bench"
    assert recognised(write(tmp_path / "c.json", CHAT)) == "openai"
    assert recognised(write_lines(tmp_path / "d.jsonl", {"messages": CHAT})) == "openai"
    assert recognised(write_lines(tmp_path / "e.jsonl", *EPISODES)) == "episodes"
    assert recognised(write_lines(tmp_path / "f.log", *EPISODES)) == "episodes"
    assert recognised(write(tmp_path / "g.json", {"hello": 1})) is None


def test_names_and_keys_are_unique(tmp_path: Path) -> None:
    assert len({importer.name for importer in IMPORTERS}) == len(IMPORTERS)
    for importer, path in (
        (dialogues.IMPORTER, write(tmp_path / "a.json", [DIALOGUE])),
        (trajectories.IMPORTER, write(tmp_path / "b.json", [RUN, {**RUN, "trial": 2}])),
    ):
        keys = [row.key for row in rows(importer, path)]
        assert len(set(keys)) == len(keys)
        assert [row.key for row in rows(importer, path)] == keys


# -- dialogues -----------------------------------------------------------------------------------------------------


def test_dialogue_turns_keep_their_order_time_caption_and_place(tmp_path: Path) -> None:
    found = rows(dialogues.IMPORTER, write(tmp_path / "d.json", [DIALOGUE]))
    assert [row.where for row in found] == [
        "kite-1 D1:1",
        "kite-1 D1:2",
        "kite-1 session_1, turn 3",
        "kite-1 D2:1",
        "kite-1 D10:1",
    ]
    assert [row.fields["text"] for row in found[:2]] == [
        "Look what I built! [shares a photo of a kite]",
        "[shares a photo of two kites]",
    ]
    assert found[0].fields == {
        "kind": "turn",
        "role": "user",
        "speaker": "Iris",
        "subjects": ["Iris"],
        "text": "Look what I built! [shares a photo of a kite]",
        "session": "kite-1/session_1",
        "occurred_at": "1:56 pm on 2 March, 2024",
    }
    assert found[4].fields["occurred_at"] == "9:05 am on 4 March, 2024"


def test_dialogue_parts_that_are_none_are_named(tmp_path: Path) -> None:
    conversation: JsonObject = {
        "session_1": ["hello", {"speaker": "Iris", "dia_id": "D1:2"}, {"speaker": "Iris", "text": "fine"}],
        "session_2": "later",
    }
    path = write(tmp_path / "d.json", [{"conversation": conversation}, {"sample_id": "empty"}])
    assert len(rows(dialogues.IMPORTER, path)) == 1
    assert skips(dialogues.IMPORTER, path) == [
        ("sample-1 session_1, turn 1", "it is no object"),
        ("sample-1 D1:2", "its text or its speaker is missing"),
        ("sample-1 session_2", "it is no list of turns"),
        ("sample 2", "it has no conversation"),
    ]
    with pytest.raises(InvalidInput, match="no sample"):
        rows(dialogues.IMPORTER, write(tmp_path / "e.json", [{"a": 1}]))


# -- chats and runs ------------------------------------------------------------------------------------------------


def test_a_run_becomes_turns_calls_with_their_results_and_one_prompt(tmp_path: Path) -> None:
    path = write(tmp_path / "t.json", [RUN, {**RUN, "trial": 2}])
    found = rows(trajectories.IMPORTER, path)
    session = found[1].fields["session"]
    assert str(session).startswith("task-4/trial-1@")
    assert [(row.fields["kind"], row.where) for row in found[:6]] == [
        ("document", "task 4, trial 1, message 0"),
        ("turn", "task 4, trial 1, message 1"),
        ("turn", "task 4, trial 1, message 2"),
        ("tool_call", "task 4, trial 1, message 2"),
        ("tool_call", "task 4, trial 1, message 4"),
        ("turn", "task 4, trial 1, message 5"),
    ]
    assert found[3].fields == {
        "kind": "tool_call",
        "tool": "find_flight",
        "arguments": {"to": "SEA"},
        "result": '{"flight": "HAT1"}',
        "session": session,
        "speaker": None,
        "occurred_at": None,
    }
    assert found[4].fields["arguments"] == {"unparsed": "{to:"}
    assert found[4].fields["result"] is None
    assert (found[5].fields["role"], found[5].fields["text"]) == ("tool", "Error: no such call")
    assert found[6].fields["text"] == "And\nthis?"
    assert [row.fields["kind"] for row in found].count("document") == 1, "the same prompt is kept once"


def test_an_id_that_is_used_again_gets_each_its_own_result(tmp_path: Path) -> None:
    def asked(to: str) -> JsonObject:
        function: JsonObject = {"name": "find_flight", "arguments": {"to": to}}
        return {"role": "assistant", "content": None, "tool_calls": [{"id": "c1", "function": function}]}

    def told(text: str) -> JsonObject:
        return {"role": "tool", "tool_call_id": "c1", "content": text}

    chat: list[JsonValue] = [asked("SEA"), told("one"), asked("JFK"), told("two"), told("three")]
    found = rows(messages.IMPORTER, write(tmp_path / "c.json", {"id": "x", "messages": chat}))
    assert [(row.fields["kind"], row.fields.get("result") or row.fields.get("text")) for row in found] == [
        ("tool_call", "one"),
        ("tool_call", "two"),
        ("turn", "three"),
    ]


def test_parts_of_messages_that_are_no_text_are_named(tmp_path: Path) -> None:
    assert skips(trajectories.IMPORTER, write(tmp_path / "t.json", [RUN])) == [
        ("task 4, trial 1, message 6", "parts that are no text were left out: image_url"),
        ("task 4, trial 1, message 7", "it is empty"),
    ]


def test_two_agents_runs_of_one_task_are_two_sessions(tmp_path: Path) -> None:
    other: JsonObject = {**RUN, "traj": [*CHAT, {"role": "user", "content": "Bye"}]}
    found = rows(trajectories.IMPORTER, write(tmp_path / "t.json", [RUN, other]))
    assert len({row.fields.get("session") for row in found if row.fields["kind"] == "turn"}) == 2


@pytest.mark.parametrize("calls", ["x", [3], [{"id": "c"}], [{"function": {"arguments": "{}"}}]])
def test_calls_that_are_none_are_named(tmp_path: Path, calls: JsonValue) -> None:
    chat: list[JsonValue] = [{"role": "assistant", "content": "a", "tool_calls": calls}, "b", {"content": "c"}]
    path = write(tmp_path / "c.json", {"messages": chat})
    assert [row.fields["text"] for row in rows(messages.IMPORTER, path)] == ["a"]
    assert len(skips(messages.IMPORTER, path)) == 3


def test_chats_come_whole_in_lists_by_line_and_message_by_message(tmp_path: Path) -> None:
    named: JsonObject = {"id": "chat-7", "messages": CHAT}
    for path in (
        write(tmp_path / "one.json", named),
        write(tmp_path / "list.json", [named]),
        write_lines(tmp_path / "lines.jsonl", named),
    ):
        found = rows(messages.IMPORTER, path)
        assert len(found) == 7
        assert {row.fields["session"] for row in found[1:]} == {"chat-7"}
        assert [row.key for row in found][1] == "chat-7 1"
    for path in (write(tmp_path / "bare.json", CHAT), write_lines(tmp_path / "bare.jsonl", *CHAT)):
        found = rows(messages.IMPORTER, path)
        assert len(found) == 7
        assert str(found[1].fields["session"]).startswith("chat@")
    with pytest.raises(InvalidInput, match="no list of messages"):
        rows(messages.IMPORTER, write(tmp_path / "none.json", {"messages": 3}))


def test_times_and_names_of_messages_are_kept(tmp_path: Path) -> None:
    chat = [{"role": "user", "name": "Ana", "content": "hi", "created_at": 1683554160}]
    fields = rows(messages.IMPORTER, write(tmp_path / "c.json", chat))[0].fields
    assert (fields["speaker"], fields["occurred_at"]) == ("Ana", 1683554160)


# -- JSON Lines ----------------------------------------------------------------------------------------------------


def test_episodes_are_known_by_their_own_id(tmp_path: Path) -> None:
    found = rows(episodes.IMPORTER, write_lines(tmp_path / "e.jsonl", *EPISODES))
    assert [(row.where, row.key) for row in found] == [("line 1, x-1", "x-1"), ("line 2", "")]
    assert found[1].fields["text"] == "thanks\u2028again", "only a line feed ends a line"


def test_a_bad_line_costs_one_line_and_is_named(tmp_path: Path) -> None:
    path = tmp_path / "e.jsonl"
    path.write_bytes(
        b'\xef\xbb\xbf{"task": "first"}\r\n'
        b"\r\n"
        b"%%% garbage %%%\n"
        b'{"task": "caf\xe9"}\n'
        b'{"task": "a", "task": "b"}\n'
        b'{"task": NaN}\n'
        b"[1, 2]\n" + b"[" * 100_000 + b"\n"
        b'{"task": "last whole"}\n'
        b'{"task": "cut of'
    )
    assert [row.fields["task"] for row in rows(episodes.IMPORTER, path)] == ["first", "last whole"]
    found = skips(episodes.IMPORTER, path)
    assert [where for where, _ in found] == ["line 3", "line 4", "line 5", "line 6", "line 7", "line 8", "line 10"]
    reasons = [reason for _, reason in found]
    assert "no JSON" in reasons[0]
    assert "byte 13 is no UTF-8" in reasons[1]
    assert "the key 'task' is given twice" in reasons[2]
    assert "NaN is no JSON number" in reasons[3]
    assert "no object" in reasons[4]
    assert "nested too deeply" in reasons[5]
    assert reasons[6] == "the last line is cut off: unterminated string starting at character 9"


def test_a_last_line_that_is_whole_needs_no_line_end(tmp_path: Path) -> None:
    path = tmp_path / "e.jsonl"
    path.write_text('{"task": "a"}\n{"task": "b"}')
    assert len(rows(episodes.IMPORTER, path)) == 2


def test_a_line_without_end_is_skipped_and_the_next_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "MAX_LINE", 100)
    path = write_lines(tmp_path / "e.jsonl", {"task": "x" * 500}, {"task": "short"}, {"task": "y" * 500})
    assert [row.fields["task"] for row in rows(episodes.IMPORTER, path)] == ["short"]
    assert [where for where, _ in skips(episodes.IMPORTER, path)] == ["line 1", "line 3"]


@pytest.mark.parametrize("start", [b"\x1f\x8b\x08\x00", b"PK\x03\x04", b"\xff\xfe{\x00", b"\xfe\xff\x00{"])
def test_files_that_are_no_text_are_refused(tmp_path: Path, start: bytes) -> None:
    path = tmp_path / "e.jsonl"
    path.write_bytes(start + b"rest")
    for importer in IMPORTERS:
        with pytest.raises(InvalidInput, match=r"compressed|archive|UTF-16"):
            list(importer.read(path))


def test_files_that_cannot_be_read_are_refused(tmp_path: Path) -> None:
    for importer in IMPORTERS:
        with pytest.raises(InvalidInput, match="cannot be read: no such file"):
            list(importer.read(tmp_path / "gone.json"))
        with pytest.raises(InvalidInput, match="cannot be read: is a directory"):
            list(importer.read(tmp_path))
    torn = tmp_path / "torn.json"
    torn.write_text('[{"task_id": 1, "traj": [{"ro')
    with pytest.raises(InvalidInput, match=r"torn\.json is no JSON"):
        list(trajectories.IMPORTER.read(torn))
