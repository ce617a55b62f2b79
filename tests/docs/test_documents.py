"""The documents tell the truth: code blocks run, rows of the schema are taken, tables name what is there."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from cicatrix.core.episodes import EpisodeKind
from cicatrix.core.ids import Kind, format_handle
from cicatrix.core.intake import MAX_SUBJECTS, take
from cicatrix.core.trust import Origin
from cicatrix.core.values import MAX_DEPTH, MAX_NAME, MAX_NODES, MAX_TEXT

ROOT = Path(__file__).parents[2]
BASH = shutil.which("bash") or "/bin/bash"
SCHEMA = (ROOT / "docs" / "reference" / "episode-schema.md").read_text(encoding="utf-8")
GLOSSARY = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")


def blocks(name: str, language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", (ROOT / name).read_text(encoding="utf-8"), re.S)


@pytest.mark.parametrize("code", blocks("README.md", "python"))
def test_the_python_of_the_readme_runs(code: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("ACT")
    assert "Refunds above 200 need a manager's sign-off. [PB-01, learnt in ep1]" in done.stdout


def test_the_commands_of_the_readme_work_in_order(tmp_path: Path) -> None:
    """All of them but the scripts themselves, typed one after the other into one shell."""
    lines = [line for block in blocks("README.md", "bash") for line in block.splitlines()]
    typed = "\n".join(line for line in lines if not line.startswith(("scripts/", "export PATH")))
    assert typed.count("cicatrix ") >= 8
    subprocess.run(["git", "init", "-q", tmp_path], check=True)  # as a clone is one
    bin_folder = str(Path(sys.executable).parent)
    done = subprocess.run(
        [BASH, "-euo", "pipefail", "-c", typed],
        cwd=tmp_path,
        env=os.environ | {"PATH": f"{bin_folder}{os.pathsep}{os.environ['PATH']}"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "Refunds above 200 need a manager's sign-off." in (tmp_path / "agent" / "PLAYBOOK.md").read_text()
    assert "ACT" in done.stdout
    assert "Verified: " in done.stdout


@pytest.mark.parametrize("page", sorted(path.name for path in (ROOT / "docs" / "how-to").glob("*.md")))
def test_a_how_to_works_as_it_is_typed_and_answers_as_it_says(page: str, tmp_path: Path) -> None:
    name = f"docs/how-to/{page}"
    done = subprocess.run(
        [BASH, "-euo", "pipefail", "-c", "\n".join(blocks(name, "bash"))],
        cwd=tmp_path,
        env=os.environ
        | {
            "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
            "CICATRIX_HOME": str(tmp_path / "home"),
            "CICATRIX_EMBEDDER": "none",
        },
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    said = " ".join(done.stdout.split())
    shown = [line for block in blocks(name, "text") for line in block.splitlines() if line]
    assert shown
    assert [line for line in shown if " ".join(line.split()) not in said] == []


def test_the_scripts_of_the_readme_are_there() -> None:
    named = re.findall(r"^scripts/\w+", "\n".join(blocks("README.md", "bash")), re.M)
    assert named == ["scripts/demo", "scripts/test"]
    assert all((ROOT / name).stat().st_mode & 0o100 for name in named)


@pytest.mark.parametrize("row", SCHEMA.split("```json\n")[1].split("```")[0].splitlines())
def test_the_rows_of_the_schema_are_taken_without_a_remark(row: str) -> None:
    assert take(json.loads(row)).notes == ()


def test_the_schema_lists_every_kind_and_every_field() -> None:
    assert set(re.findall(r"^\| `(\w+)`", SCHEMA, re.M)) >= {kind.value for kind in EpisodeKind}
    fields = SCHEMA.split("## Fields")[1].split("## Limits")[0]
    listed = [name for line in fields.splitlines() if line.startswith("| `") for name in _names(line)]
    row = dict.fromkeys(listed, "words") | {
        "kind": "tool_call",
        "arguments": {"amount": 300},
        "question": "q-1",
        "subjects": ["user:ana"],
        "occurred_at": "2026-11-30T09:30:00",
        "zone": "UTC",
    }
    notes = take(row).notes
    assert not [note for note in notes if "left out" in note], notes


def test_a_field_that_the_schema_does_not_list_is_left_out_and_named() -> None:
    assert take({"task": "Refund", "mood": "good"}).notes == (
        "the key 'mood' is not in the episode schema and was left out",
    )


def test_the_limits_of_the_schema_are_those_of_the_code() -> None:
    limits = SCHEMA.split("## Limits")[1]
    for figure in (MAX_TEXT, MAX_NAME, MAX_NODES, MAX_DEPTH, MAX_SUBJECTS):
        assert re.search(rf"\b{figure:,}\b", limits), figure


def test_the_glossary_has_every_handle_and_every_origin() -> None:
    for kind in Kind:
        stem = format_handle(kind, 1).rstrip("0123456789")
        assert re.search(rf"`{stem}\d+`", GLOSSARY), kind
    for origin in Origin:
        assert origin.value in GLOSSARY


def test_the_map_of_the_house_names_files_that_are_there() -> None:
    table = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8").split("## Where a question leads")[1]
    named = re.findall(r"`([\w/]+(?:\.py|/))`", table)
    assert len(named) > 12
    assert [name for name in named if not (ROOT / "src" / "cicatrix" / name).exists()] == []


def test_every_decision_is_listed_and_follows_the_template() -> None:
    folder = ROOT / "docs" / "adr"
    index = (folder / "README.md").read_text(encoding="utf-8")
    pages = sorted(path for path in folder.glob("*.md") if path.name[0].isdigit())
    assert [int(path.name[:4]) for path in pages] == list(range(1, len(pages) + 1))
    for path in pages:
        text = path.read_text(encoding="utf-8")
        assert f"]({path.name})" in index, path.name
        assert text.startswith(f"# {path.name[:4]}: ")
        assert all(part in text for part in ("**Date.**", "**Context.**", "**Decision.**", "**Consequences.**")), (
            path.name
        )


def _names(line: str) -> list[str]:
    return re.findall(r"`(\w+)`", line.split("|")[1])
