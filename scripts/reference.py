"""Write the generated pages of ``docs/reference``: the command line, the settings, the errors.

``python scripts/reference.py`` writes them, ``--check`` only says whether they are up to date. They are made from what
the code itself says, so they cannot fall behind it; a test runs ``--check``.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import typer
from typer.core import TyperCommand, TyperGroup

import cicatrix.errors
from cicatrix.config import OPTIONS
from cicatrix.core.attributes import HOLDS
from cicatrix.errors import CicatrixError
from cicatrix.interfaces.cli import commands  # noqa: F401  hangs every command into the tree
from cicatrix.interfaces.cli.app import app
from cicatrix.interfaces.cli.help import EXIT_CODES, SECTIONS

FOLDER = Path(__file__).parent.parent / "docs" / "reference"
MADE_BY = "<!-- Made by scripts/reference.py; do not edit by hand. -->\n\n"
WIDTH = 100


def command_line() -> str:
    tree = typer.main.get_command(app)
    assert isinstance(tree, TyperGroup)
    parts = [
        MADE_BY,
        "# The command line\n\n",
        "Data goes to standard output, everything else to standard error. Every command takes `--json`.\n"
        "Global options may stand before or after the command.\n\n",
        "| exit code | means |\n|---|---|\n",
        *(f"| {code} | {meaning} |\n" for code, meaning in EXIT_CODES),
        "\n",
    ]
    for title, names in SECTIONS:
        parts.append(f"## {title}\n\n")
        for name in names:
            parts += _command(tree.commands[name], f"cicatrix {name}", "###")
    return "".join(parts)


def _command(command: object, path: str, level: str) -> Iterator[str]:
    assert isinstance(command, (TyperCommand, TyperGroup))
    yield f"{level} {path}\n\n```text\n{_help(command, path)}\n```\n\n"
    inside = command.commands if isinstance(command, TyperGroup) else {}
    for name, inner in inside.items():
        yield from _command(inner, f"{path} {name}", level + "#")


def _help(command: TyperCommand | TyperGroup, path: str) -> str:
    """The help of one command, without the global options that stand under each."""
    context = typer.Context(command, info_name=path, terminal_width=WIDTH, max_content_width=WIDTH)
    text = command.get_help(context)
    return text.partition("Global options")[0].rstrip()


def settings() -> str:
    rows = "".join(
        f"| `{option.name}` | {_code(option.variable)} | {_code(option.default)} | {option.meaning} |\n"
        for option in OPTIONS
    )
    return (
        f"{MADE_BY}# Settings\n\n"
        "A value is taken from the first place that names it: the flag, the environment, `cicatrix.toml` in the\n"
        "current folder, the user's own `config.toml`, the default. `cicatrix config show` names each source.\n"
        "\n"
        f"| setting | environment | default | means |\n|---|---|---|---|\n{rows}\n"
        "A settings file is flat TOML; what tunes recall stands in its own table:\n\n"
        '```toml\nnamespace = "acme/support"\ndb = "memory/acme.db"\n\n[recall]\nbudget = 600\n\n'
        '[attributes]\nresidence = "many"\n```\n\n'
        "A name that is no setting is an error, not a silence.\n\n"
        "Keys of served models are read from the environment only, never from a file: `CICATRIX_LLM_API_KEY`,\n"
        "`DASHSCOPE_API_KEY`, `OPENAI_API_KEY` (and `OPENAI_BASE_URL`); see [embedders](../concepts/embedders.md).\n\n"
        "A new value of an attribute that holds one ends the older value; what holds many goes on beside it.\n\n"
        f"- one: {_attributes('one')}\n- many: {_attributes('many')}\n\n"
        "`favourite:tea` goes by `favourite`. Where an attribute is not listed, nothing is ended for its sake.\n"
    )


def _attributes(held: str) -> str:
    return ", ".join(f"`{name}`" for name, holds in sorted(HOLDS.items()) if holds == held)


def _code(text: str | None) -> str:
    return f"`{text}`" if text else "–"


def errors() -> str:
    meanings = _meanings()
    parts = [
        MADE_BY,
        "# Errors\n\n"
        "Every error has a stable code, one exit code, one HTTP status, and a hint. Its shape is always:\n\n"
        '```json\n{"error": {"code": "…", "message": "…", "hint": "…", "docs": "docs/reference/errors.md#…"}}\n'
        "```\n\n",
    ]
    for kind, depth in _tree(CicatrixError, 0):
        parent = kind.__mro__[1].code if depth else ""  # type: ignore[attr-defined]
        parts.append(
            f"## {kind.code}\n\n"
            f"`{kind.__name__}`{f', a kind of [{parent}](#{parent})' if parent else ''}: {meanings[kind.__name__]}.\n\n"
            f"Exit code {kind.exit_code}, HTTP status {kind.http_status}. {kind.default_hint}\n\n"
        )
    return "".join(parts).rstrip() + "\n"


def _tree(kind: type[CicatrixError], depth: int) -> Iterator[tuple[type[CicatrixError], int]]:
    yield kind, depth
    for inner in kind.__subclasses__():
        yield from _tree(inner, depth + 1)


def _meanings() -> dict[str, str]:
    """What the drawn tree at the head of errors.py says of each error."""
    found = {"CicatrixError": "the root of all errors; by itself, something that should not have happened"}
    for line in (cicatrix.errors.__doc__ or "").splitlines():
        drawn = re.search(r"[├└]── (\w+)\s+(?:\d\s+)?(?:\d{3}\s+)?(\S.*)$", line)
        if drawn:
            found[drawn[1]] = drawn[2]
    return found


PAGES = {"cli.md": command_line, "settings.md": settings, "errors.md": errors}


def main() -> int:
    checking = "--check" in sys.argv[1:]
    stale = []
    for name, make in PAGES.items():
        path, text = FOLDER / name, make()
        if checking:
            if not path.exists() or path.read_text(encoding="utf-8") != text:
                stale.append(name)
        else:
            path.write_text(text, encoding="utf-8")
    if stale:
        print(f"Out of date: {', '.join(stale)}. Run: python scripts/reference.py", file=sys.stderr)
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
