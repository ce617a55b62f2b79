"""The tables, and how an older file is brought forward.

``MIGRATIONS[n]`` takes a file from schema version ``n`` to ``n + 1``; a step that has been released is never edited.
The version stands in ``PRAGMA user_version``; ``PRAGMA application_id`` says whose file it is.

The namespace leads every key. ``entries``, ``bodies`` and ``people`` are the truth; the other tables are projections
of it that one transaction keeps in step. A migration may change projections only: the truth is hashed before and after
it, and if one byte differs, nothing of it happens. So no copy of the file is kept, in which erased words would stay.
"""

from __future__ import annotations

import hashlib
import secrets
import sqlite3
from collections.abc import Callable
from typing import Final

from cicatrix.core.merkle import TILE, Frontier
from cicatrix.errors import VerificationFailed

APPLICATION_ID: Final = 0x43696361  # "Cica"

Step = str | Callable[[sqlite3.Connection], None]
"""A statement, or a function that fills what statements made."""


def keep_nodes(connection: sqlite3.Connection) -> None:
    """Fill the table ``nodes`` from the leaves."""
    for (namespace,) in connection.execute("SELECT ns FROM head ORDER BY ns").fetchall():
        tree = Frontier()
        leaves = connection.execute("SELECT leaf FROM entries WHERE ns = ? ORDER BY seq", (namespace,))
        while tile := [leaf for (leaf,) in leaves.fetchmany(TILE)]:
            if not all(isinstance(leaf, bytes) for leaf in tile):
                raise VerificationFailed(f"A leaf of {namespace} is damaged: it is no bytes.")
            rows = [(namespace, node.level, node.index, node.hash) for node in tree.extend(tile)]
            connection.executemany("INSERT INTO nodes(ns, level, place, hash) VALUES (?, ?, ?, ?)", rows)


MIGRATIONS: Final[tuple[tuple[Step, ...], ...]] = (
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
    (
        # Inner nodes of the tree over the leaves, from level 8 up: with them a proof reads two tiles of leaves at most.
        """CREATE TABLE nodes(
            ns TEXT NOT NULL, level INTEGER NOT NULL, place INTEGER NOT NULL, hash BLOB NOT NULL,
            PRIMARY KEY (ns, level, place)) STRICT, WITHOUT ROWID""",
        keep_nodes,
    ),
    (
        # What embedders made of a version's words, numbered as they came: some come late, and followers read on from
        # the last number they know. Not WITHOUT ROWID: counting reads the key alone, not the vectors.
        """CREATE TABLE vectors(
            arrival INTEGER PRIMARY KEY AUTOINCREMENT,
            ns TEXT NOT NULL, embedder TEXT NOT NULL, seq INTEGER NOT NULL, vector BLOB NOT NULL,
            UNIQUE (ns, embedder, seq)) STRICT""",
        "CREATE INDEX vectors_by_arrival ON vectors(ns, embedder, arrival)",
    ),
)

SCHEMA_VERSION: Final = len(MIGRATIONS)


def schema_version(connection: sqlite3.Connection) -> int:
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    assert isinstance(version, int)
    return version


def migrate(connection: sqlite3.Connection, by: str) -> None:
    """Bring a file to SCHEMA_VERSION in one transaction; nothing happens when it is there. ``by`` signs a new file.

    Raises VerificationFailed when the ledger itself would not be the same afterwards.
    """
    if schema_version(connection) >= SCHEMA_VERSION:
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        version = schema_version(connection)  # again: another process may have been quicker
        before = _truth(connection) if version else b""
        for step in MIGRATIONS[version:]:
            for part in step:
                if isinstance(part, str):
                    connection.execute(part)
                else:
                    part(connection)
        if version == 0:
            made = [("ledger_id", secrets.token_hex(16)), ("made_by", by)]
            connection.executemany("INSERT INTO meta(name, value) VALUES (?, ?)", made)
        elif _truth(connection) != before:
            raise VerificationFailed(
                f"Bringing the file from schema {version} to {SCHEMA_VERSION} would have changed the ledger;"
                " it was left as it was."
            )
        # Pragmas take no parameters; both values are constants of this module.
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {max(version, SCHEMA_VERSION)}")
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def _truth(connection: sqlite3.Connection) -> bytes:
    """One hash over all that is no projection."""
    digest = hashlib.sha256()
    for query in (
        "SELECT ns, seq, header, leaf FROM entries ORDER BY ns, seq",
        "SELECT ns, seq, salt, body FROM bodies ORDER BY ns, seq",
        "SELECT ns, name, key, NULL FROM people ORDER BY ns, name",
    ):
        digest.update(query.encode())
        for row in connection.execute(query):
            digest.update(repr(row).encode())
    return digest.digest()
