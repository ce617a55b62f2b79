"""Search: texts to vectors, and the cache that finds candidates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Literal, Protocol

if TYPE_CHECKING:
    from cicatrix.core.candidates import SearchResult
    from cicatrix.core.embedding_model import EmbeddingModel
    from cicatrix.core.recall import RecallSettings
    from cicatrix.ports.ledger import LedgerReader


class Embedder(Protocol):
    """Texts to vectors. Safe to share between threads."""

    @property
    def model(self) -> EmbeddingModel: ...

    @property
    def is_local(self) -> bool:
        """True when a text costs milliseconds and no network, so that it may be embedded inside a transaction."""
        ...

    def embed(self, texts: Sequence[str], *, role: Literal["passage", "query"]) -> list[bytes | None]:
        """One stored vector (core/vectors.py) a text, in order. None for a text that it could not take.

        A text longer than the model reads is embedded in pieces and averaged. Raises EmbedderFailed when it cannot be
        reached or answers nonsense; nothing is lost then: what was to be embedded waits, and is found by its words.
        """
        ...


@dataclass(frozen=True, slots=True)
class QueryVector:
    """A query as a vector: by which model, and the same query with the named speaker put in the first person.

    Vectors may come after their words. Where a recall is run again, ``known`` is how many the mind that it searched had
    (``vectors`` of its statistics): so many are read, those that came first.
    """

    embedder: str  # em-n
    vector: bytes
    first_person: bytes | None = None
    known: int | None = None


class SearchIndex(Protocol):
    """The search cache of one namespace. Rebuildable; follows the ledger by sequence; decides nothing."""

    def search(
        self,
        reader: LedgerReader,
        query: str,
        *,
        at: int | None,
        now: datetime,
        settings: RecallSettings,
        vector: QueryVector | None = None,
    ) -> SearchResult:
        """Catch up with the reader's snapshot, then score the mind at ``at`` (None: the snapshot's head)."""
        ...

    def in_first_person(self, reader: LedgerReader, query: str, *, at: int | None) -> str | None:
        """The query as the one person whom it names would put it, for their own words say "I"; None where it names
        nobody who is known in that mind, or several."""
        ...
