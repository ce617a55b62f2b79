"""Decisions in a ledger, checked without judging again: does a verdict say no less than the rules that it names, did
those rules hold, and was each permit asked for, given by another, and spent once?

It reads bodies as they were sealed, which may be anything, in order of sequence. What was erased is not held against
what stands.
"""

from __future__ import annotations

from typing import Final

from cicatrix.core.approvals import OPEN, ApprovalState, same_name
from cicatrix.core.entries import EntryKind
from cicatrix.core.episodes import JsonObject, JsonValue
from cicatrix.core.ids import Kind
from cicatrix.core.known import LIVE
from cicatrix.core.memories import Status, order
from cicatrix.core.verdicts import GateMode, Ruling

KINDS: Final = frozenset({Kind.RULE, Kind.VERDICT, Kind.APPROVAL})

_ORDER: Final = tuple(ruling.value for ruling in Ruling)
_TOLD_LATER: Final = frozenset({"executed", "outcome", "episode"})
_STEPS: Final[dict[str, tuple[ApprovalState, frozenset[ApprovalState]]]] = {
    EntryKind.APPROVAL_GRANTED: (ApprovalState.GRANTED, frozenset({ApprovalState.PENDING})),
    EntryKind.APPROVAL_REFUSED: (ApprovalState.REFUSED, frozenset({ApprovalState.PENDING})),
    EntryKind.APPROVAL_SPENT: (ApprovalState.SPENT, frozenset({ApprovalState.GRANTED})),
    EntryKind.APPROVAL_VOIDED: (ApprovalState.VOID, OPEN),
}
"""What an entry makes of an approval, and of which state."""


class Decisions:
    """Remembers rules, verdicts and approvals as their newest entries sealed them."""

    def __init__(self) -> None:
        self._rules: dict[str, tuple[int, str]] = {}  # sequence and status
        self._verdicts: dict[str, tuple[int, JsonObject]] = {}
        self._approvals: dict[str, JsonObject] = {}
        self._erased: set[str] = set()
        self._permitted: dict[str, str] = {}  # verdicts that allow, until the spending of their permit was seen

    def forget(self, handle: str) -> None:
        """The words of a version are gone."""
        self._erased.add(handle)
        self._rules.pop(handle, None)
        self._verdicts.pop(handle, None)
        self._approvals.pop(handle, None)
        self._permitted.pop(handle, None)

    def fault(self, seq: int, entry: str, handle: str, body: JsonObject) -> str | None:
        """What is wrong with the rule, verdict or approval that an entry of the kind ``entry`` sealed, in words; None
        when nothing is."""
        if entry == EntryKind.VERDICT:
            return self._verdict(seq, handle, body)
        if entry == EntryKind.OUTCOME:
            return self._outcome(seq, handle, body)
        if entry == EntryKind.APPROVAL_ASKED:
            return self._asked(handle, body)
        if entry in _STEPS:
            return self._decided(entry, handle, body)
        self._rules[handle] = seq, str(body.get("status"))
        return _policy_fault(handle, body)

    def unspent(self) -> tuple[int, str] | None:
        """After the last entry: the first verdict that allows by a permit which was not spent with it."""
        open_ = (name for name, approval in self._permitted.items() if approval not in self._erased)
        left = [(self._verdicts[name][0], name) for name in open_ if name in self._verdicts]
        if not left:
            return None
        seq, name = min(left)
        return seq, f"{name} allows by {self._permitted[name]}, which was not spent with it"

    def _verdict(self, seq: int, handle: str, body: JsonObject) -> str | None:
        if handle in self._verdicts:
            return f"{handle} was given before, and a verdict is given once"
        effect, rules = body.get("effect"), body.get("rules", [])
        if effect not in _ORDER or not isinstance(rules, list):
            return "its body is not that of a verdict"
        said = [len(_ORDER)]
        for rule in rules:
            if not isinstance(rule, dict) or rule.get("ruling") not in _ORDER:
                return "its body is not that of a verdict"
            fault = self._rule_fault(handle, rule)
            if fault is not None:
                return fault
            if not rule.get("shadow"):
                said.append(_place(rule["ruling"]))
        approval, worst = body.get("approval"), min(said)
        permits = effect == Ruling.ALLOW and isinstance(approval, str) and worst >= _place(Ruling.REQUIRE_APPROVAL)
        if effect == Ruling.ALLOW and not permits:
            return f"{handle} allows what a rule that it names stops, or names no permit"
        if not permits and _place(effect) > worst and body.get("mode", GateMode.ENFORCE) == GateMode.ENFORCE:
            return f"{handle} says {effect}, but a rule that it names says {_ORDER[worst]}"
        if permits:
            self._permitted[handle] = str(approval)
        self._verdicts[handle] = seq, body
        return None

    def _rule_fault(self, handle: str, rule: JsonObject) -> str | None:
        name = rule.get("id")
        if name in self._erased:
            return None
        version, status = self._rules.get(str(name), (0, ""))
        if version != rule.get("version"):
            return f"{handle} names a version of {name} that did not hold then"
        wanted = Status.SHADOW if rule.get("shadow") else Status.ACTIVE
        return None if status == wanted else f"{handle} names {name}, which was {status} then"

    def _outcome(self, seq: int, handle: str, body: JsonObject) -> str | None:
        if handle in self._erased:
            return None
        _, before = self._verdicts.get(handle, (0, None))
        if before is None:
            return f"it tells what became of {handle}, which was never given"
        if _without(before) != _without(body) or before.get("outcome"):
            return f"it changes {handle}: an outcome says what became of an action, once, and nothing else"
        self._verdicts[handle] = seq, body
        return None

    def _asked(self, handle: str, body: JsonObject) -> str | None:
        if handle in self._approvals:
            return f"{handle} was asked for before"
        verdict = body.get("verdict")
        if verdict not in self._erased:
            _, given = self._verdicts.get(str(verdict), (0, None))
            if given is None or given.get("approval") != handle or given.get("digest") != body.get("digest"):
                return f"{handle} is not what {verdict} asked for"
        self._approvals[handle] = body
        return None

    def _decided(self, entry: str, handle: str, body: JsonObject) -> str | None:
        if handle in self._erased:
            return None
        before = self._approvals.get(handle)
        if before is None:
            return f"{handle} was never asked for"
        state, allowed = _STEPS[entry]
        if body.get("state") != state or before.get("state", ApprovalState.PENDING) not in allowed:
            return f"{handle} was {before.get('state', 'pending')} and cannot become {body.get('state')}"
        bound = () if entry == EntryKind.APPROVAL_GRANTED else ("bound",)  # who grants may say more of the rule with it
        if any(body.get(name) != before.get(name) for name in ("digest", "asked_by", "verdict", *bound)):
            return f"{handle} is for another call, or for other rules, than was asked"
        fault = self._given(handle, body) if entry == EntryKind.APPROVAL_GRANTED else None
        if entry == EntryKind.APPROVAL_SPENT:
            fault = self._spent(handle, before, body)
        if fault is None:
            self._approvals[handle] = body
        return fault

    def _given(self, handle: str, body: JsonObject) -> str | None:
        by = str(body.get("by") or "")
        if not by or same_name(by) == same_name(str(body.get("asked_by", ""))):
            return f"{handle} was granted by whoever asked for it"
        return None

    def _spent(self, handle: str, before: JsonObject, body: JsonObject) -> str | None:
        verdict = body.get("spent_on")
        if verdict in self._erased:
            return None
        _, given = self._verdicts.get(str(verdict), (0, None))
        if given is None or given.get("digest") != body.get("digest") or given.get("approval") != handle:
            return f"{handle} was spent on {verdict}, which is about another call"
        if str(before.get("until", "")) <= str(given.get("now", "")):
            return f"{handle} was spent after it had run out"
        if self._permitted.pop(str(verdict), None) is None:
            return f"{handle} was spent on {verdict}, which does not allow, or was permitted before"
        return None


def _place(ruling: JsonValue) -> int:
    """0 is the worst."""
    return _ORDER.index(str(ruling))


def _policy_fault(handle: str, body: JsonObject) -> str | None:
    """What a rule stops was read from its own words, as they stand, or written for them."""
    policy, text, later = body.get("policy"), body.get("text"), body.get("exceptions", [])
    if policy is None or body.get("status") not in LIVE:
        return None
    if not isinstance(policy, dict) or not isinstance(text, str) or not isinstance(later, list):
        return "its body is not that of a rule"
    words = order(text, [str(each) for each in later])
    return None if policy.get("text") == words else f"{handle} stops something by other words than its own"


def _without(body: JsonObject) -> dict[str, JsonValue]:
    return {name: value for name, value in body.items() if name not in _TOLD_LATER}
