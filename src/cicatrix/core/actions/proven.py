"""An update beside the record as it is, where the caller proves it: what it changes, and what it only repeats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from cicatrix.core.actions.arguments import Gathered, gather
from cicatrix.core.actions.call import Thing
from cicatrix.core.actions.words import split_name
from cicatrix.core.episodes import JsonObject, JsonValue
from cicatrix.core.policies.lexicon.lexicon import Lexicon


@dataclass(frozen=True, slots=True)
class Proven:
    """``words`` are the tool's without those for what stays as it is; ``changed`` the pointers whose value differs."""

    words: tuple[str, ...]
    things: tuple[Thing, ...]
    facts: dict[str, JsonValue]  # "state/cabin" → value
    changed: frozenset[str]


def beside_state(
    words: tuple[str, ...], found: Gathered, context: JsonObject, lexicon: Lexicon, *, edits: bool
) -> Proven:
    """What a call comes to beside ``context["state"]``; without one every value counts as changed.

    A tool that updates is often given the whole record: ``update_reservation(flights, cabin)`` with the flights as they
    are changes the cabin alone. What is repeated says which record it is, and is nothing that is done.
    """
    state = context.get("state")
    if not isinstance(state, dict):
        return Proven(words, tuple(found.things), {}, frozenset(found.values))
    known = gather(state, lexicon)
    changed = frozenset(pointer for pointer, value in found.values.items() if _was(pointer, state, known) != value)
    things = [thing if _is_done(thing, changed, edits) else replace(thing, role="state") for thing in found.things]
    things = [thing for thing in things if thing.role != "state" or thing.literal]
    facts = [_fact(thing) for thing in known.things if thing.role not in ("field", "content")]
    left = tuple(word for word in words if not (edits and _stays(word, found, changed, lexicon)))
    values = {f"state{pointer}": value for pointer, value in known.values.items()}
    return Proven(left, (*things, *facts), values, changed)


def _was(pointer: str, state: JsonObject, known: Gathered) -> JsonValue:
    """The value that a pointer had; of a flat record the one of the same name, wherever the call puts it."""
    top, _, _ = pointer.lstrip("/").partition("/")
    if top.rstrip("#") in state:
        return known.values.get(pointer, _ABSENT)
    leaf = pointer.rpartition("/")[2]
    return known.values.get(f"/{leaf}", _ABSENT)


_ABSENT: Final = "\0"


def _is_done(thing: Thing, changed: frozenset[str], edits: bool) -> bool:
    if not edits or not thing.pointer or thing.pointer in changed:
        return True
    return thing.role == "field" and _below(thing, changed)


def _below(thing: Thing, changed: frozenset[str]) -> bool:
    return any(pointer.startswith(f"{thing.pointer}/") for pointer in changed)


def _fact(thing: Thing) -> Thing:
    return replace(thing, role="state", pointer=f"state{thing.pointer}")


def _stays(word: str, found: Gathered, changed: frozenset[str], lexicon: Lexicon) -> bool:
    """Whether the call leaves all that it says of a noun as it is. An identifier says which record it is."""
    about = [pointer for pointer in found.values if lexicon.head(word) in _classes(pointer, lexicon)]
    return bool(about) and changed.isdisjoint(about) and not all(_identifies(found, pointer) for pointer in about)


def _identifies(found: Gathered, pointer: str) -> bool:
    value = found.values[pointer]
    named = isinstance(value, int) or (isinstance(value, str) and any(letter.isdigit() for letter in value))
    return pointer.count("/") == 1 and not pointer.endswith("#") and named


def _classes(pointer: str, lexicon: Lexicon) -> Sequence[str]:
    names = (name for name in pointer.rstrip("#").split("/") if not name.isdigit())
    return [lexicon.head(word) for name in names for word in split_name(name)]
