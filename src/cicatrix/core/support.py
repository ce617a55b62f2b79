"""Does a quote carry a claim? Compared are content stems, numbers, names, conditions and polarity, never similarity.

Two sentences with the same words can forbid and order, name Twitter and LinkedIn, or 200 and 500; so words alone never
decide. What is compared is a text's :class:`Signature`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from cicatrix.core import grammar
from cicatrix.core.text import content_stems, fold, stem

JOIN_SHARE: Final = 600
"""Thousandths of a rule's content stems that another episode has to carry to say the same."""

_TOKEN: Final = re.compile(r"[^\W_][\w'’-]*(?:[./@:][\w-]+)*|[.,:;!?…。，：；！？()\n]|\s[–—-]+\s|—")
_NUMBER: Final = re.compile(r"(?<!\w)\d+(?:[.,:]\d+)*(?!\w)")
_NUMBER_WORDS: Final = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_NEGATORS: Final = grammar.table(
    "never no not don't dont cannot avoid stop nothing nobody none neither nor without nie niemals kein keine",
    "keinen keinem",
    "keiner nicht nunca jamás sin ningún ninguna ne pas jamais aucun aucune sans ohne",
)
_POLARITY: Final = frozenset(map(stem, _NEGATORS | {"always"}))  # their sense is compared, not their words
_TURNS: Final = frozenset(["but", "instead", "only", "rather", "always", "just", "sondern", "sino", "mais"])
_GOES_ON: Final = frozenset(",()")  # marks that a negation reaches across
_OPENS: Final = frozenset(".:!?。！？\n")  # marks after which a capital says nothing
_CUTS: Final = frozenset(".;!?:")
_CJK_NEGATION: Final = re.compile(r"不(?:要|得|许|准|能|可)|别|勿|禁止|严禁|绝不|ない|禁止|마세요|금지")
_MARKERS: Final[dict[str, str]] = {
    **dict.fromkeys(["if", "when", "whenever", "once", "wenn", "sobald", "si", "cuando", "quand"], "if"),
    **dict.fromkeys(["unless", "except", "excluding", "außer", "salvo", "excepto", "sauf"], "except"),
    **dict.fromkeys(["before", "until", "till", "bevor", "vor", "antes", "avant"], "before"),
    **dict.fromkeys(["after", "nachdem", "nach", "después", "après"], "after"),
    **dict.fromkeys(["only", "nur", "solo", "sólo", "seulement"], "only"),
    **dict.fromkeys(["without", "ohne", "sin", "sans"], "without"),
}
_LIGHT: Final = frozenset(map(stem, grammar.LIGHT))
_DATES: Final = frozenset(map(stem, grammar.DAYS | grammar.MONTHS))
_FRAME: Final = frozenset(map(stem, grammar.FRAME))


@dataclass(frozen=True, slots=True)
class Signature:
    """What a text says, as far as code can tell. ``signed``: content stem → whether it stands under a negation."""

    stems: frozenset[str]
    signed: dict[str, frozenset[bool]]
    numbers: frozenset[str]
    names: frozenset[str]  # stems of proper names and identifiers
    markers: frozenset[str]  # kinds of condition and exception
    slots: dict[str, frozenset[str]]  # stem → what it follows: a preposition or the stem before it


@dataclass(frozen=True, slots=True)
class Support:
    """``share``: thousandths of the claim's content stems in the quote. ``lack``: empty, or what is missing."""

    share: int
    lack: str = ""


@lru_cache(maxsize=65536)
def signature(text: str) -> Signature:
    signed: dict[str, set[bool]] = {}
    slots: dict[str, set[str]] = {}
    names: set[str] = set()
    markers: set[str] = set()
    negative = _CJK_NEGATION.search(text) is not None
    always = negative
    opening, before = True, ""
    for found in _TOKEN.finditer(text.replace("’", "'")):
        written = found[0].strip()
        word = fold(written)
        if not written[:1].isalnum():
            negative = always or (negative and written in _GOES_ON)
            opening = opening or written in _OPENS
            before = "" if written in _CUTS else before
            continue
        if word in _NEGATORS or word.endswith("n't"):
            negative = True
        elif word in _TURNS:
            negative = always
        if word in _MARKERS:
            markers.add(_MARKERS[word])
        stems = [term for term in content_stems(written) if term not in _POLARITY]
        for term in stems:
            signed.setdefault(term, set()).add(negative)
            if before:
                slots.setdefault(term, set()).add(before)
        if stems and (_is_name(written, opening) or not _DATES.isdisjoint(stems)):
            names.update(stems)
        if stems:
            before = stems[-1]
        elif word in grammar.SLOTS:
            before = f"{word} "
        opening = False
    return Signature(
        stems=frozenset(content_stems(text)) - _POLARITY,
        signed={term: frozenset(signs) for term, signs in signed.items()},
        numbers=_numbers(text),
        names=frozenset(names),
        markers=frozenset(markers),
        slots={term: frozenset(places) for term, places in slots.items()},
    )


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
    """Whether a quote of another episode says the same: :data:`JOIN_SHARE` of the stems, and nothing that differs."""
    said, given = signature(claim), signature(quote)
    share = 1000 * len(said.stems & given.stems) // len(said.stems) if said.stems else 0
    lack = _differs(said, given) or _differs(given, said)
    if not lack and said.markers != given.markers:
        lack = "its conditions differ"
    if not lack:
        swapped = _swapped(said, given)
        if swapped:
            lack = f"it speaks of {swapped[1]}, not of {swapped[0]}"
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
    opposite = _opposite_signs(said, given)
    if opposite:
        return f"one forbids and the other does not: {opposite[0]}"
    return ""


def _opposite_signs(one: Signature, other: Signature) -> list[str]:
    return sorted(
        term
        for term in one.signed.keys() & other.signed.keys()
        if term not in _LIGHT and one.signed[term].isdisjoint(other.signed[term])
    )


def _swapped(said: Signature, given: Signature) -> tuple[str, str] | None:
    """Two words that stand in the same place of the two texts: another channel, another object, another act."""
    for term in sorted(said.stems - given.stems - _LIGHT):
        for other in sorted(given.stems - said.stems - _LIGHT):
            mine, theirs = said.slots.get(term, frozenset()), given.slots.get(other, frozenset())
            if mine & theirs or (not mine and not theirs):
                return term, other
    return None


def _numbers(text: str) -> frozenset[str]:
    found = {number.rstrip(".,:") for number in _NUMBER.findall(text)}
    plain = {re.sub(r"[,.](?=\d{3}(?!\d))", "", number) for number in found}
    words = frozenset(re.findall("[a-z]+", text.casefold()))
    spoken = {str(value) for value, word in enumerate(_NUMBER_WORDS, start=2) if word in words}
    return frozenset(plain | spoken)


def _is_name(written: str, opening: bool) -> bool:
    """A capital inside a sentence, or an identifier anywhere; not a word that is only shouted."""
    if any(char.isdigit() for char in written):
        return any(char.isalpha() for char in written)
    if "_" in written or "/" in written or "." in written.strip("."):
        return True
    if written.isupper():
        return len(written) > 1 and fold(written) not in grammar.VERBS | grammar.NOT_VERBS | grammar.LIGHT
    if any(char.isupper() for char in written[1:]):
        return True
    return not opening and written[0].isupper() and written != "I"
