"""A ledger that was never honest: every hash fits, nobody signed, and still its entries say what no ledger says."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.verifier.ledgers import LESSONS, canonical, open_memory, repack, unpack

from cicatrix.core.merkle import tree_root
from verifier import cicatrix_verify as verifier

Line = dict[str, Any]


@pytest.fixture(scope="module")
def members(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """A small unsigned ledger: an episode that taught a rule, a turn, a recall with its question, another turn."""
    folder = tmp_path_factory.mktemp("small")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CICATRIX_HOME", str(folder / "home"))
        with open_memory(folder) as memory:
            memory.record(task="Ship", correction=LESSONS[1][1], correction_by="dana")
            memory.record(kind="turn", role="user", text="I am Ana.")
            memory.recall("Refund order 7")
            memory.record(kind="turn", role="user", text="Goodbye.")
            memory.export(folder / "a.bundle")
    return unpack((folder / "a.bundle").read_bytes())


def resealed(members: dict[str, bytes], change: Callable[[list[Line]], None], **manifest: object) -> verifier.Report:
    """The bundle with changed lines, and every hash made anew as an honest one would have them."""
    lines = [json.loads(line) for line in members["entries.jsonl"].splitlines()]
    for line in lines:
        line["header"] = json.loads(line["header"])
    change(lines)
    chain, leaves, written = bytes(32), [], []
    for line in lines:
        header = line["header"]
        if "prev" in header:
            header["prev"] = header.pop("keep_prev", chain.hex())
        if verifier.is_hex(line["salt"], 32):
            header["commit"] = hmac.digest(bytes.fromhex(line["salt"]), line["body"].encode(), "sha256").hex()
        raw = line.pop("raw", canonical)(header)
        leaf = hashlib.sha256(b"\x00" + raw).digest()
        chain = hashlib.sha256(chain + leaf).digest()
        leaves.append(leaf)
        written.append(canonical({**line, "header": raw.decode()}) + b"\n")
    stated = json.loads(members["manifest.json"])
    stated |= {
        "origin": f"cicatrix/{stated['namespace']}/{leaves[0].hex()[:16]}",
        "root": tree_root(leaves).hex(),
        "entries": len(leaves),
        "to": len(leaves),
        **manifest,
    }
    changed = {**members, "entries.jsonl": b"".join(written), "manifest.json": canonical(stated)}
    return verifier.verify_bundle(repack(changed))


def header(number: int, **fields: object) -> Callable[[list[Line]], None]:
    return lambda lines: lines[number]["header"].update(fields)


def body(number: int, **fields: object) -> Callable[[list[Line]], None]:
    def change(lines: list[Line]) -> None:
        lines[number]["body"] = canonical({**json.loads(lines[number]["body"]), **fields}).decode()

    return change


def noun(number: int, **fields: object) -> Callable[[list[Line]], None]:
    def change(lines: list[Line]) -> None:
        said = json.loads(lines[number]["body"])
        body(number, body={**said["body"], **fields})(lines)

    return change


def reworded(number: int, text: str) -> Callable[[list[Line]], None]:
    """A rule with other words, and what it stops said to be read from them."""

    def change(lines: list[Line]) -> None:
        policy = json.loads(lines[number]["body"])["body"]["policy"]
        noun(number, text=text, policy={**policy, "text": text})(lines)

    return change


def spaced(value: object) -> bytes:
    return json.dumps(value, sort_keys=True).encode()


def test_resealed_without_a_change_it_holds(members: dict[str, bytes]) -> None:
    assert resealed(members, lambda _: None).faults == []


@pytest.mark.parametrize(
    ("change", "category", "seq"),
    [
        (header(3, at="2026-11-30T11:00:00.000000Z"), "header", 4),  # before the entry before it
        (header(3, at="2026-11-31T11:00:00.000000Z"), "header", 4),  # no day of the calendar
        (header(3, at="2027-11-30 11:00:00"), "header", 4),
        (header(3, parents=[4]), "header", 4),
        (header(3, parents=[9]), "header", 4),
        (header(3, parents=[0]), "header", 4),
        (header(3, parents="1"), "header", 4),
        (header(3, subjects=[1]), "header", 4),
        (header(3, ns="acme/sales"), "header", 4),
        (header(3, seq=5), "header", 4),
        (header(3, v=2), "header", 4),
        (header(3, schema=True), "header", 4),
        (header(3, actor=None), "header", 4),
        (header(3, more="x"), "header", 4),
        (header(3, keep_prev="00" * 32), "chain", 3),
        (header(0, keep_prev="11" * 32), "chain", 1),
        (lambda lines: lines[3].update(raw=spaced), "header", 4),
        (lambda lines: lines[3]["header"].pop("by"), "header", 4),
        (lambda lines: lines[3].update(salt="xy"), "encoding", 4),
        (lambda lines: lines[3].update(seq=5), "chain", 4),
        (lambda lines: lines[3].update(more=1), "encoding", 4),
        (body(3, more=1), "commitment", 4),
        (body(3, body=[]), "commitment", 4),
        (body(3, handle="q-1"), "commitment", 4),
        (body(3, handle="ep01"), "commitment", 4),
        (body(3, handle="e1"), "commitment", 4),
        (body(3, kind=7), "commitment", 4),
        (body(3, key=7), "commitment", 4),
        (body(2, handle="rc-1", kind="recall"), "commitment", 3),  # an episode's header, a recall's body
        (body(2, handle="ep1"), "derivation", 3),  # recorded twice
        (noun(1, evidence=[]), "derivation", 2),
        (noun(1, evidence=[{"episode": "ep1"}]), "derivation", 2),
        (noun(1, evidence="ep1"), "derivation", 2),
        (noun(1, trust="system"), "derivation", 2),
        (noun(1, trust=["human"]), "derivation", 2),
        (noun(1, text=None), "derivation", 2),
        (noun(0, origin="nobody"), "derivation", 2),
        (noun(0, origin=[]), "derivation", 2),
        (noun(0, correction="Other words."), "derivation", 2),
        (noun(0, correction=7), "derivation", 2),
        (noun(0, corrector={"name": "bot", "role": "agent"}), "derivation", 2),
        (noun(1, text="Another rule altogether."), "decision", 2),  # what it stops was read from its own words
        (reworded(1, "Another rule altogether."), "derived", 2),
        (noun(3, query="Another question"), "derived", 4),
    ],
)
def test_what_no_ledger_says_is_told(
    members: dict[str, bytes], change: Callable[[list[Line]], None], category: str, seq: int
) -> None:
    report = resealed(members, change)
    assert report.faults, "nothing was told"
    assert (report.faults[0].category, report.faults[0].seq) == (category, seq)


@pytest.mark.parametrize(
    ("manifest", "category"),
    [
        ({"origin": "cicatrix/acme/support/0000000000000000"}, "manifest"),
        ({"namespace": "acme/sales"}, "header"),
        ({"entries": 7}, "tree"),
        ({"to": 4}, "manifest"),
        ({"from": 2}, "manifest"),
        ({"from": 0}, "manifest"),
        ({"to": 9}, "manifest"),
        ({"root": "00" * 32}, "tree"),
        ({"root": 7}, "manifest"),
        ({"erased": 1}, "manifest"),
        ({"signed_to": 5}, "manifest"),
        ({"checkpoints": 1}, "manifest"),
        ({"withheld": 1}, "manifest"),
        ({"more": 1}, "manifest"),
        ({"format": "cicatrix-bundle/1"}, "manifest"),
    ],
)
def test_a_manifest_that_says_otherwise_is_told(
    members: dict[str, bytes], manifest: dict[str, object], category: str
) -> None:
    assert resealed(members, lambda _: None, **manifest).faults[0].category == category


def test_the_ledger_is_the_one_that_the_cases_speak_of(members: dict[str, bytes]) -> None:
    kinds = [json.loads(json.loads(line)["header"])["kind"] for line in members["entries.jsonl"].splitlines()]
    assert kinds == ["episode", "memory.admitted", "episode", "recall", "question", "episode"]
    assert Path(verifier.__file__).name == "cicatrix_verify.py"
