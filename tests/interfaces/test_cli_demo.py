"""The demonstration: what it says, what it finds, and that it can be played as often as one likes."""

from __future__ import annotations

import os
import re
import shlex
from pathlib import Path

import pytest
from tests.interfaces.cli_runner import Cli, demo_file, empty

from cicatrix import packs

__all__ = ["demo_file", "empty"]

GOLDEN = Path(__file__).parents[1] / "golden"
"""What a person sees. After a change that is meant, run this file once with ``UPDATE_GOLDEN=1``."""


@pytest.fixture(autouse=True)
def by_words_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """The stories are the same whatever is installed."""
    monkeypatch.setenv("CICATRIX_EMBEDDER", "none")


@pytest.mark.parametrize("pack", packs.names())
def test_what_a_person_sees(empty: Cli, pack: str) -> None:
    answer = empty("demo", "--no-serve", "--pack", pack)
    assert answer.code == 0, answer.err
    seen = re.sub(r"root [0-9a-f]{64}", "root <64 hex digits>", answer.out)
    golden = GOLDEN / ("demo.txt" if pack == "northstar" else f"demo-{pack}.txt")
    if os.environ.get("UPDATE_GOLDEN"):
        golden.parent.mkdir(exist_ok=True)
        golden.write_text(seen, encoding="utf-8")
    assert seen == golden.read_text(encoding="utf-8")


@pytest.mark.parametrize("pack", packs.names())
def test_a_pack_teaches_what_it_says(empty: Cli, pack: str) -> None:
    about = packs.about(pack)
    told = empty("demo", "--no-serve", "--json", "--pack", pack).json
    assert (told["episodes"], told["rules"], told["memories"]) == (about.episodes, about.rules, about.memories)
    assert told["rules_without_evidence"] == told["memories_without_evidence"] == 0
    recalls = told["recalls"]
    assert isinstance(recalls, list)
    for found, asked in zip(recalls, about.demo, strict=True):
        assert isinstance(found, dict)
        assert (found["query"], found["grade"]) == (asked.query, asked.grade)
        items = found["items"]
        assert isinstance(items, list)
        first = items[0] if items else {}
        assert isinstance(first, dict)
        assert asked.best in (None, first.get("id"))
    judged = told["actions"]
    assert isinstance(judged, list)
    for verdict, call in zip(judged, about.actions, strict=True):
        assert isinstance(verdict, dict)
        rules = verdict["rules"]
        assert isinstance(rules, list)
        assert (verdict["effect"], verdict["executed"]) == (call.effect, False)
        assert call.rule in [rule["id"] for rule in rules if isinstance(rule, dict)] or call.rule is None
    again = empty("demo", "--no-serve", "--json", "--pack", pack).json
    kept = ("episodes", "rules", "memories", "replaced", "merged", "doubts")
    assert [again[name] for name in kept] == [told[name] for name in kept]
    assert again["recorded"] == 0


def test_somebody_whose_life_changes_is_told_beautifully(empty: Cli) -> None:
    told = empty("demo", "--no-serve", "--json", "--pack", "personal").json
    replaced, merged = told["replaced"], told["merged"]
    assert isinstance(replaced, list)
    assert isinstance(merged, list)
    assert {"old": "M-1", "new": "M-13"}.items() <= dict(replaced[0]).items()  # type: ignore[arg-type]
    assert merged == [{"id": "M-19", "of": ["M-8", "M-9", "M-10"]}]
    assert told["doubts"] == []


def test_it_keeps_what_it_promises(empty: Cli) -> None:
    told = empty("demo", "--no-serve", "--json").json
    assert (told["episodes"], told["rules"], told["rules_without_evidence"]) == (16, 10, 0)
    assert told["verified"] is True
    recalls = told["recalls"]
    assert isinstance(recalls, list)
    for found, asked in zip(recalls, packs.about("northstar").demo, strict=True):
        assert isinstance(found, dict)
        assert (found["query"], found["grade"]) == (asked.query, asked.grade)
    first = recalls[0]
    assert isinstance(first, dict)
    items = first["items"]
    assert isinstance(items, list)
    best = items[0]
    assert isinstance(best, dict)
    assert best["id"] == "PB-01"
    evidence = best["evidence"]
    assert isinstance(evidence, list)
    assert [piece["episode"] for piece in evidence if isinstance(piece, dict)] == ["ep1", "ep14"]


def test_the_changed_byte_is_found_and_the_entry_named(empty: Cli) -> None:
    tamper = empty("demo", "--no-serve", "--json").json["tamper"]
    assert isinstance(tamper, dict)
    assert tamper["seq"] == 1
    assert "not the one that was sealed" in str(tamper["reason"])
    assert empty("verify", "-n", "northstar").code == 0, "the database itself was only read"


def test_played_again_it_records_and_learns_nothing_new(empty: Cli) -> None:
    first = empty("demo", "--no-serve", "--json").json
    again = empty("demo", "--no-serve", "--json").json
    assert (again["episodes"], again["rules"], again["recorded"]) == (first["episodes"], first["rules"], 0)
    assert [path.name for path in empty.folder.iterdir()] == ["cicatrix.db"]


def test_what_was_lost_half_way_is_loaded_the_next_time(empty: Cli) -> None:
    rows = packs.load("northstar")[:5]
    from cicatrix import Memory

    with Memory.open(empty.db, namespace="northstar") as memory:
        memory.record_many(rows)
    told = empty("demo", "--no-serve", "--json").json
    assert (told["episodes"], told["recorded"]) == (16, 11)


def test_its_hints_lead_on_as_they_are_typed(empty: Cli) -> None:
    """In a folder that names no namespace, each command that the story ends with works letter for letter."""
    said = empty("demo", "--no-serve").out
    calls = [shlex.split(found) for found in re.findall(r"cicatrix (-n northstar .*)", said)]
    assert [call[2] for call in calls] == ["reply", "explain"]
    for call in calls:
        assert empty(*call).code == 0


def test_it_goes_where_it_is_told(empty: Cli) -> None:
    told = empty("demo", "--no-serve", "--json", "--db", "try.db", "-n", "acme/trial").json
    assert told["namespace"] == "acme/trial"
    assert empty("playbook", "show", "--db", "try.db", "-n", "acme/trial").out.count("╰─ ") == 12
