"""Words of names and values, folded so that a rule and a call write them alike: ``closeTickets`` is close, ticket."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from cicatrix.core.patterns import regex
from cicatrix.core.text import fold

_CAMEL = re.compile(r"(?<=[a-z0-9][a-z])(?=[A-Z])|(?<=[a-z][0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z]{2})")
_PIECE = regex(r"[^\W_]+(?:'[^\W_]+)*")
_POSSESSIVE: Final = ("'s", "'")
_CJK = regex("[\u3400-\u9fff]")
_KEPT: Final = frozenset(
    """
    access across address always analysis aws basis bonus bus business campus canvas census chaos class corpus css
    dhcps dns ecs eks express focus gas gcs has https ios is its js kms kubernetes lens less news nfs os pass plus
    postgres press process radius redis sales series sms sns species sqs status this tls us virus vms was
    """.split()
)
_IRREGULAR: Final = {
    "people": "person", "children": "child", "men": "man", "women": "woman", "indices": "index", "vertices": "vertex",
    "analyses": "analysis", "criteria": "criterion", "media": "media", "vms": "vm", "leaves": "leaf", "lives": "live",
    "knives": "knife", "wives": "wife", "shelves": "shelf", "mice": "mouse", "aliases": "alias", "statuses": "status",
    "databases": "database", "caches": "cache", "cookies": "cookie", "movies": "movie", "movements": "movement",
    "releases": "release", "leases": "lease", "purchases": "purchase", "invoices": "invoice", "expenses": "expense",
    "licenses": "license", "licences": "licence", "cases": "case", "bases": "base", "houses": "house",
    "warehouses": "warehouse", "responses": "response", "courses": "course", "nurses": "nurse", "causes": "cause",
    "clauses": "clause", "pauses": "pause", "addresses": "address", "buses": "bus", "viruses": "virus",
}  # fmt: skip


def split(text: str) -> tuple[str, ...]:
    """The words of a value, in order: cut at what is no letter and no figure, folded, singular.

    A run of Chinese characters stays one word. ``KX-101`` is (kx, 101); ``Harlow Dental's`` is (harlow, dental).
    """
    return _split(text) if len(text) <= _SHORT else _pieces(text)


@lru_cache(maxsize=4096)
def split_name(name: str) -> tuple[str, ...]:
    """The words of a tool's or a field's name, which are cut at a change of case too: ``bulkUpdate`` is bulk, update."""
    return _pieces(_CAMEL.sub(" ", name))


_SHORT: Final = 120
"""Code points of what is worth remembering: names and identifiers come again, messages do not."""


def _pieces(text: str) -> tuple[str, ...]:
    return tuple(word for piece in _PIECE.findall(fold(text)) if (word := singular(piece)))


_split = lru_cache(maxsize=16384)(_pieces)


@lru_cache(maxsize=16384)
def singular(word: str) -> str:
    """A folded word without its English possessive and plural; others come back as they are."""
    for ending in _POSSESSIVE:
        word = word.removesuffix(ending)
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if len(word) < 3 or not word.endswith("s") or word in _KEPT or word.endswith(("ss", "us", "is")):
        return word
    if any(character.isdigit() for character in word):
        return word
    if word.endswith("ies") and len(word) > 4:
        return f"{word[:-3]}y"
    if word.endswith(("sses", "shes", "ches", "xes", "zzes")):
        return word[:-2]
    return word[:-1]


def folded(text: str) -> str:
    """What is compared whole: folded, its white space single."""
    return " ".join(fold(text).split())


def is_unspaced(text: str) -> bool:
    """Whether it holds Chinese characters, whose words stand without spaces."""
    return not text.isascii() and _CJK.search(text) is not None
