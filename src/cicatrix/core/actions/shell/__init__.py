"""Lines of bash, taken apart without running anything: ``parse`` gives every command that a line would run.

``grammar`` and ``words`` read bash, ``expansion`` does what bash does to words, ``walk`` goes through the commands with
the state of a shell, ``wrapping`` undoes commands that run commands, ``options`` tells words apart by ``programs``.
"""

from __future__ import annotations

from typing import Final

from cicatrix.core.actions.call import Doubt, Unknown
from cicatrix.core.actions.line import Command, Shell
from cicatrix.core.actions.shell.state import Token
from cicatrix.core.actions.shell.walk import TooLong, Walker
from cicatrix.core.actions.unicode import clean
from cicatrix.core.patterns import regex

_IMPOSSIBLE: Final = regex("[\0\ud800-\udfff]")

MAX_LINE: Final = 200_000
"""Characters of a line that are read. A longer one is unknown."""


def parse(line: str, cwd: str | None = "") -> Shell:
    """The commands of a line of bash, begun in the directory ``cwd`` ("" is the caller's). Never raises. Where letters
    hide or disguise what the line says, the commands that it seems to hold are among them."""
    if len(line) > MAX_LINE:
        return Shell((), (Unknown(Doubt.UNPARSED, f"a line of {len(line)} characters"),))
    cleaned = clean(line)
    walker = Walker(cwd)
    walker.unknown += cleaned.unknown
    try:
        walker.line(_readable(line))
        walker.leftovers()
        if cleaned.unknown or (cleaned.text.isascii() and not line.isascii()):
            walker.line(_readable(cleaned.text))
    except (TooLong, RecursionError):
        walker.unknown.append(Unknown(Doubt.UNPARSED, "a line that holds too much to be gone through"))
    commands = tuple(dict.fromkeys(walker.commands))
    depends = walker.depends or bool(walker.unknown) or any(map(_computed, commands))
    return Shell(commands, tuple(dict.fromkeys(walker.unknown)), line.strip() if depends else "")


def _computed(command: Command) -> bool:
    given = [option.value for option in command.options if option.value is not None]
    words = (*command.operands, *given, *(one.target for one in command.redirects), *(word for _, word in command.env))
    return bool(command.unknown) or any(not word.known or word.glob for word in words)


def _readable(line: str) -> str:
    """Without characters that no line can hold, and with the line ends of Unix."""
    return _IMPOSSIBLE.sub("", line).replace("\r\n", "\n")


def parse_words(words: tuple[str, ...], cwd: str | None = "") -> Shell:
    """The same for a command that is given as words, and never passes a shell."""
    walker = Walker(cwd)
    try:
        walker.run([Token(clean(word).text.replace("\0", "")) for word in words])
    except (TooLong, RecursionError):
        walker.unknown.append(Unknown(Doubt.UNPARSED, "a command that holds too much to be gone through"))
    return Shell(tuple(dict.fromkeys(walker.commands)), tuple(dict.fromkeys(walker.unknown)))
