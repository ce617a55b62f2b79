"""JSON out of a model's reply, however it comes: after reasoning, in a fence, amid prose, as a bare list, cut off.

Reading is tolerant, checking is not: what was read has to keep the schema, or it is refused with the place and the
reason, which is what a model is told when it is asked to mend its reply.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, cast

from cicatrix.core.episodes import JsonObject, JsonValue
from cicatrix.core.thoughts import strip_thoughts

MAX_REPLY: Final = 200_000
"""Code points that are looked at. A longer reply is no answer to anything that is asked here."""
_MAX_STARTS: Final = 400
"""Brackets at which JSON is looked for."""
_FENCE: Final = re.compile(r"```[\w-]*[ \t]*\r?\n?(.*?)(?:```|\Z)", re.S)


def _no_number(name: str) -> float:
    raise ValueError(f"{name} is no JSON")


_DECODER: Final = json.JSONDecoder(strict=False, parse_constant=_no_number)
"""Raw line breaks inside strings are common, and harmless."""


@dataclass(frozen=True, slots=True)
class Read:
    """What a reply holds. ``fault``: why it cannot be used, in words; ``value`` is None then."""

    value: JsonValue
    fault: str = ""
    cut: bool = False  # it ended in the middle, and what was whole of it was taken
    empty: bool = False  # it says nothing: an empty reply or fence, null, prose alone


def read_reply(text: str, schema: JsonObject) -> Read:
    """The JSON value of a reply that keeps a schema whose root is an object.

    An object in a list of one is taken out of it; a bare list is put where the schema has its only list. Of several
    values the first that keeps the schema counts. A reply without any JSON is ``empty`` where it is short or prose, for
    a model that has nothing to say often says so.
    """
    said = strip_thoughts(text[:MAX_REPLY]).strip()
    fault = ""
    seen = False
    for value, cut in _values(said):
        if not value and not cut:
            continue  # {} and [] say nothing
        seen = True
        for shaped in _shapes(value, schema):
            lack = lacks(shaped, schema)
            if not lack:
                return Read(shaped, cut=cut)
            fault = fault or lack
    if fault:
        return Read(None, fault)
    if not seen and re.search(r"[{\[]\s*\"", said):
        return Read(None, "it holds JSON that cannot be read")
    return Read(None, "it holds no JSON", empty=True)


def lacks(value: JsonValue, schema: JsonObject, path: str = "it") -> str:
    """Where and why a value does not keep a schema; empty if it does. Keys that the schema does not name are passed
    over. Knows type, properties, required, items, enum."""
    kind = cast(str, schema.get("type", ""))
    if kind and not _is(value, kind):
        return f"{path} is {_name(value)}, not {kind}"
    choices = schema.get("enum")
    if isinstance(choices, list) and value not in choices:
        return f"{path} is {json.dumps(value)[:40]}, not one of {', '.join(map(str, choices))}"
    if isinstance(value, dict):
        properties = cast("dict[str, JsonObject]", schema.get("properties", {}))
        for name in cast("list[str]", schema.get("required", [])):
            if name not in value:
                return f"{path} has no {name!r}"
        for name, inner in properties.items():
            if name in value and (lack := lacks(value[name], inner, f"{path}.{name}")):
                return lack
    if isinstance(value, list):
        inner = cast(JsonObject, schema.get("items", {}))
        for place, item in enumerate(value):
            if lack := lacks(item, inner, f"{path}[{place}]"):
                return lack
    return ""


def _values(said: str) -> Iterator[tuple[JsonValue, bool]]:
    """Every JSON object or list: fenced ones first, then those in the open, then one that was cut off."""
    fenced = [match[1] for match in _FENCE.finditer(said)]
    for part in (*fenced, said):
        yield from ((value, False) for value in _whole(part))
    for part in (*fenced, said):
        mended = _mended(part)
        if mended is not None:
            yield mended, True


def _whole(part: str) -> Iterator[JsonValue]:
    place = starts = 0
    while starts < _MAX_STARTS and (found := re.compile(r"[{\[]").search(part, place)):
        starts += 1
        try:
            value, place = _DECODER.raw_decode(part, found.start())
        except (ValueError, RecursionError):
            place = found.start() + 1
            continue
        yield cast(JsonValue, value)


def _mended(part: str) -> JsonValue:
    """The whole items at the beginning of JSON that was cut off; None where there is none."""
    start = next((place for place, char in enumerate(part) if char in "{["), None)
    if start is None:
        return None
    ends: list[tuple[int, str]] = []  # after an inner value ended: how far, and what closes all that is open
    stack: list[str] = []
    quoted = escaped = False
    for place in range(start, len(part)):
        char = part[place]
        if quoted:
            escaped, quoted = char == "\\" and not escaped, char != '"' or escaped
        elif char == '"':
            quoted = True
        elif char in "{[":
            stack.append("}" if char == "{" else "]")
        elif char in "}]":
            if not stack or stack.pop() != char:
                return None
            ends.append((place + 1, "".join(reversed(stack))))
    if not stack:
        return None
    for end, closing in reversed(ends[-20:]):
        try:
            return cast(JsonValue, _DECODER.decode(part[start:end] + closing))
        except (ValueError, RecursionError):
            continue
    return None


def _shapes(value: JsonValue, schema: JsonObject) -> Iterator[JsonValue]:
    """A value as it is; out of a list of one; a bare list in the only list that the schema has."""
    yield value
    if isinstance(value, list):
        if len(value) == 1 and isinstance(value[0], dict):
            yield value[0]
        lists = [name for name, inner in cast("dict[str, JsonObject]", schema["properties"]).items() if _is_list(inner)]
        if len(lists) == 1:
            yield {lists[0]: value}


def _is_list(schema: JsonObject) -> bool:
    return schema.get("type") == "array"


def _is(value: JsonValue, kind: str) -> bool:
    if kind == "integer":
        return isinstance(value, int) and not isinstance(value, bool)
    if kind == "number":
        return isinstance(value, (int, float)) and not isinstance(value, bool)
    types = {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None)}
    return isinstance(value, types[kind])


def _name(value: JsonValue) -> str:
    names = ((bool, "a truth value"), (dict, "an object"), (list, "a list"), (str, "a text"), (type(None), "null"))
    return next((name for kind, name in names if isinstance(value, kind)), "a number")
