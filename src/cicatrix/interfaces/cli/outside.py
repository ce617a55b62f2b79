"""Calling the offline verifier: the same file that an auditor runs, in a process of its own."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import cicatrix
from cicatrix.core.episodes import JsonObject
from cicatrix.errors import CicatrixError, InvalidInput, StoreError

NAME = "cicatrix_verify.py"


def verifier() -> Path:
    """Where the verifier lies: in the package, or beside the sources in a checkout. Raises StoreError."""
    package = Path(cicatrix.__file__).parent
    places = (package / NAME, package.parents[1] / "verifier" / NAME)
    for place in places:
        if place.is_file():
            return place
    raise StoreError(f"{NAME} is not in this installation.", hint="Take it from the project's sources: verifier/.")


def check_bundle(file: Path, keys: Sequence[str], checkpoints: Sequence[Path]) -> tuple[JsonObject, str]:
    """Run the verifier. Returns its report and the same in its words. Raises InvalidInput for a wrong call."""
    words = [str(file)]
    for key in keys:
        words += ["--key", key]
    for note in checkpoints:
        words += ["--checkpoint", str(note)]
    report = json.loads(_run(*words, "--json"))
    assert isinstance(report, dict)
    return {**report, "verifier": str(verifier())}, _run(*words)


def _run(*words: str) -> str:
    done = subprocess.run(  # noqa: S603  our own file, without a shell
        [sys.executable, "-I", str(verifier()), *words],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
        errors="replace",
        env={"PYTHONIOENCODING": "utf-8", "PYTHONUTF8": "1"},
        check=False,
    )
    if done.returncode == InvalidInput.exit_code:
        reason = done.stderr.strip().rpartition(f"{NAME}: ")[2]
        raise InvalidInput(f"The bundle cannot be checked: {reason}.", hint="`cicatrix verify --help` shows how.")
    if done.returncode not in (0, 3):
        raise CicatrixError(f"The offline verifier failed: {done.stderr.strip() or done.returncode}")
    return done.stdout
