"""``cicatrix observe``: what was learnt from a turn, what was not, and why."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.interfaces.cli_runner import NAMESPACE, Answer, Cli, cli, demo_file, empty, process

__all__ = ["cli", "demo_file", "empty"]


@pytest.fixture(autouse=True)
def _in_a_namespace(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CICATRIX_NAMESPACE", NAMESPACE)


def parsed(answer: Answer) -> Any:
    return json.loads(answer.out)


def test_one_turn_in_json(empty: Cli) -> None:
    found = parsed(empty("observe", "I'm allergic to peanuts. Thanks!", "--session", "s1", "--json"))
    assert set(found) >= {"episode", "stored", "rejected", "seq", "durability"}
    (stored,) = found["stored"]
    assert {key: stored[key] for key in ("id", "type", "text", "importance", "revision", "supersedes")} == {
        "id": "M-1",
        "type": "semantic",
        "text": "I'm allergic to peanuts.",
        "importance": 0.85,
        "revision": "distinct",
        "supersedes": [],
    }
    (rejected,) = found["rejected"]
    assert rejected["text"] == "Thanks!"
    assert "greets, thanks" in str(rejected["reason"])


def test_one_turn_for_people(empty: Cli) -> None:
    said = empty("observe", "I'm allergic to peanuts, what can I eat?").out
    for words in ("ep1", "M-1", "“I'm allergic to peanuts”", "allergy of user", "safety-critical", "It asks"):
        assert words in said


def test_what_a_memory_replaces_is_shown(empty: Cli) -> None:
    empty("observe", "I work at Acme.", "--occurred-at", "2025-01-01T10:00:00Z")
    said = empty("observe", "I work at Globex now.").out
    assert "replaces M-1" in said
    assert "known already" in empty("observe", "I work at Globex now.").out


def test_days_and_denials_are_shown(empty: Cli) -> None:
    said = empty("observe", "I'm away until 14 August. I hate rain.", "--occurred-at", "2026-07-20T10:00:00Z").out
    assert "until 2026-08-14" in said
    assert "denied" in said


def test_a_named_speaker_and_a_subject(empty: Cli) -> None:
    named = parsed(empty("observe", "I live in Rome.", "--speaker", "Bo", "--json"))
    called = parsed(empty("observe", "I live in Rome.", "--subject", "user:ana", "--json"))
    assert [item["subject"] for found in (named, called) for item in found["stored"]] == ["Bo", "user:ana"]


def test_an_assistants_words_are_kept_and_teach_nothing(empty: Cli) -> None:
    found = parsed(empty("observe", "You live in Rome.", "--speaker", "assistant", "--json"))
    assert (found["stored"], found["episode"]) == ([], "ep1")
    assert "only people" in json.dumps(found["rejected"])


def test_a_file_of_turns(empty: Cli) -> None:
    rows = [{"text": "I hate rain.", "speaker": "Bo"}, {"kind": "document", "text": "x"}, {"text": "Hello!"}]
    (empty.folder / "turns.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    found = empty("observe", "--file", "turns.jsonl", "--json")
    assert found.code == 0
    assert [parsed(found)[key] for key in ("observed", "stored", "rejected")] == [2, 1, 1]
    assert parsed(found)["skipped"][0]["line"] == 2
    strict = empty("observe", "--file", "turns.jsonl", "--strict")
    assert strict.code == 1
    assert "2 turns observed, 1 statement remembered" in strict.out


def test_turns_from_a_stream(empty: Cli) -> None:
    call = ("--db", str(empty.db), "-n", NAMESPACE, "observe", "--file", "-", "--json")
    found = process(*call, cwd=empty.folder, stdin=b'{"text": "I like tea."}\n')
    assert (found.code, parsed(found)["stored"]) == (0, 1)


def test_more_than_fits_is_counted(empty: Cli) -> None:
    turn = " ".join(f"Is it {number}?" for number in range(30)) + " " + " ".join(f"I like tea{n}." for n in range(30))
    assert "more; --json names them all" in empty("observe", turn).out
    rows = "".join(json.dumps({"text": f"I like tea{number}."}) + "\n" for number in range(30))
    (empty.folder / "turns.jsonl").write_text(rows, "utf-8")
    assert "and 10 more" in empty("observe", "--file", "turns.jsonl").out


def test_a_file_of_turns_names_what_ended_and_what_taught_nothing(empty: Cli) -> None:
    texts = [*(f"I like tea{number}." for number in range(22)), "I live in Oslo.", "I live in Rome now.", "Is it open?"]
    (empty.folder / "turns.jsonl").write_text("".join(json.dumps({"text": text}) + "\n" for text in texts), "utf-8")
    told = empty("observe", "--file", "turns.jsonl").out
    assert "replaces M-23" in told
    assert "“Is it open?”" in told
    assert "a question is no fact" in told


@pytest.mark.parametrize(
    "arguments", [("observe",), ("observe", "--file", "x.jsonl", "--speaker", "Bo"), ("observe", "  ")]
)
def test_a_call_that_says_nothing_is_wrong(empty: Cli, arguments: tuple[str, ...]) -> None:
    assert empty(*arguments).code == 2
