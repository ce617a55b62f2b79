"""Whether a sentence says yes or no, and where two sentences say the opposite of the same thing.

Similar words never decide that: "Post codes on Monday" and "Never post codes on Monday" share all of theirs. What is
compared is the negation, and the numbers, of sentences that are about the same.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from cicatrix.core.text import content_stems, fold

_SENTENCE: Final = re.compile(r"(?<=[.!?;])\s+|(?<=[。！？])|\n+")
_WORD: Final = re.compile(r"[^\W_]+(?:'[^\W_]+)*")
_NEGATIONS: Final = frozenset(
    word
    for line in (
        "not no never none nobody nothing neither nor cannot cant without stop avoid refuse",
        "forbid forbidden prohibited ban banned",
        "dont doesnt didnt isnt arent wasnt werent wont wouldnt shouldnt mustnt couldnt hasnt havent hadnt",
        "nicht kein keine keinen nie niemals non jamais ne pas nunca jamas не нет никогда нельзя",
    )
    for word in line.split()
)
_SAME_THING: Final = 0.75  # share of the smaller sentence's stems from which two sentences are about the same
_NEGATION_STEMS: Final = frozenset(stem for word in _NEGATIONS for stem in content_stems(word))


def negated(sentence: str) -> bool:
    """Whether a sentence says no. Two negations cancel out ("never post without a review" demands the review)."""
    words = (word.replace("'", "") for word in _WORD.findall(fold(sentence)))
    return sum(word in _NEGATIONS for word in words) % 2 == 1


def prohibits(text: str) -> bool:
    """Whether some sentence of a rule forbids something."""
    return any(stance.negated for stance in _stances(text))


def sentences(text: str) -> list[str]:
    """A rough split, for looking at one claim at a time; offsets are not kept."""
    return [part for part in _SENTENCE.split(text) if part and _WORD.search(part)]


def denies(question: str, text: str) -> bool:
    """Whether the sentence of ``text`` that is nearest to a yes/no question says no to its premise."""
    asked = set(content_stems(question))
    nearest = max(sentences(text), key=lambda sentence: len(asked.intersection(content_stems(sentence))), default="")
    if not asked.intersection(content_stems(nearest)):
        return False
    premise = question.split(maxsplit=1)[-1]  # "Didn't we ship?" presumes that we did
    return negated(nearest) != negated(premise)


def contradict(one: str, other: str) -> bool:
    """Whether two rules about the same thing cannot both be followed: one forbids what the other asks, or the numbers
    differ and nothing else does.
    """
    return any(_contradict(a, b) for a in _stances(one) for b in _stances(other))


@dataclass(frozen=True, slots=True)
class _Stance:
    """What one sentence says of what: its stems without negations, the numbers among them apart."""

    words: frozenset[str]
    numbers: frozenset[str]
    negated: bool


@lru_cache(maxsize=4096)
def _stances(text: str) -> tuple[_Stance, ...]:
    found = []
    for sentence in sentences(text):
        stems = frozenset(content_stems(sentence)) - _NEGATION_STEMS
        numbers = frozenset(stem for stem in stems if stem.isdigit())
        found.append(_Stance(stems - numbers, numbers, negated(sentence)))
    return tuple(found)


def _contradict(one: _Stance, other: _Stance) -> bool:
    smaller = min(len(one.words), len(other.words))
    if smaller < 2:
        return False
    if one.negated != other.negated:
        return len(one.words & other.words) >= _SAME_THING * smaller and one.numbers == other.numbers
    differ = bool(one.numbers) and bool(other.numbers) and one.numbers.isdisjoint(other.numbers)
    return differ and one.words == other.words
