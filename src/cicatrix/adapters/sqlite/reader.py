"""Reads of one namespace inside one transaction."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TypeVar

from cicatrix.adapters.sqlite import stored
from cicatrix.adapters.sqlite.files import DATABASE_ERRORS, translated
from cicatrix.adapters.sqlite.stored import Row, Value
from cicatrix.core.entries import GENESIS, KEY_SIZE, pseudonym
from cicatrix.core.ids import Kind
from cicatrix.core.merkle import Frontier, TreeNode, range_root
from cicatrix.core.projection import Counter, VersionRow
from cicatrix.core.stamps import stamp
from cicatrix.errors import CicatrixError, InvalidInput, InvalidText, StoreError, VerificationFailed
from cicatrix.ports import Head, SealedEntry, Version

T = TypeVar("T")

PAGE = 256
"""Rows fetched at a time. Iterators read page by page, so that no cursor stays open while their caller writes."""

_ASKED = 16
"""Sequences that are asked for at a time are filled up to a multiple of so many."""

FOREVER = 2**63 - 1

EMBEDDED_KINDS = (Kind.EPISODE, Kind.MEMORY, Kind.RULE)
"""What has words to be found by, and so a vector."""

_COLUMNS = 'v.handle, v.kind, v.key, v.seq, v."end", v.at, v.entry'
_BODY = "LEFT JOIN bodies b ON b.ns = v.ns AND b.seq = v.seq"
_VERSION = f"SELECT {_COLUMNS}, b.body, b.seq FROM versions v {_BODY}"  # noqa: S608 (constants)
# Left to itself the planner walks through all versions of the kind, since those are in the wanted order already.
_VERSION_BY_KEY = f"SELECT {_COLUMNS}, b.body, b.seq FROM versions v INDEXED BY versions_by_key {_BODY}"  # noqa: S608


class SqliteReader:
    """A LedgerReader over a connection that is inside a transaction. Iterators end with the transaction."""

    def __init__(self, connection: sqlite3.Connection, namespace: str, path: Path) -> None:
        self._connection = connection
        self._namespace = namespace
        self._path = path
        self._open = True

    @property
    def namespace(self) -> str:
        return self._namespace

    def close(self) -> None:
        """Called when the transaction ends: what is read afterwards would not belong to it."""
        self._open = False

    # -- the ledger ----------------------------------------------------------------------------------------------

    def head(self) -> Head:
        seq, chain, tree, at = self.log_end()
        return Head(seq, chain, tree.root(), at)

    def log_end(self) -> tuple[int, bytes, Frontier, str]:
        """The stored head. Raises VerificationFailed when its tree is none of that size."""
        row = self._one("SELECT seq, chain, peaks, at FROM head WHERE ns = ?", self._namespace)
        if row is None:
            return 0, GENESIS, Frontier(), ""
        seq, chain, peaks, at = stored.checked(row, stored.HEAD_TYPES, "The head")
        try:
            return seq, chain, Frontier(seq, peaks), at
        except ValueError as error:
            raise VerificationFailed(f"The head of {self._namespace} is damaged: {error}.") from None

    def entries(self, start: int = 1, stop: int | None = None) -> Iterator[SealedEntry]:
        last = self.last() if stop is None else stop - 1
        query = (
            "SELECT e.seq, e.header, e.leaf, b.salt, b.body, b.seq FROM entries e"
            " LEFT JOIN bodies b ON b.ns = e.ns AND b.seq = e.seq"
            " WHERE e.ns = ?1 AND e.seq > ?2 AND e.seq <= ?3 ORDER BY e.seq LIMIT ?4"
        )
        return self._pages(query, start - 1, last, seq_at=0, read=stored.sealed_rows)

    def range_root(self, start: int, end: int) -> bytes:
        if not 0 <= start < end <= self.last():
            raise InvalidInput(f"There are no leaves {start} to {end} in a tree of {self.last()}.")
        return range_root(start, end, self._leaves, self._node)

    def _leaves(self, start: int, end: int) -> list[bytes]:
        query = "SELECT leaf FROM entries WHERE ns = ? AND seq > ? AND seq <= ? ORDER BY seq"
        leaves = [row[0] for row in self._all(query, self._namespace, start, end)]
        if len(leaves) != end - start or any(type(leaf) is not bytes for leaf in leaves):
            raise VerificationFailed(f"Of the leaves {start} to {end} some are missing or damaged.")
        return leaves

    def _node(self, level: int, index: int) -> bytes:
        query = "SELECT hash FROM nodes WHERE ns = ? AND level = ? AND place = ?"
        row = self._one(query, self._namespace, level, index)
        if row is None or type(row[0]) is not bytes:
            raise VerificationFailed(f"Node {index} of level {level} of the tree is missing or damaged.")
        return row[0]

    # -- versions ------------------------------------------------------------------------------------------------

    def version(self, handle: str, at: int | None = None) -> Version | None:
        query = f"{_VERSION} WHERE v.ns = ? AND v.handle = ? AND v.seq <= ? ORDER BY v.seq DESC LIMIT 1"
        row = self._one(query, self._namespace, handle, FOREVER if at is None else at)
        return None if row is None else stored.version(row)

    def history(self, handle: str) -> list[Version]:
        query = f"{_VERSION} WHERE v.ns = ? AND v.handle = ? ORDER BY v.seq"
        return [stored.version(row) for row in self._all(query, self._namespace, handle)]

    def versions(
        self, kinds: Sequence[Kind], *, at: int | None = None, after: int = 0, limit: int | None = None
    ) -> Iterator[Version]:
        head = self.last()
        last = head if at is None else min(at, head)
        return islice(self._versions(kinds, after, last, held=True), limit)

    def latest(self, kind: Kind, *, before: int | None = None, limit: int = 50) -> list[Version]:
        query = (
            f'{_VERSION} WHERE v.ns = ? AND v.kind = ? AND v.seq < ? AND v."end" IS NULL ORDER BY v.seq DESC LIMIT ?'
        )
        rows = self._all(query, self._namespace, kind, FOREVER if before is None else before, limit)
        return [stored.version(row) for row in rows]

    def begun(self, kinds: Sequence[Kind], *, before: int | None = None, limit: int = 50) -> list[Version]:
        wanted = tuple(dict.fromkeys(kinds))
        each = " UNION ALL ".join(
            f"SELECT {_COLUMNS} FROM versions v WHERE v.ns = ?1 AND v.kind = ?{place} AND v.seq < ?2"  # noqa: S608 (constants)
            for place in range(4, 4 + len(wanted))
        )
        query = (
            f"SELECT {_COLUMNS}, b.body, b.seq FROM ({each} ORDER BY v.seq DESC LIMIT ?3) v"  # noqa: S608 (constants)
            " LEFT JOIN bodies b ON b.ns = ?1 AND b.seq = v.seq ORDER BY v.seq DESC"
        )
        last = FOREVER if before is None else before
        return (
            [stored.version(row) for row in self._all(query, self._namespace, last, limit, *wanted)] if wanted else []
        )

    def begun_by(self, kinds: Sequence[Kind], sequences: Sequence[int]) -> list[Version]:
        found: list[Version] = []
        wanted = tuple(dict.fromkeys(kinds))
        for start in range(0, len(sequences), PAGE):
            some = list(sequences[start : start + PAGE])
            some += some[-1:] * (-len(some) % _ASKED)  # few different queries, which stay prepared
            query = (
                f"{_VERSION} WHERE v.ns = ? AND v.kind IN ({', '.join('?' * len(wanted))})"
                f" AND v.seq IN ({', '.join('?' * len(some))})"
            )
            found += [stored.version(row) for row in self._all(query, self._namespace, *wanted, *some)]
        return sorted(found, key=lambda version: version.seq)

    def find(self, kind: Kind, key: str) -> Version | None:
        query = (
            f"{_VERSION_BY_KEY} WHERE v.ns = ? AND v.kind = ? AND v.key = ?"
            ' AND v."end" IS NULL ORDER BY v.seq DESC LIMIT 1'
        )
        row = self._one(query, self._namespace, kind, key)
        return None if row is None else stored.version(row)

    def changes(self, after: int, kinds: Sequence[Kind]) -> Iterator[Version]:
        return self._versions(kinds, after, self.last(), held=False)

    def sequence_at(self, moment: datetime) -> int:
        # Recorded times never run backwards, so the sequence is found by halving.
        wanted, low, high = stamp(moment), 0, self.last()
        while low < high:
            middle = (low + high + 1) // 2
            row = self._one("SELECT header FROM entries WHERE ns = ? AND seq = ?", self._namespace, middle)
            if row is not None and stored.recorded_at(row[0], middle) <= wanted:
                low = middle
            else:
                high = middle - 1
        return low

    def count(self, kind: Kind, at: int | None = None) -> int:
        if at is None:
            row = self._one("SELECT things FROM counters WHERE ns = ? AND kind = ?", self._namespace, kind)
        else:
            query = "SELECT count(DISTINCT handle) FROM versions WHERE ns = ? AND kind = ? AND seq <= ?"
            row = self._one(query, self._namespace, kind, FOREVER if at is None else at)
        return int(row[0]) if row else 0

    # -- vectors -------------------------------------------------------------------------------------------------

    def vectors(self, embedder: str, *, after: int = 0) -> Iterator[tuple[int, bytes]]:
        query = (
            "SELECT seq, vector FROM vectors WHERE ns = ?1 AND seq > ?2 AND seq <= ?3 AND embedder = ?5"
            " ORDER BY seq LIMIT ?4"
        )
        return self._pages(query, after, FOREVER, embedder, seq_at=0, read=partial(map, stored.vector))

    def vector(self, embedder: str, seq: int) -> bytes | None:
        query = "SELECT seq, vector FROM vectors WHERE ns = ? AND embedder = ? AND seq = ?"
        row = self._one(query, self._namespace, embedder, seq)
        return stored.vector(row)[1] if row is not None else None

    def arrivals(self, embedder: str, *, after: int = 0) -> Iterator[tuple[int, int, bytes]]:
        query = (
            "SELECT arrival, seq, vector FROM vectors INDEXED BY vectors_by_arrival"
            " WHERE ns = ?1 AND arrival > ?2 AND arrival <= ?3 AND embedder = ?5 ORDER BY arrival LIMIT ?4"
        )
        return self._pages(query, after, FOREVER, embedder, seq_at=0, read=partial(map, stored.arrival))

    def last_arrival(self, embedder: str) -> int:
        query = "SELECT max(arrival) FROM vectors INDEXED BY vectors_by_arrival WHERE ns = ? AND embedder = ?"
        return int(self._all(query, self._namespace, embedder)[0][0] or 0)

    def vector_count(self, embedder: str) -> int:
        query = "SELECT count(*) FROM vectors WHERE ns = ? AND embedder = ?"
        return int(self._all(query, self._namespace, embedder)[0][0])

    def unembedded(self, embedder: str, *, limit: int, after: int = 0) -> list[Version]:
        each = " UNION ALL ".join(
            f"SELECT {_COLUMNS}, b.body, b.seq FROM versions v"  # noqa: S608 (constants)
            " JOIN bodies b ON b.ns = v.ns AND b.seq = v.seq AND b.body IS NOT NULL"
            f" WHERE v.ns = ?1 AND v.kind = ?{place} AND v.seq > ?2"
            " AND NOT EXISTS (SELECT 1 FROM vectors x WHERE x.ns = ?1 AND x.embedder = ?4 AND x.seq = v.seq)"
            for place in range(5, 5 + len(EMBEDDED_KINDS))
        )
        query = f"{each} ORDER BY 4 LIMIT ?3"
        rows = self._all(query, self._namespace, after, limit, embedder, *EMBEDDED_KINDS)
        return [stored.version(row) for row in rows]

    # -- for the verifier ----------------------------------------------------------------------------------------

    def nodes(self) -> Iterator[TreeNode]:
        rows = self._all("SELECT level, place, hash FROM nodes WHERE ns = ? ORDER BY level, place", self._namespace)
        return (TreeNode(*stored.checked(row, stored.NODE_TYPES, "A node of the tree")) for row in rows)

    def projected(self) -> Iterator[VersionRow]:
        rows = self._all("SELECT DISTINCT CAST(kind AS BLOB) FROM versions WHERE ns = ?", self._namespace)
        kinds = [text for text in (stored.text(row[0]) for row in rows) if text is not None]
        if kinds:
            query = f"{_union(len(kinds), held=False)} LIMIT ?4"
            yield from self._pages(query, -FOREVER, FOREVER, *kinds, seq_at=3, read=stored.version_rows)
        if len(kinds) < len(rows):
            raise VerificationFailed(f"{self._path} is damaged: a version has a kind that is no text.")

    def counters(self) -> dict[str, Counter]:
        rows = self._all("SELECT kind, highest, things FROM counters WHERE ns = ?", self._namespace)
        checked = (stored.checked(row, (str, int, int), "A counter") for row in rows)
        return {kind: Counter(highest, things) for kind, highest, things in checked}

    def strays(self) -> Iterator[int]:
        query = (
            "SELECT b.seq FROM bodies b WHERE b.ns = ?1 AND NOT EXISTS"
            " (SELECT 1 FROM entries e WHERE e.ns = ?1 AND e.seq = b.seq) ORDER BY b.seq"
        )
        return (row[0] for row in self._all(query, self._namespace))

    def pseudonyms(self) -> dict[str, str]:
        found: dict[str, str] = {}
        for name, key in self._all("SELECT name, key FROM people WHERE ns = ? ORDER BY name", self._namespace):
            if type(name) is not str or type(key) is not bytes or len(key) != KEY_SIZE:
                raise VerificationFailed(f"The key behind the pseudonym of {name!r} is damaged: it is none.")
            found[name] = pseudonym(key, self._namespace, name)
        return found

    # -- inside --------------------------------------------------------------------------------------------------

    def _versions(self, kinds: Sequence[Kind], after: int, last: int, *, held: bool) -> Iterator[Version]:
        """Versions begun in ``after < seq <= last``; only those that hold at ``last`` if ``held``."""
        wanted = tuple(dict.fromkeys(kinds))
        # The bodies are joined to a page's rows only, after the kinds were merged.
        query = (
            f"SELECT {_COLUMNS}, b.body, b.seq FROM ({_union(len(wanted), held=held)} LIMIT ?4) v"  # noqa: S608 (constants)
            " LEFT JOIN bodies b ON b.ns = ?1 AND b.seq = v.seq ORDER BY v.seq"
        )
        return (
            self._pages(query, after, last, *wanted, seq_at=3, read=partial(map, stored.version))
            if wanted
            else iter(())
        )

    def _pages(
        self, query: str, after: int, last: int, *more: Value, seq_at: int, read: Callable[[list[Row]], Iterable[T]]
    ) -> Iterator[T]:
        """Run a query of namespace, after, last, page size and ``more`` page by page, each past the last row.

        Where the file is damaged, the rows before the damage are given first.
        """
        full = True
        while full:
            rows, failure = self._page(query, self._namespace, after, last, PAGE, *more)
            yield from read(rows)
            if failure is not None:
                raise failure
            full = len(rows) == PAGE
            if full and rows[-1][seq_at] <= after:
                raise VerificationFailed(f"{self._path} is damaged: its rows run in circles after #{after}.")
            after = rows[-1][seq_at] if full else after

    def last(self) -> int:
        row = self._one("SELECT seq FROM head WHERE ns = ?", self._namespace)
        return int(row[0]) if row else 0

    def _page(self, query: str, *values: Value) -> tuple[list[Row], CicatrixError | None]:
        """The rows of a query, and what kept the database from giving all of them."""
        if not self._open:
            raise StoreError("The transaction that was read from has ended.", hint="Read inside its `with` block.")
        rows: list[Row] = []
        try:
            rows.extend(self._connection.execute(query, values))
        except DATABASE_ERRORS as error:
            return rows, translated(error, self._path)
        except UnicodeEncodeError:
            return [], InvalidText("A text that was looked for holds a lone surrogate: no Unicode text.")
        except OverflowError:
            return [], InvalidInput("A sequence that was asked for has more than 64 bits; no ledger is that long.")
        return rows, None

    def _all(self, query: str, *values: Value) -> list[Row]:
        rows, failure = self._page(query, *values)
        if failure is not None:
            raise failure
        return rows

    def _one(self, query: str, *values: Value) -> Row | None:
        rows = self._all(query, *values)
        return rows[0] if rows else None


def _union(kinds: int, *, held: bool) -> str:
    """Version rows of so many kinds (parameters from ?5), merged by sequence without sorting: each is in order."""
    columns = 'SELECT handle, kind, key, seq, "end", at, entry'
    holds = ' AND ("end" IS NULL OR "end" > ?3)' if held else ""
    where = f"FROM versions WHERE ns = ?1 AND seq > ?2 AND seq <= ?3{holds} AND kind ="
    return " UNION ALL ".join(f"{columns} {where} ?{place}" for place in range(5, 5 + kinds)) + " ORDER BY seq"
