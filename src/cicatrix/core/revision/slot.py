"""The value slot: two statements that are one but for a span after the last finite verb.

"Staging runs v2.3.1" / "Staging runs v2.3.2": the frame is *staging runs*, the slot holds two versions. Whether the
second ends the first depends on how many values such an attribute can hold at a time.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Final

from cicatrix.core.patterns import regex
from cicatrix.core.reading.grammar import table
from cicatrix.core.revision.values import values
from cicatrix.core.revision.verbs import finite_places
from cicatrix.core.revision.wording import Word, words


class Holds(StrEnum):
    DEFINITE = "definite"  # "the N of", "X's N is", "label:" - one thing is meant
    ONE = "one"
    MANY = "many"
    UNKNOWN = "unknown"


class ValueType(StrEnum):
    FIGURE = "figure"
    NAME = "name"
    WORD = "word"


@dataclass(frozen=True, slots=True)
class Slot:
    """``frame``, ``old``, ``new``: words as written. ``holds``: how many values the frame can hold."""

    frame: str
    old: str
    new: str
    holds: Holds
    type: ValueType
    definite_subject: bool


_NOW: Final = regex(
    r"(?:,? (?:now|currently|these days|nowadays|instead|actually|at present|any ?more|already|again|as of \w+|from "
    r"now on))+[ .!]*$",
    re.IGNORECASE,
)
_LEAD: Final = regex(
    r"^(?:(?:correction|update|final|fix|fyi|btw|actually|so|and|but|now|sorry|note|ok|okay|oops|hi|hello"
    r"|well)\b[,:;.!-]*\s*)+",
    re.IGNORECASE,
)
_INNER: Final = regex(r"\b(?:now|currently|actually)\s", re.IGNORECASE)
_PREPOSITIONS: Final = table(
    "of to in by for at with on from as",
)
_INDEFINITE: Final = table(
    "a an some several many people nobody someone somebody",
)
_MANY: Final = regex(
    r"\b(?:likes?|loves?|enjoys?|hates?|dislikes?|allerg\w+|speaks?|visited|owns?|plays?|knows?|bought|read|watched"
    r"|ate|met"
    r"|has|have|had|went|flew|won|wrote|child|children|sister|brother|sibling|friends?|hobb\w+|known|worked"
    r"|studied"
    r"|supports?|includes?|contains?|take|takes|eat|eats|collects?|sells?|offers?|wants?|needs?|see|seeing|do|does"
    r"|did|calls?"
    r"|return(?:s|ed)?|off|out|away)\b",
    re.IGNORECASE,
)
_SINGLE: Final = regex(
    r"\b(?:lives?|resides?|works? (?:at|for|as)|employ\w+|job|title|named?|called|age|aged|years old|e-?mail|phone"
    r"|number"
    r"|address|favou?rite|married|spouse|wife|husband|partner|fianc\w+|capital|ceo|cto|cfo|chief|chair\w*|president"
    r"|director"
    r"|head|manager|boss|leader|captain|coach|owner|minister|governor|mayor|headquarter\w*|located|based|born|died"
    r"|birthday"
    r"|deadline|due|version|port|limit|budget|price|costs?|rate|status|time ?zone|language|currency|author"
    r"|citizen\w*|religion"
    r"|sport|position|continent|country|city|developer|company|university|educated|major|password|office|runs?"
    r"|retention|reports"
    r"|expires?|starts?|ends?|opens?|closes?|leaves|departs|arrives|lasts?|ships|listens|plan|tier|seats?"
    r"|(?:created|written|founded|developed|performed|composed|directed|invented|painted|discovered|produced"
    r"|designed) by)\b",
    re.IGNORECASE,
)
_THE_OF: Final = regex(r"\bthe \w+(?: \w+)? of$", re.IGNORECASE)
_OWNED: Final = regex(r"^(?:the|my|our|his|her|their|\S+'s|\S+ \S+'s)\b", re.IGNORECASE)
_LABEL: Final = regex(r"^[\w ]{2,30}:")
_ROLE: Final = regex(
    r"^(?:is|was) (?:the|my|our|his|her)\b (?!best friend|friend|colleague|member|brother|sister|one)", re.IGNORECASE
)


@lru_cache(maxsize=4096)
def without_time(text: str) -> str:
    """A sentence without what only says that it is so by now, or that a correction follows."""
    return _INNER.sub("", _NOW.sub("", _LEAD.sub("", text.strip()))).strip(" .!")


@lru_cache(maxsize=4096)
def find_slot(old: str, new: str) -> Slot | None:
    """The slot in which two normalised sentences differ; None when they differ elsewhere too."""
    old, new = without_time(old), without_time(new)
    a, b = words(old), words(new)
    front = _common(a, b)
    back = min(_common(a[::-1], b[::-1]), len(a) - front, len(b) - front)
    if front < (1 if _label(old, a) else 2) or len(a) == front + back or len(b) == front + back:
        return None
    finite = [place for place in finite_places(a) if place < front] or _label(old, a)
    later = [p for p in finite_places(a) if p >= front] or [p for p in finite_places(b) if p >= front]
    if not finite or later or a[0].low in _INDEFINITE:
        return None
    start = front  # a name is one value: "New York" / "New Orleans"
    while start > finite[-1] + 1 and a[start - 1].capital and a[start].capital:
        start -= 1
    held, holds_now = a[start:], b[start:]
    if start == finite[-1] + 1 and (_is_compound(held) or _is_compound(holds_now)):
        return None
    held_stems, now_stems = ({word.stem for word in span if word.content} for span in (held, holds_now))
    if held_stems <= now_stems or now_stems <= held_stems:
        return None  # one only says more than the other
    type_of = _type(held, holds_now)
    around_differs = _around_values(old, a, start) != _around_values(new, b, start)
    if type_of is ValueType.FIGURE and (
        around_differs or _differ_in_more(old[a[start].start :], new[b[start].start :])
    ):
        return None
    frame = old[: a[start].start].strip()
    return Slot(
        frame,
        old[a[start].start :],
        new[b[start].start :],
        _holds(frame, a, finite, start, held, holds_now),
        type_of,
        bool(_OWNED.match(frame)) or a[0].capital,
    )


def same_role(old: str, new: str) -> bool:
    """Whether two sentences give one role to two holders: "Ann is the CTO of Acme" / "Bo is the CTO of Acme"."""
    a, b = words(without_time(old)), words(without_time(new))
    back = _common(a[::-1], b[::-1])
    one, two, tail = a[: len(a) - back], b[: len(b) - back], a[len(a) - back :]
    return (
        0 < len(one) <= 4
        and 0 < len(two) <= 4
        and len(tail) >= 3
        and all(word.capital for word in (*one, *two))
        and _ROLE.match(" ".join(word.surface for word in tail)) is not None
    )


def _common(a: Sequence[Word], b: Sequence[Word]) -> int:
    """How many first words are the same; other forms of a verb count ("works", "work")."""
    count = 0
    for one, two in zip(a, b, strict=False):
        if one.low != two.low and (one.stem != two.stem or one.figure or one.capital != two.capital):
            break
        count += 1
    return count


def _label(text: str, sentence: Sequence[Word]) -> list[int]:
    """The place of the last word before "label:", which stands for a verb."""
    match = _LABEL.match(text)
    return [word.place for word in sentence if match and word.start < match.end()][-1:]


def _is_compound(span: Sequence[Word]) -> bool:
    """Whether a span tells of more than a value: "engineer at Acme" has an attribute word led by a preposition."""
    return any(
        word.low in _PREPOSITIONS and place > 0 and not span[place - 1].capital and not span[place - 1].figure
        for place, word in enumerate(span[:-1])
    )


def _around_values(text: str, sentence: Sequence[Word], start: int) -> list[str]:
    """The words of a span that belong to no value."""
    told = values(text)
    return [word.low for word in sentence[start:] if not any(value.start <= word.start < value.end for value in told)]


def _differ_in_more(old: str, new: str) -> bool:
    """Whether values of more than one kind differ: "40k in May" / "52k in June"."""
    one, two = ({(value.kind, value.key) for value in values(span)} for span in (old, new))
    return len({kind for kind, _ in one ^ two}) > 1 and len(one) > 1


def _type(held: Sequence[Word], now: Sequence[Word]) -> ValueType:
    figures = [any(word.figure for word in span) for span in (held, now)]
    dated = [bool(values(" ".join(word.surface for word in span))) for span in (held, now)]
    if all(figures) or all(dated):
        return ValueType.FIGURE
    return ValueType.NAME if held[0].capital and now[0].capital else ValueType.WORD


def _holds(
    frame: str, sentence: Sequence[Word], finite: Sequence[int], start: int, held: Sequence[Word], now: Sequence[Word]
) -> Holds:
    doing = any(span[0].low.endswith("ing") and len(span[0].low) > 4 and not span[0].capital for span in (held, now))
    ends_in_is = sentence[start - 1].low in ("is", "are", "was", "were") and finite[-1] == start - 1
    labelled = frame.endswith((":", "=")) or _LABEL.match(frame) is not None
    if not doing and (_THE_OF.search(frame) or labelled or (_OWNED.match(frame) and ends_in_is)):
        return Holds.DEFINITE
    if _MANY.search(frame):
        return Holds.MANY
    return Holds.ONE if _SINGLE.search(frame) else Holds.UNKNOWN
