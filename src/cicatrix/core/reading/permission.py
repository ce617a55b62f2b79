"""Permissions: "Friday deploys are fine now in the afternoon." gives leave for something, and orders nothing.

By itself such a sentence is a fact. Beside an earlier rule that forbids or limits what it gives leave for, it is a
lesson: whoever knows only the rule would refuse what a person has allowed since.
"""

from __future__ import annotations

import re
from typing import Final

from cicatrix.core.patterns import regex
from cicatrix.core.reading import grammar
from cicatrix.core.reading.signature import Signature, sense
from cicatrix.core.text import stem

_AGAIN: Final = r"(?:again|now|from now on|from today|after all|as well|any ?time)"
_LEAVE: Final = regex(
    r"\b(?:is|are|'s) (?:now |again |also |totally |perfectly |absolutely |all )*"
    r"(?:fine|ok|okay|allowed|permitted|acceptable|alright|right|possible)\b"
    rf"|\b(?:you|we|they|every(?:one|body)|any(?:one|body)|people|\w+s) (?:can|may|could)\b.*\b{_AGAIN}\b"
    rf"|\b(?:may|can)(?: now| again)? be\b.*\b{_AGAIN}\b|\bmay (?:now|again)\b"
    r"|\b(?:no longer|not any ?more) (?:forbidden|banned|prohibited|off[- ]limits)\b"
    r"|\bit(?:'s| is) (?:now )?(?:fine|ok|okay|allowed|all right|acceptable) (?:to|if|when|for)\b"
    r"|^(?:feel free to|go ahead (?:and|with))\b",
    re.IGNORECASE,
)
_DENIES: Final = regex(r"\b(?:not|never|nobody|no one|none|nothing|cannot|unless)\b|n't\b|\?\s*$", re.IGNORECASE)
_AT_HAND: Final = regex(r"^(?:this|that|these|those|it|everything|all)\b(?! (?:is|'s) \w+ to\b)", re.IGNORECASE)
_OWN_WORDS: Final = frozenset(
    map(stem, grammar.LIGHT | grammar.table("fine ok okay allow permit acceptable alright possible feel free ahead"))
)
BINDING: Final = frozenset(["only", "without", "before", "except", "after", "above", "below"])
TWO: Final = 2
"""Telling stems that a permission and a rule share when they speak of the same thing."""


def permits(sentence: str) -> bool:
    """Whether a sentence gives leave for something that it names."""
    flat = sentence.replace("’", "'").strip()
    if _DENIES.search(flat) or (_AT_HAND.match(flat) and not flat.casefold().startswith(("it's ", "it is "))):
        return False
    return _LEAVE.search(flat) is not None and len(telling(sense(flat))) >= TWO


def telling(said: Signature) -> frozenset[str]:
    """The stems that say what a text is about, without the words that give leave."""
    return said.stems - _OWN_WORDS


def relaxes(permission: str, rule: str) -> bool:
    """Whether a text gives leave for what a rule forbids or limits, wholly or in part."""
    return any(_gives_leave(part, rule) for part in re.split(r"(?<=[.!])\s+", permission) if permits(part))


def _gives_leave(permission: str, rule: str) -> bool:
    given, said = sense(permission), sense(rule)
    if given.names and said.names and given.names.isdisjoint(said.stems):
        return False
    if permits(rule) or not (_forbids(said) or said.markers & BINDING):
        return False
    mine, theirs = telling(given), telling(said)
    shared = len(mine & theirs)
    return shared >= TWO and 2 * shared >= min(len(mine), len(theirs))


def _forbids(said: Signature) -> bool:
    return any(True in signs for signs in said.signed.values())
