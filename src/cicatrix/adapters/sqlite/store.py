"""The store: connections, transactions, and who may write when."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import threading
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from cicatrix.adapters.sqlite.files import DATABASE_ERRORS, connect, prepare, translated
from cicatrix.adapters.sqlite.reader import Row, SqliteReader
from cicatrix.adapters.sqlite.writer import SqliteWriter
from cicatrix.core.ids import check_namespace
from cicatrix.core.stamps import stamp
from cicatrix.errors import Busy, ReadOnly, StoreError, VerificationFailed
from cicatrix.ports import Durability, LedgerReader, LedgerWriter

BUSY_TIMEOUT_MS = 30_000
IDLE_READERS = 8
"""Read connections that are kept for the next reader; more are opened when needed."""

_inherited: list[sqlite3.Connection] = []
"""Connections of a parent process. Closing them after a fork would drop locks that the parent relies on."""


class SqliteStore:
    """A LedgerStore in one SQLite file.

    Threads of a process take turns by a lock and share one write connection; processes take turns by
    ``BEGIN IMMEDIATE``. Readers never wait. A store that is carried over a fork opens connections of its own.
    """

    def __init__(
        self, path: str | Path, *, by: str, read_only: bool = False, busy_timeout_ms: int = BUSY_TIMEOUT_MS
    ) -> None:
        """Open the file or make it. ``by`` is written into each entry: what made it, for example ``cicatrix/0.1.0``.

        A file that this user may not write is opened for reading. Raises NotALedger, SchemaTooNew, StoreError, Busy.
        """
        self._path = Path(path)
        self._by = by
        self._timeout_ms = busy_timeout_ms
        self._read_only = prepare(self._path, by=by, read_only=read_only, busy_timeout_ms=busy_timeout_ms)
        self._closed = False
        self._start()

    def _start(self) -> None:
        self._process = os.getpid()
        self._pool_lock = threading.Lock()
        self._idle: list[sqlite3.Connection] = []
        self._write_lock = threading.Lock()
        self._writing: int | None = None  # the thread inside a write transaction
        self._write_connection: sqlite3.Connection | None = None

    @property
    def path(self) -> Path:
        return self._path

    @property
    def read_only(self) -> bool:
        return self._read_only

    # -- transactions --------------------------------------------------------------------------------------------

    @contextlib.contextmanager
    def reader(self, namespace: str) -> Iterator[LedgerReader]:
        check_namespace(namespace)
        with self._read_connection() as connection:
            self._run(connection, "BEGIN")
            reader = SqliteReader(connection, namespace, self._path)
            try:
                reader.last()  # the first read fixes the snapshot
                yield reader
            finally:
                reader.close()
                _rollback(connection)

    @contextlib.contextmanager
    def writer(
        self, namespace: str, *, now: datetime, durability: Durability, strict_now: bool = False
    ) -> Iterator[LedgerWriter]:
        check_namespace(namespace)
        at = stamp(now)
        with self._exclusive() as connection:
            # In WAL mode FULL syncs the log at each commit, NORMAL only at checkpoints.
            self._run(connection, f"PRAGMA synchronous = {'FULL' if durability == 'full' else 'NORMAL'}")
            self._run(connection, "BEGIN IMMEDIATE")
            try:
                writer = SqliteWriter(connection, namespace, self._path, by=self._by, now=at, strict_now=strict_now)
                try:
                    yield writer
                    writer.finish()
                finally:
                    writer.close()
                self._run(connection, "COMMIT")
            except BaseException:
                _rollback(connection)
                raise

    # -- questions about the whole file --------------------------------------------------------------------------

    def namespaces(self) -> list[str]:
        with self._read_connection() as connection:
            return [row[0] for row in self._run(connection, "SELECT ns FROM head ORDER BY ns")]

    def data_version(self, namespace: str) -> int:
        with self._read_connection() as connection:
            rows = self._run(connection, "SELECT seq FROM head WHERE ns = ?", namespace)
            return int(rows[0][0]) if rows else 0

    def damage(self) -> str | None:
        try:
            with self._read_connection() as connection:
                rows = self._run(connection, "PRAGMA integrity_check(1)")
        except VerificationFailed as error:
            return error.message
        return None if rows == [("ok",)] else str(rows[0][0])

    def close(self) -> None:
        """Close all connections; those in use close when their transaction ends. Closing twice is allowed."""
        self._after_fork()
        self._closed = True
        with self._pool_lock:
            idle, self._idle = self._idle, []
        for connection in idle:
            connection.close()
        if self._write_connection is not None and self._write_lock.acquire(blocking=False):
            self._drop_write_connection()
            self._write_lock.release()

    # -- connections ---------------------------------------------------------------------------------------------

    @contextlib.contextmanager
    def _read_connection(self) -> Iterator[sqlite3.Connection]:
        self._check_open()
        with self._pool_lock:
            connection = self._idle.pop() if self._idle else None
        if connection is None:
            connection = self._connect("read")
        try:
            yield connection
        finally:
            with self._pool_lock:
                keep = not self._closed and not self._read_only and len(self._idle) < IDLE_READERS
                if keep:
                    self._idle.append(connection)
            if not keep:
                connection.close()

    @contextlib.contextmanager
    def _exclusive(self) -> Iterator[sqlite3.Connection]:
        """The write connection, for one thread at a time."""
        self._check_open()
        if self._read_only:
            raise ReadOnly(f"{self._path} is open for reading only.")
        me = threading.get_ident()
        if self._writing == me:
            raise StoreError(
                "This thread is inside a write transaction already.",
                hint="Hand its writer on instead of opening another.",
            )
        if not self._write_lock.acquire(timeout=self._timeout_ms / 1000):
            raise Busy(f"{self._path} stayed locked by another thread for {self._timeout_ms / 1000:g} s.")
        self._writing = me
        try:
            if self._write_connection is None:
                self._write_connection = self._connect("write")
            yield self._write_connection
        finally:
            if self._closed:
                self._drop_write_connection()
            self._writing = None
            self._write_lock.release()

    def _connect(self, access: str) -> sqlite3.Connection:
        try:
            return connect(self._path, "write" if access == "write" else "read", self._timeout_ms)
        except DATABASE_ERRORS as error:
            raise translated(error, self._path) from error

    def _drop_write_connection(self) -> None:
        connection, self._write_connection = self._write_connection, None
        if connection is not None:
            connection.close()

    def _check_open(self) -> None:
        self._after_fork()
        if self._closed:
            raise StoreError(f"{self._path} was closed.", hint="Open the memory again.")

    def _after_fork(self) -> None:
        if self._process != os.getpid():
            _inherited.extend(self._idle)
            if self._write_connection is not None:
                _inherited.append(self._write_connection)
            self._start()

    def _run(self, connection: sqlite3.Connection, statement: str, *values: str) -> list[Row]:
        try:
            return connection.execute(statement, values).fetchall()
        except DATABASE_ERRORS as error:
            raise translated(error, self._path) from error


def _rollback(connection: sqlite3.Connection) -> None:
    """End the transaction, if the failure has not ended it already."""
    if connection.in_transaction:
        with contextlib.suppress(sqlite3.Error):
            connection.execute("ROLLBACK")
