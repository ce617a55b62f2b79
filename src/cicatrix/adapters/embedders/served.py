"""Embedding models that are served over HTTP, by whoever speaks as OpenAI's endpoint does.

What a server does not take (a text too long for it) is cut smaller and tried again; a server that does not answer, or
answers nonsense, is an error, and everything it was asked for waits.
"""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal
from urllib.parse import urlsplit

import numpy as np
from numpy.typing import NDArray

from cicatrix.adapters.embedders.pieces import average, cut, ends
from cicatrix.core.embedding_model import EmbeddingModel
from cicatrix.core.vectors import quantize
from cicatrix.errors import EmbedderFailed, InvalidInput

if TYPE_CHECKING:
    from openai import OpenAI

BATCH: Final = 10
"""Texts of one request: as many as the strictest of the known services takes."""

SIZES: Final = (6_000, 3_000, 1_500, 750)
"""Code points of a piece: the next smaller is tried where a server does not take the one before."""

TIMEOUT: Final = 15.0  # seconds, of one request
RETRIES: Final = 2  # of the client, with growing pauses and jitter, or after the time that the server names
PATIENCE: Final = 5.0  # seconds for a question, which is not asked twice: somebody waits, and words answer too

Role = Literal["passage", "query"]

_TOO_MUCH: Final = frozenset({400, 413, 422, 500})
"""Statuses that servers answer a text too long with, the last one among many other reasons."""


@dataclass(frozen=True, slots=True)
class _Known:
    """What has to be known of a model before it is asked: numbers of its vectors, and whether it can give fewer."""

    dimension: int
    shortens: bool = False


MODELS: Final = {
    "text-embedding-v4": _Known(256, shortens=True),
    "text-embedding-3-small": _Known(256, shortens=True),
    "text-embedding-3-large": _Known(256, shortens=True),
    "text-embedding-ada-002": _Known(1536),
    "nomic-embed-text": _Known(768),
    "mxbai-embed-large": _Known(1024),
    "all-minilm": _Known(384),
    "bge-m3": _Known(1024),
}

# Not measured here, for that takes a key. ``related`` is what text-embedding-v4 showed elsewhere; the others lie where
# models of this kind usually separate. docs/concepts/embedders.md says how to measure one's own.
_DUPLICATE, _RELATED, _FLOOR = 850_000, 580_000, 300_000


class ServedEmbedder:
    """An Embedder behind an address. The client is made when the first text comes.

    ``dimension`` 0 takes the one that the model is known for. Raises InvalidInput for a model of which none is known.
    """

    def __init__(
        self,
        *,
        base_url: str,
        api_key: str,
        model: str,
        dimension: int = 0,
        timeout: float = TIMEOUT,
        retries: int = RETRIES,
    ) -> None:
        known = MODELS.get(model.partition(":")[0])
        if known is None and dimension == 0:
            raise InvalidInput(
                f"How many numbers a vector of {model} has is not known.",
                hint="Set embed.dimensions (CICATRIX_EMBED_DIMENSIONS) to what the model's card says.",
            )
        self._base_url = base_url.rstrip("/")
        self._api_key = api_key
        self._timeout, self._retries = timeout, retries
        self._patience = min(timeout, PATIENCE)
        self._shortens = known is not None and known.shortens
        size = dimension or (known.dimension if known is not None else 0)
        named = f"{self._base_url} {model} {size}"
        self._model = EmbeddingModel(
            id=model,
            dimension=size,
            sha256=hashlib.sha256(named.encode()).hexdigest(),
            duplicate=_DUPLICATE,
            related=_RELATED,
            floor=_FLOOR,
        )
        self._lock = threading.Lock()
        self._client: OpenAI | None = None

    @property
    def model(self) -> EmbeddingModel:
        return self._model

    @property
    def address(self) -> str:
        return self._base_url

    @property
    def is_local(self) -> bool:
        return False

    def embed(self, texts: Sequence[str], *, role: Role) -> list[bytes | None]:
        """As the port says. None for a text that the server refuses in the smallest pieces, while it takes others."""
        found: list[bytes | None] = []
        for start in range(0, len(texts), BATCH):
            found += self._batch(texts[start : start + BATCH], role)
        return found

    def _batch(self, texts: Sequence[str], role: Role) -> list[bytes | None]:
        whole = [ends(text) for text in texts]
        if all(len(text) <= SIZES[0] for text in whole):
            try:
                return [quantize(row) for row in self._ask(whole, role)]
            except _Refused:
                pass  # one of them may be too long: each by itself tells which
        found: list[bytes | None] = [None] * len(whole)
        took_one = False
        last: _Refused | None = None
        for place in sorted(range(len(whole)), key=lambda place: len(whole[place])):  # the likeliest to be taken first
            try:
                found[place] = self._alone(whole[place], role)
                took_one = True
            except _Refused as refused:
                last = refused
                if refused.status >= 500 or not took_one:
                    break
        if last is not None and (last.status >= 500 or not took_one):
            raise last
        return found

    def _alone(self, text: str, role: Role) -> bytes:
        """One text, in ever smaller pieces until they are taken. Raises _Refused when the smallest are not."""
        sizes = [size for size in SIZES if size < len(text)]
        for size in (SIZES[0], *sizes) if len(text) <= SIZES[0] else sizes:
            pieces = cut(text, size)
            try:
                rows = [
                    row
                    for start in range(0, len(pieces), BATCH)
                    for row in self._ask(pieces[start : start + BATCH], role)
                ]
            except _Refused as refused:
                failure = refused
            else:
                return quantize(average(rows, [len(piece) for piece in pieces]))
        raise failure

    def _ask(self, texts: Sequence[str], role: Role) -> list[NDArray[np.float64]]:
        """One request. Raises _Refused for what smaller pieces may mend, EmbedderFailed for everything else."""
        import openai

        try:
            reply = self._connected(role).embeddings.create(
                model=self._model.id,
                input=list(texts),
                encoding_format="float",
                dimensions=self._model.dimension if self._shortens else openai.omit,
            )
            rows = {item.index: np.asarray(item.embedding, dtype=np.float64) for item in reply.data}
        except openai.APIStatusError as error:
            kind = _Refused if error.status_code in _TOO_MUCH else EmbedderFailed
            failure = kind(f"{self._where} answered {error.status_code} to {self._model.id}{_words(error.message)}")
            if isinstance(failure, _Refused):
                failure.status = error.status_code
            raise failure from None
        except openai.APIConnectionError as error:
            reason = "did not answer in time" if isinstance(error, openai.APITimeoutError) else "cannot be reached"
            raise EmbedderFailed(f"{self._where} {reason}.") from None
        except (openai.OpenAIError, json.JSONDecodeError, AttributeError, TypeError, ValueError) as error:
            raise EmbedderFailed(f"{self._where} answered nonsense ({type(error).__name__}).") from None
        if sorted(rows) != list(range(len(texts))):
            raise EmbedderFailed(f"{self._where} answered {len(rows)} vectors to {len(texts)} texts.")
        for row in rows.values():
            if row.shape != (self._model.dimension,):
                raise EmbedderFailed(
                    f"{self._where} gave vectors of {row.size} numbers; {self._model.id} has {self._model.dimension}.",
                    hint="Set embed.dimensions (CICATRIX_EMBED_DIMENSIONS) to what the model gives.",
                )
            if not np.isfinite(row).all() or not row.any():
                raise EmbedderFailed(f"{self._where} gave a vector that is none.")
        return [rows[place] for place in range(len(texts))]

    @property
    def _where(self) -> str:
        """The server's name as it may be told: without a user or a password that stands in its address."""
        parts = urlsplit(self._base_url)
        return parts.netloc.rpartition("@")[2] or "The embedder"

    def _connected(self, role: Role) -> OpenAI:
        from openai import OpenAI

        with self._lock:
            if self._client is None:
                self._client = OpenAI(
                    base_url=self._base_url,
                    api_key=self._api_key or "none",
                    timeout=self._timeout,
                    max_retries=self._retries,
                )
            client = self._client
        return client if role == "passage" else client.with_options(timeout=self._patience, max_retries=0)


class _Refused(EmbedderFailed):
    """A request that smaller pieces may mend."""

    status = 0


def _words(message: str) -> str:
    """What the server says, in one short line."""
    said = " ".join(message.split())
    return f": {said[:160]}" if said else "."
