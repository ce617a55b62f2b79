"""The tests of a policy on a call, each three-valued: True, False, and None where the call does not say."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, time, tzinfo
from functools import lru_cache
from typing import Final

from cicatrix.core.actions import paths, urls
from cicatrix.core.actions.call import Call, Doubt, Source, Thing, Unknown
from cicatrix.core.actions.words import folded, split, split_name
from cicatrix.core.episodes import JsonValue
from cicatrix.core.policies import content
from cicatrix.core.policies.lexicon.lexicon import Lexicon
from cicatrix.core.policies.measures import Measure, currency_of, measure, measures_in, unit
from cicatrix.core.policies.policy import Condition
from cicatrix.core.policies.targets import is_negated, plays, same_name

Doubts = list[Unknown]
_COMPARE: Final[dict[str, Callable[[float, float], bool]]] = {
    "gt": lambda one, other: one > other,
    "ge": lambda one, other: one >= other,
    "lt": lambda one, other: one < other,
    "le": lambda one, other: one <= other,
    "eq": lambda one, other: one == other,
    "ne": lambda one, other: one != other,
}


@dataclass(frozen=True, slots=True)
class Asked:
    """A condition with what it is asked about."""

    condition: Condition
    call: Call
    lexicon: Lexicon
    zone: tzinfo
    doubts: Doubts

    def missing(self, what: str, doubt: Doubt = Doubt.MISSING) -> None:
        self.doubts.append(Unknown(doubt, what, self.condition.pointer))


def holds(condition: Condition, call: Call, lexicon: Lexicon, zone: tzinfo, doubts: Doubts) -> bool | None:
    """Whether a condition is true of a call; what is not known is added to ``doubts``. ``zone`` is for times of day."""
    settle = _SETTLES.get(condition.kind)
    asked = Asked(condition, call, lexicon, zone, doubts)
    if settle is None:
        asked.missing(f"a condition in words: {condition.value or condition.kind}", Doubt.WORDS)
        return None
    return settle(asked)


def _number(asked: Asked) -> bool | None:
    condition = asked.condition
    limit = _limit(condition)
    found = _measures(asked, limit.dimension)
    if not found:
        asked.missing(condition.role or condition.pointer or "a number")
        return None
    comparable = [one for one in found if one.dimension in ("", limit.dimension) or not limit.dimension]
    if not comparable:
        asked.missing(f"what {found[0].dimension} are in {limit.dimension}", Doubt.COMPUTED)
        return None
    return any(_COMPARE[condition.op or "gt"](one.value, limit.value) for one in comparable)


def _limit(condition: Condition) -> Measure:
    value = condition.value
    number = float(value) if isinstance(value, int | float) else (measure(value) or Measure(0)).value
    dimension, factor = unit(condition.unit) if condition.unit else ("", 1.0)
    return Measure(number * factor, dimension)


def _measures(asked: Asked, dimension: str) -> list[Measure]:
    """The numbers of a call that a condition is about: by pointer, by role, or by what they measure."""
    call, condition = asked.call, asked.condition
    currency = _currency(call)
    if call.source is Source.TEXT:
        said = [one for value in call.values.values() if isinstance(value, str) for one in measures_in(value)]
        same = [one for one in said if one.dimension == dimension]
        return same or [one for one in said if not one.dimension]
    named: list[Measure] = []
    alike: list[Measure] = []
    for pointer, value in call.values.items():
        if pointer.endswith("#"):
            continue
        words = _words(pointer)
        one = measure(value, words, currency if _is_money(pointer, asked.lexicon) else "")
        if one is None:
            continue
        if condition.pointer:
            if pointer == condition.pointer:
                named.append(one)
        elif condition.role and _is_about(pointer, condition.role, asked.lexicon):
            named.append(one)
        elif dimension and one.dimension == dimension:
            alike.append(one)
    return named or alike


def _is_about(pointer: str, role: str, lexicon: Lexicon) -> bool:
    words = _words(pointer)
    return role in words or lexicon.head(role) in map(lexicon.head, words) or role in _roles(pointer, lexicon)


@lru_cache(maxsize=8192)
def _roles(pointer: str, lexicon: Lexicon) -> frozenset[str]:
    """The roles of a value's own field; of the field around it where its own says nothing."""
    for name in reversed([name for name in pointer.split("/") if name and not name.isdigit()]):
        if role := lexicon.role_of(name.lstrip("-")) or lexicon.role_of("_".join(split_name(name))):
            return frozenset([role])
    return frozenset()


@lru_cache(maxsize=8192)
def _words(pointer: str) -> tuple[str, ...]:
    return tuple(word for name in pointer.split("/") if not name.isdigit() for word in split_name(name))


def _is_money(pointer: str, lexicon: Lexicon) -> bool:
    return "amount" in _roles(pointer, lexicon) or not _roles(pointer, lexicon)


def _currency(call: Call) -> str:
    for pointer, value in call.values.items():
        if isinstance(value, str) and _words(pointer)[-1:] in (("currency",), ("ccy",)):
            return currency_of(value) or value.upper()
    return ""


def _texts(asked: Asked) -> list[Thing]:
    """The things that a condition looks at: by pointer or by role; all but free text where it names neither."""
    condition, call = asked.condition, asked.call
    if condition.pointer:
        return [thing for thing in call.things if thing.pointer == condition.pointer and thing.role != "field"]
    things = [thing for thing in call.things if thing.role not in ("field", "tool") and thing.kind != "text"]
    if not condition.role:
        return things
    found = [thing for thing in things if plays(thing, condition.role, asked.lexicon)]
    return found or [
        thing for thing in things if condition.role in _words(thing.pointer) or thing.kind == condition.role
    ]


def _listed(value: JsonValue) -> list[str]:
    return [str(item) for item in value] if isinstance(value, list) else [] if value is None else [str(value)]


def _is_member(thing: Thing, value: JsonValue, lexicon: Lexicon) -> bool | None:
    """Whether a thing is one of a list, of a closed list of the lexicon, or in a place of one. None: no known place."""
    unsettled = False
    for item in _listed(value):
        closed = lexicon.values(item)
        if closed:
            if _in_closed(thing, closed, lexicon):
                return True
            unsettled = unsettled or (_holds_places(closed, lexicon) and not lexicon.place(_said(thing)))
        elif folded(item) == thing.literal or _is_called(thing, item, lexicon) or _same_place(item, thing, lexicon):
            return True
    return None if unsettled else False


def _same_place(name: str, thing: Thing, lexicon: Lexicon) -> bool:
    place = lexicon.place(name)
    return bool(place) and place == lexicon.place(_said(thing))


def _said(thing: Thing) -> str:
    return thing.literal or " ".join(thing.words)


def _in_closed(thing: Thing, closed: frozenset[str], lexicon: Lexicon) -> bool:
    said = _said(thing)
    if said in closed or lexicon.place(said) in closed:
        return True
    return any(word in closed for word in thing.words) and len(thing.words) <= _FEW


_FEW: Final = 3


def _holds_places(closed: frozenset[str], lexicon: Lexicon) -> bool:
    return any(lexicon.place(item) for item in closed)


def _is_called(thing: Thing, name: str, lexicon: Lexicon) -> bool:
    words = split(name)
    if not words:
        return False
    if thing.kind == "email":
        local, _, domain = thing.literal.rpartition("@")
        if "@" in name:
            return False
        if name.startswith(".") or "." in name:
            return urls.host_matches(name.lstrip("."), domain)
        return {*words} <= {*split(local)} or {*words} <= {*split(domain)}
    return same_name(words, thing, lexicon)


def _in(asked: Asked) -> bool | None:
    return _membership(asked, wanted=True)


def _not_in(asked: Asked) -> bool | None:
    return _membership(asked, wanted=False)


def _membership(asked: Asked, *, wanted: bool) -> bool | None:
    things = _texts(asked)
    if not things:
        if asked.condition.role or asked.condition.pointer:
            asked.missing(asked.condition.role or asked.condition.pointer)
            return None
        return False if wanted else None
    answers = [_is_member(thing, asked.condition.value, asked.lexicon) for thing in things]
    settled = [answer for answer in answers if answer is not None]
    if settled:  # a city that nobody knows says no more than the country beside it
        return wanted in settled
    if None in answers:
        asked.missing(f"where {_said(things[answers.index(None)])} is", Doubt.WORDS)
        return None
    return False


def _equals(asked: Asked) -> bool | None:
    value = asked.condition.value
    if isinstance(value, bool):
        name = asked.condition.role or asked.condition.pointer
        found = [
            given
            for pointer, given in asked.call.values.items()
            if isinstance(given, bool)
            and (
                pointer == asked.condition.pointer
                or (asked.condition.role and _is_about(pointer, asked.condition.role, asked.lexicon))
            )
        ]
        found += [not is_negated(asked.condition.role, thing) for thing in _flags(asked)]
        if not found:
            asked.missing(name)
            return None
        return value in found
    if isinstance(value, int | float):
        return _number(
            Asked(
                Condition("number", asked.condition.role, asked.condition.pointer, "eq", value, asked.condition.unit),
                asked.call,
                asked.lexicon,
                asked.zone,
                asked.doubts,
            )
        )
    return _in(asked)


def _flags(asked: Asked) -> list[Thing]:
    """Things whose words name a flag: a fare that is called non-refundable."""
    role = asked.condition.role
    return [thing for thing in asked.call.things if role and thing.role != "field" and role in thing.words]


def _exists(asked: Asked) -> bool | None:
    return _given(asked)


def _absent(asked: Asked) -> bool | None:
    return not _given(asked)


def _given(asked: Asked) -> bool:
    pointer, role = asked.condition.pointer, asked.condition.role
    for known, value in asked.call.values.items():
        if value is None or value == "":
            continue
        if known == pointer or known.startswith(f"{pointer}/") if pointer else _is_about(known, role, asked.lexicon):
            return True
    return any(plays(thing, role, asked.lexicon) for thing in asked.call.things) if role else False


def _prefix_path(asked: Asked) -> bool | None:
    found = [thing for thing in asked.call.things if thing.kind == "path"]
    patterns = [f"{item.rstrip('/')}/**" for item in _listed(asked.condition.value)] + _listed(asked.condition.value)
    if any(paths.matches(pattern, thing.literal) for pattern in patterns for thing in found):
        return True
    if not found and not any(unknown.doubt is Doubt.COMPUTED for unknown in asked.call.unknown):
        return False
    if any(unknown.doubt is Doubt.COMPUTED for unknown in asked.call.unknown):
        asked.missing("a path that is computed", Doubt.COMPUTED)
        return None
    return False


def _host_in(asked: Asked) -> bool | None:
    hosts = [thing.literal for thing in asked.call.things if thing.kind == "host"]
    hosts += [thing.literal.rpartition("@")[2] for thing in asked.call.things if thing.kind == "email"]
    if not hosts:
        computed = [unknown for unknown in asked.call.unknown if unknown.doubt is Doubt.COMPUTED]
        asked.doubts.extend(computed)
        return None if computed else False
    within = [any(urls.host_matches(item, host) for item in _listed(asked.condition.value)) for host in hosts]
    return any(within) if asked.condition.op != "ne" else not all(within)


def _subset(asked: Asked) -> bool | None:
    things = _texts(asked)
    if not things:
        asked.missing(asked.condition.role or asked.condition.pointer)
        return None
    answers = [_is_member(thing, asked.condition.value, asked.lexicon) for thing in things]
    return False if False in answers else None if None in answers else True


def _content(asked: Asked) -> bool | None:
    """A detector's name finds forms, other values are words that stand in the text."""
    call = asked.call
    text = call.words if call.words or call.source is not Source.SHELL else "\n".join(map(str, call.values.values()))
    if call.source is Source.JSON:
        text = "\n".join([text, *(value for value in call.values.values() if isinstance(value, str))])
    said = tuple(split(text))
    for item in _listed(asked.condition.value):
        if item in content.DETECTORS:
            if content.holds(item, text, named=call.source is Source.TEXT):
                return True
            continue
        words = split(item)
        if words and any(said[place : place + len(words)] == words for place in range(len(said))):
            return True
        if not item.isascii() and folded(item) in folded(text):
            return True
    if any(unknown.doubt in (Doubt.LOOKALIKE, Doubt.COMPUTED) for unknown in call.unknown):
        asked.missing("what the text holds", Doubt.COMPUTED)
        return None
    return False


def _changed(asked: Asked) -> bool | None:
    """Whether the call changes a field: it gives another value than the state that was proven, or none was proven."""
    name = asked.condition.role or asked.condition.pointer
    given = [pointer for pointer in asked.call.values if _is_about(pointer, name.strip("/"), asked.lexicon)]
    return any(pointer.rstrip("#") in asked.call.changed or pointer in asked.call.changed for pointer in given)


def _count(asked: Asked) -> bool | None:
    """How many there are: the length of a list, or a number that says it."""
    condition = asked.condition
    lengths = [
        Measure(float(value))
        for pointer, value in asked.call.values.items()
        if pointer.endswith("#")
        and isinstance(value, int)
        and (
            pointer[:-1] == condition.pointer
            or not condition.role
            or _is_about(pointer[:-1], condition.role, asked.lexicon)
        )
    ]
    found = [*lengths, *_measures(asked, "")]
    if not found:
        asked.missing(condition.role or "how many")
        return None
    limit = _limit(condition)
    return any(_COMPARE[condition.op or "gt"](one.value, limit.value) for one in found)


def _time(asked: Asked) -> bool | None:
    """A time of day in the arguments, in the rule's zone: ``before 09:30`` of an appointment that begins at 08:45."""
    found = [moment for value in asked.call.values.values() if (moment := _time_of(value, asked.zone)) is not None]
    try:
        limit = time.fromisoformat(str(asked.condition.value))
    except ValueError:
        limit = None
    if not found or limit is None:
        asked.missing("a time of day")
        return None
    minutes = limit.hour * 60 + limit.minute
    return any(_COMPARE[asked.condition.op or "lt"](one.hour * 60 + one.minute, minutes) for one in found)


def _time_of(value: JsonValue, zone: tzinfo) -> time | None:
    if not isinstance(value, str) or ":" not in value or len(value) > _STAMP:
        return None
    try:
        moment = datetime.fromisoformat(value)
    except ValueError:
        try:
            return time.fromisoformat(value)
        except ValueError:
            return None
    return moment.astimezone(zone).time() if moment.tzinfo else moment.time()


_STAMP: Final = 40

_SETTLES: Final[dict[str, Callable[[Asked], bool | None]]] = {
    "number": _number,
    "in": _in,
    "not_in": _not_in,
    "equals": _equals,
    "exists": _exists,
    "absent": _absent,
    "prefix_path": _prefix_path,
    "host_in": _host_in,
    "subset": _subset,
    "content": _content,
    "changed": _changed,
    "count": _count,
    "time": _time,
}
KINDS: Final[Sequence[str]] = tuple(_SETTLES)
"""Kinds of conditions that are settled here; any other is one in words, which asks."""
