"""Setting up: ``init``, ``config show``, ``doctor``."""

from __future__ import annotations

import os
import sqlite3
import tomllib

import pytest
from tests.interfaces.cli_runner import Cli, cli, demo_file, empty

from cicatrix.core.episodes import JsonObject

__all__ = ["cli", "demo_file", "empty"]


def test_init_names_the_namespace_once_for_all(empty: Cli) -> None:
    made = empty("init", "-n", "acme/support", "--json").json
    assert made["created"] == ["cicatrix.toml", str(empty.db)]
    written = tomllib.loads((empty.folder / "cicatrix.toml").read_text())
    assert written == {"namespace": "acme/support", "db": "cicatrix.db"}
    assert empty("record", "--task", "x").code == 0
    assert empty("init", "--json").json["created"] == []


def test_init_keeps_a_file_that_says_something_else(empty: Cli) -> None:
    empty("init", "-n", "acme/support")
    before = (empty.folder / "cicatrix.toml").read_bytes()
    for arguments in (("-n", "acme/sales"), ("--db", "other.db")):
        answer = empty("init", *arguments, "--json")
        assert (answer.code, answer.error["code"]) == (1, "state_conflict")
    assert (empty.folder / "cicatrix.toml").read_bytes() == before
    assert not (empty.folder / "other.db").exists()


def test_init_guesses_no_namespace(empty: Cli) -> None:
    answer = empty("init", "--json")
    assert (answer.code, answer.error["code"]) == (2, "namespace_missing")
    assert list(empty.folder.iterdir()) == []


def test_every_value_has_its_source(empty: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    (empty.folder / "cicatrix.toml").write_text(
        'namespace = "acme"\ndb = "a.db"\nuser = "dana"\n[recall]\nbudget = 600\n'
    )
    monkeypatch.setenv("CICATRIX_DB", "b.db")
    shown = _settings(empty("config", "show", "--namespace", "acme/sales", "--json").json)
    assert shown["namespace"] == ("acme/sales", "flag", "--namespace")
    assert shown["db"] == ("b.db", "environment", "CICATRIX_DB")
    assert shown["user"][:2] == ("dana", "cicatrix.toml")
    assert shown["recall.budget"][:2] == ("600", "cicatrix.toml")
    assert shown["recall.reserved"][1] == "default"
    assert "environment: CICATRIX_DB" in empty("config", "show").out


def test_settings_reach_the_recall(cli: Cli) -> None:
    (cli.folder / "cicatrix.toml").write_text("[recall]\nbudget = 30\n")
    budget = cli("recall", "Draft a LinkedIn post announcing the beta", "--json").json["budget"]
    assert isinstance(budget, dict)
    assert budget["limit"] == 30


def test_a_healthy_house(cli: Cli) -> None:
    answer = cli("doctor", "--json")
    assert answer.code == 0
    assert answer.json["ok"] is True
    assert answer.json["findings"] == []
    facts = answer.json["facts"]
    assert isinstance(facts, dict)
    assert {"python", "sqlite", "clock", "database", "disk free", "permissions", "write-ahead log", "ledger"} <= set(
        facts
    )


def test_a_memory_that_others_may_read_is_noted(cli: Cli) -> None:
    os.chmod(cli.db, 0o644)
    answer = cli("doctor", "--json")
    assert answer.code == 0
    assert _findings(answer.json) == {"file_readable"}
    assert "chmod 600" in str(answer.json["findings"])


def test_a_house_without_a_database_is_no_failure(empty: Cli) -> None:
    answer = empty("doctor", "--json")
    assert answer.code == 0
    assert _findings(answer.json) == {"no_database"}


def test_what_the_doctor_finds(cli: Cli) -> None:
    os.chmod(cli.db, 0o666)
    file = sqlite3.connect(cli.db)
    with file:
        file.execute("UPDATE bodies SET salt = zeroblob(32) WHERE seq = 3")
    file.close()
    answer = cli("doctor", "--json")
    assert answer.code == 1
    assert _findings(answer.json) == {"file_open_to_others", "ledger_broken"}
    assert "#3" in str(answer.json["findings"])
    assert "#3" in cli("doctor").out


def test_the_doctor_names_a_file_that_is_no_ledger(empty: Cli) -> None:
    empty.db.write_text("words " * 1000)
    answer = empty("doctor", "-n", "acme", "--json")
    assert answer.code == 1
    assert "ledger_not_a_ledger" in _findings(answer.json)


def test_the_doctor_without_a_namespace_still_looks(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CICATRIX_NAMESPACE")
    assert "namespace_missing" in _findings(cli("doctor", "--json").json)


def test_the_doctor_looks_although_the_settings_are_broken(empty: Cli) -> None:
    (empty.folder / "cicatrix.toml").write_text("colour = 1")
    answer = empty("doctor", "--json")
    assert answer.code == 1
    assert _findings(answer.json) == {"settings_invalid_input"}


def test_the_doctor_names_a_missing_folder(empty: Cli) -> None:
    answer = empty("doctor", "--db", "no/such/file.db", "--json")
    assert answer.code == 1
    assert "no_folder" in _findings(answer.json)


def _settings(shown: JsonObject) -> dict[str, tuple[str, str, str]]:
    listed = shown["settings"]
    assert isinstance(listed, list)
    return {
        str(item["name"]): (str(item["value"]), str(item["source"]), str(item["where"]))
        for item in listed
        if isinstance(item, dict)
    }


def _findings(shown: JsonObject) -> set[str]:
    listed = shown["findings"]
    assert isinstance(listed, list)
    return {str(item["id"]) for item in listed if isinstance(item, dict)}
