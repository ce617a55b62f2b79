"""Help texts: plain, quick to print, with examples and the global options under every command.

The help of a command is read far more often than its code, so it starts without any library for drawing.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Final, Protocol

from typer.core import TyperCommand, TyperGroup

from cicatrix.interfaces.cli.flags import OPTIONS

SECTIONS: Final = (
    ("Start here", ("demo", "init", "doctor", "config")),
    ("Experience", ("record", "observe", "import", "episode")),
    ("Learning", ("distill", "remember", "sleep", "playbook", "memory", "inbox", "retry")),
    ("Recall", ("recall", "ask", "chat", "used", "reply")),
    ("The gate", ("check", "outcome", "approve", "refuse", "policy", "hook", "mcp")),
    ("Second thoughts", ("correct", "review", "undo", "ratify", "suspend", "resume", "retire", "forget")),
    ("Proof", ("explain", "replay", "diff", "at", "verify", "ledger", "keys")),
    ("Taking it along", ("export", "backup", "restore")),
    ("Running it", ("serve", "bench")),
)
"""Every command, in the order in which somebody meets it. A test keeps this complete."""

EXIT_CODES: Final = (
    ("0", "done"),
    ("1", "failure"),
    ("2", "the call is wrong"),
    ("3", "verification failed"),
    ("4", "denied, or something has to come first"),
    ("5", "a person has to permit it"),
    ("6", "ask a human"),
    ("7", "busy or unavailable"),
)


class Paper(Protocol):
    """What a help text is written on."""

    def section(self, name: str) -> AbstractContextManager[None]: ...

    def write(self, string: str) -> None: ...

    def write_dl(self, rows: Sequence[tuple[str, str]]) -> None: ...


class Command(TyperCommand):
    """A command whose examples (``epilog``, one a line) and global options close its help."""

    def format_epilog(self, _ctx: object, formatter: Paper) -> None:
        _examples(self.epilog, formatter)
        _global_options(formatter)


class Group(TyperGroup):
    """A group of commands, such as ``playbook``."""

    def format_epilog(self, _ctx: object, formatter: Paper) -> None:
        _examples(self.epilog, formatter)
        _global_options(formatter)


class Root(Group):
    """``cicatrix`` itself: its commands stand in sections, in the order in which somebody meets them."""

    def format_commands(self, _ctx: object, formatter: Paper) -> None:
        for title, names in SECTIONS:
            rows = [(name, self.commands[name].get_short_help_str(66)) for name in names if name in self.commands]
            if rows:
                with formatter.section(title):
                    formatter.write_dl(rows)

    def format_epilog(self, _ctx: object, formatter: Paper) -> None:
        super().format_epilog(_ctx, formatter)
        with formatter.section("Exit codes"):
            formatter.write("  " + " · ".join(f"{code} {meaning}" for code, meaning in EXIT_CODES) + "\n")


def examples(*lines: str) -> str:
    """The examples of a command, each a whole line that can be typed."""
    return "\n".join(lines)


def _examples(epilog: str | None, formatter: Paper) -> None:
    if epilog:
        with formatter.section("Examples"):
            for line in epilog.splitlines():
                formatter.write(f"  {line}\n")


def _global_options(formatter: Paper) -> None:
    with formatter.section("Global options (before or after the command)"):
        formatter.write_dl(
            [(f"{', '.join(option.spellings)} {option.value}".strip(), option.help) for option in OPTIONS]
        )
