"""One write transaction: drafts become entries, entries become versions.

Rows are kept back and inserted many at a time, before the next read or at the commit.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from cicatrix.adapters.sqlite.files import DATABASE_ERRORS, translated
from cicatrix.adapters.sqlite.reader import SqliteReader
from cicatrix.adapters.sqlite.stored import Row, Value
from cicatrix.core.canonical import utf8
from cicatrix.core.entries import KEY_SIZE, Draft, EntryKind, Header, pseudonym
from cicatrix.core.ids import Kind, format_handle, parse_handle
from cicatrix.core.projection import Counter, seal_body
from cicatrix.core.sealing import Sealer, Unsealed
from cicatrix.errors import CicatrixError, ClockBehind, InvalidInput, StoreError, VerificationFailed
from cicatrix.ports import Head, SealedEntry

SALT_SIZE = 32


@dataclass(slots=True)
class _Count:
    """Handles of one kind. ``given`` runs ahead of ``highest`` while a handle waits for its first entry."""

    kind: Kind
    given: int
    highest: int
    things: int


@dataclass(slots=True)
class _Pending:
    """What is not in the database yet. Rows stand in it value by value: so they are handed over many at a time."""

    unsealed: list[Unsealed] = field(default_factory=list)
    entries: list[Value] = field(default_factory=list)
    bodies: list[Value] = field(default_factory=list)
    versions: list[Value] = field(default_factory=list)
    current: dict[str, int] = field(default_factory=dict)  # handle → where its current version stands in ``versions``
    vectors: list[Value] = field(default_factory=list)


_KEPT = 4096
"""Entries that are kept back at most: a restore may bring millions."""

_ENTRIES = "entries(ns, seq, header, leaf)"
_BODIES = "bodies(ns, seq, salt, body)"
_VERSIONS = 'versions(ns, kind, seq, handle, key, "end", at, entry)'
_NODES = "nodes(ns, level, place, hash)"
_VECTORS = "vectors(ns, embedder, seq, vector)"
_ROWS = 64
"""Rows of one INSERT at most; fewer are a power of two. Running a statement costs as much as a small row."""

_END = 4  # place of "end" in a version row, of which the namespace is no part

_WORDS: dict[str, str] = {member: member.value for words in (Kind, EntryKind) for member in words}
"""What is stored of a member. A member itself is stored as the same text, but the database module takes as long over it
as over all the rest of its row."""


@cache
def _insert(into: str, columns: int, rows: int) -> str:
    row = f"(?1, {', '.join('?' * columns)})"
    return f"INSERT INTO {into} VALUES {', '.join([row] * rows)}"  # noqa: S608 (constants)


def _rows(begun: int, left: Sequence[bytes], right: Sequence[bytes]) -> list[Value]:
    """Rows of one sequence after the other, value by value."""
    values: list[Value] = [None] * (3 * len(left))
    values[::3], values[1::3], values[2::3] = range(begun, begun + len(left)), left, right
    return values


class SqliteWriter(SqliteReader):
    """A LedgerWriter inside BEGIN IMMEDIATE. The store commits it (``finish`` first) or rolls it back."""

    def __init__(
        self, connection: sqlite3.Connection, namespace: str, path: Path, *, by: str, now: str, strict_now: bool
    ) -> None:
        super().__init__(connection, namespace, path)
        self._counts: dict[Kind, _Count] = {}
        self._fresh: dict[str, tuple[_Count, int]] = {}  # handles given out by this transaction
        self._pseudonyms: dict[str, str] = {}
        self._pending = _Pending()
        self._begun, chain, tree, last_at = self.log_end()
        self._last = self._flushed = self._begun
        if strict_now and now < last_at:
            raise ClockBehind(f"The given time {now} lies before the last entry, #{self._begun} of {last_at}.")
        self._sealer = Sealer(namespace, chain, tree, at=max(now, last_at), by=by)

    def head(self) -> Head:
        self._seal()
        log = self._sealer
        return Head(log.size, log.chain, log.tree.root(), log.at) if log.size else super().head()

    def last(self) -> int:
        return self._last

    def next_handle(self, kind: Kind) -> str:
        count = self._count_of(kind)
        count.given += 1
        handle = format_handle(kind, count.given)
        self._fresh[handle] = count, count.given
        return handle

    def append(self, draft: Draft) -> int:
        entry, kind, handle, _, actor, origin, parents, subjects, key, vector = draft
        seq = self._last + 1
        count, number = self._fresh.get(handle) or self._given(kind, handle)
        if count.kind is not kind:
            raise InvalidInput(f"{handle!r} is no handle of a {kind}.")
        for parent in parents:
            if not 1 <= parent < seq:
                raise InvalidInput(f"Entry #{seq} cannot rest on #{parent}: parents come before it.")
        body = seal_body(draft)
        about: list[str] = []
        by = self._pseudonyms.get(actor)
        if subjects or by is None:
            by, *about = self._pseudonyms_of((actor, *subjects))
        if seq - self._flushed > _KEPT:
            self._flush()
        self._begin_version(count, handle, number, key, seq, self._sealer.at, entry)
        # Nothing below can fail, so that a refused draft leaves no trace even if its error is caught.
        self._pending.unsealed.append((entry, body, by, origin, parents, tuple(about)))
        if vector is not None:
            self._pending.vectors += (vector.embedder, seq, vector.vector)
        self._last = seq
        return seq

    def put_vectors(self, embedder: str, rows: Iterable[tuple[int, bytes]]) -> None:
        self._flush()
        late = [(self._namespace, embedder, seq, vector) for seq, vector in rows]
        if any(not 1 <= row[2] <= self.last() for row in late):
            raise InvalidInput("A vector of an entry that does not exist cannot be stored.")
        self._execute(f"INSERT OR IGNORE INTO {_VECTORS} VALUES (?, ?, ?, ?)", late)  # noqa: S608 (constants)

    def drop_vectors(self, seqs: Iterable[int]) -> None:
        embedders = self._all("SELECT DISTINCT embedder FROM vectors WHERE ns = ?", self._namespace)
        rows = [(self._namespace, embedder, seq) for seq in seqs for (embedder,) in embedders]
        self._execute("DELETE FROM vectors WHERE ns = ? AND embedder = ? AND seq = ?", rows)

    def adopt(self, header: Header, entry: SealedEntry, handle: str, key: str | None) -> None:
        if header.seq - self._flushed > _KEPT:
            self._flush()
        self._seal()
        log, namespace, pending = self._sealer, self._namespace, self._pending
        kind, number = parse_handle(handle)
        if (header.ns, header.seq, header.prev) != (namespace, log.size + 1, log.chain.hex()):
            raise VerificationFailed(f"#{header.seq} of {header.ns} does not follow #{log.size} of {namespace}.")
        count = self._count_of(kind)
        count.given = max(count.given, number)
        self._begin_version(count, handle, number, key, header.seq, header.at, header.kind)
        leaf = log.follow(entry.header, header.at)
        pending.entries += (header.seq, entry.header, leaf)
        pending.bodies += (header.seq, entry.salt, entry.body)
        self._last = header.seq

    def finish(self) -> None:
        """Write what is still kept back, the head and the counters; the caller commits."""
        log, namespace = self._sealer, self._namespace
        if self._last == self._begun:
            return
        self._flush()
        self._execute(
            "INSERT OR REPLACE INTO head(ns, seq, chain, peaks, at) VALUES (?, ?, ?, ?, ?)",
            [(namespace, log.size, log.chain, log.tree.peaks, log.at)],
        )
        self._execute(
            "INSERT OR REPLACE INTO counters(ns, kind, highest, things) VALUES (?, ?, ?, ?)",
            [(namespace, _WORDS[kind], c.highest, c.things) for kind, c in self._counts.items() if c.things],
        )

    def count(self, kind: Kind, at: int | None = None) -> int:
        return self._count_of(kind).things if at is None else super().count(kind, at)

    def counters(self) -> dict[str, Counter]:
        own = {kind: Counter(count.highest, count.things) for kind, count in self._counts.items() if count.things}
        return super().counters() | own

    # -- inside --------------------------------------------------------------------------------------------------

    def _given(self, kind: Kind, handle: str) -> tuple[_Count, int]:
        """The counter and the number of a handle that an earlier transaction gave out. Raises InvalidInput."""
        named, number = parse_handle(handle)
        if named is not kind or format_handle(named, number) != handle:
            raise InvalidInput(f"{handle!r} is no handle of a {kind}.")
        count = self._count_of(kind)
        if number > count.given:
            raise InvalidInput(f"{handle} was never given out.", hint="Take new handles from next_handle().")
        return count, number

    def _begin_version(
        self, count: _Count, handle: str, number: int, key: str | None, seq: int, at: str, entry: str
    ) -> None:
        """Begin a version where the one that the thing has ends, or count it as a new thing."""
        pending, kind = self._pending, _WORDS[count.kind]
        current = pending.current.get(handle)
        if current is not None:
            pending.versions[current + _END] = seq
        elif number > count.highest or not self._execute(
            'UPDATE versions SET "end" = ? WHERE ns = ? AND kind = ? AND seq ='
            " (SELECT max(seq) FROM versions WHERE ns = ? AND handle = ?)",
            [(seq, self._namespace, kind, self._namespace, handle)],
        ):
            count.things += 1
            count.highest = max(count.highest, number)
        pending.current[handle] = len(pending.versions)
        pending.versions += (kind, seq, handle, key, None, at, _WORDS.get(entry, entry))

    def _count_of(self, kind: Kind) -> _Count:
        count = self._counts.get(kind)
        if count is None:
            query = "SELECT highest, things FROM counters WHERE ns = ? AND kind = ?"
            highest, things = self._unbuffered(query, self._namespace, kind) or (0, 0)
            self._check_unused(format_handle(kind, highest + 1))
            count = self._counts[kind] = _Count(kind, highest, highest, things)
        return count

    def _check_unused(self, handle: str) -> None:
        """Raises VerificationFailed when the counter behind a new handle runs behind the things that there are."""
        query = "SELECT 1 FROM versions WHERE ns = ? AND handle = ? LIMIT 1"
        if self._unbuffered(query, self._namespace, handle) is not None:
            raise VerificationFailed(
                f"The counters of {self._namespace} were changed: the next new handle would be {handle}, which exists.",
                hint="`cicatrix verify` says more. Restore the last backup that verifies.",
            )

    def _pseudonyms_of(self, names: tuple[str, ...]) -> list[str]:
        """The pseudonyms of people, made where they are met first. Raises InvalidText."""
        known = self._pseudonyms
        new = [name for name in names if name not in known]
        for name in new:
            utf8(name)  # before any key is made: each key belongs to a pseudonym that was sealed
        for name in new:
            known[name] = pseudonym(self._person_key(name), self._namespace, name)
        return [known[name] for name in names]

    def _person_key(self, name: str) -> bytes:
        """The secret behind a person's pseudonyms, made when the name is met first."""
        row = self._unbuffered("SELECT key FROM people WHERE ns = ? AND name = ?", self._namespace, name)
        if row is not None:
            return bytes(row[0])
        key = os.urandom(KEY_SIZE)
        self._execute("INSERT INTO people(ns, name, key) VALUES (?, ?, ?)", [(self._namespace, name, key)])
        return key

    def _seal(self) -> None:
        """Seal the bodies that wait for it. Many at once cost less, and nobody sees the difference."""
        pending = self._pending
        bodies = pending.unsealed
        if bodies:
            begun, drawn = self._sealer.size + 1, os.urandom(SALT_SIZE * len(bodies))
            salts = [drawn[at : at + SALT_SIZE] for at in range(0, len(drawn), SALT_SIZE)]
            headers, leaves = self._sealer.seal(bodies, salts)
            pending.entries += _rows(begun, headers, leaves)
            pending.bodies += _rows(begun, salts, [body for _, body, *_ in bodies])
            pending.unsealed = []

    def _flush(self) -> None:
        self._seal()
        if self._pending.entries:
            pending, self._pending = self._pending, _Pending()
            self._insert(_ENTRIES, 3, pending.entries)
            self._insert(_BODIES, 3, pending.bodies)
            self._insert(_VERSIONS, 7, pending.versions)
            self._insert(_VECTORS, 3, pending.vectors)
            nodes = self._sealer.completed()
            self._insert(_NODES, 3, [value for n in nodes for value in (n.level, n.index, n.hash)])
            self._flushed = self._last

    def _insert(self, into: str, columns: int, values: list[Value]) -> None:
        """Insert rows that stand one behind the other; the namespace leads each and is handed over once."""
        start = 0
        while left := (len(values) - start) // columns:
            rows = min(_ROWS, 1 << left.bit_length() - 1)
            end = start + rows * columns
            self._execute(_insert(into, columns, rows), [[self._namespace, *values[start:end]]])
            start = end

    def _execute(self, statement: str, rows: Sequence[Row | list[Value]]) -> int:
        """Run a statement for each row; returns how many rows it touched."""
        if not self._connection.in_transaction:
            # Some failures end the transaction in the database. What came after them would be written by itself.
            raise StoreError("The transaction has failed; nothing more can be written in it.", hint="Begin another.")
        try:
            return self._connection.executemany(statement, rows).rowcount
        except DATABASE_ERRORS as error:
            raise translated(error, self._path) from error

    def _page(self, query: str, *values: Value) -> tuple[list[Row], CicatrixError | None]:
        self._flush()  # reads see the transaction's own writes
        return super()._page(query, *values)

    def _unbuffered(self, query: str, *values: Value) -> Row | None:
        """One row of a table whose rows are never kept back."""
        rows, failure = super()._page(query, *values)
        if failure is not None:
            raise failure
        return rows[0] if rows else None
