"""Programs that copy, move, search and rewrite files: which are read and which are written."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from cicatrix.core.actions.arguments import thing_of
from cicatrix.core.actions.call import Call
from cicatrix.core.actions.line import Command
from cicatrix.core.actions.operands import Line, things_of, word_of


def read_copy(command: Command, base: Call, _line: Line) -> Iterator[Call]:
    """Copying reads its sources and writes its target; moving takes the sources away."""
    words = [*map(word_of, command.name[1:]), *command.operands]
    target = command.values("--target-directory")
    sources, targets = (words, list(target)) if target else (words[:-1], words[-1:])
    moves = command.name[0] == "mv" or command.has("--remove-source-files")
    read = tuple(thing for word in sources for thing in things_of(word, "path", command))
    write = tuple(thing for word in targets for thing in things_of(word, "path", command))
    if command.name[0] == "rsync" and any(option.name.startswith("--delete") for option in command.options):
        yield replace(base, verbs=frozenset(["delete", "sync"]), things=(*write, *base.things))
    taken = replace(base, verbs=frozenset(["move", "delete", "rename"]) if moves else frozenset(["read", "copy"]))
    if command.name[0] in ("scp", "rsync") and any(_is_remote(word.text) for word in targets):
        hosts = tuple(thing_of(f"ssh://{word.text.partition(':')[0]}", pointer="operand") for word in targets)
        yield replace(base, verbs=frozenset(["send", "upload", "copy"]), things=(*read, *hosts, *base.things))
    yield replace(taken, things=(*read, *base.things), reads=not moves)
    yield replace(base, verbs=frozenset(["write", "copy", "create"]), things=(*write, *base.things))


def _is_remote(text: str) -> bool:
    """Whether a target is on another machine: ``joe@host:/tmp``, ``host:``."""
    host, colon, _ = text.partition(":")
    return bool(colon and host) and "/" not in host


def read_sed(command: Command, base: Call, _line: Line) -> Iterator[Call]:
    writes = command.has("--in-place", "-i")
    files = command.operands if command.has("--expression", "--file") else command.operands[1:]
    things = tuple(thing for word in files for thing in things_of(word, "path", command))
    yield replace(
        base,
        verbs=frozenset(["edit", "write", "replace"] if writes else ["read"]),
        things=(*things, *base.things),
        reads=not writes,
    )


def read_dd(command: Command, base: Call, _line: Line) -> Iterator[Call]:
    for word in command.operands:
        name, _, value = word.text.partition("=")
        if name in ("of", "if"):
            things = tuple(things_of(replace(word, text=value), "path", command))
            verbs = frozenset(["write", "wipe"] if name == "of" else ["read"])
            yield replace(base, verbs=verbs, things=(*things, *base.things), reads=name == "if")


def read_find(command: Command, base: Call, _line: Line) -> Iterator[Call]:
    deletes = command.has("-delete")
    things = tuple(thing for word in command.operands for thing in things_of(word, "path", command))
    names = command.values("-name", "-path", "-iname")
    things += tuple(thing_of(word.text, role="object") for word in names if word.text)
    yield replace(
        base,
        verbs=frozenset(["delete"] if deletes else ["query"]),
        things=(*things, *base.things),
        reads=not deletes,
    )
