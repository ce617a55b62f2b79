"""How much of a query a memory grasps: the words that it shares, and those that it answers without sharing them.

A number beside a limit of its kind, a word that asks for a measure, and a word that is one slip of the pen away from
one in the memory are grasped too: none of them makes the query one about something unknown.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cicatrix.core.candidates import Candidate, SearchResult
from cicatrix.core.ids import Kind
from cicatrix.core.memories import Status
from cicatrix.core.quantities import compared, measured, measures_in, quantities
from cicatrix.core.recall import ONE
from cicatrix.core.text import content_stems
from cicatrix.core.wording import WORD

SHORTEST_SLIP: Final = 5
"""Letters of a word in which a slip is looked for; of shorter ones, too many are neighbours."""

_LONG: Final = 7  # letters from which a mistaken one makes no other word

LIGHT: Final = frozenset(
    content_stems(
        "go put make do use need want take give come find work happen mean apply handle keep place look ask tell know "
        "say think like start stop try set get see show help write written be thing things way kind kinds "
        "type long often allow permit forbid suppose acceptable okay fine alright"
    )
)
"""Words that name no thing: they make no question one about something unknown, and no memory an answer."""

_COMPANY: Final = frozenset(
    content_stems("team group people person everyone everybody office staff colleague company customer client user")
)
"""Words for whom something is done, which say little of what is to be done."""


class Grasp:
    """One query, beside any candidate. ``light`` are stems that count on neither side; words of time are among them,
    since the date is looked at.
    """

    def __init__(self, query: str, result: SearchResult, light: frozenset[str] = LIGHT) -> None:
        self.query = query
        self.result = result
        self.light = light
        self._weights = dict(zip(result.terms, result.weights, strict=False))
        self._total = result.statistics.get("query_idf", sum(self._weights.values()))  # with what a date weighs
        self._passed = [(term, weight) for term, weight in self._weights.items() if term in light and weight]
        self._asked = self._total - sum(weight for _, weight in self._passed)
        self._may_excuse = bool(quantities(query)) or bool(measures_in(query))
        self._slips = self._may_be_slips()
        self._excused: dict[str, frozenset[str]] = {}

    def best(self, candidates: Sequence[Candidate]) -> Candidate:
        """The candidate that carries most of the query, the first of equals."""
        best, most = candidates[0], -1
        for candidate in candidates:
            if self._at_most(candidate) > most:
                carried = self.carried(candidate)
                if carried > most:
                    best, most = candidate, carried
        return best

    def _at_most(self, candidate: Candidate) -> int:
        """What a candidate carries at most, before its words are looked at."""
        if self._asked <= 0 or self._may_excuse or self._slips:
            return ONE
        return max(candidate.coverage, candidate.coverage * self._total // self._asked)

    def carried(self, candidate: Candidate) -> int:
        """The share of the query that a candidate carries, in millionths, light words left out on both sides."""
        excused = self.excused(candidate)
        if self._asked <= 0 or not (self._passed or excused):
            return candidate.coverage
        own = stems_of(candidate)
        gained = sum(self._weights.get(term, 0) for term in excused - own - self.light)
        passed = sum(weight for term, weight in self._passed if term in own)
        carried = candidate.coverage * self._total + ONE * (gained - passed)
        return max(0, min(ONE, carried // self._asked))

    def unknown(self, candidate: Candidate | None = None) -> list[str]:
        """The stems of the query that nothing in the mind speaks of, without what this candidate grasps."""
        passed = self.light if candidate is None else self.light | self.excused(candidate)
        return [stem for stem in self.result.unknown if stem not in passed]

    def unknown_names(self, candidate: Candidate) -> list[str]:
        """Words that nothing speaks of and that name one thing: capitalised inside the query, or with a figure."""
        unknown = self.unknown(candidate)
        found: list[str] = []
        for place, word in enumerate(WORD.findall(self.query) if unknown else ()):
            is_name = (place > 0 and word[0].isupper()) or any(char.isdigit() for char in word)
            if is_name and any(stem in unknown for stem in content_stems(word)):
                found.append(word)
        return list(dict.fromkeys(found))

    def excused(self, candidate: Candidate) -> frozenset[str]:
        """Stems of the query that a candidate answers to without having them."""
        if not (self._may_excuse or self._slips):
            return frozenset()
        found = self._excused.get(candidate.handle)
        if found is None:
            numbers = (quantity.stems for quantity in compared(self.query, candidate.text))
            found = frozenset().union(*numbers, measured(self.query, candidate.text), self._slips_of(candidate))
            self._excused[candidate.handle] = found
        return found

    def governs(self, rule: Candidate) -> bool:
        """Whether an active rule sets a limit for a number in the query, which counts like one more tag."""
        return is_rule(rule) and bool(rule.tags_met) and bool(compared(self.query, rule.text))

    def points(self, rule: Candidate) -> int:
        """What a query and a rule have in common: tags, and a limit for its number."""
        return len(rule.tags_met) + self.governs(rule)

    def is_common(self, stems: Sequence[str]) -> bool:
        """Whether these stems of the query name whom it is for, or stand in much of what memory holds."""
        most = max(self._weights.values(), default=0)
        return all(stem in _COMPANY or self._weights.get(stem, 0) * 3 < most * 2 for stem in stems)

    def _may_be_slips(self) -> list[str]:
        """Unknown stems that are no names: words of small letters alone, long enough."""
        unknown = [stem for stem in self.result.unknown if len(stem) >= SHORTEST_SLIP and stem.isalpha()]
        if not unknown:
            return []
        words = {stem for word in WORD.findall(self.query) if word.islower() for stem in content_stems(word)}
        return [stem for stem in unknown if stem in words]

    def _slips_of(self, candidate: Candidate) -> list[str]:
        if not self._slips:
            return []
        known = [stem for stem in stems_of(candidate) if len(stem) >= SHORTEST_SLIP and stem.isalpha()]
        return [stem for stem in self._slips if any(one_slip(stem, each) for each in known)]


def stems_of(candidate: Candidate) -> frozenset[str]:
    return frozenset((*content_stems(candidate.text), *(stem for tag in candidate.tags for stem in tag.split())))


def is_rule(candidate: Candidate) -> bool:
    """A rule in force; one that is shown as what was before is none."""
    return candidate.kind is Kind.RULE and candidate.status == Status.ACTIVE and not candidate.ended


def is_slip(one: str, other: str) -> bool:
    """Whether one is written for the other: as :func:`one_slip`, but a mistaken letter makes another word of a short
    one, as it does of chess and chest."""
    return one_slip(one, other) and (len(one) != len(other) or len(one) >= _LONG or sorted(one) == sorted(other))


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
