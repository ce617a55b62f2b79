"""Whatever bytes come in, the verifier answers: a report with a category, never a traceback."""

from __future__ import annotations

import hmac
import json
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.verifier.conftest import SOAK
from tests.verifier.ledgers import canonical, repack, unpack
from tests.verifier.test_flips import CATEGORIES, SCRIPT

from cicatrix.core import archive
from verifier import cicatrix_verify as verifier

STRANGE: list[object] = [
    None, True, 0, -1, 2**53, 2**70, 1.5, "", "ep1", "PB-01", "\u0000", "é\U0001f512", [], {}, [[]], [None], {"a": 1},
    "0" * 64, {"episode": [], "field": {}, "start": "x", "end": None, "sha256": 1}, [{}], float("nan"),
]  # fmt: skip


def told(report: verifier.Report) -> bool:
    json.dumps(report.as_json())
    verifier.describe(report)
    return bool(report.faults) and all(fault.category in CATEGORIES for fault in report.faults)


@given(st.binary(max_size=400))
def test_any_bytes(raw: bytes) -> None:
    assert told(verifier.verify_bundle(raw))
    assert told(verifier.verify_bundle(b"PK\x03\x04" + raw))
    assert told(verifier.verify_proof(raw))


@given(
    st.dictionaries(
        st.sampled_from([*verifier.FIXED_MEMBERS, "checkpoints/000000000001.note", "x"]), st.binary(max_size=80)
    )
)
def test_any_members(members: dict[str, bytes]) -> None:
    if members:
        assert told(verifier.verify_bundle(archive.pack(members)))


def strangely(value: object, random: Random) -> object:
    """The value with one thing somewhere in it replaced, removed or added."""
    if isinstance(value, dict) and value and random.random() < 0.85:
        name = random.choice(sorted(value))
        if random.random() < 0.1:
            return {key: inner for key, inner in value.items() if key != name}
        return {**value, name: strangely(value[name], random)}
    if isinstance(value, list) and value and random.random() < 0.8:
        place = random.randrange(len(value))
        return [*value[:place], strangely(value[place], random), *value[place + 1 :]]
    if isinstance(value, str) and value.startswith("{") and random.random() < 0.8:
        try:
            return json.dumps(
                strangely(json.loads(value), random), ensure_ascii=False, sort_keys=True, separators=(",", ":")
            )
        except ValueError:
            pass
    return random.choice(STRANGE)


@pytest.mark.parametrize("name", ["manifest.json", "proofs.jsonl"])
def test_a_number_is_not_another_value_that_python_takes_for_it(data: bytes, name: str) -> None:
    """True, 1 and 1.0 are equal to Python, and are not written alike."""
    members = unpack(data)
    line = json.loads(members[name].splitlines()[0])
    numbers = [field for field, value in line.items() if type(value) is int]
    assert numbers
    for field in numbers:
        for other in (float(line[field]), bool(line[field])):
            changed = canonical({**line, field: other}) + b"\n" * name.endswith("l")
            rest = members[name].splitlines(keepends=True)[1:]
            whole = {**members, name: b"".join([changed, *rest])}
            bad = archive.pack(whole) if name == "manifest.json" else repack(whole)
            assert told(verifier.verify_bundle(bad)), (field, other)


def test_strange_values_everywhere(data: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lines with wrong types in them, with every checksum made to fit; then also with every seal taken for true."""
    random, members = Random(3), unpack(data)
    names = [name for name in members if name.endswith((".jsonl", ".json"))]
    names += ["entries.jsonl"] * 8
    for unsealed in (False, True):
        if unsealed:
            monkeypatch.setattr(hmac, "digest", _Agreeable)
        for _ in range(4_000 if SOAK else 300):
            name = random.choice(names)
            lines = members[name].split(b"\n")
            place = random.randrange(max(1, len(lines) - 1))
            lines[place] = canonical(strangely(json.loads(lines[place] or b"{}"), random))
            changed = {**members, name: b"\n".join(lines)}
            bad = archive.pack(changed) if name == "manifest.json" else repack(changed)
            report = verifier.verify_bundle(bad)
            assert report.ok or told(report)
            if not unsealed:
                assert not report.ok or bad == data


class _Agreeable:
    """A digest that is whatever it is compared with."""

    def __init__(self, *_: object) -> None:
        pass

    def hex(self) -> _Agreeable:
        return self

    def __eq__(self, other: object) -> bool:
        return isinstance(other, str)

    __hash__ = None  # type: ignore[assignment]


@pytest.mark.parametrize("depth", [1_000, 100_000])
def test_deep_nests(data: bytes, depth: int) -> None:
    deep = b"[" * depth + b"]" * depth
    members = unpack(data)
    for name in ("entries.jsonl", "manifest.json", "proofs.jsonl", "rules.jsonl"):
        changed = {**members, name: b'{"a":' + deep + b"}\n"}
        assert told(verifier.verify_bundle(archive.pack(changed)))
    assert told(verifier.verify_proof(deep))


@pytest.mark.parametrize(
    ("content", "code"), [(b"", 3), (b"hello", 3), (b"PK\x03\x04", 3), (b"\xff" * 1000, 3), (None, 2)]
)
def test_the_command_never_trips(tmp_path: Path, content: bytes | None, code: int) -> None:
    path = tmp_path / "file"
    if content is not None:
        path.write_bytes(content)
    for words in ([path], [path, "--json"], ["proof", path], ["proof", path, "--json"]):
        done = subprocess.run([sys.executable, "-I", SCRIPT, *words], capture_output=True, text=True, check=False)
        assert done.returncode == code
        assert "Traceback" not in done.stderr


@pytest.mark.parametrize("words", [[], ["a", "b"], ["--nothing"], ["file", "--key", "no key"], ["."], ["proof", "."]])
def test_a_wrong_call_leaves_with_2(tmp_path: Path, words: list[str]) -> None:
    (tmp_path / "file").write_bytes(b"x")
    done = subprocess.run(
        [sys.executable, "-I", SCRIPT, *words], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (done.returncode, "Traceback" in done.stderr) == (2, False)


def test_nothing_in_a_bundle_steers_the_terminal(data: bytes) -> None:
    members = unpack(data)
    manifest = json.loads(members["manifest.json"])
    manifest["origin"] = "\x1b[31mred\u202e"
    bad = archive.pack({**members, "manifest.json": canonical(manifest)})
    assert "\x1b" not in verifier.describe(verifier.verify_bundle(bad))
