"""Vectors as they are stored: unit length, int16, scale 32,000, little-endian; and their exact likeness.

A stored vector is the truth. Dot products of whole numbers are exact on any processor, any number of threads and in any
order, so that a recorded score can be compared byte for byte.
"""

from __future__ import annotations

from collections.abc import Sequence
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


def cosine(one: bytes, two: bytes) -> int:
    """The cosine of two stored vectors, in millionths, -ONE to ONE. Raises ValueError when their dimensions differ."""
    if len(one) != len(two):
        raise ValueError(f"vectors of {len(one) // 2} and {len(two) // 2} dimensions cannot be compared")
    a, b = np.frombuffer(one, dtype="<i2").astype(np.int64), np.frombuffer(two, dtype="<i2").astype(np.int64)
    return max(-ONE, min(ONE, int(a @ b) * ONE // (SCALE * SCALE)))
