"""Occasions: two events of different days, and two statements that hold under different conditions.

"Checkout was down today", said in May and again in June, are two outages; "On Mondays standup is at 9:30" and "On
Wednesdays standup is at 10" are two rules. Neither ends the other.
"""

from __future__ import annotations

import re
from datetime import date, timedelta
from functools import lru_cache
from typing import Final

from cicatrix.core.patterns import regex
from cicatrix.core.revision import tables
from cicatrix.core.revision.pair import Pair
from cicatrix.core.revision.values import values
from cicatrix.core.revision.wording import words

_DAYS: Final = (
    (r"today|today's|this (?:morning|afternoon|evening)|tonight|just now|heute|aujourd'hui|hoy", 0),
    (r"yesterday|yesterday's|last night|gestern|hier|ayer", -1),
)
_SEASON: Final = r"(?:year(?:'s)?|spring|summer|autumn|fall|winter)"
_YEARS: Final = (
    (rf"this {_SEASON}|(?:dieses|dieser) (?:jahr|sommer)|cet été|cette année|este (?:año|verano)", 0),
    (rf"last {_SEASON}|letztes jahr|letzter sommer|l'an dernier|l'été dernier|el año pasado", -1),
)
_DEICTIC: Final = tuple(
    (regex(rf"\b(?:{pattern})\b", re.IGNORECASE), unit, offset)
    for unit, lines in (("day", _DAYS), ("year", _YEARS))
    for pattern, offset in lines
)
_FROM_THEN: Final = regex(r"\b(?:as of|from|effective|since|starting) (?:today|yesterday|tonight)\b", re.IGNORECASE)
_AGAIN: Final = regex(r"\b(?:this time|once more|another (?:one|time)|yet again|for the second time)\b", re.IGNORECASE)
_EVENT: Final = regex(
    r"\b(?:was|were|had|went|ran|came|saw|met|got|bought|sold|won|lost|flew|drove|ate|did|took|made|paid|sent|gave"
    r"|left|"
    r"showed|been|done|hemos|fuimos|\w{3,}ed)\b",
    re.IGNORECASE,
)
_YEAR: Final = regex(r"\b(?:in|on|the|of|since|during) (?:\w+ )?((?:19|20)\d\d)\b")
_SCOPE: Final = regex(
    r"^(?:(?:on|in|at|for|within|under|during|with|from) (?P<what>[^,.;:]{2,40}?)(?:,|(?= (?:we|i|the|it|use|a"
    r"|autoscaling|standup)\b))"
    r"|(?P<day>(?:mon|tues|wednes|thurs|fri|satur|sun)days?) )",
    re.IGNORECASE,
)
_DAYS_OF_WEEK: Final = regex(r"\b(?:on )?((?:mon|tues|wednes|thurs|fri|satur|sun)day)s\b", re.IGNORECASE)


def other_occasion(pair: Pair) -> str:
    """Why two statements tell of two events, or nothing."""
    one, two = _dates_told(pair.old_text, pair.old.said_at), _dates_told(pair.said, pair.new.said_at)
    if one and two and not _overlap(one, two) and all(len(day) > 4 for day in one | two):
        return f"two days: {min(one)} / {min(two)}"
    if _EVENT.search(pair.old_text) and _EVENT.search(pair.said):
        if one and two and not _overlap(one, two):
            return f"two events: {min(one)} / {min(two)}"
        if _AGAIN.search(pair.said):
            return "another event of the kind"
    return ""


def other_scope(pair: Pair) -> str:
    """Why two statements hold under different conditions, or nothing."""
    one, two = _scope(pair.old_text), _scope(pair.said)
    if one and two and not one & two and not _mentions(pair.said, one):
        return f"other conditions: {' '.join(sorted(one))} / {' '.join(sorted(two))}"
    return ""


def disjoint_periods(pair: Pair) -> bool:
    """Whether the times that observation gave two statements do not meet."""
    old, new = pair.old, pair.new
    return bool(
        (old.valid_to and new.valid_from and old.valid_to < new.valid_from)
        or (new.valid_to and old.valid_from and new.valid_to < old.valid_from)
    )


@lru_cache(maxsize=4096)
def _dates_told(text: str, said_at: str) -> frozenset[str]:
    """Days and years that a statement places itself on: named, or reckoned from the day on which it was said."""
    found = {match[1] for match in _YEAR.finditer(text)}
    text = _FROM_THEN.sub(" ", text)
    said = _day(said_at)
    if said is not None:
        for pattern, unit, offset in _DEICTIC:
            if pattern.search(text):
                found.add((said + timedelta(days=offset)).isoformat() if unit == "day" else str(said.year + offset))
    return frozenset(found)


@lru_cache(maxsize=1024)
def _day(said_at: str) -> date | None:
    try:
        return date.fromisoformat(said_at[:10])
    except ValueError:
        return None


def _overlap(one: frozenset[str], two: frozenset[str]) -> bool:
    return any(a.startswith(b) or b.startswith(a) for a in one for b in two)


@lru_cache(maxsize=4096)
def _scope(text: str) -> frozenset[str]:
    """The stems of the condition with which a statement opens; a weekday stands for all of its forms."""
    match = _SCOPE.match(text)
    if match is None:
        return frozenset()
    if match["day"]:
        return frozenset((match["day"].lower().rstrip("s"),))
    days = _DAYS_OF_WEEK.findall(match["what"])
    if days:
        return frozenset(day.lower() for day in days)
    if values(match["what"]):
        return frozenset()
    return frozenset(word.stem for word in words(match["what"]) if word.content and word.stem not in tables.LIGHT)


def _mentions(text: str, stems: frozenset[str]) -> bool:
    return any(word.stem in stems or word.low.rstrip("s") in stems for word in words(text))


_DATED: Final = regex(
    r"\b(?:in|on) (?:(?:19|20)\d\d|(?:mon|tues|wednes|thurs|fri|satur|sun)day\b(?!s)|\d{1,2} \w+|[A-Z]\w+ \d{1,2})",
    re.I,
)
_HAPPENED: Final = regex(
    r"\b(?:visited|bought|went|hired|met|travelled|traveled|moved|ran|sold|promoted|won|had|saw|flew|broke|crashed"
    r"|released"
    r"|launched|started|joined|off|out|away|seeing|meeting)\b",
    re.IGNORECASE,
)


def is_dated_event(text: str) -> bool:
    """Whether a statement tells of something that happened, or is going to, on a day or in a year."""
    return _DATED.search(text) is not None and _HAPPENED.search(text) is not None
