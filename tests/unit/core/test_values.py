from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cicatrix.core.canonical import canonical_json
from cicatrix.core.values import MAX_DEPTH, MAX_NAME, MAX_NODES, MAX_TEXT, check_name, check_object, check_text
from cicatrix.errors import InvalidInput, InvalidText


@given(st.text())
def test_any_unicode_text_comes_back_as_it_came(text: str) -> None:
    assert check_text(text, "task") == text


def test_a_lone_surrogate_is_named_with_field_and_place() -> None:
    with pytest.raises(InvalidText, match=r"task holds a lone surrogate, U\+D83D, at character 2"):
        check_text("😀a\ud83d", "task")


def test_the_longest_text_is_taken_and_one_more_is_not() -> None:
    assert check_text("あ" * MAX_TEXT, "text")
    with pytest.raises(InvalidInput, match=r"text has 1,000,001 characters; at most 1,000,000"):
        check_text("あ" * (MAX_TEXT + 1), "text")


@pytest.mark.parametrize("value", [None, 1, b"bytes", ["x"], {"a": 1}])
def test_only_text_is_text(value: object) -> None:
    with pytest.raises(InvalidInput, match="has to be text"):
        check_text(value, "task")


def test_names_are_one_visible_line() -> None:
    assert check_name("Zoë 👩‍🚀 שלום", "actor") == "Zoë 👩‍🚀 שלום"
    for name in ("a\nb", "a\x00b", "\x7f"):
        with pytest.raises(InvalidInput, match="session holds a control character"):
            check_name(name, "session")
    with pytest.raises(InvalidInput, match="501 characters"):
        check_name("x" * (MAX_NAME + 1), "session")


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**70), 2**70)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=20,
)


@given(st.dictionaries(st.text(max_size=8), JSON, max_size=4))
def test_what_is_taken_can_be_sealed_and_nothing_is_lost(value: dict[str, object]) -> None:
    checked, large = check_object(value, "arguments")
    canonical_json(checked)
    assert checked == _exact(value)
    assert bool(large) == (checked != value)


def _exact(value: object) -> object:
    if isinstance(value, bool) or not isinstance(value, (int, list, dict)):
        return value
    if isinstance(value, int):
        return value if abs(value) < 2**53 else str(value)
    if isinstance(value, list):
        return [_exact(item) for item in value]
    return {key: _exact(item) for key, item in value.items()}


def test_integers_that_json_would_round_are_kept_as_text_and_named() -> None:
    checked, large = check_object({"id": 2**53, "deep": [{"n": -(2**64)}], "fine": 2**53 - 1}, "arguments")
    assert checked == {"id": "9007199254740992", "deep": [{"n": "-18446744073709551616"}], "fine": 2**53 - 1}
    assert large == ("arguments/id", "arguments/deep/0/n")


def test_tuples_are_arrays() -> None:
    assert check_object({"a": (1, (2,))}, "arguments")[0] == {"a": [1, [2]]}


def nested(depth: int) -> object:
    value: object = 1
    for _ in range(depth):
        value = {"a": value}
    return value


REFUSED: list[tuple[object, str]] = [
    ([1], "arguments is a list"),
    ({1: 2}, "arguments has a key that is a number"),
    ({"a": float("nan")}, "arguments/a is nan"),
    ({"a": [float("inf")]}, "arguments/a/0 is inf"),
    ({"a": {1, 2}}, "arguments/a is a set"),
    ({"a": b"x"}, "arguments/a is a bytes"),
    ({"a": 1 << 20_000}, "an integer of 20,001 bits"),
    ({"a\ud800": 1}, "a key of arguments holds a lone surrogate"),
    ({"a": "x\udfff"}, "arguments/a holds a lone surrogate"),
    (nested(MAX_DEPTH + 1), "nested more than 32 levels"),
    ({"a": [0] * MAX_NODES}, "more than 20,000 values"),
]


@pytest.mark.parametrize(("value", "reason"), REFUSED, ids=[reason for _, reason in REFUSED])
def test_what_is_refused_and_where_it_stands(value: object, reason: str) -> None:
    with pytest.raises(InvalidInput, match=reason):
        check_object(value, "arguments")


def test_the_deepest_nesting_is_taken() -> None:
    assert check_object(nested(MAX_DEPTH), "arguments")
