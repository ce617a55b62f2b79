"""Conditions on being one of a list: recipients, channels, places, currencies, flags."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from cicatrix.core.actions import urls
from cicatrix.core.actions.call import Doubt, Thing
from cicatrix.core.actions.words import folded, split
from cicatrix.core.episodes import JsonValue
from cicatrix.core.policies import amounts
from cicatrix.core.policies.evaluation import Asked, is_about, listed, things_of
from cicatrix.core.policies.identity import is_negated, same_name
from cicatrix.core.policies.lexicon.lexicon import Lexicon


def is_in(asked: Asked) -> bool | None:
    return _membership(asked, wanted=True)


def is_not_in(asked: Asked) -> bool | None:
    return _membership(asked, wanted=False)


def _membership(asked: Asked, *, wanted: bool) -> bool | None:
    things = things_of(asked)
    if not things:
        if asked.condition.role or asked.condition.pointer:
            asked.missing(asked.condition.role or asked.condition.pointer)
            return None
        return False if wanted else None
    answers = [is_member(thing, asked.condition.value, asked.lexicon) for thing in things]
    settled = [answer for answer in answers if answer is not None]
    if settled:  # a city that nobody knows says no more than the country beside it
        return wanted in settled
    if None in answers:
        asked.missing(f"where {said_of(things[answers.index(None)])} is", Doubt.WORDS)
        return None
    return False


def is_subset(asked: Asked) -> bool | None:
    things = things_of(asked)
    if not things:
        asked.missing(asked.condition.role or asked.condition.pointer)
        return None
    answers = [is_member(thing, asked.condition.value, asked.lexicon) for thing in things]
    return False if False in answers else None if None in answers else True


def equals(asked: Asked) -> bool | None:
    value = asked.condition.value
    if isinstance(value, bool):
        name = asked.condition.role or asked.condition.pointer
        found = [
            given
            for pointer, given in asked.call.values.items()
            if isinstance(given, bool)
            and (
                pointer == asked.condition.pointer
                or (asked.condition.role and is_about(pointer, asked.condition.role, asked.lexicon))
            )
        ]
        found += [not is_negated(asked.condition.role, thing) for thing in _flags(asked)]
        if not found:
            asked.missing(name)
            return None
        return value in found
    if isinstance(value, int | float):
        return amounts.number(replace(asked, condition=replace(asked.condition, kind="number", op="eq")))
    return is_in(asked)


def _flags(asked: Asked) -> list[Thing]:
    """Things whose words name a flag: a fare that is called non-refundable."""
    role = asked.condition.role
    return [thing for thing in asked.call.things if role and thing.role != "field" and role in thing.words]


def is_member(thing: Thing, value: JsonValue, lexicon: Lexicon) -> bool | None:
    """Whether a thing is one of a list, of a closed list of the lexicon, or in a place of one. None: no known place."""
    unsettled = False
    for item in listed(value):
        closed = lexicon.values(item)
        if closed:
            if _in_closed(thing, closed, lexicon):
                return True
            unsettled = unsettled or (_holds_places(closed, lexicon) and not lexicon.place(said_of(thing)))
        elif folded(item) == thing.literal or _is_called(thing, item, lexicon) or _same_place(item, thing, lexicon):
            return True
    return None if unsettled else False


def _same_place(name: str, thing: Thing, lexicon: Lexicon) -> bool:
    place = lexicon.place(name)
    return bool(place) and place == lexicon.place(said_of(thing))


def said_of(thing: Thing) -> str:
    return thing.literal or " ".join(thing.words)


def _in_closed(thing: Thing, closed: frozenset[str], lexicon: Lexicon) -> bool:
    said = said_of(thing)
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
