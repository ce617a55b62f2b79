"""Approvals as the gate meets them: one that is asked for, one that is there already, one that is spent or void."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from cicatrix.core.approvals import Approval, ApprovalState, approval_key, bound_to
from cicatrix.core.codec import decode, encode
from cicatrix.core.entries import Draft, EntryKind
from cicatrix.core.ids import Kind
from cicatrix.core.stamps import stamp
from cicatrix.core.trust import Origin
from cicatrix.core.verdicts import Ruling, Verdict
from cicatrix.engine.context import Context
from cicatrix.engine.enforced import Standing
from cicatrix.ports import LedgerReader, LedgerWriter


@dataclass(frozen=True, slots=True)
class Met:
    """What a verdict finds: the approval of the same call by the same principal that is open, and what becomes of it.

    ``spends``: it was granted, for what the rules still say; ``voids``: they say something else now; neither: the
    request is joined, or (None) there is none.
    """

    approval: Approval | None = None
    spends: bool = False
    voids: bool = False


def meet(reader: LedgerReader, verdict: Verdict, bound: str, moment: datetime) -> Met:
    version = reader.find(Kind.APPROVAL, approval_key(verdict.digest, verdict.principal))
    if version is None or version.body is None:
        return Met()
    found = decode(Approval, version.body, seq=version.seq).at(stamp(moment))
    if found.state not in (ApprovalState.PENDING, ApprovalState.GRANTED):
        return Met()
    if verdict.effect is not Ruling.REQUIRE_APPROVAL:
        return Met(found, voids=verdict.effect in (Ruling.DENY, Ruling.UNMET_PRECONDITION))
    if found.bound != bound:
        return Met(found, voids=True)
    return Met(found, spends=found.state is ApprovalState.GRANTED)


def bound_by(verdict: Verdict, standing: Standing) -> str:
    """What the rules that ask for approval say, as one hash."""
    return bound_to((name, standing.rules[name].policy) for name in asking_rules(verdict))


def asking_rules(verdict: Verdict) -> tuple[str, ...]:
    return tuple(rule.id for rule in verdict.rules if rule.ruling is Ruling.REQUIRE_APPROVAL and not rule.shadow)


def ask(ctx: Context, writer: LedgerWriter, verdict: Verdict, standing: Standing, moment: datetime) -> None:
    """Seal the request that a verdict names."""
    assert verdict.approval is not None
    rules = asking_rules(verdict)
    approvers = (standing.rules[name].policy.by for name in rules)
    seal_approval(
        writer,
        EntryKind.APPROVAL_ASKED,
        Approval(
            id=verdict.approval,
            digest=verdict.digest,
            verdict=verdict.id,
            canonical=verdict.canonical,
            rules=rules,
            root=verdict.root,
            asked_by=verdict.principal,
            bound=bound_by(verdict, standing),
            until=stamp(moment + timedelta(minutes=ctx.gate.approval_minutes)),
            approver=", ".join(dict.fromkeys(filter(None, approvers))),
        ),
        by=verdict.principal,
        parents=(verdict.seq,),
    )


def spend(writer: LedgerWriter, approval: Approval, verdict: Verdict) -> None:
    seal_approval(
        writer,
        EntryKind.APPROVAL_SPENT,
        replace(approval, state=ApprovalState.SPENT, spent_on=verdict.id),
        by=verdict.principal,
        parents=(approval.seq, verdict.seq),
    )


def void(writer: LedgerWriter, approval: Approval, verdict: Verdict) -> None:
    why = f"{verdict.id} found that the rules say something else now"
    seal_approval(
        writer,
        EntryKind.APPROVAL_VOIDED,
        replace(approval, state=ApprovalState.VOID, reason=why),
        by=verdict.principal,
        parents=(approval.seq, verdict.seq),
    )


def seal_approval(
    writer: LedgerWriter,
    entry: EntryKind,
    approval: Approval,
    *,
    by: str,
    parents: tuple[int, ...],
    origin: Origin = Origin.AGENT,
) -> int:
    return writer.append(
        Draft(
            entry=entry,
            kind=Kind.APPROVAL,
            handle=approval.id,
            body=encode(approval),
            actor=by,
            origin=origin,
            parents=tuple(sorted({seq for seq in parents if seq})),
            key=approval_key(approval.digest, approval.asked_by),
        )
    )
