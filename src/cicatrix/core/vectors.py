"""Vectors as they are stored: unit length, int16, scale 32,000, little-endian; and their exact likeness.

A stored vector is the truth. Dot products of whole numbers are exact on any processor, any number of threads and in any
order, so that a recorded score can be compared byte for byte.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

SCALE: Final = 32_000
"""A coordinate of 1.0."""

ONE: Final = 1_000_000
"""A cosine of 1.0."""


def quantize(vector: Sequence[float] | NDArray[np.floating]) -> bytes:
    """Float coordinates, shape (d,), of any length but 0, as 2·d bytes. Raises ValueError for a vector that is none."""
    floats = np.asarray(vector, dtype=np.float64)
    length = float(np.sqrt((floats * floats).sum()))
    if floats.ndim != 1 or not np.isfinite(length) or length == 0:
        raise ValueError("a vector must be one row of finite numbers, not all 0")
    return np.rint(floats * (SCALE / length)).astype("<i2").tobytes()


def apart(vector: bytes, direction: bytes) -> bytes:
    """A stored vector without its part in the direction of another, brought to unit length again; as it is where little
    else is left. Raises ValueError when their dimensions differ."""
    if len(vector) != len(direction):
        raise ValueError(f"vectors of {len(vector) // 2} and {len(direction) // 2} dimensions cannot be compared")
    own = np.frombuffer(vector, dtype="<i2").astype(np.float64) / SCALE
    away = np.frombuffer(direction, dtype="<i2").astype(np.float64) / SCALE
    left = own - (own @ away) * away
    return quantize(left) if left @ left > _LEAST_LEFT else vector


def cosine(one: bytes, two: bytes) -> int:
    """The cosine of two stored vectors, in millionths, -ONE to ONE. Raises ValueError when their dimensions differ."""
    if len(one) != len(two):
        raise ValueError(f"vectors of {len(one) // 2} and {len(two) // 2} dimensions cannot be compared")
    a, b = np.frombuffer(one, dtype="<i2").astype(np.int64), np.frombuffer(two, dtype="<i2").astype(np.int64)
    return max(-ONE, min(ONE, int(a @ b) * ONE // (SCALE * SCALE)))


_LEAST_LEFT: Final = 0.1  # of the square of its length

_BLOCK: Final = 1024  # rows compared at a time


def near_pairs(vectors: Sequence[bytes], at_least: int) -> Iterator[tuple[int, int, int]]:
    """Each two of these stored vectors whose cosine reaches ``at_least`` millionths: the place of the first, of the
    second after it, and the cosine, in order of place. Raises ValueError when their dimensions differ.

    Products are taken in double precision, which holds sums of int16 products exactly.
    """
    if not vectors:
        return
    if len({len(vector) for vector in vectors}) > 1:
        raise ValueError("vectors of different dimensions cannot be compared")
    rows = [np.frombuffer(vector, dtype="<i2") for vector in vectors]
    matrix = np.array(rows, dtype=np.float64)
    for start in range(0, len(rows), _BLOCK):
        cosines = (matrix[start : start + _BLOCK] @ matrix[start:].T).astype(np.int64) * ONE // (SCALE * SCALE)
        np.clip(cosines, -ONE, ONE, out=cosines)
        for one, other in np.argwhere(cosines >= at_least).tolist():
            if one < other:
                yield start + one, start + other, int(cosines[one, other])
