"""The commands of proof, one after the other, as a person would call them."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from tests.interfaces.cli_runner import Cli, cli, demo_file, empty

__all__ = ["cli", "demo_file", "empty"]

VERIFIER = Path(__file__).parents[2] / "verifier" / "cicatrix_verify.py"


def test_from_unsigned_to_a_checked_bundle(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CICATRIX_HOME", str(cli.folder / "home"))
    assert cli("ledger", "show", "--json").json["state"] == "UNSIGNED"
    assert cli("verify", "--json").json["state"] == "UNSIGNED"
    signed = cli("ledger", "checkpoint", "--json").json
    assert (signed["state"], signed["new"]) == ("SIGNED", True)
    assert cli("ledger", "checkpoint", "--json").json["new"] is False
    shown = cli("keys", "signing", "show", "--json").json
    assert shown["held"] is True
    assert cli("verify", "--json").json["state"] == "SIGNED"
    cli("record", "--task", "One more")
    assert "1 entry after it unsigned" in cli("verify").out

    bundle = cli.folder / "out.bundle"
    exported = cli("export", "bundle", str(bundle), "--json").json
    checked = cli("verify", "--bundle", str(bundle), "--json")
    assert (checked.code, checked.json["ok"], checked.json["state"]) == (0, True, "SIGNED")
    assert checked.json["entries"] == exported["entries"]
    assert checked.json["root"] == cli("verify", "--json").json["root"]
    assert "Said by" in cli("verify", "--bundle", str(bundle)).out

    data = bytearray(bundle.read_bytes())
    data[len(data) // 2] ^= 1
    bundle.write_bytes(data)
    broken = cli("verify", "--bundle", str(bundle), "--json")
    assert (broken.code, broken.json["ok"], broken.json["category"]) == (3, False, "checksum")
    assert broken.json["first_bad"]


def test_a_key_from_elsewhere_and_a_checkpoint_from_elsewhere(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CICATRIX_HOME", str(cli.folder / "home"))
    first = cli("ledger", "checkpoint", "--json").json
    rotated = cli("keys", "signing", "rotate", "--reason", "Every year", "--json").json
    assert rotated["old"] == first["key"]
    assert rotated["new"] == cli("ledger", "checkpoint", "--json").json["key"]
    bundle = str(cli.folder / "out.bundle")
    cli("export", "bundle", bundle)
    trusting = cli(
        "verify", "--bundle", bundle, "--key", str(first["key"]), "--checkpoint", str(first["file"]), "--json"
    )
    assert (trusting.json["ok"], trusting.json["state"], trusting.json["key_is_trusted"]) == (True, "ANCHORED", True)


def test_a_proof_of_one_entry(cli: Cli) -> None:
    path = cli.folder / "proof.json"
    assert json.loads(cli("ledger", "proof", "7").out) == cli("ledger", "proof", "7", "--json").json
    assert cli("ledger", "proof", "7", "--out", str(path)).code == 0
    done = subprocess.run(
        [sys.executable, "-I", VERIFIER, "proof", path, "--json"], capture_output=True, text=True, check=False
    )
    assert (done.returncode, json.loads(done.stdout)["ok"]) == (0, True), done.stdout + done.stderr
    assert cli("ledger", "proof", "--from", "3", "--to", "9", "--out", str(path)).code == 0
    (cli.folder / "notes.txt").write_text("mine")
    assert cli("ledger", "proof", "7", "--out", str(cli.folder / "notes.txt")).code == 1
    assert (cli.folder / "notes.txt").read_text() == "mine"
    assert cli("ledger", "proof").code == 2
    assert cli("ledger", "proof", "7", "--from", "3").code == 2
    assert cli("ledger", "proof", "70000").code == 1
    assert cli("ledger", "proof", "--from", "9", "--to", "3").code == 2


def test_backup_and_restore(cli: Cli) -> None:
    backup, db = str(cli.folder / "a.backup"), str(cli.folder / "new.db")
    before = cli("verify", "--json").json
    assert cli("backup", backup).code == 0
    restored = cli("restore", backup, "--db", db, "--json")
    assert (restored.code, restored.json["root"]) == (0, before["root"])
    assert cli("verify", "--deep", "--db", db, "--json").json["root"] == before["root"]
    again = cli("restore", backup, "--db", db, "--json")
    assert (again.code, again.error["code"]) == (1, "state_conflict")
    other = cli("restore", backup, "--db", str(cli.folder / "x.db"), "--namespace", "somebody/else", "--json")
    assert (other.code, other.error["code"]) == (1, "refused")


@pytest.mark.parametrize(
    "words",
    [
        ["verify", "--bundle", "gone.bundle"],
        ["verify", "--bundle", "gone.bundle", "--deep"],
        ["verify", "--key", "x"],
        ["verify", "--anchor", "."],
        ["ledger", "checkpoint", "--anchor", "nowhere"],
        ["restore", "gone.backup"],
        ["export", "bundle", "out.bundle", "--from", "9", "--to", "3"],
    ],
)
def test_a_wrong_call_says_what_is_wrong(cli: Cli, words: list[str]) -> None:
    answer = cli(*words, "--json")
    assert (answer.code, bool(answer.error["hint"])) == (2, True)
