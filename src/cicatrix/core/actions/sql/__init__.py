"""SQL: what each statement does, and to which tables.

Tokens are enough for that, whatever the dialect: a statement is named by its first words, and tables stand after few
words. Expressions are not looked into, except for whether a condition narrows anything.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from cicatrix.core.actions.call import Doubt, Unknown
from cicatrix.core.actions.sql.kinds import KindReader
from cicatrix.core.actions.sql.splitting import pieces, statements
from cicatrix.core.actions.sql.statement import Statement
from cicatrix.core.actions.sql.tokens import Unended, ambiguous, tokens
from cicatrix.core.actions.unicode import clean

__all__ = ["MAX_TEXT", "Statement", "parse"]

MAX_TEXT: Final = 200_000
"""Characters that are read. A longer text is unknown."""

_MAX_NESTING: Final = 4
_BROKEN: Final = Unknown(Doubt.UNPARSED, "SQL with a text or comment that does not end")


def parse(text: str) -> tuple[Statement, ...]:
    """The statements of a text, those inside others too. Where databases read a text differently, those of either
    reading. Never raises: a text that does not end is read as far as it goes, and its last statement is unknown."""
    if len(text) > MAX_TEXT:
        return (Statement("", unknown=(Unknown(Doubt.UNPARSED, f"SQL of {len(text)} characters"),)),)
    cleaned = clean(text)
    if cleaned.unknown or (cleaned.text != text and cleaned.text.isascii()):
        return tuple(replace(one, unknown=(*one.unknown, *cleaned.unknown)) for one in _read(cleaned.text))
    return tuple(dict.fromkeys(_read(text)))


def _read(text: str) -> list[Statement]:
    found, broken = _parse(text, False, 0)
    if ambiguous(text):
        other, broken_too = _parse(text, True, 0)
        # A database whose reading does not end refuses the text: where one reading is whole, that one counts.
        found = other if broken and not broken_too else found if broken_too and not broken else [*found, *other]
    return found


def _parse(text: str, mysql: bool, nesting: int) -> tuple[list[Statement], bool]:
    """The statements by one reading, and whether it breaks off."""
    try:
        cut, broken = tokens(text, mysql), False
    except Unended as unended:
        cut, broken = unended.args[0], True

    def nested(text: str) -> list[Statement] | None:
        return _parse(text, mysql, nesting + 1)[0] if nesting < _MAX_NESTING else None

    found: list[Statement] = []
    for part in statements(cut):
        for piece in pieces(part):
            found += KindReader(piece, nested).statements()
    if broken:
        last = found.pop() if found else Statement("")
        found.append(replace(last, unknown=(*last.unknown, _BROKEN)))
    return found, broken
