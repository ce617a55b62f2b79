"""What is wrong is said plainly: one sentence, one hint, the right exit code, and never a traceback."""

from __future__ import annotations

import shlex
import sqlite3
from pathlib import Path

import pytest
from tests.interfaces.cli_runner import Cli, cli, demo_file, empty

from cicatrix.interfaces.cli.commands import proving

__all__ = ["cli", "demo_file", "empty"]

WRONG = {
    "bogus": (2, "usage"),
    "playbook bogus": (2, "usage"),
    "recall": (2, "usage"),
    "recall a b": (2, "usage"),
    "verify --deeper": (2, "usage"),
    "verify --db": (2, "usage"),
    "import x --trust king": (2, "usage"),
    "recall x --budget much": (2, "usage"),
    "recall x --budget -5": (2, "invalid_input"),
    "recall x --at 9999": (2, "invalid_input"),
    "recall x --at lately": (2, "invalid_time"),
    "recall x --now yesterday": (2, "invalid_time"),
    "recall x --now 2020-01-01T00:00:00Z": (1, "clock_behind"),
    "recall x --namespace Acme": (2, "invalid_input"),
    "diff 5": (2, "usage"),
    "diff 9..2": (2, "usage"),
    "diff 1..9999": (2, "invalid_input"),
    "memory show zzz": (2, "invalid_input"),
    "memory show PB-99": (1, "not_found"),
    "episode show PB-01": (1, "not_found"),
    "explain rc-99": (1, "not_found"),
    "used rc-1 PB-99": (1, "not_found"),
    "reply q-9 yes --by dana": (1, "not_found"),
    "retire PB-01 --by ''": (2, "invalid_input"),
    "record": (2, "invalid_input"),
    "record --task x --file y": (2, "usage"),
    "record --actor bot --file y": (2, "usage"),
    "record --file nowhere.jsonl": (2, "invalid_input"),
    "remember x --type procedural --evidence ,": (2, "usage"),
    "remember 'The moon is cheese' --type semantic --evidence ep1 --by dana": (1, "no_provenance"),
    "verify --db nowhere.db": (1, "not_found"),
    "verify --db .": (1, "store"),
    "recall x --db no/such/folder.db": (1, "store"),
    "verify --db text.txt": (1, "not_a_ledger"),
    "demo --no-serve --pack nowhere": (1, "not_found"),
    "bench nowhere": (2, "invalid_input"),
}


@pytest.mark.parametrize("call", WRONG)
def test_a_wrong_call_has_its_code_and_its_hint(cli: Cli, call: str) -> None:
    (cli.folder / "text.txt").write_text("These are words, and no database.\n" * 50)
    code, name = WRONG[call]
    answer = cli(*shlex.split(call), "--json")
    assert (answer.code, answer.error["code"]) == (code, name), answer.err
    assert answer.error["hint"]
    assert answer.error["docs"] == f"docs/reference/errors.md#{name}"


@pytest.mark.parametrize("call", WRONG)
def test_people_get_a_sentence_and_a_hint(cli: Cli, call: str) -> None:
    (cli.folder / "text.txt").write_text("These are words, and no database.\n" * 50)
    answer = cli(*shlex.split(call))
    assert answer.out == ""
    lines = answer.err.splitlines()
    assert lines[0].startswith("cicatrix: ")
    assert lines[1].startswith("  → ")
    assert "Traceback" not in answer.err


def test_no_namespace_is_an_error_that_says_so(empty: Cli) -> None:
    answer = empty("recall", "x", "--json")
    assert (answer.code, answer.error["code"]) == (2, "namespace_missing")
    assert not empty.db.exists(), "a call that is wrong makes no database"


def test_a_reading_command_makes_no_database(empty: Cli) -> None:
    answer = empty("playbook", "show", "-n", "acme", "--json")
    assert (answer.code, answer.error["code"]) == (1, "not_found")
    assert list(empty.folder.iterdir()) == []


def test_a_writing_command_makes_a_missing_database_and_says_so(empty: Cli) -> None:
    answer = empty("record", "--task", "x", "-n", "acme")
    assert answer.code == 0
    assert "Made a new database" in answer.err
    assert empty.db.exists()


@pytest.mark.parametrize(
    "call",
    ["verify", "playbook show", "episode list", "memory list", "inbox", "explain PB-01", "diff 0..", "ledger show"],
)
def test_reading_a_namespace_that_is_not_there_names_those_that_are(cli: Cli, call: str) -> None:
    answer = cli(*call.split(), "-n", "northstr", "--json")
    assert (answer.code, answer.error["code"]) == (1, "not_found")
    assert "northstr" in answer.error["message"]
    assert "northstar" in answer.error["message"]


def test_writing_to_a_namespace_that_is_not_there_says_that_it_is_new(cli: Cli) -> None:
    said = cli("recall", "Deploy the release", "-n", "northstr")
    assert said.code == 6
    assert "northstr is new in cicatrix.db, which holds northstar." in said.err
    again = cli("recall", "Deploy the release", "-n", "northstr", "--json")
    assert "new_namespace" not in again.json
    assert cli("recall", "Deploy", "-n", "northster", "--json").json["new_namespace"] == "northster"


def test_an_empty_file_has_nothing_to_be_mistaken_for(empty: Cli) -> None:
    empty("init", "-n", "acme/support")
    assert empty("verify").code == 0
    assert empty("playbook", "show").code == 0


def test_the_missing_namespace_is_found_in_the_file(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CICATRIX_NAMESPACE")
    answer = cli("reply", "q-1", "Ask legal.", "--by", "dana", "--json")
    assert (answer.code, answer.error["code"]) == (2, "namespace_missing")
    assert "-n northstar" in answer.error["hint"]


def test_a_broken_settings_file_is_named(empty: Cli) -> None:
    (empty.folder / "cicatrix.toml").write_text("namespace = [")
    answer = empty("verify", "--json")
    assert (answer.code, answer.error["code"]) == (2, "invalid_input")
    assert "cicatrix.toml" in answer.error["message"]


def test_verification_that_fails_leaves_with_three_and_names_the_entry(cli: Cli) -> None:
    _forge(cli.db, seq=7)
    answer = cli("verify", "--json")
    assert answer.code == 3
    assert answer.json["ok"] is False
    bad = answer.json["first_bad"]
    assert isinstance(bad, dict)
    assert (bad["seq"], bad["kind"]) == (7, "episode")
    assert "#7" in cli("verify").out


def test_a_file_that_cannot_be_read_is_a_failed_verification_too(cli: Cli) -> None:
    cli.db.write_bytes(cli.db.read_bytes()[:5000])
    answer = cli("verify", "--json")
    assert answer.code == 3
    assert answer.json["ok"] is False
    assert answer.json["reason"]


def test_what_should_not_happen_is_said_without_a_traceback(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("a defect")

    monkeypatch.setattr(proving, "session_of", broken)
    answer = cli("verify")
    assert answer.code == 1
    assert "ZeroDivisionError: a defect" in answer.err
    assert "Traceback" not in answer.err
    monkeypatch.setenv("CICATRIX_LOG", "debug")
    assert "Traceback" in cli("verify").err


def test_rows_that_are_no_episodes_cost_themselves_only(empty: Cli) -> None:
    rows = b'\xef\xbb\xbf{"task": "one"}\n\nno json\n{"kind": "bad"}\n[1]\n\xff\r\n{"task": "two"}\r\n{"task": "torn'
    (empty.folder / "rows.jsonl").write_bytes(rows)
    answer = empty("record", "--file", "rows.jsonl", "-n", "acme", "--json")
    assert answer.code == 0
    assert answer.json["recorded"] == 2
    skipped = answer.json["skipped"]
    assert isinstance(skipped, list)
    assert [row["line"] for row in skipped if isinstance(row, dict)] == [3, 4, 5, 6, 8]


def test_corrections_of_a_file_that_name_nobody_take_the_name_that_is_given(empty: Cli) -> None:
    lines = ('{"correction": "Never deploy on a Friday."}', '{"correction": "Always tag it.", "correction_by": "ana"}')
    (empty.folder / "rows.jsonl").write_text("\n".join(lines))
    assert empty("record", "--file", "rows.jsonl", "--by", "dana", "-n", "acme").code == 0
    people = [empty("episode", "show", name, "-n", "acme", "--json").json["corrector"] for name in ("ep1", "ep2")]
    assert [person["name"] for person in people if isinstance(person, dict)] == ["dana", "ana"]


def test_a_file_of_which_nothing_went_in_is_a_failure(empty: Cli) -> None:
    (empty.folder / "rows.jsonl").write_text("no json\n")
    assert empty("record", "--file", "rows.jsonl", "-n", "acme", "--json").code == 1
    assert empty("import", "rows.jsonl", "-n", "acme", "--json").code == 1


def _forge(path: Path, seq: int) -> None:
    with sqlite3.connect(path) as file:
        (body,) = file.execute("SELECT body FROM bodies WHERE seq = ?", (seq,)).fetchone()
        file.execute("UPDATE bodies SET body = ? WHERE seq = ?", (body.replace(b"strangers", b"customers"), seq))
    file.close()


@pytest.mark.parametrize(
    "act", ["ratify PB-01", "suspend PB-01", "resume PB-01", "retire PB-01", "forget PB-01", "forget dl-1"]
)
def test_an_act_that_takes_a_person_is_refused_where_nobody_is_named(cli: Cli, act: str) -> None:
    """Off a terminal, as in a script or an agent's shell, the login name stands for nobody."""
    before = cli("verify", "--json").json["root"]
    answer = cli(*act.split(), "--json")
    assert answer.code == 2
    assert answer.error["code"] == "person_missing"
    assert "--by" in answer.error["hint"]
    assert cli("verify", "--json").json["root"] == before


def test_a_reply_that_nobody_stands_behind_answers_nothing(cli: Cli) -> None:
    answer = cli("reply", "q-1", "Always refund enterprise contracts within ninety days.")
    assert answer.code == 0
    assert "still open" in answer.out
    assert "--by NAME" in answer.out
    episode = cli("episode", "show", "ep17", "--json").json
    assert (episode["origin"], episode["corrector"]) == ("agent", None)
    assert "q-1" in cli("inbox").out
    rules = cli("playbook", "show", "--status", "active", "--json").json["rules"]
    assert "ninety" not in str(rules)


ROWS = '{"task": "Answer ticket 4300"}\n{"kind": "turn"}\n'


@pytest.mark.parametrize("call", ["import rows.jsonl", "record --file rows.jsonl"])
def test_refused_rows_are_told_first_and_fail_only_where_that_is_asked_for(empty: Cli, call: str) -> None:
    (empty.folder / "rows.jsonl").write_text(ROWS)
    answer = empty(*call.split(), "-n", "acme")
    assert answer.code == 0
    assert "1 of 2 rows refused" in answer.out
    (empty.folder / "rows.jsonl").write_text(ROWS.replace("4300", "4301"))
    assert empty(*call.split(), "--strict", "-n", "acme").code == 1
    assert len(empty("episode", "list", "-n", "acme", "--json").json["episodes"]) == 2  # type: ignore[arg-type]


def test_a_log_without_corrections_leads_to_recall(empty: Cli) -> None:
    (empty.folder / "rows.jsonl").write_text('{"task": "Answer ticket 4300"}\n')
    assert "No corrections in it" in empty("import", "rows.jsonl", "-n", "acme").out
    assert "No episode holds a correction" in empty("distill", "-n", "acme").out
