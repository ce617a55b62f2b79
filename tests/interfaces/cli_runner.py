"""Calling the command line in tests: in this process for what it says, as a real process for streams and signals."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from cicatrix.core.episodes import JsonObject
from cicatrix.interfaces.cli.run import run

NAMESPACE = "northstar"


@dataclass(frozen=True, slots=True)
class Answer:
    code: int
    out: str
    err: str

    @property
    def json(self) -> JsonObject:
        """The one JSON document that stands on standard output."""
        found = json.loads(self.out)
        assert isinstance(found, dict)
        return found

    @property
    def error(self) -> Mapping[str, str]:
        """The JSON error on standard error; standard output is empty then."""
        assert self.out == ""
        found = json.loads(self.err)
        assert set(found) == {"error"}
        assert set(found["error"]) == {"code", "message", "hint", "docs"}
        return dict(found["error"])


@dataclass(frozen=True, slots=True)
class Cli:
    """``cicatrix`` in a folder of its own, whose ``cicatrix.db`` holds what the demonstration left."""

    folder: Path
    capture: pytest.CaptureFixture[str]

    def __call__(self, *arguments: str) -> Answer:
        self.capture.readouterr()
        code = run(arguments)
        captured = self.capture.readouterr()
        return Answer(code, captured.out, captured.err)

    @property
    def db(self) -> Path:
        return self.folder / "cicatrix.db"


def process(*arguments: str, cwd: Path, stdin: bytes = b"", env: Mapping[str, str] | None = None) -> Answer:
    """A real process, from its arguments to its exit code."""
    done = subprocess.run(
        [sys.executable, "-m", "cicatrix", *arguments],
        cwd=cwd,
        input=stdin,
        capture_output=True,
        env=os.environ | dict(env or {}),
        timeout=60,
        check=False,
    )
    return Answer(done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace"))


@pytest.fixture(scope="session")
def demo_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database after one demonstration: sixteen episodes, ten rules, two recalls, one question."""
    folder = tmp_path_factory.mktemp("demo")
    done = process("demo", "--no-serve", "--json", cwd=folder)
    assert done.code == 0, done.err
    return folder / "cicatrix.db"


@pytest.fixture
def empty(
    tmp_path: Path,
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> Cli:
    """``cicatrix`` in an empty folder, with a home of its own: every test begins without a key."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CICATRIX_HOME", str(tmp_path_factory.mktemp("home")))
    return Cli(tmp_path, capsys)


@pytest.fixture
def cli(empty: Cli, demo_file: Path, monkeypatch: pytest.MonkeyPatch) -> Cli:
    """``cicatrix`` after the demonstration, with its namespace named."""
    shutil.copy(demo_file, empty.db)
    monkeypatch.setenv("CICATRIX_NAMESPACE", NAMESPACE)
    return empty


__all__ = ["NAMESPACE", "Answer", "Cli", "cli", "demo_file", "empty", "process"]
