"""What a verdict says to the model that asked: the ruling, the rule, the words that taught it, the way on.

One wording for the hook, the guard and the MCP server. The quote is a person's, letter for letter.
"""

from __future__ import annotations

from typing import Final

from cicatrix.core.verdicts import Matched, Ruling, Verdict

STOPS: Final = frozenset({Ruling.DENY, Ruling.UNMET_PRECONDITION, Ruling.REQUIRE_APPROVAL})
"""Rulings after which a call is not made."""

OPENING: Final = {
    Ruling.DENY: "Denied",
    Ruling.UNMET_PRECONDITION: "Not yet",
    Ruling.REQUIRE_APPROVAL: "A person decides about this",
    Ruling.ALLOW: "Allowed",
    Ruling.NO_OPINION: "No rule speaks of this",
    Ruling.NO_ACTION: "Nothing is asked to be done",
}


def told(verdict: Verdict, *, scope: str = "") -> str:
    """The verdict in a few sentences. ``scope`` are the global options that a command must repeat."""
    speaking = spoke(verdict)
    first = f"{OPENING[verdict.effect]}{_by(speaking[0]) if speaking else ''}"
    parts = [_sentence(first), why(verdict)]
    if len(speaking) > 1:
        parts.append(f"So {'does' if len(speaking) == 2 else 'do'} {', '.join(rule.id for rule in speaking[1:])}.")
    hidden = [what for what in verdict.unknown if what not in verdict.reason]
    if hidden and verdict.effect in STOPS:
        parts.append(_sentence(f"What the call does not say: {'; '.join(hidden)}"))
    return " ".join(part for part in (*parts, _way_on(verdict, bool(speaking), scope)) if part)


def spoke(verdict: Verdict) -> list[Matched]:
    """The rules of which the verdict is."""
    return [rule for rule in verdict.rules if rule.ruling is verdict.effect and not rule.shadow]


def why(verdict: Verdict) -> str:
    """The reason, for where the first rule's words stand beside it; empty where they say it all."""
    reason = verdict.reason
    for rule in spoke(verdict)[:1]:
        reason = reason.replace(f": {rule.quote}", ".", 1) if rule.quote else reason
        reason = reason.removeprefix(f"{rule.id} forbids this.").strip()
    return _sentence(reason)


def quoted(rule: Matched) -> str:
    """``learnt in ep7: “Never post …”``; empty for a rule without words."""
    learnt = f"learnt in {' and '.join(rule.episodes[:3])}" if rule.episodes else ""
    words = f"“{rule.quote}”" if rule.quote else ""
    return ": ".join(part for part in (learnt, words) if part)


def _by(rule: Matched) -> str:
    source = quoted(rule)
    return f" by {rule.id}, {source}" if source else f" by {rule.id}"


def _way_on(verdict: Verdict, by_rule: bool, scope: str) -> str:
    named = f" ({verdict.id})" if verdict.id else ""
    match verdict.effect:
        case Ruling.DENY if by_rule:
            return f"Do not try the same in other words; where the rule is wrong, a person says so.{named}"
        case Ruling.DENY:
            return f"Nothing was done, and a person has to look at it: `cicatrix doctor`.{named}"
        case Ruling.UNMET_PRECONDITION:
            return f"Do first what it asks for, by a tool whose calls are recorded, and try again.{named}"
        case Ruling.REQUIRE_APPROVAL if verdict.approval:
            call = f"`cicatrix approve {verdict.approval} --by NAME{f' {scope}' if scope else ''}`"
            return f"For exactly this call, once: {call}. Then make it again, unchanged.{named}"
        case Ruling.REQUIRE_APPROVAL:
            return f"Ask a person.{named}"
    return ""


def _sentence(text: str) -> str:
    """With a full stop, unless it ends in a mark or in a quotation that does."""
    words = text.strip()
    return words if not words or words[-1] in ".!?…" or words[-2:] in (".”", "!”", "?”", "…”") else f"{words}."
