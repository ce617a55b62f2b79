"""Distil: read what people taught, admit what is a lesson, keep the rest as dead letters with the reason.

One transaction, so that a rule, its evidence and its refusals are there together or not at all. Running it again over
the same episodes seals nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from cicatrix.core import distillation
from cicatrix.core.entries import EntryKind
from cicatrix.core.episodes import Episode, EpisodeKind, JsonObject
from cicatrix.core.ids import Kind
from cicatrix.core.known import LIVE, Known
from cicatrix.core.memories import Change, Memory
from cicatrix.core.wording import listed
from cicatrix.engine.claims import DURABILITY, EpisodesOf, claims, keep_refusal, seal
from cicatrix.engine.compiling import is_read
from cicatrix.engine.context import Context
from cicatrix.engine.embedding import settle
from cicatrix.engine.reports import DistillReport
from cicatrix.engine.rule_revising import RulesMeet
from cicatrix.ports import LedgerWriter, Version


def distill(ctx: Context, *, progress: Callable[[int, int], None] | None = None) -> DistillReport:
    """Learn from every episode of the namespace in which somebody taught something. ``progress`` is called with the
    number of these episodes that were read and of all."""
    with ctx.store.writer(
        ctx.namespace, now=ctx.clock.now(), durability=DURABILITY, strict_now=ctx.clock.fixed
    ) as writer:
        seen = EpisodesOf(writer)
        before = writer.head().seq
        taught = [seen.of(version) for version in writer.versions((Kind.EPISODE,)) if teaches(version)]
        report = learn(ctx, writer, taught, progress=progress)
        unread = [rule for rule in claims(writer, (Kind.RULE,)) if rule.status in LIVE and not is_read(rule)]
        for rule in unread:
            change = Change("read", distillation.PROPOSER, "It was sealed before rules had policies.")
            read = replace(rule, version=rule.version + 1, change=change)
            report = replace(report, seq=seal(ctx, writer, read, seen, EntryKind.POLICY_READ).seq)
    notes = (f"what they stop was read in {listed([rule.id for rule in unread])}",) if unread else ()
    return replace(report, notes=(*notes, *settle(ctx, after=before)))


def learn(
    ctx: Context,
    writer: LedgerWriter,
    episodes: Iterable[Episode],
    *,
    progress: Callable[[int, int], None] | None = None,
) -> DistillReport:
    """Learn from these episodes inside a transaction that is open; for record, reply and ratify."""
    seen = EpisodesOf(writer)
    taught = [seen.add(episode) for episode in episodes]
    if not taught:
        return DistillReport(seq=writer.head().seq, durability=DURABILITY)
    known = Known(claims(writer, (Kind.RULE,)))
    outcome = distillation.distill(taught, seen, known, lambda: writer.next_handle(Kind.RULE), progress)
    admitted, joined, rules = _sealed(ctx, writer, outcome, known, seen)
    refused = tuple(
        keep_refusal(ctx, writer, word.text, word.code, word.reason, (word.evidence,), distillation.PROPOSER)
        for word in outcome.refused
    )
    return DistillReport(
        admitted=admitted,
        joined=joined,
        refused=refused,
        superseded=tuple(rules.superseded),
        doubts=tuple(rules.doubts),
        unchanged=outcome.unchanged,
        episodes=outcome.episodes,
        seq=writer.head().seq,
        durability=DURABILITY,
    )


def _sealed(
    ctx: Context, writer: LedgerWriter, outcome: distillation.Outcome, known: Known, seen: EpisodesOf
) -> tuple[tuple[Memory, ...], tuple[Memory, ...], RulesMeet]:
    """Seal what a run learnt. Rules that say something against others come last, since they end or narrow them."""
    older = (rule for rule in known if rule.id not in outcome.admitted) if outcome.admitted else ()
    rules = RulesMeet(ctx, writer, seen, older)
    sealed: dict[str, Memory] = {}
    meeting: list[Memory] = []
    for rule in outcome.admitted.values():
        if rules.meets(rule):
            meeting.append(rule)
            rules.put(rule)
        else:
            sealed[rule.id] = rules.seal(rule)
    joined = tuple(seal(ctx, writer, rule, seen, EntryKind.MEMORY_JOINED) for rule in outcome.joined.values())
    for rule in meeting:
        rules.drop(rule)
    for rule in joined:
        rules.put(rule)
    sealed |= {rule.id: rules.seal(rule) for rule in meeting}
    return tuple(sealed[handle] for handle in outcome.admitted), joined, rules


def teaches(version: Version) -> bool:
    """Whether somebody may have taught something, seen without reading the whole episode."""
    body: JsonObject | None = version.body
    return body is not None and bool(body.get("correction") or body.get("kind") == EpisodeKind.REPLY)
