"""What a person decides about a rule or memory. Each act is sealed with who decided and why.

===========  ======================================  =====================================================
act          from                                    to
===========  ======================================  =====================================================
suspend      an active rule                          suspended: not recalled, comes back with resume
resume       a suspended rule                        active
retire       any rule that is not over               retired: this lesson is wrong or over
forget       any rule or memory that is not over     forgotten: never recalled, not learnt again from these episodes
forget       a dead letter                           dismissed: it waits for nobody any more
ratify       a candidate, or anything active         active, and trusted as ratified
ratify       an import                               what people say in it counts as said by them
===========  ======================================  =====================================================
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from cicatrix.core.codec import decode, encode
from cicatrix.core.dead_letters import DeadLetter
from cicatrix.core.entries import Draft, EntryKind
from cicatrix.core.episodes import Episode, JsonValue
from cicatrix.core.ids import Kind, canonical_handle, parse_handle
from cicatrix.core.imports import Import
from cicatrix.core.known import LIVE
from cicatrix.core.memories import Change, Memory, Status
from cicatrix.core.redaction import redact
from cicatrix.core.trust import Origin
from cicatrix.core.values import check_name, check_text
from cicatrix.engine.claims import DURABILITY, EpisodesOf, claims, seal
from cicatrix.engine.context import Context
from cicatrix.engine.distill import learn, teaches
from cicatrix.engine.reports import StateChange
from cicatrix.engine.revising import rival
from cicatrix.engine.rule_revising import RulesMeet
from cicatrix.errors import InvalidInput, NotFound, PersonMissing, StateConflict
from cicatrix.ports import LedgerWriter, Version

_OPEN = LIVE | {Status.QUARANTINED}


@dataclass(frozen=True, slots=True)
class _Act:
    name: str  # in the history
    verb: str  # in messages
    entry: EntryKind
    kinds: frozenset[Kind]
    allowed: frozenset[Status]
    apply: Callable[[Memory], Memory]


_RULES = frozenset([Kind.RULE])
_CLAIMS = frozenset([Kind.RULE, Kind.MEMORY])


def _to(status: Status) -> Callable[[Memory], Memory]:
    return lambda memory: replace(memory, status=status)


_SUSPEND = _Act(
    "suspended", "suspended", EntryKind.MEMORY_SUSPENDED, _RULES, frozenset([Status.ACTIVE]), _to(Status.SUSPENDED)
)
_RESUME = _Act(
    "resumed", "resumed", EntryKind.MEMORY_RESUMED, _RULES, frozenset([Status.SUSPENDED]), _to(Status.ACTIVE)
)
_RETIRE = _Act("retired", "retired", EntryKind.MEMORY_ENDED, _RULES, _OPEN, _to(Status.RETIRED))
_FORGET = _Act("forgotten", "forgotten", EntryKind.MEMORY_ENDED, _CLAIMS, _OPEN, _to(Status.FORGOTTEN))
_RATIFY = _Act(
    "ratified",
    "ratified",
    EntryKind.MEMORY_RATIFIED,
    _CLAIMS,
    frozenset([Status.CANDIDATE, Status.SHADOW, Status.ACTIVE, Status.QUARANTINED]),
    lambda memory: replace(memory, status=Status.ACTIVE, trust=Origin.RATIFIED),
)


def suspend(ctx: Context, id: str, *, by: str | None = None, reason: str = "") -> StateChange:
    """Take a rule out of force for now."""
    return _change(ctx, id, _SUSPEND, by, reason)


def resume(ctx: Context, id: str, *, by: str | None = None, reason: str = "") -> StateChange:
    """End a suspension."""
    return _change(ctx, id, _RESUME, by, reason)


def retire(ctx: Context, id: str, *, by: str | None = None, reason: str = "") -> StateChange:
    """A person says that this lesson is wrong or over. It is not learnt again from the episodes that taught it; said
    again in a new episode it comes as a candidate that names the retired one."""
    return _change(ctx, id, _RETIRE, by, reason)


def forget(ctx: Context, id: str, *, by: str | None = None, reason: str = "") -> StateChange:
    """End a rule or memory: it stays in the ledger and is never recalled again. A dead letter is dismissed."""
    if parse_handle(id)[0] is Kind.DEAD_LETTER:
        return _dismiss(ctx, canonical_handle(id), by, reason)
    return _change(ctx, id, _FORGET, by, reason)


def ratify(ctx: Context, id: str, *, by: str | None = None, reason: str = "") -> StateChange:
    """A person confirms a candidate rule, a memory, or a whole import (``im-1``).

    It raises trust, so it takes a name: raises PersonMissing without one.
    """
    by = by or ctx.person
    if not by:
        raise PersonMissing("Nobody is named, and to ratify takes a person.")
    if parse_handle(id)[0] is Kind.IMPORT:
        return _ratify_import(ctx, canonical_handle(id), by, reason)
    return _change(ctx, id, _RATIFY, by, reason)


def _change(ctx: Context, id: str, act: _Act, by: str | None, reason: str) -> StateChange:
    handle, (kind, _) = canonical_handle(id), parse_handle(id)
    if kind not in act.kinds:
        what = "rules" if act.kinds == _RULES else "rules and memories"
        raise InvalidInput(f"{handle} is of kind {kind.value}; only {what} can be {act.verb}.")
    person, why = _who_and_why(ctx, by, reason)
    with ctx.store.writer(
        ctx.namespace, now=ctx.clock.now(), durability=DURABILITY, strict_now=ctx.clock.fixed
    ) as writer:
        version = writer.version(handle)
        if version is None or version.body is None:
            raise NotFound(f"There is no {handle} in {ctx.namespace}.")
        before = decode(Memory, version.body, seq=version.seq)
        after = act.apply(before)
        if before.status not in act.allowed or (after.status, after.trust) == (before.status, before.trust):
            raise StateConflict(
                f"{handle} is {before.status.value}{_trusted(before, act)} and cannot be {act.verb}.",
                hint=f"Look at its history first: `cicatrix explain {handle}`.",
            )
        after = replace(after, version=before.version + 1, change=Change(act.name, person, why))
        if act is _RATIFY and before.status is not Status.ACTIVE:
            return _takes_force(ctx, writer, after)
        seq = seal(ctx, writer, after, EpisodesOf(writer), act.entry).seq
    return StateChange(handle, after.status.value, seq, DURABILITY)


def _takes_force(ctx: Context, writer: LedgerWriter, memory: Memory) -> StateChange:
    """A rule or memory that waited takes its place among the others, which may end for it. Raises StateConflict where a
    memory has the place, and a person has not said what the new one is for it."""
    other = rival(ctx, writer, memory)
    if other is not None:
        raise StateConflict(
            f"{memory.id} and {other.id} cannot both stand: {memory.attribute} holds one value at a time here.",
            hint="`cicatrix inbox` names the doubt, and `cicatrix review` says what one is for the other.",
        )
    episodes = EpisodesOf(writer)
    if not memory.is_rule:
        seq = seal(ctx, writer, memory, episodes, EntryKind.MEMORY_RATIFIED).seq
        return StateChange(memory.id, memory.status.value, seq, DURABILITY)
    rules = RulesMeet(ctx, writer, episodes, (rule for rule in claims(writer, (Kind.RULE,)) if rule.id != memory.id))
    rule = rules.seal(memory, EntryKind.MEMORY_RATIFIED)
    return StateChange(
        rule.id,
        rule.status.value,
        rule.seq,
        DURABILITY,
        superseded_by=rule.superseded_by,
        supersedes=tuple(handle for handle in rules.superseded if handle != rule.id),
        doubts=tuple(rules.doubts),
    )


def _dismiss(ctx: Context, handle: str, by: str | None, reason: str) -> StateChange:
    person, why = _who_and_why(ctx, by, reason)
    with ctx.store.writer(
        ctx.namespace, now=ctx.clock.now(), durability=DURABILITY, strict_now=ctx.clock.fixed
    ) as writer:
        version = writer.version(handle)
        if version is None or version.body is None:
            raise NotFound(f"There is no {handle} in {ctx.namespace}.", hint="`cicatrix inbox` lists what waits.")
        letter = decode(DeadLetter, version.body, seq=version.seq)
        if letter.dismissed_by:
            raise StateConflict(f"{handle} was dismissed by {letter.dismissed_by} already.")
        seq = writer.append(
            Draft(
                entry=EntryKind.DEAD_LETTER_DISMISSED,
                kind=Kind.DEAD_LETTER,
                handle=handle,
                body=encode(replace(letter, dismissed_by=person, dismissed_for=why)),
                actor=person,
                origin=Origin.HUMAN,
                parents=(version.seq,),
                key=version.key,
            )
        )
    return StateChange(handle, "dismissed", seq, DURABILITY)


def _trusted(memory: Memory, act: _Act) -> str:
    return " and ratified already" if act is _RATIFY and memory.trust is Origin.RATIFIED else ""


def _ratify_import(ctx: Context, handle: str, by: str | None, reason: str) -> StateChange:
    person, why = _who_and_why(ctx, by, reason)
    with ctx.store.writer(
        ctx.namespace, now=ctx.clock.now(), durability=DURABILITY, strict_now=ctx.clock.fixed
    ) as writer:
        version = writer.version(handle)
        if version is None or version.body is None:
            raise NotFound(f"There is no {handle} in {ctx.namespace}.")
        noun = decode(Import, version.body, seq=version.seq)
        if noun.trust == "human":
            raise StateConflict(f"{handle} is ratified already.")
        writer.append(
            Draft(
                entry=EntryKind.IMPORT_RATIFIED,
                kind=Kind.IMPORT,
                handle=handle,
                body={**encode(replace(noun, trust="human", by=person)), **({"reason": why} if why else {})},
                actor=person,
                origin=Origin.HUMAN,
                parents=(version.seq,),
                key=version.key,
            )
        )
        report = learn(ctx, writer, _taught_in(writer, handle))
    return StateChange(handle, "ratified", report.seq, DURABILITY, supersedes=report.superseded, doubts=report.doubts)


def _taught_in(writer: LedgerWriter, import_id: str) -> list[Episode]:
    """The corrected episodes that an import brought."""
    return [
        decode(Episode, version.body, seq=version.seq)
        for version in writer.versions((Kind.EPISODE,))
        if version.body is not None and teaches(version) and _import_of(version) == import_id
    ]


def _import_of(version: Version) -> JsonValue:
    source = version.body.get("source") if version.body is not None else None
    return source.get("import_id") if isinstance(source, dict) else None


def _who_and_why(ctx: Context, by: str | None, reason: str) -> tuple[str, str]:
    why, _ = redact(check_text(reason, "reason", limit=2_000), "reason")
    return check_name(by or ctx.user, "by"), why
