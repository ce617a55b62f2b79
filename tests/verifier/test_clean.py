"""No false alarm: whatever a real ledger goes through, its bundle holds."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from tests.verifier.conftest import SOAK
from tests.verifier.ledgers import erase, live, open_memory

from cicatrix import packs
from cicatrix.core.bundle_readme import TEXT
from verifier import cicatrix_verify as verifier

ROUNDS, EACH = (100, 10) if SOAK else (5, 10)


@pytest.mark.parametrize("seed", range(ROUNDS))
def test_random_ledgers_hold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    monkeypatch.setenv("CICATRIX_HOME", str(tmp_path / "home"))
    random = Random(seed)
    for number in range(EACH):
        folder = tmp_path / str(number)
        folder.mkdir()
        _one(folder, random)


def _one(folder: Path, random: Random) -> None:
    with open_memory(folder) as memory:
        turn = memory.record(kind="turn", role="user", text="My name is Ana.").seq
        for _ in range(random.randrange(4)):
            live(memory, memory.read().head().seq + random.randrange(1, 12), random)
            if random.random() < 0.6:
                memory.checkpoint()
                if random.random() < 0.4:
                    memory.rotate_signing_key(reason="Time.")
    if random.random() < 0.4:
        erase(folder / "ledger.db", turn)
    with open_memory(folder) as memory:
        head = memory.read().head().seq
        start, end = sorted((random.randint(1, head), random.randint(1, head)))
        whole, part, again = folder / "whole", folder / "part", folder / "again"
        report = memory.export(whole)
        assert memory.export(again).sha256 == report.sha256
        memory.export(part, start=start, end=end)
    for path in (whole, part):
        found = verifier.verify_bundle(path.read_bytes())
        assert found.faults == [], (path, [fault.as_json() for fault in found.faults])
        assert (found.entries, found.root, found.state) == (report.entries, report.root, report.state)
    assert whole.read_bytes() == again.read_bytes()


def test_the_pack_without_this_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As an auditor would: no installed package is in reach of ``-I -S``."""
    monkeypatch.setenv("CICATRIX_HOME", str(tmp_path / "home"))
    with open_memory(tmp_path) as memory:
        memory.record_many(packs.load("northstar"))
        memory.distill()
        memory.checkpoint()
        memory.export(tmp_path / "northstar.bundle")
    script = Path(verifier.__file__).read_text(encoding="utf-8")
    (tmp_path / "alone.py").write_text(script, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-I", "-S", "alone.py", "northstar.bundle"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("OK: the bundle holds.")
    assert "SIGNED to #" in done.stdout
    assert "\nimport cicatrix" not in script
    assert "from cicatrix" not in script


def test_the_explanation_is_the_one_that_the_verifier_knows() -> None:
    import hashlib

    assert hashlib.sha256(TEXT.encode()).hexdigest() == verifier.README_SHA256
    assert "supports" not in TEXT.split("## Which")[0]
    assert "compliant" not in TEXT
