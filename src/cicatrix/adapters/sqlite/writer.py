"""One write transaction: drafts become entries, entries become versions.

Rows are kept back and inserted many at a time, before the next read or at the commit.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import chain
from pathlib import Path

from cicatrix.adapters.sqlite.files import DATABASE_ERRORS, translated
from cicatrix.adapters.sqlite.reader import Row, SqliteReader, Value
from cicatrix.core.canonical import utf8
from cicatrix.core.entries import KEY_SIZE, Draft, Header, pseudonym
from cicatrix.core.ids import Kind, format_handle, parse_handle
from cicatrix.core.projection import Counter, seal_body
from cicatrix.core.sealing import Sealer
from cicatrix.errors import CicatrixError, ClockBehind, InvalidInput, StoreError, VerificationFailed
from cicatrix.ports import Head, SealedEntry

SALT_SIZE = 32


@dataclass(slots=True)
class _Count:
    """Handles of one kind. ``given`` runs ahead of ``highest`` while a handle waits for its first entry."""

    given: int
    highest: int
    things: int


@dataclass(slots=True)
class _Pending:
    """Rows that are not in the database yet."""

    entries: list[Row] = field(default_factory=list)
    bodies: list[Row] = field(default_factory=list)
    versions: dict[str, list[Value]] = field(default_factory=dict)  # handle → its current version
    ended: list[list[Value]] = field(default_factory=list)
    vectors: list[Row] = field(default_factory=list)


_ENTRIES = "entries(ns, seq, header, leaf)"
_BODIES = "bodies(ns, seq, salt, body)"
_VERSIONS = 'versions(ns, kind, seq, handle, key, "end", at, entry)'
_NODES = "nodes(ns, level, place, hash)"
_VECTORS = "vectors(ns, embedder, seq, vector)"
_ROWS = 32
"""Rows of one INSERT: running a statement costs as much as a small row."""

_END = 5  # place of "end" in a version row


@cache
def _insert(into: str, columns: int, rows: int) -> str:
    row = f"({', '.join('?' * columns)})"
    return f"INSERT INTO {into} VALUES {', '.join([row] * rows)}"  # noqa: S608 (constants)


class SqliteWriter(SqliteReader):
    """A LedgerWriter inside BEGIN IMMEDIATE. The store commits it (``finish`` first) or rolls it back."""

    def __init__(
        self, connection: sqlite3.Connection, namespace: str, path: Path, *, by: str, now: str, strict_now: bool
    ) -> None:
        super().__init__(connection, namespace, path)
        self._counts: dict[Kind, _Count] = {}
        self._fresh: dict[str, tuple[Kind, int]] = {}  # handles given out by this transaction
        self._pseudonyms: dict[str, str] = {}
        self._pending = _Pending()
        self._begun, chain, tree, last_at = self.log_end()
        if strict_now and now < last_at:
            raise ClockBehind(f"The given time {now} lies before the last entry, #{self._begun} of {last_at}.")
        self._sealer = Sealer(namespace, chain, tree, at=max(now, last_at), by=by)

    def head(self) -> Head:
        log = self._sealer
        return Head(log.tree.size, log.chain, log.tree.root(), log.at) if log.tree.size else super().head()

    def last(self) -> int:
        return self._sealer.tree.size

    def next_handle(self, kind: Kind) -> str:
        count = self._count_of(kind)
        count.given += 1
        handle = format_handle(kind, count.given)
        self._fresh[handle] = kind, count.given
        return handle

    def append(self, draft: Draft) -> int:
        log, namespace, pending = self._sealer, self._namespace, self._pending
        seq = log.tree.size + 1
        number = self._check(draft, seq)
        body, salt = seal_body(draft), os.urandom(SALT_SIZE)
        for name in (draft.actor, *draft.subjects):
            if name not in self._pseudonyms:
                utf8(name)  # before any key is made: each key belongs to a pseudonym that was sealed
        actor = self._pseudonym(draft.actor)
        subjects = tuple(map(self._pseudonym, draft.subjects))
        self._end_version(draft.kind, draft.handle, number, seq)
        # Nothing below can fail, so that a refused draft leaves no trace even if its error is caught.
        header, leaf = log.seal(
            draft.entry, salt, body, actor=actor, origin=draft.origin, parents=draft.parents, subjects=subjects
        )
        pending.entries.append((namespace, seq, header, leaf))
        pending.bodies.append((namespace, seq, salt, body))
        if draft.vector is not None:
            pending.vectors.append((namespace, draft.vector.embedder, seq, draft.vector.vector))
        pending.versions[draft.handle] = [
            namespace, draft.kind, seq, draft.handle, draft.key, None, log.at, draft.entry
        ]  # fmt: skip
        return seq

    def put_vectors(self, embedder: str, rows: Iterable[tuple[int, bytes]]) -> None:
        self._flush()
        late = [(self._namespace, embedder, seq, vector) for seq, vector in rows]
        if any(not 1 <= row[2] <= self.last() for row in late):
            raise InvalidInput("A vector of an entry that does not exist cannot be stored.")
        self._execute(f"INSERT OR IGNORE INTO {_VECTORS} VALUES (?, ?, ?, ?)", late)  # noqa: S608 (constants)

    def adopt(self, header: Header, entry: SealedEntry, handle: str, key: str | None) -> None:
        log, namespace, pending = self._sealer, self._namespace, self._pending
        kind, number = parse_handle(handle)
        if (header.ns, header.seq, header.prev) != (namespace, log.tree.size + 1, log.chain.hex()):
            raise VerificationFailed(f"#{header.seq} of {header.ns} does not follow #{log.tree.size} of {namespace}.")
        count = self._count_of(kind)
        count.given = max(count.given, number)
        self._end_version(kind, handle, number, header.seq)
        leaf = log.follow(entry.header, header.at)
        pending.entries.append((namespace, header.seq, entry.header, leaf))
        pending.bodies.append((namespace, header.seq, entry.salt, entry.body))
        pending.versions[handle] = [namespace, kind, header.seq, handle, key, None, header.at, header.kind]

    def finish(self) -> None:
        """Write what is still kept back, the head and the counters; the caller commits."""
        log, namespace = self._sealer, self._namespace
        if log.tree.size == self._begun:
            return
        self._flush()
        self._execute(
            "INSERT OR REPLACE INTO head(ns, seq, chain, peaks, at) VALUES (?, ?, ?, ?, ?)",
            [(namespace, log.tree.size, log.chain, log.tree.peaks, log.at)],
        )
        self._execute(
            "INSERT OR REPLACE INTO counters(ns, kind, highest, things) VALUES (?, ?, ?, ?)",
            [(namespace, kind, c.highest, c.things) for kind, c in self._counts.items() if c.things],
        )

    def count(self, kind: Kind, at: int | None = None) -> int:
        return self._count_of(kind).things if at is None else super().count(kind, at)

    def counters(self) -> dict[str, Counter]:
        own = {kind: Counter(count.highest, count.things) for kind, count in self._counts.items() if count.things}
        return super().counters() | own

    # -- inside --------------------------------------------------------------------------------------------------

    def _check(self, draft: Draft, seq: int) -> int:
        """The number in the draft's handle. Raises InvalidInput for a draft that no ledger should hold."""
        fresh = self._fresh.get(draft.handle)
        kind, number = fresh or parse_handle(draft.handle)
        if kind is not draft.kind or (fresh is None and format_handle(kind, number) != draft.handle):
            raise InvalidInput(f"{draft.handle!r} is no handle of a {draft.kind}.")
        if number > self._count_of(kind).given:
            raise InvalidInput(f"{draft.handle} was never given out.", hint="Take new handles from next_handle().")
        for parent in draft.parents:
            if not 1 <= parent < seq:
                raise InvalidInput(f"Entry #{seq} cannot rest on #{parent}: parents come before it.")
        return number

    def _end_version(self, kind: Kind, handle: str, number: int, seq: int) -> None:
        """End the version that the thing has, or count it as a new thing."""
        count = self._count_of(kind)
        current = self._pending.versions.get(handle)
        if current is not None:
            current[_END] = seq
            self._pending.ended.append(current)
            return
        known = number <= count.highest and self._execute(
            'UPDATE versions SET "end" = ? WHERE ns = ? AND kind = ? AND seq ='
            " (SELECT max(seq) FROM versions WHERE ns = ? AND handle = ?)",
            [(seq, self._namespace, kind, self._namespace, handle)],
        )
        if not known:
            count.things += 1
            count.highest = max(count.highest, number)

    def _count_of(self, kind: Kind) -> _Count:
        count = self._counts.get(kind)
        if count is None:
            query = "SELECT highest, things FROM counters WHERE ns = ? AND kind = ?"
            highest, things = self._unbuffered(query, self._namespace, kind) or (0, 0)
            self._check_unused(format_handle(kind, highest + 1))
            count = self._counts[kind] = _Count(highest, highest, things)
        return count

    def _check_unused(self, handle: str) -> None:
        """Raises VerificationFailed when the counter behind a new handle runs behind the things that there are."""
        query = "SELECT 1 FROM versions WHERE ns = ? AND handle = ? LIMIT 1"
        if self._unbuffered(query, self._namespace, handle) is not None:
            raise VerificationFailed(
                f"The counters of {self._namespace} were changed: the next new handle would be {handle}, which exists.",
                hint="`cicatrix verify` says more. Restore the last backup that verifies.",
            )

    def _pseudonym(self, name: str) -> str:
        known = self._pseudonyms.get(name)
        if known is None:
            known = self._pseudonyms[name] = pseudonym(self._person_key(name), self._namespace, name)
        return known

    def _person_key(self, name: str) -> bytes:
        """The secret behind a person's pseudonyms, made when the name is met first."""
        row = self._unbuffered("SELECT key FROM people WHERE ns = ? AND name = ?", self._namespace, name)
        if row is not None:
            return bytes(row[0])
        key = os.urandom(KEY_SIZE)
        self._execute("INSERT INTO people(ns, name, key) VALUES (?, ?, ?)", [(self._namespace, name, key)])
        return key

    def _flush(self) -> None:
        pending = self._pending
        if pending.entries:
            self._pending = _Pending()
            versions = [*pending.ended, *pending.versions.values()]
            self._insert(_ENTRIES, pending.entries)
            self._insert(_BODIES, pending.bodies)
            self._insert(_VERSIONS, versions)
            nodes, self._sealer.nodes = self._sealer.nodes, []
            self._insert(_VECTORS, pending.vectors)
            self._insert(_NODES, [(self._namespace, node.level, node.index, node.hash) for node in nodes])

    def _insert(self, into: str, rows: Sequence[Row | list[Value]]) -> None:
        whole = len(rows) - len(rows) % _ROWS
        for start in range(0, whole, _ROWS):
            values = list(chain.from_iterable(rows[start : start + _ROWS]))
            self._execute(_insert(into, len(rows[start]), _ROWS), [values])
        if whole < len(rows):
            self._execute(_insert(into, len(rows[whole]), 1), rows[whole:])

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
