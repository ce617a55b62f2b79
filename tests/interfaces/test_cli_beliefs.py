"""Beliefs on the command line: what a person reads, decides and takes back."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.interfaces.cli_runner import Answer, Cli, empty

from cicatrix.core.episodes import JsonObject

__all__ = ["empty"]


@pytest.fixture
def home(empty: Cli) -> Cli:
    """A mind with two statements, of which the second is a page's word against a person's."""
    (empty.folder / "cicatrix.toml").write_text('namespace = "acme/beliefs"\n', encoding="utf-8")
    for row in (
        {"kind": "turn", "role": "user", "text": "The backup runs on port 8090."},
        {"kind": "document", "title": "A page", "text": "The backup runs on port 8091."},
    ):
        file = empty.folder / "row.jsonl"
        file.write_text(json.dumps(row), encoding="utf-8")
        assert empty("record", "--file", str(file)).code == 0
    for number, port in ((1, 8090), (2, 8091)):
        answer = empty(
            "remember", f"The backup runs on port {port}.", "--type", "semantic", "--evidence", f"ep{number}"
        )
        assert answer.code == 0, answer.err
    return empty


def rows(answer: Answer, key: str) -> list[JsonObject]:
    found = answer.json[key]
    assert isinstance(found, list)
    return [row for row in found if isinstance(row, dict)]


def test_the_inbox_shows_both_texts_and_how_to_settle_them(home: Cli) -> None:
    told = home("inbox").out
    assert "The backup runs on port 8090." in told
    assert "The backup runs on port 8091." in told
    assert "review rv-1 replaces|duplicate|refines|distinct" in told
    (doubt,) = rows(home("inbox", "--json"), "doubts")
    assert {"id", "new", "old", "reason", "signals"} <= set(doubt)


def test_a_doubt_is_settled_and_taken_back(home: Cli) -> None:
    told = home("review", "rv-1", "replaces", "--by", "dana").out
    assert "M-1" in told
    assert "superseded" in told
    assert "Nothing waits" in home("inbox").out
    told = home("undo", "rv-1", "--by", "dana").out
    assert "as before" in told
    assert "rv-1" in home("inbox").out


def test_a_correction_names_what_it_took_the_place_of_and_the_way_back(home: Cli) -> None:
    told = home("correct", "M-1", "The backup runs on port 9000.", "--by", "dana").out
    assert "in the place of M-1" in told
    assert "undo M-3" in told
    shown = home("memory", "show", "M-1").out
    assert "What stood in its place" in shown
    assert "The backup runs on port 9000." in shown
    assert [link["id"] for link in rows(home("memory", "history", "M-1", "--json"), "chain")] == ["M-1", "M-3"]
    assert "replaced by" in home("explain", "M-1").out


def test_words_that_several_have_are_asked_about(home: Cli) -> None:
    answer = home("correct", "anchor chain", "It is rusty.", "--by", "dana", "--json")
    assert answer.code == 1
    assert answer.error["code"] == "not_found"
    home("review", "rv-1", "replaces", "--by", "dana")
    home("remember", "The backup runs on port 8090.", "--type", "semantic", "--evidence", "ep1")
    (home.folder / "row.jsonl").write_text('{"kind": "turn", "role": "user", "text": "The backup is on tape."}\n')
    home("record", "--file", "row.jsonl")
    home("remember", "The backup is on tape.", "--type", "semantic", "--evidence", "ep3")
    answer = home("correct", "backup", "The backup is gone.", "--by", "dana", "--json")
    assert answer.code == 2
    assert answer.error["code"] == "ambiguous"


def test_only_a_person_corrects_reviews_and_undoes(home: Cli, tmp_path: Path) -> None:
    for call in (("correct", "M-1", "It is gone."), ("review", "rv-1", "distinct"), ("undo", "M-1")):
        answer = home(*call, "--json")
        assert answer.error["code"] == "person_missing", call


@pytest.mark.parametrize("target", ["rv-99", "banana", "99999"])
def test_what_is_not_there_is_said_before_a_person_is_asked_for(home: Cli, target: str) -> None:
    answer = home("undo", target, "--json")
    assert answer.error["code"] in ("not_found", "invalid_handle", "invalid_input"), answer.error
    assert target in answer.error["message"]


def test_a_time_before_the_first_entry_has_no_mind(home: Cli) -> None:
    answer = home("at", "1999-01-01", "recall", "backup", "--json")
    assert answer.error["code"] == "invalid_input"
    assert "the first entry" in answer.error["message"]


def test_memories_by_their_state(home: Cli) -> None:
    listed = rows(home("memory", "list", "--status", "quarantined", "--json"), "memories")
    assert [row["id"] for row in listed] == ["M-2"]
