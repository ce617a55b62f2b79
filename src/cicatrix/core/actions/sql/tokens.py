"""SQL cut into tokens, in the two ways in which databases do it.

Where dialects differ, a text may hide a statement from one reader that the other runs: MySQL and the standard cut
``'a\\'; DROP …`` and ``# …`` differently, and ``/*! … */`` is a comment to one and code to the other. So both are read.
"""

from __future__ import annotations

from enum import Enum
from typing import Final, NamedTuple

from cicatrix.core.patterns import regex


class Kind(Enum):
    WORD = 0  # folded
    NAME = 1  # a quoted identifier, folded as most databases find it
    TEXT = 2
    NUMBER = 3
    MARK = 4


class Token(NamedTuple):
    kind: Kind
    text: str


class Unended(Exception):
    """A text, comment or quoted name that does not end; its argument is the tokens before it."""


_LINE: Final = regex(r"--[^\n]*")
_MYSQL_LINE: Final = regex(r"(?:#|--(?=\s|$))[^\n]*")
_WORD: Final = regex(r"[^\W\d][\w$]*|@{1,2}[\w$.]+|:[A-Za-z_]\w*")
_NUMBER: Final = regex(r"\d[\w.]*")
_DOLLAR: Final = regex(r"\$([A-Za-z_]\w*)?\$")
_BRACKET: Final = regex(r"\[([\w .$-]*[^\W\d][\w .$-]*)\]")
_MARK: Final = regex(r"<=>|<>|<=|>=|!=|\|\||::|:=|.", 16)
_AMBIGUOUS: Final = regex(r"\\|#|/\*|--\S|\$")
_HINT: Final = regex(r"/\*M?!\d*")


def ambiguous(text: str) -> bool:
    """May the two ways of cutting it come to different tokens?"""
    return _AMBIGUOUS.search(text) is not None


def tokens(text: str, mysql: bool) -> list[Token]:
    """The tokens of a text, comments left out. Raises Unended."""
    found: list[Token] = []
    try:
        _cut(text, mysql, found)
    except Unended:
        raise Unended(found) from None
    return found


def _cut(text: str, mysql: bool, found: list[Token]) -> None:
    at, end, hints = 0, len(text), 0
    while at < end:
        char = text[at]
        if char.isspace():
            at += 1
        elif char in "-#" and (line := (_MYSQL_LINE if mysql else _LINE).match(text, at)):
            at = line.end()
        elif text.startswith("/*", at):
            hint = _HINT.match(text, at) if mysql else None
            if hint is not None:
                hints, at = hints + 1, hint.end()
            else:
                at = _comment(text, at, nests=not mysql)
        elif hints and text.startswith("*/", at):
            hints, at = hints - 1, at + 2
        elif char == "'" or (char in "eEnNbBxXrR" and text.startswith("'", at + 1)):
            start = at + (char != "'")
            close = _quoted(text, start, "'", mysql or char in "eE")
            found.append(Token(Kind.TEXT, text[start + 1 : close].replace("''", "'")))
            at = close + 1
        elif char in '"`':
            close = _quoted(text, at, char, mysql and char == '"')
            found.append(Token(Kind.NAME, text[at + 1 : close].replace(char * 2, char).casefold()))
            at = close + 1
        elif char == "[" and (bracket := _BRACKET.match(text, at)):
            found.append(Token(Kind.NAME, bracket[1].casefold()))
            at = bracket.end()
        elif char == "$" and not mysql and (dollar := _DOLLAR.match(text, at)):
            close = text.find(dollar[0], dollar.end())
            if close < 0:
                raise Unended
            found.append(Token(Kind.TEXT, text[dollar.end() : close]))
            at = close + len(dollar[0])
        elif word := _WORD.match(text, at):
            found.append(Token(Kind.WORD, word[0].casefold()))
            at = word.end()
        elif number := _NUMBER.match(text, at):
            found.append(Token(Kind.NUMBER, number[0]))
            at = number.end()
        else:
            mark = _MARK.match(text, at)
            assert mark is not None
            found.append(Token(Kind.MARK, mark[0]))
            at = mark.end()


def _comment(text: str, at: int, nests: bool) -> int:
    level, place = 1, at + 2
    while level:
        close = text.find("*/", place)
        if close < 0:
            raise Unended
        inner = text.find("/*", place, close) if nests else -1
        level, place = (level + 1, inner + 2) if inner >= 0 else (level - 1, close + 2)
    return place


def _quoted(text: str, at: int, quote: str, escapes: bool) -> int:
    """The place of the quote that ends what begins at ``at``."""
    place = at + 1
    while True:
        close = text.find(quote, place)
        if close < 0:
            raise Unended
        if escapes:
            backslash = text.find("\\", place, close)
            if backslash >= 0:
                place = backslash + 2
                continue
        if text.startswith(quote, close + 1):
            place = close + 2
            continue
        return close
