"""What the arguments of a tool say: things with their roles, values, free text, and verbs in disguise."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from cicatrix.core.actions import paths, urls
from cicatrix.core.actions.call import Thing, Unknown
from cicatrix.core.actions.tools import reads
from cicatrix.core.actions.unicode import clean
from cicatrix.core.actions.words import folded, is_unspaced, split, split_name
from cicatrix.core.episodes import JsonObject, JsonValue
from cicatrix.core.policies.lexicon.lexicon import Lexicon
from cicatrix.core.reading.grammar import table

_EMAIL = re.compile(r"[^\s@<>,;]+@[^\s@<>,;]+\.[^\s@<>,;]+")
_URL = re.compile(r"[a-z][a-z0-9+.-]*://", re.IGNORECASE)
_GENERIC: Final = table(
    "id ids iid name value type kind title label key number code slug uid uuid ref group category component"
)
"""Fields that say nothing of what they hold: their parent does."""

_TYPES: Final = table("type kind category component class tag")
"""Fields whose value is the name of a class: a line of the type *shipping* is a shipping line."""

_OPERATIONS: Final = table("op operation action verb mode method command intent event")
_CHANGES: Final = table(
    "set change field patch update updates changes fields data attribute attributes value values to new properties",
)
_STATES: Final = table("status state visibility stage phase availability lifecycle")
_LONG: Final = 80
"""Code points from which a value is text and no name."""

_TEXT_FIELDS: Final = table(
    "old new oldstr newstr diff patch append prepend html markdown headline caption question answer"
)
_METHODS: Final = {
    "get": "query",
    "head": "query",
    "delete": "delete",
    "put": "edit",
    "patch": "edit",
    "post": "create",
}


@dataclass(slots=True)
class Gathered:
    """What was found while the arguments were walked."""

    things: list[Thing] = field(default_factory=list)
    values: dict[str, JsonValue] = field(default_factory=dict)
    words: list[str] = field(default_factory=list)
    verbs: set[str] = field(default_factory=set)
    flags: set[str] = field(default_factory=set)  # that are on
    unknown: list[Unknown] = field(default_factory=list)
    reads: bool = False
    edits: bool = False  # the tool changes what is there, so a status is a deed
    operation: bool = False  # an argument says what is done


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a value stands: what its field and the fields around it are called."""

    pointer: str = ""
    words: tuple[str, ...] = ()  # of the nearest field that says something
    role: str = "object"
    kind: str = ""
    changes: bool = False  # below ``set``, ``changes``, ``fields``
    leaf: str = ""


@dataclass(frozen=True, slots=True)
class _Field:
    words: tuple[str, ...]
    generic: bool
    role: str
    kind: str
    changes: bool


def gather(args: JsonObject, lexicon: Lexicon, *, edits: bool = False, root: str = "") -> Gathered:
    """Everything that the arguments say; ``edits`` says that the tool changes what is there, so a status is a deed."""
    found = Gathered(edits=edits)
    _walk(args, _Place(root), found, lexicon, 0)
    return found


def thing_of(text: str, *, role: str = "object", kind: str = "", pointer: str = "") -> Thing:
    """A value as a thing, by its looks and what its field says of it."""
    at = folded(text)
    if _URL.match(text):
        host, address = urls.host_of(text), urls.canonical(text)
        words = split(text if isinstance(address, Unknown) else address)
        return Thing(words, at if isinstance(host, Unknown) else host, "host", role, pointer)
    if _EMAIL.fullmatch(text.strip()):
        return Thing(split(text), at, "email", role, pointer)
    if kind == "path" or role == "path" or (not kind and _is_path(text)):
        path = paths.canonical(text)
        return Thing(split(text), text if isinstance(path, Unknown) else path, "path", role, pointer)
    if role in ("host", "branch", "table", "column") and not kind:
        kind = role
    return Thing(split(text), at, kind, role, pointer)


def _is_path(text: str) -> bool:
    """A slash alone makes no path: GBP/EUR is none, nor is gateway/billing."""
    return paths.is_path(text) and (text.startswith(("/", "~", ".")) or _FILE.search(text) is not None)


_FILE = re.compile(r"/.*\.\w{1,5}$|/$")


def _walk(value: JsonValue, place: _Place, found: Gathered, lexicon: Lexicon, depth: int) -> None:
    if depth > _DEPTH:
        found.words.append(str(value))
        return
    if isinstance(value, dict):
        if not value:
            found.values[f"{place.pointer}#"] = "{}"
        for key, inner in value.items():
            found.unknown.extend(clean(key, place.pointer).unknown)
            under = _under(place, key, lexicon)
            if isinstance(inner, dict) and under.words:
                found.things.append(Thing(under.words, "", under.kind, "field", under.pointer))
            _walk(inner, under, found, lexicon, depth + 1)
    elif isinstance(value, list):
        found.values[f"{place.pointer}#"] = len(value)
        for index, inner in enumerate(value):
            inside = _Place(f"{place.pointer}/{index}", place.words, place.role, place.kind, place.changes, place.leaf)
            _walk(inner, inside, found, lexicon, depth + 1)
    elif isinstance(value, str):
        _read_text(value, place, found, lexicon, depth)
    else:
        _read_scalar(value, place, found, lexicon)


_DEPTH: Final = 24


def _under(place: _Place, key: str, lexicon: Lexicon) -> _Place:
    known = _field(key, lexicon)
    pointer = f"{place.pointer}/{key.replace('~', '~0').replace('/', '~1')}"
    changes = place.changes or known.changes
    if known.generic and place.words:
        role = "type" if known.words[-1] in _TYPES and place.role == "object" else place.role
        return _Place(pointer, place.words, role, place.kind, changes, known.words[-1])
    leaf = known.words[-1] if known.words else ""
    role = known.role or ("type" if leaf in _TYPES else place.role)
    return _Place(pointer, known.words, role, known.kind, changes, leaf)


@lru_cache(maxsize=8192)
def _field(key: str, lexicon: Lexicon) -> _Field:
    words = split_name(clean(key).text)
    named = words
    while len(named) > 1 and named[-1] in _GENERIC:
        named = named[:-1]
    kind = lexicon.head(named[-1]) if named and lexicon.knows(named[-1]) else ""
    if len(named) > 1 and (joined := "_".join(named[-2:])) and lexicon.knows(joined):
        kind = lexicon.head(joined)
    return _Field(
        words=named,
        generic=len(words) == 1 and words[0] in _GENERIC,
        role=lexicon.role_of(key) or lexicon.role_of("_".join(named)),
        kind=kind,
        changes=len(words) == 1 and words[0] in _CHANGES,
    )


def from_json(text: str) -> JsonObject | list[JsonValue] | None:
    """The object or array that a string holds, if it is one."""
    if len(text) > _LONGEST or not text.lstrip().startswith(("{", "[")):
        return None
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict | list) else None


_LONGEST: Final = 1_000_000


def _read_text(text: str, place: _Place, found: Gathered, lexicon: Lexicon, depth: int) -> None:
    cleaned = clean(text, place.pointer)
    found.unknown.extend(cleaned.unknown)
    text = cleaned.text
    inner = from_json(text)
    if inner is not None:
        _walk(inner, place, found, lexicon, depth + 1)
        return
    found.values[place.pointer] = text
    if place.leaf in _OPERATIONS and len(text) <= _LONG and not place.changes:
        _read_operation(text, found, lexicon)
    if (place.changes or found.edits) and place.leaf in _STATES:
        found.verbs |= _deeds(text, lexicon)
    is_text = place.role == "content" or "".join(place.words) in _TEXT_FIELDS
    if is_text or len(text) > _LONG or "\n" in text:
        found.words.append(text)
        found.things.append(Thing(split(text), "", "text", place.role if is_text else "content", place.pointer))
    elif text.strip():
        found.things.append(thing_of(text, role=place.role, kind=place.kind, pointer=place.pointer))
    if place.words and not is_text:
        found.things.append(Thing(place.words, "", place.kind, "field", place.pointer))


def _read_scalar(value: bool | int | float | None, place: _Place, found: Gathered, lexicon: Lexicon) -> None:
    found.values[place.pointer] = value
    if value is None or not place.words:
        return
    if isinstance(value, bool):
        if place.words[-2:] == ("dry", "run") or place.leaf in ("dryrun", "simulate", "preview"):
            found.reads = found.reads or value
        deeds = frozenset(family for word in place.words for family in lexicon.acts(word))
        if value:
            found.flags.add(place.leaf)
            found.verbs |= deeds if place.changes or found.edits else frozenset()
            found.things.append(Thing(place.words, "", place.kind, "flag", place.pointer))
        else:
            if (place.changes or found.edits) and place.leaf in ("enabled", "active"):
                found.verbs |= lexicon.families("disable")
            found.things.append(Thing(("non", *place.words), "", "", "flag", place.pointer))
        return
    literal = str(value)
    found.things.append(Thing((literal,), literal, place.kind, place.role, place.pointer))
    found.things.append(Thing(place.words, "", place.kind, "field", place.pointer))


def _read_operation(text: str, found: Gathered, lexicon: Lexicon) -> None:
    """``operation: apply``: what is done stands in an argument."""
    words = split_name(text)
    if not words or len(words) > _FEW:
        return
    if text.lower() in _METHODS:
        found.verbs.add(_METHODS[text.lower()])
        found.reads = found.reads or _METHODS[text.lower()] == "query"
        found.operation = True
        return
    acts = lexicon.find_acts(words)
    looks = reads(words, lexicon)
    if acts or looks:
        found.verbs |= acts[0].families if acts else {"query"}
        found.reads = found.reads or looks
        found.operation = True


_FEW: Final = 4


def _deeds(text: str, lexicon: Lexicon) -> frozenset[str]:
    """What bringing a thing into a state does to it: a status set to closed closes."""
    words = split(text)
    if not words:
        return frozenset()
    phrase = "_".join(words)
    known = _STATE_DEEDS.get(phrase)
    if known is not None:
        return frozenset(known.split())
    if joined := lexicon.families(phrase):
        return joined
    if is_unspaced(text):
        return frozenset(family for _, _, family in lexicon.acts_within(text))
    return frozenset(family for word in words for family in lexicon.acts(word))


_STATE_DEEDS: Final = {
    "live": "publish", "online": "publish", "public": "publish", "active": "publish enable start", "on": "enable start",
    "offline": "unpublish disable", "hidden": "unpublish", "private": "unpublish", "off_shelf": "unpublish",
    "inactive": "disable unpublish", "off": "disable stop", "down": "stop", "done": "close", "solved": "close",
    "resolved": "close", "completed": "close", "settled": "pay close", "paid": "pay", "void": "cancel",
    "gone": "delete", "draft": "", "pending": "", "open": "", "new": "",
}  # fmt: skip
"""States that are no participle of what brings them about."""
