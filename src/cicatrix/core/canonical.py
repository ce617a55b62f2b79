"""RFC 8785: one byte string for each JSON value (JSON Canonicalization Scheme).

What is hashed has to be written the same way by everybody, for ever. The rules: no white space; object keys ordered
by their UTF-16 code units; strings in UTF-8 with the shortest escapes; numbers as ECMAScript prints them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from json.encoder import encode_basestring
from typing import Final

from cicatrix.errors import InvalidInput, InvalidText

MAX_INTEGER: Final = 2**53 - 1
"""The largest integer that every JSON reader keeps exact (I-JSON, RFC 7493)."""

MAX_DEPTH: Final = 256
"""Levels of nesting. What is sealed must be readable from any call stack, and readers recurse."""

CanonicalValue = None | bool | int | float | str | Sequence["CanonicalValue"] | Mapping[str, "CanonicalValue"]
"""What can be encoded. Tuples are arrays; str and int enums are their values."""


def canonical_json(value: CanonicalValue) -> bytes:
    """The RFC 8785 bytes of a value.

    Raises InvalidText for a lone surrogate; InvalidInput for NaN, infinities, integers beyond 2^53-1, keys that are
    no strings, types that JSON does not know, and nesting beyond MAX_DEPTH.
    """
    parts: list[str] = []
    _write(value, parts, 0)
    text = "".join(parts)
    try:
        return text.encode()
    except UnicodeEncodeError as error:
        raise InvalidText(
            f"The text holds a lone surrogate, U+{ord(text[error.start]):04X}: no Unicode text."
        ) from None


def _write(value: CanonicalValue, out: list[str], depth: int) -> None:
    if isinstance(value, str):
        out.append(encode_basestring(value))
    elif value is None:
        out.append("null")
    elif isinstance(value, bool):
        out.append("true" if value else "false")
    elif isinstance(value, int):
        if not -MAX_INTEGER <= value <= MAX_INTEGER:
            raise InvalidInput(
                f"An integer of {value.bit_length()} bits cannot be kept: JSON is exact up to 2^53-1.",
                hint="Send larger numbers as strings.",
            )
        out.append(int.__repr__(value))
    elif isinstance(value, float):
        out.append(format_number(value))
    elif depth >= MAX_DEPTH:
        raise InvalidInput(
            f"The value is nested more than {MAX_DEPTH} levels deep.", hint="Flatten it, or send it as text."
        )
    elif isinstance(value, Mapping):
        _write_object(value, out, depth)
    elif isinstance(value, (list, tuple)):
        separator = "["
        for item in value:
            out.append(separator)
            _write(item, out, depth + 1)
            separator = ","
        out.append("]" if separator == "," else "[]")
    else:
        raise InvalidInput(f"A {type(value).__name__} is no JSON value.")


def _write_object(value: Mapping[str, CanonicalValue], out: list[str], depth: int) -> None:
    separator = "{"
    for key in _ordered(value):
        out.append(separator)
        out.append(encode_basestring(key))
        out.append(":")
        _write(value[key], out, depth + 1)
        separator = ","
    out.append("}" if separator == "," else "{}")


def _ordered(keys: Mapping[str, CanonicalValue]) -> list[str]:
    for key in keys:
        if not isinstance(key, str):
            raise InvalidInput(f"An object key is a {type(key).__name__}; JSON keys are strings.")
    if all(map(str.isascii, keys)):
        return sorted(keys)
    # Python orders by code point. That differs from UTF-16 where U+E000..U+FFFF meet characters beyond the BMP.
    return sorted(keys, key=lambda key: key.encode("utf-16-be", "surrogatepass"))


def format_number(number: float) -> str:
    """A double as ECMAScript's ``Number::toString`` prints it (ECMA-262, 6.1.6.1.20). Raises InvalidInput.

    Python's repr finds the same shortest digits and differs only in where it puts the point and the exponent.
    """
    if number != number or number in (float("inf"), float("-inf")):
        raise InvalidInput(f"{number} is no JSON number.", hint="Send null, or a string.")
    if number == 0:
        return "0"
    mantissa, _, exponent = float.__repr__(abs(number)).partition("e")
    whole, _, fraction = mantissa.partition(".")
    digits = (whole + fraction).lstrip("0")
    point = len(whole) + int(exponent or 0)  # where the point stands, counted from the first digit of whole+fraction
    point -= len(whole + fraction) - len(digits)
    digits = digits.rstrip("0")
    sign = "-" if number < 0 else ""
    if len(digits) <= point <= 21:
        return sign + digits + "0" * (point - len(digits))
    if 0 < point <= 21:
        return f"{sign}{digits[:point]}.{digits[point:]}"
    if -6 < point <= 0:
        return f"{sign}0.{'0' * -point}{digits}"
    power = f"e{point - 1:+d}"
    return f"{sign}{digits[0]}.{digits[1:]}{power}" if len(digits) > 1 else sign + digits + power
