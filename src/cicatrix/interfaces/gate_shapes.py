"""Verdicts, approvals and what is tried of policies, in the JSON in which they leave the house on every interface."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cicatrix.core.episodes import JsonObject
from cicatrix.interfaces import readings, shapes

if TYPE_CHECKING:
    from cicatrix.core.approvals import Approval
    from cicatrix.core.memories import Memory
    from cicatrix.core.verdicts import Matched, Verdict
    from cicatrix.engine.approve import Decided
    from cicatrix.engine.policies import Explained, Tried
    from cicatrix.interfaces.shapes import Quote


def verdict(noun: Verdict) -> JsonObject:
    return {
        "id": noun.id,
        "effect": noun.effect.value,
        "actions": noun.actions,
        "reason": noun.reason,
        "rules": [matched(rule) for rule in noun.rules],
        "unknown": list(noun.unknown),
        "canonical": noun.canonical,
        "approval": noun.approval,
        "executed": noun.executed,
        "proposed_tool_call": proposed(noun),
        "outcome": noun.outcome or None,
        "digest": noun.digest,
        "evidence": list(noun.evidence),
        "policies": noun.policies,
        "warning": noun.warning or None,
        "mode": noun.mode.value,
        "strict": noun.strict,
        "would": noun.would.value if noun.would else None,
        "principal": noun.principal,
        "session": noun.session,
        "mind": noun.mind,
        "root": noun.root,
        "seq": noun.seq,
        "durability": "full",
    }


def matched(rule: Matched) -> JsonObject:
    return {
        "id": rule.id,
        "effect": rule.ruling.value,
        "episodes": list(rule.episodes),
        "quote": rule.quote,
        "reason": rule.reason,
        "unknown": list(rule.unknown),
        "version": rule.version,
        "shadow": rule.shadow,
    }


def proposed(noun: Verdict) -> JsonObject:
    """The call as it was named, and whether it was done."""
    return {**noun.given, "name": noun.name, "executed": noun.executed}


def approval(noun: Approval) -> JsonObject:
    return {
        "id": noun.id,
        "state": noun.state.value,
        "expires": noun.until or None,
        "episode": noun.episode,
        "verdict": noun.verdict,
        "rules": list(noun.rules),
        "canonical": noun.canonical,
        "digest": noun.digest,
        "asked_by": noun.asked_by,
        "approver": noun.approver or None,
        "by": noun.by or None,
        "reason": noun.reason or None,
        "spent_on": noun.spent_on,
        "seq": noun.seq,
    }


def decided(done: Decided, quote: Quote) -> JsonObject:
    """What a person decided about an approval, and what the words that came with it taught."""
    return {
        "id": done.id,
        "state": done.state.value,
        "expires": done.until or None,
        "episode": done.episode,
        "by": done.by,
        "admitted": [shapes.memory(rule, quote) for rule in done.admitted],
        "refused": [shapes.refusal(item) for item in done.refused],
        "superseded": list(done.superseded),
        "doubts": list(done.doubts),
        "seq": done.seq,
        "durability": done.durability,
    }


def ruled(rule: Memory) -> JsonObject:
    """A rule with what it stops."""
    return {"id": rule.id, "text": rule.text, "status": rule.status.value, "policy": shapes.policy(rule.policy)}


def policy_explained(found: Explained) -> JsonObject:
    return {
        **ruled(found.rule),
        "enforced": found.enforced,
        "read": [shapes.plain(piece) for piece in readings.pieces(found.policy)],
        "facts": dict(readings.facts(found.policy)),
        "tried": [tried(one) for one in found.tried],
    }


def tried(one: Tried) -> JsonObject:
    return {
        "rule": one.rule,
        "kind": one.kind,
        "action": one.action,
        "effect": one.ruling.value,
        "reason": one.reason,
        "ok": one.ok,
    }
