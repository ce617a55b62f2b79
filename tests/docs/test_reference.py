"""Documentation that cannot fall behind the code."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import typer
from typer.core import TyperCommand, TyperGroup

from cicatrix.config import OPTIONS
from cicatrix.errors import CicatrixError
from cicatrix.interfaces.cli import commands  # noqa: F401  hangs every command into the tree
from cicatrix.interfaces.cli.app import app
from cicatrix.interfaces.cli.flags import split
from cicatrix.interfaces.cli.help import SECTIONS

ROOT = Path(__file__).parents[2]
REFERENCE = ROOT / "docs" / "reference"
TREE = typer.main.get_command(app)


def errors(kind: type[CicatrixError] = CicatrixError) -> Iterator[type[CicatrixError]]:
    yield kind
    for inner in kind.__subclasses__():
        if inner.__module__ == "cicatrix.errors":
            yield from errors(inner)


def leaves(command: object = TREE, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], TyperCommand]]:
    """Every command that does something, with the words that call it."""
    if isinstance(command, TyperGroup):
        for name, inner in command.commands.items():
            yield from leaves(inner, (*path, name))
    elif isinstance(command, TyperCommand):
        yield path, command


LEAVES = dict(leaves())
ALL = pytest.mark.parametrize("path", list(LEAVES), ids=" ".join)


def test_the_generated_pages_are_up_to_date() -> None:
    done = subprocess.run(
        [sys.executable, ROOT / "scripts" / "reference.py", "--check"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("kind", list(errors()), ids=lambda kind: kind.code)
def test_every_error_has_a_code_of_its_own_and_its_place_in_the_documentation(kind: type[CicatrixError]) -> None:
    assert f"\n## {kind.code}\n" in (REFERENCE / "errors.md").read_text(encoding="utf-8")
    assert [other for other in errors() if other.code == kind.code] == [kind]
    assert kind.exit_code in range(1, 8)
    assert kind.http_status in range(400, 600)
    assert kind("What happened.").hint


@ALL
def test_every_command_is_documented_with_examples_that_parse(path: tuple[str, ...]) -> None:
    command = LEAVES[path]
    assert command.help
    assert command.epilog, "a help text without an example"
    assert f" cicatrix {' '.join(path)}\n" in (REFERENCE / "cli.md").read_text(encoding="utf-8")
    assert command.epilog in re.sub(r"(?m)^  ", "", (REFERENCE / "cli.md").read_text(encoding="utf-8"))


@ALL
def test_every_option_says_what_it_does(path: tuple[str, ...]) -> None:
    for parameter in LEAVES[path].params:
        assert getattr(parameter, "help", None), f"{parameter.name} of {' '.join(path)}"


def test_every_command_has_its_place_in_the_help() -> None:
    assert isinstance(TREE, TyperGroup)
    assert sorted(name for _, names in SECTIONS for name in names) == sorted(TREE.commands)


def test_every_setting_is_documented() -> None:
    page = (REFERENCE / "settings.md").read_text(encoding="utf-8")
    for option in OPTIONS:
        assert f"| `{option.name}` |" in page
        assert option.variable is None or option.variable in page


def shown_commands() -> list[tuple[str, str]]:
    """Lines in the documents and help texts that call ``cicatrix``, as somebody would copy them."""
    found = [
        (path.name, line.strip().removeprefix("$ "))
        for path in [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
        for block in re.findall(r"```(?:bash|sh|console)\n(.*?)```", path.read_text(encoding="utf-8"), re.S)
        for line in block.replace("\\\n", " ").splitlines()
        if line.strip().removeprefix("$ ").startswith("cicatrix ")
    ]
    for path, command in LEAVES.items():
        for line in (command.epilog or "").replace("\\\n", " ").splitlines():
            if line.startswith("cicatrix "):
                found.append((" ".join(path), line))
    return found


@pytest.mark.parametrize(("place", "line"), shown_commands())
def test_a_command_that_is_shown_can_be_called(place: str, line: str) -> None:
    line = re.split(r"\s{3,}|\s#\s|\s\|\|?\s|\s<\s", line)[0]
    words = list(split(shlex.split(line)[1:]).rest)
    command: object = TREE
    context = typer.Context(TREE, info_name="cicatrix")
    while isinstance(command, TyperGroup) and words:
        inner = command.get_command(context, words.pop(0))
        assert inner is not None, f"{place}: no such command: {line}"
        command = inner
    if isinstance(command, TyperCommand):
        with command.make_context("cicatrix", words):
            pass
