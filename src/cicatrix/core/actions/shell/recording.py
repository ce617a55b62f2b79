"""The record of one command: its words told apart, cleaned, and what of it nobody can know."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from typing import Final

from cicatrix.core.actions import paths
from cicatrix.core.actions.call import Doubt, Unknown
from cicatrix.core.actions.line import Code, Command, Option, Redirect, Wrapper
from cicatrix.core.actions.shell.codes import code_of, opaque
from cicatrix.core.actions.shell.options import parse
from cicatrix.core.actions.shell.programs import names, same
from cicatrix.core.actions.shell.state import HOLE, File, Token, base, shown, to_word
from cicatrix.core.actions.unicode import clean

_MAX_NAMES: Final = 8
_ENTERS: Final = frozenset(["git", "make", "tar", "hg"])  # -C: a directory that is entered first


@dataclass(frozen=True, slots=True)
class Around:
    """What a command stands in: what runs it, what its environment is given, where it runs (None: nobody knows)."""

    wrappers: tuple[Wrapper, ...] = ()
    env: tuple[tuple[str, str], ...] = ()
    cwd: str | None = ""

    def within(self, wrappers: list[Wrapper], env: list[tuple[str, str]], cwd: str, elsewhere: bool) -> Around:
        """The same, with wrappers inside. ``cwd`` is a directory that they enter, or empty."""
        place = None if elsewhere else entered(self.cwd, cwd)
        return Around((*self.wrappers, *wrappers), (*self.env, *env), place)


def entered(cwd: str | None, directory: str | None) -> str | None:
    """Where one stands after entering a directory."""
    if not directory or cwd is None:
        return cwd
    place = paths.canonical(directory, cwd) if HOLE not in directory else None
    return place if isinstance(place, str) else None


def record(
    words: list[Token],
    around: Around,
    file: File,
    stdin: str | None = None,
    redirects: list[Redirect] | None = None,
    doubts: list[Unknown] | None = None,
) -> list[Command]:
    """The command of these words; several where its program is a pattern or computed in part: it may be any of them."""
    first = words[0]
    doubts = list(doubts or ())
    words = [_cleaned(word) for word in words]
    program = base(words[0].text.replace(HOLE, ""))
    if program != base(first.text.replace(HOLE, "")):
        doubts.append(Unknown(Doubt.LOOKALIKE, f"a program that looks like {program}"))
    programs = [program]
    if HOLE in first.text or first.glob:
        doubts.append(Unknown(Doubt.COMPUTED, f"the program {shown(first.text)}"))
        if first.glob:
            programs = [name for name in names() if fnmatchcase(name, program)][:_MAX_NAMES] or [""]
        elif program:  # what is computed may be nothing, or anything
            programs = [program, ""]
    texts = [word.text for word in words[1:]]
    path = first.text if "/" in first.text else ""
    return [_command(name, words, texts, path, around, file, stdin, redirects or [], doubts) for name in programs]


def _command(
    name: str,
    words: list[Token],
    texts: list[str],
    path: str,
    around: Around,
    file: File,
    stdin: str | None,
    redirects: list[Redirect],
    doubts: list[Unknown],
) -> Command:
    parsed = parse(name, texts)
    known = same(name).split(" ")[0]
    why = opaque(known, parsed, path, texts)
    if why:
        doubts = [*doubts, Unknown(Doubt.OPAQUE, why)]
    if known in _ENTERS:
        around = replace(around, cwd=entered(around.cwd, parsed.value("-C", "--directory")))
    if any(HOLE in word for word in (*parsed.name, *(option for option, _ in parsed.options))):
        doubts = [*doubts, Unknown(Doubt.COMPUTED, f"what {name} is told to do")]
    return Command(
        tuple(word.replace(HOLE, "") for word in parsed.name) if name else (),
        tuple(words[1 + place].word() for place in parsed.operands),
        tuple(
            Option(option.replace(HOLE, ""), None if value is None else to_word(value))
            for option, value in parsed.options
        ),
        around.wrappers,
        tuple(redirects),
        tuple((key, to_word(value)) for key, value in around.env),
        None if stdin is None else to_word(stdin),
        tuple(Code(language, to_word(text)) for language, text in code_of(known, parsed, texts, stdin, file)),
        around.cwd,
        path,
        tuple(doubts),
    )


def _cleaned(word: Token) -> Token:
    return word if word.text.isascii() else Token(clean(word.text).text, word.glob)


def unreadable(text: str, around: Around, file: File) -> list[Command]:
    """What could not be read, as commands of the words in it: a rule that speaks of them has to see them."""
    found: list[Command] = []
    for line in text[:2000].split("\n")[:8]:
        words = [Token(word.strip("'\"`()<>")) for word in line.translate(_CUTS).split()[:64]]
        words = [word for word in words if word.text]
        if words:
            found += record(words, around, file, doubts=[Unknown(Doubt.UNPARSED, "shell that cannot be read")])
    return found


_CUTS: Final = str.maketrans(dict.fromkeys(";|&", " "))
