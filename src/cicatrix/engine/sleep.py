"""Sleep: a night over the memories. Fragments become one, weak traces are let go; all of it in one transaction.

The plan is made on a snapshot, while others go on writing. It is applied under a version check: what changed in the
meantime is left alone, and the report says so. Members end only where the memory that has their words is stored and
found; a night that finds nothing to do seals nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from cicatrix.core import consolidation
from cicatrix.core.codec import decode, encode
from cicatrix.core.consolidation import BY, Measure, Trace
from cicatrix.core.doubts import Doubt
from cicatrix.core.entries import Draft, EntryKind
from cicatrix.core.ids import Kind, format_handle
from cicatrix.core.memories import Change, Memory, Status
from cicatrix.core.recall import Use
from cicatrix.core.sleep import COUNTER, Fade, LeftOut, Merge, Part, Plan, Sleep
from cicatrix.core.trust import Origin
from cicatrix.engine.context import Context
from cicatrix.engine.distill import DURABILITY, EpisodesOf, seal
from cicatrix.ports import Durability, LedgerReader, LedgerWriter

FADED = "faded"
"""The act by which sleep lets go. Said again, such a memory comes back: nobody said that it was wrong."""


@dataclass(frozen=True, slots=True)
class Pass:
    """One pass of a night: how many things it looked at, and how many it changed."""

    name: str  # merge, forget
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
    with ctx.store.reader(ctx.namespace) as reader:
        planned = _plan(ctx, reader)
    if dry_run or planned.is_empty:
        return _report(ctx, planned, Sleep("", planned.digest, planned.day, BY), dry_run=dry_run)
    with ctx.store.writer(
        ctx.namespace, now=ctx.clock.now(), durability=DURABILITY, strict_now=ctx.clock.fixed
    ) as writer:
        done = _Night(ctx, writer, planned).apply()
    return _report(ctx, planned, done, dry_run=False)


def _plan(ctx: Context, reader: LedgerReader) -> Plan:
    day = max(ctx.clock.now().date().isoformat(), reader.head().at[:10])
    memories = [
        (decode(Memory, version.body, seq=version.seq), version.at)
        for version in reader.versions((Kind.MEMORY,))
        if version.body is not None
    ]
    doubted = set(_doubted(reader))
    uses = _uses(reader)
    highest = reader.counters()[Kind.MEMORY].highest if memories else 0
    return consolidation.plan(
        [
            Trace(memory, touched, uses[memory.id] + memory.inherited_uses)
            for memory, touched in memories
            if memory.id not in doubted
        ],
        mind=reader.head().seq,
        day=day,
        settings=ctx.sleep_settings,
        attributes=ctx.attributes,
        measure=Measure(),
        undone=frozenset(frozenset(memory.supersedes) for memory, _ in memories if memory.change.act == "undone"),
        next_handles=lambda number: format_handle(Kind.MEMORY, highest + 1 + number),
    )


def _doubted(reader: LedgerReader) -> Iterator[str]:
    """The memories of which a person is asked something: until then they stay as they are."""
    for version in reader.versions((Kind.DOUBT,)):
        doubt = decode(Doubt, version.body, seq=version.seq) if version.body is not None else None
        if doubt is not None and doubt.is_open:
            yield from (doubt.new, doubt.old)


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
        self._uses = _uses(writer) if plan.merges else Counter[str]()
        self._changed: list[LeftOut] = []
        self._entries: list[int] = []
        self._freed = 0

    def apply(self) -> Sleep:
        """Seal what still can be, then the night itself. Nothing is sealed where everything changed."""
        merges = [merge for merge in map(self._merge, self._plan.merges) if merge is not None]
        fades = [fade for fade in self._plan.fades if self._fade(fade)]
        plan = self._plan
        night = Sleep(
            id=self._writer.next_handle(Kind.SLEEP) if self._entries else "",
            plan=plan.digest,
            day=plan.day,
            by=self._ctx.user,
            merges=tuple(merges),
            fades=tuple(fades),
            left_out=(*plan.left_out, *self._changed),
            tokens_before=plan.tokens_before,
            tokens_after=plan.tokens_before - self._freed,
            entries=tuple(self._entries),
        )
        if not night.id:
            return night
        draft = Draft(
            entry=EntryKind.SLEEP,
            kind=Kind.SLEEP,
            handle=night.id,
            body=encode(night),
            actor=self._ctx.user,
            origin=Origin.SYSTEM,
            parents=(self._entries[0], self._entries[-1]) if len(self._entries) > 1 else (self._entries[0],),
        )
        return replace(night, seq=self._writer.append(draft))

    def _merge(self, merge: Merge) -> Merge | None:
        members = self._current(merge.members)
        if members is None:
            return None
        merge = replace(merge, into=self._writer.next_handle(Kind.MEMORY))
        uses = sum(self._uses[member.id] + member.inherited_uses for member in members)
        memory = replace(consolidation.merged(members, merge), inherited_uses=uses)
        self._seal(memory, EntryKind.MEMORY_ADMITTED)
        for member in members:
            change = Change("merged", BY, f"Its words stand in {merge.into}.")
            self._seal(_next(member, Status.MERGED, change, superseded_by=merge.into), EntryKind.MEMORY_MERGED)
        self._freed += merge.before - merge.after
        return merge

    def _fade(self, fade: Fade) -> bool:
        found = self._current((fade.member,))
        if found is None:
            return False
        change = Change(FADED, BY, f"{fade.reason[:1].upper()}{fade.reason[1:]}.")
        self._seal(_next(found[0], Status.FORGOTTEN, change), EntryKind.MEMORY_ENDED)
        self._freed += fade.tokens
        return True

    def _current(self, parts: Sequence[Part]) -> list[Memory] | None:
        """The memories as the plan saw them; None, and said, where one has changed since."""
        found = []
        for part in parts:
            version = self._writer.version(part.id)
            if version is None or version.body is None or version.seq != part.seq:
                reason = f"{part.id} changed while the night was planned."
                self._changed.append(LeftOut(tuple(each.id for each in parts), "changed", reason))
                return None
            found.append(decode(Memory, version.body, seq=version.seq))
        return found

    def _seal(self, memory: Memory, entry: EntryKind) -> None:
        self._entries.append(seal(self._ctx, self._writer, memory, self._episodes, entry))


def _next(memory: Memory, status: Status, change: Change, superseded_by: str | None = None) -> Memory:
    return replace(memory, version=memory.version + 1, status=status, change=change, superseded_by=superseded_by)


def _report(ctx: Context, plan: Plan, night: Sleep, *, dry_run: bool) -> SleepReport:
    settings = ctx.sleep_settings
    planned = dry_run or plan.is_empty
    merges = plan.merges if planned else night.merges
    fades = plan.fades if planned else night.fades
    return SleepReport(
        id=night.id or None,
        merged=merges,
        forgotten=fades,
        refused=plan.left_out if planned else night.left_out,
        passes=(
            Pass("merge", plan.looked_at, sum(len(merge.members) for merge in merges), _off(settings.merge)),
            Pass("forget", plan.looked_at, len(fades), _off(settings.forget)),
        ),
        tokens_before=plan.tokens_before,
        tokens_after=plan.tokens_after if planned else night.tokens_after,
        plan=plan.digest,
        dry_run=dry_run,
        mind=plan.mind,
        seq=night.seq or plan.mind,
    )


def _off(on: bool) -> str:
    return "" if on else "switched off in the settings"
