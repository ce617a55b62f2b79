"""The ledger: a namespace that is read, written in transactions, and the store that holds many.

A *version* is one state of one thing, begun by one entry and ended by the next entry about the same thing. Versions
are the only projection: the state of a namespace at sequence ``s`` is the set of versions with ``seq <= s < end``.
A version's words are the body of the entry that began it, so the projection can always be rebuilt and compared.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, NamedTuple, Protocol

from cicatrix.core.entries import Draft, Header
from cicatrix.core.episodes import JsonObject
from cicatrix.core.ids import Kind
from cicatrix.core.merkle import TreeNode
from cicatrix.core.projection import Counter, VersionRow

Durability = Literal["full", "normal"]
"""``full``: on disk when the call returns. ``normal``: survives a killed process; a power cut may take the last few."""


@dataclass(frozen=True, slots=True)
class Head:
    """Where a namespace's log ends. ``seq`` is 0 and ``at`` empty for a namespace without entries."""

    seq: int
    chain: bytes  # 32 bytes
    root: bytes  # RFC 6962 tree head over all leaves
    at: str


class SealedEntry(NamedTuple):
    """An entry as stored. ``salt`` and ``body`` are None once erased, which empties their place and leaves it; whether
    it was an erasure that emptied it, ``core.erasures`` tells."""

    seq: int
    header: bytes
    leaf: bytes
    salt: bytes | None
    body: bytes | None


@dataclass(frozen=True, slots=True)
class Version:
    """One state of one thing. ``end`` is the sequence that ended it, None while it is current."""

    handle: str
    kind: Kind
    key: str | None
    seq: int
    end: int | None
    at: str  # when it was sealed, UTC
    entry: str  # kind of the entry that sealed it
    body: JsonObject | None  # None: erased


class LedgerReader(Protocol):
    """Reads of one namespace. ``at=None`` means now; a sequence means the mind as it was after that entry."""

    @property
    def namespace(self) -> str: ...

    def head(self) -> Head: ...

    def entries(self, start: int = 1, stop: int | None = None) -> Iterator[SealedEntry]:
        """Entries ``start <= seq < stop`` in order of sequence."""
        ...

    def version(self, handle: str, at: int | None = None) -> Version | None:
        """The version of a thing that holds at ``at``."""
        ...

    def history(self, handle: str) -> list[Version]:
        """All versions of a thing, oldest first; empty when the handle is unknown."""
        ...

    def versions(
        self, kinds: Sequence[Kind], *, at: int | None = None, after: int = 0, limit: int | None = None
    ) -> Iterator[Version]:
        """Versions that hold at ``at``, in order of the sequence that began them, which must exceed ``after``."""
        ...

    def latest(self, kind: Kind, *, before: int | None = None, limit: int = 50) -> list[Version]:
        """The current versions of a kind, newest first, whose sequence is below ``before``."""
        ...

    def begun(self, kinds: Sequence[Kind], *, before: int | None = None, limit: int = 50) -> list[Version]:
        """The versions of these kinds begun before a sequence, ended or not, newest first: what entries were about."""
        ...

    def begun_by(self, kinds: Sequence[Kind], sequences: Sequence[int]) -> list[Version]:
        """The versions of these kinds that these entries began, ended or not, in order of sequence."""
        ...

    def find(self, kind: Kind, key: str) -> Version | None:
        """The current version with this key, the newest if there are several."""
        ...

    def changes(self, after: int, kinds: Sequence[Kind]) -> Iterator[Version]:
        """Versions begun after sequence ``after``, ended or not, in order of sequence. Followers keep up with this."""
        ...

    def sequence_at(self, moment: datetime) -> int:
        """The last sequence recorded at or before a moment; 0 if there is none."""
        ...

    def count(self, kind: Kind, at: int | None = None) -> int:
        """How many different things of this kind there are at ``at`` (all handles ever given up to there)."""
        ...

    def range_root(self, start: int, end: int) -> bytes:
        """The tree's root over leaves ``start`` to ``end`` (from 0), one of the ranges that a proof asks for
        (``core.merkle.inclusion_ranges``, ``consistency_ranges``): from kept nodes and a tile or two of leaves.

        Raises VerificationFailed when a node is missing. What a proof proves does not rest on the nodes: whoever
        checks it computes the root.
        """
        ...

    def nodes(self) -> Iterator[TreeNode]:
        """The kept nodes of the tree as they are stored, by level and index."""
        ...

    def projected(self) -> Iterator[VersionRow]:
        """Every row of the projection as it is stored, in order of sequence: what a verifier compares."""
        ...

    def counters(self) -> dict[str, Counter]:
        """The stored counters, by kind."""
        ...

    def strays(self) -> Iterator[int]:
        """Sequences for which a body is stored, but no entry; lowest first."""
        ...

    def vectors(self, embedder: str, *, after: int = 0) -> Iterator[tuple[int, bytes]]:
        """The stored vectors of an embedder (``em-n``): sequence of the version whose words they are, and the vector,
        in order of sequence, which must exceed ``after``."""
        ...

    def vector(self, embedder: str, seq: int) -> bytes | None:
        """The stored vector of the version that an entry began; None where there is none."""
        ...

    def arrivals(self, embedder: str, *, after: int = 0) -> Iterator[tuple[int, int, bytes]]:
        """The same in the order in which they came, which is not that of the versions where some came late: number of
        the arrival, which must exceed ``after``, sequence and vector. Followers keep up with this."""
        ...

    def last_arrival(self, embedder: str) -> int:
        """The number of the arrival that came last; 0 where there is none."""
        ...

    def vector_count(self, embedder: str) -> int:
        """How many there are."""
        ...

    def unembedded(self, embedder: str, *, limit: int, after: int = 0) -> list[Version]:
        """Versions of episodes, memories and rules that have words and no vector of this embedder, oldest first; begun
        after sequence ``after``. Those that ended too: minds of the past are searched as well."""
        ...

    def pseudonyms(self) -> dict[str, str]:
        """What stands for each known person in headers, by name. Raises VerificationFailed for a key that is none."""
        ...


class LedgerWriter(LedgerReader, Protocol):
    """One write transaction: all of it is sealed, or nothing. Sees its own writes."""

    def next_handle(self, kind: Kind) -> str:
        """A handle never given before; given back if the transaction fails."""
        ...

    def append(self, draft: Draft) -> int:
        """Seal a draft and return its sequence. Ends the version that the thing had."""
        ...

    def put_vectors(self, embedder: str, rows: Iterable[tuple[int, bytes]]) -> None:
        """Store vectors that came late: of versions that waited for an embedder, or of a new model. One that is there
        stays. Raises InvalidInput for a sequence that no entry has."""
        ...

    def drop_vectors(self, seqs: Iterable[int]) -> None:
        """Destroy the vectors of the versions that these entries began, of every embedder."""
        ...

    def adopt(self, header: Header, entry: SealedEntry, handle: str, key: str | None) -> None:
        """Take over an entry as it was sealed in this same log elsewhere, for a restore; ``header`` is its header read,
        ``handle`` and ``key`` say which thing it is about. What is sealed in it the caller has checked.

        Raises VerificationFailed when it does not follow the last entry.
        """
        ...


class LedgerStore(Protocol):
    """A database with many namespaces. Safe to share between threads; several processes may open one file."""

    @property
    def read_only(self) -> bool:
        """True when writers would be refused: opened so, or a file that this user may not write."""
        ...

    def reader(self, namespace: str) -> AbstractContextManager[LedgerReader]:
        """A consistent snapshot: two reads inside one ``with`` never see a commit in between."""
        ...

    def writer(
        self, namespace: str, *, now: datetime, durability: Durability, strict_now: bool = False
    ) -> AbstractContextManager[LedgerWriter]:
        """A write transaction (BEGIN IMMEDIATE), committed when the block ends, rolled back when it raises.

        Threads that meet here may share one commit: each returns when its own entries are as durable as it asked, and
        a block that raises takes only its own entries back. So a block must not wait for another thread's.

        ``now`` is written as the entries' time, moved up to the last entry's where the system clock ran behind it;
        with ``strict_now`` (a clock that somebody set) that raises ClockBehind instead.
        Raises Busy when the file stays locked, ReadOnly when it cannot be written.
        """
        ...

    def namespaces(self) -> list[str]:
        """All namespaces that have an entry or a head, in order."""
        ...

    def damage(self) -> str | None:
        """Read the whole file as the database sees it: what is broken in it, in words, or None."""
        ...

    def data_version(self, namespace: str) -> int:
        """The last sequence, read as cheaply as the store can; followers compare it with their watermark."""
        ...

    def close(self) -> None: ...
