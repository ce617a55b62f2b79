"""Plain checks of given values: what may be sealed, and a reason in words for what may not.

Text stays exactly as it came: any script, emoji, right-to-left marks, combining marks, NUL. Nothing is trimmed and no
Unicode form is changed. Only what is no Unicode at all, a lone surrogate, is refused.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final

from cicatrix.core.canonical import MAX_INTEGER
from cicatrix.core.episodes import JsonObject, JsonValue
from cicatrix.errors import InvalidInput, InvalidText

MAX_TEXT: Final = 1_000_000
"""Code points of one field. Longer documents come in parts."""

MAX_NAME: Final = 500
"""Code points of a name: an actor, a session, a speaker, a subject."""

MAX_DEPTH: Final = 32
"""Levels of nesting in arguments."""

MAX_NODES: Final = 20_000
"""Values in arguments, all levels together."""

_LONGEST_INTEGER: Final = 10_000  # bits; Python prints no integer beyond 4,300 digits


def check_text(value: object, field: str, *, limit: int = MAX_TEXT) -> str:
    """A text as it came. Raises InvalidInput for another type or too long a text, InvalidText for a lone surrogate."""
    if not isinstance(value, str):
        raise InvalidInput(f"{field} is {_type(value)}, and has to be text.")
    if len(value) > limit:
        raise InvalidInput(
            f"{field} has {len(value):,} characters; at most {limit:,} are taken.",
            hint="Send it in several parts; each becomes an episode of its own.",
        )
    try:
        value.encode()
    except UnicodeEncodeError as error:
        raise InvalidText(
            f"{field} holds a lone surrogate, U+{ord(value[error.start]):04X}, at character {error.start}: "
            "no Unicode text."
        ) from None
    return value


def check_name(value: object, field: str) -> str:
    """A short text without control characters. Raises as ``check_text`` does."""
    name = check_text(value, field, limit=MAX_NAME)
    control = next((place for place, letter in enumerate(name) if letter < " " or letter == "\x7f"), None)
    if control is not None:
        raise InvalidInput(
            f"{field} holds a control character, U+{ord(name[control]):04X}, at character {control}.",
            hint="Names are one line of visible text.",
        )
    return name


def check_object(value: object, field: str) -> tuple[JsonObject, tuple[str, ...]]:
    """A JSON object and the paths of integers that were kept as text, because JSON would not keep them exact.

    Raises InvalidInput for other types, NaN and infinities, too deep or too many values; InvalidText as ``check_text``.
    """
    if not isinstance(value, Mapping):
        raise InvalidInput(f"{field} is {_type(value)}, and has to be an object of names and values.")
    walk = _Walk()
    checked = walk.value(value, field, 0)
    assert isinstance(checked, dict)
    return checked, tuple(walk.large)


class _Walk:
    """One pass over a nested value. ``large``: paths of integers that became text."""

    def __init__(self) -> None:
        self.large: list[str] = []
        self._nodes = 0

    def value(self, value: object, path: str, depth: int) -> JsonValue:
        self._nodes += 1
        if self._nodes > MAX_NODES:
            raise InvalidInput(f"{path.split('/', 1)[0]} holds more than {MAX_NODES:,} values.")
        if depth > MAX_DEPTH:
            raise InvalidInput(
                f"{path.split('/', 1)[0]} is nested more than {MAX_DEPTH} levels deep.",
                hint="Flatten it, or send the inner part as text.",
            )
        if value is None or isinstance(value, bool):
            return value
        if isinstance(value, str):
            return check_text(value, path)
        if isinstance(value, int):
            return self._integer(value, path)
        if isinstance(value, float):
            if not math.isfinite(value):
                raise InvalidInput(f"{path} is {value}, which JSON cannot hold.", hint="Send it as text, or as null.")
            return value
        if isinstance(value, Mapping):
            return {key: self._member(key, item, path, depth) for key, item in value.items()}
        if isinstance(value, (list, tuple)):
            return [self.value(item, f"{path}/{place}", depth + 1) for place, item in enumerate(value)]
        raise InvalidInput(f"{path} is {_type(value)}, which is no JSON value.")

    def _member(self, key: object, item: object, path: str, depth: int) -> JsonValue:
        if not isinstance(key, str):
            raise InvalidInput(f"{path} has a key that is {_type(key)}; keys are text.")
        check_text(key, f"a key of {path}", limit=MAX_NAME)
        return self.value(item, f"{path}/{key}", depth + 1)

    def _integer(self, value: int, path: str) -> JsonValue:
        if -MAX_INTEGER <= value <= MAX_INTEGER:
            return int(value)
        if value.bit_length() > _LONGEST_INTEGER:
            raise InvalidInput(f"{path} is an integer of {value.bit_length():,} bits.", hint="Send it as text.")
        self.large.append(path)
        return str(value)


def _type(value: object) -> str:
    names = {"NoneType": "null", "dict": "an object", "list": "a list", "str": "text", "int": "a number"}
    name = type(value).__name__
    return names.get(name, f"a {name}")
