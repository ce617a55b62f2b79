"""The tables, and how an older file is brought forward.

``MIGRATIONS[n]`` takes a file from schema version ``n`` to ``n + 1``; a step that has been released is never edited.
The version stands in ``PRAGMA user_version``; ``PRAGMA application_id`` says whose file it is.

The namespace leads every key. ``entries``, ``bodies`` and ``people`` are the truth; the other tables are projections
of it that one transaction keeps in step.
"""

from __future__ import annotations

import secrets
import sqlite3
from typing import Final

APPLICATION_ID: Final = 0x43696361  # "Cica"

MIGRATIONS: Final[tuple[tuple[str, ...], ...]] = (
    (
        "CREATE TABLE meta(name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID",
        # The ledger. A header never changes; a body can be destroyed, which leaves its row without words and salt.
        """CREATE TABLE entries(
            ns TEXT NOT NULL, seq INTEGER NOT NULL, header BLOB NOT NULL, leaf BLOB NOT NULL,
            PRIMARY KEY (ns, seq)) STRICT, WITHOUT ROWID""",
        """CREATE TABLE bodies(
            ns TEXT NOT NULL, seq INTEGER NOT NULL, salt BLOB, body BLOB,
            PRIMARY KEY (ns, seq)) STRICT, WITHOUT ROWID""",
        # One version a entry: the state that it began, and the entry that ended it.
        """CREATE TABLE versions(
            ns TEXT NOT NULL, kind TEXT NOT NULL, seq INTEGER NOT NULL, handle TEXT NOT NULL, key TEXT,
            "end" INTEGER, at TEXT NOT NULL, entry TEXT NOT NULL,
            PRIMARY KEY (ns, kind, seq)) STRICT, WITHOUT ROWID""",
        "CREATE UNIQUE INDEX versions_by_handle ON versions(ns, handle, seq)",
        "CREATE INDEX versions_by_key ON versions(ns, kind, key, seq) WHERE key IS NOT NULL",
        """CREATE TABLE head(
            ns TEXT PRIMARY KEY, seq INTEGER NOT NULL, chain BLOB NOT NULL, peaks BLOB NOT NULL,
            at TEXT NOT NULL) STRICT, WITHOUT ROWID""",
        """CREATE TABLE counters(
            ns TEXT NOT NULL, kind TEXT NOT NULL, highest INTEGER NOT NULL, things INTEGER NOT NULL,
            PRIMARY KEY (ns, kind)) STRICT, WITHOUT ROWID""",
        # The keys behind pseudonyms. Emptying a row makes a person's pseudonyms meaningless for ever.
        """CREATE TABLE people(
            ns TEXT NOT NULL, name TEXT NOT NULL, key BLOB NOT NULL,
            PRIMARY KEY (ns, name)) STRICT, WITHOUT ROWID""",
    ),
)

SCHEMA_VERSION: Final = len(MIGRATIONS)


def schema_version(connection: sqlite3.Connection) -> int:
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    assert isinstance(version, int)
    return version


def migrate(connection: sqlite3.Connection, by: str) -> None:
    """Bring a file to SCHEMA_VERSION in one transaction; nothing happens when it is there. ``by`` signs a new file."""
    if schema_version(connection) >= SCHEMA_VERSION:
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        version = schema_version(connection)  # again: another process may have been quicker
        for step in MIGRATIONS[version:]:
            for statement in step:
                connection.execute(statement)
        if version == 0:
            made = [("ledger_id", secrets.token_hex(16)), ("made_by", by)]
            connection.executemany("INSERT INTO meta(name, value) VALUES (?, ?)", made)
        # Pragmas take no parameters; both values are constants of this module.
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {max(version, SCHEMA_VERSION)}")
        connection.execute("COMMIT")
    except BaseException:
        connection.execute("ROLLBACK")
        raise
