"""What was read of a rule's words, for people: each field in a few words, and the sentence with what was not."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, Literal

from cicatrix.core.actions.action import Action
from cicatrix.core.codec import decode
from cicatrix.core.episodes import JsonObject, JsonValue
from cicatrix.core.memories import Memory, Status
from cicatrix.core.policies.policy import Condition, Effect, Policy, PolicyStatus, Target, Window
from cicatrix.core.verdicts import Verdict

EFFECTS: Final = {
    Effect.DENY: "denies",
    Effect.PRECONDITION: "asks for something first",
    Effect.REQUIRE_APPROVAL: "asks a person",
    Effect.NONE: "stops nothing",
}
STATUSES: Final = {
    PolicyStatus.ACTIVE: "in force",
    PolicyStatus.PROPOSED: "waits for a person to confirm it",
    PolicyStatus.ADVICE: "advice: nothing of it can be enforced",
}
UNSTOPPED: Final = {
    Status.SHADOW: "only watches: nothing is stopped by it",
    Status.CANDIDATE: "stops nothing: nobody stands behind the rule yet",
    Status.SUSPENDED: "stops nothing: the rule is suspended",
}
_LINE: Final = 72
"""Characters of laid-out JSON that stand on one line."""
_DAYS: Final = ("Mondays", "Tuesdays", "Wednesdays", "Thursdays", "Fridays", "Saturdays", "Sundays")
_SIGNS: Final = {"gt": "above", "ge": "from", "lt": "below", "le": "up to", "eq": "", "ne": "not"}
_KINDS: Final = {
    "in": "one of",
    "not_in": "none of",
    "equals": "",
    "exists": "is given",
    "absent": "is not given",
    "prefix_path": "under",
    "host_in": "a host of",
    "subset": "within",
    "content": "holds",
    "changed": "is changed",
    "count": "",
    "words": "",
}


@dataclass(frozen=True, slots=True)
class Words:
    """A run of a rule's text: ``read`` as the field ``part``, ``unread`` and not understood, or neither."""

    text: str
    state: Literal["read", "unread", ""] = ""
    part: str = ""


def standing(rule: Memory) -> str:
    """In a word, whether a rule stops something: its policy's status, or its own where it is not in force."""
    if rule.policy is None:
        return "not read"
    return rule.policy.status.value if rule.status is Status.ACTIVE else rule.status.value


def stops(rule: Memory) -> str:
    """The same in some words, for whoever has just taught it."""
    policy = rule.policy
    if policy is None or policy.status is PolicyStatus.ADVICE:
        return "advice: no call can be held to it"
    if rule.status is not Status.ACTIVE:
        return UNSTOPPED.get(rule.status, f"stops nothing: the rule is {rule.status.value}")
    if policy.status is PolicyStatus.PROPOSED:
        return f"stops nothing until a person confirms it: {'; '.join(policy.why) or 'it was read in part'}"
    return f"in force: the gate {EFFECTS[policy.effect]}"


def facts(policy: Policy) -> tuple[tuple[str, str], ...]:
    """What each field holds, name and value; fields that limit nothing are left out."""
    before = policy.before
    first = (before.text or _and([*before.verbs, *map(target, before.targets)])) if before else ""
    rows = (
        ("effect", EFFECTS[policy.effect] + (f" ({policy.by})" if policy.by else "")),
        ("what is done", _or(verb.replace("_", " ") for verb in policy.verbs)),
        ("command", " ".join(policy.argv)),
        ("tools", _or(policy.tools)),
        ("to what", _or(map(target, policy.targets))),
        ("and", _and(map(target, policy.all_of))),
        ("only if", _and(map(condition, policy.conditions))),
        ("when", _or(map(window, policy.windows))),
        ("first", f"{first}{f', within {before.max_age // 60} minutes' if before and before.max_age else ''}"),
        ("unless", _or(each.text or _and(map(condition, each.conditions)) for each in policy.exceptions)),
        ("unread", ", ".join(policy.residue)),
        ("confirmed by", policy.confirmed_by),
    )
    return tuple((name, value) for name, value in rows if value)


def pieces(policy: Policy) -> tuple[Words, ...]:
    """The rule's text in order, cut where fields were read and where words were not."""
    text = policy.text
    spans = [(part.start, part.end, "read", part.name) for part in policy.parts if part.start < part.end <= len(text)]
    taken = [range(start, end) for start, end, _, _ in spans]
    for word in policy.residue:
        for found in re.finditer(rf"(?<!\w){re.escape(word)}(?!\w)", text, re.IGNORECASE):
            if not any(found.start() in span for span in taken):
                spans.append((found.start(), found.end(), "unread", ""))
    cuts = sorted({0, len(text), *(place for start, end, _, _ in spans for place in (start, end))})
    return tuple(_run(text, left, right, spans) for left, right in pairwise(cuts))


def _run(text: str, left: int, right: int, spans: Iterable[tuple[int, int, str, str]]) -> Words:
    over = [(state, part) for start, end, state, part in spans if start <= left and right <= end]
    if not over:
        return Words(text[left:right])
    if all(state == "unread" for state, _ in over):
        return Words(text[left:right], "unread")
    return Words(text[left:right], "read", ", ".join(dict.fromkeys(part for _, part in over if part)))


def target(noun: Target) -> str:
    """``billing pod``, ``branch main``, ``recipient legal``."""
    words = " ".join(part for part in (*noun.mods, noun.literal or noun.head.replace("_", " ")) if part)
    kind = noun.kind if noun.literal and noun.kind in ("path", "host", "branch", "table", "column") else ""
    role = noun.role if noun.role not in ("", "object") else ""
    return " ".join(part for part in (role, kind, words) if part) or "anything"


def condition(noun: Condition) -> str:
    """``amount above 200 USD``, ``text holds a discount code``."""
    name = noun.role.replace("_", " ") or noun.pointer
    sign = _SIGNS.get(noun.op, noun.op) if noun.kind in ("number", "count") else _KINDS.get(noun.kind, noun.kind)
    return " ".join(part for part in (name, sign, _value(noun.value), noun.unit) if part)


def window(noun: Window) -> str:
    """``Fridays from 15:00``; empty parts say nothing."""
    days = _or(_DAYS[day] for day in noun.days if 0 <= day < len(_DAYS))
    parts = (
        days,
        f"from {noun.start}" if noun.start else "",
        f"to {noun.end}" if noun.end else "",
        f"since {noun.since}" if noun.since else "",
        f"until {noun.until}" if noun.until else "",
        f"({noun.zone})" if noun.zone else "",
    )
    return " ".join(part for part in parts if part) or "always"


def action(fields: JsonObject) -> str:
    """A call on one line: ``post(twitter, text="Use BETA20")``, ``bash: git push``, or the words of a request."""
    noun = decode(Action, fields)
    if noun.text:
        return f"“{noun.text}”"
    command = noun.args.get("command")
    if isinstance(command, str) and not noun.resource:
        return f"{noun.name}: {command}"
    given = [f"{name}={json.dumps(value, ensure_ascii=False)}" for name, value in noun.args.items()]
    return f"{noun.name}({', '.join([*([noun.resource] if noun.resource else []), *given])})"


def judged(verdict: Verdict) -> str:
    """The same of what a verdict judged; what could not be read is named as it was."""
    return action(verdict.given) if verdict.given else verdict.name


def laid_out(value: JsonValue, indent: int = 0) -> str:
    """JSON for people to read: what fits on a line stands on one."""
    line = json.dumps(value, ensure_ascii=False)
    if not isinstance(value, (dict, list)) or not value or indent + len(line) <= _LINE:
        return line
    inner = " " * (indent + 2)
    if isinstance(value, dict):
        parts = [f"{inner}{json.dumps(key)}: {laid_out(item, indent + 2)}" for key, item in sorted(value.items())]
        return "{\n" + ",\n".join(parts) + "\n" + " " * indent + "}"
    return "[\n" + ",\n".join(f"{inner}{laid_out(item, indent + 2)}" for item in value) + "\n" + " " * indent + "]"


def _value(value: JsonValue) -> str:
    if isinstance(value, list):
        return _or(_value(item) for item in value)
    return "" if value is None else str(value).replace("_", " ")


def _or(parts: Iterable[str]) -> str:
    return _joined(parts, "or")


def _and(parts: Iterable[str]) -> str:
    return _joined(parts, "and")


def _joined(parts: Iterable[str], word: str) -> str:
    listed = list(_filled(parts))
    if len(listed) > 8:
        listed = [*listed[:7], f"{len(listed) - 7} more"]
    return f" {word} ".join(filter(None, (", ".join(listed[:-1]), listed[-1]))) if listed else ""


def _filled(parts: Iterable[str]) -> Iterator[str]:
    return (part for part in dict.fromkeys(parts) if part)
