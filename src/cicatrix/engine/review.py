"""``review``: a person says what a new memory is for an older one, where code was not sure or was wrong.

=============  ========================================  ===========================================
the person     of a doubt (``rv-1``)                     of a memory that replaced others (``M-9``)
=============  ========================================  ===========================================
replaces       the older one ends, linked                (that is what it did)
duplicate      the older one cites it too, and it ends   –
refines        both stand, linked                        the older ones stand again, linked
distinct       both stand                                the older ones stand again
=============  ========================================  ===========================================
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from cicatrix.core.attributes import contend
from cicatrix.core.codec import decode, encode
from cicatrix.core.doubts import Doubt
from cicatrix.core.entries import Draft, EntryKind
from cicatrix.core.episodes import Episode
from cicatrix.core.evidence import place
from cicatrix.core.ids import Kind, canonical_handle, parse_handle
from cicatrix.core.memories import Change, Memory, Revision, Status
from cicatrix.core.redaction import redact
from cicatrix.core.revision.verdicts import Verdict
from cicatrix.core.trust import Origin, lowest
from cicatrix.core.values import check_name, check_text
from cicatrix.engine.claims import DURABILITY, EpisodesOf, seal
from cicatrix.engine.context import Context
from cicatrix.engine.record import writing
from cicatrix.engine.revising import rival, supersede
from cicatrix.errors import InvalidInput, NotFound, PersonMissing, StateConflict
from cicatrix.ports import Durability, LedgerReader, LedgerWriter

SETTLING: Final = (Verdict.REPLACES, Verdict.DUPLICATE, Verdict.REFINES, Verdict.DISTINCT)
_STANDING: Final = frozenset({Status.ACTIVE, Status.QUARANTINED, Status.CANDIDATE})


@dataclass(frozen=True, slots=True)
class Reviewed:
    """``new`` and ``old`` as they stand now, by handle and status; ``restored`` stand again."""

    id: str
    verdict: str
    new: str
    new_status: str
    old: str
    old_status: str
    restored: tuple[str, ...]
    seq: int
    durability: Durability


def review(ctx: Context, target: str, verdict: str, *, by: str | None = None, reason: str = "") -> Reviewed:
    """Settle a doubt, or overrule the verdict with which a memory came.

    Raises PersonMissing where nobody is named, NotFound, InvalidInput for another verdict, StateConflict when it is
    settled already, when one of the two has changed since, or when both cannot stand.
    """
    said = _verdict(verdict)
    if not (by or ctx.person):
        raise PersonMissing("Nobody is named, and to review takes a person.")
    person = check_name(by or ctx.person or "", "by")
    why, _ = redact(check_text(reason, "reason", limit=2_000), "reason")
    handle, (kind, _) = canonical_handle(target), parse_handle(target)
    if kind not in (Kind.DOUBT, Kind.MEMORY):
        raise InvalidInput(
            f"{handle} is nothing to review.", hint="Doubts can be (rv-1), and memories that replaced others."
        )
    with writing(ctx) as writer:
        act = _Review(ctx, writer, said, person, why)
        return act.settle(handle) if kind is Kind.DOUBT else act.overrule(handle)


def _verdict(word: str) -> Verdict:
    if word not in SETTLING:
        raise InvalidInput(f"{word!r} is no verdict.", hint=f"Say one of: {', '.join(SETTLING)}.")
    return Verdict(word)


class _Review:
    """One review in a transaction that is open."""

    def __init__(self, ctx: Context, writer: LedgerWriter, verdict: Verdict, person: str, why: str) -> None:
        self._ctx, self._writer = ctx, writer
        self._verdict, self._person, self._why = verdict, person, why
        self._episodes: Mapping[str, Episode] = EpisodesOf(writer)
        self._root = 0
        self._last = 0

    def settle(self, handle: str) -> Reviewed:
        version = self._writer.version(handle)
        if version is None or version.body is None:
            raise NotFound(f"There is no {handle} in {self._ctx.namespace}.", hint="`cicatrix inbox` lists what waits.")
        doubt = decode(Doubt, version.body, seq=version.seq)
        if not doubt.is_open:
            raise StateConflict(
                f"{handle} was settled by {doubt.by}: {doubt.verdict}.",
                hint=f"Take that back: `cicatrix undo {handle}`.",
            )
        new, old = _memory(self._writer, doubt.new), _memory(self._writer, doubt.old)
        self._check(new, old)
        settled = replace(doubt, verdict=self._verdict.value, by=self._person, why=self._why)
        self._root = self._last = self._writer.append(
            Draft(
                entry=EntryKind.DOUBT_SETTLED,
                kind=Kind.DOUBT,
                handle=handle,
                body=encode(settled),
                actor=self._person,
                origin=Origin.HUMAN,
                parents=(version.seq,),
                key=version.key,
            )
        )
        self._apply(new, old)
        self._check_place(new.id)
        return self._receipt(handle, new.id, old.id, ())

    def overrule(self, handle: str) -> Reviewed:
        """The memories that one replaced stand again."""
        new = _memory(self._writer, handle)
        ended = [old for old in map(self._memory_of, new.supersedes) if old.superseded_by == new.id]
        if new.status is not Status.ACTIVE or not ended or self._verdict not in (Verdict.REFINES, Verdict.DISTINCT):
            raise StateConflict(
                f"{handle} replaced nothing that could stand beside it again."
                if self._verdict in (Verdict.REFINES, Verdict.DISTINCT)
                else f"{handle} has its place already; only refines and distinct let what it replaced stand again.",
                hint=f"Look at it: `cicatrix explain {handle}`. An act as a whole is taken back with `cicatrix undo`.",
            )
        for old in ended:
            self._check_both(new, old)
        refines = tuple(old.id for old in ended) if self._verdict is Verdict.REFINES else ()
        reviewed = replace(new, supersedes=(), refines=(*new.refines, *refines))
        self._root = self._reviewed(reviewed, ended[0], of=0)
        for old in ended:
            former = self._writer.version(old.id, old.seq - 1)
            if former is None or former.body is None:
                raise StateConflict(f"The words that {old.id} had before it ended were erased.")
            again = replace(
                decode(Memory, former.body, seq=former.seq),
                version=old.version + 1,
                change=Change("restored", self._person, self._reason(), of=self._root),
            )
            self._last = seal(self._ctx, self._writer, again, self._episodes, EntryKind.MEMORY_RESTORED).seq
        for old in ended:
            self._check_place(old.id)
        return self._receipt(handle, new.id, ended[0].id, tuple(old.id for old in ended))

    # -- what may be ------------------------------------------------------------------------------------------------

    def _check(self, new: Memory, old: Memory) -> None:
        if self._verdict is not Verdict.DISTINCT and not (new.status in _STANDING and old.status is Status.ACTIVE):
            raise StateConflict(
                f"There is nothing to decide: {new.id} is {new.status.value} and {old.id} {old.status.value} by now.",
                hint="Close it as distinct.",
            )
        if self._verdict in (Verdict.DISTINCT, Verdict.REFINES) and {new.status, old.status} <= _STANDING:
            self._check_both(new, old)

    def _check_both(self, new: Memory, old: Memory) -> None:
        if contend(new, old, self._ctx.attributes):
            raise StateConflict(
                f"{new.id} and {old.id} cannot both stand: {new.attribute} holds one value at a time here.",
                hint=f'Forget one, or let it hold many in cicatrix.toml: [attributes] {new.attribute} = "many".',
            )

    def _check_place(self, handle: str) -> None:
        other = rival(self._ctx, self._writer, self._memory_of(handle))
        if other is not None:
            raise StateConflict(
                f"{handle} cannot stand beside {other.id}, which gives another value to the same {other.attribute}.",
                hint=f"Settle what {handle} is for {other.id} first, or forget one of them.",
            )

    # -- what is done -----------------------------------------------------------------------------------------------

    def _apply(self, new: Memory, old: Memory) -> None:
        match self._verdict:
            case Verdict.REPLACES:
                self._reviewed(replace(new, supersedes=(*new.supersedes, old.id)), old, of=self._root)
                self._last = supersede(
                    self._ctx,
                    self._writer,
                    old,
                    new,
                    self._episodes,
                    by=self._person,
                    why=f"{self._person} says so",
                    of=self._root,
                )
            case Verdict.DUPLICATE:
                self._join(new, old)
            case Verdict.REFINES:
                self._reviewed(replace(new, refines=(*new.refines, old.id)), old, of=self._root)
                if old.is_rule:
                    narrowed = replace(old, exceptions=(*old.exceptions, new.text))
                    self._seal(narrowed, "corrected", EntryKind.MEMORY_CORRECTED)
            case _:
                if new.status in _STANDING - {Status.ACTIVE}:
                    self._reviewed(new, old, of=self._root)

    def _reviewed(self, new: Memory, old: Memory, *, of: int) -> int:
        """The new memory as a person sees it. It stands from here on."""
        revision = Revision(self._verdict.value, old.id, f"{self._person} says so")
        reviewed = replace(
            new,
            version=new.version + 1,
            status=Status.ACTIVE,
            revision=revision,
            change=Change("reviewed", self._person, self._reason(), of=of),
        )
        self._last = seal(self._ctx, self._writer, reviewed, self._episodes, EntryKind.MEMORY_REVIEWED).seq
        return self._last

    def _join(self, new: Memory, old: Memory) -> None:
        """The older one cites what the newer one cites, and the newer one ends in it."""
        fresh = [span for span in new.evidence if span not in old.evidence]
        evidence = tuple(sorted([*old.evidence, *fresh], key=place))
        trust = old.trust if old.trust is Origin.RATIFIED else lowest((old.trust, new.trust))
        self._seal(replace(old, evidence=evidence, trust=trust), "joined", EntryKind.MEMORY_JOINED)
        merged = replace(new, status=Status.MERGED, superseded_by=old.id)
        self._seal(merged, "merged", EntryKind.MEMORY_MERGED)

    def _seal(self, memory: Memory, act: str, entry: EntryKind) -> None:
        change = Change(act, self._person, self._reason(), of=self._root)
        changed = replace(memory, version=memory.version + 1, change=change)
        self._last = seal(self._ctx, self._writer, changed, self._episodes, entry).seq

    def _reason(self) -> str:
        return self._why or f"{self._person} says: {self._verdict.value}."

    def _memory_of(self, handle: str) -> Memory:
        return _memory(self._writer, handle)

    def _receipt(self, handle: str, new: str, old: str, restored: tuple[str, ...]) -> Reviewed:
        now, then = self._memory_of(new), self._memory_of(old)
        return Reviewed(
            handle,
            self._verdict.value,
            new,
            now.status.value,
            old,
            then.status.value,
            restored,
            self._last,
            DURABILITY,
        )


def _memory(reader: LedgerReader, handle: str) -> Memory:
    version = reader.version(handle)
    if version is None or version.body is None:
        raise NotFound(f"There is no {handle} in {reader.namespace}.")
    return decode(Memory, version.body, seq=version.seq)
