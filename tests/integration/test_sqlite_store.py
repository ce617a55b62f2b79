"""What is special about the SQLite file: opening, refusing, waiting, durability."""

from __future__ import annotations

import multiprocessing
import os
import shutil
import sqlite3
import stat
import tempfile
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.contract.drafts import NOON, NS, add, assert_sound, draft, fill

from cicatrix.adapters.sqlite import SqliteStore, schema
from cicatrix.core.ids import Kind
from cicatrix.errors import Busy, CicatrixError, NotALedger, ReadOnly, SchemaTooNew, StoreError, VerificationFailed
from cicatrix.ports import Durability

BY = "cicatrix/test"
NOBODY = 65534


def open_store(path: Path, *, read_only: bool = False, busy_timeout_ms: int = 5_000) -> SqliteStore:
    return SqliteStore(path, by=BY, read_only=read_only, busy_timeout_ms=busy_timeout_ms)


def raw(path: Path, statement: str, *values: object) -> list[tuple[object, ...]]:
    """Run one statement on the file from outside."""
    connection = sqlite3.connect(path, isolation_level=None)
    try:
        return connection.execute(statement, values).fetchall()
    finally:
        connection.close()


@pytest.fixture
def filled(database: Path) -> Path:
    """A closed file with five entries."""
    store = open_store(database)
    fill(store, 5)
    store.close()
    return database


# -- the file --------------------------------------------------------------------------------------------------------


def test_a_new_file_is_marked_as_ours(filled: Path) -> None:
    assert raw(filled, "PRAGMA application_id") == [(schema.APPLICATION_ID,)]
    assert raw(filled, "PRAGMA user_version") == [(schema.SCHEMA_VERSION,)]
    assert raw(filled, "PRAGMA journal_mode") == [("wal",)]
    assert raw(filled, "SELECT value FROM meta WHERE name = 'made_by'") == [(BY,)]


def test_a_new_file_is_for_its_owner_alone(database: Path) -> None:
    """And so is what the database library writes beside it. A memory is private, whatever the umask allows."""
    before = os.umask(0o022)
    try:
        store = open_store(database)
        fill(store, 5)
        made = sorted(path for path in database.parent.iterdir() if path.name.startswith(database.name))
        assert {path.name[len(database.name) :] for path in made} == {"", "-shm", "-wal"}
        assert [stat.S_IMODE(path.stat().st_mode) for path in made] == [0o600] * 3
        store.close()
    finally:
        os.umask(before)


def test_a_file_that_is_there_keeps_its_permissions(filled: Path) -> None:
    filled.chmod(0o640)
    store = open_store(filled)
    fill(store, 1)
    assert stat.S_IMODE(filled.stat().st_mode) == 0o640
    store.close()


def test_an_empty_file_becomes_a_ledger(database: Path) -> None:
    database.touch()
    store = open_store(database)
    fill(store, 1)
    assert_sound(store)
    store.close()


def test_closing_leaves_one_file(filled: Path) -> None:
    assert [path.name for path in filled.parent.iterdir()] == [filled.name]


def test_a_path_may_hold_any_characters(tmp_path: Path) -> None:
    path = tmp_path / "a b?mode=ro#50%é.db"
    store = open_store(path)
    fill(store, 1)
    store.close()
    assert path.exists()


def foreign_database(path: Path) -> None:
    raw(path, "CREATE TABLE notes(text)")


def half_a_header(path: Path) -> None:
    path.write_bytes(b"SQLite format 3\x00" + bytes(40))


def a_letter(path: Path) -> None:
    path.write_text("Dear reader, " * 500, encoding="utf-8")


@pytest.mark.parametrize("make", [foreign_database, half_a_header, a_letter])
@pytest.mark.parametrize("read_only", [False, True])
def test_a_file_of_somebody_else_is_refused_and_left_alone(
    database: Path, make: Callable[[Path], None], read_only: bool
) -> None:
    make(database)
    before = database.read_bytes()
    with pytest.raises(NotALedger):
        open_store(database, read_only=read_only)
    assert database.read_bytes() == before
    assert list(database.parent.iterdir()) == [database]


def test_a_newer_schema_is_refused_and_left_alone(filled: Path) -> None:
    raw(filled, f"PRAGMA user_version = {schema.SCHEMA_VERSION + 1}")
    before = filled.read_bytes()
    for read_only in (False, True):
        with pytest.raises(SchemaTooNew, match=str(schema.SCHEMA_VERSION + 1)):
            open_store(filled, read_only=read_only)
    assert filled.read_bytes() == before


def test_an_older_schema_is_brought_forward(filled: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a step that does not exist yet: it runs once, keeps what is there, and waits for a writer."""
    step = ("CREATE TABLE later(x TEXT) STRICT",)
    monkeypatch.setattr(schema, "MIGRATIONS", (*schema.MIGRATIONS, step))
    following = schema.SCHEMA_VERSION + 1
    monkeypatch.setattr(schema, "SCHEMA_VERSION", following)
    monkeypatch.setattr("cicatrix.adapters.sqlite.files.SCHEMA_VERSION", following)
    with pytest.raises(StoreError, match="brought forward"):
        open_store(filled, read_only=True)
    for _ in range(2):
        store = open_store(filled)
        fill(store, 1)
        assert_sound(store)
        store.close()
    assert raw(filled, "SELECT count(*) FROM later") == [(0,)]
    assert raw(filled, "PRAGMA user_version") == [(following,)]


def test_a_failing_step_leaves_the_file_as_it_was(filled: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schema, "MIGRATIONS", (*schema.MIGRATIONS, ("CREATE TABLE later(x)", "NONSENSE")))
    monkeypatch.setattr(schema, "SCHEMA_VERSION", schema.SCHEMA_VERSION + 1)
    with pytest.raises(StoreError):
        open_store(filled)
    assert raw(filled, "SELECT name FROM sqlite_schema WHERE name = 'later'") == []
    assert raw(filled, "PRAGMA user_version") == [(schema.SCHEMA_VERSION - 1,)]


def test_a_folder_or_a_missing_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="folder, not a file"):
        open_store(tmp_path)
    with pytest.raises(StoreError, match="does not exist") as caught:
        open_store(tmp_path / "missing" / "ledger.db")
    assert "mkdir" in caught.value.hint
    assert list(tmp_path.iterdir()) == []


def test_a_damaged_file_is_an_error_in_words(filled: Path) -> None:
    content = bytearray(filled.read_bytes())
    content[100:4096] = b"\xee" * 3996
    filled.write_bytes(content)
    with pytest.raises(VerificationFailed, match="damaged"):
        open_store(filled)


# -- reading only ----------------------------------------------------------------------------------------------------


def test_opened_for_reading_it_reads_and_refuses_to_write(filled: Path) -> None:
    before = filled.read_bytes()
    store = open_store(filled, read_only=True)
    assert store.read_only
    assert_sound(store)
    with pytest.raises(ReadOnly), store.writer(NS, now=NOON, durability="full"):
        pass
    store.close()
    assert filled.read_bytes() == before


def test_a_missing_ledger_is_not_made_by_reading(database: Path) -> None:
    with pytest.raises(StoreError, match="no ledger"):
        open_store(database, read_only=True)
    assert not database.exists()


def test_a_read_only_store_follows_a_writer(filled: Path) -> None:
    writing, reading = open_store(filled), open_store(filled, read_only=True)
    fill(writing, 3)
    assert reading.data_version(NS) == 8
    writing.close()
    assert reading.data_version(NS) == 8
    reading.close()


@pytest.fixture
def plain_folder() -> Iterator[Path]:
    """A folder that users without rights can reach."""
    folder = Path(tempfile.mkdtemp(prefix="cicatrix-"))
    folder.chmod(0o755)
    yield folder
    folder.chmod(0o755)
    shutil.rmtree(folder)


def as_plain_user(work: Callable[[], None]) -> None:
    """Run in a child process that the permissions of files apply to, even when the suite is run by root."""

    def child() -> None:
        if os.geteuid() == 0:
            os.setgid(NOBODY)
            os.setuid(NOBODY)
        work()

    in_a_child(child)


def in_a_child(work: Callable[[], None]) -> None:
    """Run in a forked process, where it must succeed."""
    process = multiprocessing.get_context("fork").Process(target=work)
    process.start()
    process.join(60)
    assert process.exitcode == 0


def test_without_the_right_to_write_it_is_open_for_reading(plain_folder: Path) -> None:
    path = plain_folder / "ledger.db"
    store = open_store(path)
    fill(store, 5)
    store.close()
    path.chmod(0o444)
    plain_folder.chmod(0o555)

    def work() -> None:
        for read_only in (False, True):
            store = open_store(path, read_only=read_only)
            assert store.read_only
            assert_sound(store)
            assert store.data_version(NS) == 5
            with pytest.raises(ReadOnly), store.writer(NS, now=NOON, durability="full"):
                pass
            store.close()

    as_plain_user(work)
    assert [item.name for item in plain_folder.iterdir()] == ["ledger.db"]


def test_a_folder_without_the_right_to_write_takes_no_new_ledger(plain_folder: Path) -> None:
    plain_folder.chmod(0o555)

    def work() -> None:
        with pytest.raises(StoreError, match="no right to write"):
            open_store(plain_folder / "ledger.db")

    as_plain_user(work)
    assert list(plain_folder.iterdir()) == []


def test_a_file_that_may_not_be_read_says_so(plain_folder: Path) -> None:
    path = plain_folder / "ledger.db"
    open_store(path).close()
    path.chmod(0)

    def work() -> None:
        with pytest.raises(StoreError, match="cannot be read"):
            open_store(path)

    as_plain_user(work)


# -- waiting ---------------------------------------------------------------------------------------------------------


def test_a_file_that_stays_locked_is_busy_and_nothing_is_written(filled: Path) -> None:
    store = open_store(filled, busy_timeout_ms=20)
    other = sqlite3.connect(filled, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(Busy), store.writer(NS, now=NOON, durability="full"):
        pass
    with store.reader(NS) as reader:  # readers do not wait
        assert reader.head().seq == 5
    other.execute("ROLLBACK")
    other.close()
    assert fill(store, 1) == ["ep6"]
    assert_sound(store)
    store.close()


def test_a_thread_that_keeps_the_turn_makes_the_others_busy(filled: Path) -> None:
    store = open_store(filled, busy_timeout_ms=20)
    errors: list[CicatrixError] = []

    def work() -> None:
        try:
            fill(store, 1)
        except CicatrixError as error:
            errors.append(error)

    with store.writer(NS, now=NOON, durability="full") as writer:
        add(writer, Kind.EPISODE)
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
    assert [type(error) for error in errors] == [Busy]
    assert_sound(store)
    store.close()


def test_a_disk_that_is_full_loses_nothing(filled: Path) -> None:
    """The database's own page limit stands for the disk's."""
    store = open_store(filled)
    with store.writer(NS, now=NOON, durability="full") as writer:
        add(writer, Kind.EPISODE)
    connection = store._write_connection
    assert connection is not None
    (pages,) = connection.execute("PRAGMA page_count").fetchone()
    connection.execute(f"PRAGMA max_page_count = {pages}")

    def too_much() -> None:
        with store.writer(NS, now=NOON, durability="full") as writer:
            handle = writer.next_handle(Kind.EPISODE)
            writer.append(draft(Kind.EPISODE, handle, {"text": "x" * 100_000}))

    with pytest.raises(StoreError, match="full"):
        too_much()
    assert store.data_version(NS) == 6
    connection.execute(f"PRAGMA max_page_count = {pages + 1000}")
    assert fill(store, 1) == ["ep7"]
    assert_sound(store)
    store.close()


def test_what_was_open_before_a_lasting_failure_is_not_used_again(filled: Path) -> None:
    """All connections of a process share one account of its locks, and only the last to close corrects it."""
    store = open_store(filled)
    fill(store, 1)
    with store.reader(NS) as reader:
        assert reader.head().seq == 6
        store._start_afresh()
    assert (store._idle, store._write_connection) == ([], None)
    with store.reader(NS):
        pass
    assert len(store._idle) == 1
    assert fill(store, 1) == ["ep7"]
    assert_sound(store)
    store.close()


# -- durability, deletion, forks -------------------------------------------------------------------------------------


def test_each_transaction_has_the_durability_that_it_asked_for(filled: Path) -> None:
    store = open_store(filled)
    seen = []
    asked: tuple[Durability, ...] = ("normal", "full", "normal")
    for durability in asked:
        with store.writer(NS, now=NOON, durability=durability) as writer:
            add(writer, Kind.RECALL)
            assert store._write_connection is not None
            seen.append(store._write_connection.execute("PRAGMA synchronous").fetchone()[0])
    assert seen == [1, 2, 1]
    store.close()


def test_what_is_deleted_is_overwritten(filled: Path) -> None:
    store = open_store(filled)
    fill(store, 1)
    assert store._write_connection is not None
    assert store._write_connection.execute("PRAGMA secure_delete").fetchone() == (1,)
    store.close()


def test_a_forked_child_opens_connections_of_its_own(filled: Path) -> None:
    store = open_store(filled)
    fill(store, 1)
    assert store.data_version(NS) == 6
    inherited = store._write_connection

    def work() -> None:
        assert store.data_version(NS) == 6
        fill(store, 2)
        assert store._write_connection is not inherited
        store.close()

    in_a_child(work)
    assert store._write_connection is inherited
    assert store.data_version(NS) == 8
    assert fill(store, 1) == ["ep9"]
    assert_sound(store)
    store.close()


def test_a_child_forked_inside_a_transaction_is_not_in_it(filled: Path) -> None:
    store = open_store(filled, busy_timeout_ms=20)

    def work() -> None:
        assert store.data_version(NS) == 5
        with pytest.raises(Busy):
            fill(store, 1)

    with store.writer(NS, now=NOON, durability="full") as writer:
        add(writer, Kind.EPISODE)
        in_a_child(work)
        add(writer, Kind.EPISODE)
    assert store.data_version(NS) == 7
    assert_sound(store)
    store.close()


def test_an_abandoned_transaction_is_rolled_back(filled: Path) -> None:
    store = open_store(filled)

    def interrupted() -> None:
        with store.writer(NS, now=NOON, durability="full") as writer:
            writer.append(draft(Kind.EPISODE, writer.next_handle(Kind.EPISODE)))
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert raw(filled, "SELECT count(*) FROM entries") == [(5,)]
    assert fill(store, 1) == ["ep6"]
    store.close()
