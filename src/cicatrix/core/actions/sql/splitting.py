"""Where one statement ends and another begins, inside it too."""

from __future__ import annotations

from typing import Final

from cicatrix.core.actions.sql.statement import DEFINED, words
from cicatrix.core.actions.sql.tokens import Kind, Token

_GO: Final = Token(Kind.WORD, "go")
# Two words with which a statement begins wherever they stand, and what before them makes them something else.
_BEGINS: Final = {
    "drop": DEFINED,
    "truncate": words("table"),
    "delete": words("from"),
    "insert": words("into"),
    "alter": words("table database role user schema"),
    "merge": words("into"),
    "replace": words("into"),
    "execute": words("immediate"),
}
_NOT_AFTER: Final = words("on for grant revoke deny or before after of , as key not with then do")
_WHOLE: Final = words("grant revoke deny")
_DEFINES: Final = words("create alter")
_HOLDS_BODY: Final = words("function procedure trigger event rule policy package task")
_LEADS: Final = words("with explain")  # the first statement after it, at its own level, is its own


def statements(cut: list[Token]) -> list[list[Token]]:
    """What stands between semicolons."""
    parts: list[list[Token]] = [[]]
    for token in cut:
        if (token.kind is Kind.MARK and token.text == ";") or (token == _GO and not parts[-1]):
            parts.append([])
        else:
            parts[-1].append(token)
    return [part for part in parts if part]


def pieces(part: list[Token]) -> list[list[Token]]:
    """A statement and those inside it: in a CTE, in a block, or after it without a semicolon, as some dialects do."""
    texts = [token.text if token.kind in (Kind.WORD, Kind.MARK) else "" for token in part]
    if texts[0] in _WHOLE or (texts[0] in _DEFINES and _HOLDS_BODY & set(texts[1:5])):
        return [part]
    levels: list[int] = []
    level = 0
    for text in texts:
        level -= text == ")"
        levels.append(level)
        level += text == "("
    starts = [place for place in range(1, len(part) - 1) if _begins(texts, place)]
    outer = [place for place in starts if levels[place] <= 0]
    if texts[0] in _LEADS and outer:
        starts.remove(outer.pop(0))
    found = [part[: outer[0]] if outer else part]
    for place in starts:
        end = place + 1
        while end < len(part) and levels[end] >= levels[place] and not (end in outer and levels[place] <= 0):
            end += 1
        found.append(part[place:end])
    return found


def _begins(texts: list[str], place: int) -> bool:
    word, after, before = texts[place], texts[place + 1], texts[place - 1]
    if before in _NOT_AFTER or (texts[0] == "alter" and word in ("drop", "alter")):
        return False
    return after in _BEGINS.get(word, ()) or (word == "update" and "set" in texts[place + 2 : place + 6])
