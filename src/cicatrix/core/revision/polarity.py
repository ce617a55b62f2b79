"""Whether a statement says no, and what it says when the no is taken out."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from cicatrix.core.patterns import regex
from cicatrix.core.revision.wording import words

_THERE: Final = (
    (regex(r"^there (?:is|are) (?:no|nobody|not an?)\b", re.IGNORECASE), "a"),
    (regex(r"^there (?:is|are) (?:an?|some|the)\b", re.IGNORECASE), "a"),
    (regex(r"\b(?:do|does|did) not\b"), " "),
    (regex(r"\bno longer\b|\bnot any ?more\b|\bany ?more\b", re.IGNORECASE), " "),
    (regex(r"\bnobody\b", re.IGNORECASE), "somebody"),
    (regex(r"\b(?:not|never|no)\b", re.IGNORECASE), " "),
    (regex(r"\b(?:do|does|did) (?=\w)"), " "),
)


@lru_cache(maxsize=4096)
def is_negative(text: str) -> bool:
    """Whether a normalised statement has a negation that counts: lower case, outside names, no "not only"."""
    return any(word.negates for word in words(text))


@lru_cache(maxsize=4096)
def denegated(text: str) -> str:
    """A normalised statement without its negations."""
    for pattern, instead in _THERE:
        text = pattern.sub(instead, text)
    return " ".join(text.split())
