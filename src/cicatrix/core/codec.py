"""Nouns to ledger bodies and back.

A body is a JSON object of the noun's fields without those that hold their default, so that a new field with a default
needs no migration. ``seq`` is never written: it is where the body stands, not what it says.
"""

from __future__ import annotations

import types
from collections.abc import Callable
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from typing import TypeVar, Union, cast, get_args, get_origin, get_type_hints

from cicatrix.core.episodes import JsonObject, JsonValue

T = TypeVar("T")
_NOT_STORED = frozenset({"seq"})
_SCALARS: frozenset[type] = frozenset({str, int, bool, float, types.NoneType})
"""Values that are stored as they are; looked at first, since most values are such."""


def encode(noun: object) -> JsonObject:
    """The body of a noun. Tuples become arrays, enums their values, nested nouns objects."""
    body: JsonObject = {}
    for name, default in _defaults(type(noun)):
        value = getattr(noun, name)
        if value != default:
            body[name] = cast(JsonValue, value) if type(value) in _SCALARS else _encode_value(value)
    return body


def decode(cls: type[T], body: JsonObject, *, seq: int = 0) -> T:
    """The noun of a body. Unknown keys are ignored (a newer writer); missing ones take their default."""
    values = {name: read(body[name]) for name, read in _readers(cls) if name in body}
    if seq:
        values["seq"] = seq
    return cls(**values)


def _encode_value(value: object) -> JsonValue:
    kind = type(value)
    if kind in _SCALARS:
        return cast(JsonValue, value)
    if kind is dict and _SCALARS.issuperset(map(type, cast(dict[str, JsonValue], value).values())):
        return dict(cast(dict[str, JsonValue], value))
    if isinstance(value, Enum):
        return cast(JsonValue, value.value)
    if is_dataclass(value):
        return encode(value)
    if isinstance(value, (tuple, list)):
        return [_encode_value(item) for item in value]
    if isinstance(value, dict):
        return {key: _encode_value(item) for key, item in value.items()}
    return cast(JsonValue, value)


Defaults = tuple[tuple[str, object], ...]
Readers = tuple[tuple[str, Callable[[JsonValue], object]], ...]
_DEFAULTS: dict[type, Defaults] = {}
_READERS: dict[type, Readers] = {}


def _defaults(cls: type) -> Defaults:
    """Name and default of each stored field; MISSING, which equals nothing, where there is none."""
    found = _DEFAULTS.get(cls)
    if found is None:
        found = _DEFAULTS[cls] = tuple(
            (item.name, item.default_factory() if item.default_factory is not MISSING else item.default)
            for item in fields(cls)
            if item.name not in _NOT_STORED
        )
    return found


def _readers(cls: type) -> Readers:
    found = _READERS.get(cls)
    if found is None:
        hints = get_type_hints(cls, localns={"JsonValue": JsonValue})  # it names itself, wherever it is used
        found = _READERS[cls] = tuple(
            (item.name, _reader(hints[item.name])) for item in fields(cls) if item.name not in _NOT_STORED
        )
    return found


def _reader(hint: object) -> Callable[[JsonValue], object]:
    origin, args = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        inner = [arg for arg in args if arg is not type(None)]
        if len(inner) == 1:
            read = _reader(inner[0])
            return lambda value: None if value is None else read(value)
        return lambda value: value
    if origin is tuple:
        read_item = _reader(args[0])
        return lambda value: tuple(read_item(item) for item in cast(list[JsonValue], value))
    if isinstance(hint, type):
        if issubclass(hint, Enum):
            return hint
        if is_dataclass(hint):
            return lambda value: decode(hint, cast(JsonObject, value))
    return lambda value: value
