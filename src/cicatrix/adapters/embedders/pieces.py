"""Texts longer than a model reads: cut into pieces, each embedded alone, and averaged by their lengths."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

MOST: Final = 16_000
"""Code points of a text that are embedded: of a longer one its two ends. A vector of more would speak of nothing; every
word of the text is found as a word all the same."""


def ends(text: str) -> str:
    """The text, or its beginning and its end where it is longer than ``MOST``."""
    return text if len(text) <= MOST else f"{text[: MOST // 2]}\n{text[-MOST // 2 :]}"


def cut(text: str, size: int) -> list[str]:
    """The text in pieces of at most ``size`` code points, cut at white space where a piece's last half has any."""
    pieces: list[str] = []
    while len(text) > size:
        place = max(text.rfind(space, size // 2, size) for space in (" ", "\n", "\t")) + 1
        pieces.append(text[: place or size])
        text = text[place or size :]
    return [*pieces, text] if text.strip() or not pieces else pieces


def average(vectors: Sequence[NDArray[np.floating]], lengths: Sequence[int]) -> NDArray[np.float64]:
    """The mean of the directions of vectors, shape (n, d), weighted by the lengths of their pieces; shape (d,)."""
    rows = np.asarray(vectors, dtype=np.float64)
    rows /= np.sqrt((rows * rows).sum(axis=1, keepdims=True))
    mean: NDArray[np.float64] = (rows * np.asarray(lengths, dtype=np.float64)[:, None]).sum(axis=0)
    return mean
