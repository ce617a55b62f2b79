"""Insights of a night: experiences that keep ending badly, proposed as candidate rules through the usual admission."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from cicatrix.core import insights
from cicatrix.core.admission import Admitted, Claim, admit
from cicatrix.core.entries import EntryKind
from cicatrix.core.episodes import EpisodeKind, JsonObject
from cicatrix.core.ids import Kind
from cicatrix.core.known import Known
from cicatrix.core.memories import Change, Memory, MemoryType, Status
from cicatrix.core.sleep import Insight
from cicatrix.core.wording import listed
from cicatrix.engine.claims import EpisodesOf, claims, seal
from cicatrix.engine.context import Context
from cicatrix.ports import LedgerReader, LedgerWriter, Version

BY = "sleep"


def propose(reader: LedgerReader) -> tuple[tuple[Insight, ...], int]:
    """What a night would propose that no rule says and no night proposed, and how many experiences ended badly."""
    episodes = EpisodesOf(reader)
    endings = [
        ended
        for version in reader.versions((Kind.EPISODE,))
        if _may_have_ended_badly(version)
        if (ended := insights.ending(episodes.of(version))) is not None
    ]
    known = Known(claims(reader, (Kind.RULE,)))
    seen = {name for rule in known if rule.proposer == insights.PROPOSER for name in rule.episodes}
    found = []
    for claim in insights.propose(endings):
        cited = tuple(span.episode for span in claim.evidence)
        if seen.isdisjoint(cited) and isinstance(admit(claim, episodes, known, by=BY), Admitted):
            found.append(Insight(claim.text, cited, claim.evidence))
    return tuple(found), len(endings)


def store(ctx: Context, writer: LedgerWriter, found: Iterable[Insight], episodes: EpisodesOf, seq: int) -> None:
    """Admit and seal what a night proposes, as a part of its act ``seq``. Each has its handle."""
    known = Known(claims(writer, (Kind.RULE,)))
    for insight in found:
        verdict = admit(_claim(insight), episodes, known, by=BY)
        if isinstance(verdict, Admitted):
            rule = _candidate(verdict.memory, insight, seq)
            seal(ctx, writer, rule, episodes, EntryKind.MEMORY_ADMITTED)
            known.put(rule)


def still_new(writer: LedgerWriter, found: Iterable[Insight], episodes: EpisodesOf) -> Iterator[Insight]:
    """Those that still would be admitted."""
    known = Known(claims(writer, (Kind.RULE,)))
    for insight in found:
        if isinstance(admit(_claim(insight), episodes, known, by=BY), Admitted):
            yield replace(insight, rule=writer.next_handle(Kind.RULE))


def _claim(insight: Insight) -> Claim:
    return Claim(insight.text, MemoryType.PROCEDURAL, insight.evidence, insights.PROPOSER)


def _candidate(rule: Memory, insight: Insight, seq: int) -> Memory:
    """Never more than a candidate, whoever acted."""
    change = Change("admitted", BY, f"{listed(insight.episodes)} ended alike: a person says what to do.", of=seq)
    return replace(rule, id=insight.rule, status=Status.CANDIDATE, change=change)


def _may_have_ended_badly(version: Version) -> bool:
    """Seen without reading the whole episode."""
    body: JsonObject = version.body or {}
    return bool(body.get("outcome")) and not body.get("correction") and body.get("kind") == EpisodeKind.EXPERIENCE
