"""Whether a sentence says yes or no, and where two sentences say the opposite of the same thing.

Similar words never decide that: "Post codes on Monday" and "Never post codes on Monday" share all of theirs. What is
compared is the negation, and the numbers, of sentences that are about the same.
"""

from __future__ import annotations

import re
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
    return any(negated(sentence) for sentence in sentences(text))


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
    return any(_contradict(a, b) for a in sentences(one) for b in sentences(other))


def _contradict(one: str, other: str) -> bool:
    a, b = _about(one), _about(other)
    numbers_a, numbers_b = {stem for stem in a if stem.isdigit()}, {stem for stem in b if stem.isdigit()}
    words_a, words_b = a - numbers_a, b - numbers_b
    smaller = min(len(words_a), len(words_b))
    if smaller < 2:
        return False
    if negated(one) != negated(other):
        return len(words_a & words_b) >= _SAME_THING * smaller and numbers_a == numbers_b
    return words_a == words_b and bool(numbers_a) and bool(numbers_b) and numbers_a.isdisjoint(numbers_b)


def _about(sentence: str) -> set[str]:
    return set(content_stems(sentence)) - _NEGATION_STEMS
