"""An embedder that keeps the vectors it made lately, and why the last call failed."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence
from typing import Final, Literal
from weakref import WeakKeyDictionary

from cicatrix.errors import EmbedderFailed
from cicatrix.ports import Embedder, EmbeddingModel, LedgerWriter

Role = Literal["passage", "query"]

KEPT: Final = 4_096
"""Vectors; some 4 MB. More than one transaction of an import holds, so that its vectors are made before it begins."""


class CachedEmbedder:
    """An Embedder. ``handles`` holds the ``em-n`` of each transaction that is open."""

    def __init__(self, embedder: Embedder, kept: int = KEPT) -> None:
        self._embedder = embedder
        self._size = kept
        self._kept: OrderedDict[tuple[Role, str], bytes] = OrderedDict()
        self._lock = threading.Lock()
        self.failure: EmbedderFailed | None = None
        """Of the last call that was made; None when it went well, or none was made yet."""
        self.handles: WeakKeyDictionary[LedgerWriter, str] = WeakKeyDictionary()

    @property
    def model(self) -> EmbeddingModel:
        return self._embedder.model

    @property
    def is_local(self) -> bool:
        return self._embedder.is_local

    def embed(self, texts: Sequence[str], *, role: Role) -> list[bytes | None]:
        """As the port says; only what is not kept is embedded, each text once. Raises EmbedderFailed."""
        found = {text: self.known(text, role=role) for text in texts}
        missing = [text for text, vector in found.items() if vector is None]
        if missing:
            try:
                made = self._embedder.embed(missing, role=role)
            except EmbedderFailed as failure:
                self.failure = failure
                raise
            self.failure = None
            for text, vector in zip(missing, made, strict=True):
                found[text] = vector
                if vector is not None:
                    self._keep(text, role, vector)
        return [found[text] for text in texts]

    def known(self, text: str, *, role: Role) -> bytes | None:
        """The kept vector of a text; None where it has to be made."""
        with self._lock:
            vector = self._kept.get((role, text))
            if vector is not None:
                self._kept.move_to_end((role, text))
            return vector

    def _keep(self, text: str, role: Role, vector: bytes) -> None:
        with self._lock:
            self._kept[role, text] = vector
            while len(self._kept) > self._size:
                self._kept.popitem(last=False)
