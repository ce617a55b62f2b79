"""The scripts of the house, and what is built from it."""

from __future__ import annotations

import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
BASH = shutil.which("bash") or "/bin/bash"
SCRIPTS = [
    "scripts/check",
    "scripts/demo",
    "scripts/lock",
    "scripts/small-model",
    "scripts/soak",
    "scripts/test",
    ".ci/run",
]


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_script_is_strict_and_starts_at_the_root(name: str) -> None:
    path = ROOT / name
    lines = path.read_text(encoding="utf-8").splitlines()
    assert lines[0] == "#!/usr/bin/env bash"
    assert lines[1].startswith("# "), "it says what it does"
    assert "set -euo pipefail" in lines
    assert 'cd "$(dirname "${BASH_SOURCE[0]}")/.."' in lines
    assert path.stat().st_mode & 0o111 == 0o111
    subprocess.run([BASH, "-n", path], check=True)


def test_without_a_python_that_is_new_enough_the_message_says_what_to_do(tmp_path: Path) -> None:
    old = tmp_path / "python3"
    old.write_text("#!/bin/sh\nexit 1\n")
    old.chmod(0o755)
    done = subprocess.run(
        [BASH, "-c", f"source {ROOT}/scripts/lib/environment.sh; find_python"],
        env={"PATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "3.11 or newer" in done.stderr
    assert "CICATRIX_PYTHON=" in done.stderr


@pytest.mark.slow
def test_the_built_wheel_works_from_anywhere(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path / "dist")]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = (tmp_path / "dist").glob("*.whl")
    installed = tmp_path / "installed"
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(installed)
    code = (
        "import sys; sys.path.insert(0, sys.argv.pop(1))\n"
        "import cicatrix; assert cicatrix.__file__.startswith(sys.path[0]), cicatrix.__file__\n"
        "from cicatrix.interfaces.cli import main; main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(installed), "demo", "--no-serve"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "10 rules, none without evidence" in done.stdout
    page = installed / "cicatrix" / "interfaces" / "web"
    assert list((page / "templates").glob("*.html"))
    assert list((page / "static").glob("*.css"))


@pytest.mark.parametrize(
    ("gates", "said", "code"),
    [
        ("gate a true; gate b true", "PASSED: 7 passed in 1s", 0),
        ("gate a false || true; gate b true; gate c false || true", "FAILED (a, c): 7 passed in 1s", 1),
    ],
)
def test_the_last_line_of_a_run_says_how_it_ended(gates: str, said: str, code: int) -> None:
    script = f"set -euo pipefail; source {ROOT}/scripts/lib/gates.sh; {gates}; verdict '7 passed in 1s'"
    done = subprocess.run([BASH, "-c", script], capture_output=True, text=True, check=False)
    assert (done.stdout.splitlines()[-1], done.returncode) == (said, code)
