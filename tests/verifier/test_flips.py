"""Each byte of a bundle is held by something: changed, it is found, and under a category."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from tests.verifier.conftest import SOAK
from tests.verifier.ledgers import repack, unpack

from cicatrix.core import archive
from verifier import cicatrix_verify as verifier

SCRIPT = Path(verifier.__file__)
CATEGORIES = frozenset(
    line.split()[0]
    for line in (verifier.__doc__ or "").split("a fault is reported:")[1].split("What this cannot show")[0].splitlines()
    if line.startswith("  ") and not line.startswith("   ")
)


def test_the_rich_bundle_holds(data: bytes) -> None:
    report = verifier.verify_bundle(data)
    assert (report.faults, report.state, report.signed_to) == ([], "SIGNED", report.entries)
    assert len(report.erased) == 1
    assert report.entries >= 60


def test_the_categories_are_those_that_the_code_uses() -> None:
    tree = ast.parse(SCRIPT.read_text(encoding="utf-8"))
    used = {
        node.args[0].value
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and getattr(node.func, "id", "") == "Fault"
        and isinstance(node.args[0], ast.Constant)
    }
    assert used == CATEGORIES
    assert len(CATEGORIES) == 19


def test_it_is_written_for_pythons_from_3_9_on() -> None:
    tree = ast.parse(SCRIPT.read_text(encoding="utf-8"), feature_version=(3, 9))
    imported = {name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names}
    imported |= {str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert {name.partition(".")[0] for name in imported} <= sys.stdlib_module_names
    called = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    assert not called & {"bit_count", "pairwise", "removeprefix", "UTC"}, "younger than 3.9"
    assert not [node for node in ast.walk(tree) if isinstance(node, ast.keyword) and node.arg in ("strict", "slots")]


def test_every_byte_flipped_in_turn(data: bytes) -> None:
    random, flipped, missed = Random(1), bytearray(data), []
    for place in range(len(data)):
        change = random.randrange(1, 256)
        flipped[place] ^= change
        report = verifier.verify_bundle(bytes(flipped), thorough=False)
        if report.ok or report.faults[0].category not in CATEGORIES:
            missed.append(place)
        flipped[place] ^= change
    assert missed == []


def test_bytes_flipped_with_the_manifest_and_the_checksums_made_to_fit(data: bytes) -> None:
    """Every one in the soak, every 61st here: then only what is sealed and signed can tell."""
    random, members, missed, tried = Random(2), unpack(data), [], 0
    for name, content in members.items():
        flipped = bytearray(content)
        for place in range(0 if SOAK else random.randrange(61) % len(content), len(content), 1 if SOAK else 61):
            change = random.randrange(1, 256)
            flipped[place] ^= change
            changed = {**members, name: bytes(flipped)}
            report = verifier.verify_bundle(archive.pack(changed) if name == "manifest.json" else repack(changed))
            tried += 1
            if report.ok or report.faults[0].category not in CATEGORIES:
                missed.append((name, place))
            flipped[place] ^= change
    assert missed == []
    assert tried > len(data) // 80


def test_the_first_bad_entry_is_named(data: bytes) -> None:
    members = unpack(data)
    lines = members["entries.jsonl"].split(b"\n")
    for seq in (1, 2, 30, len(lines) - 1):
        at = lines[seq - 1].index(b'"body":"') + 20 if b'"body":"' in lines[seq - 1] else 40
        changed = bytearray(lines[seq - 1])
        changed[at] = ord("x") if changed[at] != ord("x") else ord("y")
        new = b"\n".join([*lines[: seq - 1], bytes(changed), *lines[seq:]])
        for bad in (repack({**members, "entries.jsonl": new}), archive.pack({**members, "entries.jsonl": new})):
            found = verifier.verify_bundle(bad).as_json()["first_bad"]
            assert found is not None
            assert found["seq"] == seq


@pytest.mark.parametrize("seed", range(200 if SOAK else 12))
def test_flips_through_the_command(data: bytes, tmp_path: Path, seed: int) -> None:
    random, flipped = Random(seed), bytearray(data)
    flipped[random.randrange(len(data))] ^= random.randrange(1, 256)
    path = tmp_path / "flipped.bundle"
    path.write_bytes(flipped)
    done = subprocess.run([sys.executable, "-I", "-S", SCRIPT, path], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (3, "")
    assert done.stdout.startswith("FAILED")
