"""An embedder of a few lines that tests can read: a text is the sum of its words, each a direction of its own."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

import numpy as np

from cicatrix.core.embedding_model import EmbeddingModel
from cicatrix.core.vectors import quantize
from cicatrix.errors import EmbedderFailed

DIMENSION = 32


@dataclass
class ScriptedEmbedder:
    """``down`` makes every call fail; a text of more than ``longest`` words is not taken."""

    id: str = "scripted"
    is_local: bool = True
    down: bool = False
    longest: int | None = None
    calls: list[tuple[str, ...]] = field(default_factory=list)

    @property
    def model(self) -> EmbeddingModel:
        sha256 = hashlib.sha256(self.id.encode()).hexdigest()
        return EmbeddingModel(self.id, DIMENSION, sha256, duplicate=900_000, related=500_000, floor=200_000)

    def embed(self, texts: Sequence[str], *, role: Literal["passage", "query"]) -> list[bytes | None]:
        self.calls.append(tuple(texts))
        self.before()
        if self.down:
            raise EmbedderFailed("The scripted embedder is down.")
        return [None if self._is_too_long(text) else vector_of(text, self.id) for text in texts]

    def before(self) -> None:
        """For tests that look at where an embedder is called from."""

    def _is_too_long(self, text: str) -> bool:
        return self.longest is not None and len(text.split()) > self.longest

    @property
    def asked(self) -> list[str]:
        return [text for call in self.calls for text in call]


def vector_of(text: str, id: str = "scripted") -> bytes:
    """Another ``id`` gives other directions, as another model would."""
    total = np.zeros(DIMENSION)
    for word in re.findall(r"\w+", text.lower()):
        seed = int.from_bytes(hashlib.sha256(f"{id} {word}".encode()).digest()[:8], "big")
        total += np.random.default_rng(seed).standard_normal(DIMENSION)
    return quantize(total)
