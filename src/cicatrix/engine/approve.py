"""``approve`` and ``refuse``: a person decides on one exact call. The decision is an experience; its words teach."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import timedelta

from cicatrix.core.approvals import Approval, ApprovalState, bound_to, named_people, same_name
from cicatrix.core.codec import decode
from cicatrix.core.entries import EntryKind
from cicatrix.core.episodes import Episode
from cicatrix.core.ids import Kind, canonical_handle, parse_handle
from cicatrix.core.intake import take
from cicatrix.core.known import LIVE
from cicatrix.core.memories import Memory
from cicatrix.core.redaction import redact
from cicatrix.core.stamps import stamp
from cicatrix.core.trust import Origin
from cicatrix.core.values import check_name, check_text
from cicatrix.core.verdicts import Verdict
from cicatrix.engine.approvals import seal_approval
from cicatrix.engine.claims import EpisodesOf
from cicatrix.engine.context import Context
from cicatrix.engine.correct import is_limit, narrow
from cicatrix.engine.distill import learn
from cicatrix.engine.enforced import InForce
from cicatrix.engine.record import recording_time, seal_episode, writing
from cicatrix.engine.reports import Refusal
from cicatrix.errors import NotFound, PersonMissing, Refused, StateConflict
from cicatrix.ports import Durability, LedgerReader, LedgerWriter


@dataclass(frozen=True, slots=True)
class Decided:
    """The receipt of a decision. ``until`` is when a permit runs out; ``admitted`` the rules that its words taught."""

    id: str
    state: ApprovalState
    until: str
    episode: str | None
    by: str
    seq: int
    durability: Durability = "full"
    admitted: tuple[Memory, ...] = ()
    refused: tuple[Refusal, ...] = ()
    superseded: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()
    narrowed: str = ""  # the rule that its words limit


def approve(ctx: Context, id: str, *, by: str | None = None, reason: str = "") -> Decided:
    """Permit the call that an approval is for: once, until it runs out, as long as the rules say what they said.

    Raises PersonMissing where nobody is named, NotFound, Refused where the one who decides is the one who asked,
    StateConflict for an approval that is decided, spent, void or has run out.
    """
    return _decide(ctx, id, ApprovalState.GRANTED, by, reason)


def refuse(ctx: Context, id: str, *, by: str | None = None, reason: str = "") -> Decided:
    """Refuse it. Asked for again, the same call opens a new request. Raises as :func:`approve` does."""
    return _decide(ctx, id, ApprovalState.REFUSED, by, reason)


def _decide(ctx: Context, id: str, state: ApprovalState, by: str | None, reason: str) -> Decided:
    person = check_name(by or ctx.person or "", "by").strip()
    if not person:
        raise PersonMissing("Nobody is named, and to decide on an approval takes a person.")
    why, _ = redact(check_text(reason, "reason", limit=2_000).strip(), "reason")
    handle = canonical_handle(id)
    with writing(ctx) as writer:
        moment = ctx.clock.now()
        now = stamp(moment)
        asked = _pending(ctx, writer, handle, now)
        if same_name(person) == same_name(asked.asked_by):
            raise Refused(
                f"{person} asked for {handle} and cannot decide on it.",
                hint="Another person decides: --by somebody who did not ask.",
            )
        if state is ApprovalState.GRANTED:
            _held_to(ctx, writer, asked, person)
        if state is ApprovalState.GRANTED and _said(ctx, writer, asked) != asked.bound:
            raise StateConflict(
                f"The rules that {handle} was asked for say something else now, so it permits nothing.",
                hint="Have the call checked again: it asks for a new approval, if it needs one.",
            )
        episode = _experience(ctx, writer, asked, state, person, why)
        narrowed = _narrowed(ctx, writer, asked, episode, person)
        report = learn(ctx, writer, [episode] if why and not narrowed else [])
        decided = replace(asked, state=state, by=person, reason=why, episode=episode.id)
        if state is ApprovalState.GRANTED:
            until = stamp(moment + timedelta(minutes=ctx.gate.approval_minutes))
            decided = replace(decided, until=until, bound=_said(ctx, writer, asked))  # the person knows what they said
        entry = EntryKind.APPROVAL_GRANTED if state is ApprovalState.GRANTED else EntryKind.APPROVAL_REFUSED
        parents = (asked.seq, episode.seq)
        seq = seal_approval(writer, entry, decided, by=person, parents=parents, origin=Origin.HUMAN)
    return Decided(
        handle,
        state,
        decided.until if state is ApprovalState.GRANTED else "",
        episode.id,
        person,
        seq,
        admitted=(*report.admitted, *report.joined),
        refused=report.refused,
        superseded=report.superseded,
        doubts=report.doubts,
        narrowed=narrowed,
    )


def _pending(ctx: Context, reader: LedgerReader, handle: str, now: str) -> Approval:
    version = reader.version(handle) if parse_handle(handle)[0] is Kind.APPROVAL else None
    if version is None or version.body is None:
        raise NotFound(
            f"There is no approval {handle} in {ctx.namespace}.",
            hint="Approvals are called ap-1, ap-2, …; `cicatrix inbox` lists those that wait.",
        )
    found = decode(Approval, version.body, seq=version.seq).at(now)
    if found.state is ApprovalState.PENDING:
        return found
    who = f" by {found.by}" if found.by else ""
    raise StateConflict(
        f"{handle} is {found.state.value}{who} and cannot be decided on.",
        hint="Have the call checked again: it asks for a new approval, if it needs one.",
    )


def _held_to(ctx: Context, reader: LedgerReader, asked: Approval, person: str) -> None:
    """Raises Refused where a rule that asked names a person, and it is another one."""
    rules = ctx.kept.of(InForce).at(reader, ctx.lexicon()).rules
    for name in asked.rules:
        named = named_people(rules[name].policy.by) if name in rules else ()
        if named and not any(set(same_name(one).split()) <= set(same_name(person).split()) for one in named):
            raise Refused(
                f"{name} says that {' or '.join(named)} permits this, and {person} is somebody else.",
                hint=f"Have it decided by whom the rule names: --by {named[0].lower().split()[0]}; or correct {name}.",
            )


def _said(ctx: Context, reader: LedgerReader, asked: Approval) -> str:
    """What the rules that asked say now."""
    rules = ctx.kept.of(InForce).at(reader, ctx.lexicon()).rules
    return bound_to((name, rules[name].policy) for name in asked.rules if name in rules)


def _narrowed(ctx: Context, writer: LedgerWriter, asked: Approval, episode: Episode, person: str) -> str:
    """The one rule that asked, if the person's words limit it ("Only above 500")."""
    if len(asked.rules) != 1 or not is_limit(episode.correction):
        return ""
    version = writer.version(asked.rules[0])
    if version is None or version.body is None:
        return ""
    rule = decode(Memory, version.body, seq=version.seq)
    if rule.status not in LIVE:
        return ""
    return narrow(ctx, writer, rule, episode, EpisodesOf(writer), person).id


def _experience(
    ctx: Context, writer: LedgerWriter, asked: Approval, state: ApprovalState, person: str, why: str
) -> Episode:
    """What was asked, what was decided, and the person's own words, if there are any, as a correction."""
    version = writer.version(asked.verdict)
    verdict = decode(Verdict, version.body) if version is not None and version.body is not None else None
    given: dict[str, object] = {
        "kind": "experience",
        "task": f"Approval {asked.id} of {', '.join(asked.rules)}",
        "action": verdict.call if verdict is not None else "",
        "outcome": f"{state.value} by {person}",
        "actor": asked.asked_by,
    }
    if why:
        given |= {"correction": why, "correction_by": person}
    taken = take(given)
    parents = (asked.seq,)
    return seal_episode(ctx, writer, taken.episode, recorded_at=recording_time(ctx, writer), parents=parents)
