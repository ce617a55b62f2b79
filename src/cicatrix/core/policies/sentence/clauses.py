"""Cutting a sentence into clauses: where another order, a reason, a way out or an exception begins."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from cicatrix.core.policies.sentence.tokens import Sentence, Token
from cicatrix.core.reading import reasons
from cicatrix.core.reading.grammar import table

_OPENS: Final = table(
    "they it we that's this there he she you i because since so use ask check don't never not even unless except but",
    "otherwise instead please leave write work send go then which who before after until when if no only show get call",
    "clear excluding save talk consult tell ping plan read always",
)
"""What a clause after a comma begins with; anything else goes on with a list or an aside."""

_OPENS_ELSEWHERE: Final = table(
    "aber sondern ausser denn weil da nutze nimm frag nie niemals pero sino excepto salvo porque ya usa nunca mais",
    "sauf car parce utilise jamais",
)


def cut(sentence: Sentence, text: str) -> list[Sentence]:
    """The clauses in order. What only says why is left out, marked as read by "reason"."""
    tokens = _without_reason(sentence, text)
    clauses: list[Sentence] = []
    for row in _rows(tokens, _OPENS if sentence.language == "en" else _OPENS_ELSEWHERE):
        if not any(token.kind != "mark" for token in row):
            continue
        mark = next((token.text for token in tokens[tokens.index(row[-1]) + 1 :][:1]), "")
        clauses.append(Sentence(row, sentence.language, sentence.parts, mark))
    return clauses


def _without_reason(sentence: Sentence, text: str) -> list[Token]:
    tokens = sentence.tokens
    if not tokens:
        return []
    words = text[tokens[0].start : tokens[-1].end]
    point = reasons.point(words)
    if not words.startswith(point) or len(point) >= len(words):
        return tokens
    stop = tokens[0].start + len(point)
    kept = [token for token in tokens if token.end <= stop]
    sentence.take([token for token in tokens if token.end > stop], "reason")
    return kept


def _rows(tokens: list[Token], opens: frozenset[str]) -> Iterator[list[Token]]:
    row: list[Token] = []
    depth = 0
    for place, token in enumerate(tokens):
        after = tokens[place + 1].fold if place + 1 < len(tokens) else ""
        if token.text in "([":
            depth += 1
        elif token.text in ")]":
            depth = max(0, depth - 1)
        first = row[0].fold if row else ""
        holds = token.text == "," and first in _HOLD and not any(other.text == "," for other in row)
        breaks = (
            token.kind == "mark"
            and not holds
            and (
                token.text in (";", ":", "：", "；", "—", "–", "!", "?", "。", "！", "？")
                or (token.text in (",", "，", "、") and (after in opens or _excepts(tokens, place + 1)))
                or (token.text == "-" and place and tokens[place - 1].end < token.start)
            )
        )
        if not depth and breaks and not (token.text in ",，" and not row):
            yield row
            row = []
            continue
        if after in ("and", "but") and place + 2 < len(tokens) and tokens[place + 2].fold in _AFTER_AND and row:
            row.append(token)
            yield row
            row = []
            continue
        row.append(token)
    yield row


def _excepts(tokens: list[Token], place: int) -> bool:
    """Whether what follows says that something is fine."""
    end = next((at for at in range(place, len(tokens)) if tokens[at].text in ".;!?"), len(tokens))
    words = [token.fold for token in tokens[place:end]]
    return words[-1:] in (["fine"], ["ok"], ["okay"], ["allowed"], ["exempt"]) and not {*words} & {"not", "never", "no"}


_HOLD: Final = table("before first prior")
"""What stands first keeps its other half: "before you alter a table, back it up"."""

_AFTER_AND: Final = table("only never don't not must ask then")
