"""A place in the tokens of one statement: names, lists of names, the tables that it draws from."""

from __future__ import annotations

from typing import Final

from cicatrix.core.actions.sql.statement import words
from cicatrix.core.actions.sql.tokens import Kind, Token

STOPS: Final = words(
    "where set join inner left right full cross natural on using group order having limit union except intersect "
    "values select returning from window for as cascade restrict to with offset fetch when straight_join "
    "partition tablesample force use ignore default"
)
ONLY: Final = words("only lateral")
_FROM_INSIDE: Final = words("extract trim substring overlay position substr")
_AFTER_WHERE: Final = words("returning order limit group")


class Reader:
    """Reads the tokens of one statement, at ``at``. ``aliases`` are other names of tables, as far as it has read."""

    def __init__(self, part: list[Token]) -> None:
        self.part = part
        self.at = 0
        self.aliases: dict[str, str] = {}

    # What stands at the place of reading.

    def word(self, ahead: int = 0) -> str:
        place = self.at + ahead
        return self.part[place].text if place < len(self.part) and self.part[place].kind is Kind.WORD else ""

    def mark(self, text: str, ahead: int = 0) -> bool:
        place = self.at + ahead
        return place < len(self.part) and self.part[place] == Token(Kind.MARK, text)

    def skip(self, words: frozenset[str]) -> None:
        while self.word() in words:
            self.at += 1

    def name(self) -> str:
        """A name with its schema; empty where none stands here."""
        parts: list[str] = []
        while self.at < len(self.part) and self.part[self.at].kind in (Kind.WORD, Kind.NAME):
            parts.append(self.part[self.at].text)
            self.at += 1
            if not self.mark("."):
                break
            self.at += 1
            if self.mark("."):  # database..table
                self.at += 1
        return ".".join(parts)

    def names(self) -> tuple[str, ...]:
        """Names between commas."""
        found: list[str] = []
        while name := self.name():
            found.append(name)
            if self.word() == "as":
                self.at += 1
                self.name()
            elif self.word() and self.word() not in STOPS and self.mark(",", 1):
                self.at += 1
            if not self.mark(","):
                break
            self.at += 1
            self.skip(ONLY)
        return tuple(found)

    def ctes(self) -> frozenset[str]:
        """The names that WITH gives, at whose main statement reading goes on."""
        names: set[str] = set()
        self.at += 1
        self.skip(frozenset(["recursive"]))
        while name := self.name():
            names.add(name)
            if self.mark("("):
                self.closed()
            self.skip(frozenset(["as", "not", "materialized"]))
            if self.mark("("):
                self.closed()
            if not self.mark(","):
                break
            self.at += 1
        return frozenset(names)

    def closed(self) -> None:
        """Past the parenthesis that opens here."""
        level = 0
        while self.at < len(self.part):
            level += self.mark("(") - self.mark(")")
            self.at += 1
            if level == 0:
                return

    # What statements hold.

    def sources(self, ctes: frozenset[str], but: tuple[str, ...] = (), start: int = 0) -> tuple[str, ...]:
        """Tables after FROM, JOIN and USING, anywhere in the statement."""
        found: dict[str, None] = {}
        opened: list[str] = []
        saved, self.at = self.at, start
        while self.at < len(self.part):
            word = self.word()
            if self.mark("("):
                opened.append(self.part[self.at - 1].text if self.at else "")
            elif self.mark(")") and opened:
                opened.pop()
            if word in ("from", "join", "using") and not (opened and opened[-1] in _FROM_INSIDE):
                distinct = self.at and self.part[self.at - 1].text == "distinct"
                self.at += 1
                self.skip(ONLY)
                if not distinct:
                    self.listed(found)
                continue
            self.at += 1
        self.at = saved
        return tuple(name for name in found if name not in ctes and name not in but)

    def listed(self, found: dict[str, None]) -> None:
        """Tables between commas, each with its alias or without."""
        while name := self.name():
            if self.mark("("):  # a function that gives rows
                return
            found[name] = None
            if self.word() == "as":
                self.at += 1
            if self.at < len(self.part) and self.part[self.at].kind in (Kind.WORD, Kind.NAME):
                alias = self.part[self.at].text
                if alias not in STOPS or self.part[self.at].kind is Kind.NAME:
                    self.aliases[alias] = name
                    self.at += 1
            if not self.mark(","):
                return
            self.at += 1
            self.skip(ONLY)

    def everything(self) -> bool:
        """Does no condition narrow it?"""
        level = 0
        for place, token in enumerate(self.part):
            level += (token == Token(Kind.MARK, "(")) - (token == Token(Kind.MARK, ")"))
            if level <= 0 and token == Token(Kind.WORD, "where"):
                return _always(self.part[place + 1 :])
        return True


def _always(condition: list[Token]) -> bool:
    """Is a condition always true, by its looks: ``1``, ``true``, ``1=1``, ``x = x``?"""
    cut = next((place for place, token in enumerate(condition) if token.text in _AFTER_WHERE), len(condition))
    plain = [token for token in condition[:cut] if token.text not in ("(", ")")]
    if any(token == Token(Kind.WORD, "or") for token in plain):
        place = plain.index(Token(Kind.WORD, "or"))
        return _always(plain[:place]) or _always(plain[place + 1 :])
    if any(token == Token(Kind.WORD, "and") for token in plain):
        place = plain.index(Token(Kind.WORD, "and"))
        return _always(plain[:place]) and _always(plain[place + 1 :])
    if len(plain) == 1:
        return plain[0].text == "true" or (plain[0].kind is Kind.NUMBER and plain[0].text.strip("0.") != "")
    if len(plain) == 3 and plain[1].text in ("=", "<=>", "<=", ">=", "like"):
        return plain[0] == plain[2]
    if len(plain) == 3 and plain[1].text in ("<>", "!=", "<", ">"):
        return plain[0].kind is Kind.NUMBER and plain[2].kind is Kind.NUMBER and plain[0] != plain[2]
    return False
