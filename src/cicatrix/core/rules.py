"""Reading a correction: which of its sentences are lessons, and which words of it make a rule.

A rule's text is a verbatim span. It may hold two or three neighbouring sentences where one leans on the other: the way
out after a prohibition ("Never restart billing pods directly. Drain traffic at the gateway first."), an exception
(".env.example is fine."), or a sentence that points back ("Don't book them for anybody."). Independent instructions
become rules of their own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from cicatrix.core.reading import english, languages
from cicatrix.core.reading.permission import permits
from cicatrix.core.reading.sentences import Span, split
from cicatrix.core.reading.verdicts import Code, Reading

MAX_SENTENCES: Final = 3
"""Of one rule. What leans on a fourth is a list of its own."""


MAX_LENGTH: Final = 1_000
"""Code points of a sentence that is read; a longer one is no instruction but a text."""

MAX_PIECES: Final = 200
"""Sentences that are read of one correction; the rest is kept in one piece, unread."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a text (code points) and what it was read as. Pieces do not overlap and stand in order."""

    start: int
    end: int
    code: Code
    sentences: int = 1

    @property
    def is_lesson(self) -> bool:
        return self.code is Code.LESSON


_WAY_OUT: Final = re.compile(
    r"^(?:instead|otherwise|first)\b|\b(?:first|instead|beforehand|for that|for this|for those|then|that way)[.!]?$",
    re.I,
)
_EXCEPTION: Final = re.compile(
    r"^(?:except|exceptions?|unless|but not|not |even |the only exception|no exceptions?|only )"
    r"|\b(?:fine|ok|okay|allowed|permitted|exempt|excepted|all right|stays?|remains?|as you like|no exceptions?|"
    r"does(?:n['’]t| not) count|do(?:n['’]t| not) count|excluded|unaffected)[.!]?$",
    re.I,
)
_NEGATIVE: Final = re.compile(
    r"\b(?:never|not|no|don['’]t|cannot|can['’]t|mustn['’]t|shouldn['’]t|stop|avoid|nothing|nobody|off|read-only|closed|"
    r"frozen|banned|forbidden|out)\b",
    re.I,
)
_SUBJECT_BACK: Final = re.compile(
    r"(?!it['’]s [\"“])(?:it|this|that|they|these|those|he|she)\b", re.I
)  # leans on nothing
_ANOTHER: Final = re.compile(r"\b(?:one|ones|other)\b", re.I)  # of things at hand, not of what the lesson names
_JOINS_LESSON: Final = frozenset([Code.FACT, Code.PERMISSION, Code.NO_INSTRUCTION, Code.ANAPHORA, Code.VAGUE])
_CONTEXT: Final = frozenset([Code.FACT, Code.PERMISSION, Code.NARRATION, Code.COMPLAINT, Code.NO_INSTRUCTION])


_MAY_PERMIT: Final = frozenset([Code.FACT, Code.ONE_OFF, Code.NARRATION, Code.COMPLAINT, Code.NO_INSTRUCTION])


def read(text: str) -> tuple[Piece, ...]:
    """All pieces of a correction, lessons and others, in order."""
    spans = split(text)
    whole = languages.language(text)
    if not whole and spans:
        return (Piece(spans[0].start, spans[-1].end, Code.LANGUAGE, len(spans)),)
    pieces: list[Piece] = []
    spans, rest = spans[:MAX_PIECES], spans[MAX_PIECES:]
    for span, reading in _readings(text, spans, whole):
        words = span.of(text)
        before = pieces[-1] if pieces and not text[pieces[-1].end : span.start].strip(" \t") else None
        if before is not None and before.sentences < MAX_SENTENCES and _belongs(text, before, words, reading):
            pieces[-1] = replace(before, end=span.end, code=Code.LESSON, sentences=before.sentences + 1)
            if not before.is_lesson:
                pieces[-1] = replace(pieces[-1], start=before.start)
            continue
        alone = reading.is_lesson and (reading.dangles or _SUBJECT_BACK.match(words) is not None)
        code = Code.ANAPHORA if alone else reading.code
        start = span.start + (reading.start if code is Code.LESSON else 0)
        pieces.append(Piece(start, span.end, code))
    if rest:
        pieces.append(Piece(rest[0].start, rest[-1].end, Code.TOO_LONG, len(rest)))
    return tuple(pieces)


def _belongs(text: str, before: Piece, words: str, reading: Reading) -> bool:
    """Whether a sentence makes one rule with the piece before it."""
    if not before.is_lesson:
        names = len(text[before.start : before.end].split()) > 2  # "Hm." names nothing to lean on
        return reading.is_lesson and reading.leans and before.code in _CONTEXT and names
    negative = _NEGATIVE.search(text[before.start : before.end]) is not None
    if reading.is_lesson:
        return reading.leans or (negative and _WAY_OUT.search(words) is not None)
    if reading.code not in _JOINS_LESSON:
        return False
    points_back = reading.code is Code.ANAPHORA and reading.leans and _ANOTHER.search(words) is None
    return points_back or _EXCEPTION.search(words) is not None


def _readings(text: str, spans: tuple[Span, ...], whole: str) -> Iterator[tuple[Span, Reading]]:
    for span in spans:
        if span.code:
            yield span, Reading(Code.CODE_BLOCK)
            continue
        if span.end - span.start > MAX_LENGTH:
            yield span, Reading(Code.TOO_LONG)
            continue
        words = span.of(text)
        name = languages.language(words) if len(words.split()) >= 4 or not words.isascii() else whole
        if (name or whole) != "en":
            yield span, languages.read(words, name or whole)
            continue
        reading = english.read(words)
        if reading.code in _MAY_PERMIT and permits(words):
            reading = Reading(Code.PERMISSION)
        yield span, reading
