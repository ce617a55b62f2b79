"""Ascending arrays as sets: the same as sets, in order."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from cicatrix.adapters.index.ordered import among, distinct, places_in, union, without

sets = st.sets(st.integers(0, 30), max_size=20)


def ordered(values: set[int]) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    return np.array(sorted(values), dtype=np.int64)


@given(sets, sets)
def test_they_are_what_sets_are(one: set[int], two: set[int]) -> None:
    a, b = ordered(one), ordered(two)
    assert union(a, b).tolist() == sorted(one | two)
    assert without(a, b).tolist() == sorted(one - two)
    assert among(a, b).tolist() == [value in two for value in sorted(one)]
    rows, stand = places_in(a, b)
    assert b[rows[stand]].tolist() == a[stand].tolist() == sorted(one & two)


@given(st.lists(st.integers(-5, 30), max_size=20))
def test_each_value_once(values: list[int]) -> None:
    assert distinct(np.array(values, dtype=np.int64)).tolist() == sorted(set(values))
