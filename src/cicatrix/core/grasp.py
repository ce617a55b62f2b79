"""How much of a query a memory grasps: the words that it shares, and those that it answers without sharing them.

A number beside a limit of its kind, a word that asks for a measure, and a word that is one slip of the pen away from
one in the memory are grasped too: none of them makes the query one about something unknown.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from cicatrix.core.candidates import Candidate, SearchResult
from cicatrix.core.ids import Kind
from cicatrix.core.memories import Status
from cicatrix.core.quantities import compared, measured
from cicatrix.core.recall import ONE
from cicatrix.core.text import content_stems
from cicatrix.core.wording import WORD

_SHORTEST_SLIP: Final = 5
"""Letters of a word in which a slip is looked for; of shorter ones, too many are neighbours."""

LIGHT: Final = frozenset(
    content_stems(
        "go put make do use need want take give come find work happen mean apply handle keep place look ask tell know "
        "say think like start stop try set get see show help write written be thing things way kind kinds "
        "type long often"
    )
)
"""Words that name no thing: they make no question one about something unknown, and no memory an answer."""


@dataclass(frozen=True, slots=True)
class Grasp:
    """``light`` are stems that count on neither side; words of time are among them, since the date is looked at."""

    query: str
    result: SearchResult
    light: frozenset[str] = LIGHT
    _excused: dict[str, frozenset[str]] = field(default_factory=dict)

    def carried(self, candidate: Candidate) -> int:
        """The share of the query that a candidate carries, in millionths, light words left out on both sides."""
        weights = dict(zip(self.result.terms, self.result.weights, strict=False))
        total = self.result.statistics.get("query_idf", sum(weights.values()))  # with what a date weighs
        asked = total - sum(weight for term, weight in weights.items() if term in self.light)
        if asked <= 0:
            return candidate.coverage
        own = stems_of(candidate)
        excused = self.excused(candidate)
        gained = sum(weight for term, weight in weights.items() if term in excused and term not in own | self.light)
        passed = sum(weight for term, weight in weights.items() if term in self.light and term in own)
        carried = candidate.coverage * total + ONE * (gained - passed)
        return max(0, min(ONE, carried // asked))

    def unknown(self, candidate: Candidate | None = None) -> list[str]:
        """The stems of the query that nothing in the mind speaks of, without what this candidate grasps."""
        passed = self.light if candidate is None else self.light | self.excused(candidate)
        return [stem for stem in self.result.unknown if stem not in passed]

    def excused(self, candidate: Candidate) -> frozenset[str]:
        """Stems of the query that a candidate answers to without having them."""
        found = self._excused.get(candidate.handle)
        if found is None:
            numbers = (quantity.stems for quantity in compared(self.query, candidate.text))
            found = frozenset().union(*numbers, measured(self.query, candidate.text), self._slips(candidate))
            self._excused[candidate.handle] = found
        return found

    def governs(self, candidate: Candidate) -> bool:
        """Whether an active rule sets a limit for a number in the query, which counts like one more tag."""
        return is_rule(candidate) and bool(candidate.tags_met) and bool(compared(self.query, candidate.text))

    def points(self, rule: Candidate) -> int:
        """What a query and a rule have in common: tags, and a limit for its number."""
        return len(rule.tags_met) + self.governs(rule)

    def _slips(self, candidate: Candidate) -> list[str]:
        known = [stem for stem in stems_of(candidate) if len(stem) >= _SHORTEST_SLIP and stem.isalpha()]
        words = {stem for word in WORD.findall(self.query) if word.islower() for stem in content_stems(word)}
        unknown = [stem for stem in self.result.unknown if len(stem) >= _SHORTEST_SLIP and stem.isalpha()]
        return [stem for stem in unknown if stem in words and any(one_slip(stem, each) for each in known)]


def stems_of(candidate: Candidate) -> frozenset[str]:
    return frozenset((*content_stems(candidate.text), *candidate.tags))


def is_rule(candidate: Candidate) -> bool:
    return candidate.kind is Kind.RULE and candidate.status == Status.ACTIVE


def one_slip(one: str, other: str) -> bool:
    """Whether two words differ by one letter added, left out, mistaken, or two that changed places; never the first."""
    if one == other or abs(len(one) - len(other)) > 1 or one[:1] != other[:1]:
        return False
    start = next((place for place, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), None)
    if start is None:  # one is the other and a letter more
        return True
    rests: Sequence[tuple[str, str]] = (
        (one[start + 1 :], other[start + 1 :]),
        (one[start + 1 :], other[start:]),
        (one[start:], other[start + 1 :]),
    )
    swapped = one[start : start + 2] == other[start : start + 2][::-1] and one[start + 2 :] == other[start + 2 :]
    return swapped or any(a == b for a, b in rests)
