"""What an explanation says of a verdict, of an approval, and of what a rule stops."""

from __future__ import annotations

from collections.abc import Iterator

from cicatrix.core.approvals import Approval
from cicatrix.core.codec import decode
from cicatrix.core.episodes import JsonObject
from cicatrix.core.ids import Kind
from cicatrix.core.policies.policy import Effect, Policy
from cicatrix.core.verdicts import Verdict

KINDS = (Kind.VERDICT, Kind.APPROVAL)


def text_of(kind: Kind, body: JsonObject) -> str:
    """In a line or two."""
    if kind is Kind.VERDICT:
        verdict = decode(Verdict, body)
        return f"{verdict.call}\n{verdict.effect.value}: {verdict.reason}"
    approval = decode(Approval, body)
    return (
        f"A permit for exactly what {approval.verdict} judged, asked for by {', '.join(approval.rules) or 'the gate'}"
    )


def facts_of(kind: Kind, body: JsonObject) -> Iterator[tuple[str, str]]:
    if kind is Kind.VERDICT:
        yield from _verdict(decode(Verdict, body))
    else:
        yield from _approval(decode(Approval, body))


def _verdict(verdict: Verdict) -> Iterator[tuple[str, str]]:
    for rule in verdict.rules:
        watches = " (only watches)" if rule.shadow else ""
        yield rule.id, f"{rule.ruling.value}{watches}, learnt in {', '.join(rule.episodes)}: “{rule.quote}”"
    yield "not known", "; ".join(verdict.unknown)
    yield "met by", ", ".join(verdict.evidence)
    yield "would be", verdict.would.value if verdict.would is not None else ""
    yield "approval", verdict.approval or ""
    yield "asked by", verdict.principal
    yield "session", verdict.session or ""
    yield "outcome", f"{verdict.outcome}, told in {verdict.episode}" if verdict.episode else verdict.outcome
    yield "judged by", f"{verdict.policies:,} rules of the mind @{verdict.mind}, {verdict.root[:12]}"
    yield "call", verdict.digest
    yield "warning", verdict.warning


def _approval(approval: Approval) -> Iterator[tuple[str, str]]:
    yield "may be granted by", approval.approver
    yield "asked by", approval.asked_by
    yield "until", approval.until
    yield "decided by", approval.by
    yield "told in", approval.episode or ""
    yield "spent on", approval.spent_on or ""
    yield "call", approval.digest


def step_of(kind: Kind, body: JsonObject) -> tuple[str, str, str]:
    """By whom, why, and what it became."""
    if kind is Kind.VERDICT:
        verdict = decode(Verdict, body)
        return verdict.principal, verdict.reason, verdict.outcome or verdict.effect.value
    approval = decode(Approval, body)
    return approval.by or approval.asked_by, approval.reason, approval.state.value


def stops(policy: Policy | None) -> str:
    """What a rule does to the calls that it speaks of."""
    if policy is None or policy.effect is Effect.NONE:
        return ""
    who = f", confirmed by {policy.confirmed_by}" if policy.confirmed_by else ""
    why = f" ({'; '.join(policy.why)})" if policy.why else ""
    return f"{policy.effect.value}, {policy.status.value}{who}{why}"
