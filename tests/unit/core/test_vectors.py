"""Stored vectors and their exact likeness."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from cicatrix.core.vectors import ONE, apart, cosine, near_pairs, quantize


@pytest.fixture(scope="module")
def vectors() -> list[bytes]:
    random = np.random.default_rng(7)
    return [quantize(row) for row in random.standard_normal((60, 24)) + random.standard_normal(24)]


def test_near_pairs_are_those_whose_cosine_reaches_the_bound(vectors: list[bytes]) -> None:
    expected = [
        (one, other, cosine(vectors[one], vectors[other]))
        for one, other in combinations(range(len(vectors)), 2)
        if cosine(vectors[one], vectors[other]) >= 600_000
    ]
    assert list(near_pairs(vectors, 600_000)) == expected
    assert 0 < len(expected) < 60 * 59 // 2


def test_nothing_is_near_in_nothing(vectors: list[bytes]) -> None:
    assert list(near_pairs([], 0)) == []
    assert list(near_pairs(vectors[:1], -ONE)) == []
    assert list(near_pairs([vectors[0], vectors[0]], ONE)) == [(0, 1, ONE)]


def test_more_than_one_block(vectors: list[bytes]) -> None:
    many = [*vectors, *[quantize(np.eye(24)[place % 24]) for place in range(1_100)]]
    found = list(near_pairs(many, 999_000))
    assert found[0][0] >= len(vectors)
    assert all(one % 24 == other % 24 for one, other, _ in ((a - 60, b - 60, c) for a, b, c in found))
    assert len(found) == sum(count * (count - 1) // 2 for count in np.bincount(np.arange(1_100) % 24).tolist())


def test_dimensions_must_agree(vectors: list[bytes]) -> None:
    with pytest.raises(ValueError, match="dimensions"):
        list(near_pairs([vectors[0], quantize([1.0, 2.0])], 0))
    with pytest.raises(ValueError, match="dimensions"):
        cosine(vectors[0], quantize([1.0, 2.0]))


@pytest.mark.parametrize("none", [[0.0, 0.0], [float("nan"), 1.0], [[1.0], [2.0]]])
def test_what_is_no_vector(none: list[float]) -> None:
    with pytest.raises(ValueError, match="one row of finite numbers"):
        quantize(none)


def test_a_vector_apart_from_another_has_nothing_of_its_direction() -> None:
    one, direction = quantize([0.6, 0.8, 0.0]), quantize([1.0, 0.0, 0.0])
    left = apart(one, direction)
    assert cosine(left, direction) == pytest.approx(0, abs=100)
    assert cosine(left, quantize([0.0, 1.0, 0.0])) > 999_000


def test_a_vector_that_is_nearly_the_direction_stays() -> None:
    one = quantize([0.99, 0.14, 0.0])
    assert apart(one, quantize([1.0, 0.0, 0.0])) == one


def test_vectors_of_two_models_are_not_taken_apart() -> None:
    with pytest.raises(ValueError, match="cannot be compared"):
        apart(quantize([1.0, 0.0]), quantize([1.0, 0.0, 0.0]))
