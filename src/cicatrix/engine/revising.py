"""Revision: an admitted memory meets those it may speak of, and one thing is decided and sealed.

===========  =================================================================================================
duplicate    an older one says it already: the evidence joins it, and the new memory never gets a handle
replaces     the new one is stored, the older ones end, linked; or the new one arrives as history, if what it tells
             of lies before what is current
refines      both stand; the new one names the older
uncertain    both stand, and a doubt (``rv-n``) waits for a person; where only one of them can be true, or the new one
             comes on lower authority than what it would end, the new one waits aside with it
distinct     both stand
===========  =================================================================================================

All of it happens in the transaction of the caller, which reads what another process wrote a moment ago.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from cicatrix.core.admission import Joined, Seconded, second, seconded
from cicatrix.core.attributes import contend
from cicatrix.core.clocks import apart, began, compare, is_later
from cicatrix.core.codec import encode
from cicatrix.core.doubts import Doubt, doubt_key
from cicatrix.core.entries import Draft, EntryKind
from cicatrix.core.episodes import Episode
from cicatrix.core.ids import Kind
from cicatrix.core.memories import Change, Memory, MemoryType, Revision, Status
from cicatrix.core.moments import to_utc
from cicatrix.core.revision.cues import CueKind, cues
from cicatrix.core.revision.endings import FOR_GOOD, another_employer, ended_by_event, slots_of
from cicatrix.core.revision.procedure import judge
from cicatrix.core.revision.verdicts import Judged, Statement, Verdict
from cicatrix.core.revision.wording import plain
from cicatrix.core.stamps import stamp
from cicatrix.core.text import fold
from cicatrix.core.trust import Origin, lowest, rank
from cicatrix.engine.claims import seal
from cicatrix.engine.context import Context
from cicatrix.engine.embedding import likeness, recollect
from cicatrix.engine.unmerging import part_ways, parts_of
from cicatrix.ports import LedgerWriter

MAX_DOUBTS: Final = 2
"""Doubts that one memory may raise; a person who is asked everything answers nothing."""


_STRENGTH: Final = (Verdict.REPLACES, Verdict.DUPLICATE, Verdict.UNCERTAIN, Verdict.REFINES, Verdict.DISTINCT)


@dataclass(frozen=True, slots=True)
class Revised:
    """What became of an admitted memory. ``memory`` as it is sealed now: the older one where the new says the same."""

    memory: Memory
    revision: str  # duplicate, replaces, refines, distinct, uncertain
    seq: int
    supersedes: tuple[str, ...] = ()  # ended by it, oldest first
    doubts: tuple[str, ...] = ()
    reason: str = ""

    @property
    def id(self) -> str:
        return self.memory.id


@dataclass(frozen=True, slots=True)
class _Met:
    """An older memory and what the new one means for it. ``is_later``: of the two, the new one holds. ``held_back``:
    the verdict would have been stronger, had it been allowed."""

    old: Memory
    judged: Judged
    is_later: bool
    held_back: bool = False

    @property
    def verdict(self) -> Verdict:
        return self.judged.verdict


def revise(
    ctx: Context,
    writer: LedgerWriter,
    memory: Memory,
    episodes: Mapping[str, Episode],
    *,
    by: str,
    instead_of: Sequence[str] = (),
) -> Revised:
    """Store an admitted memory that has no handle yet, as revision decides. ``episodes``: at least those that it and
    what it meets cite. ``instead_of``: memories that a person replaces with it, whatever their words.
    """
    memory = memory if memory.said_at else replace(memory, said_at=_said(memory, episodes))
    if memory.status is not Status.ACTIVE:  # waits for a person, and ends nothing until then
        return _store(ctx, writer, memory, (), episodes, by)
    named = [old for name in instead_of if (old := ctx.beliefs.get(writer, name)) is not None]
    met = [_Met(old, Judged(Verdict.REPLACES, "a person corrected it"), True) for old in named]
    near = [
        old
        for old in ctx.beliefs.near(writer, memory, ending=slots_of(_statement(memory)))
        if old.status is Status.ACTIVE and old.id not in instead_of
    ]
    recollect(ctx, writer, [part for old in near for part in (old, *parts_of(ctx, writer, old))])
    met += [_in_order(_meet_parts(ctx, writer, old, memory), memory, episodes) for old in near]
    return _decide(ctx, writer, memory, tuple(met), episodes, by)


def _said(memory: Memory, episodes: Mapping[str, Episode]) -> str:
    """When it was last said: the latest of the episodes that it cites."""
    return max((stamp(to_utc(episodes[name].occurred_at)) for name in memory.episodes if name in episodes), default="")


# -- one against one ---------------------------------------------------------------------------------------------------


def _meet_parts(ctx: Context, writer: LedgerWriter, old: Memory, new: Memory) -> _Met:
    """A merged memory is met by its parts: the strongest verdict on one of them is that on it."""
    met = [_meet(ctx, part, new) for part in parts_of(ctx, writer, old) or (old,)]
    return replace(min(met, key=lambda one: _STRENGTH.index(one.verdict)), old=old)


def _meet(ctx: Context, old: Memory, new: Memory) -> _Met:
    """Judge in the order in which the two were said, and guard what the verdict may do."""
    first, then = (old, new) if compare(new.said_at, old.said_at) >= 0 else (new, old)
    judged = judge(_statement(first), _statement(then), likeness=likeness(ctx), attributes=ctx.attributes)
    holds = is_later(new, old, correction=_corrects(new) or FOR_GOOD in judged.signals)
    allowed = _guarded(judged, old, new, ends_old=holds)
    return _Met(old, allowed, holds, held_back=allowed is not judged)


def _in_order(met: _Met, new: Memory, episodes: Mapping[str, Episode]) -> _Met:
    """Nothing ends where nobody knows which of the two was said last: that waits for a person."""
    if met.verdict is not Verdict.REPLACES or _order_known(met.old, new, episodes):
        return met
    why = "the log gives no time, so nobody knows which was said last"
    return replace(met, judged=_refused(met.judged, Verdict.UNCERTAIN, why), held_back=True)


def _order_known(old: Memory, new: Memory, episodes: Mapping[str, Episode]) -> bool:
    """An episode without a time of its own was said at some time before it came in, so what a dated one said after
    that is later; two of one conversation in one log stand there in their order."""
    late = new if compare(new.said_at, old.said_at) >= 0 else old
    if not is_undated(late, episodes):
        return True
    return bool(_conversations(old, episodes) & _conversations(new, episodes))


def is_undated(memory: Memory, episodes: Mapping[str, Episode]) -> bool:
    """Whether all that it was learnt from came out of a log without a time."""
    cited = [episodes[name] for name in memory.episodes if name in episodes]
    return bool(cited) and all(episode.is_undated for episode in cited)


def _conversations(memory: Memory, episodes: Mapping[str, Episode]) -> set[tuple[str, str | None]]:
    cited = [episodes[name] for name in memory.episodes if name in episodes]
    return {(each.source.import_id, each.session) for each in cited if each.source is not None and each.is_undated}


def _statement(memory: Memory) -> Statement:
    return Statement(
        text=memory.text,
        speaker=memory.speaker,
        said_at=memory.said_at,
        subject=memory.subject,
        attribute=memory.attribute,
        value=memory.value,
        negated=memory.negated,
        valid_from=memory.valid_from,
        valid_to=memory.valid_to,
    )


def _guarded(judged: Judged, old: Memory, new: Memory, *, ends_old: bool) -> Judged:
    """What no verdict may do: end what speaks of something or somebody else, of another time, or of better origin."""
    if judged.verdict is Verdict.DISTINCT:
        return judged
    if judged.signals.get("rule") == ended_by_event.__name__:
        if not ends_old:
            return _refused(judged, Verdict.DISTINCT, "it happened before the other was told")
        return _within_its_trust(judged, old, new)
    if judged.verdict in (Verdict.REPLACES, Verdict.UNCERTAIN) and _happened(old if ends_old else new, new, judged):
        return _refused(judged, Verdict.DISTINCT, "what happened stays so, whatever is said of it later")
    if apart(old, new):
        return _refused(judged, Verdict.DISTINCT, "they tell of two times that do not meet")
    if judged.verdict is Verdict.UNCERTAIN and judged.signals.get("rule") == "similar" and _are_parts(old, new):
        return _refused(judged, Verdict.DISTINCT, "both tell of what happens in those days, each in its own words")
    if judged.verdict is Verdict.DUPLICATE and _are_parts(old, new) and old.attribute and new.attribute:
        if old.attribute == new.attribute:
            return judged
        return _refused(judged, Verdict.REFINES, "each tells another part of what happens in those days")
    if judged.verdict is not Verdict.REPLACES:
        return judged
    if old.subject and new.subject and fold(old.subject) != fold(new.subject):
        return _refused(judged, Verdict.DISTINCT, f"one speaks of {old.subject}, the other of {new.subject}")
    told_apart = old.attribute and new.attribute and _kind(old.attribute) != _kind(new.attribute)
    if told_apart and judged.signals.get("rule") != another_employer.__name__:
        return _refused(judged, Verdict.DISTINCT, f"one tells the {old.attribute}, the other the {new.attribute}")
    return _within_its_trust(judged, old, new) if ends_old else judged


def _within_its_trust(judged: Judged, old: Memory, new: Memory) -> Judged:
    if judged.verdict is not Verdict.REPLACES or rank(new.trust) >= min(rank(old.trust), rank(Origin.HUMAN)):
        return judged
    return _refused(judged, Verdict.UNCERTAIN, f"words of {new.trust.value} origin end none of {old.trust.value}")


def _happened(ending: Memory, new: Memory, judged: Judged) -> bool:
    """Whether what would end tells of an event that is past, and is not itself denied, corrected or told otherwise."""
    if ending.type is not MemoryType.EPISODIC or ending.attribute:
        return False
    if ending.valid_from and compare(ending.valid_from, ending.said_at) > 0:  # it is yet to come
        return False
    return "old_value" not in judged.signals and "denied" not in judged.signals and not _corrects(new)


def _are_parts(old: Memory, new: Memory) -> bool:
    """Whether both tell of dated happenings, which only likeness brings together: the parts of one trip are alike."""
    return all(one.type is MemoryType.EPISODIC and one.valid_from and one.valid_to for one in (old, new))


def _corrects(memory: Memory) -> bool:
    """Whether a memory says in so many words that what was said before was wrong."""
    return any(cue.kind is CueKind.CORRECTED and cue.firm for cue in cues(plain(memory.text)))


def _kind(attribute: str) -> str:
    """``schedule:deadline`` and ``deadline`` are one thing."""
    return attribute.removeprefix("schedule:")


def _refused(judged: Judged, verdict: Verdict, why: str) -> Judged:
    return Judged(verdict, f"{why}, so it is not {judged.verdict.value} ({judged.reason})", judged.signals)


# -- one decision ------------------------------------------------------------------------------------------------------


def _decide(
    ctx: Context,
    writer: LedgerWriter,
    memory: Memory,
    met: tuple[_Met, ...],
    episodes: Mapping[str, Episode],
    by: str,
) -> Revised:
    same = next((one for one in met if one.verdict is Verdict.DUPLICATE), None)
    if same is None:
        return _store(ctx, writer, memory, met, episodes, by)
    ended = tuple(one for one in met if one.verdict is Verdict.REPLACES and one.is_later)
    found = second(memory, same.old, frozenset(same.old.evidence), (), by)
    if isinstance(found, Joined):
        joined = found.memory
    elif isinstance(found, Seconded):
        joined = seconded(same.old, [found], episodes, by)
    elif ended:
        joined = replace(same.old, version=same.old.version + 1, change=Change("joined", by, found.reason))
    else:
        return Revised(same.old, Verdict.DUPLICATE.value, same.old.seq, reason=found.reason)
    joined = replace(
        joined,
        said_at=same.old.said_at if is_undated(memory, episodes) else max(joined.said_at, memory.said_at),
        supersedes=(*joined.supersedes, *(one.old.id for one in ended)),
        revision=_revision(same),
    )
    joined = seal(ctx, writer, joined, episodes, EntryKind.MEMORY_JOINED)
    for one in ended:
        supersede(ctx, writer, one.old, joined, episodes, by=by, why=one.judged.reason)
    reason = f"{same.old.id} says it already: {same.judged.reason}."
    return Revised(joined, Verdict.DUPLICATE.value, joined.seq, tuple(one.old.id for one in ended), (), reason)


def _store(
    ctx: Context,
    writer: LedgerWriter,
    memory: Memory,
    met: tuple[_Met, ...],
    episodes: Mapping[str, Episode],
    by: str,
) -> Revised:
    """Store the new memory, and end or doubt what it met."""
    replaced = tuple(one for one in met if one.verdict is Verdict.REPLACES)
    current = next((one for one in replaced if not one.is_later), None)
    doubted = tuple(one for one in met if one.verdict is Verdict.UNCERTAIN)[:MAX_DOUBTS] if current is None else ()
    waits = any(one.held_back or contend(one.old, memory, ctx.attributes) for one in doubted)
    ended = tuple(one for one in replaced if one.is_later and not waits)
    refined = tuple(one for one in met if one.verdict is Verdict.REFINES)
    telling = (*replaced, *doubted, *refined, *(one for one in met if one.held_back))
    verdict = telling[0].verdict if telling else Verdict.DISTINCT
    memory = replace(
        memory,
        id=writer.next_handle(memory.kind),
        status=Status.QUARANTINED if waits else memory.status,
        supersedes=tuple(one.old.id for one in ended),
        refines=tuple(one.old.id for one in refined),
        revision=_revision(telling[0]) if telling else None,
    )
    before: Memory | None = None
    if current is not None:
        memory, before = _history(ctx, writer, memory, current)
    memory = seal(ctx, writer, memory, episodes, EntryKind.MEMORY_ADMITTED)
    if before is not None:
        supersede(ctx, writer, before, memory, episodes, by=by, why="it came in between")
    for one in ended:
        supersede(ctx, writer, one.old, memory, episodes, by=by, why=one.judged.reason)
    doubts = tuple(raise_doubt(ctx, writer, memory, one.old, one.judged.reason, one.judged.signals) for one in doubted)
    reason = telling[0].judged.reason if telling else memory.change.reason
    return Revised(memory, verdict.value, memory.seq, memory.supersedes, doubts, reason)


def _revision(met: _Met) -> Revision:
    return Revision(met.verdict.value, met.old.id, met.judged.reason, dict(met.judged.signals))


def _history(ctx: Context, writer: LedgerWriter, memory: Memory, current: _Met) -> tuple[Memory, Memory | None]:
    """It tells of a time before what is current: it arrives as what was, until the next of its line began. With it
    comes the one before it, which ended later than it should."""
    line = sorted(ctx.beliefs.ended_beside(writer, memory, ctx.attributes), key=began)
    after = next((old for old in line if compare(began(old), began(memory)) > 0), current.old)
    ended_there = [old for old in line if old.superseded_by == after.id and compare(began(old), began(memory)) < 0]
    reason = f"{after.id} is the later of the two: {current.judged.reason}."
    past = replace(
        memory,
        status=Status.SUPERSEDED,
        superseded_by=after.id,
        valid_to=memory.valid_to or began(after) or None,
        change=replace(memory.change, reason=reason),
    )
    return past, ended_there[-1] if ended_there else None


def supersede(
    ctx: Context,
    writer: LedgerWriter,
    old: Memory,
    new: Memory,
    episodes: Mapping[str, Episode],
    *,
    by: str,
    why: str,
    of: int = 0,
) -> int:
    """End an older memory or rule for a newer one that is sealed already: it stays, linked to what came in its place.
    ``of``: the entry of the act, where it is not the newer one's own. Of a merged one only those parts end that the
    newer one speaks of. Returns the last sequence."""
    parts = parts_of(ctx, writer, old)
    until = began(new)
    if old.valid_to and compare(old.valid_to, until) <= 0:
        until = old.valid_to
    ended = replace(
        old,
        version=old.version + 1,
        status=Status.SUPERSEDED,
        superseded_by=new.id,
        valid_to=until or None,
        change=Change("superseded", by, f"{new.id} replaces it: {why}.", of=of or new.seq),
    )
    seq = seal(ctx, writer, ended, episodes, EntryKind.MEMORY_SUPERSEDED).seq

    def replaced(part: Memory) -> bool:
        return _meet(ctx, part, new).verdict is Verdict.REPLACES

    return part_ways(ctx, writer, parts, new, episodes, replaces=replaced, by=by, of=of or new.seq) or seq


def rival(ctx: Context, writer: LedgerWriter, memory: Memory) -> Memory | None:
    """An active memory beside which another cannot stand: both give a value to an attribute that holds one."""
    if memory.is_rule or memory.status is not Status.ACTIVE:
        return None
    near = ctx.beliefs.near(writer, memory)
    return next((old for old in near if old.status is Status.ACTIVE and contend(old, memory, ctx.attributes)), None)


def raise_doubt(
    ctx: Context,
    writer: LedgerWriter,
    new: Memory,
    old: Memory,
    reason: str,
    signals: Mapping[str, int | str] | None = None,
) -> str:
    """Seal that a person has to say what one is for the other; returns the doubt's handle."""
    noun = Doubt(writer.next_handle(Kind.DOUBT), new.id, old.id, reason, dict(signals or {}))
    cited = [writer.version(name) for name in (new.id, old.id)]
    writer.append(
        Draft(
            entry=EntryKind.DOUBT,
            kind=Kind.DOUBT,
            handle=noun.id,
            body=encode(noun),
            actor=ctx.user,
            origin=lowest((new.trust, old.trust)),
            parents=tuple(sorted(version.seq for version in cited if version is not None)),
            key=doubt_key(new.id, old.id),
        )
    )
    return noun.id
