"""Opening the file: what it must be, what may be done with it, and errors in words."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import time
from pathlib import Path
from typing import Final, Literal

from cicatrix.adapters.sqlite.schema import APPLICATION_ID, SCHEMA_VERSION, migrate, schema_version
from cicatrix.errors import Busy, CicatrixError, NotALedger, ReadOnly, SchemaTooNew, StoreError, VerificationFailed

Access = Literal["write", "read"]

_MAGIC: Final = b"SQLite format 3\x00"
_PRIVATE: Final = 0o600
_HEADER_SIZE: Final = 100  # https://www.sqlite.org/fileformat.html, 1.3
_JOURNAL_MAGIC: Final = bytes.fromhex("d9d505f920a163d7")  # the same, 3: eight bytes, and at 16 the pages there were
_LASTING: Final = (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PROTOCOL)
_LITTLE: Final = 64 * 1024  # bytes: what opening a file takes for its log and the memory shared over it
_CODES: Final[dict[int, type[CicatrixError]]] = {
    sqlite3.SQLITE_BUSY: Busy,
    sqlite3.SQLITE_LOCKED: Busy,
    sqlite3.SQLITE_READONLY: ReadOnly,
    sqlite3.SQLITE_NOTADB: NotALedger,
}


DATABASE_ERRORS: Final = (sqlite3.Error, UnicodeDecodeError)
"""What the database module raises. The second comes from a damaged file: an error message that quotes its bytes."""


def translated(error: sqlite3.Error | UnicodeDecodeError, path: Path) -> CicatrixError:
    """What a database error means for the caller."""
    # The low byte is the primary result code; the module's own errors (undecodable text) have none.
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    kind = _CODES.get(code, StoreError)
    if kind is Busy:
        return Busy(f"{path} stayed locked by another writer.")
    if kind is ReadOnly:
        return ReadOnly(f"{path} may not be written.")
    if kind is NotALedger:
        return NotALedger(f"{path} is no Cicatrix database: {error}.")
    if code == sqlite3.SQLITE_CORRUPT or not code:
        return VerificationFailed(
            f"{path} is damaged: {error}.",
            hint="`cicatrix verify --deep` reads it all once more, since a disk that fails for a moment looks the same."
            " If it says so too, keep the file and restore the last backup that verifies.",
        )
    if code == sqlite3.SQLITE_FULL or (code == sqlite3.SQLITE_IOERR and _disk_is_full(path)):
        told = f"The disk that holds {path} is full; no more could be written."
        return StoreError(told, hint="Make room and try again.")
    return StoreError(f"{path} cannot be used: {error}.")


def is_lasting(error: BaseException) -> bool:
    """Whether a connection that failed so goes on failing when the cause is gone. The database library opens a file for
    reading only when it cannot have it for writing; and all connections of a process share one account of its locks,
    which a failed unlocking leaves wrong. Either lasts as long as they do."""
    return getattr(error.__cause__, "sqlite_errorcode", 0) & 0xFF in _LASTING


def is_cut_short(error: sqlite3.Error | UnicodeDecodeError) -> bool:
    """Whether a commit failed before its last page was in the log. Then it can never be read from there."""
    return getattr(error, "sqlite_errorcode", 0) in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_WRITE)


def _disk_is_full(path: Path) -> bool:
    """Some calls that meet the end of the disk are reported as any input/output error."""
    try:
        status = os.statvfs(path.parent)
    except OSError:
        return False
    return status.f_bavail * status.f_frsize < _LITTLE


def prepare(path: Path, *, by: str, read_only: bool, busy_timeout_ms: int) -> bool:
    """Check the file, or make it, or bring it forward. Returns whether it may only be read.

    A file that is not ours is refused from its first bytes, before the database library touches it.
    """
    if path.is_dir():
        raise StoreError(f"{path} is a folder, not a file.", hint="Name a file in it: --db FOLDER/cicatrix.db.")
    if not path.exists() or path.stat().st_size == 0 or _was_being_made(path):
        if read_only:
            raise StoreError(f"There is no ledger at {path}.", hint="Open it once with the right to write.")
        if not path.parent.is_dir():
            raise StoreError(f"The folder {path.parent} does not exist.", hint=f"Make it: mkdir -p {path.parent}")
        if not _writable(path):
            raise StoreError(f"{path} cannot be made: no right to write in {path.parent}.")
        _make(path)
    else:
        _check_header(path)
        read_only = read_only or not _writable(path)
    try:
        with contextlib.closing(connect(path, "read" if read_only else "write", busy_timeout_ms)) as connection:
            version = schema_version(connection)
            if version > SCHEMA_VERSION:
                raise SchemaTooNew(
                    f"{path} has schema {version}; this version of Cicatrix reads up to {SCHEMA_VERSION}."
                )
            if read_only and version < SCHEMA_VERSION:
                raise StoreError(
                    f"{path} has schema {version} and must be brought forward to {SCHEMA_VERSION} before it is read.",
                    hint="Open it once with the right to write.",
                )
            if not read_only:
                migrate(connection, by)
                _use_wal(connection, busy_timeout_ms)
    except DATABASE_ERRORS as error:
        raise translated(error, path) from error
    return read_only


def connect(path: Path, access: Access, busy_timeout_ms: int) -> sqlite3.Connection:
    """A connection in autocommit mode: transactions are begun and ended by hand. Raises sqlite3.Error."""
    uri = path.absolute().as_uri()
    if access == "write":
        connection = _connect(f"{uri}?mode=rwc", busy_timeout_ms)
        connection.execute("PRAGMA secure_delete = ON")
        return connection
    connection = _connect(f"{uri}?mode=ro", busy_timeout_ms)
    try:
        connection.execute("SELECT 1 FROM sqlite_schema").fetchone()
    except sqlite3.OperationalError as error:
        connection.close()
        # A WAL file in a folder without write permission has no place for its shared memory. If there is no log to
        # read along with it, the file alone is the whole ledger.
        if error.sqlite_errorcode & 0xFF not in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY) or _has_log(path):
            raise
        connection = _connect(f"{uri}?mode=ro&immutable=1", busy_timeout_ms)
    return connection


def _connect(uri: str, busy_timeout_ms: int) -> sqlite3.Connection:
    connection = sqlite3.connect(
        uri, uri=True, isolation_level=None, timeout=busy_timeout_ms / 1000, check_same_thread=False
    )
    # A tampered file must not run code of its own, nor lead reads astray by impossible cells.
    connection.execute("PRAGMA trusted_schema = OFF")
    connection.execute("PRAGMA cell_size_check = ON")
    return connection


def _check_header(path: Path) -> None:
    try:
        with path.open("rb") as file:
            header = file.read(_HEADER_SIZE)
    except OSError as error:
        raise StoreError(f"{path} cannot be read: {error.strerror}.") from error
    if len(header) < _HEADER_SIZE or not header.startswith(_MAGIC):
        raise NotALedger(f"{path} is no database.")
    if int.from_bytes(header[68:72], "big") != APPLICATION_ID:
        raise NotALedger(f"{path} is another program's database; it was left untouched.")
    version = int.from_bytes(header[60:64], "big")
    if version > SCHEMA_VERSION:
        raise SchemaTooNew(f"{path} has schema {version}; this version of Cicatrix reads up to {SCHEMA_VERSION}.")


def _make(path: Path) -> None:
    """Make the empty file, for this user alone: a memory is private. The database library gives the files that it
    writes beside it the same permissions. A file that is there keeps those that it has."""
    try:
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _PRIVATE))
    except FileExistsError:
        return
    except OSError as error:
        raise StoreError(f"{path} cannot be made: {error.strerror}.") from error


def _was_being_made(path: Path) -> bool:
    """Whether a power cut met the very first transaction: then the file may hold anything, its journal says that
    there was nothing before, and the database library rolls it back to that."""
    try:
        with path.with_name(path.name + "-journal").open("rb") as journal:
            header = journal.read(20)
    except OSError:
        return False
    return header.startswith(_JOURNAL_MAGIC) and header[16:] == bytes(4)


def _writable(path: Path) -> bool:
    """SQLite writes beside the file as well, so the folder counts too."""
    return os.access(path.parent, os.W_OK) and (not path.exists() or os.access(path, os.W_OK))


def _has_log(path: Path) -> bool:
    log = path.with_name(path.name + "-wal")
    return log.exists() and log.stat().st_size > 0


def _use_wal(connection: sqlite3.Connection, busy_timeout_ms: int) -> None:
    """Switch to a write-ahead log. The switch needs the file alone for a moment and does not wait by itself."""
    deadline = time.monotonic() + busy_timeout_ms / 1000
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
            time.sleep(0.01)
