"""What may become one memory: two that speak of the same thing and can both be true, word by word.

Likeness proposes, and never decides. Two memories are kept apart as soon as one sign says that they differ in the same
place: another value, another figure or date, another name, another polarity, another time. Then revision has the word.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from cicatrix.core.attributes import Holds
from cicatrix.core.clocks import apart
from cicatrix.core.memories import Memory, MemoryType
from cicatrix.core.merging import clauses, is_figure, unseen
from cicatrix.core.reading.signature import signature
from cicatrix.core.revision.procedure import Likeness, judge
from cicatrix.core.revision.verdicts import Judged, Statement, Verdict
from cicatrix.core.revision.wording import shared_front
from cicatrix.core.support import LIGHT
from cicatrix.core.text import content_stems, fold

ONE: Final = 1_000_000

SAME_FRAME: Final = 600
"""Thousandths of the shorter clause's words from which two clauses say something of the same thing."""

_ONLY_ALIKE: Final = "similar"
"""The rule of revision that says no more than likeness does: in a merge both stand, word for word."""

_NAMED_FIRST: Final = re.compile(r"([A-Z][\w-]+)(?:['’]s\b| (?:is|was|has|had|will|\w{3,}s)\b)")
"""A sentence that opens with whom it speaks of; "It is" and "This was" open with no name."""


@dataclass(frozen=True, slots=True)
class _Clause:
    """``words`` are the telling stems that are neither figures nor names; ``slots`` as a signature has them."""

    words: frozenset[str]
    figures: frozenset[str]
    names: frozenset[str]
    slots: Mapping[str, frozenset[str]]


def words_in_common(one: Memory, other: Memory) -> int:
    """The share of the shorter one's telling words that both have, in millionths: likeness where no embedder is."""
    return in_common(telling(one), telling(other))


def in_common(one: frozenset[str], other: frozenset[str]) -> int:
    """The share of the smaller set that both have, in millionths; 0 where one is empty."""
    return ONE * len(one & other) // min(len(one), len(other)) if one and other else 0


def telling(memory: Memory) -> frozenset[str]:
    """The stems of a memory that say something, whom it speaks of left out: all of that one's memories share it."""
    return _telling(memory.text) - frozenset(content_stems(memory.subject))


@dataclass(frozen=True, slots=True)
class Apart:
    """Why two memories must not become one. ``judged`` is what revision says, where it is revision's to say."""

    reason: str
    judged: Judged | None = None


def kept_apart(
    one: Memory, other: Memory, attributes: Mapping[str, Holds], likeness: Likeness | None = None
) -> Apart | None:
    """Whether and why two memories of one subject, the first said no later, must not become one. What costs least is
    looked at first."""
    reason = _other_value(one, other, attributes) or _other_time(one, other) or _other_place(one.text, other.text)
    if reason:
        return Apart(reason)
    judged = judge(_statement(one), _statement(other), likeness=likeness, attributes=attributes)
    if judged.verdict is Verdict.REPLACES:
        return Apart(f"{other.id} may replace {one.id}: {judged.reason}", judged)
    if judged.verdict is Verdict.UNCERTAIN and judged.signals.get("rule") != _ONLY_ALIKE:
        return Apart(f"whether {other.id} replaces {one.id} takes a person: {judged.reason}", judged)
    reason = _other_sign(one.text, other.text)
    return Apart(reason) if reason else None


def _other_value(one: Memory, other: Memory, attributes: Mapping[str, Holds]) -> str:
    """An attribute that holds one value at a time is a slot that revision fills: nothing else may stand beside it. And
    two values of one attribute stay two. What names its own topic (``schedule:tokyo trip``) is met by its words."""
    if one.attribute == other.attribute:
        if not one.attribute:
            return ""
        a, b = (frozenset(content_stems(memory.value)) for memory in (one, other))
        if one.negated != other.negated:
            return f"one says so of the {one.attribute}, the other not"
        return "" if a <= b or b <= a else f"they give the {one.attribute} different values: {one.value}, {other.value}"
    for memory in (one, other):
        if memory.attribute and ":" not in memory.attribute and attributes.get(memory.attribute) == "one":
            return f"only one of them tells the {memory.attribute}"
    return ""


def _other_time(one: Memory, other: Memory) -> str:
    """What ends takes nothing with it that goes on; the parts of one event share its time."""
    if apart(one, other):
        return "they tell of two times that do not meet"
    if one.valid_to != other.valid_to and one.type is not MemoryType.EPISODIC:
        return "one of them ends and the other goes on, or ends at another time"
    return ""


def _other_sign(one: str, other: str) -> str:
    a, b = signature(one).signed, signature(other).signed
    opposite = sorted(term for term in a.keys() & b.keys() if term not in LIGHT and a[term].isdisjoint(b[term]))
    return f"one says so and the other not: {opposite[0]}" if opposite else ""


def _other_place(one: str, other: str) -> str:
    """Two clauses about the same thing with another figure or name in it, or one word where the other has another."""
    behind = shared_front(one, other)
    for a in _read(one[behind:]):
        for b in _read(other[behind:]):
            shared = len(a.words & b.words)
            if shared * 1000 < SAME_FRAME * min(len(a.words), len(b.words)) or not shared:
                continue
            if a.figures - b.figures and b.figures - a.figures:
                return f"they differ in a figure: {_first(a.figures - b.figures)}, {_first(b.figures - a.figures)}"
            named = _in_one_slot(a.names - b.names, b.names - a.names, a, b, opening=True)
            if named:
                return f"they name different ones: {named[0]}, {named[1]}"
            if shared * 1000 >= SAME_FRAME * max(len(a.words), len(b.words)):
                swapped = _in_one_slot(a.words - b.words, b.words - a.words, a, b, opening=False)
                if swapped:
                    return f"they differ in one place: {swapped[0]}, {swapped[1]}"
    return ""


def _statement(memory: Memory) -> Statement:
    return Statement(
        memory.text,
        memory.speaker,
        memory.said_at,
        memory.subject,
        memory.attribute,
        memory.value,
        memory.negated,
        memory.valid_from,
        memory.valid_to,
    )


@lru_cache(maxsize=65536)
def _telling(text: str) -> frozenset[str]:
    return frozenset(content_stems(text)) - LIGHT


@lru_cache(maxsize=65536)
def _read(text: str) -> tuple[_Clause, ...]:
    found = []
    for clause in clauses(text):
        said = signature(clause)
        stems = frozenset(content_stems(clause)) - LIGHT
        opener = _NAMED_FIRST.match(clause)
        first = content_stems(opener[1]) if opener is not None else ()
        figures = frozenset(filter(is_figure, stems | unseen(clause)))
        names = (said.names | frozenset(first) | unseen(clause)) - figures
        found.append(_Clause(stems - figures - names, figures, names & (stems | unseen(clause)), said.slots))
    return tuple(found)


def _in_one_slot(
    mine: frozenset[str], theirs: frozenset[str], a: _Clause, b: _Clause, *, opening: bool
) -> tuple[str, str] | None:
    """Two terms that stand after the same word of their clauses, or, with ``opening``, both after none."""
    for term in sorted(mine):
        for other in sorted(theirs):
            here, there = a.slots.get(term, frozenset()), b.slots.get(other, frozenset())
            if here & there or (opening and not here and not there):
                return term, other
    return None


def _first(terms: frozenset[str]) -> str:
    return min(terms, key=fold)
