"""A condition and the call that it is asked about, and which values and things of a call it means."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Final

from cicatrix.core.actions.call import Call, Doubt, Thing, Unknown
from cicatrix.core.actions.words import folded, split, split_name
from cicatrix.core.episodes import JsonValue
from cicatrix.core.policies.lexicon.lexicon import Lexicon
from cicatrix.core.policies.policy import Condition
from cicatrix.core.policies.targets import plays

Doubts = list[Unknown]


@dataclass(frozen=True, slots=True)
class Asked:
    """A condition with what it is asked about; ``here`` is now, in the zone where people live."""

    condition: Condition
    call: Call
    lexicon: Lexicon
    here: datetime
    doubts: Doubts

    def missing(self, what: str, doubt: Doubt = Doubt.MISSING) -> None:
        self.doubts.append(Unknown(doubt, what, self.condition.pointer))


def points_at(wanted: str, pointer: str) -> bool:
    """Whether a JSON pointer is meant; ``*`` stands for any one step: ``state/flights/*/date``."""
    if "*" not in wanted:
        return wanted == pointer
    steps, given = wanted.split("/"), pointer.split("/")
    return len(steps) == len(given) and all(step in ("*", name) for step, name in zip(steps, given, strict=True))


def is_about(pointer: str, role: str, lexicon: Lexicon) -> bool:
    if pointer.startswith("state/"):  # a fact of the record is looked at by its pointer alone
        return pointer == role
    words = words_of(pointer)
    return role in words or lexicon.head(role) in map(lexicon.head, words) or role in roles_of(pointer, lexicon)


@lru_cache(maxsize=8192)
def roles_of(pointer: str, lexicon: Lexicon) -> frozenset[str]:
    """The roles of a value's own field; of the field around it where its own says nothing."""
    for name in reversed([name for name in pointer.split("/") if name and not name.isdigit()]):
        if role := lexicon.role_of(name.lstrip("-")) or lexicon.role_of("_".join(split_name(name))):
            return frozenset([role])
    return frozenset()


@lru_cache(maxsize=8192)
def words_of(pointer: str) -> tuple[str, ...]:
    return tuple(word for name in pointer.split("/") if not name.isdigit() for word in split_name(name))


_PLACES: Final = ("environment", "host", "database")
"""Kinds of places that say where a command runs, whatever a rule calls it."""

_ASIDE: Final = ("field", "tool", "state")
_ADDRESSED: Final = ("recipient", "user", "account")


def things_of(asked: Asked) -> list[Thing]:
    """The things that a condition looks at: by pointer or by role; all but free text where it names neither."""
    condition, call = asked.condition, asked.call
    if condition.role == "principal":  # whoever calls may write any name into the arguments
        name = call.principal
        return [Thing(split(name), folded(name), "", "principal", "context/principal")] if name else []
    if condition.pointer:
        meant = [thing for thing in call.things if points_at(condition.pointer, thing.pointer)]
        return [thing for thing in meant if thing.role != "field"]
    things = [thing for thing in call.things if thing.role not in _ASIDE and thing.kind != "text"]
    if not condition.role:
        return things
    found = [thing for thing in things if plays(thing, condition.role, asked.lexicon)] or [
        thing for thing in things if condition.role in words_of(thing.pointer) or thing.kind == condition.role
    ]
    if not found and condition.value in ("production", ["production"]):
        return [thing for thing in things if thing.role == "place" and thing.kind in _PLACES]
    if not found and condition.role == "channel":  # whom or what it is sent to is the way on which it goes
        return [thing for thing in things if thing.role in _ADDRESSED or thing.pointer == "resource"]
    return found


def listed(value: JsonValue) -> list[str]:
    return [str(item) for item in value] if isinstance(value, list) else [] if value is None else [str(value)]
