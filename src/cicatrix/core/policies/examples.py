"""Calls made up from a policy: some that it has to stop, and near misses that it has to spare.

They are JSON calls of no real tool, made of the policy's own fields. A near miss differs in one thing alone: another
verb, another thing, an amount at the limit, another place.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from cicatrix.core.episodes import JsonObject, JsonValue
from cicatrix.core.policies.lexicon import Lexicon
from cicatrix.core.policies.policy import Condition, Policy, Target

_FIELDS: Final = {"path": "path", "host": "host", "branch": "branch", "table": "table", "column": "column",
                  "email": "to", "schema": "schema", "id": "id"}  # fmt: skip
_TEXTS: Final = {
    "code": "Use code AUTUMN25 for 25 % off",
    "email": "Write to ada@post.example",
    "phone": "Call +44 20 7946 0018",
    "card": "Card 4111 1111 1111 1111",
    "iban": "IBAN DE89 3704 0044 0532 0130 00",
    "key": "password: ham-4-eggs-and-toast",
    "birth_date": "born on 3 May 1984",
    "address": "12 Harbour Street",
    "ip": "192.0.2.4",
    "ssn": "078-05-1120",
    "amount": "It costs 40 euros",
    "link": "https://a.example/x",
}
_CONCRETE: Final = {"use": "book", "touch": "edit", "check": "approve", "read": "open", "query": "fetch"}
"""A family whose name reads or says little as the name of a tool → one that acts."""

_CONTENTS: Final = frozenset(
    ["note", "message", "report", "document", "letter", "post", "email", "press_release", "ad"]
)
"""Things whose names are fields of free text in tools."""

_OTHER: Final = "walnut"
"""A thing that no rule is about."""


def must(policy: Policy) -> tuple[JsonObject, ...]:
    """Calls that the policy has to stop, as the fields of an Action; none where they cannot be made up."""
    call = _call(policy)
    return (call,) if call else ()


def must_not(policy: Policy, lexicon: Lexicon) -> tuple[JsonObject, ...]:
    """Near misses of what it has to stop."""
    if not _call(policy):
        return ()
    found: list[JsonObject | None] = []
    named = bool(policy.targets or policy.all_of)
    if named and not policy.argv and not any(_says_itself(target, policy, lexicon) for target in policy.targets):
        others = replace(
            policy, targets=tuple(map(_another, policy.targets)), all_of=tuple(map(_another, policy.all_of))
        )
        found.append(_call(others))
    if policy.verbs and not policy.argv:
        verb = _another_verb(policy, lexicon)
        found.append(_call(replace(policy, verbs=(verb,))) if verb else None)
    for place, condition in enumerate(policy.conditions):
        if condition.kind in ("number", "count") and isinstance(condition.value, int | float):
            spared = (*policy.conditions[:place], replace(condition, op=_SPARES[condition.op]))
            found.append(_call(replace(policy, conditions=(*spared, *policy.conditions[place + 1 :]))))
    return tuple(call for call in found if call)


def _says_itself(target: Target, policy: Policy, lexicon: Lexicon) -> bool:
    """Whether a target is what the verb says anyway: to buy is to order something, whatever it is called; any file."""
    if not target.literal and not target.mods and not target.head:
        return True
    return not target.mods and bool(lexicon.families(target.head) & {*policy.verbs})


_SPARES: Final = {"gt": "le", "ge": "lt", "lt": "ge", "le": "gt", "eq": "ne", "": "le"}


def _another(target: Target) -> Target:
    if target.kind == "path":
        return replace(target, literal=f"/srv/{_OTHER}.txt")
    if target.kind == "host":
        return replace(target, literal=f"{_OTHER}.invalid")
    return Target(literal=_OTHER if target.literal else "", mods=(_OTHER,), kind=target.kind, role=target.role)


def _another_verb(policy: Policy, lexicon: Lexicon) -> str:
    meant = {family for verb in policy.verbs for family in lexicon.covered(verb)}
    return next((verb for verb in ("archive", "translate", "rename", "print") if verb not in meant), "")


def _call(policy: Policy) -> JsonObject:
    """One call with all that the policy speaks of; {} where a part of it cannot be made up."""
    if policy.argv:
        rest = [_literal(target) or " ".join((*target.mods, target.head)) for target in policy.targets[:1]]
        also = [_literal(target) or " ".join((*target.mods, target.head)) for target in policy.all_of]
        if policy.conditions or any(" " in word for word in (*rest, *also)):
            return {}
        return {"name": "bash", "args": {"command": " ".join((*policy.argv, *rest, *also))}}
    verb = next((verb for verb in policy.verbs), "")
    if not verb:
        return {}
    args: JsonObject = {}
    name = _CONCRETE.get(verb, verb)
    for target in (*policy.targets[:1], *policy.all_of):
        if not target.head and not target.mods and not target.literal:
            if target.kind != "path":
                return {}
            args["path"] = "notes/plan.txt"
            continue
        key = _FIELDS.get(target.kind) or target.role or target.head or "name"
        if target.head in _CONTENTS:
            key, value = "document", " ".join((*target.mods, target.head.replace("_", " ")))
        else:
            value = _literal(target) or " ".join(target.mods) or target.head
        key = key if key not in args else f"{key}_{len(args)}"
        args[key] = value
    for condition in policy.conditions:
        field = _field(condition)
        if field is None:
            return {}
        args |= field
    return {"name": name, "args": args}


def _literal(target: Target) -> str:
    return target.literal.replace("/**", "/a/b.txt").replace("*", "7")


def _field(condition: Condition) -> JsonObject | None:
    """Arguments of which a condition is true; None where nothing can be made up."""
    value = condition.value
    first: JsonValue = value[0] if isinstance(value, list) and value else value
    if condition.kind in ("number", "count") and isinstance(value, int | float):
        number = value + {"gt": 1, "lt": -1, "ne": 1}.get(condition.op, 0)
        field: JsonObject = {condition.role or "amount": number}
        if condition.role == "amount" and condition.unit:
            field["currency"] = condition.unit
        elif condition.kind == "number" and condition.unit not in ("", "percent"):
            field = {f"{condition.role}_{condition.unit}": number}
        return field
    if condition.kind == "content" and isinstance(first, str):
        return {"text": _TEXTS.get(first, f"About {first} today")}
    if condition.kind == "equals" and condition.role:
        return {condition.role: first}
    if condition.kind == "not_in" and condition.role == "recipient":
        return {"to": "somebody.else@post.example"}
    if condition.kind == "not_in" and condition.role == "principal":
        return {}
    if condition.kind == "time":
        hour = str(value)
        shifted = {"lt": "00:00", "ge": hour, "gt": "23:59", "le": hour}.get(condition.op, hour)
        return {"start": f"2026-01-05T{shifted}:00"}
    return None
