"""Rules that change: a newer order meets the older ones, and what follows is sealed with it.

The later order counts, by when it was last given: one that supersedes ends the older, one that narrows stands beside it
and its words with it, and where code cannot say, both stand and a doubt waits for a person. Both stay linked.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from cicatrix.core.entries import EntryKind
from cicatrix.core.episodes import Episode
from cicatrix.core.memories import Change, Memory, Revision, Status
from cicatrix.core.moments import to_utc
from cicatrix.core.rule_revision import APART, Orders, Settled, Standing, settle
from cicatrix.core.stamps import stamp
from cicatrix.core.trust import Origin, rank
from cicatrix.engine.claims import seal
from cicatrix.engine.context import Context
from cicatrix.engine.revising import raise_doubt, supersede
from cicatrix.ports import LedgerWriter


@dataclass(frozen=True, slots=True)
class _Met:
    old: Memory
    settled: Settled
    is_later: bool  # the new one was given later


class RulesMeet:
    """New rules of one transaction, each sealed with what it ends or narrows."""

    def __init__(
        self, ctx: Context, writer: LedgerWriter, episodes: Mapping[str, Episode], rules: Iterable[Memory]
    ) -> None:
        """``rules``: those that are sealed already."""
        self._ctx, self._writer, self._episodes = ctx, writer, episodes
        self._orders = Orders(rule for rule in rules if rule.status is Status.ACTIVE)
        self.superseded: list[str] = []
        self.doubts: list[str] = []

    def meets(self, rule: Memory) -> bool:
        """Whether a rule has something to say against one that is in force."""
        return any(self._met(rule))

    def put(self, rule: Memory) -> None:
        """A rule that was sealed elsewhere, or its new version."""
        if rule.status is Status.ACTIVE:
            self._orders.put(rule)
        else:
            self._orders.remove(rule)

    def drop(self, rule: Memory) -> None:
        """A rule that is not sealed yet after all, or holds no more."""
        self._orders.remove(rule)

    def seal(self, rule: Memory, entry: EntryKind = EntryKind.MEMORY_ADMITTED) -> Memory:
        """Seal a version of a rule that takes force with it, and what follows for others."""
        met = list(self._met(rule))
        later = next((one for one in met if not one.is_later), None)
        ended = [one.old for one in met if one.is_later and one.settled.standing is Standing.SUPERSEDES]
        narrowed = [one for one in met if one.is_later and one.settled.standing is Standing.NARROWS]
        if later is not None:
            rule = replace(rule, status=Status.SUPERSEDED, superseded_by=later.old.id)
            self.superseded.append(rule.id)
        else:
            rule = replace(
                rule,
                supersedes=tuple(dict.fromkeys((*rule.supersedes, *(old.id for old in ended)))),
                refines=tuple(dict.fromkeys((*rule.refines, *(one.old.id for one in narrowed)))),
            )
        if met:
            first = later or met[0]
            rule = replace(rule, revision=Revision(first.settled.verdict.value, first.old.id, first.settled.reason))
            rule = replace(rule, change=replace(rule.change, reason=_told(rule, first)))
        rule = seal(self._ctx, self._writer, rule, self._episodes, entry)
        if later is None:
            self._follow(rule, ended, narrowed, [one for one in met if one.settled.standing is Standing.DOUBT])
        self.put(rule)
        return rule

    def _follow(self, rule: Memory, ended: list[Memory], narrowed: list[_Met], doubted: list[_Met]) -> None:
        by = rule.change.by
        for old in ended:
            why = settle(rule.text, old.text).reason
            supersede(self._ctx, self._writer, old, rule, self._episodes, by=by, why=f"it {why}")
            self._orders.remove(old)
            self.superseded.append(old.id)
        for one in narrowed:
            version = replace(
                one.old,
                version=one.old.version + 1,
                exceptions=(*one.old.exceptions, rule.text),
                change=Change("narrowed", by, f"{rule.id} {one.settled.reason}.", of=rule.seq),
            )
            self._orders.put(seal(self._ctx, self._writer, version, self._episodes, EntryKind.MEMORY_CORRECTED))
        for one in doubted:
            self.doubts.append(raise_doubt(self._ctx, self._writer, rule, one.old, one.settled.reason))

    def _met(self, rule: Memory) -> Iterable[_Met]:
        if rule.status is not Status.ACTIVE:
            return
        for old in self._orders.met(rule.text):
            if old.id == rule.id or old.id in rule.refines or rule.id in old.refines:
                continue
            is_later = self._given(rule) >= self._given(old)
            found = settle(rule.text, old.text) if is_later else settle(old.text, rule.text)
            new, held = (rule, old) if is_later else (old, rule)
            if found.standing is not Standing.APART and rank(new.trust) < min(rank(held.trust), rank(Origin.HUMAN)):
                found = Settled(Standing.DOUBT, f"{found.reason}, on lower authority")
            if not is_later and found.standing is not Standing.SUPERSEDES:
                found = APART
            if found.standing is not Standing.APART:
                yield _Met(old, found, is_later)

    def _given(self, rule: Memory) -> str:
        """When an order was last given, UTC."""
        cited = (self._episodes[name].occurred_at for name in rule.episodes if name in self._episodes)
        return max((stamp(to_utc(moment)) for moment in cited), default="")


def _told(rule: Memory, met: _Met) -> str:
    """Why this version stands as it does, for its history."""
    old, reason = met.old.id, met.settled.reason
    if not met.is_later:
        return f"{old} was given later and {reason}."
    told = {
        Standing.SUPERSEDES: f"It replaces {old}: it {reason}.",
        Standing.NARROWS: f"It narrows {old}: it {reason}.",
    }.get(met.settled.standing, f"It {reason}, beside {old}: both stand until a person decides.")
    return " ".join(filter(None, (rule.change.reason, told)))
