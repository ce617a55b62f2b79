"""Sleep: a night over the memories. Fragments become one, weak traces are let go; all of it in one transaction.

The plan is made on a snapshot, while others go on writing. It is applied under a version check: what changed in the
meantime is left alone, and the report says so. Members end only where the memory that has their words is stored and
found; a night that finds nothing to do seals nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from cicatrix.core import consolidation
from cicatrix.core.codec import decode, encode
from cicatrix.core.consolidation import BY, Measure, Trace
from cicatrix.core.doubts import Doubt, doubt_key
from cicatrix.core.entries import Draft, EntryKind
from cicatrix.core.episodes import JsonObject
from cicatrix.core.ids import Kind, format_handle
from cicatrix.core.memories import Change, Memory, Status
from cicatrix.core.recall import Use
from cicatrix.core.retention import FADED
from cicatrix.core.sleep import COUNTER, Conflict, Fade, Insight, LeftOut, Merge, Part, Plan, Sleep
from cicatrix.core.trust import Origin
from cicatrix.core.wording import listed
from cicatrix.engine import insights
from cicatrix.engine.claims import DURABILITY, EpisodesOf, seal
from cicatrix.engine.context import Context
from cicatrix.engine.embedding import CaughtUp, catch_up, handle_of, likeness, prefetch
from cicatrix.ports import Durability, LedgerReader, LedgerWriter

_NOTHING_WAITED: Final = CaughtUp(None, 0, 0)


@dataclass(frozen=True, slots=True)
class Pass:
    """One pass of a night: how many things it looked at, and how many it changed."""

    name: str  # merge, doubt, forget, insight, embed
    looked_at: int
    changed: int
    skipped: str = ""  # why it did nothing, where it was switched off


@dataclass(frozen=True, slots=True)
class SleepReport:
    """What a night did, or with ``dry_run`` would do. ``id`` is None where nothing was sealed. Tokens are those of all
    active memories that are no rules, before and after."""

    id: str | None
    merged: tuple[Merge, ...]
    forgotten: tuple[Fade, ...]
    doubts: tuple[Conflict, ...]
    insights: tuple[Insight, ...]
    refused: tuple[LeftOut, ...]
    passes: tuple[Pass, ...]
    tokens_before: int
    tokens_after: int
    plan: str  # the plan's digest: the same plan made twice is the same to the byte
    dry_run: bool
    mind: int  # the sequence that the plan was made at
    seq: int
    durability: Durability = DURABILITY
    counter: str = COUNTER


def sleep(ctx: Context, *, dry_run: bool = False) -> SleepReport:
    """Plan a night and, unless ``dry_run``, apply it. Raises Busy, ClockBehind, ReadOnly as every write."""
    planned = plan(ctx)
    if dry_run:
        return _report(ctx, planned, Sleep("", planned.digest, planned.day, BY), dry_run=True)
    return apply(ctx, planned)


def plan(ctx: Context) -> Plan:
    """What a night would do to the mind as it is now. Writes nothing."""
    with ctx.store.reader(ctx.namespace) as reader:
        planned = _plan(ctx, reader)
        if ctx.sleep_settings.insights:
            proposed, ended_badly = insights.propose(reader)
            planned = replace(planned, insights=proposed, ended_badly=ended_badly)
    return planned


def apply(ctx: Context, planned: Plan) -> SleepReport:
    """Do what a plan says, but for what has changed since it was made, in one transaction."""
    done = Sleep("", planned.digest, planned.day, BY)
    if not planned.is_empty:
        planned = _with_vectors(ctx, planned)
        with ctx.store.writer(
            ctx.namespace, now=ctx.clock.now(), durability=DURABILITY, strict_now=ctx.clock.fixed
        ) as writer:
            done = _Night(ctx, writer, planned).apply()
    return _report(ctx, planned, done, dry_run=False, caught=catch_up(ctx))


def _with_vectors(ctx: Context, planned: Plan) -> Plan:
    """The plan without the merges whose words cannot be embedded now: what is found by its meaning would be found no
    more. Their vectors are made here, before anybody waits for the file."""
    if ctx.embedder is None:
        return planned
    prefetch(ctx, [merge.text for merge in planned.merges])
    made = {merge.into for merge in planned.merges if ctx.embedder.known(merge.text, role="passage") is not None}
    missing = tuple(
        LeftOut(merge.ids, "no_vector", f"{listed(merge.ids)} wait: their words together could not be embedded.")
        for merge in planned.merges
        if merge.into not in made
    )
    merges = tuple(merge for merge in planned.merges if merge.into in made)
    return replace(planned, merges=merges, left_out=(*planned.left_out, *missing))


def _plan(ctx: Context, reader: LedgerReader) -> Plan:
    day = max(ctx.clock.now().date().isoformat(), reader.head().at[:10])
    memories = [
        (decode(Memory, version.body, seq=version.seq), version.at)
        for version in reader.versions((Kind.MEMORY,))
        if version.body is not None
    ]
    doubts = list(_doubts(reader))
    waiting = {name for doubt in doubts if doubt.is_open for name in (doubt.new, doubt.old)}
    episodes = EpisodesOf(reader)
    uses = _uses(reader)
    measure, vectors = _measure(ctx, reader)
    highest = reader.counters()[Kind.MEMORY].highest if memories else 0
    return consolidation.plan(
        [
            Trace(
                memory,
                touched,
                uses[memory.id] + memory.inherited_uses,
                vectors.get(memory.seq),
                waits=memory.id in waiting,
                speaker=_speaker(memory, episodes),
            )
            for memory, touched in memories
        ],
        mind=reader.head().seq,
        day=day,
        settings=ctx.sleep_settings,
        attributes=ctx.attributes,
        measure=measure,
        likeness=likeness(ctx),
        undone=frozenset(_undone(reader)),
        doubted=frozenset(doubt_key(doubt.new, doubt.old) for doubt in doubts),
        next_handles=lambda number: format_handle(Kind.MEMORY, highest + 1 + number),
    )


def _speaker(memory: Memory, episodes: EpisodesOf) -> str:
    """Who says what it cites; empty where several do, or nobody is named."""
    if memory.speaker:
        return memory.speaker
    cited = [episodes[name] for name in memory.episodes if name in episodes]
    names = {episode.speaker or (episode.corrector.name if episode.corrector else "") for episode in cited}
    return names.pop() if len(names) == 1 else ""


def _measure(ctx: Context, reader: LedgerReader) -> tuple[Measure, dict[int, bytes]]:
    """How likeness is taken, and the vector of each version that has one of the model in use."""
    if ctx.embedder is None or (handle := handle_of(reader, ctx.embedder.model)) is None:
        return Measure(), {}
    model = ctx.embedder.model
    return Measure(handle, model.related, model.floor), dict(reader.vectors(handle))


def _doubts(reader: LedgerReader) -> Iterator[Doubt]:
    """What a person is or was asked. Until they answer, the memories in question stay as they are."""
    for version in reader.versions((Kind.DOUBT,)):
        if version.body is not None:
            yield decode(Doubt, version.body, seq=version.seq)


def _undone(reader: LedgerReader) -> Iterator[frozenset[str]]:
    """The members of each merge that a person took back."""
    for version in reader.versions((Kind.SLEEP,)):
        night = decode(Sleep, version.body, seq=version.seq) if version.body is not None else None
        if night is not None and night.undone_by:
            yield from (frozenset(merge.ids) for merge in night.merges)


def _uses(reader: LedgerReader) -> Counter[str]:
    """How often each thing was acted on: showing it counts as nothing."""
    return Counter(
        handle
        for version in reader.versions((Kind.USE,))
        if version.body is not None
        for handle in decode(Use, version.body).handles
    )


class _Night:
    """A plan on its way into the ledger, in a transaction that is open."""

    def __init__(self, ctx: Context, writer: LedgerWriter, plan: Plan) -> None:
        self._ctx, self._writer, self._plan = ctx, writer, plan
        self._episodes = EpisodesOf(writer)
        self._current: dict[str, Memory] = {}
        self._left_out = list(plan.left_out)

    def apply(self) -> Sleep:
        """Seal the night, then what still can be done of its plan; nothing where all of it has changed."""
        plan = self._plan
        merges = [
            replace(merge, into=self._writer.next_handle(Kind.MEMORY))
            for merge in plan.merges
            if self._holds(merge.members)
        ]
        fades = [fade for fade in plan.fades if self._holds((fade.member,))]
        doubts = [
            replace(conflict, doubt=self._writer.next_handle(Kind.DOUBT))
            for conflict in plan.doubts
            if self._holds((conflict.new, conflict.old))
        ]
        proposed = tuple(insights.still_new(self._writer, plan.insights, self._episodes))
        freed = sum(merge.before - merge.after for merge in merges) + sum(fade.tokens for fade in fades)
        night = Sleep(
            id="",
            plan=plan.digest,
            day=plan.day,
            by=self._ctx.user,
            merges=tuple(merges),
            fades=tuple(fades),
            doubts=tuple(doubts),
            insights=proposed,
            left_out=tuple(self._left_out),
            tokens_before=plan.tokens_before,
            tokens_after=plan.tokens_before - freed,
        )
        if not (merges or fades or doubts or proposed):
            return night
        night = replace(night, id=self._writer.next_handle(Kind.SLEEP))
        seq = self._append(EntryKind.SLEEP, Kind.SLEEP, night.id, encode(night), self._parents(night))
        for merge in merges:
            self._merge(merge, seq)
        for fade in fades:
            reason = f"{fade.reason[:1].upper()}{fade.reason[1:]}."
            self._end(self._current[fade.id], Status.FORGOTTEN, Change(FADED, BY, reason, of=seq))
        insights.store(self._ctx, self._writer, proposed, self._episodes, seq)
        for conflict in doubts:
            self._doubt(conflict)
        return replace(night, seq=seq)

    def _holds(self, parts: Sequence[Part]) -> bool:
        """Whether these memories are as the plan saw them; says so where one has changed since."""
        for part in parts:
            version = self._writer.version(part.id)
            if version is None or version.body is None or version.seq != part.begun:
                reason = f"{part.id} changed while the night was planned."
                self._left_out.append(LeftOut(tuple(each.id for each in parts), "changed", reason))
                return False
            self._current[part.id] = decode(Memory, version.body, seq=version.seq)
        return True

    def _parents(self, night: Sleep) -> tuple[int, ...]:
        """The versions that the merges rest on."""
        return tuple(sorted(part.begun for merge in night.merges for part in merge.members))

    def _merge(self, merge: Merge, seq: int) -> None:
        members = [self._current[name] for name in merge.ids]
        uses = _uses(self._writer)
        memory = consolidation.merged(members, merge)
        memory = replace(
            memory,
            change=replace(memory.change, of=seq),
            inherited_uses=sum(uses[member.id] + member.inherited_uses for member in members),
        )
        seal(self._ctx, self._writer, memory, self._episodes, EntryKind.MEMORY_ADMITTED)
        change = Change("merged", BY, f"Its words stand in {merge.into}.", of=seq)
        for member in members:
            self._end(member, Status.MERGED, change, superseded_by=merge.into, entry=EntryKind.MEMORY_MERGED)

    def _end(
        self,
        memory: Memory,
        status: Status,
        change: Change,
        *,
        superseded_by: str | None = None,
        entry: EntryKind = EntryKind.MEMORY_ENDED,
    ) -> None:
        ended = replace(memory, version=memory.version + 1, status=status, change=change, superseded_by=superseded_by)
        seal(self._ctx, self._writer, ended, self._episodes, entry)

    def _doubt(self, conflict: Conflict) -> None:
        key = doubt_key(conflict.new.id, conflict.old.id)
        noun = Doubt(conflict.doubt, conflict.new.id, conflict.old.id, conflict.reason, dict(conflict.signals))
        cited = tuple(sorted((conflict.new.begun, conflict.old.begun)))
        self._append(EntryKind.DOUBT, Kind.DOUBT, noun.id, encode(noun), cited, key)

    def _append(
        self,
        entry: EntryKind,
        kind: Kind,
        handle: str,
        body: JsonObject,
        parents: tuple[int, ...],
        key: str | None = None,
    ) -> int:
        draft = Draft(entry, kind, handle, body, self._ctx.user, Origin.SYSTEM, parents, key=key)
        return self._writer.append(draft)


def _report(
    ctx: Context, planned: Plan, night: Sleep, *, dry_run: bool, caught: CaughtUp = _NOTHING_WAITED
) -> SleepReport:
    settings = ctx.sleep_settings
    told = planned if dry_run or planned.is_empty else night
    merged = sum(len(merge.members) for merge in told.merges)
    embed = "a dry run embeds nothing" if dry_run else caught.reason
    return SleepReport(
        id=night.id or None,
        merged=told.merges,
        forgotten=told.fades,
        doubts=told.doubts,
        insights=told.insights,
        refused=told.left_out,
        passes=(
            Pass("merge", planned.looked_at, merged, _off(settings.merge)),
            Pass("doubt", planned.looked_at, len(told.doubts), _off(settings.merge)),
            Pass("forget", planned.looked_at, len(told.fades), _off(settings.forget)),
            Pass("insight", planned.ended_badly, len(told.insights), _off(settings.insights)),
            Pass("embed", caught.embedded + caught.waiting, caught.embedded, embed),
        ),
        tokens_before=told.tokens_before,
        tokens_after=told.tokens_after,
        plan=planned.digest,
        dry_run=dry_run,
        mind=planned.mind,
        seq=night.seq or planned.mind,
    )


def _off(on: bool) -> str:
    return "" if on else "switched off in the settings"
