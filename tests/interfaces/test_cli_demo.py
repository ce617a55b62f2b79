"""The demonstration: what it says, what it finds, and that it can be played as often as one likes."""

from __future__ import annotations

import os
import re
import shlex
from pathlib import Path

from tests.interfaces.cli_runner import Cli, demo_file, empty

from cicatrix import packs

__all__ = ["demo_file", "empty"]

GOLDEN = Path(__file__).parents[1] / "golden" / "demo.txt"
"""What a person sees. After a change that is meant, run this file once with ``UPDATE_GOLDEN=1``."""


def test_what_a_person_sees(empty: Cli) -> None:
    answer = empty("demo", "--no-serve")
    assert answer.code == 0, answer.err
    seen = re.sub(r"root [0-9a-f]{64}", "root <64 hex digits>", answer.out)
    if os.environ.get("UPDATE_GOLDEN"):
        GOLDEN.parent.mkdir(exist_ok=True)
        GOLDEN.write_text(seen, encoding="utf-8")
    assert seen == GOLDEN.read_text(encoding="utf-8")


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
