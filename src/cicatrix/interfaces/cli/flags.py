"""Global options: the same before and after the command, as people type them.

They are taken out of the arguments before the command sees the rest, so that no command repeats them. A word counts
as a global option only when it stands alone as one; behind ``--`` nothing does, and ``--task=--json`` is a task.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from cicatrix.errors import UsageError


@dataclass(frozen=True, slots=True)
class GlobalOption:
    """One global option: its spellings, the name of its value (empty for a switch), and what it does."""

    name: str
    spellings: tuple[str, ...]
    value: str
    help: str


OPTIONS: Final = (
    GlobalOption("db", ("--db",), "FILE", "The database. Else CICATRIX_DB, cicatrix.toml, ./cicatrix.db."),
    GlobalOption(
        "namespace",
        ("-n", "--namespace"),
        "NAME",
        "Whose memory. Else CICATRIX_NAMESPACE, cicatrix.toml; never guessed.",
    ),
    GlobalOption("json", ("--json",), "", "Print JSON; an error is JSON on standard error."),
    GlobalOption("quiet", ("-q", "--quiet"), "", "No notes and no progress on standard error."),
    GlobalOption("no_input", ("--no-input",), "", "Never ask; fail with a hint instead."),
    GlobalOption("now", ("--now",), "TIME", "The clock of this call, ISO 8601 (CICATRIX_NOW)."),
)
_BY_SPELLING: Final = {spelling: option for option in OPTIONS for spelling in option.spellings}


@dataclass(frozen=True, slots=True)
class Flags:
    """The global options of one call, and the words that are left for the command."""

    values: dict[str, str] = field(default_factory=dict)  # db, namespace, now
    switches: frozenset[str] = frozenset()  # json, quiet, no_input
    rest: tuple[str, ...] = ()

    @property
    def json(self) -> bool:
        return "json" in self.switches

    @property
    def quiet(self) -> bool:
        return "quiet" in self.switches

    @property
    def no_input(self) -> bool:
        return "no_input" in self.switches


def split(arguments: Sequence[str]) -> Flags:
    """Take the global options out. The last one given wins. Raises UsageError for one without its value."""
    values: dict[str, str] = {}
    switches: set[str] = set()
    rest: list[str] = []
    words = iter(arguments)
    for word in words:
        if word == "--":
            rest += [word, *words]
            break
        spelling, equals, attached = word.partition("=")
        option = _BY_SPELLING.get(spelling)
        if option is None or (equals and not option.value):
            rest.append(word)
        elif not option.value:
            switches.add(option.name)
        else:
            value = attached if equals else next(words, None)
            if value is None or value in _BY_SPELLING:
                raise UsageError(f"{spelling} needs a value.", hint=f"Write {spelling} {option.value}. {option.help}")
            values[option.name] = value
    return Flags(values, frozenset(switches), tuple(rest))
