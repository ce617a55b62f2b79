"""A person's words with spans marked in them, cut so that a template only has to print the pieces in order.

All offsets are code points, half open, as in :class:`cicatrix.core.memories.Evidence`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from cicatrix.core.text import content_stems, stem

_AROUND: Final = 160
"""Code points of context shown on each side of a cited span in a text too long to be shown whole."""
_WORD: Final = re.compile(r"\w+(?:['’]\w+)*")


@dataclass(frozen=True, slots=True)
class Mark:
    """A span that points somewhere: ``siglum`` is what stands beside it, ``target`` the id of the note it leads to."""

    start: int
    end: int
    siglum: str
    target: str
    url: str = ""  # where the words themselves lead


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of text that is marked throughout or not at all. ``closes`` are the marks that end with it."""

    text: str
    cited: bool = False
    closes: tuple[Mark, ...] = ()
    gap: bool = False  # text was left out here
    url: str = ""  # of the shortest mark over it

    @property
    def targets(self) -> str:
        """The ids of the notes that lines run to from the end of this piece, separated by spaces."""
        return " ".join(dict.fromkeys(mark.target for mark in self.closes))


def siglum(number: int) -> str:
    """0 → a, 25 → z, 26 → aa."""
    letters = ""
    number += 1
    while number:
        number, rest = divmod(number - 1, 26)
        letters = chr(ord("a") + rest) + letters
    return letters


def pieces(text: str, marks: Sequence[Mark], *, start: int = 0, end: int | None = None) -> tuple[Piece, ...]:
    """Cut ``text[start:end]`` at the ends of all marks. Marks may overlap; parts outside the text are ignored."""
    stop = len(text) if end is None else end
    inside = [mark for mark in marks if mark.start < mark.end and mark.start < stop and mark.end > start]
    cuts = sorted(
        {start, stop, *(place for mark in inside for place in (mark.start, mark.end) if start < place < stop)}
    )
    found: list[Piece] = []
    for left, right in pairwise(cuts):
        over = [mark for mark in inside if mark.start <= left and right <= mark.end]
        closes = tuple(mark for mark in inside if mark.end == right or (right == stop and mark.end > stop))
        shortest = min(over, key=lambda mark: mark.end - mark.start, default=None)
        found.append(Piece(text[left:right], bool(over), closes, url=shortest.url if shortest else ""))
    return tuple(found)


def excerpt(text: str, marks: Sequence[Mark], *, limit: int) -> tuple[Piece, ...]:
    """All of a text up to ``limit`` code points; of a longer one its marked spans with some words around them."""
    if len(text) <= limit:
        return pieces(text, marks)
    windows = _windows(text, marks or [Mark(0, min(limit, len(text)), "", "")])
    found: list[Piece] = []
    for left, right in windows:
        if left > 0:
            found.append(Piece("", gap=True))
        found.extend(pieces(text, marks, start=left, end=right))
    if windows[-1][1] < len(text):
        found.append(Piece("", gap=True))
    return tuple(found)


def clip(text: str, limit: int) -> str:
    """The first words of a text, on one line, with an ellipsis where it goes on."""
    line = " ".join(text[: limit * 4].split())
    if len(line) <= limit and len(text) <= limit * 4:
        return line
    cut = line[: limit - 1]
    space = cut.rfind(" ")
    return (cut[:space] if space > limit // 2 else cut) + "…"


def carried(statement: str, words: str) -> tuple[int, int]:
    """The part of a statement whose content words also stand in ``words``: from the first of them to the last.

    All of it where it stands there verbatim, or where they share nothing that can be told apart (another script).
    """
    known = set(content_stems(words))
    shared = [word.span() for word in _WORD.finditer(statement) if known.intersection(content_stems(word[0]))]
    if not shared or statement in words:
        return 0, len(statement)
    start, end = shared[0][0], shared[-1][1]
    while end < len(statement) and not statement[end].isspace():  # the comma after it belongs to it
        end += 1
    start = start if content_stems(statement[:start]) else 0
    return start, end if content_stems(statement[end:]) else len(statement)


def words_of(stems: Sequence[str], *texts: str) -> tuple[str, ...]:
    """Stems as a reader knows them: the first word in these texts that has the stem, else the stem itself.

    A capital that only opens a sentence is made small.
    """
    known: dict[str, str] = {}
    for text in texts:
        for found in _WORD.finditer(text):
            word = re.sub(r"['’]s$", "", found[0])
            opens = not text[: found.start()].strip(" “\"'(") or text[: found.start()].rstrip(" “\"'(")[-1] in ".!?:\n"
            known.setdefault(stem(word), word.lower() if opens and word[1:].islower() else word)
    return tuple(known.get(name, name) for name in stems)


def keeps_layout(text: str) -> bool:
    """Whether spaces at the beginning of lines mean something: code, tables, verse."""
    return re.search(r"(?m)^[ \t]{2,}\S|\t", text) is not None


def _windows(text: str, marks: Iterable[Mark]) -> list[tuple[int, int]]:
    """Stretches around the marks, moved to the next space, joined where they meet."""
    joined: list[tuple[int, int]] = []
    for mark in sorted(marks, key=lambda each: each.start):
        left, right = max(0, mark.start - _AROUND), min(len(text), mark.end + _AROUND)
        if left:
            space = text.find(" ", left, mark.start)
            left = space + 1 if space >= 0 else left
        if right < len(text):
            space = text.rfind(" ", mark.end, right)
            right = space if space > mark.end else right
        if joined and left <= joined[-1][1] + 1:
            joined[-1] = joined[-1][0], max(right, joined[-1][1])
        else:
            joined.append((left, right))
    return joined
