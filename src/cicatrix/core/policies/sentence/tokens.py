"""The tokens of a sentence with their places: words, and what must be compared whole."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from cicatrix.core.patterns import regex
from cicatrix.core.policies.policy import Part
from cicatrix.core.text import fold

_TOKEN: Final = regex(
    r"""(?P<code>`[^`\n]+`)
    |(?P<quoted>"[^"\n]+"|“[^”\n]+”|«[^»\n]+»|„[^“\n]+“|(?<![\w])'[^'\n]+'(?!\w)|「[^」\n]+」)
    |(?P<url>https?://[^\s,;)]+[^\s,;.)!?])
    |(?P<email>[\w.+-]+@[\w-]+(?:\.[\w-]+)+)
    |(?P<path>(?:~|\.{1,2})?/[\w.*@-][\w./*@-]*[\w*/]|(?<![\w])/(?=\s)|[\w.-]+/(?:[\w.*-]+/)*(?:[\w.*-]*[\w*])?|(?<![\w.])\.[A-Za-z][\w.-]*\w)
    |(?P<glob>(?<![\w*])[\w.-]*\*[\w.*-]*(?<![.]))
    |(?P<date>(?<![\w-])\d{4}-\d\d-\d\d(?![\w-]))
    |(?P<clock>(?<![\w.,:])\d{1,2}(?:[:h]\d\d(?!\d)|(?:\.\d\d)?\s?(?:a\.?m\.?|p\.?m\.?|uhr|h)\b))
    |(?P<number>(?<![\w])[€$£¥]?\s?\d[\d.,]*k(?![\w-])
        |(?<![\w])[€$£¥]?\s?\d[\d.,  ']*\d(?![\w-])|(?<![\w])[€$£¥]?\s?\d(?![\w-])|(?<=[^\W\d_a-zA-Z])\d[\d.,]*)
    |(?P<flag>(?<!\w)--?[A-Za-z][\w-]*)
    |(?P<file>[\w-]+\.(?:sh|py|js|ts|tsx|md|yml|yaml|json|toml|sql|csv|xlsx|pdf|txt|cfg|conf|ini|lock|env|tf|log|html|css|go|rs|xml)\b)
    |(?P<host>(?<![\w.])(?:[a-zA-Z0-9-]+\.)+[a-zA-Z]{2,}(?![\w]))
    |(?P<channel>(?<!\w)[#@][A-Za-z][\w-]+)
    |(?P<id>[^\W_]*[^\W\d_]-(?=[\s,.;)]|$)|[A-Za-z]+(?:[-_][A-Za-z0-9]+)*[-_]\d[\w-]*|[A-Za-z]+\d+(?:[-_]\w+)*|\d+[A-Za-z][\w-]*|[a-z]+(?:_[a-z0-9]+)+)
    |(?P<cjk>[㐀-鿿]+)
    |(?P<sign>[%€$£¥°])
    |(?P<elided>(?<!\w)(?:[dlnsjcmt]|qu|jusqu|lorsqu)'(?=\w))
    |(?P<word>[^\W\d_]+(?:['-][^\W\d_]+)*\.?(?<=\b(?:Dr|Mr|Ms|St)\.)|[^\W\d_]+(?:['-][^\W\d_]+)*)
    |(?P<mark>\.{2,}|[^\w\s])""",
    re.VERBOSE | re.IGNORECASE,
)
_PLAIN: Final = str.maketrans("’‘ʼ‐‑", "'''--")


@dataclass(slots=True)
class Token:
    """``fold`` is the folded word without a possessive; ``start`` and ``end`` are code points of the whole text.
    ``read`` names the part that took it: "" while nobody has. A ``kind`` of "odd" says that nobody will."""

    text: str
    fold: str
    kind: str
    start: int
    end: int
    owner: bool = False  # "Harlow Dental's"
    read: str = ""

    @property
    def is_word(self) -> bool:
        return self.kind in ("word", "cjk")

    @property
    def is_name(self) -> bool:
        """Written with a capital, which says nothing at the beginning of a sentence."""
        return self.kind == "word" and self.text[:1].isupper()


@dataclass(slots=True)
class Sentence:
    """The tokens of one sentence."""

    tokens: list[Token]
    language: str = "en"
    parts: list[Part] = field(default_factory=list)
    mark: str = ""  # what ends a clause

    def take(self, tokens: Iterable[Token], part: str) -> None:
        """Mark tokens as read by a part, and keep where it stands; tokens that a part has are not taken again."""
        taken = [token for token in tokens if not token.read]
        for token in taken:
            token.read = part
        run: list[Token] = []
        for token in taken:
            if run and self.tokens.index(token) != self.tokens.index(run[-1]) + 1:
                self.parts.append(Part(part, run[0].start, run[-1].end))
                run = []
            run.append(token)
        if run:
            self.parts.append(Part(part, run[0].start, run[-1].end))

    def rest(self) -> list[Token]:
        return [token for token in self.tokens if not token.read]


def cut(text: str, start: int, end: int, language: str = "en") -> Sentence:
    """The tokens of ``text[start:end]``."""
    plain = text.translate(_PLAIN)
    return Sentence([_token(found) for found in _TOKEN.finditer(plain, start, end)], language)


def _token(found: re.Match[str]) -> Token:
    kind = found.lastgroup or "mark"
    written = found[0]
    folded = fold(written)
    owner = False
    if kind in ("code", "quoted"):
        folded = folded[1:-1].strip()
        written = written[1:-1].strip()
    elif kind == "word":
        owner = folded.endswith("'s") or folded.endswith("s'")
        folded = folded.removesuffix("'s") if folded not in ("it's", "that's", "there's", "let's") else folded
    elif kind == "path" and not re.search(r"[./*~]", written.strip("/")) and not written.startswith(("/", "~", ".")):
        kind = "path" if written.endswith("/") else ("id" if re.search(r"\d", written) else "pair")
    return Token(written, folded, kind, found.start(), found.end(), owner)


def words_of(tokens: Sequence[Token]) -> list[str]:
    return [token.fold for token in tokens]


def find(tokens: Sequence[Token], pattern: str) -> tuple[int, int] | None:
    """Where a row of folded words stands: ``pattern`` is words with spaces, ``|`` between alternatives of one place,
    ``?`` after one that may be missing, ``*`` for up to three of any kind. First and one past the last, or None."""
    steps = [(step.rstrip("?").split("|"), step.endswith("?")) for step in pattern.split()]
    for start in range(len(tokens)):
        stop = _match(tokens, start, steps, 0)
        if stop is not None and stop > start:
            return start, stop
    return None


def _match(tokens: Sequence[Token], place: int, steps: Sequence[tuple[list[str], bool]], step: int) -> int | None:
    if step == len(steps):
        return place
    words, optional = steps[step]
    if words == ["*"]:
        for skip in range(4):
            stop = _match(tokens, place + skip, steps, step + 1) if place + skip <= len(tokens) else None
            if stop is not None:
                return stop
        return None
    if place < len(tokens) and tokens[place].fold in words:
        stop = _match(tokens, place + 1, steps, step + 1)
        if stop is not None:
            return stop
    return _match(tokens, place, steps, step + 1) if optional else None
