"""An embedder of generated vectors for measurements of speed: the same for whoever is measured, and quick.

A text is the sum of its words' directions, each drawn by a seed, so that texts which share words are alike.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from cicatrix.core.embedding_model import EmbeddingModel
from cicatrix.core.vectors import quantize

DIMENSION: Final = 384


class GeneratedEmbedder:
    """An Embedder."""

    model: Final = EmbeddingModel("generated", DIMENSION, "0" * 64, 900_000, 600_000, 300_000)
    is_local: Final = True

    def embed(self, texts: Sequence[str], *, role: Literal["passage", "query"]) -> list[bytes | None]:  # noqa: ARG002
        return [quantize(_sum(text)) if text.strip() else None for text in texts]


def floats(text: str) -> list[float]:
    """The same vector as others take it: of unit length."""
    found = _sum(text)
    unit: list[float] = (found / np.linalg.norm(found)).tolist()
    return unit


def _sum(text: str) -> NDArray[np.float64]:
    found: NDArray[np.float64] = np.sum([_direction(word) for word in text.lower().split()], axis=0)
    return found


@lru_cache(maxsize=65536)
def _direction(word: str) -> NDArray[np.float64]:
    seed = random.Random(word).getrandbits(64)  # noqa: S311 - test data; a text seeds it the same in every process
    return np.random.default_rng(seed).standard_normal(DIMENSION)
