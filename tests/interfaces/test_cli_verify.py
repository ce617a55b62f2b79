"""What somebody meets who goes around the ledger with a database client, and then asks for a verification."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest
from tests.contract.drafts import destroy, erase
from tests.interfaces.cli_runner import NAMESPACE, Cli, cli, demo_file, empty

__all__ = ["cli", "demo_file", "empty"]


def change(cli: Cli, statement: str) -> None:
    with closing(sqlite3.connect(cli.db, isolation_level=None)) as file:
        assert file.execute(statement).rowcount > 0


@pytest.mark.parametrize("deep", [(), ("--deep",)])
@pytest.mark.parametrize(("where", "seq"), [("WHERE seq = 2", 2), ("WHERE seq > 10", 11), ("", 1)])
def test_words_that_were_wiped_by_hand(cli: Cli, where: str, seq: int, deep: tuple[str, ...]) -> None:
    change(cli, f"UPDATE bodies SET body = NULL, salt = NULL {where}")
    answer = cli("verify", *deep, "--json")
    assert answer.code == 3
    bad = answer.json["first_bad"]
    assert isinstance(bad, dict)
    assert (bad["seq"], bad["reason"]) == (seq, "corrupt: its words were destroyed without an erasure")
    assert f"entry #{seq}" in cli("verify", *deep).out


def test_words_that_an_erasure_took(cli: Cli) -> None:
    cli("record", "--kind", "turn", "--role", "user", "--text", "My name is Ana.")
    last = cli("ledger", "show", "--json").json["entries"]
    assert isinstance(last, int)
    by = erase(cli.db, last, namespace=NAMESPACE)
    answer = cli("verify", "--json")
    assert (answer.code, answer.json["erased"]) == (0, 1), answer.json
    shown = cli("ledger", "show", str(last), "--json").json
    assert (shown["erased"], shown["erased_by"]) == (True, by)
    assert f"erased by #{by}" in cli("ledger", "show", str(last)).out


def test_words_that_were_destroyed_are_not_shown_as_erased(cli: Cli) -> None:
    destroy(cli.db, 3, namespace=NAMESPACE)
    assert cli("ledger", "show", "3", "--json").json["erased_by"] is None
    assert "no erasure took them" in cli("ledger", "show", "3").out
    assert cli("backup", str(cli.folder / "a.backup"), "--json").code == 3
    assert "1 body is missing" in cli("export", "bundle", str(cli.folder / "a.bundle")).out
    checked = cli("verify", "--bundle", str(cli.folder / "a.bundle"), "--json")
    assert (checked.code, checked.json["category"]) == (3, "erasure")


def test_a_mistyped_namespace_is_told_with_those_that_are_there(cli: Cli) -> None:
    answer = cli("-n", "nrothstar", "verify", "--json")
    assert answer.code == 1
    assert answer.error["code"] == "not_found"
    told = answer.error["message"] + answer.error["hint"]
    assert NAMESPACE in told


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE counters SET highest = highest - 1 WHERE kind = 'episode'",
        'UPDATE versions SET "end" = 30 WHERE kind = \'rule\' AND "end" IS NULL',
        "INSERT INTO bodies VALUES ('northstar', 9999, x'00', x'7b7d')",
    ],
)
def test_projections_that_were_edited(cli: Cli, statement: str) -> None:
    change(cli, statement)
    assert cli("verify").code == 3


def test_a_counter_that_was_turned_back_gives_no_handle_out_twice(cli: Cli) -> None:
    change(cli, "UPDATE counters SET highest = 3 WHERE kind = 'episode'")
    answer = cli("record", "--task", "One more", "--json")
    assert answer.code == 3
    assert "ep4" in answer.error["message"]
