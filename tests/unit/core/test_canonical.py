"""RFC 8785: own vectors, and properties over any JSON value."""

from __future__ import annotations

import json
import math
import random
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cicatrix.core import canonical
from cicatrix.core.canonical import MAX_DEPTH, MAX_INTEGER, CanonicalValue, canonical_json, format_number
from cicatrix.core.trust import Origin
from cicatrix.errors import InvalidInput, InvalidText

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
INTEGERS = st.integers(-MAX_INTEGER, MAX_INTEGER)
FLOATS = st.floats(allow_nan=False, allow_infinity=False)
VALUES = st.recursive(
    st.none() | st.booleans() | INTEGERS | FLOATS | TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=20,
)


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (0.0, "0"),
        (-0.0, "0"),
        (1.0, "1"),
        (-1.5, "-1.5"),
        (0.1, "0.1"),
        (100.0, "100"),
        (1e20, "100000000000000000000"),
        (123456789012345680000.0, "123456789012345680000"),
        (1e21, "1e+21"),
        (1.5e21, "1.5e+21"),
        (-1e21, "-1e+21"),
        (1e-6, "0.000001"),
        (1.25e-6, "0.00000125"),
        (1e-7, "1e-7"),
        (1.25e-7, "1.25e-7"),
        (5e-324, "5e-324"),
        (1.7976931348623157e308, "1.7976931348623157e+308"),
        (2.0**53, "9007199254740992"),
        (0.30000000000000004, "0.30000000000000004"),
        (4.35, "4.35"),
    ],
)
def test_numbers_are_spelt_as_ecmascript_spells_them(number: float, text: str) -> None:
    assert format_number(number) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ({}, "{}"),
        ([], "[]"),
        ({"b": [], "a": {}}, '{"a":{},"b":[]}'),
        ([None, True, False, 0, -7], "[null,true,false,0,-7]"),
        (("a", ["b"]), '["a",["b"]]'),
        ({"10": 1, "9": 2, "": 3}, '{"":3,"10":1,"9":2}'),
        ('\x00\x08\t\n\x0b\x0c\r\x1f"\\/\x7f', '"\\u0000\\b\\t\\n\\u000b\\f\\r\\u001f\\"\\\\/\x7f"'),
        ("é\u2028\U0001f512", '"é\u2028\U0001f512"'),
        (Origin.HUMAN, '"human"'),
    ],
)
def test_own_vectors(value: CanonicalValue, text: str) -> None:
    assert canonical_json(value) == text.encode()


def test_keys_are_ordered_by_utf16_units_and_not_by_code_points() -> None:
    # U+1F600 is D83D DE00 in UTF-16 and so stands before U+FFFD, though its code point is larger.
    assert canonical_json({"\ufffd": 2, "\U0001f600": 1}) == '{"\U0001f600":1,"\ufffd":2}'.encode()


@pytest.mark.parametrize("bad", [math.nan, math.inf, -math.inf, MAX_INTEGER + 1, -MAX_INTEGER - 1, 10**100])
def test_numbers_that_json_cannot_keep_are_refused(bad: float) -> None:
    with pytest.raises(InvalidInput):
        canonical_json({"n": [bad]})


@pytest.mark.parametrize("value", ["\ud800", {"\udfff": 1}, ["a", {"b": "x\ud83d"}], {"\udfff": 1, "é": 2}])
def test_lone_surrogates_are_no_text(value: CanonicalValue) -> None:
    with pytest.raises(InvalidText, match="surrogate"):
        canonical_json(value)


@pytest.mark.parametrize("value", [b"bytes", {1: "a"}, {"a": {2}}, object()])
def test_other_types_are_refused(value: CanonicalValue) -> None:
    with pytest.raises(InvalidInput):
        canonical_json(value)


def test_nesting_ends_at_a_stated_depth_and_not_at_the_stack() -> None:
    def nested(levels: int) -> CanonicalValue:
        value: CanonicalValue = 1
        for _ in range(levels):
            value = [value]
        return value

    assert json.loads(canonical_json(nested(MAX_DEPTH))) == nested(MAX_DEPTH)
    for levels in (MAX_DEPTH + 1, 100_000):
        with pytest.raises(InvalidInput, match="nested"):
            canonical_json(nested(levels))


class Folder(dict[str, CanonicalValue]):
    """A type of its own."""


MIXED = st.recursive(
    st.none() | st.booleans() | INTEGERS | FLOATS | st.text(max_size=6) | st.sampled_from(Origin) | st.just(2**53),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.tuples(inner, inner)
        | st.dictionaries(st.text(max_size=4) | st.sampled_from(Origin), inner, max_size=4)
        | st.dictionaries(st.sampled_from(["a", "b", 1, None, True, 1.5]), inner, max_size=2)
        | st.builds(Folder, st.dictionaries(TEXTS, inner, max_size=2))
    ),
    max_leaves=16,
)
"""Anything that a caller might hand over, refused or not."""


@given(MIXED)
def test_the_fast_way_and_the_written_out_way_agree(value: CanonicalValue) -> None:
    """Plain values are written by the standard library. The same bytes, or the same refusal, with it and without."""

    def written_out(value: CanonicalValue) -> bytes | type[Exception]:
        try:
            return canonical._text(value, 0).encode()
        except UnicodeEncodeError:
            return InvalidText
        except InvalidInput as error:
            return type(error)

    def as_it_is(value: CanonicalValue) -> bytes | type[Exception]:
        try:
            return canonical_json(value)
        except InvalidInput as error:
            return type(error)

    assert as_it_is(value) == written_out(value)


@pytest.mark.parametrize("value", [{"a": 1}, [None, True, "é"], (), {"a": ({"b": []},)}, "é", {"o": Origin.HUMAN}])
def test_plain_values_take_the_fast_way(value: CanonicalValue) -> None:
    assert canonical._is_plain(value, MAX_DEPTH)


@given(FLOATS)
def test_every_double_is_read_back_exactly(number: float) -> None:
    text = format_number(number)
    read = float(text)
    assert struct.pack(">d", read) == struct.pack(">d", number + 0.0)
    assert "e" not in text or not 1e-6 <= abs(number) < 1e21


@given(VALUES)
def test_reading_and_writing_again_gives_the_same_bytes(value: CanonicalValue) -> None:
    raw = canonical_json(value)
    # A JSON number is a double: 2.0**53 is written without a point, and no integer of that size would be accepted.
    read = json.loads(raw, parse_int=float)
    assert canonical_json(read) == raw
    assert read == value


@given(st.dictionaries(TEXTS, INTEGERS, max_size=8), st.randoms(use_true_random=False))
def test_the_order_of_insertion_does_not_matter(value: dict[str, int], source: random.Random) -> None:
    keys = list(value)
    source.shuffle(keys)
    raw = canonical_json({key: value[key] for key in keys})
    assert raw == canonical_json(value)
    written = list(json.loads(raw))
    assert written == sorted(written, key=lambda key: key.encode("utf-16-be"))


@given(st.dictionaries(TEXTS, st.integers(-9, 9) | TEXTS | st.lists(TEXTS, max_size=3), max_size=5))
def test_without_floats_and_strange_keys_the_standard_library_agrees(value: CanonicalValue) -> None:
    assert isinstance(value, dict)
    ascii_keys = {f"k{place}": item for place, item in enumerate(value.values())}
    expected = json.dumps(ascii_keys, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert canonical_json(ascii_keys) == expected.encode()


def test_without_the_encoder_in_c_the_text_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    value: CanonicalValue = {"b": [1, None, True, "é"], "a": {"c": ["\x00"]}}
    monkeypatch.setattr("json.encoder.c_make_encoder", None)
    assert "".join(canonical._encoder()(value, False)).encode() == canonical_json(value)


@given(st.dictionaries(TEXTS | st.sampled_from(["%", "%s", "a%(b)s"]), TEXTS, max_size=5), st.randoms())
def test_objects_of_texts_are_written_like_any_other(value: dict[str, str], source: random.Random) -> None:
    assert canonical_json(value) == canonical._text(value, 0).encode()
    keys = list(value)
    source.shuffle(keys)
    assert canonical_json({key: value[key] for key in keys}) == canonical_json(value)
