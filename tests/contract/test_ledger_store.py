"""What every LedgerStore has to keep. A second store adds one line to STORES and changes nothing else here."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from tests.contract.drafts import NOON, NS, add, admit, assert_sound, draft, fill, record

from cicatrix.adapters.sqlite import SqliteStore
from cicatrix.core.canonical import canonical_json
from cicatrix.core.entries import GENESIS, Draft, Embedded, read_header
from cicatrix.core.ids import Kind
from cicatrix.core.merkle import (
    EMPTY_ROOT,
    consistency_ranges,
    inclusion_ranges,
    verify_consistency,
    verify_inclusion,
)
from cicatrix.core.projection import Counter, read_body
from cicatrix.errors import ClockBehind, InvalidInput, InvalidText, InvalidTime, StoreError
from cicatrix.ports import LedgerReader, LedgerStore, LedgerWriter

STORES: dict[str, Callable[[Path], LedgerStore]] = {
    "sqlite": lambda folder: SqliteStore(folder / "ledger.db", by="cicatrix/test"),
}


@pytest.fixture(params=STORES)
def reopen(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Callable[[], LedgerStore]]:
    """Opens the same store, again and again."""
    opened: list[LedgerStore] = []

    def reopen() -> LedgerStore:
        opened.append(STORES[request.param](tmp_path))
        return opened[-1]

    yield reopen
    for store in opened:
        store.close()


@pytest.fixture
def store(reopen: Callable[[], LedgerStore]) -> LedgerStore:
    return reopen()


class Interrupted(Exception):
    """What a test raises inside a transaction."""


# -- the ledger ------------------------------------------------------------------------------------------------------


def test_a_new_store_is_empty(store: LedgerStore) -> None:
    assert store.namespaces() == []
    assert store.data_version(NS) == 0
    assert not store.read_only
    with store.reader(NS) as reader:
        head = reader.head()
        assert (head.seq, head.chain, head.root, head.at) == (0, GENESIS, EMPTY_ROOT, "")
        assert list(reader.entries()) == []
        assert list(reader.versions(list(Kind))) == []
        assert list(reader.projected()) == []
        assert reader.version("ep1") is None
        assert reader.history("ep1") == []
        assert reader.count(Kind.EPISODE) == 0
        assert reader.sequence_at(NOON) == 0
    assert_sound(store)


def test_an_entry_says_what_was_sealed(store: LedgerStore) -> None:
    with store.writer(NS, now=NOON, durability="full") as writer:
        first = writer.append(draft(Kind.EPISODE, writer.next_handle(Kind.EPISODE)))
        sealed = draft(
            Kind.QUESTION, writer.next_handle(Kind.QUESTION), {"text": "é\x00\U0001f512"}, key="k", parents=(first,)
        )
        assert writer.append(sealed) == 2
    with store.reader(NS) as reader:
        entry = next(reader.entries(2))
        header = read_header(entry.header)
        assert (header.kind, header.at, header.origin) == ("question", "2026-11-30T12:00:00.000000Z", "human")
        assert (header.parents, header.by) == ((1,), "cicatrix/test")
        assert entry.body is not None
        body = read_body(entry.body)
        assert (body.handle, body.kind, body.key, body.body) == ("q-1", "question", "k", {"text": "é\x00\U0001f512"})
    assert_sound(store)


def test_headers_are_canonical_and_name_nobody(store: LedgerStore) -> None:
    with store.writer(NS, now=NOON, durability="full") as writer:
        handle = writer.next_handle(Kind.EPISODE)
        writer.append(draft(Kind.EPISODE, handle, actor="Ana Übel", subjects=("Ben", 'a "quoted" \\ name')))
    with store.reader(NS) as reader:
        (entry,) = reader.entries()
        parsed = read_header(entry.header)
        fields = {name: getattr(parsed, name) for name in parsed.__dataclass_fields__}
        assert canonical_json(fields) == entry.header
        assert entry.header.isascii()
        for name in (b"Ana", b"Ben", b"quoted"):
            assert name not in entry.header


def test_a_person_keeps_a_pseudonym_within_a_namespace_only(store: LedgerStore) -> None:
    def actors(namespace: str) -> list[str]:
        with store.reader(namespace) as reader:
            return [read_header(entry.header).actor for entry in reader.entries()]

    for namespace in (NS, "acme/sales"):
        for name in ("ana", "ben", "ana"):
            with store.writer(namespace, now=NOON, durability="full") as writer:
                writer.append(draft(Kind.EPISODE, writer.next_handle(Kind.EPISODE), actor=name))
    here, there = actors(NS), actors("acme/sales")
    assert here[0] == here[2] != here[1]
    assert not set(here) & set(there)


def test_equal_bodies_have_different_commitments(store: LedgerStore) -> None:
    fill(store, 1, namespace="one")
    fill(store, 1, namespace="two")
    commits = []
    for namespace in ("one", "two"):
        with store.reader(namespace) as reader:
            commits += [read_header(entry.header).commit for entry in reader.entries()]
    assert len(set(commits)) == 2


def test_namespaces_are_apart(store: LedgerStore) -> None:
    fill(store, 3, namespace="acme/a")
    fill(store, 2, namespace="acme")
    assert store.namespaces() == ["acme", "acme/a"]
    assert [store.data_version(name) for name in ("acme", "acme/a", "acme/b")] == [2, 3, 0]
    with store.reader("acme") as reader:
        assert [version.handle for version in reader.changes(0, list(Kind))] == ["ep1", "ep2"]
        assert reader.version("ep3") is None
    for namespace in ("acme", "acme/a"):
        assert_sound(store, namespace)


@pytest.mark.parametrize("name", ["", "Acme", "a//b", "/a", "a/", "a b", "x" * 201, "*"])
def test_a_namespace_must_be_named_properly(store: LedgerStore, name: str) -> None:
    with pytest.raises(InvalidInput), store.reader(name):
        pass
    with pytest.raises(InvalidInput), store.writer(name, now=NOON, durability="full"):
        pass


def test_everything_is_there_after_opening_again(reopen: Callable[[], LedgerStore]) -> None:
    store = reopen()
    fill(store, 5)
    with store.reader(NS) as reader:
        before = (reader.head(), list(reader.entries()), list(reader.projected()), reader.counters())
    store.close()
    again = reopen()
    with again.reader(NS) as reader:
        assert (reader.head(), list(reader.entries()), list(reader.projected()), reader.counters()) == before
    assert fill(again, 1) == ["ep6"]
    assert_sound(again)


# -- versions --------------------------------------------------------------------------------------------------------


def test_a_new_version_ends_the_one_before(store: LedgerStore) -> None:
    with store.writer(NS, now=NOON, durability="full") as writer:
        add(writer, Kind.EPISODE)
        asked = add(writer, Kind.QUESTION, {"text": "one"}, key="k1")
        writer.append(draft(Kind.QUESTION, asked, {"text": "two"}, key="k2"))
    with store.writer(NS, now=NOON, durability="full") as writer:
        writer.append(draft(Kind.QUESTION, asked, {"text": "three"}, key="k2"))
    with store.reader(NS) as reader:
        history = reader.history(asked)
        assert [(version.seq, version.end) for version in history] == [(2, 3), (3, 4), (4, None)]
        texts = [version.body["text"] for version in history if version.body]
        assert texts == ["one", "two", "three"]
        held = [reader.version(asked, at) for at in range(6)]
        assert [version.seq if version else None for version in held] == [None, None, 2, 3, 4, 4]
        assert reader.version(asked) == history[2]
        assert reader.find(Kind.QUESTION, "k1") is None
        assert reader.find(Kind.QUESTION, "k2") == history[2]
        assert reader.find(Kind.EPISODE, "k2") is None
        assert (reader.count(Kind.QUESTION), reader.count(Kind.QUESTION, 1), reader.count(Kind.QUESTION, 2)) == (
            1,
            0,
            1,
        )
        assert reader.counters() == {"episode": Counter(1, 1), "question": Counter(1, 1)}
    assert_sound(store)


def test_the_mind_at_any_sequence(store: LedgerStore) -> None:
    with store.writer(NS, now=NOON, durability="full") as writer:
        for kind in (Kind.QUESTION, Kind.EPISODE, Kind.QUESTION, Kind.IMPORT):
            add(writer, kind)  # #1 q-1, #2 ep1, #3 q-2, #4 im-1
        writer.append(draft(Kind.QUESTION, "q-1"))  # #5
    with store.reader(NS) as reader:

        def mind(*kinds: Kind, at: int | None = None, after: int = 0, limit: int | None = None) -> list[str]:
            return [f"{v.handle}@{v.seq}" for v in reader.versions(kinds, at=at, after=after, limit=limit)]

        assert mind(Kind.QUESTION, Kind.IMPORT) == ["q-2@3", "im-1@4", "q-1@5"]
        assert mind(Kind.IMPORT, Kind.QUESTION, Kind.QUESTION, at=4) == ["q-1@1", "q-2@3", "im-1@4"]
        assert mind(Kind.QUESTION, at=2) == ["q-1@1"]
        assert mind(Kind.QUESTION, at=0) == []
        assert mind(Kind.QUESTION, at=99) == mind(Kind.QUESTION) == ["q-2@3", "q-1@5"]
        assert mind(Kind.QUESTION, Kind.IMPORT, after=3) == ["im-1@4", "q-1@5"]
        assert mind(Kind.QUESTION, Kind.IMPORT, limit=2) == ["q-2@3", "im-1@4"]
        assert mind() == []
        assert [v.seq for v in reader.changes(1, [Kind.QUESTION, Kind.EPISODE])] == [2, 3, 5]
        assert [v.seq for v in reader.latest(Kind.QUESTION)] == [5, 3]
        assert [v.seq for v in reader.latest(Kind.QUESTION, before=5, limit=1)] == [3]


def test_reading_goes_on_over_many_pages(store: LedgerStore) -> None:
    fill(store, 700)
    with store.writer(NS, now=NOON, durability="full") as writer:
        for number in range(1, 701, 2):
            writer.append(draft(Kind.EPISODE, f"ep{number}"))
        for _ in range(300):
            add(writer, Kind.RECALL)
    with store.reader(NS) as reader:
        assert [entry.seq for entry in reader.entries()] == list(range(1, 1351))
        assert [entry.seq for entry in reader.entries(300, 900)] == list(range(300, 900))
        assert [v.seq for v in reader.changes(10, list(Kind))] == list(range(11, 1351))
        assert [v.seq for v in reader.versions([Kind.EPISODE], at=700)] == list(range(1, 701))
        held = [*range(2, 701, 2), *range(701, 1351)]
        assert [v.seq for v in reader.versions([Kind.RECALL, Kind.EPISODE])] == held
        assert [v.seq for v in reader.versions([Kind.EPISODE, Kind.RECALL], after=650, limit=500)] == [
            seq for seq in held if seq > 650
        ][:500]
        assert [row.seq for row in reader.projected()] == list(range(1, 1351))
    assert_sound(store)


def test_the_sequence_at_a_moment(store: LedgerStore) -> None:
    for hours in (0, 0, 1, 5):
        with store.writer(NS, now=NOON + timedelta(hours=hours), durability="normal") as writer:
            add(writer, Kind.EPISODE)
    with store.reader(NS) as reader:
        asked = [-1, 0, 0.5, 1, 4.99, 5, 1000]
        assert [reader.sequence_at(NOON + timedelta(hours=hours)) for hours in asked] == [0, 2, 2, 3, 3, 4, 4]


def test_versions_are_read_by_the_entries_that_began_them(store: LedgerStore) -> None:
    fill(store, 600)
    with store.reader(NS) as reader:
        every = list(reader.changes(0, list(Kind)))
        assert reader.begun_by(list(Kind), [version.seq for version in every]) == every
        some = [every[0], every[7], every[399]]
        assert reader.begun_by([version.kind for version in some], [every[399].seq, every[0].seq, every[7].seq]) == some
        other = next(kind for kind in Kind if kind is not some[0].kind)
        assert reader.begun_by([other], [some[0].seq]) == []
        assert (reader.begun_by([some[0].kind], []), reader.begun_by(list(Kind), [601])) == ([], [])


# -- vectors ---------------------------------------------------------------------------------------------------------


def embedded(writer: LedgerWriter, kind: Kind, embedder: str, vector: bytes) -> int:
    return writer.append(draft(kind, writer.next_handle(kind))._replace(vector=Embedded(embedder, vector)))


def test_a_vector_is_stored_with_its_words(store: LedgerStore) -> None:
    with store.writer(NS, now=NOON, durability="full") as writer:
        assert embedded(writer, Kind.EPISODE, "em-1", b"\x01\x00") == 1
        assert list(writer.vectors("em-1")) == [(1, b"\x01\x00")], "a writer sees its own"
        add(writer, Kind.QUESTION)
        assert embedded(writer, Kind.RULE, "em-1", b"\x02\x00") == 3
        assert embedded(writer, Kind.MEMORY, "em-2", b"\x03\x00") == 4
    fill(store, 1, namespace="acme/other")
    with store.reader(NS) as reader:
        assert list(reader.vectors("em-1")) == [(1, b"\x01\x00"), (3, b"\x02\x00")]
        assert list(reader.vectors("em-1", after=1)) == [(3, b"\x02\x00")]
        assert [reader.vector("em-1", seq) for seq in range(5)] == [None, b"\x01\x00", None, b"\x02\x00", None]
        assert [reader.vector_count(embedder) for embedder in ("em-1", "em-2", "em-3")] == [2, 1, 0]
    with store.reader("acme/other") as reader:
        assert (list(reader.vectors("em-1")), reader.vector_count("em-1")) == ([], 0)


def test_many_vectors_are_read_in_order(store: LedgerStore) -> None:
    with store.writer(NS, now=NOON, durability="full") as writer:
        for number in range(600):
            embedded(writer, Kind.EPISODE, "em-1", number.to_bytes(2, "little"))
    with store.reader(NS) as reader:
        assert [seq for seq, _ in reader.vectors("em-1", after=3)] == list(range(4, 601))
        assert reader.vector_count("em-1") == 600


def test_vectors_of_a_failing_block_are_gone(store: LedgerStore) -> None:
    def block() -> None:
        with store.writer(NS, now=NOON, durability="full") as writer:
            embedded(writer, Kind.EPISODE, "em-1", b"\x01\x00")
            writer.put_vectors("em-2", [(1, b"\x01\x00")])
            raise Interrupted

    with pytest.raises(Interrupted):
        block()
    with store.reader(NS) as reader:
        assert (reader.vector_count("em-1"), reader.vector_count("em-2")) == (0, 0)


def test_vectors_that_come_late_seal_nothing(store: LedgerStore) -> None:
    fill(store, 3)
    with store.reader(NS) as reader:
        head = reader.head()
    with store.writer(NS, now=NOON, durability="full") as writer:
        writer.put_vectors("em-1", [(2, b"\x02\x00"), (1, b"\x01\x00")])
    with store.writer(NS, now=NOON, durability="full") as writer:
        writer.put_vectors("em-1", [(2, b"\x07\x00"), (3, b"\x03\x00")])
    with store.reader(NS) as reader:
        assert reader.head() == head
        assert list(reader.vectors("em-1")) == [(1, b"\x01\x00"), (2, b"\x02\x00"), (3, b"\x03\x00")]
        assert reader.vector_count("em-1") == 3
        came = list(reader.arrivals("em-1"))
        assert [(seq, vector) for _, seq, vector in came] == [(2, b"\x02\x00"), (1, b"\x01\x00"), (3, b"\x03\x00")]
        assert came == sorted(came)
        assert list(reader.arrivals("em-1", after=came[0][0])) == came[1:]
        assert reader.last_arrival("em-1") == came[-1][0]
        assert (list(reader.arrivals("em-2")), reader.last_arrival("em-2")) == ([], 0)


def test_vectors_are_destroyed_of_every_embedder(store: LedgerStore) -> None:
    fill(store, 3)
    fill(store, 3, namespace="acme/other")
    for namespace in (NS, "acme/other"):
        with store.writer(namespace, now=NOON, durability="full") as writer:
            for embedder in ("em-1", "em-2"):
                writer.put_vectors(embedder, [(seq, b"\x01\x00") for seq in (1, 2, 3)])
    with store.writer(NS, now=NOON, durability="full") as writer:
        embedded(writer, Kind.EPISODE, "em-1", b"\x01\x00")
        writer.drop_vectors([2, 3, 4, 99])
    with store.reader(NS) as reader:
        assert [[seq for seq, _ in reader.vectors(embedder)] for embedder in ("em-1", "em-2")] == [[1], [1]]
        assert [version.seq for version in reader.unembedded("em-1", limit=9)] == [2, 3, 4]
    with store.reader("acme/other") as reader:
        assert reader.vector_count("em-1") == 3


@pytest.mark.parametrize("seq", [0, 4])
def test_a_vector_of_no_entry_is_refused(store: LedgerStore, seq: int) -> None:
    fill(store, 3)
    with pytest.raises(InvalidInput), store.writer(NS, now=NOON, durability="full") as writer:
        writer.put_vectors("em-1", [(1, b"\x01\x00"), (seq, b"\x01\x00")])
    with store.reader(NS) as reader:
        assert reader.vector_count("em-1") == 0


def test_what_waits_for_a_vector(store: LedgerStore) -> None:
    with store.writer(NS, now=NOON, durability="full") as writer:
        episode, rule = add(writer, Kind.EPISODE), add(writer, Kind.RULE)
        add(writer, Kind.QUESTION)
        memory = add(writer, Kind.MEMORY)
        assert [version.handle for version in writer.unembedded("em-1", limit=9)] == [episode, rule, memory]
        writer.append(draft(Kind.RULE, rule, {"note": "changed"}))
        embedded(writer, Kind.EPISODE, "em-1", b"\x01\x00")
    with store.reader(NS) as reader:
        waiting = reader.unembedded("em-1", limit=9)
        assert [(each.handle, each.seq) for each in waiting] == [(episode, 1), (rule, 2), (memory, 4), (rule, 5)]
        assert [version.body for version in waiting[1::2]] == [{"note": rule}, {"note": "changed"}]
        assert [version.seq for version in reader.unembedded("em-1", limit=2)] == [1, 2]
        assert [version.seq for version in reader.unembedded("em-1", limit=2, after=1)] == [2, 4]
        assert [version.seq for version in reader.unembedded("em-2", limit=9)] == [1, 2, 4, 5, 6]
    with store.writer(NS, now=NOON, durability="full") as writer:
        writer.put_vectors("em-1", [(1, b"\x01\x00"), (4, b"\x01\x00")])
        assert [version.seq for version in writer.unembedded("em-1", limit=9)] == [2, 5]


# -- transactions ----------------------------------------------------------------------------------------------------


def test_a_failing_block_leaves_nothing_and_gives_its_handles_back(store: LedgerStore) -> None:
    fill(store, 2)
    with store.reader(NS) as reader:
        before = (reader.head(), list(reader.projected()), reader.counters())

    def interrupted() -> None:
        with store.writer(NS, now=NOON, durability="full") as writer:
            assert add(writer, Kind.EPISODE) == "ep3"
            assert writer.append(draft(Kind.EPISODE, "ep1")) == 4
            assert writer.version("ep3") is not None  # what was kept back is written by now
            raise Interrupted

    with pytest.raises(Interrupted):
        interrupted()
    with store.reader(NS) as reader:
        assert (reader.head(), list(reader.projected()), reader.counters()) == before
    assert fill(store, 1) == ["ep3"]
    assert_sound(store)


def test_a_block_that_seals_nothing_changes_nothing(store: LedgerStore) -> None:
    with store.writer(NS, now=NOON, durability="full") as writer:
        assert writer.next_handle(Kind.QUESTION) == "q-1"
        assert writer.head().seq == 0
    assert store.namespaces() == []
    with store.writer(NS, now=NOON, durability="full") as writer:
        assert writer.next_handle(Kind.QUESTION) == "q-1"  # never used, so it was given back


def test_a_refused_draft_leaves_no_trace_in_its_transaction(store: LedgerStore) -> None:
    refused: list[tuple[Draft, type[Exception]]]
    with store.writer(NS, now=NOON, durability="full") as writer:
        add(writer, Kind.EPISODE)
        refused = [
            (draft(Kind.EPISODE, "ep1", {"text": "\ud800"}), InvalidText),
            (draft(Kind.EPISODE, "ep1", {"n": 2**53}), InvalidInput),
            (draft(Kind.EPISODE, "ep1", {"n": float("nan")}), InvalidInput),
            (draft(Kind.EPISODE, "ep1", key="\ud800"), InvalidText),
            (draft(Kind.EPISODE, "ep1", actor="\ud800"), InvalidText),
            (draft(Kind.EPISODE, "ep1", subjects=("\udfff",)), InvalidText),
            (draft(Kind.EPISODE, "ep1", parents=(2,)), InvalidInput),
            (draft(Kind.EPISODE, "ep1", parents=(0,)), InvalidInput),
            (draft(Kind.EPISODE, "ep2"), InvalidInput),  # never given out
            (draft(Kind.EPISODE, "EP1"), InvalidInput),  # not as it is written
            (draft(Kind.EPISODE, "q-1"), InvalidInput),  # a question's
            (draft(Kind.EPISODE, "x"), InvalidInput),
        ]
        for bad, error in refused:
            with pytest.raises(error):
                writer.append(bad)
        assert writer.append(draft(Kind.EPISODE, "ep1", parents=(1,))) == 2
    with store.reader(NS) as reader:
        assert [(row.seq, row.end) for row in reader.projected()] == [(1, 2), (2, None)]
    assert_sound(store)


def test_a_writer_sees_its_own_writes(store: LedgerStore) -> None:
    fill(store, 1)
    with store.writer(NS, now=NOON, durability="full") as writer:
        asked = add(writer, Kind.QUESTION, {"n": 1}, key="k")
        writer.append(draft(Kind.QUESTION, asked, {"n": 2}, key="k"))
        found = writer.find(Kind.QUESTION, "k")
        assert found is not None
        assert (found.seq, found.body) == (3, {"n": 2})
        assert [entry.seq for entry in writer.entries()] == [1, 2, 3]
        assert (writer.head().seq, writer.count(Kind.QUESTION), writer.count(Kind.EPISODE)) == (3, 1, 1)
        assert len(list(writer.changes(0, list(Kind)))) == 3
        at_the_end = writer.head()
    with store.reader(NS) as reader:
        assert reader.head() == at_the_end


def test_one_may_write_while_reading_from_the_same_transaction(store: LedgerStore) -> None:
    fill(store, 600, Kind.QUESTION)
    with store.writer(NS, now=NOON, durability="full") as writer:
        seen = []
        for version in writer.versions([Kind.QUESTION]):
            seen.append(version.seq)
            assert len(seen) <= 600, "it reads what it has just written, for ever"
            writer.append(draft(Kind.QUESTION, version.handle))
        assert seen == list(range(1, 601))
    assert_sound(store)


def test_a_reader_is_a_snapshot(store: LedgerStore) -> None:
    fill(store, 300)
    with store.reader(NS) as reader:
        entries = reader.entries()
        first = next(entries)
        before = (reader.head(), reader.counters())
        fill(store, 5)
        with store.writer(NS, now=NOON, durability="full") as writer:
            writer.append(draft(Kind.EPISODE, "ep1"))
        assert (reader.head(), reader.counters()) == before
        assert len([first, *entries]) == 300
        assert all(version.end is None for version in reader.versions([Kind.EPISODE]))
    assert store.data_version(NS) == 306


def test_a_reader_inside_a_write_transaction_sees_what_was_committed(store: LedgerStore) -> None:
    fill(store, 1)
    with store.writer(NS, now=NOON, durability="full") as writer:
        add(writer, Kind.EPISODE)
        writer.head()
        with store.reader(NS) as reader:
            assert reader.head().seq == 1


def test_reading_after_the_block_is_an_error(store: LedgerStore) -> None:
    fill(store, 3)
    with store.reader(NS) as reader:
        entries = reader.entries()
        next(entries)
        versions = reader.versions([Kind.EPISODE])
    with pytest.raises(StoreError, match="ended"):
        reader.head()
    with pytest.raises(StoreError, match="ended"):
        next(versions)


def test_writing_twice_at_once_in_a_thread_is_an_error_and_no_deadlock(store: LedgerStore) -> None:
    with store.writer(NS, now=NOON, durability="full") as writer:
        add(writer, Kind.EPISODE)
        with pytest.raises(StoreError, match="already"), store.writer("other", now=NOON, durability="full"):
            pass
        add(writer, Kind.EPISODE)
    assert_sound(store)


def test_a_closed_store_says_so(store: LedgerStore) -> None:
    fill(store, 1)
    store.close()
    store.close()
    with pytest.raises(StoreError, match="closed"), store.reader(NS):
        pass
    with pytest.raises(StoreError, match="closed"), store.writer(NS, now=NOON, durability="full"):
        pass
    with pytest.raises(StoreError, match="closed"):
        store.data_version(NS)


def test_what_cannot_exist_is_refused_in_words(store: LedgerStore) -> None:
    fill(store, 1)
    with store.reader(NS) as reader:
        with pytest.raises(InvalidText):
            reader.version("\ud800")
        with pytest.raises(InvalidText):
            reader.find(Kind.EPISODE, "\udfff")
        with pytest.raises(InvalidInput):
            reader.version("ep1", at=2**64)
        assert reader.version("no handle at all") is None


# -- time ------------------------------------------------------------------------------------------------------------


def test_times_are_written_in_utc_with_microseconds(store: LedgerStore) -> None:
    moment = datetime(2026, 11, 30, 13, 0, 0, 7, tzinfo=timezone(timedelta(hours=1)))
    with store.writer(NS, now=moment, durability="full") as writer:
        add(writer, Kind.EPISODE)
    with store.reader(NS) as reader:
        assert reader.head().at == "2026-11-30T12:00:00.000007Z"


def test_recorded_time_never_runs_backwards(store: LedgerStore) -> None:
    fill(store, 1)
    with store.writer(NS, now=NOON - timedelta(days=1), durability="full") as writer:
        add(writer, Kind.EPISODE)
    with store.reader(NS) as reader:
        assert [version.at for version in reader.history("ep2")] == ["2026-11-30T12:00:00.000000Z"]
    assert_sound(store)


def test_a_set_clock_behind_the_ledger_is_refused(store: LedgerStore) -> None:
    fill(store, 1)
    with (
        pytest.raises(ClockBehind, match="#1"),
        store.writer(NS, now=NOON - timedelta(microseconds=1), durability="full", strict_now=True),
    ):
        pass
    with store.writer(NS, now=NOON, durability="full", strict_now=True) as writer:
        assert add(writer, Kind.EPISODE) == "ep2"


def test_a_time_without_a_zone_or_outside_the_years_is_refused(store: LedgerStore) -> None:
    early = datetime(1, 1, 1, tzinfo=timezone(timedelta(hours=1)))
    for bad in (datetime(2026, 1, 1), early):
        with pytest.raises(InvalidTime), store.writer(NS, now=bad, durability="full"):
            pass
    with store.writer(NS, now=datetime(1, 1, 1, tzinfo=UTC), durability="full") as writer:
        add(writer, Kind.EPISODE)
        assert writer.head().at == "0001-01-01T00:00:00.000000Z"


# -- many at once ----------------------------------------------------------------------------------------------------


def test_threads_take_turns(store: LedgerStore) -> None:
    errors: list[BaseException] = []
    given: list[str] = []

    def work(name: int) -> None:
        try:
            for turn in range(12):
                with store.writer(NS, now=NOON, durability="full" if turn % 2 else "normal") as writer:
                    given.extend([add(writer, Kind.EPISODE), add(writer, Kind.QUESTION, key=f"{name}-{turn}")])
                with store.reader(NS) as reader:
                    head = reader.head()
                    assert len(list(reader.entries())) == head.seq == reader.head().seq
                    assert reader.find(Kind.QUESTION, f"{name}-{turn}") is not None
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=work, args=(name,)) for name in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []
    assert len(given) == len(set(given)) == 144
    assert store.data_version(NS) == 144
    assert_sound(store)


def test_evidence_is_followed(store: LedgerStore) -> None:
    with store.writer(NS, now=NOON, durability="full") as writer:
        episode = record(writer, "Never post discount codes. \U0001f512 Ever.")
        admit(writer, episode, 0, 26)
        admit(writer, episode, 27, 34)
    assert_sound(store)


def test_the_roots_of_ranges_prove_each_entry(store: LedgerStore) -> None:
    """Inside a transaction that has not written its rows yet, and after it."""

    def check(reader: LedgerReader, size: int) -> None:
        root = reader.head().root
        leaves = [entry.leaf for entry in reader.entries()]
        for index in (0, 255, 256, 300, size - 1):
            proof = [reader.range_root(*span) for span in inclusion_ranges(index, size)]
            assert verify_inclusion(leaves[index], index, size, proof, root)
        proof = [reader.range_root(*span) for span in consistency_ranges(0, 257, size)]
        assert verify_consistency(257, size, reader.range_root(0, 257), root, proof)
        assert [(node.level, node.index) for node in reader.nodes()] == [(8, 0), (8, 1), (8, 2), (9, 0)]

    fill(store, 250)
    with store.writer(NS, now=NOON, durability="full") as writer:
        for _ in range(550):
            add(writer, Kind.EPISODE)
        check(writer, 800)
    with store.reader(NS) as reader:
        check(reader, 800)
        for start, end in ((0, 801), (-1, 2), (5, 5)):
            with pytest.raises(InvalidInput, match="no leaves"):
                reader.range_root(start, end)
    assert_sound(store)
