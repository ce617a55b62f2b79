"""An excerpt of an episode that is too big for the budget: what in it shares most with the query, word for word.

Whole paragraphs, or whole sentences of a long paragraph, in their order; ``…`` stands for what was passed over. Each
passage is known by its place in the episode, so that anyone can look it up and a replay finds the same. Nothing is
taken that shares no word with the query: then there is no excerpt.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from cicatrix.core.shown import Field
from cicatrix.core.text import content_stems, count_tokens

GAP: Final = " … "

_PARAGRAPH: Final = re.compile(r"[^\n]+")
_SENTENCE: Final = re.compile(r"\S.*?(?:[.!?…][\"')\]]*(?=\s)|[。！？]|$)", re.DOTALL)
_PARAGRAPH_SHARE: Final = 3  # a paragraph of more than a third of the room is taken apart
_TRIED: Final = 100  # so many of the best passages are tried
_HEAD_SHARE: Final = 4  # a title or a call of no more than a quarter of the room is shown with the passages


@dataclass(frozen=True, slots=True)
class Passage:
    """``words(field)[start:end]`` of the episode, in code points."""

    field: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Excerpt:
    """``text`` as it is shown; ``passages`` in order; ``lines``: where in the text each field begins, label first."""

    text: str
    passages: tuple[Passage, ...]
    lines: dict[str, int]


@dataclass(frozen=True, slots=True)
class _Unit:
    field: int
    start: int  # in the shown text
    end: int
    worth: int


def excerpt(text: str, fields: Sequence[Field], weights: Mapping[str, int], *, room: int) -> Excerpt | None:
    """The passages of a shown text that share most with a query, in at most ``room`` tokens; None where none fits.

    ``weights`` are the stems of the query with what each weighs. Of passages that weigh the same, the earlier counts.
    """
    units = [
        _Unit(place, start, end, worth)
        for place, field in enumerate(fields)
        if field.name
        for start, end in _units(text, field, room)
        if (worth := sum(weights.get(stem, 0) for stem in content_stems(text[start:end])))
    ]
    chosen: list[_Unit] = []
    head = _head(text, fields, room)
    for unit in sorted(units, key=lambda each: (-each.worth, each.start))[:_TRIED]:
        tried = sorted([*chosen, unit], key=lambda each: each.start)
        if count_tokens(_written(text, fields, tried, head)[0]) <= room:
            chosen = tried
    if not chosen:
        return None
    passages = tuple(
        Passage(fields[place].name, start - fields[place].start, end - fields[place].start)
        for place, spans in _joined(text, chosen)
        for start, end in spans
    )
    written, lines = _written(text, fields, chosen, head)
    return Excerpt(written, passages, lines)


def _units(text: str, field: Field, room: int) -> list[tuple[int, int]]:
    """The paragraphs of a field, and the sentences of those that are long."""
    found: list[tuple[int, int]] = []
    for paragraph in _PARAGRAPH.finditer(text, field.start, field.end):
        if count_tokens(paragraph[0]) * _PARAGRAPH_SHARE <= room:
            found.append(paragraph.span())
        else:
            found += [sentence.span() for sentence in _SENTENCE.finditer(text, *paragraph.span())]
    return found


def _head(text: str, fields: Sequence[Field], room: int) -> int:
    """The first field, where it says what the rest is of, and is short; -1 where there is none."""
    if len(fields) < 2:
        return -1
    first = fields[0]
    return 0 if count_tokens(text[first.line : first.end]) * _HEAD_SHARE <= room else -1


def _joined(text: str, units: Sequence[_Unit]) -> list[tuple[int, list[tuple[int, int]]]]:
    """By field the spans of units in order; neighbours with nothing but space between them are one."""
    found: list[tuple[int, list[tuple[int, int]]]] = []
    for unit in units:
        if not found or found[-1][0] != unit.field:
            found.append((unit.field, []))
        spans = found[-1][1]
        if spans and not text[spans[-1][1] : unit.start].strip():
            spans[-1] = (spans[-1][0], unit.end)
        else:
            spans.append((unit.start, unit.end))
    return found


def _written(text: str, fields: Sequence[Field], units: Sequence[_Unit], head: int) -> tuple[str, dict[str, int]]:
    lines: list[str] = []
    begins: dict[str, int] = {}
    joined = _joined(text, units)
    if head >= 0 and head not in [place for place, _ in joined]:
        lines.append(text[fields[head].line : fields[head].end])
    for place, spans in joined:
        field = fields[place]
        before = GAP.lstrip() if text[field.start : spans[0][0]].strip() else ""
        after = GAP.rstrip() if text[spans[-1][1] : field.end].strip() else ""
        words = GAP.join(text[start:end] for start, end in spans)
        begins[field.name] = sum(len(line) + 1 for line in lines)
        lines.append(f"{text[field.line : field.start]}{before}{words}{after}")
    return "\n".join(lines), begins
