"""What the name of a tool says: what it does, to what, and whether it only looks."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from cicatrix.core.actions.words import split_name
from cicatrix.core.policies.lexicon.lexicon import Act, Lexicon
from cicatrix.core.reading.grammar import table

_SEGMENT = re.compile(r"[./:\s]+|__|->")
_LIGHT: Final = table(
    "create make take add issue do run submit perform process place execute start initiate new trigger open request",
    "put grant give apply file launch register post set handle insert invoke call use tool batch bulk auto do send",
)
"""Verbs that say little beside a noun: to issue a refund is to refund, to delete a refund is not."""

_DRAFTS: Final = table("draft prepare compose outline sketch")
"""Verbs that make something for people to see first: nothing leaves the house."""

_JOINS: Final = table("and or then")
_WRITES_TOO: Final = table("log plan watch help")
"""Reading as a command, but not at the head of a tool's name: ``log_expense`` writes."""


@dataclass(frozen=True, slots=True)
class Named:
    """``words`` are those of the name without its verb: (goodwill, credit) of ``grant_goodwill_credit``."""

    verbs: frozenset[str]
    words: tuple[str, ...]
    reads: bool


@lru_cache(maxsize=4096)
def read_name(name: str, lexicon: Lexicon) -> Named:
    """What a name says. Its last segment holds the verb, the words before say of what: ``payments.refund.create``."""
    segments = [words for segment in _SEGMENT.split(name) if (words := split_name(segment))]
    if not segments:
        return Named(frozenset(), (), False)
    last, before = segments[-1], [word for words in segments[:-1] for word in words]
    acts = lexicon.find_acts(last)
    if _only_looks(last, before, acts, lexicon):
        looks = last[0] if reads(last, lexicon) else last[-1]
        return Named(lexicon.families(looks) or frozenset(["query"]), (*before, *last[1:]), True)
    if last[0] in _DRAFTS:
        return Named(frozenset(["draft"]), (*before, *last[1:]), False)
    act = _primary(last, acts, lexicon)
    if act is None:
        everything = [*before, *last]
        return Named(_all(lexicon.find_acts(everything)), tuple(everything), False)
    rest = [word for place, word in enumerate(last) if not (act.start <= place < act.stop or place == act.particle)]
    verbs = act.families
    if last[act.start] in _LIGHT:
        verbs = verbs.union(*(families_of(word, lexicon) for word in (*before, *rest)))
    elif any(word in _JOINS for word in rest):
        verbs |= _all(acts)
    return Named(verbs, (*before, *rest), False)


def families_of(word: str, lexicon: Lexicon) -> frozenset[str]:
    """The families that a word or the class of thing that it is in stands for: a po is a purchase order, so it buys."""
    return lexicon.families(word) or lexicon.families(lexicon.head(word))


def reads(words: Sequence[str], lexicon: Lexicon) -> bool:
    """Whether what begins with these words only looks."""
    first, rest = words[0], words[1:]
    if first in _WRITES_TOO or (first == "check" and rest[:1] in (("in",), ("out",), ["in"], ["out"])):
        return False
    return lexicon.is_read(first)


def _only_looks(last: tuple[str, ...], before: list[str], acts: tuple[Act, ...], lexicon: Lexicon) -> bool:
    if reads(last, lexicon):
        return not any(word in _JOINS for word in last)
    if any(act.start for act in acts) or (acts and not lexicon.knows(last[0])):
        return len(last) > 1 and reads(last[-1:], lexicon) and len(acts) <= 1 and lexicon.knows(last[0])
    return reads(last[-1:], lexicon) or bool(before and not acts and reads(before, lexicon))


def _primary(words: tuple[str, ...], acts: tuple[Act, ...], lexicon: Lexicon) -> Act | None:
    """The act that the name is about: the first, unless that is a noun as well and a plain verb follows."""
    if not acts:
        return None
    plain = [act for act in acts if not act.noun and not lexicon.knows(words[act.start])]
    if lexicon.knows(words[acts[0].start]) and plain:
        return plain[0]
    return acts[0]


def _all(acts: tuple[Act, ...]) -> frozenset[str]:
    return frozenset(family for act in acts for family in act.families)
