"""How much a memory matters, in thousandths, from signals that code can name; never a number that a model makes up.

``500 + 150`` for a prohibition ``+ 150`` where a mistake harms somebody or cannot be undone ``+ 50`` for emphasis
``+ 50`` for each further episode that says the same (at most 150). What somebody's health hangs on (an allergy, a
medication, a condition) counts 850 at least. 850 and more is safety-critical: the rescue floor of recall keeps a place
for it.
"""

from __future__ import annotations

import re
from typing import Final

from cicatrix.core.reading import grammar
from cicatrix.core.text import content_stems, stem

BASE: Final = 500
PROHIBITION: Final = 150
SAFETY: Final = 150
EMPHASIS: Final = 50
REPETITION: Final = 50
REPETITION_CAP: Final = 150
VITAL: Final = 850

VITAL_ATTRIBUTES: Final = frozenset(["allergy", "medication", "condition"])

_SAFETY: Final = frozenset(stem(word) for word in grammar.SAFETY)
_FORBIDS: Final = re.compile(
    r"\b(?:never|do(?:n['’]t| not)|must(?:n['’]t| not)|may not|cannot|can['’]t|forbidden|prohibited|banned|not allowed|"
    r"not permitted|nie|niemals|kein\w*|nunca|jamás|prohibid\w+|jamais|interdit\w*)\b|^no\b|不要|禁止|不得|绝不",
    re.I,
)
_FORBIDS_A_FACT: Final = re.compile(
    r"\b(?:never|must(?:n['’]t| not)|may not|forbidden|prohibited|banned|not allowed|not permitted|strictly|refuse)\b",
    re.I,
)
"""In what somebody tells of himself a plain "don't" only denies: "I don't have a car"."""
_EMPHASIS: Final = re.compile(r"!|\b(?:NEVER|ALWAYS|NOT|MUST|EVER|NO)\b|\b(?:no exceptions?|under no circumstances)\b")


def importance(text: str, episodes: int, attribute: str = "", *, negated: bool = False, is_rule: bool = True) -> int:
    """Of a claim that ``episodes`` different episodes carry: 500..1000 thousandths. What is denied ("not allergic any
    more") is not vital."""
    value = BASE
    value += PROHIBITION if (_FORBIDS if is_rule else _FORBIDS_A_FACT).search(text) else 0
    value += SAFETY if not _SAFETY.isdisjoint(content_stems(text)) else 0
    value += EMPHASIS if _EMPHASIS.search(text) else 0
    if attribute in VITAL_ATTRIBUTES and not negated:
        value = max(value, VITAL)
    value += min(REPETITION_CAP, REPETITION * max(0, episodes - 1))
    return min(1000, value)
