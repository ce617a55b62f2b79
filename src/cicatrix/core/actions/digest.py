"""The digest of a canonical form: what an approval is bound to."""

from __future__ import annotations

import hashlib
from typing import Final

from cicatrix.core.canonical import MAX_INTEGER, canonical_json
from cicatrix.core.episodes import JsonValue

_DEEP: Final = 200
"""Levels of nesting before a part is hashed by itself: fewer than what ``canonical_json`` takes."""


def digest_of(form: JsonValue) -> str:
    """SHA-256 in hex of the RFC 8785 bytes of a form.

    Every form that came out of a JSON reader has one. What RFC 8785 cannot write (an integer beyond 2^53, NaN, a lone
    surrogate, nesting beyond 200 levels) is written as text, and where that was done is hashed with it, so that the
    number and the text that it was written as stay two forms.
    """
    odd: list[str] = []
    written = canonical_json(_written(form, "", _DEEP, odd))
    return hashlib.sha256(written + b"\0" + canonical_json(odd) if odd else written).hexdigest()


def _written(value: JsonValue, at: str, depth: int, odd: list[str]) -> JsonValue:
    if isinstance(value, str):
        return value if value.isascii() else _text(value, at, odd)
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int | float):
        if (-MAX_INTEGER <= value <= MAX_INTEGER) if isinstance(value, int) else value - value == 0:
            return value
        odd.append(at)
        return hex(value) if isinstance(value, int) else repr(value)
    if depth == 0:
        odd.append(at)
        return digest_of(value)
    if isinstance(value, dict):
        return {
            _text(key, f"{at}/{place}", odd): _written(item, f"{at}/{place}", depth - 1, odd)
            for place, (key, item) in enumerate(value.items())
        }
    return [_written(item, f"{at}/{place}", depth - 1, odd) for place, item in enumerate(value)]


def _text(text: str, at: str, odd: list[str]) -> str:
    if not any("\ud800" <= char <= "\udfff" for char in text):
        return text
    odd.append(at)
    return text.encode("utf-8", "backslashreplace").decode()
