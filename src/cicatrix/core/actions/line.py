"""What a shell line comes to: its commands one by one, with everything undone that is only a way of writing them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from cicatrix.core.actions.call import Unknown


@dataclass(frozen=True, slots=True)
class Word:
    """One word after quoting and expansion.

    ``known`` is False where a part is computed (a variable, a substitution): that part is missing from ``text``, and
    ``prefix`` is what stands before the first such part. ``$HOME`` is written ``~``; a ``~`` that was quoted, and is a
    plain name therefore, is ``./~``. ``glob`` says that ``text`` is a pattern that the shell would expand.
    """

    text: str
    known: bool = True
    prefix: str = ""
    glob: bool = False


@dataclass(frozen=True, slots=True)
class Option:
    """An option by its longest name (``-f`` of rm is ``--force``); ``value`` where it takes one."""

    name: str
    value: Word | None = None


@dataclass(frozen=True, slots=True)
class Redirect:
    """A file that a command reads or writes beside its operands."""

    mode: Literal["read", "write", "append"]
    target: Word


@dataclass(frozen=True, slots=True)
class Code:
    """A program inside a command: ``psql -c "DROP …"`` holds sql. Shell inside shell is not here but taken apart."""

    language: str  # sql, python, perl, ruby, node, php, awk, sed, …
    text: Word


@dataclass(frozen=True, slots=True)
class Wrapper:
    """A command that runs another: sudo, env, ssh, xargs, ``docker exec``. ``target`` is where: a host, a container."""

    name: str
    target: Word | None = None
    options: tuple[Option, ...] = ()


PASSING: Final = frozenset(["bash", "eval", "command", "builtin", "env", "time"])
"""Wrappers that change nothing of what their command does: with or without them it is the same call."""


@dataclass(frozen=True, slots=True)
class Command:
    """One command. ``name`` is the program and its subcommands: ``("git", "push")``, without directory; empty where the
    program is computed. ``options`` are a set, sorted; ``operands`` keep their order. ``cwd`` is the directory it runs
    in, as far as constants say: "" is where the caller is, None is unknown."""

    name: tuple[str, ...]
    operands: tuple[Word, ...] = ()
    options: tuple[Option, ...] = ()
    wrappers: tuple[Wrapper, ...] = ()
    redirects: tuple[Redirect, ...] = ()
    env: tuple[tuple[str, Word], ...] = ()
    stdin: Word | None = None  # a here-document, or what a constant echo pipes into it
    code: tuple[Code, ...] = ()
    cwd: str | None = ""
    path: str = ""  # the program as it was called, where that was a path: ./deploy.sh, /usr/bin/git
    unknown: tuple[Unknown, ...] = ()

    def has(self, *names: str) -> bool:
        """Is one of these options set?"""
        return any(option.name in names for option in self.options)

    def values(self, *names: str) -> tuple[Word, ...]:
        """The values given to these options, in order."""
        return tuple(option.value for option in self.options if option.name in names and option.value is not None)


@dataclass(frozen=True, slots=True)
class Shell:
    """All commands of a line, nested ones too, in the order in which they are written. ``unknown`` is what could not be
    taken apart: while it is not empty, there may be commands that are not among ``commands``. ``written`` is the line
    itself where the commands do not say all that it does: a part is computed, or what runs depends on what happened."""

    commands: tuple[Command, ...]
    unknown: tuple[Unknown, ...] = ()
    written: str = ""
