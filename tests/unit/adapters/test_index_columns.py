"""Growing arrays: they keep what was put in, and show the past as a prefix."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cicatrix.adapters.index import columns as module
from cicatrix.adapters.index.columns import Chains, Column, Columns, Places, Postings


@given(st.lists(st.integers(-(2**62), 2**62), max_size=300))
def test_a_column_holds_what_was_appended(values: list[int]) -> None:
    column = Column(np.int64, nobody=7)
    for value in values:
        column.append(value)
    assert column.first(len(values) + 1).tolist() == [7, *values]
    assert [column[place + 1] for place in range(len(values))] == values


def test_a_slot_can_be_set_again_after_the_column_grew() -> None:
    column = Column()
    for value in range(200):
        column.append(value)
    column[150] = -1
    assert (column[149], column[150], column[151]) == (148, -1, 150)


@given(
    st.lists(st.dictionaries(st.sampled_from("abc"), st.integers(1, 400), max_size=3), max_size=40),
    st.integers(0, 45),
    st.sets(st.integers(1, 40)),
)
def test_postings_below_a_number_are_those_of_the_documents_before_it(
    documents: list[dict[str, int]], below: int, settled: set[int]
) -> None:
    """However many are settled at a time, and in whatever order a document has its terms."""
    postings = Postings()
    for number, counted in enumerate(documents, start=1):
        terms = [term for term, count in counted.items() for _ in range(count)]
        postings.add(number, terms[::2] + terms[1::2])
        if number in settled:
            postings.settle()
    postings.settle()
    for term in "abcd":
        having = [(n, min(c[term], 255)) for n, c in enumerate(documents, start=1) if term in c and n < below]
        found, counts = postings.get(term, below)
        assert list(zip(found.tolist(), counts.tolist(), strict=True)) == having
        assert postings.has(term, below) == bool(having)


@given(st.lists(st.tuples(st.integers(1, 20_000), st.integers(0, 2**31 - 1)), max_size=30), st.integers(1, 20_000))
def test_places_are_those_that_were_set_last(given: list[tuple[int, int]], other: int) -> None:
    places = Places()
    for number, place in given:
        places[number] = place
    for number, place in dict(given).items():
        assert places[number] == place
    assert places[other] == dict(given).get(other, 0)


def test_a_number_far_off_takes_no_room_and_is_found_when_the_others_reach_it() -> None:
    places = Places()
    places[10**17] = 3
    places[5000] = 4
    for number in range(1, 6000):
        if number != 5000:
            places[number] = number
    assert (places[10**17], places[5000], places[5999], places[7000]) == (3, 4, 5999, 0)


@given(st.lists(st.tuples(st.integers(1, 4), st.integers(1, 99)), max_size=30))
def test_a_chain_holds_the_values_of_its_key_in_order(added: list[tuple[int, int]]) -> None:
    chains = Chains()
    for key, value in added:
        chains.add(key, value)
    for key in range(5):
        assert chains.get(key) == [value for other, value in added if other == key]


def test_no_two_columns_grow_with_the_same_document() -> None:
    columns = Columns()
    rooms = [len(getattr(columns, name)._values) for name in Columns.__slots__]
    assert len(set(rooms)) == len(rooms)
    assert max(rooms) < 2 * min(rooms) + 1024


def test_more_terms_than_may_wait_are_settled_unasked() -> None:
    postings = Postings()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "_MOST_WAITING", 3)
        postings.add(1, ["tea", "tea", "milk"])
        assert not postings.has("tea", 9)
        assert postings.near("tae", 9) == ""
        postings.add(2, ["tea"])
    assert postings.get("tea", 9)[0].tolist() == [1, 2]
    assert postings.get("tea", 9)[1].tolist() == [2, 1]
