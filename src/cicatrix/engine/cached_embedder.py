"""An embedder that keeps the vectors it made lately, and why the last call failed."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Final, Literal
from weakref import WeakKeyDictionary

from cicatrix.core.embedding_model import EmbeddingModel
from cicatrix.errors import EmbedderFailed
from cicatrix.ports import Embedder, LedgerWriter

Role = Literal["passage", "query"]

KEPT: Final = 4_096
"""Vectors; some 4 MB. More than one transaction of an import holds, so that its vectors are made before it begins."""

PAUSE: Final = 30.0
"""Seconds for which a served embedder that failed is not asked again: whoever writes should not wait each time."""


class CachedEmbedder:
    """An Embedder. ``handles`` holds the ``em-n`` of each transaction that is open."""

    def __init__(
        self, embedder: Embedder, *, kept: int = KEPT, monotonic: Callable[[], float] = time.monotonic
    ) -> None:
        self._embedder = embedder
        self._size = kept
        self._kept: OrderedDict[tuple[Role, str], bytes] = OrderedDict()
        self._lock = threading.Lock()
        self._monotonic = monotonic
        self._again_at = 0.0
        self.failure: EmbedderFailed | None = None
        """Of the last call that was made; None when it went well, or none was made yet."""
        self.is_behind = False
        """Whether something went without a vector since somebody last made up for it."""
        self.handles: WeakKeyDictionary[LedgerWriter, str] = WeakKeyDictionary()

    @property
    def model(self) -> EmbeddingModel:
        return self._embedder.model

    @property
    def is_local(self) -> bool:
        return self._embedder.is_local

    def embed(self, texts: Sequence[str], *, role: Role) -> list[bytes | None]:
        """As the port says; only what is not kept is embedded, each text once. Raises EmbedderFailed, at once while a
        served embedder that failed is left alone."""
        found = {text: self.known(text, role=role) for text in texts}
        missing = [text for text, vector in found.items() if vector is None]
        if missing:
            if self.failure is not None and self._monotonic() < self._again_at:
                raise self.failure
            try:
                made = self._make(missing, role)
            except EmbedderFailed as failure:
                self.failure, self.is_behind = failure, True
                self._again_at = 0.0 if self.is_local else self._monotonic() + PAUSE
                raise
            self.failure = None
            self.is_behind = self.is_behind or None in made
            for text, vector in zip(missing, made, strict=True):
                found[text] = vector
                if vector is not None:
                    self.keep(text, vector, role=role)
        return [found[text] for text in texts]

    def _make(self, texts: Sequence[str], role: Role) -> list[bytes | None]:
        """Ask for all; where that fails, for the shortest alone, and if that goes well for each of the others: one text
        that an embedder chokes on should not cost the others their vectors."""
        try:
            return self._embedder.embed(texts, role=role)
        except EmbedderFailed:
            if len(texts) == 1:
                raise
        first, *others = sorted(texts, key=len)
        made = {first: self._embedder.embed([first], role=role)[0]}
        for text in others:
            try:
                made[text] = self._embedder.embed([text], role=role)[0]
            except EmbedderFailed:
                made[text] = None
        return [made[text] for text in texts]

    def forgive(self) -> None:
        """Ask it again with the next call, whatever the last one came to."""
        self.failure = None

    def known(self, text: str, *, role: Role) -> bytes | None:
        """The kept vector of a text; None where it has to be made."""
        with self._lock:
            vector = self._kept.get((role, text))
            if vector is not None:
                self._kept.move_to_end((role, text))
            return vector

    def keep(self, text: str, vector: bytes, *, role: Role) -> None:
        """Know a vector that this same model made: now, or when its text was sealed."""
        with self._lock:
            self._kept[role, text] = vector
            while len(self._kept) > self._size:
                self._kept.popitem(last=False)
