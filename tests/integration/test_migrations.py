"""A file of each schema that was ever released opens, is brought forward once, and keeps every byte of the ledger."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sqlite3
from pathlib import Path

import pytest
from tests.contract.drafts import NS, erase, fill

from cicatrix.adapters.sqlite import SqliteStore, files, schema
from cicatrix.core.ids import Kind
from cicatrix.engine.verify import verify_namespace
from cicatrix.errors import SchemaTooNew, StoreError, VerificationFailed

FIXTURES = Path(__file__).parents[1] / "fixtures"
OLDER = range(1, schema.SCHEMA_VERSION)
TRUTH = ("SELECT * FROM entries", "SELECT * FROM bodies", "SELECT * FROM people", "SELECT * FROM head")


def old_file(path: Path, version: int) -> Path:
    """A database as the code of that schema left it: frozen SQL text, in which the words of #7 are gone, and no erasure
    took them: that code knew no erasures."""
    connection = sqlite3.connect(path)
    connection.executescript((FIXTURES / f"schema_{version}.sql").read_text(encoding="utf-8"))
    connection.close()
    return path


def read(path: Path, *queries: str) -> list[list[tuple[object, ...]]]:
    connection = sqlite3.connect(path)
    rows = [connection.execute(query).fetchall() for query in queries]
    connection.close()
    return rows


def version_of(path: Path) -> object:
    return read(path, "PRAGMA user_version")[0][0][0]


def open_store(path: Path) -> SqliteStore:
    return SqliteStore(path, by="cicatrix/test")


@pytest.mark.parametrize("version", OLDER)
def test_an_old_ledger_is_brought_forward_and_goes_on(database: Path, version: int) -> None:
    old_file(database, version)
    before = read(database, *TRUTH)
    for _ in range(2):
        open_store(database).close()
        assert read(database, *TRUTH) == before
        assert version_of(database) == schema.SCHEMA_VERSION
    store = open_store(database)
    with store.reader(NS) as reader:
        old_root = reader.head().root
        assert [version.handle for version in reader.history("PB-01")] == ["PB-01", "PB-01"]
        assert reader.find(Kind.IMPORT, "file-1") is not None
    bad = verify_namespace(store, NS).first_bad
    assert bad is not None
    assert bad.seq == 7
    erase(database, 7)
    for namespace, entries, erased in ((NS, 9, 1), ("acme/other", 2, 0)):
        report = verify_namespace(store, namespace, deep=True)
        assert (report.ok, report.entries, report.erased) == (True, entries, erased), report.first_bad
        fill(store, 300, namespace=namespace)
        assert verify_namespace(store, namespace, deep=True).ok
    with store.reader(NS) as reader:
        assert reader.range_root(0, 8) == old_root
    store.close()
    assert [item.name for item in database.parent.iterdir()] == [database.name], "no copy with words in it is left"


def test_a_fixture_stands_for_every_schema_that_came_before() -> None:
    assert {int(path.stem.removeprefix("schema_")) for path in FIXTURES.glob("schema_*.sql")} == set(OLDER)


def test_the_nodes_of_a_long_old_ledger_are_made(database: Path) -> None:
    store = open_store(database)
    fill(store, 1030)
    fill(store, 300, namespace="acme/other")
    with store.reader(NS) as reader:
        nodes = list(reader.nodes())
    store.close()
    assert len(nodes) == 4 + 2 + 1
    connection = sqlite3.connect(database)
    connection.executescript("DROP TABLE nodes; DROP TABLE vectors; PRAGMA user_version = 1;")
    connection.close()
    store = open_store(database)
    with store.reader(NS) as reader:
        assert list(reader.nodes()) == nodes
    assert verify_namespace(store, "acme/other", deep=True).ok
    store.close()


def test_a_step_that_would_change_the_ledger_is_refused(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old_file(database, 1)
    before = database.read_bytes()
    harmful = (*schema.MIGRATIONS[1], "UPDATE bodies SET body = x'7b7d' WHERE seq = 2")
    monkeypatch.setattr(schema, "MIGRATIONS", (schema.MIGRATIONS[0], harmful))
    with pytest.raises(VerificationFailed, match="would have changed the ledger"):
        open_store(database)
    assert database.read_bytes() == before


def test_an_old_ledger_is_not_brought_forward_by_reading(database: Path) -> None:
    old_file(database, 1)
    before = database.read_bytes()
    with pytest.raises(StoreError, match="brought forward"):
        SqliteStore(database, by="cicatrix/test", read_only=True)
    assert database.read_bytes() == before


def test_a_damaged_old_ledger_is_an_error_in_words(database: Path) -> None:
    connection = sqlite3.connect(old_file(database, 1))
    connection.executescript("PRAGMA ignore_check_constraints = ON; DELETE FROM entries WHERE seq = 3;")
    connection.close()
    store = open_store(database)  # what is missing is for verify to say
    report = verify_namespace(store, NS)
    assert report.first_bad is not None
    assert report.first_bad.seq == 3
    store.close()


def test_a_killed_migration_leaves_the_old_file(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old_file(database, 1)
    before = read(database, *TRUTH)

    def killed(connection: sqlite3.Connection) -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    steps = (schema.MIGRATIONS[0], (*schema.MIGRATIONS[1], killed))
    monkeypatch.setattr(schema, "MIGRATIONS", steps)
    process = multiprocessing.get_context("fork").Process(target=open_store, args=(database,))
    process.start()
    process.join(60)
    assert process.exitcode == -signal.SIGKILL
    monkeypatch.undo()
    assert version_of(database) == 1
    assert read(database, *TRUTH, "SELECT name FROM sqlite_schema WHERE name = 'nodes'") == [*before, []]
    store = open_store(database)
    erase(database, 7)
    assert verify_namespace(store, NS, deep=True).ok
    store.close()


def test_an_old_program_refuses_a_new_file(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    open_store(database).close()
    before = database.read_bytes()
    monkeypatch.setattr(files, "SCHEMA_VERSION", schema.SCHEMA_VERSION - 1)
    with pytest.raises(SchemaTooNew):
        open_store(database)
    assert database.read_bytes() == before
