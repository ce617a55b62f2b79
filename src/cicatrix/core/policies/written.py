"""Policies that a person wrote, as a table (TOML or JSON), with the sentence that they stand for.

text = "Refunds above 200 dollars need a manager."
effect = "require_approval"
verbs = ["refund"]
by = "a manager"
conditions = [{kind = "number", role = "amount", op = "gt", value = 200, unit = "USD"}]
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Final

from cicatrix.core.policies import conditions as settled
from cicatrix.core.policies import examples
from cicatrix.core.policies.lexicon import Lexicon
from cicatrix.core.policies.policy import (
    Before,
    Condition,
    Effect,
    Except,
    Policy,
    PolicyStatus,
    Target,
    Window,
)
from cicatrix.core.policies.timing import is_open
from cicatrix.errors import InvalidInput

_KEYS: Final = {
    "": ("text", "effect", "verbs", "targets", "all_of", "argv", "tools", "conditions", "exceptions", "windows",
         "before", "by"),
    "target": ("head", "mods", "literal", "kind", "role"),
    "condition": ("kind", "role", "pointer", "op", "value", "unit"),
    "exception": ("targets", "conditions", "verbs", "text"),
    "window": ("days", "start", "end", "since", "until", "zone"),
    "before": ("kind", "verbs", "targets", "same", "max_age", "by", "text"),
}  # fmt: skip
_ANY: Final = datetime(2026, 1, 1, tzinfo=UTC)
_OPS: Final = ("", "gt", "ge", "lt", "le", "eq", "ne")
_DAYS: Final = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")


def read_policy(table: Mapping[str, object], *, lexicon: Lexicon, by: str) -> Policy:
    """The policy of a table, in force, written and so confirmed by a person.

    Raises InvalidInput that names the key: one that there is not, a value of another type, an unknown effect, verb,
    kind of condition or hour, or a table that would stop every call.
    """
    _known(table, "", "policy")
    text = _text(table, "text", "policy")
    if not text.strip():
        raise _wrong("text", "is missing", "Write the sentence that the policy stands for.")
    effects = [effect.value for effect in Effect if effect is not Effect.NONE]
    effect = _text(table, "effect", "policy")
    if effect not in effects:
        raise _wrong("effect", f"is {effect!r}", f"Write one of {', '.join(effects)}.")
    policy = Policy(
        effect=Effect(effect),
        status=PolicyStatus.ACTIVE,
        text=text,
        verbs=_verbs(table, "verbs", lexicon),
        targets=_targets(table, "targets"),
        all_of=_targets(table, "all_of"),
        argv=_words(table, "argv"),
        tools=_words(table, "tools"),
        conditions=_conditions(table, "conditions"),
        exceptions=tuple(_exception(each, lexicon) for each in _tables(table, "exceptions", "exception")),
        windows=tuple(_window(each) for each in _tables(table, "windows", "window")),
        before=_before(table, lexicon),
        by=_text(table, "by", "policy"),
        lexicon=lexicon.version,
        compiler="hand",
        confirmed_by=by,
    )
    if not (policy.verbs or policy.targets or policy.all_of or policy.argv or policy.tools or policy.conditions):
        raise _wrong(
            "verbs", "is missing", "A policy without verbs, targets, argv, tools or conditions stops every call."
        )
    if policy.effect is Effect.PRECONDITION and (policy.before is None or not policy.before.verbs):
        raise _wrong("before", "is missing", 'Write what has to come first: before = {verbs = ["drain"]}.')
    return replace(policy, must=examples.must(policy), must_not=examples.must_not(policy, lexicon))


def _exception(table: Mapping[str, object], lexicon: Lexicon) -> Except:
    return Except(
        _targets(table, "targets"),
        _conditions(table, "conditions"),
        _verbs(table, "verbs", lexicon),
        _text(table, "text", "exceptions"),
    )


def _before(table: Mapping[str, object], lexicon: Lexicon) -> Before | None:
    given = table.get("before")
    if given is None:
        return None
    if not isinstance(given, Mapping):
        raise _wrong("before", "is no table", 'Write before = {verbs = ["drain"]}.')
    _known(given, "before", "before")
    kind = _text(given, "kind", "before") or "tool_call"
    if kind not in ("tool_call", "approval"):
        raise _wrong("before.kind", f"is {kind!r}", "Write tool_call or approval.")
    age = given.get("max_age", 900)
    if not isinstance(age, int) or isinstance(age, bool) or age <= 0:
        raise _wrong("before.max_age", f"is {age!r}", "Write a number of seconds above 0.")
    same = given.get("same", False)
    if not isinstance(same, bool):
        raise _wrong("before.same", f"is {same!r}", "Write true or false.")
    verbs = _verbs(given, "verbs", lexicon)
    said = _text(given, "text", "before") or " ".join(verbs)
    return Before(kind, verbs, _targets(given, "targets"), same, age, _text(given, "by", "before"), said)


def _window(table: Mapping[str, object]) -> Window:
    days: list[int] = []
    for day in _list(table, "days"):
        if isinstance(day, str) and day.lower() in _DAYS:
            days.append(_DAYS.index(day.lower()))
        elif isinstance(day, int) and not isinstance(day, bool) and 0 <= day <= 6:
            days.append(day)
        else:
            raise _wrong("windows.days", f"holds {day!r}", "Write names of days, or 0 for Monday to 6 for Sunday.")
    parts = {key: _text(table, key, "windows") for key in ("start", "end", "since", "until", "zone")}
    window = Window(tuple(sorted({*days})), **parts)
    try:
        is_open([window], _ANY, UTC)
    except ValueError as error:
        raise _wrong("windows", f"cannot be read: {error}", 'Hours are "15:00", dates "2026-12-31".') from None
    return window


def _conditions(table: Mapping[str, object], key: str) -> tuple[Condition, ...]:
    return tuple(_condition(each, key) for each in _tables(table, key, "condition"))


def _condition(table: Mapping[str, object], key: str) -> Condition:
    kind = _text(table, "kind", key)
    if kind not in settled.KINDS:
        raise _wrong(f"{key}.kind", f"is {kind!r}", f"Write one of {', '.join(settled.KINDS)}.")
    op = _text(table, "op", key)
    if op not in _OPS:
        raise _wrong(f"{key}.op", f"is {op!r}", f"Write one of {', '.join(_OPS[1:])}.")
    value = table.get("value")
    single = value is None or isinstance(value, str | int | float | bool)
    listed = isinstance(value, list) and all(isinstance(item, str | int | float | bool) for item in value)
    if not single and not listed:
        raise _wrong(f"{key}.value", f"is {value!r}", "Write a number, a text, true or false, or a list of them.")
    if kind in ("number", "count") and (not isinstance(value, int | float) or isinstance(value, bool)):
        raise _wrong(f"{key}.value", f"is {value!r}", f"A condition of kind {kind} compares with a number.")
    return Condition(
        kind,
        _text(table, "role", key),
        _text(table, "pointer", key),
        op,
        [*value] if isinstance(value, list) else value if isinstance(value, str | int | float | bool) else None,
        _text(table, "unit", key),
        kind,
    )


def _targets(table: Mapping[str, object], key: str) -> tuple[Target, ...]:
    found = []
    for each in _tables(table, key, "target"):
        target = Target(
            _text(each, "head", key),
            _words(each, "mods"),
            _text(each, "literal", key),
            _text(each, "kind", key),
            _text(each, "role", key),
        )
        if target == Target(role=target.role):
            raise _wrong(key, "holds a target that names nothing", "Write its head, mods, literal or kind.")
        found.append(target)
    return tuple(found)


def _verbs(table: Mapping[str, object], key: str, lexicon: Lexicon) -> tuple[str, ...]:
    verbs = _words(table, key)
    for verb in verbs:
        if not lexicon.is_family(verb):
            near = ", ".join(sorted(lexicon.families(verb)))
            hint = f"Write its family: {near}." if near else "Add it to the words of this namespace first."
            raise _wrong(key, f"holds {verb!r}, which is no family of verbs", hint)
    return verbs


def _tables(table: Mapping[str, object], key: str, kind: str) -> list[Mapping[str, object]]:
    found: list[Mapping[str, object]] = []
    for each in _list(table, key):
        if not isinstance(each, Mapping):
            raise _wrong(key, f"holds {each!r}", f"Each of {key} is a table.")
        _known(each, kind, key)
        found.append(each)
    return found


def _words(table: Mapping[str, object], key: str) -> tuple[str, ...]:
    words = _list(table, key)
    if not all(isinstance(word, str) and word for word in words):
        raise _wrong(key, f"is {words!r}", f'Write {key} = ["one", "another"].')
    return tuple(str(word) for word in words)


def _list(table: Mapping[str, object], key: str) -> list[object]:
    value = table.get(key, [])
    if not isinstance(value, list | tuple):
        raise _wrong(key, f"is {value!r}", f"Write a list: {key} = [ … ].")
    return [*value]


def _text(table: Mapping[str, object], key: str, within: str) -> str:
    value = table.get(key, "")
    if not isinstance(value, str):
        raise _wrong(key if within == "policy" else f"{within}.{key}", f"is {value!r}", "Write a text.")
    return value


def _known(table: Mapping[str, object], kind: str, within: str) -> None:
    for key in table:
        if key not in _KEYS[kind]:
            raise _wrong(
                key if within == "policy" else f"{within}.{key}", "is no key", f"Keys: {', '.join(_KEYS[kind])}."
            )


def _wrong(key: str, what: str, hint: str) -> InvalidInput:
    return InvalidInput(f"In this policy {key} {what}.", hint=hint)
