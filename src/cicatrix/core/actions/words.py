"""Words of names and values, folded so that a rule and a call write them alike: ``closeTickets`` is close, ticket."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from cicatrix.core.patterns import regex
from cicatrix.core.policies.lexicon.inflection import singular
from cicatrix.core.text import fold

_CAMEL = re.compile(r"(?<=[a-z0-9][a-z])(?=[A-Z])|(?<=[a-z][0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z]{2})")
_PIECE = regex(r"[^\W_]+(?:'[^\W_]+)*")
_INITIALS = regex(r"(?<![\w.])(?:[a-z]\.){2,}")  # P.O. is PO
_CJK = regex("[\u3400-\u9fff]")


def split(text: str) -> tuple[str, ...]:
    """The words of a value, in order: cut at what is no letter and no figure, folded, singular.

    A run of Chinese characters stays one word. ``KX-101`` is (kx, 101); ``Harlow Dental's`` is (harlow, dental).
    """
    return _split(text) if len(text) <= _SHORT else _pieces(text)


@lru_cache(maxsize=4096)
def split_name(name: str) -> tuple[str, ...]:
    """The words of a tool's or a field's name, cut at a change of case too: ``bulkUpdate`` is bulk, update."""
    return _pieces(_CAMEL.sub(" ", name))


_SHORT: Final = 120
"""Code points of what is worth remembering: names and identifiers come again, messages do not."""


def _pieces(text: str) -> tuple[str, ...]:
    folded_text = _INITIALS.sub(lambda found: found[0].replace(".", ""), fold(text))
    return tuple(singular(piece.removesuffix("'s")) for piece in _PIECE.findall(folded_text))


_split = lru_cache(maxsize=16384)(_pieces)


def folded(text: str) -> str:
    """What is compared whole: folded, its white space single."""
    return " ".join(fold(text).split())


def is_unspaced(text: str) -> bool:
    """Whether it holds Chinese characters, whose words stand without spaces."""
    return not text.isascii() and _CJK.search(text) is not None
