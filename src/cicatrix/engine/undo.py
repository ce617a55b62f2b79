"""``undo``: take back what one act did. Nothing is deleted: the former versions are sealed again.

An act is an entry and the changes right after it that name it (``Change.of``): a memory that came and those that it
ended, a doubt that a person settled and what came of it, a whole sleep. It can be taken back while nothing was built on
it, that is while what it made is still as it made it. A sleep does many things at once: what of them has changed since
is left alone, and the answer says so.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Final

from cicatrix.core.codec import decode, encode
from cicatrix.core.doubts import Doubt
from cicatrix.core.entries import Draft, EntryKind
from cicatrix.core.ids import Kind, canonical_handle, handle_order
from cicatrix.core.memories import Change, Memory, Status
from cicatrix.core.redaction import redact
from cicatrix.core.sleep import Sleep
from cicatrix.core.trust import Origin
from cicatrix.core.values import check_name, check_text
from cicatrix.engine.claims import DURABILITY, EpisodesOf, seal
from cicatrix.engine.context import Context
from cicatrix.engine.record import writing
from cicatrix.engine.reports import Undone
from cicatrix.engine.revising import rival
from cicatrix.errors import InvalidInput, NotFound, StateConflict
from cicatrix.ports import LedgerReader, LedgerWriter, Version

_CLAIMS: Final = (Kind.MEMORY, Kind.RULE)
_ACTS: Final = (*_CLAIMS, Kind.DOUBT, Kind.DEAD_LETTER, Kind.SLEEP)
_LAST: Final = {EntryKind.MEMORY_RESTORED: "an undo", EntryKind.SLEEP_UNDONE: "an undo"}


@dataclass(frozen=True, slots=True)
class _Act:
    """The version whose entry the act is named by, and the versions of memories and rules that it made, in groups that
    are taken back together or not at all."""

    root: Version
    groups: tuple[tuple[Version, ...], ...]


def undo(ctx: Context, target: str | int, *, by: str | None = None, reason: str = "") -> Undone:
    """Take back the act of an entry (``#42``), or the last act about a handle (``M-7``, ``rv-1``, ``sl-2``).

    Raises NotFound for an unknown entry or handle, InvalidInput for an entry that is no act of memory (an episode, a
    recall), StateConflict when something later builds on it.
    """
    person = check_name(by or ctx.user, "by")
    why, _ = redact(check_text(reason, "reason", limit=2_000), "reason")
    with writing(ctx) as writer:
        act = _act(ctx, writer, _version(ctx, writer, str(target)))
        root, episodes = act.root, EpisodesOf(writer)
        restored: list[str] = []
        withdrawn: list[str] = []
        left: list[str] = []
        seq = 0
        for group in act.groups:
            changed = next((version for version in group if not _is_last(writer, version)), None)
            if changed is not None and root.kind is not Kind.SLEEP:
                raise _built_on(writer, changed, root.seq)
            if changed is not None:
                left.append(_built_on(writer, changed, root.seq).message)
                continue
            for version in reversed(group):
                former = writer.version(version.handle, version.seq - 1)
                seq = _restore(ctx, writer, version, former, episodes, person, why or f"#{root.seq} was undone.")
                (withdrawn if former is None else restored).append(version.handle)
        for handle in restored:
            _check_place(ctx, writer, handle, root.seq)
        if root.kind is Kind.SLEEP and not seq:
            raise StateConflict(f"{root.handle} cannot be undone: all that it did has changed since.")
        if root.kind not in _CLAIMS:
            seq = _reopen(writer, root, person, why)
            restored += [root.handle] if root.kind is not Kind.SLEEP else []
    undone = root.handle if root.kind is Kind.SLEEP else f"#{root.seq}"
    return Undone(undone, _sorted(restored), _sorted(withdrawn), tuple(left), seq, DURABILITY)


def check_target(ctx: Context, target: str | int) -> None:
    """Raises what :func:`undo` raises for an unknown entry or handle, before anybody is asked who decides."""
    with ctx.store.reader(ctx.namespace) as reader:
        _version(ctx, reader, str(target))


def _sorted(handles: list[str]) -> tuple[str, ...]:
    return tuple(sorted(handles, key=handle_order))


# -- which act ---------------------------------------------------------------------------------------------------------


def _version(ctx: Context, reader: LedgerReader, target: str) -> Version:
    """The version that a sequence began, or the newest of a handle."""
    figure = target.strip().removeprefix("#")
    if figure.isdecimal():
        seq = int(figure[:18])
        found = next(iter(reader.begun(tuple(Kind), before=seq + 1, limit=1)), None)
        if found is None or found.seq != seq:
            raise NotFound(
                f"There is no entry #{figure} in {ctx.namespace}.", hint=f"The last is #{reader.head().seq}."
            )
        return found
    handle = canonical_handle(target)
    version = reader.version(handle)
    if version is None:
        raise NotFound(f"There is no {handle} in {ctx.namespace}.")
    return version


def _act(ctx: Context, reader: LedgerReader, version: Version) -> _Act:
    if version.kind not in _ACTS or version.entry in (EntryKind.DEAD_LETTER, EntryKind.DOUBT):
        raise InvalidInput(
            f"#{version.seq} ({version.entry}, {version.handle}) is nothing that can be undone.",
            hint="What memory decided can be: a revision, a correction, a settled doubt, a sleep, a change of state.",
        )
    if version.entry in _LAST or version.body is None:
        what = _LAST.get(EntryKind(version.entry), "erased")
        raise StateConflict(f"#{version.seq} is {what} and cannot be undone.", hint="Do the act again instead.")
    if version.kind in _CLAIMS and (of := decode(Memory, version.body).change.of):
        return _act(ctx, reader, _version(ctx, reader, str(of)))
    parts = tuple(_parts(reader, version.seq))
    if version.kind is Kind.SLEEP:
        return _Act(version, tuple(_each(decode(Sleep, version.body), parts)))
    return _Act(version, ((version, *parts) if version.kind in _CLAIMS else parts,))


def _parts(reader: LedgerReader, root: int) -> Iterator[Version]:
    """The changes that belong to the act of an entry: those right after it that name it."""
    for version in reader.changes(root, _CLAIMS):
        if version.body is None or decode(Memory, version.body).change.of != root:
            return
        yield version


def _each(night: Sleep, parts: tuple[Version, ...]) -> Iterator[tuple[Version, ...]]:
    """The things that a sleep did: each merge with its members, and each memory that was let go."""
    merged = {name: merge.into for merge in night.merges for name in (merge.into, *merge.ids)}
    for _, group in groupby(parts, key=lambda version: merged.get(version.handle, version.handle)):
        yield tuple(group)


def _is_last(reader: LedgerReader, version: Version) -> bool:
    newest = reader.version(version.handle)
    return newest is not None and newest.seq == version.seq


def _built_on(reader: LedgerReader, version: Version, root: int) -> StateConflict:
    newest = reader.version(version.handle)
    assert newest is not None
    return StateConflict(
        f"#{root} cannot be undone: {version.handle} has changed since, in #{newest.seq} ({newest.entry}).",
        hint=f"Undo the later act first: `cicatrix undo {newest.seq}`.",
    )


def _check_place(ctx: Context, writer: LedgerWriter, handle: str, root: int) -> None:
    """Raises StateConflict where something else took the place of what stands again."""
    memory = ctx.beliefs.get(writer, handle)
    other = rival(ctx, writer, memory) if memory is not None else None
    if other is not None:
        raise StateConflict(
            f"#{root} cannot be undone: {other.id} has taken the place of {handle} since.",
            hint=f"Undo that first: `cicatrix undo {other.id}`.",
        )


# -- taking it back ----------------------------------------------------------------------------------------------------


def _restore(
    ctx: Context,
    writer: LedgerWriter,
    version: Version,
    former: Version | None,
    episodes: EpisodesOf,
    person: str,
    why: str,
) -> int:
    """Seal the former version of a memory again. One that the act brought is withdrawn; the words of a merged one stand
    in its members again."""
    assert version.body is not None
    made = decode(Memory, version.body, seq=version.seq)
    if former is None:
        merged = made.change.act == "merged"
        gone = replace(
            made,
            version=made.version + 1,
            status=Status.MERGED if merged else Status.FORGOTTEN,
            superseded_by=None,
            change=Change("undone", person, why),
        )
        return seal(ctx, writer, gone, episodes, EntryKind.MEMORY_ENDED).seq
    if former.body is None:
        raise StateConflict(f"The words that {version.handle} had before #{version.seq} were erased.")
    before = decode(Memory, former.body, seq=former.seq)
    again = replace(before, version=made.version + 1, change=Change("restored", person, why))
    return seal(ctx, writer, again, episodes, EntryKind.MEMORY_RESTORED).seq


def _reopen(writer: LedgerWriter, root: Version, person: str, why: str) -> int:
    """Seal that a settled doubt or a dismissed dead letter is open again, or that a sleep was undone."""
    body = dict(root.body or {})
    if root.kind is Kind.DOUBT:
        body = encode(replace(decode(Doubt, body), verdict="", by="", why=""))
    elif root.kind is Kind.DEAD_LETTER:
        body = {name: value for name, value in body.items() if name not in ("dismissed_by", "dismissed_for")}
    else:
        body |= {"undone_by": person, "undone_for": why}
    entry = {Kind.DOUBT: EntryKind.DOUBT, Kind.DEAD_LETTER: EntryKind.DEAD_LETTER}.get(
        root.kind, EntryKind.SLEEP_UNDONE
    )
    return writer.append(
        Draft(
            entry=entry,
            kind=root.kind,
            handle=root.handle,
            body=body,
            actor=person,
            origin=Origin.HUMAN,
            parents=(root.seq,),
            key=root.key,
        )
    )
