"""Cutting a text into sentences without changing a letter: each is a span of code points.

A full stop ends a sentence only before a space, and not after an abbreviation, an initial or a list number; so
decimals, addresses and ``.env`` stay whole. List items are sentences without their marker; a line that introduces a
list ("Before you publish:") keeps its items, because alone they would lose its condition. Code blocks are never cut.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from cicatrix.core.patterns import regex
from cicatrix.core.reading.grammar import ABBREVIATIONS, TITLES


@dataclass(frozen=True, slots=True)
class Span:
    """``text[start:end]``, trimmed of white space at both ends."""

    start: int
    end: int
    code: bool = False  # a fenced code block

    def of(self, text: str) -> str:
        return text[self.start : self.end]


_FENCE: Final = regex(r"^[ \t]*```.*?(?:^[ \t]*```[ \t]*$|\Z)", re.MULTILINE | re.DOTALL)
_BULLET: Final = regex(r"[ \t]*(?:[-*•‣–—][ \t]+|\(?(?:\d{1,2}|[a-z])[.)][ \t]+)")
_LINE_END: Final = regex(r"\r\n|[\n\r\u2028\u2029]")
_ENDER: Final = regex(r"([.!?…]+|[。！？]+)([\"'”’»)\]」』]*)")
_QUOTES: Final = (('"', '"'), ("“", "”"), ("«", "»"), ("„", "“"), ("「", "」"))
_CONDITION: Final = regex(
    r"(?:before|after|when|whenever|if|once|unless|for|in|on|at|never|no|don['’]t|do not|always|avoid|stop|only)\b",
    re.I,
)
_FOR_EACH: Final = regex(r"\b(?:every|each|any|all|before|after|when|during|if)\b", re.I)
_NEAR: Final = 80  # how far to look around a mark, so that the longest text is cut in linear time
_FAR: Final = 600  # how long a quotation may be to be kept whole
_WRAP: Final = 60
"""A line at least this long that ends without a mark was wrapped by an editor, not ended by a person."""


def split(text: str) -> tuple[Span, ...]:
    """The sentences of a text, in order: everything in it but white space, list markers and lines without a word."""
    blocks: list[Span] = []
    for start, end, code in _fences(text):
        if code:
            blocks.append(Span(start, end, code=True))
        else:
            blocks.extend(_lists(text, start, end))
    return tuple(_keep_with_colon(text, blocks))


def _fences(text: str) -> Iterator[tuple[int, int, bool]]:
    place = 0
    for fence in _FENCE.finditer(text):
        yield place, fence.start(), False
        yield (*_trim(text, fence.start(), fence.end()), True)
        place = fence.end()
    yield place, len(text), False


def _lists(text: str, start: int, end: int) -> Iterator[Span]:
    """Paragraphs and list items, each cut into sentences; a list stays with the line that introduces it."""
    intro: Span | None = None
    for first, last, item in _paragraphs(text, start, end):
        if item and intro is not None:
            intro = Span(intro.start, _trim(text, first, last)[1])
            continue
        sentences = list(_sentences(text, first, last))
        if intro is not None:
            if sentences and intro.of(text).endswith((":", "：")):  # "Never write:" alone says nothing
                sentences[0] = Span(intro.start, sentences[0].end)
            else:
                yield intro
            intro = None
        if not item and sentences and _introduces(sentences[-1].of(text)):
            intro = sentences.pop()
        yield from sentences
    if intro is not None:
        yield intro


def _introduces(sentence: str) -> bool:
    """Whether list items would lose something without this line; "Two things:" says nothing that they need."""
    if not sentence.endswith((":", "：")):
        return False
    return _CONDITION.match(sentence) is not None or _FOR_EACH.search(sentence) is not None or len(sentence.split()) > 4


def _paragraphs(text: str, start: int, end: int) -> Iterator[tuple[int, int, bool]]:
    """Runs of lines that belong together, without list markers; True for a list item."""
    begin: int | None = None
    item = False
    last = start
    for first, stop in _lines(text, start, end):
        line = text[first:stop]
        bullet = _BULLET.match(line)
        if not line.strip():
            if begin is not None:
                yield begin, last, item
            begin = None
        elif bullet or begin is None or not _wrapped(text[begin:last], line):
            if begin is not None:
                yield begin, last, item
            begin, item = (first + bullet.end(), True) if bullet else (first, False)
        last = stop
    if begin is not None:
        yield begin, last, item


def _wrapped(before: str, line: str) -> bool:
    """Whether a line goes on with the one before."""
    above = _LINE_END.split(before.rstrip())[-1]
    if above.endswith((":", "：", ".", "!", "?", "。", "！", "？")):
        return False
    opening = line.lstrip()[:1]
    return opening.islower() or opening in "([" or len(above) >= _WRAP


def _lines(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    place = start
    for found in _LINE_END.finditer(text, start, end):
        yield place, found.start()
        place = found.end()
    yield place, end


def _sentences(text: str, start: int, end: int) -> Iterator[Span]:
    place = start
    for mark in _ENDER.finditer(text, start, end):
        if mark.start() < place or not _ends(text, place, mark, end):
            continue
        yield from _span(text, place, mark.end())
        place = mark.end()
    yield from _span(text, place, end)


def _ends(text: str, start: int, mark: re.Match[str], end: int) -> bool:
    """Whether this mark ends the sentence that began at ``start``."""
    if _inside_quote(text, start, mark.end(), end):
        return False
    if mark[1][0] in "。！？":
        return True
    after = text[mark.end() : min(end, mark.end() + _NEAR)]
    if after and not after[0].isspace():
        return False
    following = after.lstrip()[:1]
    if not following:
        return True
    if following.islower() and (mark[1] in (".", "...", "…", "..") or mark[2]):
        return (
            mark[1] == "."
            and not mark[2]
            and not _is_short(text[max(start, mark.start() - _NEAR) : mark.start()], following)
            and _is_long(after)
        )
    return (
        mark[1] != "."
        or bool(mark[2])
        or not _is_short(text[max(start, mark.start() - _NEAR) : mark.start()], following)
    )


def _inside_quote(text: str, start: int, mark: int, end: int) -> bool:
    """Whether a quotation opened in this sentence closes only after the mark."""
    for opener, closer in _QUOTES:
        before = text[max(start, mark - _FAR) : mark]
        depth = before.count(opener) % 2 if opener == closer else before.count(opener) - before.count(closer)
        if depth > 0 and closer in text[mark : min(end, mark + _FAR)]:
            return True
    return False


def _is_long(after: str) -> bool:
    """A full stop before a small letter ends a sentence of somebody who types everything small, not an abbreviation."""
    return len(after.split()) >= 2


def _is_short(before: str, following: str) -> bool:
    """Whether the full stop after ``before`` belongs to an abbreviation, an initial or a number."""
    word = re.split(r"[\s(\[“\"'«]", before)[-1].casefold()
    if word in TITLES:
        return word not in ("no", "min", "ca") or following.isdigit()
    if word in ABBREVIATIONS:
        return not following.isupper()
    return len(word) == 1 and word.isalpha() and word not in "ai" and following.isupper()


def _keep_with_colon(text: str, spans: list[Span]) -> Iterator[Span]:
    """A code block belongs to the sentence that introduces it."""
    held: Span | None = None
    for span in spans:
        if held is not None and span.code and held.of(text).endswith((":", "：")):
            held = Span(held.start, span.end)
            continue
        if held is not None:
            yield held
        held = span
    if held is not None:
        yield held


def _span(text: str, start: int, end: int) -> Iterator[Span]:
    first, last = _trim(text, start, end)
    if first < last and any(char.isalnum() for char in text[first:last]):
        yield Span(first, last)


def _trim(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end
