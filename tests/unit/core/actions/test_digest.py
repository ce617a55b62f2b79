from __future__ import annotations

import json
from hashlib import sha256

from hypothesis import given
from hypothesis import strategies as st

from cicatrix.core.actions.digest import digest_of
from cicatrix.core.episodes import JsonValue

_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters()),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(st.characters()), inner, max_size=3),
    max_leaves=8,
)


def test_a_plain_form_is_hashed_as_canonical_json() -> None:
    assert digest_of({"b": 1, "a": ["x", None]}) == sha256(b'{"a":["x",null],"b":1}').hexdigest()


def test_what_json_cannot_write_never_equals_the_text_that_stands_for_it() -> None:
    odd: list[JsonValue] = [2**60, hex(2**60), float("nan"), "nan", float("inf"), "inf", "\ud800", "\\ud800", -(2**60)]
    assert len({digest_of(value) for value in odd}) == len(odd)
    assert len({digest_of([value]) for value in odd}) == len(odd)


def test_deep_forms_have_digests_and_differ() -> None:
    def nested(value: JsonValue, levels: int) -> JsonValue:
        for _ in range(levels):
            value = [value]
        return value

    assert len({digest_of(nested(value, levels)) for value in (1, 2) for levels in (199, 200, 201, 250)}) == 8


@given(_JSON)
def test_every_form_has_a_digest_that_survives_a_reader(value: JsonValue) -> None:
    assert digest_of(json.loads(json.dumps(value))) == digest_of(value)


@given(_JSON, _JSON)
def test_other_forms_have_other_digests(one: JsonValue, other: JsonValue) -> None:
    same = json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)
    assert same or one == other or digest_of(one) != digest_of(other)
