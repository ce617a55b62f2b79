"""Words as bash expands them: braces, tildes, variables, substitutions, splitting. Names of files are not looked up.

A word in the making is two strings of one length: its characters, and what each of them is: ``u`` unquoted text, ``q``
quoted, ``e`` out of an unquoted expansion (split at spaces), ``h`` a home or a directory that was written in, ``s`` a
place where it is split in any case.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Final

from cicatrix.core.actions.shell.nodes import Arithmetic, Literal, Node, Part, Raw, Substitution, Variable
from cicatrix.core.actions.shell.state import HOLE, State, Token
from cicatrix.core.patterns import regex

_MAX_WORDS: Final = 256
_MAX_TEXT: Final = 200_000  # characters of one word
_RANGE: Final = regex(r"(-?\d{1,6}|[A-Za-z])\.\.(-?\d{1,6}|[A-Za-z])(?:\.\.(-?\d{1,6}))?$")
_SPACE: Final = " \t\n"
_INDEX: Final = regex(r"([@*]|\d+)\](.*)$")

Run = Callable[[Node], "str | None"]
"""Runs commands in a shell of their own; returns what they write where that is constant."""


class Expander:
    """Expands words under a state. ``run`` is called for every command substitution, in order."""

    def __init__(self, state: State, run: Run) -> None:
        self.state = state
        self.run = run

    def words(self, raw: Raw) -> list[Token]:
        """The words that one word becomes: none, one, or many."""
        if len(raw) == 1:
            part = raw[0]
            if isinstance(part, Literal) and not (set(part.text) & _SPECIAL):
                return [Token(part.text)]
        text, marks, exists = self._pieces(raw)
        tokens: list[Token] = []
        for one, kinds in _braces(text, marks):
            tokens += _split(one, kinds, exists)
            if len(tokens) > _MAX_WORDS:
                return [Token(HOLE)]
        return tokens

    def text(self, raw: Raw) -> str:
        """The text of a word that is not split: a value that is assigned, a here-document."""
        text, marks, _ = self._pieces(raw)
        return _tilde(text, marks)

    def _pieces(self, raw: Raw) -> tuple[str, str, bool]:
        texts: list[str] = []
        marks: list[str] = []
        size = 0
        exists = False
        for place, part in enumerate(raw):
            text, mark = self._piece(part)
            if isinstance(part, Variable) and part.bare and _opens(raw[place + 1 : place + 2]):
                text, mark = HOLE, mark[:1] or "e"  # braces come first, and what is in them belongs to the name
            size += len(text)
            if size > _MAX_TEXT:
                return HOLE, "q", True
            texts.append(text)
            marks.append(mark if len(mark) == len(text) else mark * len(text))
            exists = exists or (isinstance(part, Literal) and part.quoted and not _is_all(raw))
        return "".join(texts), "".join(marks), exists

    def _piece(self, part: Part) -> tuple[str, str]:
        if isinstance(part, Literal):
            return part.text, "q" if part.quoted else "u"
        if isinstance(part, Arithmetic):
            self.text(part.inner)
            return HOLE, "q"
        if isinstance(part, Substitution):
            output = self.run(part.body)
            if part.mode:
                place = f"/dev/fd/{63 - len(self.state.files)}"
                self.state.write(place, HOLE if output is None or part.mode == ">" else output)
                return place, "q"
            return (HOLE if output is None else output.rstrip("\n")), "q" if part.quoted else "e"
        return self._variable(part)

    def _variable(self, part: Variable) -> tuple[str, str]:
        plain = "q" if part.quoted else "e"
        if part.name in ("@", "*") or (part.op.startswith("[")):
            return self._many(part)
        value = self._value(part.name)
        op = part.op
        if not op:
            if value is None:
                return _DEFAULTS.get(part.name, (HOLE, plain))
            return value, plain
        if op in (":-", "-", ":=", "="):
            if value or (value == "" and not op.startswith(":")):
                return value, plain
            default, marks, _ = self._pieces(part.arg)
            marks = marks.replace("u", plain)
            if value is None:  # the caller may have set it
                default, marks = default + HOLE, marks + plain
            if op.endswith("="):
                self.state.variables[part.name] = default
            return default, marks
        if op in (":+", "+"):
            other = self.text(part.arg)
            return (
                ("", plain)
                if value == "" and op == ":+"
                else (other + (HOLE if value is None or HOLE in value else ""), plain)
            )
        self.text(part.arg)
        if op == "indirect":
            return HOLE, plain
        if value is not None and HOLE not in value:
            if op == "length":
                return str(len(value)), plain
            folded = _FOLDED.get(op)
            if folded is not None and not part.arg:
                return folded(value), plain
            cut = _slice(op, self.text(part.arg), value)
            if cut is not None:
                return cut, plain
        return HOLE, plain

    def _value(self, name: str) -> str | None:
        if name.isdigit():
            params = self.state.params
            if params is None:
                return HOLE
            place = int(name)
            return params[place] if place < len(params) else ""
        value = self.state.variables.get(name)
        if value is None and name in self.state.arrays:
            return (*self.state.arrays[name], "")[0]
        if value is None and name == "PWD" and self.state.cwd:
            return self.state.cwd
        return value

    def _many(self, part: Variable) -> tuple[str, str]:
        """All parameters, or elements of an array."""
        if part.name in ("@", "*"):
            items = None if self.state.params is None else self.state.params[1:]
            if part.op:
                self.text(part.arg)
                items = None if items else items
        else:
            items = self.state.arrays.get(part.name)
            index = _INDEX.match(self.text(part.arg))
            if index is None or index[2]:
                items = None
            elif items is not None and index[1].isdigit():
                items = items[int(index[1]) : int(index[1]) + 1]
        if items is None:
            return HOLE, "q" if part.quoted else "e"
        inside = "q" if part.quoted else "e"
        return " ".join(items), "s".join(inside * len(item) for item in items)


_SPECIAL: Final = frozenset("{}~*?[")
_DEFAULTS: Final = {
    "HOME": ("~", "h"),
    "PWD": (".", "h"),
    "IFS": (" ", "e"),
}
_FOLDED: Final[dict[str, Callable[[str], str]]] = {
    ",,": str.lower,
    "^^": str.upper,
    ",": lambda text: text[:1].lower() + text[1:],
    "^": lambda text: text[:1].upper() + text[1:],
}


def _opens(after: Raw) -> bool:
    return bool(after) and isinstance(after[0], Literal) and not after[0].quoted and after[0].text.startswith("{")


def _is_all(raw: Raw) -> bool:
    """Is it ``"$@"``, which is no word where there are no parameters?"""
    return len(raw) == 2 and isinstance(raw[1], Variable) and (raw[1].name == "@" or raw[1].op == "[")


def _slice(op: str, arg: str, value: str) -> str | None:
    if op == ":":
        start, _, length = arg.partition(":")
        if start.strip().isdigit() and (not length or length.strip().isdigit()):
            begin = int(start)
            return value[begin : begin + int(length)] if length else value[begin:]
        return None
    if any(char in arg for char in "*?[\\") or HOLE in arg:
        return None
    if op in ("#", "##"):
        return value.removeprefix(arg)
    if op in ("%", "%%"):
        return value.removesuffix(arg)
    if op in ("/", "//"):
        old, _, new = arg.partition("/")
        return value.replace(old, new, -1 if op == "//" else 1) if old else None
    return None


def _braces(text: str, marks: str) -> list[tuple[str, str]]:
    """``a{b,c}`` and ``a{1..3}``, from left to right."""
    if "{" not in text:
        return [(text, marks)]
    start = -1
    while True:
        start = text.find("{", start + 1)
        if start < 0:
            return [(text, marks)]
        if marks[start] != "u":
            continue
        level, commas, close = 0, [start], -1
        for place in range(start + 1, len(text)):
            if marks[place] != "u":
                continue
            if text[place] == "{":
                level += 1
            elif text[place] == "}":
                if level == 0:
                    close = place
                    break
                level -= 1
            elif text[place] == "," and level == 0:
                commas.append(place)
        if close < 0:
            continue
        bounds = [*commas, close]
        if len(commas) > 1:
            middles = [(text[a + 1 : b], marks[a + 1 : b]) for a, b in pairwise(bounds)]
        else:
            middles = [(one, "u" * len(one)) for one in _range(text[start + 1 : close])]
        if not middles:
            continue
        found: list[tuple[str, str]] = []
        for middle, kinds in middles:
            for inner, inner_kinds in _braces(middle, kinds):
                for tail, tail_kinds in _braces(text[close + 1 :], marks[close + 1 :]):
                    found.append((text[:start] + inner + tail, marks[:start] + inner_kinds + tail_kinds))
                    if len(found) > _MAX_WORDS:
                        return found
        return found


def _range(text: str) -> list[str]:
    match = _RANGE.match(text)
    if match is None:
        return []
    first, last, step = match[1], match[2], abs(int(match[3] or 1)) or 1
    if first.lstrip("-").isdigit() != last.lstrip("-").isdigit():
        return []
    numbers = first.lstrip("-").isdigit()
    begin, end = (int(first), int(last)) if numbers else (ord(first), ord(last))
    places = range(begin, end + 1, step) if begin <= end else range(begin, end - 1, -step)
    width = max(len(first), len(last)) if numbers and (first.startswith("0") or last.startswith("0")) else 0
    return [str(place).zfill(width) if numbers else chr(place) for place in places[: _MAX_WORDS + 1]]


def _split(text: str, marks: str, exists: bool) -> list[Token]:
    if "e" not in marks and "s" not in marks:
        return [_token(text, marks)] if text or exists else []
    tokens: list[Token] = []
    start = 0
    for place, char in enumerate(text):
        mark = marks[place]
        if mark == "s" or (mark == "e" and char in _SPACE):
            if place > start:
                tokens.append(_token(text[start:place], marks[start:place]))
            start = place + 1
    if start < len(text) or (exists and not tokens):
        tokens.append(_token(text[start:], marks[start:]))
    return tokens


def _token(text: str, marks: str) -> Token:
    glob = any(text[place] in "*?[" and marks[place] in "ue" for place in range(len(text))) if _wild(text) else False
    return Token(_tilde(text, marks), glob)


def _wild(text: str) -> bool:
    return "*" in text or "?" in text or "[" in text


def _tilde(text: str, marks: str) -> str:
    """A quoted tilde is a name and no home."""
    return f"./{text}" if text[:1] == "~" and marks[0] in "qe" else text
