"""Failure reports of other memory systems that concern the file: many at once, older files, moved files, backups."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.conftest import NAMESPACE, NOON

from cicatrix import Memory
from cicatrix.adapters.sqlite import SqliteStore, schema
from cicatrix.core.codec import decode
from cicatrix.core.ids import Kind
from cicatrix.core.memories import Memory as Noun
from cicatrix.core.memories import Status
from cicatrix.engine.sleep import SleepReport
from cicatrix.engine.verify import verify_namespace
from cicatrix.errors import Busy, SchemaTooNew, StateConflict, StoreError
from cicatrix.interfaces.cli.run import run

OLDEST = Path(__file__).parents[1] / "fixtures" / "schema_1.sql"
RECALLER = (
    "import sys; from cicatrix import Memory\n"
    "memory = Memory.open(sys.argv[1], namespace=sys.argv[2])\n"
    "for number in range(200):\n"
    "    memory.recall(f'May I post code {number}?')\n"
    "    if not number: print('begun', flush=True)\n"
)
PLAYED = ("in the evening", "with the window open", "for her neighbours")
FRAGMENTS = [f"{who} plays the {what} {how}." for who, what in (("Lena", "piano"), ("Mia", "cello")) for how in PLAYED]


# -- concurrency -------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_c070_writes_succeed_while_another_process_recalls(memory: Memory, database: Path) -> None:
    memory.record(task="Post", outcome="Bad.", correction="Never post codes.", correction_by="dana")
    command = [sys.executable, "-c", RECALLER, str(database), NAMESPACE]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "begun\n"
        ids = [memory.record(task=f"Post {number}", outcome="Good.").id for number in range(50)]
        _, errors = other.communicate(timeout=120)
    assert (other.returncode, errors) == (0, "")
    assert ids == [f"ep{number}" for number in range(2, 52)]
    assert memory.read().count(Kind.RECALL) == 200
    assert memory.verify(deep=True).ok


def test_c071_a_write_that_cannot_have_the_file_is_an_error_and_stores_nothing(database: Path) -> None:
    """The server's ``/health`` comes with the server; the error is the one that it will show."""
    store = SqliteStore(database, by="cicatrix/test", busy_timeout_ms=50)
    maintenance = sqlite3.connect(database, isolation_level=None)
    maintenance.execute("BEGIN IMMEDIATE")
    with pytest.raises(Busy) as caught, store.writer(NAMESPACE, now=NOON, durability="full"):
        pytest.fail("the block must not run")
    assert (caught.value.http_status, caught.value.exit_code) == (503, 7)
    assert "try again" in caught.value.hint
    assert not store.read_only, "it did not fall back to something less in silence"
    maintenance.execute("ROLLBACK")
    maintenance.close()
    assert store.data_version(NAMESPACE) == 0
    with store.writer(NAMESPACE, now=NOON, durability="full") as writer:
        assert writer.next_handle(Kind.EPISODE) == "ep1"
    store.close()


def test_c069_what_is_said_while_a_night_is_planned_is_kept(memory: Memory) -> None:
    """The night stands in line behind an edit and a new memory that its plan knows nothing of."""
    for said in FRAGMENTS:
        subject = said.split()[0]
        memory.remember(said, type="semantic", evidence=[memory.record(task=said).id], subject=subject, by="dana")
    allergy = memory.record(task="Noor is allergic to latex.").id
    nights: list[SleepReport] = []
    jobs: list[Callable[[], object]] = [
        lambda: memory.remember("Noor is allergic to latex.", type="semantic", evidence=[allergy], by="dana"),
        lambda: memory.correct("M-2", "Lena plays the piano before breakfast.", by="dana"),
        lambda: nights.append(memory.sleep()),
    ]
    store = memory.context.store
    assert isinstance(store, SqliteStore)
    threads = [threading.Thread(target=job) for job in jobs]
    with store.writer(NAMESPACE, now=NOON, durability="full"):
        for place, thread in enumerate(threads, start=1):
            thread.start()
            while len(store._turns._waiting) < place:
                assert thread.is_alive(), "it never wanted to write"
                os.sched_yield()
    for thread in threads:
        thread.join(60)
    (night,) = nights
    assert [merge.ids for merge in night.merged] == [("M-4", "M-5", "M-6")]
    assert {left.ids: left.code for left in night.refused}["M-1", "M-2", "M-3"] == "changed"
    held = {found.text for found in memory.read().memories() if found.status is Status.ACTIVE}
    assert held >= {"Noor is allergic to latex.", "Lena plays the piano before breakfast.", FRAGMENTS[0], FRAGMENTS[2]}
    assert FRAGMENTS[1] not in held
    assert memory.verify(deep=True).ok


def test_c072_a_session_with_an_old_view_changes_one_thing_only(memory: Memory, database: Path) -> None:
    """Nobody writes a view back: a change is one entry on what holds at that moment, or a conflict."""
    memory.record(task="Post", outcome="Bad.", correction="Never post codes.", correction_by="dana")
    with Memory.open(database, namespace=NAMESPACE, user="ben") as late:
        assert late.recall("May I post codes?").items  # it has seen the mind as it is now
        for number in range(20):
            memory.record(
                task=f"Ship {number}", outcome="Bad.", correction=f"Never ship {number}.", correction_by="dana"
            )
        before = {rule.id: rule for rule in memory.read().rules()}
        late.suspend("PB-01", by="ben")
        with pytest.raises(StateConflict):
            memory.suspend("PB-01", by="dana")
    after = {rule.id: rule for rule in memory.read().rules()}
    assert len(after) == 21
    assert [name for name in after if after[name] != before[name]] == ["PB-01"]
    assert after["PB-01"].status is Status.SUSPENDED


# -- migration ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def oldest(database: Path) -> Path:
    """A file that the first version of the schema made, with rows in every table."""
    with sqlite3.connect(database) as raw:
        raw.executescript(OLDEST.read_text("utf-8"))
    raw.close()
    return database


def shape(path: Path) -> dict[str, str]:
    """Tables and indexes, as they are declared."""
    with sqlite3.connect(path) as raw:
        rows = raw.execute("SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL").fetchall()
    raw.close()
    return dict(rows)


def truth(path: Path) -> list[list[tuple[object, ...]]]:
    with sqlite3.connect(path) as raw:
        found = [raw.execute(f"SELECT * FROM {name}").fetchall() for name in ("entries", "bodies", "people")]
    raw.close()
    return found


def test_c226_the_oldest_file_opens_with_all_that_a_new_one_has(oldest: Path, tmp_path: Path) -> None:
    """No copy is left behind (it would keep what is erased later); the ledger is proven unchanged instead."""
    before = truth(oldest)
    with Memory.open(oldest, namespace=NAMESPACE) as memory:
        (rule,) = memory.read().rules()
        assert (rule.id, rule.text, rule.pinned) == ("PB-01", "Never post discount codes ", False)
        assert memory.record(task="Go on", outcome="It does.").id == "ep3"
    with Memory.open(tmp_path / "new.db", namespace=NAMESPACE):
        pass
    assert shape(oldest) == shape(tmp_path / "new.db")
    for table, rows in zip(truth(oldest), before, strict=True):
        assert set(rows) <= set(table)
    assert sorted(path.name for path in tmp_path.glob("cicatrix*")) == [oldest.name]


def test_c226_a_newer_file_is_refused_in_words(oldest: Path) -> None:
    with sqlite3.connect(oldest) as raw:
        raw.execute(f"PRAGMA user_version = {schema.SCHEMA_VERSION + 1}")
    raw.close()
    with pytest.raises(SchemaTooNew, match=rf"schema {schema.SCHEMA_VERSION + 1}.*up to {schema.SCHEMA_VERSION}"):
        Memory.open(oldest, namespace=NAMESPACE)


def test_c227_steps_run_once_and_a_failing_one_leaves_a_file_that_works(
    oldest: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = shape(oldest)
    with monkeypatch.context() as patch:
        broken = ("CREATE INDEX by_colour ON entries(colour)", "ALTER TABLE entries ADD COLUMN colour TEXT")
        patch.setattr(schema, "MIGRATIONS", (*schema.MIGRATIONS, broken))
        patch.setattr(schema, "SCHEMA_VERSION", schema.SCHEMA_VERSION + 1)
        with pytest.raises(StoreError):
            Memory.open(oldest, namespace=NAMESPACE)
    assert shape(oldest) == old, "not even the steps before the failing one"
    shapes = []
    for _ in range(2):
        store = SqliteStore(oldest, by="cicatrix/test")
        assert verify_namespace(store, "acme/other", deep=True).ok
        store.close()
        shapes.append(shape(oldest))
    assert shapes[0] == shapes[1] != old


def test_c229_a_file_that_is_not_where_it_was_is_named_and_never_an_empty_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The path is given, set, or the folder's own. If none is there, reading says so, and writing that it made one."""
    monkeypatch.chdir(tmp_path)
    for call in (["playbook", "show"], ["episode", "list"], ["verify"]):
        assert run([*call, "--db", "moved.db", "-n", NAMESPACE]) != 0
        assert "moved.db" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
    assert run(["record", "--task", "Ship", "--outcome", "Done", "--db", "moved.db", "-n", NAMESPACE]) == 0
    assert "Made a new database: moved.db" in capsys.readouterr().err


# -- backups -----------------------------------------------------------------------------------------------------------


def test_c218_a_backup_keeps_pins_links_and_counts(memory: Memory, tmp_path: Path) -> None:
    memory.record(task="Post", outcome="Bad.", correction="Never post codes.", correction_by="dana")
    memory.record(task="Greet", outcome="Stiff.", correction="Always greet guests by name.")
    memory.remember("Always greet guests by name.", type="procedural", evidence=["ep2"], pin=True, by="dana")
    memory.retire("PB-01", by="dana")
    recall = memory.recall("May I greet guests by name?")
    memory.used(recall.id, [recall.items[0].id])
    report = memory.backup(tmp_path / "backup")
    with Memory.open(tmp_path / "new.db", namespace=NAMESPACE) as restored:
        done = restored.restore(tmp_path / "backup")
        assert done.entries == report.entries == memory.read().head().seq
        for kind in Kind:
            assert restored.read().count(kind) == memory.read().count(kind)
        assert {rule.id: rule for rule in restored.read().rules()} == {rule.id: rule for rule in memory.read().rules()}
        with restored.context.store.reader(NAMESPACE) as reader:
            version = reader.version("PB-02")
        assert version is not None
        assert version.body is not None
        assert decode(Noun, version.body).pinned
