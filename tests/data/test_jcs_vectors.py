"""The RFC 8785 author's vectors: inputs, and the exact bytes that come out."""

from __future__ import annotations

import json
from pathlib import Path

from cicatrix.core.canonical import canonical_json


def test_all_vectors(data: Path) -> None:
    inputs = sorted((data / "jcs-vectors" / "input").glob("*.json"))
    for path in inputs:
        written = canonical_json(json.loads(path.read_text(encoding="utf-8")))
        assert written == (path.parents[1] / "output" / path.name).read_bytes(), path.name
        in_hex = (path.parents[1] / "outhex" / path.with_suffix(".txt").name).read_text(encoding="ascii")
        assert written == bytes.fromhex(in_hex), path.name
    assert len(inputs) == 6
