"""The store: connections, transactions, and who may write when."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import threading
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from cicatrix.adapters.sqlite.files import DATABASE_ERRORS, connect, is_cut_short, is_lasting, prepare, translated
from cicatrix.adapters.sqlite.reader import SqliteReader
from cicatrix.adapters.sqlite.schema import APPLICATION_ID
from cicatrix.adapters.sqlite.stored import Row
from cicatrix.adapters.sqlite.turns import Turn, Turns
from cicatrix.adapters.sqlite.writer import SqliteWriter
from cicatrix.core.ids import check_namespace
from cicatrix.core.stamps import stamp
from cicatrix.errors import Busy, CicatrixError, ReadOnly, StoreError, Unsettled, VerificationFailed
from cicatrix.ports import Durability, LedgerReader, LedgerWriter

BUSY_TIMEOUT_MS = 30_000
IDLE_READERS = 8
"""Read connections that are kept for the next reader; more are opened when needed."""

_NAMESPACES = """
    WITH RECURSIVE begun(ns) AS (
        SELECT min(ns) FROM entries
        UNION ALL SELECT (SELECT min(ns) FROM entries e WHERE e.ns > begun.ns) FROM begun WHERE begun.ns IS NOT NULL)
    SELECT ns FROM begun WHERE ns IS NOT NULL UNION SELECT ns FROM head ORDER BY ns"""
"""Of those that have entries it jumps from one to the next, so a long ledger takes no longer than a short one."""

_inherited: list[sqlite3.Connection] = []
"""Connections of a parent process. Closing them after a fork would drop locks that the parent relies on."""


class SqliteStore:
    """A LedgerStore in one SQLite file.

    Threads of a process take turns at one write connection and share a commit where they meet (``turns``); processes
    take turns by ``BEGIN IMMEDIATE``. Readers never wait. A store that is carried over a fork opens connections of its
    own.
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
        self._turns = Turns()
        self._write_connection: sqlite3.Connection | None = None
        self._level: Durability | None = None  # of the write connection

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
        turn = self._take_turn(durability)
        try:
            connection = self._begin(turn)
            writer = SqliteWriter(connection, namespace, self._path, by=self._by, now=at, strict_now=strict_now)
            try:
                yield writer
                writer.finish()
                if turn.joined:
                    self._run(connection, "RELEASE part")
            finally:
                writer.close()
        except BaseException as error:
            self._undo(turn, spoilt=is_lasting(error))
            raise
        self._keep(turn)

    # -- questions about the whole file --------------------------------------------------------------------------

    def namespaces(self) -> list[str]:
        with self._read_connection() as connection:
            return [row[0] for row in self._run(connection, _NAMESPACES)]

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
        self._close_idle_readers()
        turn = self._turns.enter("full")
        if self._turns.come(turn, 0):
            self._end(None)

    # -- connections ---------------------------------------------------------------------------------------------

    @contextlib.contextmanager
    def _read_connection(self) -> Iterator[sqlite3.Connection]:
        self._check_open()
        with self._pool_lock:
            pool = self._idle
            connection = pool.pop() if pool else None
        if connection is None:
            connection = self._connect("read")
        spoilt = False
        try:
            yield connection
        except StoreError as error:
            spoilt = is_lasting(error)
            raise
        finally:
            with self._pool_lock:
                keep = not (spoilt or self._closed or self._read_only) and len(pool) < IDLE_READERS
                keep = keep and pool is self._idle  # else the store was started afresh meanwhile
                if keep:
                    pool.append(connection)
            if not keep:
                connection.close()

    # -- taking turns at the write connection --------------------------------------------------------------------

    def _take_turn(self, durability: Durability) -> Turn:
        self._check_open()
        if self._read_only:
            raise ReadOnly(f"{self._path} is open for reading only.")
        if self._turns.is_mine():
            raise StoreError(
                "This thread is inside a write transaction already.",
                hint="Hand its writer on instead of opening another.",
            )
        turn = self._turns.enter(durability)
        try:
            came = self._turns.come(turn, self._timeout_ms / 1000)
        except BaseException:
            if not self._turns.withdraw(turn):
                self._undo(turn)
            raise
        if not came:
            raise Busy(f"{self._path} stayed locked by another thread for {self._timeout_ms / 1000:g} s.")
        return turn

    def _begin(self, turn: Turn) -> sqlite3.Connection:
        """Begin the turn's transaction, or its part of the open one."""
        if self._write_connection is None:
            self._write_connection = self._connect("write")
            self._level = None
        connection = self._write_connection
        if turn.joined:
            self._run(connection, "SAVEPOINT part")
            return connection
        if self._level != turn.durability:
            # In WAL mode FULL syncs the log at each commit, NORMAL only at checkpoints.
            self._run(connection, f"PRAGMA synchronous = {turn.durability}")
            self._level = turn.durability
        self._run(connection, "BEGIN IMMEDIATE")
        return connection

    def _keep(self, turn: Turn) -> None:
        """End a turn that went well: its part is on its way to the disk, or on it, when this returns."""
        connection = self._write_connection
        assert connection is not None
        if self._turns.hand_over(turn, kept=True):
            failure = self._turns.outcome(turn)
            if failure is not None:
                raise _for_another(failure) from failure
            return
        failure = self._commit(connection)
        if failure is not None:
            raise failure

    def _undo(self, turn: Turn, *, spoilt: bool = False) -> None:
        """End a turn that failed. What others did in the same transaction is kept.

        A ``spoilt`` connection would go on failing, and is not used again.
        """
        connection = self._write_connection
        if connection is None or not turn.joined:
            if connection is not None:
                _rollback(connection)
                if spoilt:
                    self._start_afresh()
            self._end(None)
            return
        try:
            connection.execute("ROLLBACK TO part")
            connection.execute("RELEASE part")
        except sqlite3.Error:
            # Some failures (a full disk, a broken one) end the whole transaction.
            _rollback(connection)
            self._end(StoreError("Another part of the same transaction failed, and ended it.", hint="Try again."))
            return
        if not self._turns.hand_over(turn, kept=False):
            self._commit(connection)

    def _commit(self, connection: sqlite3.Connection) -> CicatrixError | None:
        """Commit for the whole group and end the turn. Returns what kept it from being committed."""
        failure: CicatrixError | None = Unsettled("The commit was interrupted.", hint="Look whether it is there.")
        try:
            connection.execute("COMMIT")
            failure = None
        except DATABASE_ERRORS as error:
            told = translated(error, self._path)
            failure = Unsettled(f"It is not written now, and may come back: {told.message}")
            _rollback(connection)
            if is_cut_short(error) or self._write_over(connection):
                failure = told
        finally:
            self._end(failure)
        return failure

    def _write_over(self, connection: sqlite3.Connection) -> bool:
        """Put a commit that changes nothing in the place of one that failed. Returns whether it is on the disk.

        The failed one may stand whole in the log. It does not count while somebody has the file open; whoever opens it
        after all have died would read it.
        """
        try:
            connection.execute("PRAGMA synchronous = full")
            self._level = "full"
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        except DATABASE_ERRORS:
            _rollback(connection)
            return False
        return True

    def _end(self, failure: CicatrixError | None) -> None:
        if self._closed:
            self._drop_write_connection()
        self._turns.end(failure)

    # -- connections ---------------------------------------------------------------------------------------------

    def _connect(self, access: str) -> sqlite3.Connection:
        try:
            return connect(self._path, "write" if access == "write" else "read", self._timeout_ms)
        except DATABASE_ERRORS as error:
            raise translated(error, self._path) from error

    def _start_afresh(self) -> None:
        """Close what is not in use, the writer last: whoever closes last empties the log, if he may write."""
        self._close_idle_readers()
        self._drop_write_connection()

    def _close_idle_readers(self) -> None:
        with self._pool_lock:
            idle, self._idle = self._idle, []
        for connection in idle:
            connection.close()

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


def _for_another(failure: CicatrixError) -> StoreError:
    """What is told to a part whose group could not be committed."""
    if isinstance(failure, Unsettled):
        return Unsettled(failure.message, hint=failure.hint)
    return StoreError(f"Nothing was written: {failure.message}", hint=failure.hint)


def _rollback(connection: sqlite3.Connection) -> None:
    """End the transaction, if the failure has not ended it already."""
    if connection.in_transaction:
        with contextlib.suppress(sqlite3.Error):
            connection.execute("ROLLBACK")
