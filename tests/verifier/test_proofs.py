"""Proofs that stand alone: true ones hold, and no byte of a signed one can change."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from tests.verifier.conftest import SOAK
from tests.verifier.ledgers import open_memory

from cicatrix import Memory
from cicatrix.engine.proof import written
from cicatrix.ports import SealedEntry
from verifier import cicatrix_verify as verifier


@pytest.fixture
def memory(rich: Path, monkeypatch: pytest.MonkeyPatch) -> Memory:
    monkeypatch.setenv("CICATRIX_HOME", str(rich / "home"))
    return open_memory(rich)


def raw(proof: object) -> bytes:
    return written(proof).encode()  # type: ignore[arg-type]


def test_every_entry_is_in_the_signed_log(memory: Memory) -> None:
    with memory:
        for seq in range(1, memory.read().head().seq + 1):
            report = verifier.verify_proof(raw(memory.prove(seq)))
            assert (report.faults, report.state) == ([], "SIGNED")


def test_each_size_is_the_beginning_of_each_later_one(memory: Memory) -> None:
    with memory:
        last = memory.read().head().seq
        for old in range(1, last + 1, 5):
            for new in (None, *range(old, last + 1, 7)):
                assert verifier.verify_proof(raw(memory.prove_growth(old, new))).faults == []


def test_no_byte_of_a_signed_proof_can_change(memory: Memory) -> None:
    with memory:
        points = [found.checkpoint.size for found in memory.signed_log().checkpoints]
        proofs = [memory.prove(12), memory.prove_growth(points[0], points[-1])]
    random = Random(5)
    for proof in proofs:
        flipped = bytearray(raw(proof))
        missed = []
        for place in range(0, len(flipped), 1 if SOAK else 3):
            change = random.randrange(1, 256)
            flipped[place] ^= change
            if not verifier.verify_proof(bytes(flipped)).faults:
                missed.append(bytes(flipped[max(0, place - 20) : place + 20]))
            flipped[place] ^= change
        assert missed == []


def test_an_entry_that_is_not_in_the_log_cannot_be_proven(memory: Memory) -> None:
    with memory:
        proof = memory.prove(12)
        other = memory.prove(13)
    for name in ("header", "body", "salt"):
        assert verifier.verify_proof(raw({**proof, name: other[name]})).faults
    changed = {**proof, **{name: other[name] for name in ("header", "body", "salt", "seq")}}
    assert verifier.verify_proof(raw(changed)).faults[0].category == "proof"


def test_an_erased_entry_is_proven_without_its_words(memory: Memory) -> None:
    with memory:
        seq = next(entry.seq for entry in _entries(memory) if entry.body is None)
        proof = memory.prove(seq)
    assert (proof["body"], proof["salt"]) == (None, None)
    report = verifier.verify_proof(raw(proof))
    assert (report.faults, report.erased) == ([], [seq])


def test_the_key_that_is_trusted_has_to_be_the_one(memory: Memory) -> None:
    with memory:
        proof = memory.prove(12)
        keys = [verifier.read_key(str(key)) for key, _ in memory.signing_keys().keys]
    assert verifier.verify_proof(raw(proof), [keys[-1]]).key_is_trusted
    assert verifier.verify_proof(raw(proof), [keys[0]]).faults[0].category == "key"
    assert json.loads(raw(proof))["keys"] == [str(keys[-1])]


def _entries(memory: Memory) -> list[SealedEntry]:
    with memory.context.store.reader(memory.context.namespace) as reader:
        return list(reader.entries())


def test_a_proof_has_one_spelling_and_no_more_than_it_needs(memory: Memory) -> None:
    with memory:
        proof = memory.prove(12)
        growth = memory.prove_growth(20, 30)
        keys = [str(key) for key, _ in memory.signing_keys().keys]
    cases: list[tuple[bytes, str]] = [
        (json.dumps(proof).encode(), "encoding"),
        (raw({**proof, "more": 1}), "proof"),
        (raw({**proof, "kind": "faith"}), "proof"),
        (raw({**proof, "format": "cicatrix-proof/2"}), "not-a-bundle"),
        (raw({**proof, "header": None}), "header"),
        (raw({**proof, "salt": "xy"}), "encoding"),
        (raw({**proof, "seq": True}), "proof"),
        (raw({**proof, "hashes": ["xy"]}), "proof"),
        (raw({**proof, "root": "xy"}), "proof"),
        (raw({**proof, "keys": keys}), "key"),
        (raw({**proof, "keys": ["no key"]}), "key"),
        (raw({**proof, "keys": "no list"}), "key"),
        (raw({**proof, "keys": []}), "signature"),
        (raw({**proof, "checkpoint": 7}), "signature"),
        (raw({**proof, "checkpoint": "no note"}), "signature"),
        (raw({**growth, "old_size": 31}), "proof"),
        (raw({**growth, "keys": keys[:1]}), "key"),
    ]
    for written_so, category in cases:
        assert verifier.verify_proof(written_so).faults[0].category == category, written_so
