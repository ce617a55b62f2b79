"""RFC 8785: one byte string for each JSON value (JSON Canonicalization Scheme).

What is hashed has to be written the same way by everybody, for ever. The rules: no white space; object keys ordered
by their UTF-16 code units; strings in UTF-8 with the shortest escapes; numbers as ECMAScript prints them.
"""

from __future__ import annotations

import json.encoder
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from json import JSONEncoder
from json.encoder import encode_basestring
from operator import itemgetter
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
    return utf8(canonical_text(value))


def canonical_text(value: CanonicalValue) -> str:
    """The same before it is bytes, for whoever writes it into a larger text. Lone surrogates are not looked for yet."""
    if type(value) is dict and 1 < len(value) <= _FEW and _TEXT.issuperset(map(type, value.values())):
        in_order, template = _shape(tuple(value))
        return template % tuple(map(encode_basestring, in_order(value)))
    return "".join(_plain(value, False)) if _is_plain(value, MAX_DEPTH) else _text(value, 0)


def utf8(text: str) -> bytes:
    """The bytes of a text. Raises InvalidText for a lone surrogate."""
    try:
        return text.encode()
    except UnicodeEncodeError as error:
        raise InvalidText(
            f"The text holds a lone surrogate, U+{ord(text[error.start]):04X}: no Unicode text."
        ) from None


_TEXT: Final = frozenset([str])
_FEW: Final = 32
"""Fields of an object whose shape is remembered: as many as a noun has, not as many as somebody may send."""


@lru_cache(maxsize=256)
def _shape(names: tuple[str, ...]) -> tuple[Callable[[Mapping[str, str]], tuple[str, ...]], str]:
    """Of an object with these fields: what takes out its values in the order of the rules, and its text around them."""
    keys = _ordered(dict.fromkeys(names))
    fields = [encode_basestring(key).replace("%", "%%") + ":%s" for key in keys]
    return itemgetter(*keys), "{" + ",".join(fields) + "}"


_Encode = Callable[[CanonicalValue, bool], Iterable[str]]


def _encoder() -> _Encode:
    """The standard library's encoder, written in C. For plain values it writes what the rules ask for.

    ``JSONEncoder.encode`` makes one anew at each call, which costs as much as a small body; so it is made here once.
    """
    encoder = JSONEncoder(ensure_ascii=False, check_circular=False, sort_keys=True, separators=(",", ":"))
    make = getattr(json.encoder, "c_make_encoder", None)
    if make is None:  # an interpreter that has it in Python only
        return encoder.iterencode
    made: _Encode = make(None, encoder.default, encode_basestring, None, ":", ",", True, False, False)
    return made


_plain: Final = _encoder()


def _is_plain(value: CanonicalValue, levels: int) -> bool:
    """Whether a value holds only what ``_plain`` writes canonically: no floats, no integers out of range, keys of ASCII
    alone (their order is the same in every encoding), no types of its own, and no more nesting than ``levels``."""
    if levels == 0:
        return False
    items: Iterable[CanonicalValue]
    if type(value) is dict:
        try:
            if not "".join(value).isascii():
                return False
        except TypeError:  # a key that is no string, which the encoder would make one
            return False
        items = value.values()
    elif type(value) is list or type(value) is tuple:
        items = value
    else:
        return isinstance(value, str)
    for item in items:
        kind = type(item)
        if kind is str or item is None or kind is bool:
            continue
        if kind is int:
            if not -MAX_INTEGER <= item <= MAX_INTEGER:
                return False
        elif not _is_plain(item, levels - 1):
            return False
    return True


def _text(value: CanonicalValue, depth: int) -> str:
    if isinstance(value, str):
        return encode_basestring(value)
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return _integer(value)
    if isinstance(value, float):
        return format_number(value)
    if depth >= MAX_DEPTH:
        raise InvalidInput(
            f"The value is nested more than {MAX_DEPTH} levels deep.", hint="Flatten it, or send it as text."
        )
    if isinstance(value, (dict, Mapping)):
        below = depth + 1
        return "{" + ",".join([f"{encode_basestring(key)}:{_text(value[key], below)}" for key in _ordered(value)]) + "}"
    if isinstance(value, (list, tuple)):
        below = depth + 1
        return "[" + ",".join([_text(item, below) for item in value]) + "]"
    raise InvalidInput(f"A {type(value).__name__} is no JSON value.")


def _ordered(keys: Mapping[str, CanonicalValue]) -> list[str]:
    try:
        if "".join(keys).isascii():
            return sorted(keys)
    except TypeError:
        raise InvalidInput("An object has a key that is no string; JSON keys are strings.") from None
    # Python orders by code point. That differs from UTF-16 where U+E000..U+FFFF meet characters beyond the BMP.
    return sorted(keys, key=lambda key: key.encode("utf-16-be", "surrogatepass"))


def _integer(number: int) -> str:
    if not -MAX_INTEGER <= number <= MAX_INTEGER:
        raise InvalidInput(
            f"An integer of {number.bit_length()} bits cannot be kept: JSON is exact up to 2^53-1.",
            hint="Send larger numbers as strings.",
        )
    return int.__repr__(number)


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
