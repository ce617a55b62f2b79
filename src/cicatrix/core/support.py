"""Does a quote carry a claim? Compared are content stems, numbers, names, conditions and polarity, never similarity.

Two sentences with the same words can forbid and order, name Twitter and LinkedIn, or 200 and 500; so words alone never
decide. What is compared is a text's :class:`~.reading.signature.Signature`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from cicatrix.core.reading import grammar
from cicatrix.core.reading.signature import Signature, sense, signature
from cicatrix.core.text import stem

JOIN_SHARE: Final = 600
"""Thousandths of a rule's content stems that another episode has to carry to say the same."""

LIGHT: Final = frozenset(map(stem, grammar.LIGHT))
_FRAME: Final = frozenset(map(stem, grammar.FRAME))


@dataclass(frozen=True, slots=True)
class Support:
    """``share``: thousandths of the claim's content stems in the quote. ``lack``: empty, or what is missing."""

    share: int
    lack: str = ""


def needed(stems: int) -> int:
    """How many of a rule's content stems another episode has to carry."""
    return -(-JOIN_SHARE * stems // 1000)


def carries(claim: str, quote: str) -> Support:
    """How far a quote supports a claim taken from it or put in other words: it must carry all of it."""
    said, given = signature(claim), signature(quote)
    needed = said.stems - _FRAME or said.stems
    share = 1000 * len(needed & given.stems) // len(needed) if needed else 1000 * (claim in quote)
    lack = _differs(said, given)
    missing = sorted(needed - given.stems)
    if not lack and missing:
        lack = f"nothing in the quote says {', '.join(missing[:4])}"
    return Support(share, lack)


def says_the_same(claim: str, quote: str) -> Support:
    """Whether a quote of another episode says the same: :data:`JOIN_SHARE` of the stems, and nothing that differs.

    Reasons are no part of it: who repeats a lesson rarely repeats why.
    """
    said, given = sense(claim), sense(quote)
    share = 1000 * len(said.stems & given.stems) // len(said.stems) if said.stems else 0
    lack = _differs(said, given) or _differs(given, said)
    if not lack and said.markers != given.markers:
        lack = "its conditions differ"
    if not lack and any(
        said.governed[marker].isdisjoint(terms)
        for marker, terms in given.governed.items()
        if terms and said.governed.get(marker)
    ):
        lack = "its order differs"
    if not lack:
        swapped = _swapped(said, given)
        if swapped:
            lack = f"it speaks of {swapped[1]}, not of {swapped[0]}"
    if not lack:
        limit = _limit(said, given)
        if limit:
            lack = f"it holds for less: {limit}"
    if not lack and share < JOIN_SHARE:
        lack = f"it carries {share / 10:.0f} % of the words, {JOIN_SHARE / 10:.0f} % are needed"
    return Support(share, lack)


def _differs(said: Signature, given: Signature) -> str:
    """A number, name or polarity of the first that the second does not have; empty if all are there."""
    numbers = sorted(said.numbers - given.numbers)
    if numbers:
        return f"the number {numbers[0]} is not in the quote"
    names = sorted(said.names - given.stems)
    if names:
        return f"the name {names[0]} is not in the quote"
    opposite = opposite_signs(said, given)
    if opposite:
        return f"one forbids and the other does not: {opposite[0]}"
    return ""


def opposite_signs(one: Signature, other: Signature) -> list[str]:
    return sorted(
        term
        for term in one.signed.keys() & other.signed.keys()
        if term not in LIGHT and one.signed[term].isdisjoint(other.signed[term])
    )


def _swapped(said: Signature, given: Signature) -> tuple[str, str] | None:
    """Two words that stand in the same place of the two texts: another channel, another object, another act."""
    for term in sorted(said.stems - given.stems - LIGHT):
        for other in sorted(given.stems - said.stems - LIGHT):
            mine, theirs = said.slots.get(term, frozenset()), given.slots.get(other, frozenset())
            if mine & theirs or (not mine and not theirs):
                return term, other
    return _displaced(said, given) or _displaced(given, said)


def _limit(said: Signature, given: Signature) -> str:
    """A word by which the second holds for less than the first: it opens a place that the first does not have ("to
    the payments cluster"), or was pushed in before a word that stood there alone ("discounted tickets")."""
    for term in sorted(given.stems - said.stems - LIGHT):
        places = given.slots.get(term, frozenset())
        if any(place.endswith(" ") and place != "as " for place in places):
            return term
        for after in said.stems & given.stems:
            if term in given.slots.get(after, frozenset()) and not places.isdisjoint(said.slots.get(after, ())):
                return term
    return ""


def _displaced(said: Signature, given: Signature) -> tuple[str, str] | None:
    """A word that only the second has and that took a preposition's place from one of the first, though that one is
    found elsewhere: "at the rate of the payment date", not "of the invoice date"."""
    for other in sorted(given.stems - said.stems - LIGHT):
        for place in given.slots.get(other, frozenset()):
            for term in sorted(said.stems & given.stems) if place.endswith(" ") else ():
                there = given.slots.get(term, frozenset())
                if place in said.slots.get(term, frozenset()) and place not in there and other not in there:
                    return term, other
    return None
