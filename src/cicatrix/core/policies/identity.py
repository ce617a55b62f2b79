"""When two names are the same: hashes, ordinals and legal forms beside them change nothing, other words do."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from cicatrix.core.actions.call import Thing
from cicatrix.core.actions.words import is_unspaced, split
from cicatrix.core.patterns import regex
from cicatrix.core.policies.lexicon.lexicon import Lexicon
from cicatrix.core.reading.grammar import table

_HASH = regex(r"(?=.*\d)[a-z0-9]{4,}|\d+|[bcdfghjklmnpqrstvwxz]{5}")
"""Generated parts of names: hashes of replica sets, ordinals, numbers."""

_PARTS: Final = table(
    "api app application worker server service svc web backend frontend main primary replica master node core prod",
    "production live eu us canary blue green v1 v2 v3 pod pods deployment container instance default public internal",
    "central north south east west ag gmbh inc ltd llc co corp plc sa se kg ohg ab oy bv nv spa srl the a an of and dr",
    "mr mrs ms prof team group account customer client",
)
"""Words that name a part or a copy of a thing, or a legal form, and no other thing."""


def same_name(words: Sequence[str], thing: Thing, lexicon: Lexicon, head: str = "") -> bool:
    """Whether a thing's name is these words, beside parts that do not make another thing of it."""
    places = [place_of(word, thing.words, lexicon) for word in words]
    if not words or any(place is None for place in places):
        return False
    known = {place for place in places if place is not None}
    spaced = " " in thing.literal or not thing.literal
    first = min(known)
    names_follow = False  # "the flight Ostvik-Halm": what stands behind the noun is its name
    for place, word in enumerate(thing.words):
        if place in known or word in _PARTS or _HASH.fullmatch(word):
            continue
        if head and lexicon.head(word) == head:
            names_follow = spaced
            continue
        if thing.kind and lexicon.head(word) == thing.kind:
            continue
        if (spaced and place < first) or (names_follow and not lexicon.knows(word)):
            continue
        return False
    return True


def place_of(word: str, words: Sequence[str], lexicon: Lexicon) -> int | None:
    """Where a word, or another of its class, stands in a row; None where it does not."""
    for place, other in enumerate(words):
        if other == word:
            return place
    name = lexicon.head(word)
    for place, other in enumerate(words):
        if lexicon.head(other) == name:
            return place
    return None


def is_kin(one: str, other: str) -> bool:
    """Whether two words are forms of one: a linter lints, an irrigation irrigates. By their beginning alone."""
    return one == other or (_stem(one) == _stem(other) and len(_stem(one)) >= _STEM)


_STEM: Final = 4
_ENDING = regex(r"(?:ations?|ating|ated|ates?|ators?|ings?|ions?|ments?|ers?|ors?|ed|e|s)$")


@lru_cache(maxsize=16384)
def _stem(word: str) -> str:
    return _ENDING.sub("", word) if word.isascii() and word.isalpha() else word


def phrase_stands(phrase: Sequence[str], words: Sequence[str]) -> bool:
    """Whether words stand in a row, one after the other."""
    size = len(phrase)
    if any(map(is_unspaced, phrase)):
        said = "".join(words)
        return all(word in said for word in phrase)
    wanted = tuple(phrase)
    return any(tuple(words[place : place + size]) == wanted for place in range(len(words) - size + 1))


def is_negated(word: str, thing: Thing) -> bool:
    """Whether a thing says that it is not so: ``non-refundable``, or a flag that is false."""
    if word not in thing.words:
        return False
    place = thing.words.index(word)
    return place > 0 and thing.words[place - 1] in ("non", "not")


def are_segments(words: Iterable[str], path: str) -> bool:
    """Whether each word names a folder or file of the path, which no other word makes into another one."""
    segments = [split(segment) for segment in path.split("/") if segment]
    return all(
        any(word in segment and all(_is_part(word, other) for other in segment) for segment in segments)
        for word in words
    )


def _is_part(word: str, other: str) -> bool:
    return word == other or other in _PARTS or bool(_HASH.fullmatch(other))


def fits(pattern: str, literal: str) -> bool:
    """Whether a folded literal is what a pattern says; ``*`` and ``?`` stand for any letters."""
    if "*" not in pattern and "?" not in pattern:
        return pattern == literal
    return _pattern(pattern).fullmatch(literal) is not None


@lru_cache(maxsize=4096)
def _pattern(pattern: str) -> re.Pattern[str]:
    return re.compile(re.escape(pattern).replace(r"\*", ".*").replace(r"\?", "."))
