"""Exporting bundles from real ledgers: the same bytes each time, parts of them, and what cannot be exported."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from cicatrix import Memory
from cicatrix.core.archive import members_of
from cicatrix.core.bundle_reading import BundleReader
from cicatrix.errors import InvalidInput, Refused, StateConflict, StoreError, VerificationFailed
from verifier import cicatrix_verify as verifier

NS = "acme/support"


@pytest.fixture
def ledger(database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Memory]:
    monkeypatch.setenv("CICATRIX_HOME", str(tmp_path / "home"))
    with Memory.open(database, namespace=NS, user="dana") as memory:
        memory.record(task="Ship", correction="Never ship on a Friday.", correction_by="dana")
        memory.record(kind="turn", role="user", text="Привет 🥜\u0000\u2028 \\u0041", speaker="ana")
        memory.record(kind="tool_call", tool="refund", arguments={"amount": 0.1, "deep": [{"é": None}, 1e21, -5]})
        memory.recall("Ship the release")
        memory.recall("What is the capital of France?")
        yield memory


def members(path: Path) -> dict[str, bytes]:
    data = path.read_bytes()
    return {member.name: data[begin : begin + member.size] for member, begin in members_of(data)}


def checked(path: Path) -> verifier.Report:
    return verifier.verify_bundle(path.read_bytes())


def test_two_exports_are_the_same_bytes(ledger: Memory, database: Path, tmp_path: Path) -> None:
    ledger.checkpoint()
    first = ledger.export(tmp_path / "a")
    os.utime(database)
    with Memory.open(database, namespace=NS, read_only=True) as again:
        second = again.export(tmp_path / "b")
    assert first.sha256 == second.sha256
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
    assert first.bytes == (tmp_path / "a").stat().st_size


def test_the_report_says_what_the_bundle_says(ledger: Memory, tmp_path: Path) -> None:
    unsigned = ledger.export(tmp_path / "a")
    assert (unsigned.state, unsigned.signed_to, unsigned.held) == ("UNSIGNED", 0, unsigned.entries)
    ledger.checkpoint()
    ledger.recall("Once more")
    signed = ledger.export(tmp_path / "a")
    found = checked(tmp_path / "a")
    assert found.faults == []
    assert (found.state, found.signed_to, found.entries, found.root) == (
        signed.state, signed.signed_to, signed.entries, signed.root,
    )  # fmt: skip
    assert signed.signed_to < signed.entries


def test_bodies_and_headers_are_there_letter_for_letter(ledger: Memory, tmp_path: Path) -> None:
    ledger.export(tmp_path / "a")
    lines = [json.loads(line) for line in members(tmp_path / "a")["entries.jsonl"].splitlines()]
    with ledger.context.store.reader(NS) as reader:
        for line, entry in zip(lines, reader.entries(), strict=True):
            assert (line["header"].encode(), line["body"].encode()) == (entry.header, entry.body)
            assert bytes.fromhex(line["salt"]) == entry.salt


def test_what_is_for_reading_says_what_people_ask(ledger: Memory, tmp_path: Path) -> None:
    ledger.export(tmp_path / "a")
    (rule,) = [json.loads(line) for line in members(tmp_path / "a")["rules.jsonl"].splitlines()]
    assert (rule["handle"], rule["status"], rule["trust"]) == ("PB-01", "active", "human")
    assert rule["evidence"][0]["quote"] == "Never ship on a Friday."
    recalls = [json.loads(line) for line in members(tmp_path / "a")["recalls.jsonl"].splitlines()]
    assert [line["handle"] for line in recalls] == ["rc-1", "rc-2"]
    assert recalls[0]["chosen"] == ["PB-01"]


def test_a_part_proves_the_same_root(ledger: Memory, tmp_path: Path) -> None:
    ledger.checkpoint()
    whole = ledger.export(tmp_path / "whole")
    for start, end in ((1, 1), (2, 4), (whole.entries, None), (None, 2)):
        report = ledger.export(tmp_path / "part", start=start, end=end)
        found = checked(tmp_path / "part")
        assert found.faults == []
        assert (found.root, found.state) == (whole.root, "SIGNED")
        assert (
            found.withheld
            == report.entries - report.held
            == whole.entries - ((end or whole.entries) - (start or 1) + 1)
        )
    held = members(tmp_path / "part")["entries.jsonl"].splitlines()
    assert [len(json.loads(line)) for line in held[2:]] == [2] * (whole.entries - 2)


def test_keys_are_in_every_part(ledger: Memory, tmp_path: Path) -> None:
    ledger.checkpoint()
    ledger.rotate_signing_key()
    ledger.checkpoint()
    ledger.export(tmp_path / "part", start=1, end=2)
    found = checked(tmp_path / "part")
    assert (found.faults, found.state) == ([], "SIGNED")


@pytest.mark.parametrize(("start", "end"), [(0, 2), (3, 2), (1, 700), (700, None), (-1, None)])
def test_a_range_that_is_none(ledger: Memory, tmp_path: Path, start: int, end: int | None) -> None:
    with pytest.raises(InvalidInput, match="no range"):
        ledger.export(tmp_path / "a", start=start, end=end)
    assert not (tmp_path / "a").exists()


def test_an_empty_ledger_has_nothing_to_export(tmp_path: Path) -> None:
    with Memory.open(tmp_path / "new.db", namespace=NS) as memory, pytest.raises(Refused, match="nothing to export"):
        memory.export(tmp_path / "a")


def test_no_half_of_a_file_is_left(ledger: Memory, database: Path, tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    ledger.export(tmp_path / "out" / "a")
    before = (tmp_path / "out" / "a").read_bytes()
    with sqlite3.connect(database) as connection:
        connection.execute("UPDATE bodies SET body = x'ff' WHERE seq = 3")
    connection.close()
    with pytest.raises(VerificationFailed, match=r"#3 .* is damaged and cannot be exported"):
        ledger.export(tmp_path / "out" / "a")
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["a"]
    assert (tmp_path / "out" / "a").read_bytes() == before
    with pytest.raises(StoreError, match="cannot be written"):
        ledger.export(tmp_path / "no" / "such" / "folder" / "a")


def test_a_file_that_is_no_bundle_is_never_replaced(ledger: Memory, database: Path, tmp_path: Path) -> None:
    before = database.read_bytes()
    for act in (ledger.export, ledger.backup):
        with pytest.raises(StateConflict, match="no bundle"):
            act(database)
    assert database.read_bytes() == before
    (tmp_path / "empty").touch()
    assert ledger.export(tmp_path / "empty").bytes > 0


def test_a_body_that_was_changed_is_exported_and_told(ledger: Memory, database: Path, tmp_path: Path) -> None:
    """The export carries what is there; whoever checks it finds the entry."""
    with sqlite3.connect(database) as connection:
        connection.execute("UPDATE bodies SET body = CAST(replace(body, 'ana', 'eve') AS BLOB) WHERE seq = 3")
    connection.close()
    ledger.export(tmp_path / "a")
    fault = checked(tmp_path / "a").faults[0]
    assert (fault.category, fault.seq, fault.kind) == ("commitment", 3, "episode")


@pytest.mark.parametrize("content", [b"", b"hello", b"PK\x03\x04" + bytes(60)])
def test_what_is_no_bundle_is_not_read(content: bytes) -> None:
    with pytest.raises(VerificationFailed, match="no whole bundle"):
        BundleReader(content, "a")
