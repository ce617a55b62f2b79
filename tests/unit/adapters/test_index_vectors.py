"""Vectors in blocks: exact dot products wherever a row lies, and signs that count what differs."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from cicatrix.adapters.index import vectors as module
from cicatrix.adapters.index.contents import Contents
from cicatrix.adapters.index.mind import Mind
from cicatrix.adapters.index.vectors import Vectors
from cicatrix.core.vectors import SCALE, quantize
from cicatrix.errors import VerificationFailed


def made(places: list[int], dimension: int, seed: int) -> tuple[Vectors, dict[int, NDArray[np.int16]]]:
    """Vectors at some places, and what was stored there."""
    random = np.random.default_rng(seed)
    found = Vectors("em-1")
    stored = {place: np.frombuffer(quantize(random.standard_normal(dimension)), "<i2") for place in places}
    for place, row in stored.items():
        found.put(place, row.tobytes())
    found.settle(Mind(Contents(), 0))
    return found, stored


@settings(max_examples=30)
@given(
    st.lists(st.integers(1, 40), min_size=1, max_size=20, unique=True),
    st.sampled_from([3, 64, 70, 500]),
    st.integers(0, 9),
)
def test_dots_and_differences_are_those_of_the_rows(places: list[int], dimension: int, seed: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "BLOCK", 16)  # rows of three blocks
        patch.setattr(module, "_ROWS", 4)
        found, stored = made(places, dimension, seed)
        query = np.frombuffer(quantize(np.random.default_rng(seed + 1).standard_normal(dimension)), "<i2")
        every = np.arange(1, 48)
        dots = [
            int(stored[place].astype(int) @ query.astype(int)) if place in stored else 0 for place in every.tolist()
        ]
        assert found.dots(every, query.astype(np.float64)).tolist() == dots
        assert found.has(every).tolist() == [place in stored for place in every.tolist()]
        assert (found.count(48), found.count(min(places))) == (len(places), 0)
        every_third = np.arange(41) % 3 > 0
        expected = [0] * 41
        for place, row in stored.items():
            apart = np.count_nonzero((row > 0) != (query > 0))
            expected[place] = round(1000 * math.cos(math.pi * apart / dimension)) if every_third[place] else 0
        assert found.estimates(query, found.known(41, None) & every_third).tolist() == expected


def test_the_greatest_dot_product_there_can_be_is_exact() -> None:
    row = np.full(384, 1.0)
    found = Vectors("em-1")
    found.put(1, quantize(row))
    found.settle(Mind(Contents(), 0))
    one = int(np.rint(SCALE / np.sqrt(384)))
    asked = np.frombuffer(quantize(row), "<i2").astype(np.float64)
    assert found.dots(np.array([1]), asked).tolist() == [384 * one * one]
    assert 384 * one * one < 2**31, "pairs of turns are kept in 32 bits"


def test_the_first_to_arrive_are_known() -> None:
    found, _ = made([5, 2, 9], 8, 1)
    assert np.flatnonzero(found.known(10, None)).tolist() == [2, 5, 9]
    assert np.flatnonzero(found.known(10, 3)).tolist() == [2, 5, 9]
    assert np.flatnonzero(found.known(10, 2)).tolist() == [2, 5]
    before = found.known(6, 1)  # of the documents before 6, the one that came first
    assert np.flatnonzero(before).tolist() == [5]


def test_a_vector_of_another_dimension_is_damage() -> None:
    found, _ = made([1], 8, 1)
    with pytest.raises(VerificationFailed, match="9 dimensions, not 8"):
        found.put(2, quantize(np.ones(9)))
