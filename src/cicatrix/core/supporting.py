"""Whether a sentence says what it may say, given what was put before its author.

Compared are content stems, numbers and signs, as everywhere (:mod:`.support`), never likeness. A sentence that only
applies a rule shares few of its words and is left alone: what code cannot tell is a reviewer's to say.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from cicatrix.core.reading.signature import Signature, signature
from cicatrix.core.support import JOIN_SHARE, opposite_signs
from cicatrix.core.text import content_stems
from cicatrix.core.trust import Origin, rank

_ECHO: Final = 800
"""Thousandths of a sentence's stems that stand in words which nobody stands behind, for it to rest on them."""
_HARD: Final = re.compile(
    r"https?://\S+|[\w.+-]+@[\w-]+\.\w+|\b[A-Z]{2}\d{2}[A-Z0-9]{8,}\b|\b(?=\w*\d)(?=\w*[A-Z])\w{5,}\b"
)
"""Words that nobody hits upon by chance: addresses, account numbers, codes."""


@dataclass(frozen=True, slots=True)
class Material:
    """What was shown: its words, and who stands behind them."""

    id: str
    text: str
    trust: Origin
    is_rule: bool

    @property
    def is_vouched(self) -> bool:
        """Somebody of the house stands behind it."""
        return rank(self.trust) > rank(Origin.TOOL)


@dataclass(frozen=True, slots=True)
class Fault:
    """``is_turned``: the sentence says the opposite of what it rests on, or another number."""

    id: str
    reason: str
    is_turned: bool = False


def faults(sentence: str, shown: Sequence[Material], cited: Collection[str], asked: str) -> Iterator[Fault]:
    """What is wrong with a sentence that cites ``cited``."""
    said = signature(sentence)
    vouched = [each for each in shown if each.is_vouched]
    allowed = set(signature(asked).numbers).union(*(signature(each.text).numbers for each in vouched))
    for each in vouched:
        rule = signature(each.text)
        share = _share(rule, said)
        if share < JOIN_SHARE:
            continue
        turned = _turned(each, rule, said, allowed)
        if turned:
            yield Fault(each.id, turned, is_turned=True)
        elif each.is_rule and each.id not in cited:
            yield Fault(each.id, f"it follows {each.id} and does not cite it")
    yield from _echoes(sentence, shown, vouched, cited, asked)


def _share(rule: Signature, said: Signature) -> int:
    """Thousandths of a rule's stems that a sentence has; 0 where they share only one."""
    common = rule.stems & said.stems
    return 1000 * len(common) // len(rule.stems) if len(common) > 1 else 0


def _turned(each: Material, rule: Signature, said: Signature, allowed: Collection[str]) -> str:
    signs = opposite_signs(said, rule)
    if signs:
        return f"it turns {each.id} round: {signs[0]}"
    other = sorted(said.numbers - rule.numbers)
    if rule.numbers - said.numbers and other:
        known = "" if set(other) - set(allowed) else ", which is another's"
        return f"it says {other[0]}{known} where {each.id} says {min(rule.numbers - said.numbers)}"
    return ""


def _echoes(
    sentence: str, shown: Sequence[Material], vouched: Sequence[Material], cited: Collection[str], asked: str
) -> Iterator[Fault]:
    """A sentence made of the words of a page or a tool, which could be an order that somebody planted there."""
    doubtful = [each for each in shown if not each.is_vouched and each.id not in cited]
    if not doubtful:
        return
    own = asked + "\n" + "\n".join(each.text for each in vouched)
    stems, known = frozenset(content_stems(sentence)), frozenset(content_stems(own))
    for each in doubtful:
        hard = [word for word in _HARD.findall(sentence) if word in each.text and word not in own]
        theirs = stems & frozenset(content_stems(each.text))
        fresh = theirs - known
        if hard:
            yield Fault(each.id, f"{hard[0]} comes from {each.id} ({each.trust.value}), which nobody stands behind")
        elif len(fresh) > 1 and 1000 * len(theirs) >= _ECHO * len(stems):
            yield Fault(each.id, f"its words come from {each.id} ({each.trust.value}), which nobody stands behind")
