"""Whether a sentence says yes or no, and where two sentences say the opposite of the same thing.

Similar words never decide that: "Post codes on Monday" and "Never post codes on Monday" share all of theirs. What is
compared is the *stance* of sentences that are about the same: one asks for something, forbids it, or allows it within
limits ("only on Monday", "not unless …", "nobody but …"). A prohibition is one however it is worded: "no Friday
deploys", "stop deploying on Friday", "nobody deploys on Friday". Two that forbid are always followed together: by doing
neither.

A sentence is read clause by clause, since a "not" rules its own clause only: "Do not deploy on Friday, nobody is there
to fix it" forbids, though it has two negations.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from functools import cache, lru_cache
from typing import Final

from cicatrix.core.patterns import regex
from cicatrix.core.reading.permission import relaxes
from cicatrix.core.text import content_stems, fold

_SENTENCE: Final = regex(r"(?<=[.!?;])\s+|(?<=[。！？；])|\n+")
_CLAUSE: Final = regex(
    r"[,:;–—，、；：]+(?!\d)|\s-+\s|\b(?=because\b|since\b|so that\b|but\b)|\band (?=(?:not|never|no)\b)"
)
_REASON: Final = regex(r"\s*(?:because|since|so|as|otherwise|or else|they|it|its|he|she|we|there|this|that)\b")
_CONDITION: Final = regex(
    r"\s*(?:if|when|whenever|while|on|in|at|before|after|for|during|unless|until|once|where|with|without|as|from)\b"
)
_CONTRAST: Final = regex(r"\s*(?:but |and )?(?:not|never|no)\b")
_WORD: Final = regex(r"[^\W_]+(?:'[^\W_]+)*")
_NEGATIONS: Final = frozenset(
    word
    for line in (
        "not no never none nobody nothing nowhere neither nor cannot cant without stop quit avoid refuse refrain",
        "forbid forbidden prohibited ban banned",
        "dont doesnt didnt isnt arent wasnt werent wont wouldnt shouldnt mustnt couldnt hasnt havent hadnt",
        "nicht kein keine keinen nie niemals non jamais ne pas nunca jamas nao не нет никогда нельзя",
    )
    for word in line.split()
)
_LIMITS: Final = regex(r"\b(?:only|solely|exclusively|except|unless|other than|apart from|but|until|nur|solo|только)\b")
_ALONE: Final = regex(r"\b(?:only|solely|exclusively|nur|solo|только)\b")
_SAME_THING: Final = 0.75  # share of the smaller sentence's stems from which two sentences are about the same


class _Says(Enum):
    ASKS = auto()  # do this
    FORBIDS = auto()  # do not
    LIMITS = auto()  # do it only so, or not unless so


def negated(sentence: str) -> bool:
    """Whether the main clause of a sentence says no.

    Two negations in it cancel out ("never post without a review" demands the review).
    """
    return _is_negative(_main(_clauses(sentence)))


def prohibits(text: str) -> bool:
    """Whether some sentence of a rule forbids something, also within limits ("do not deploy unless …")."""
    return any(stance.forbids for stance in _stances(text))


def sentences(text: str) -> list[str]:
    """A rough split, for looking at one claim at a time; offsets are not kept."""
    return [part for part in _SENTENCE.split(text) if part and _WORD.search(part)]


def denies(question: str, text: str) -> bool:
    """Whether the clause of ``text`` that is nearest to a yes/no question says no to its premise."""
    asked = set(content_stems(question))
    told = [clause for sentence in sentences(text) for clause in _clauses(sentence)]
    nearest = max(told, key=lambda clause: len(asked.intersection(content_stems(clause))), default="")
    if not asked.intersection(content_stems(nearest)):
        return False
    premise = question.split(maxsplit=1)[-1]  # "Didn't we ship?" presumes that we did
    return _is_negative(nearest) != _is_negative(premise)


def contradict(one: str, other: str) -> bool:
    """Whether two rules about the same thing cannot both be followed: one forbids what the other asks, or the numbers
    of what they ask differ and nothing else does, or one gives leave for what the other forbids.
    """
    if relaxes(one, other) or relaxes(other, one):
        return True
    return any(_contradict(a, b) for a in _stances(one) for b in _stances(other))


@dataclass(frozen=True, slots=True)
class _Stance:
    """What one sentence, or a contrast in it, says of what: stems without negations, the numbers among them apart."""

    words: frozenset[str]
    numbers: frozenset[str]
    says: _Says
    forbids: bool


def _clauses(sentence: str) -> list[str]:
    return [part for part in _CLAUSE.split(fold(sentence)) if part and _WORD.search(part)]


def _main(clauses: list[str]) -> str:
    """The clause that asks or forbids: the first that is no condition."""
    return next((clause for clause in clauses if not _CONDITION.match(clause)), clauses[0] if clauses else "")


def _is_negative(clause: str) -> bool:
    words = (word.replace("'", "") for word in _WORD.findall(fold(clause)))
    return sum(word in _NEGATIONS for word in words) % 2 == 1


@lru_cache(maxsize=4096)
def _stances(text: str) -> tuple[_Stance, ...]:
    found = []
    for sentence in sentences(text):
        clauses = _clauses(sentence)
        main = _main(clauses)
        contrasts = [clause for clause in clauses if clause is not main and _CONTRAST.match(clause)]
        kept = [clause for clause in clauses if clause not in contrasts and (clause is main or not _is_aside(clause))]
        found += [_stance(" ".join(kept), main), *(_stance(clause, clause) for clause in contrasts)]
    return tuple(found)


def _is_aside(clause: str) -> bool:
    """A reason ("because …", "they hate it"), or what else is so ("nobody is there"): it rules nothing."""
    return _REASON.match(clause) is not None or (_is_negative(clause) and not _CONDITION.match(clause))


def _stance(words: str, main: str) -> _Stance:
    stems = frozenset(content_stems(words)) - _not_compared()
    numbers = frozenset(stem for stem in stems if stem.isdigit())
    negative = _is_negative(main)
    limited = _ALONE.search(main) is not None or (negative and _LIMITS.search(main) is not None)
    says = _Says.LIMITS if limited else _Says.FORBIDS if negative else _Says.ASKS
    return _Stance(stems - numbers, numbers, says, negative)


@cache
def _not_compared() -> frozenset[str]:
    """The stems of the words that make a stance: what a sentence is about, they do not tell."""
    lines = (*_NEGATIONS, "only solely exclusively except unless until other apart")
    return frozenset(stem for line in lines for stem in content_stems(line))


def _contradict(one: _Stance, other: _Stance) -> bool:
    smaller = min(len(one.words), len(other.words))
    if smaller < 2:
        return False
    if _Says.FORBIDS in (one.says, other.says):
        if one.says is other.says or one.numbers != other.numbers:
            return False
        if _Says.LIMITS in (one.says, other.says):  # "only on Monday" leaves room for every "never" but its own
            return one.words == other.words
        return len(one.words & other.words) >= _SAME_THING * smaller
    differ = bool(one.numbers) and bool(other.numbers) and one.numbers.isdisjoint(other.numbers)
    return differ and one.words == other.words
