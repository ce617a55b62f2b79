"""Public probes of Merkle proofs, good and bad: each is accepted or refused as it says."""

from __future__ import annotations

import base64
import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cicatrix.core.merkle import (
    verify_consistency,
    verify_inclusion,
    verify_subtree_consistency,
    verify_subtree_inclusion,
)

Probe = dict[str, Any]


def _hash(text: str | None) -> bytes:
    return base64.b64decode(text or "")


def _proof(probe: Probe) -> list[bytes]:
    return [_hash(item) for item in probe["proof"] or []]


def _inclusion(p: Probe) -> bool:
    return verify_inclusion(_hash(p["leafHash"]), p["leafIdx"], p["treeSize"], _proof(p), _hash(p["root"]))


def _subtree_inclusion(p: Probe) -> bool:
    leaf, root = _hash(p["leafHash"]), _hash(p["root"])
    return verify_subtree_inclusion(leaf, p["leafIdx"], p["start"], p["end"], _proof(p), root)


def _consistency(p: Probe) -> bool:
    return verify_consistency(p["size1"], p["size2"], _hash(p["root1"]), _hash(p["root2"]), _proof(p))


def _subtree_consistency(p: Probe) -> bool:
    one, two = _hash(p["root1"]), _hash(p["root2"])
    return verify_subtree_consistency(p["start"], p["end"], p["size"], one, two, _proof(p))


CHECKS: dict[str, Callable[[Probe], bool]] = {
    "inclusion": _inclusion,
    "subtreeinclusion": _subtree_inclusion,
    "consistency": _consistency,
    "subtreeconsistency": _subtree_consistency,
}


def test_all_probes(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    counts: Counter[str] = Counter()
    wrong: list[str] = []
    for folder, check in CHECKS.items():
        for path in sorted((data / "merkle-vectors" / "testdata" / folder).rglob("*.json")):
            probe: Probe = json.loads(path.read_text(encoding="utf-8"))
            counts[f"{folder} {'refused' if probe['wantErr'] else 'accepted'}"] += 1
            if check(probe) == probe["wantErr"]:
                wrong.append(f"{folder}/{path.parent.name}/{path.name}")
    told = ", ".join(f"{number} {name}" for name, number in sorted(counts.items()))
    with capsys.disabled():
        print(f"\nmerkle probes: {counts.total()} ({told})")  # noqa: T201 (the counts belong in the report)
    assert wrong == []
    assert counts.total() == 518
