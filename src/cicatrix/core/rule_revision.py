"""What a newer rule means for an older one: it supersedes it, narrows it, leaves a doubt, or speaks of something else.

Both are a person's orders, so only what cannot be followed together is looked at (:mod:`~.polarity`,
:mod:`~.reading.permission`). Who is more exact decides: an order with further conditions leaves the wider one standing
where they do not hold; a wider one against a narrower, older one is for a person to settle.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Final

from cicatrix.core.ids import handle_order
from cicatrix.core.memories import Memory
from cicatrix.core.polarity import contradict, prohibits
from cicatrix.core.quantities import quantities
from cicatrix.core.reading.permission import BINDING, TWO, permits, relaxes, telling
from cicatrix.core.reading.signature import sense
from cicatrix.core.revision.verdicts import Verdict


class Standing(StrEnum):
    SUPERSEDES = "supersedes"
    NARROWS = "narrows"
    DOUBT = "doubt"
    APART = "apart"


@dataclass(frozen=True, slots=True)
class Settled:
    """``reason`` is told of the older rule, and recorded."""

    standing: Standing
    reason: str = ""

    @property
    def verdict(self) -> Verdict:
        return _VERDICTS[self.standing]


APART: Final = Settled(Standing.APART)

_VERDICTS: Final = {
    Standing.SUPERSEDES: Verdict.REPLACES,
    Standing.NARROWS: Verdict.REFINES,
    Standing.DOUBT: Verdict.UNCERTAIN,
    Standing.APART: Verdict.DISTINCT,
}


def settle(new: str, old: str) -> Settled:
    """What the words of a newer order mean for those of an older one."""
    if permits(new) and relaxes(new, old):
        return _by_width(new, old, "gives leave for what it forbids or limits")
    if not contradict(new, old):
        return APART
    if sense(new).numbers != sense(old).numbers:
        same = bool(_measures(new)) and _measures(new) == _measures(old)
        return Settled(Standing.SUPERSEDES, "names another figure for the same thing") if same else APART
    return _by_width(new, old, "asks the opposite")


@lru_cache(maxsize=4096)
def _measures(text: str) -> tuple[str, ...]:
    """The kinds of figures that measure or limit something: of customers 1001 and 1002 nothing is known."""
    return tuple(sorted(figure.kind for figure in quantities(text) if figure.kind or figure.is_limit))


def _by_width(new: str, old: str, what: str) -> Settled:
    mine, theirs = telling(sense(new)), telling(sense(old))
    if mine == theirs:
        return Settled(Standing.SUPERSEDES, what)
    if theirs < mine:
        return Settled(Standing.NARROWS, f"{what} where it says more")
    return Settled(Standing.DOUBT, f"{what}, and which of them holds when is not clear")


class Orders:
    """The rules in force, arranged so that a new one meets those that it may speak against.

    Rules of one polarity never do, but for their figures; so a thousand prohibitions that differ in a word do not meet.
    """

    def __init__(self, rules: Iterable[Memory] = ()) -> None:
        self._rules: dict[str, Memory] = {}
        self._by_stem: defaultdict[tuple[bool, str], set[str]] = defaultdict(set)
        self._by_words: defaultdict[tuple[frozenset[str], tuple[str, ...]], set[str]] = defaultdict(set)
        for rule in rules:
            self.put(rule)

    def put(self, rule: Memory) -> None:
        self._rules[rule.id] = rule
        for stem in _about(rule.text):
            self._by_stem[binds(rule.text), stem].add(rule.id)
        if _measures(rule.text):
            self._by_words[_about(rule.text), _measures(rule.text)].add(rule.id)

    def remove(self, rule: Memory) -> None:
        self._rules.pop(rule.id, None)

    def met(self, text: str) -> list[Memory]:
        """The rules that share enough with an order that says otherwise, most first."""
        about, opposite = _about(text), not binds(text)
        shared = Counter(name for stem in about for name in self._by_stem.get((opposite, stem), ()))
        shared.update({name: len(about) for name in self._by_words.get((about, _measures(text)), ())})
        found = [name for name, count in shared.items() if name in self._rules and count >= min(TWO, len(about))]
        return [self._rules[name] for name in sorted(found, key=lambda name: (-shared[name], handle_order(name)))]


def binds(text: str) -> bool:
    """Whether an order forbids or limits."""
    said = sense(text)
    return prohibits(text) or bool(said.markers & BINDING) or any(True in signs for signs in said.signed.values())


def _about(text: str) -> frozenset[str]:
    """What an order is about, without its figures."""
    said = sense(text)
    return telling(said) - said.numbers
