"""Quantities in words, and the limits that rules set: "refunds above 200 euros", "no orders after 18:00".

A number in a query is no unknown thing where a rule's limit is of the same kind: 300 euros are compared with 200, 19:00
with 18:00. And a question after a measure ("how cold", "what temperature") is answered by a quantity of that kind,
whatever words stand beside it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from cicatrix.core.text import content_stems, fold, stem

_UNITS: Final = {
    alias: kind
    for kind, aliases in {
        "euro": "€ eur euro euros",
        "dollar": "$ usd dollar dollars bucks",
        "pound": "£ gbp pound pounds quid",
        "yen": "¥ jpy yen",
        "percent": "% percent pct",
        "degree": "° °c °f degree degrees celsius fahrenheit",
        "hour": "h hr hrs hour hours",
        "minute": "min mins minute minutes",
        "second": "s sec secs second seconds",
        "day": "day days",
        "week": "week weeks",
        "month": "month months",
        "year": "year years",
        "kilogram": "kg kilo kilos kilogram kilograms",
        "gram": "g gram grams",
        "metre": "m metre metres meter meters",
        "kilometre": "km kilometre kilometres kilometer kilometers",
        "gigabyte": "gb gib gigabyte gigabytes",
        "megabyte": "mb mib megabyte megabytes",
        "litre": "l litre litres liter liters",
    }.items()
    for alias in aliases.split()
}
CLOCK: Final = "clock"
_MEASURES: Final = {
    word: frozenset(units.split())
    for words, units in (
        ("cold hot warm cool temperature", "degree"),
        ("cost costs price expensive cheap fee worth pay paid charge", "euro dollar pound yen percent"),
        ("long duration short quickly fast last take takes", "second minute hour day week month year"),
        ("old age", "day week month year"),
        ("heavy weight weigh", "kilogram gram"),
        ("far distance tall high height wide width deep depth", "metre kilometre"),
        ("large big memory size space", "gigabyte megabyte metre litre"),
        ("time late early", CLOCK),
    )
    for word in words.split()
}
_NUMBER: Final = r"\d+(?:[.,]\d+)*"
_QUANTITY: Final = re.compile(
    rf"(?P<clock>\b\d{{1,2}}(?::\d\d|\s?[ap]m)\b)"
    rf"|(?P<sign>[€$£¥])?(?<![\w.,/:-])(?P<number>{_NUMBER})(?:\s?(?P<mark>[€$£¥%]|°[cf]?)|\s?(?P<unit>[^\W\d_]+)\b)?(?![\w/-])"
)
_LIMIT: Final = re.compile(
    r"\b(?:above|over|below|under|beyond|exceed(?:s|ing)?|than|least|most|up to|until|till|before|after|past|from|max"
    r"|maximum|min|minimum|limit(?:ed)? (?:to|of)|between|to|within|every|only|ends? at|starts? at|closes? at"
    r"|opens? at|by|at)\W*$"
)
_THRESHOLD: Final = re.compile(r"\b(?:above|over|below|under|beyond|exceed(?:s|ing)?|than)\W*$")
_LIMIT_AFTER: Final = re.compile(r"^\W*(?:or (?:more|less|fewer)|and (?:above|over|below|more|less|up)|\+)")


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number as it is written, its kind (a unit, a counted noun's stem, ``clock``, or nothing), and its stems."""

    written: str
    kind: str
    is_limit: bool
    is_threshold: bool  # a limit where another rule begins ("above 200"), and not how much there is
    stems: frozenset[str]  # of the number and of a unit written onto it; a unit that is a word of its own stays out


@lru_cache(maxsize=4096)
def quantities(text: str) -> tuple[Quantity, ...]:
    """The quantities of a text in order. Identifiers and versions (INV-20, 3.2.1, lobby-7) are none."""
    folded = fold(text)
    found = []
    for match in _QUANTITY.finditer(folded):
        if match["number"] and match["number"].count(".") > 1:
            continue
        before, after = folded[: match.start()], folded[match.end() :]
        limit = _LIMIT.search(before) is not None or _LIMIT_AFTER.match(after) is not None
        number = match["clock"] or match["number"]
        if match["sign"]:  # what follows is another word: "€300 to Ana"
            written = f"{match['sign']}{number}"
        else:
            written = match[0].strip() if match["clock"] or _kind(match) else number  # "8 of the": no unit
        found.append(
            Quantity(
                written,
                CLOCK if match["clock"] else _kind(match),
                limit,
                _THRESHOLD.search(before) is not None,
                frozenset(content_stems(number)),
            )
        )
    return tuple(found)


def compared(query: str, text: str) -> tuple[Quantity, ...]:
    """The quantities of a query that a limit in ``text`` speaks of: of its kind; a time of day beside "before 10"."""
    numbers = quantities(query)
    if not numbers:
        return ()
    kinds = {quantity.kind for quantity in quantities(text) if quantity.is_limit}
    return tuple(
        asked
        for asked in numbers
        if (asked.kind and asked.kind in kinds)
        or (asked.kind == CLOCK and "" in kinds)
        or (not asked.kind and CLOCK in kinds)
    )


def shares_only_other_numbers(query: str, stems: Sequence[str], text: str) -> bool:
    """Whether all that a text has of a query are numbers of other things: 100 replicas beside refunds over 100 euros.

    ``stems`` are those of the query. Neighbours of a turn lend words that its own text has not: where it has none of
    the query's, nothing is said.
    """
    own = set(content_stems(text))
    shared = {stem for stem in stems if stem in own}
    if not shared or not all(stem.isdigit() for stem in shared):
        return False
    asked = {stem: quantity.kind for quantity in quantities(query) for stem in quantity.stems}
    told = {stem: quantity.kind for quantity in quantities(text) if quantity.kind for stem in quantity.stems}
    return all(stem in asked and stem in told and asked[stem] != told[stem] for stem in shared)


def measured(query: str, text: str) -> frozenset[str]:
    """The stems of words in a query that ask for a measure which ``text`` gives: "how cold" beside "8 degrees"."""
    asked = measures_in(query)
    if not asked:
        return frozenset()
    kinds = {quantity.kind for quantity in quantities(text) if not quantity.is_threshold}
    return frozenset(stem(word) for word, units in asked if not kinds.isdisjoint(units))


@lru_cache(maxsize=256)
def measures_in(query: str) -> tuple[tuple[str, frozenset[str]], ...]:
    """The words of a query that ask for a measure, each with the units that answer it."""
    words = re.findall(r"[^\W\d_]+", fold(query))
    return tuple((word, _MEASURES[word]) for word in words if word in _MEASURES)


def _kind(match: re.Match[str]) -> str:
    for part in (match["sign"], match["mark"], match["unit"]):
        if part and part in _UNITS:
            return _UNITS[part]
    unit = match["unit"]
    counted = content_stems(unit) if unit else ()
    return counted[0] if counted else ""
