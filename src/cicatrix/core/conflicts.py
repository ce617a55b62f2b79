"""Which rules of a recall cannot be followed together, within a namespace and across those that are read beside it.

Inside a namespace revision has settled what it could, and what is left is for a person. Across namespaces nothing was
ever settled: there the nearer one holds where it forbids what the farther one asks. It may tighten, never loosen: where
it gives leave for what the farther one forbids, both are shown, and a person says which holds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Final

from cicatrix.core.candidates import Candidate
from cicatrix.core.grasp import is_rule
from cicatrix.core.polarity import contradict, prohibits
from cicatrix.core.recall import RejectReason
from cicatrix.core.sifting import Sifted, rejected

_COMPARED: Final = 20
"""So many of the best rules of a namespace are compared."""


@dataclass(frozen=True, slots=True)
class Conflicts:
    """Pairs of rules by name (:attr:`Candidate.name`), the nearer one first."""

    pairs: tuple[tuple[str, str], ...]

    def against(self, name: str) -> tuple[str, ...]:
        """What cannot be followed together with one, as its citation says it."""
        return tuple(two if one == name else _nearer(one, two) for one, two in self.pairs if name in (one, two))

    def met_by(self, standing: Sequence[Candidate]) -> tuple[tuple[str, str], ...]:
        """Those whose nearer rule is among these."""
        names = {each.name for each in standing}
        return tuple(pair for pair in self.pairs if pair[0] in names)


def conflicts_of(sifted: Sequence[Sifted]) -> tuple[tuple[Sifted, ...], Conflicts]:
    """The namespaces, nearest first, without the rules that a nearer one took the place of; and what is in conflict."""
    rules = [[each for each in part.standing.values() if is_rule(each)][:_COMPARED] for part in sifted]
    pairs = [(one.name, two.name) for own in rules for one, two in combinations(own, 2) if _is_open(one, two)]
    if len(sifted) == 1:
        return tuple(sifted), Conflicts(tuple(pairs))
    return _across(list(sifted), rules, pairs)


def _across(
    found: list[Sifted], rules: list[list[Candidate]], pairs: list[tuple[str, str]]
) -> tuple[tuple[Sifted, ...], Conflicts]:
    from cicatrix.core.rule_revision import Standing, settle  # what one namespace is asked loads no tables of it

    gone: set[str] = set()
    for near, far in combinations(range(len(found)), 2):
        for one in rules[near]:
            for two in list(rules[far]):
                standing = settle(one.text, two.text).standing
                if standing is Standing.SUPERSEDES and prohibits(one.text) and not prohibits(two.text):
                    found[far] = _without(found[far], two, one)
                    rules[far].remove(two)
                    gone.add(two.name)
                elif standing in (Standing.SUPERSEDES, Standing.DOUBT):
                    pairs.append((one.name, two.name))
    return tuple(found), Conflicts(tuple(pair for pair in pairs if gone.isdisjoint(pair)))


def _nearer(near: str, far: str) -> str:
    """A bare handle beside one of another namespace has to say whose it is."""
    return near if near.rpartition(" ")[0] == far.rpartition(" ")[0] else f"the nearer {near}"


def _is_open(one: Candidate, two: Candidate) -> bool:
    """Whether one forbids what the other asks, and nobody has settled that."""
    return one.handle not in two.refines and two.handle not in one.refines and contradict(one.text, two.text)


def _without(part: Sifted, old: Candidate, new: Candidate) -> Sifted:
    detail = f"is forbidden by {new.name}, which is nearer"
    loss = rejected(old, RejectReason.SUPERSEDED, detail)
    standing = {handle: each for handle, each in part.standing.items() if handle != old.handle}
    return replace(part, standing=standing, losses={**part.losses, old.handle: loss})
