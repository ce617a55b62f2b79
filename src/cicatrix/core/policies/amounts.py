"""Conditions on how much, how many and at what time of day."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, time, tzinfo
from typing import Final

from cicatrix.core.actions.call import Call, Doubt, Source
from cicatrix.core.episodes import JsonValue
from cicatrix.core.patterns import regex
from cicatrix.core.policies.evaluation import Asked, is_about, points_at, roles_of, words_of
from cicatrix.core.policies.lexicon.lexicon import Lexicon
from cicatrix.core.policies.measures import Measure, currency_of, measure, measures_in, unit
from cicatrix.core.policies.policy import Condition

_COMPARE: Final[dict[str, Callable[[float, float], bool]]] = {
    "gt": lambda one, other: one > other,
    "ge": lambda one, other: one >= other,
    "lt": lambda one, other: one < other,
    "le": lambda one, other: one <= other,
    "eq": lambda one, other: one == other,
    "ne": lambda one, other: one != other,
}


def number(asked: Asked) -> bool | None:
    condition = asked.condition
    limit = _limit(condition)
    found = measures_of(asked, limit.dimension)
    if not found:
        asked.missing(condition.role or condition.pointer or "a number")
        return None
    comparable = [one for one in found if one.dimension in ("", limit.dimension) or not limit.dimension]
    if not comparable:
        asked.missing(f"what {found[0].dimension} are in {limit.dimension}", Doubt.COMPUTED)
        return None
    return any(_COMPARE[condition.op or "gt"](one.value, limit.value) for one in comparable)


def count(asked: Asked) -> bool | None:
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
            or any(is_about(pointer[:-1], name, asked.lexicon) for name in _names(condition))
        )
    ]
    found = [*lengths, *measures_of(asked, "")]
    if not found:
        asked.missing(condition.role or "how many")
        return None
    limit = _limit(condition)
    return any(_COMPARE[condition.op or "gt"](one.value, limit.value) for one in found)


def time_of_day(asked: Asked) -> bool | None:
    """A time of day in the arguments, in the rule's zone: ``before 09:30`` of an appointment that begins at 08:45."""
    given = (value for pointer, value in asked.call.values.items() if not pointer.startswith("state/"))
    if asked.call.source is Source.TEXT:
        found = [clock for value in given if isinstance(value, str) for clock in _clocks(value)]
    else:
        found = [moment for value in given if (moment := _time_of(value, asked.here.tzinfo)) is not None]
    try:
        limit = time.fromisoformat(str(asked.condition.value))
    except ValueError:
        limit = None
    if not found or limit is None:
        asked.missing("a time of day")
        return None
    minutes = limit.hour * 60 + limit.minute
    return any(_COMPARE[asked.condition.op or "lt"](one.hour * 60 + one.minute, minutes) for one in found)


def age(asked: Asked) -> bool | None:
    """How long ago a date is, in seconds: an order older than 30 days. What is to come is below zero."""
    condition = asked.condition
    role, wanted = condition.role, condition.pointer
    found = [
        (asked.here - moment).total_seconds()
        for pointer, value in asked.call.values.items()
        if (points_at(wanted, pointer) if wanted else is_about(pointer, role, asked.lexicon))
        and (moment := moment_of(value, asked.here)) is not None
    ]
    if not found:
        asked.missing(condition.role or condition.pointer or "a date")
        return None
    limit = _limit(condition)
    return any(_COMPARE[condition.op or "gt"](seconds, limit.value) for seconds in found)


def moment_of(value: JsonValue, here: datetime) -> datetime | None:
    """The moment that a value names, in the zone of ``here`` where it names none; None where it is no date."""
    if not isinstance(value, str) or len(value) > _STAMP:
        return None
    try:
        moment = datetime.fromisoformat(value)
    except ValueError:
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=here.tzinfo)


def _limit(condition: Condition) -> Measure:
    value = condition.value
    number = float(value) if isinstance(value, int | float) else (measure(value) or Measure(0)).value
    dimension, factor = unit(condition.unit) if condition.unit else ("", 1.0)
    return Measure(number * factor, dimension)


def measures_of(asked: Asked, dimension: str) -> list[Measure]:
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
        if pointer.endswith("#") or (pointer.startswith("state/") and not condition.pointer):
            continue
        words = words_of(pointer)
        one = measure(value, words, currency if _is_money(pointer, asked.lexicon) else "")
        if one is None:
            continue
        if condition.pointer:
            if points_at(condition.pointer, pointer):
                named.append(one)
        elif any(is_about(pointer, name, asked.lexicon) for name in _names(condition)):
            named.append(one)
        elif dimension and one.dimension == dimension:
            alike.append(one)
    return named or alike


def _names(condition: Condition) -> list[str]:
    """What the fields of a number may be called: its role, and what is counted: 500 *recipients*."""
    counted = condition.unit if condition.unit and not unit(condition.unit)[0] else ""
    return [name for name in (condition.role, counted) if name]


def _is_money(pointer: str, lexicon: Lexicon) -> bool:
    return "amount" in roles_of(pointer, lexicon) or not roles_of(pointer, lexicon)


def _currency(call: Call) -> str:
    for pointer, value in call.values.items():
        if isinstance(value, str) and words_of(pointer)[-1:] in (("currency",), ("ccy",)):
            return currency_of(value) or value.upper()
    return ""


_CLOCK = regex(
    r"(?i)(?<![\d.,:])(?:(half past|quarter past|quarter to)\s+)?(\d{1,2})(?:[:.](\d\d))?"
    r"\s*(am|pm|a\.m\.|p\.m\.|uhr|h|o'clock)?(?![\d:.,]*\d)"
)
_QUARTERS: Final = {"half past": 30, "quarter past": 15, "quarter to": -15}


def _clocks(text: str) -> list[time]:
    """The times of day in a sentence: 9:15, 8 am, quarter past 8. A bare number is none."""
    found: list[time] = []
    for match in _CLOCK.finditer(text):
        before, hour, minute, after = match[1], int(match[2]), match[3], (match[4] or "").lower()
        if not (before or minute or after) or hour > _HOURS:
            continue
        hour += 12 if after.startswith("p") and hour < 12 else 0
        minutes = hour * 60 + int(minute or 0) + _QUARTERS.get((before or "").lower(), 0)
        if 0 <= minutes < 24 * 60:
            found.append(time(minutes // 60, minutes % 60))
    return found


_HOURS: Final = 23


def _time_of(value: JsonValue, zone: tzinfo | None) -> time | None:
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
