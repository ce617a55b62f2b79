"""Threads that share a commit: one for all, each keeps or loses its own part only, and nobody is told too early."""

from __future__ import annotations

import os
import random
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic

import pytest
from tests.contract.drafts import NOON, NS, add, assert_sound, draft, fill

from cicatrix.adapters.sqlite import SqliteStore
from cicatrix.core.ids import Kind
from cicatrix.errors import Busy, CicatrixError, StoreError
from cicatrix.ports import Durability


@pytest.fixture
def store(database: Path) -> Iterator[SqliteStore]:
    store = SqliteStore(database, by="cicatrix/test", busy_timeout_ms=20_000)
    fill(store, 1)
    yield store
    store.close()


class Crew:
    """Threads that stand in line, one after the other, while the main thread has the turn."""

    def __init__(self, store: SqliteStore) -> None:
        self.store = store
        self.errors: dict[str, BaseException] = {}
        self.done: list[str] = []
        self._threads: list[threading.Thread] = []

    def line_up(self, name: str, work: Callable[[], object]) -> None:
        def run() -> None:
            try:
                work()
                self.done.append(name)
            except BaseException as error:
                self.errors[name] = error

        thread = threading.Thread(target=run)
        self._threads.append(thread)
        thread.start()
        deadline = monotonic() + 30
        while len(self.store._turns._waiting) < len(self._threads):
            assert monotonic() < deadline, "the thread never stood in line"
            os.sched_yield()

    def join(self) -> None:
        for thread in self._threads:
            thread.join(60)
            assert not thread.is_alive()


def traced(store: SqliteStore) -> list[str]:
    """What the write connection is told from now on, without the rows."""
    said: list[str] = []
    connection = store._write_connection
    assert connection is not None
    words = ("BEGIN", "COMMIT", "ROLLBACK", "SAVEPOINT", "RELEASE")
    connection.set_trace_callback(lambda text: said.append(text) if text.startswith(words) else None)
    return said


def append(store: SqliteStore, namespace: str = NS, durability: Durability = "full") -> None:
    with store.writer(namespace, now=NOON, durability=durability) as writer:
        handle = add(writer, Kind.EPISODE)
        assert writer.version(handle) is not None, "a part sees its own writes"


def broken(store: SqliteStore) -> None:
    with store.writer(NS, now=NOON, durability="full") as writer:
        add(writer, Kind.EPISODE)
        list(writer.entries())  # so that its rows are in the database already
        raise KeyboardInterrupt


def test_threads_that_meet_share_one_commit(store: SqliteStore) -> None:
    crew, said = Crew(store), traced(store)
    with store.writer(NS, now=NOON, durability="full") as writer:
        add(writer, Kind.EPISODE)
        for number in range(6):
            crew.line_up(str(number), lambda number=number: append(store, ("acme/a", NS)[number % 2]))  # type: ignore[misc]
        assert store.data_version(NS) == 1, "nothing is visible before the commit"
    crew.join()
    assert crew.errors == {}
    assert said == ["BEGIN IMMEDIATE", *["SAVEPOINT part", "RELEASE part"] * 6, "COMMIT"]
    assert (store.data_version(NS), store.data_version("acme/a")) == (5, 3)
    for namespace in (NS, "acme/a"):
        assert_sound(store, namespace)


def test_a_part_that_fails_takes_only_itself_back(store: SqliteStore) -> None:
    crew, said = Crew(store), traced(store)
    with store.writer(NS, now=NOON, durability="full") as writer:
        add(writer, Kind.EPISODE)
        for name in ("good", "bad", "good too", "bad too"):
            crew.line_up(name, lambda name=name: (broken if "bad" in name else append)(store))  # type: ignore[misc]
    crew.join()
    assert sorted(crew.done) == ["good", "good too"]
    assert {name: type(error) for name, error in crew.errors.items()} == {
        "bad": KeyboardInterrupt,
        "bad too": KeyboardInterrupt,
    }
    assert said.count("COMMIT") == 1
    assert store.data_version(NS) == 4
    assert_sound(store)


def test_when_the_first_fails_the_next_begins_anew(store: SqliteStore) -> None:
    crew = Crew(store)

    def first() -> None:
        with store.writer(NS, now=NOON, durability="full") as writer:
            add(writer, Kind.EPISODE)
            crew.line_up("next", lambda: append(store))
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        first()
    crew.join()
    assert crew.done == ["next"]
    assert store.data_version(NS) == 2
    assert_sound(store)


def test_full_does_not_share_a_normal_commit(store: SqliteStore) -> None:
    crew, said = Crew(store), traced(store)
    with store.writer(NS, now=NOON, durability="normal") as writer:
        add(writer, Kind.EPISODE)
        crew.line_up("full", lambda: append(store, durability="full"))
    crew.join()
    assert said.count("COMMIT") == 2
    assert crew.errors == {}


def test_a_disk_that_fills_up_in_one_part_is_told_to_all(store: SqliteStore) -> None:
    """The database may end the whole transaction then; nobody may be told that it was written."""
    connection = store._write_connection
    assert connection is not None
    (pages,) = connection.execute("PRAGMA page_count").fetchone()
    crew = Crew(store)

    def too_much() -> None:
        with store.writer(NS, now=NOON, durability="full") as writer:
            handle = writer.next_handle(Kind.EPISODE)
            connection.execute(f"PRAGMA max_page_count = {pages}")
            writer.append(draft(Kind.EPISODE, handle, {"text": "x" * 100_000}))

    def all_of_them() -> None:
        with store.writer(NS, now=NOON, durability="full") as writer:
            add(writer, Kind.EPISODE)
            crew.line_up("too much", too_much)
            crew.line_up("after it", lambda: append(store))

    failed: list[CicatrixError] = []
    try:
        all_of_them()
    except CicatrixError as error:
        failed.append(error)
    crew.join()
    assert isinstance(crew.errors["too much"], StoreError)
    connection.execute(f"PRAGMA max_page_count = {pages + 1000}")
    written = (not failed) + ("after it" in crew.done)
    assert store.data_version(NS) == 1 + written
    append(store)
    assert_sound(store)


def test_what_the_database_ended_is_not_written_piece_by_piece(store: SqliteStore) -> None:
    """A block that goes on after its transaction was ended under it is refused, and takes its group with it."""
    crew = Crew(store)

    def ended() -> None:
        with store.writer(NS, now=NOON, durability="full") as writer:
            add(writer, Kind.EPISODE)
            assert store._write_connection is not None
            store._write_connection.execute("ROLLBACK")
            add(writer, Kind.EPISODE)

    def all_of_them() -> None:
        with store.writer(NS, now=NOON, durability="full") as writer:
            add(writer, Kind.EPISODE)
            crew.line_up("ended", ended)
            crew.line_up("after it", lambda: append(store))

    with pytest.raises(StoreError, match="Nothing was written"):
        all_of_them()
    crew.join()
    assert isinstance(crew.errors["ended"], StoreError)
    assert crew.done == ["after it"]
    assert store.data_version(NS) == 2
    assert_sound(store)


def test_who_waits_too_long_leaves_the_line(database: Path) -> None:
    store = SqliteStore(database, by="cicatrix/test", busy_timeout_ms=20)
    crew = Crew(store)
    with store.writer(NS, now=NOON, durability="full") as writer:
        add(writer, Kind.EPISODE)
        crew.line_up("impatient", lambda: append(store))
        crew.join()
    assert isinstance(crew.errors["impatient"], Busy)
    assert store.data_version(NS) == 1
    append(store)
    store.close()


def test_a_store_closed_while_others_wait_ends_cleanly(store: SqliteStore) -> None:
    crew = Crew(store)
    with store.writer(NS, now=NOON, durability="full") as writer:
        add(writer, Kind.EPISODE)
        crew.line_up("late", lambda: append(store))
        store.close()
    crew.join()
    assert store._write_connection is None
    again = SqliteStore(store.path, by="cicatrix/test")
    assert again.data_version(NS) == 2 + len(crew.done)
    assert_sound(again)
    again.close()


@pytest.mark.slow
def test_many_threads_with_failures_keep_exactly_what_they_were_told(store: SqliteStore) -> None:
    told: list[str] = []

    def work(number: int) -> None:
        source = random.Random(number)
        for _ in range(40):
            given: list[str] = []
            try:
                durability: Durability = source.choice(["full", "full", "normal"])
                with store.writer(NS, now=NOON, durability=durability) as writer:
                    given = [add(writer, Kind.EPISODE) for _ in range(source.randrange(1, 4))]
                    if source.random() < 0.2:
                        raise KeyError
                told.extend(given)
            except KeyError:
                pass

    threads = [threading.Thread(target=work, args=(number,)) for number in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
        assert not thread.is_alive()
    with store.reader(NS) as reader:
        kept = [version.handle for version in reader.changes(1, [Kind.EPISODE])]
    assert sorted(told) == sorted(kept)
    assert_sound(store)
