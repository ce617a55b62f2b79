"""Sets of documents as ascending arrays: merged and looked up in order, without hashing."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cicatrix.core.scoring import Ints

Flags = NDArray[np.bool_]


def places_in(values: NDArray[np.integer], ordered: NDArray[np.integer]) -> tuple[NDArray[np.intp], Flags]:
    """Where each value would stand in an ascending array, and whether it stands there. No place is past the end."""
    if not len(ordered):
        return np.zeros(len(values), dtype=np.intp), np.zeros(len(values), dtype=np.bool_)
    found = np.searchsorted(ordered, values)
    np.minimum(found, len(ordered) - 1, out=found)
    stands: Flags = ordered[found] == values
    return found, stands


def among(values: NDArray[np.integer], ordered: NDArray[np.integer]) -> Flags:
    """Which of the values stand in an ascending array."""
    return places_in(values, ordered)[1]


def union(one: Ints, two: Ints) -> Ints:
    """Of two ascending arrays without repeats."""
    if not len(one) or not len(two):
        return one if len(one) else two
    return distinct(np.concatenate([one, two]))


def distinct(values: Ints) -> Ints:
    """Each value once, ascending. The values are sorted where they are."""
    values.sort(kind="stable")
    if not len(values):
        return values
    new = np.empty(len(values), dtype=np.bool_)
    new[0] = True
    np.not_equal(values[1:], values[:-1], out=new[1:])
    return values[new]


def without(values: Ints, taken: NDArray[np.integer]) -> Ints:
    """The values that do not stand in an ascending array."""
    return values[~among(values, taken)]
