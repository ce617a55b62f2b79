"""Tampering: whatever is changed in the file behind the ledger's back is found, and the right entry is named."""

from __future__ import annotations

import json
import os
import random
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from tests.contract.drafts import NOON, NS, add, admit, destroy, draft, erase, fill, record

from cicatrix.adapters.sqlite import SqliteStore
from cicatrix.core.codec import encode
from cicatrix.core.entries import Header, chain_hash, commitment, leaf_hash, read_header
from cicatrix.core.evidence import quote_hash
from cicatrix.core.ids import Kind
from cicatrix.core.memories import Change, Evidence, Memory, MemoryType, Status
from cicatrix.core.merkle import Frontier
from cicatrix.core.projection import read_body, seal_body
from cicatrix.core.trust import Origin
from cicatrix.engine.memory import Memory as Opened
from cicatrix.engine.reports import VerifyReport
from cicatrix.engine.verify import verify_namespace
from cicatrix.errors import CicatrixError, InvalidText, NotFound, VerificationFailed

EVERY_BYTE = bool(os.environ.get("CICATRIX_SOAK"))


def make_ledger(path: Path) -> None:
    """#1 ep1, #2 PB-01 citing it, #3 q-1, #4 q-1 again, #5 PB-01 again, #6 im-1 (with a key), #7 rc-1."""
    store = SqliteStore(path, by="cicatrix/test")
    with store.writer(NS, now=NOON, durability="full") as writer:
        episode = record(writer, "Never post discount codes on public channels.")
        rule = admit(writer, episode, 0, 26)
        question = add(writer, Kind.QUESTION)
        writer.append(draft(Kind.QUESTION, question, {"answered": True}, parents=(3,)))
        writer.append(draft(Kind.RULE, rule.id, encode(replace(rule, version=2)), parents=(2,)))
        add(writer, Kind.IMPORT, key="file-1")
        add(writer, Kind.RECALL)
    fill(store, 2, namespace="acme/other")
    store.close()


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("verify") / "original.db"
    make_ledger(path)
    return path


@pytest.fixture
def copy(original: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(original, tmp_path / "copy.db"))


def verify(path: Path, *, deep: bool = False, namespace: str = NS) -> VerifyReport:
    store = SqliteStore(path, by="cicatrix/test", read_only=True)
    try:
        return verify_namespace(store, namespace, deep=deep)
    finally:
        store.close()


class Tampering:
    """Someone who can write the file and knows how it is built."""

    def __init__(self, path: Path) -> None:
        self.connection = sqlite3.connect(path, isolation_level=None)

    def run(self, statement: str, *values: object) -> int:
        changed = self.connection.execute(statement, values).rowcount
        assert changed != 0, "the tampering did nothing"
        return changed

    def value(self, statement: str, *values: object) -> object:
        return self.connection.execute(statement, values).fetchone()[0]

    def header(self, seq: int) -> Header:
        raw = self.value("SELECT header FROM entries WHERE ns = ? AND seq = ?", NS, seq)
        assert isinstance(raw, bytes)
        return read_header(raw)

    def put_header(self, seq: int, header: Header | bytes) -> None:
        """Replace a header together with its leaf."""
        raw = header.canonical() if isinstance(header, Header) else header
        self.run("UPDATE entries SET header = ?, leaf = ? WHERE ns = ? AND seq = ?", raw, leaf_hash(raw), NS, seq)

    def put_body(self, seq: int, body: bytes) -> None:
        """Replace a body together with its salt and its commitment."""
        salt = bytes(32)
        self.run("UPDATE bodies SET salt = ?, body = ? WHERE ns = ? AND seq = ?", salt, body, NS, seq)
        self.put_header(seq, replace(self.header(seq), commit=commitment(salt, body).hex()))

    def reseal(self, start: int) -> None:
        """Make chain, leaves, tree and head fit again from an entry to the end: what an unsigned log cannot show."""
        tree = Frontier()
        chain = bytes(32)
        rows = self.connection.execute("SELECT seq FROM entries WHERE ns = ? ORDER BY seq", (NS,)).fetchall()
        for (seq,) in rows:
            if seq > start:
                self.put_header(seq, replace(self.header(seq), prev=chain.hex()))
            leaf = leaf_hash(self.header(seq).canonical())
            chain = chain_hash(chain, leaf)
            tree.add(leaf)
        self.run("UPDATE head SET chain = ?, peaks = ? WHERE ns = ?", chain, tree.peaks, NS)


@dataclass(frozen=True)
class Case:
    name: str
    tamper: Callable[[Tampering], None]
    seq: int
    reason: str


def new_body(handle: str, kind: Kind, text: str = "other words") -> bytes:
    return seal_body(draft(kind, handle, {"text": text}))


def requote(t: Tampering) -> None:
    """The rule cites other words than it says, and everything else is made to fit."""
    raw = t.value("SELECT body FROM bodies WHERE ns = ? AND seq = 2", NS)
    assert isinstance(raw, bytes)
    body = read_body(raw).body
    evidence = body["evidence"]
    assert isinstance(evidence, list)
    first = evidence[0]
    assert isinstance(first, dict)
    first["end"] = 20
    t.put_body(2, seal_body(draft(Kind.RULE, "PB-01", body)))
    t.reseal(2)


def cite_later(t: Tampering) -> None:
    """The rule cites an episode that nobody recorded."""
    raw = t.value("SELECT body FROM bodies WHERE ns = ? AND seq = 2", NS)
    assert isinstance(raw, bytes)
    t.put_body(2, raw.replace(b'"episode":"ep1"', b'"episode":"ep9"'))
    t.reseal(2)


def without_evidence(t: Tampering) -> None:
    raw = t.value("SELECT body FROM bodies WHERE ns = ? AND seq = 2", NS)
    assert isinstance(raw, bytes)
    body = read_body(raw).body
    t.put_body(2, seal_body(draft(Kind.RULE, "PB-01", {**body, "evidence": []})))
    t.reseal(2)


def trusted_as(origin: Origin, *, also: str | None = None) -> Callable[[Tampering], None]:
    """The rule's trust is another, in both of its versions or in one, and everything is made to fit."""

    def tamper(t: Tampering) -> None:
        for seq in (2, 5) if also is None else (5,):
            raw = t.value("SELECT body FROM bodies WHERE ns = ? AND seq = ?", NS, seq)
            assert isinstance(raw, bytes)
            t.put_body(seq, raw.replace(b'"trust":"human"', b'"trust":"%b"' % origin.encode()))
            if also is not None:
                t.put_header(seq, replace(t.header(seq), kind=also))
                t.run("UPDATE versions SET entry = ? WHERE ns = ? AND seq = ?", also, NS, seq)
            t.reseal(seq)

    return tamper


def change_header(**fields: object) -> Callable[[Tampering], None]:
    def tamper(t: Tampering) -> None:
        t.put_header(4, replace(t.header(4), **fields))  # type: ignore[arg-type]
        t.reseal(4)

    return tamper


def sql(*statements: str) -> Callable[[Tampering], None]:
    def tamper(t: Tampering) -> None:
        for statement in statements:
            t.run(statement.replace("@", f"ns = '{NS}' AND seq ="))

    return tamper


def delete(*tables: str, at: str) -> Callable[[Tampering], None]:
    return sql(*(f"DELETE FROM {table} WHERE ns = '{NS}' AND {at}" for table in tables))


def head(change: str) -> Callable[[Tampering], None]:
    return sql(f"UPDATE head SET {change} WHERE ns = '{NS}'")


def counter(change: str) -> Callable[[Tampering], None]:
    return sql(f"UPDATE counters SET {change} WHERE ns = '{NS}' AND kind = 'rule'")


def version(seq: int, change: str) -> Callable[[Tampering], None]:
    return sql(f"UPDATE versions SET {change} WHERE @ {seq}")


def invent(seq: int) -> Callable[[Tampering], None]:
    return sql(f"INSERT INTO versions VALUES ('{NS}', 'rule', {seq}, 'PB-02', NULL, NULL, '', '')")


def raw_header(change: Callable[[bytes], bytes]) -> Callable[[Tampering], None]:
    return lambda t: t.put_header(4, change(t.header(4).canonical()))


def body(seq: int, raw: bytes, *, resealed: bool = True) -> Callable[[Tampering], None]:
    def tamper(t: Tampering) -> None:
        t.put_body(seq, raw)
        if resealed:
            t.reseal(seq)

    return tamper


def close_the_gap(t: Tampering) -> None:
    """#3 is taken out, and everything after it made to fit."""
    delete(*LEDGER, "bodies", at="seq = 3")(t)
    t.reseal(2)


OTHER_WORDS = "body = CAST(replace(body, 'codes', 'cakes') AS BLOB)"
LEDGER = ("entries", "versions")
CASES = [
    Case("words", sql(f"UPDATE bodies SET {OTHER_WORDS} WHERE @ 1"), 1, "words were changed"),
    Case("salt", sql("UPDATE bodies SET salt = zeroblob(32) WHERE @ 3"), 3, "words were changed"),
    Case("leaf", sql("UPDATE entries SET leaf = zeroblob(32) WHERE @ 3"), 3, "does not hash"),
    Case("header", sql("UPDATE entries SET header = CAST(header || ' ' AS BLOB) WHERE @ 3"), 3, "does not hash"),
    Case("body deleted", delete("bodies", at="seq = 3"), 3, "body of #3 is lost"),
    Case("half a body", sql("UPDATE bodies SET salt = NULL WHERE @ 3"), 3, "half of its body"),
    Case("other half", sql("UPDATE bodies SET body = NULL WHERE @ 3"), 3, "half of its body"),
    Case(
        "bodies swapped",
        sql(*(f"UPDATE bodies SET seq = {new} WHERE @ {old}" for old, new in ((3, -1), (4, 3), (-1, 4)))),
        3,
        "words were changed",
    ),
    Case("entry deleted", delete("entries", at="seq = 3"), 3, "no such entry"),
    Case("entry and version deleted", delete(*LEDGER, at="seq = 3"), 3, "missing"),
    Case("entry deleted and resealed", close_the_gap, 3, "missing"),
    Case("first deleted", delete(*LEDGER, at="seq = 1"), 1, "missing"),
    Case("last deleted", delete(*LEDGER, at="seq = 7"), 7, "missing"),
    Case("all deleted", delete(*LEDGER, at="seq > 0"), 1, "missing"),
    Case("head deleted", delete("head", at="seq = 7"), 1, "beyond the head"),
    Case("head cut", head("seq = 6, peaks = zeroblob(64)"), 7, "beyond the head"),
    Case("head moved on", head("seq = 8, peaks = zeroblob(32)"), 8, "missing"),
    Case("head's chain", head("chain = zeroblob(32)"), 7, "the head names"),
    Case("head's time", head("at = '2027'"), 7, "the head names"),
    Case("head's tree", head("peaks = zeroblob(96)"), 7, "tree"),
    Case("head's tree, cut", head("peaks = zeroblob(95)"), 8, "do not fit"),
    Case("body resealed", body(4, new_body("q-1", Kind.QUESTION), resealed=False), 4, "replaced"),
    Case("last body resealed", body(7, new_body("rc-1", Kind.RECALL), resealed=False), 7, "the head names"),
    Case("actor changed", lambda t: t.put_header(4, replace(t.header(4), actor="0" * 32)), 4, "replaced"),
    Case("another entry's place", lambda t: t.put_header(4, replace(t.header(4), seq=5)), 4, "belongs to #5"),
    Case("before the first", lambda t: t.put_header(1, replace(t.header(1), prev="1" * 64)), 1, "begin the chain"),
    Case("of another namespace", change_header(ns="acme/other"), 4, "of acme/other"),
    Case("time runs back", change_header(at="2020-01-01T00:00:00.000000Z"), 4, "no time at or after"),
    Case("no time", change_header(at="2027-13-01T00:00:00.000000Z"), 4, "no time at or after"),
    Case("rests on the future", change_header(parents=(4,)), 4, "does not come before"),
    Case("unknown form", change_header(v=2), 4, "canonical"),
    Case("header is no JSON", raw_header(lambda raw: raw[:-1]), 4, "cannot be read"),
    Case("header is a list", raw_header(lambda raw: b"[]"), 4, "cannot be read"),
    Case("header nests", raw_header(lambda raw: b"[" * 100_000), 4, "cannot be read"),
    Case(
        "header of wrong types",
        raw_header(lambda raw: raw.replace(b'"schema":1', b'"schema":[1]')),
        4,
        "cannot be read",
    ),
    Case("header without text", raw_header(lambda raw: raw.replace(b'"cicatrix/test"', b"7")), 4, "cannot be read"),
    Case("header with a space", raw_header(lambda raw: raw + b" "), 4, "canonical"),
    Case("body nests", body(4, b"[" * 100_000), 4, "nested"),
    Case("body is no object", body(4, b"[]"), 4, "no object"),
    Case("body of wrong types", body(4, new_body("q-1", Kind.QUESTION).replace(b'"q-1"', b"1")), 4, "wrong type"),
    Case("body with a wrong key", body(4, new_body("q-1", Kind.QUESTION).replace(b"null", b"1")), 4, "no text"),
    Case("body is about another", body(4, new_body("q-2", Kind.QUESTION)), 4, "about q-2"),
    Case("quote cut", requote, 2, "do not stand"),
    Case("episode invented", cite_later, 2, "no entry before"),
    Case("episode malformed", body(1, new_body("ep1", Kind.EPISODE)), 2, "not that of an episode"),
    Case("no evidence", without_evidence, 2, "without evidence"),
    Case("trusted more than its evidence", trusted_as(Origin.SYSTEM), 2, "trusted as system"),
    Case("ratified by nobody", trusted_as(Origin.RATIFIED), 2, "trusted as ratified"),
    Case("no memory", body(2, new_body("PB-01", Kind.RULE)), 2, "not that of a memory"),
    Case("version deleted", delete("versions", at="seq = 3"), 3, "missing"),
    Case("last version deleted", delete("versions", at="seq = 7"), 7, "missing"),
    Case("version invented", invent(8), 8, "no such entry"),
    Case("version before all", invent(0), 0, "no such entry"),
    Case("version of another handle", version(4, "handle = 'q-7'"), 4, "about q-1"),
    Case("version of another kind", version(4, "kind = 'rule'"), 4, "about q-1"),
    Case("version of no kind", version(4, "kind = '?'"), 4, "about q-1"),
    Case("version's kind is no text", version(4, "kind = CAST(x'ff' AS TEXT)"), 4, "missing"),
    Case("version of another key", version(6, "key = 'file-2'"), 6, "about im-1"),
    Case("version's time", version(6, "at = '2020'"), 6, "another kind or time"),
    Case("version's entry", version(6, "entry = 'used'"), 6, "another kind or time"),
    Case("ended version revived", version(2, '"end" = NULL'), 5, "still current"),
    Case("current version ended", version(5, '"end" = 9'), 5, "no entry ended it"),
    Case("ended by another", version(2, '"end" = 7'), 2, "#5 ended it"),
    Case("ended before it began", version(5, '"end" = 5'), 5, "before it began"),
    Case("counter of handles", counter("highest = 0"), 7, "counters"),
    Case("counter of things", counter("things = 9"), 7, "counters"),
    Case("counter deleted", delete("counters", at="kind = 'rule'"), 7, "counters"),
]


@pytest.mark.parametrize("deep", [False, True])
def test_an_untouched_ledger_verifies(original: Path, deep: bool) -> None:
    report = verify(original, deep=deep)
    assert report == replace(report, ok=True, entries=7, state="UNSIGNED", first_bad=None, erased=0)
    assert len(report.root) == 64
    assert len(report.checked) == (10 if deep else 8)


@pytest.mark.parametrize("deep", [False, True])
def test_a_mistyped_namespace_is_not_verified(original: Path, deep: bool) -> None:
    with pytest.raises(NotFound, match="no namespace acme/suport: the file holds acme/other, acme/support"):
        verify(original, deep=deep, namespace="acme/suport")


def test_a_namespace_that_lost_its_head_is_still_known(copy: Path) -> None:
    tampering = Tampering(copy)
    tampering.run("DELETE FROM head WHERE ns = ?", NS)
    tampering.connection.close()
    with pytest.raises(NotFound, match="acme/other, acme/support"):
        verify(copy, namespace="acme/suport")


def test_an_empty_file_verifies(database: Path) -> None:
    SqliteStore(database, by="cicatrix/test").close()
    report = verify(database, deep=True, namespace="acme/nobody")
    assert (report.ok, report.entries) == (True, 0)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_tampering_is_found_and_the_entry_named(copy: Path, case: Case) -> None:
    tampering = Tampering(copy)
    case.tamper(tampering)
    tampering.connection.close()
    for deep in (False, True):
        report = verify(copy, deep=deep)
        assert report.first_bad is not None
        assert (report.ok, report.first_bad.seq) == (False, case.seq), report.first_bad
        assert case.reason in report.first_bad.reason
        assert report.first_bad.kind
    other = verify(copy, deep=True, namespace="acme/other")
    assert other.ok, "the other namespace is not concerned"


@pytest.mark.parametrize("tamper", [trusted_as(Origin.EXTERNAL), trusted_as(Origin.RATIFIED, also="memory.ratified")])
def test_less_trust_than_the_evidence_and_ratified_trust_are_sound(
    copy: Path, tamper: Callable[[Tampering], None]
) -> None:
    tampering = Tampering(copy)
    tamper(tampering)
    tampering.connection.close()
    report = verify(copy, deep=True)
    assert report.ok, report.first_bad


def test_a_vouched_import_raises_what_rests_on_it(database: Path, tmp_path: Path) -> None:
    """What was external when it came in counts as its speaker's once a person has vouched for the log."""
    log = tmp_path / "log.jsonl"
    row = {"kind": "experience", "task": "Refund order 7", "action": "refunded 300", "outcome": "it went through"}
    lesson = {"correction": "Refunds above 200 need a manager's sign-off.", "correction_by": "dana"}
    log.write_text(json.dumps(row | lesson) + "\n", encoding="utf-8")
    with Opened.open(database, namespace=NS, user="dana") as memory:
        memory.import_file(log)
        memory.distill()
        assert {rule.trust for rule in memory.read().rules()} == {Origin.EXTERNAL}
        assert memory.verify(deep=True).ok
        memory.ratify("im-1")
        memory.distill()
        assert {rule.trust for rule in memory.read().rules()} == {Origin.HUMAN}
        report = memory.verify(deep=True)
        assert report.ok, report.first_bad


@pytest.mark.parametrize("deep", [False, True])
def test_erased_is_not_corrupt(copy: Path, deep: bool) -> None:
    """A body is erased when a sealed erasure names its entry; the erasure's own body can be erased by the next."""
    before = verify(copy).root
    erase(copy, 6, 7)
    erase(copy, 8)
    report = verify(copy, deep=deep)
    assert (report.ok, report.erased, report.entries) == (True, 3, 9), report.first_bad
    assert report.root != before
    destroy(copy, 9)
    bad = verify(copy, deep=deep).first_bad
    assert bad is not None
    assert (bad.seq, bad.kind) == (9, "erasure"), "nothing erased the last erasure's words"


@pytest.mark.parametrize("deep", [False, True])
@pytest.mark.parametrize("seq", range(1, 8))
def test_words_that_no_erasure_took_were_destroyed(copy: Path, seq: int, deep: bool) -> None:
    destroy(copy, seq)
    bad = verify(copy, deep=deep).first_bad
    assert bad is not None
    assert (bad.seq, "destroyed without an erasure" in bad.reason) == (seq, True), bad


def test_all_words_destroyed(copy: Path) -> None:
    tampering = Tampering(copy)
    tampering.run("UPDATE bodies SET salt = NULL, body = NULL")
    tampering.connection.close()
    report = verify(copy)
    assert report.first_bad is not None
    assert (report.first_bad.seq, report.first_bad.kind) == (1, "episode")


def test_an_erasure_takes_only_what_it_names_and_what_came_before_it(copy: Path) -> None:
    erase(copy, 7)
    destroy(copy, 6)
    bad = verify(copy).first_bad
    assert bad is not None
    assert (bad.seq, bad.kind) == (6, "import")


def test_only_an_erasure_erases(copy: Path) -> None:
    """Another kind of entry may rest on what is gone; that takes nobody's words."""
    with closing(SqliteStore(copy, by="cicatrix/test")) as store, store.writer(NS, now=NOON, durability="full") as w:
        w.append(draft(Kind.QUESTION, "q-1", parents=(7,)))
    destroy(copy, 7)
    bad = verify(copy).first_bad
    assert bad is not None
    assert bad.seq == 7


def test_of_several_bad_entries_the_first_is_named(copy: Path) -> None:
    erase(copy, 7)
    tampering = Tampering(copy)
    tampering.run("UPDATE entries SET leaf = zeroblob(32) WHERE ns = ? AND seq = 8", NS)
    bad = verify(copy).first_bad
    assert bad is not None
    assert (bad.seq, "does not hash" in bad.reason) == (8, True), "the erasure still claims #7"
    destroy(copy, 6)
    bad = verify(copy).first_bad
    assert bad is not None
    assert (bad.seq, "without an erasure" in bad.reason) == (6, True)


def test_what_is_in_force_may_not_cite_erased_words(copy: Path) -> None:
    erase(copy, 1)
    bad = verify(copy).first_bad
    assert bad is not None
    assert (bad.seq, bad.reason) == (5, "PB-01 is active and cites ep1, whose words were erased")
    with closing(SqliteStore(copy, by="cicatrix/test")) as store, store.writer(NS, now=NOON, durability="full") as w:
        version = w.version("PB-01")
        assert version is not None
        assert version.body is not None
        w.append(draft(Kind.RULE, "PB-01", {**version.body, "status": "retired"}))
    report = verify(copy)
    assert report.ok, report.first_bad
    assert "3 quotes of erased episodes could not be compared" in report.checked


STRAYS = [
    ("INSERT INTO bodies VALUES ('acme/support', 8, NULL, NULL)", 8, "a body is stored for it"),
    ("INSERT INTO bodies VALUES ('acme/support', -3, x'00', x'7b7d')", -3, "a body is stored for it"),
    ("INSERT INTO entries SELECT ns, 8, header, leaf FROM entries WHERE ns = 'acme/support' AND seq = 7", 8, "is lost"),
]


@pytest.mark.parametrize(("statement", "seq", "reason"), STRAYS)
def test_what_belongs_to_no_entry_is_found(copy: Path, statement: str, seq: int, reason: str) -> None:
    tampering = Tampering(copy)
    tampering.run(statement)
    tampering.connection.close()
    bad = verify(copy).first_bad
    assert bad is not None
    assert (bad.seq, reason in bad.reason) == (seq, True), bad


PEOPLE = [
    ("UPDATE people SET key = zeroblob(32) WHERE ns = 'acme/support'", "no entry bears"),
    ("INSERT INTO people VALUES ('acme/support', 'eve', zeroblob(32))", "no entry bears"),
    ("UPDATE people SET key = x'00' WHERE ns = 'acme/support'", "it is none"),
]


@pytest.mark.parametrize(("statement", "reason"), PEOPLE)
def test_a_key_behind_a_pseudonym_that_was_changed_is_found(copy: Path, statement: str, reason: str) -> None:
    tampering = Tampering(copy)
    tampering.run(statement)
    tampering.connection.close()
    assert verify(copy).ok, "only --deep looks at the keys"
    bad = verify(copy, deep=True).first_bad
    assert bad is not None
    assert reason in bad.reason


def test_a_refused_draft_leaves_no_key_behind(database: Path) -> None:
    """Otherwise an untouched ledger would fail to verify."""
    with closing(SqliteStore(database, by="cicatrix/test")) as store:
        with store.writer(NS, now=NOON, durability="full") as writer:
            handle = writer.next_handle(Kind.EPISODE)
            with pytest.raises(InvalidText):
                writer.append(draft(Kind.EPISODE, handle, actor="bo", subjects=("\ud800",)))
            writer.append(draft(Kind.EPISODE, handle, actor="ana"))
        report = verify_namespace(store, NS, deep=True)
        assert report.ok, report.first_bad


def test_no_handle_is_given_out_twice(copy: Path) -> None:
    """Whoever turns a counter back gets a refusal, not a second ep1."""
    tampering = Tampering(copy)
    tampering.run("UPDATE counters SET highest = 0 WHERE ns = ? AND kind = 'episode'", NS)
    tampering.connection.close()
    with (
        closing(SqliteStore(copy, by="cicatrix/test")) as store,
        pytest.raises(VerificationFailed, match="would be ep1, which exists"),
        store.writer(NS, now=NOON, durability="full") as writer,
    ):
        writer.next_handle(Kind.EPISODE)


def test_a_log_rewritten_to_its_end_verifies_and_says_unsigned(copy: Path) -> None:
    """The limit of a log that nobody signed. It is written here so that nobody claims more."""
    tampering = Tampering(copy)
    tampering.put_body(4, new_body("q-1", Kind.QUESTION, "rewritten"))
    tampering.reseal(4)
    tampering.connection.close()
    report = verify(copy, deep=True)
    assert (report.ok, report.state) == (True, "UNSIGNED")


def test_evidence_must_come_before_the_memory(database: Path) -> None:
    """The cited words exist and match, but they were said afterwards."""
    store = SqliteStore(database, by="cicatrix/test")
    words = "Never post codes."
    later = Evidence("ep1", "correction", 0, len(words), quote_hash(words))
    with store.writer(NS, now=NOON, durability="full") as writer:
        handle = writer.next_handle(Kind.RULE)
        rule = Memory(
            handle, MemoryType.PROCEDURAL, words, Status.ACTIVE, Origin.HUMAN, (later,), Change("admitted", "ana")
        )
        writer.append(draft(Kind.RULE, handle, encode(rule)))
        record(writer, words)
    report = verify_namespace(store, NS)
    assert report.first_bad is not None
    assert (report.first_bad.seq, report.first_bad.kind) == (1, "memory.admitted")
    assert "no entry before" in report.first_bad.reason
    store.close()


FLIPPED = [
    ("entries", "header", "seq = 4"),
    ("entries", "leaf", "seq = 4"),
    ("bodies", "salt", "seq = 4"),
    ("bodies", "body", "seq = 4"),
    ("versions", "handle", "seq = 4"),
    ("versions", "kind", "seq = 4"),
    ("versions", "at", "seq = 4"),
    ("versions", "entry", "seq = 4"),
]


@pytest.mark.parametrize(("table", "column", "where"), FLIPPED, ids=str)
def test_each_byte_of_an_entry_counts(copy: Path, table: str, column: str, where: str) -> None:
    at = f"{table} SET {column} = ? WHERE ns = '{NS}' AND {where}"
    connection = sqlite3.connect(copy, isolation_level=None)
    select = f"SELECT CAST({column} AS BLOB) FROM {table} WHERE ns = '{NS}' AND {where}"
    (value,) = connection.execute(select).fetchone()
    text = table == "versions"
    store = SqliteStore(copy, by="cicatrix/test", read_only=True)
    for place in range(len(value)):
        changed = bytearray(value)
        changed[place] ^= 1 << place % 8
        expression = at.replace("?", "CAST(? AS TEXT)") if text else at
        connection.execute(f"UPDATE {expression}", (bytes(changed),))
        report = verify_namespace(store, NS)
        assert report.first_bad is not None, (place, changed)
        assert report.first_bad.seq == 4, (place, report.first_bad)
        connection.execute(f"UPDATE {expression}", (value,))
    assert verify_namespace(store, NS).ok
    store.close()
    connection.close()


@pytest.mark.parametrize("column", ["chain", "peaks", "at"])
def test_each_byte_of_the_head_counts(copy: Path, column: str) -> None:
    connection = sqlite3.connect(copy, isolation_level=None)
    (value,) = connection.execute(f"SELECT CAST({column} AS BLOB) FROM head WHERE ns = ?", (NS,)).fetchone()
    store = SqliteStore(copy, by="cicatrix/test", read_only=True)
    cast = "CAST(? AS TEXT)" if column == "at" else "?"
    for place in range(len(value)):
        changed = bytearray(value)
        changed[place] ^= 0x80 if column == "at" and place % 2 else 1
        connection.execute(f"UPDATE head SET {column} = {cast} WHERE ns = ?", (bytes(changed), NS))
        assert not verify_namespace(store, NS).ok, (place, changed)
    store.close()
    connection.close()


def contents(path: Path) -> list[tuple[object, ...]]:
    """All that a caller can read of the ledger."""
    store = SqliteStore(path, by="cicatrix/test", read_only=True)
    try:
        with store.reader(NS) as reader:
            histories = [reader.history(handle) for handle in ("ep1", "PB-01", "q-1", "im-1", "rc-1")]
            found = [reader.find(kind, "file-1") for kind in Kind]
            counts = [reader.count(kind) for kind in Kind]
            return [
                (reader.head(), list(reader.entries()), list(reader.changes(0, list(Kind))), histories, found, counts)
            ]
    finally:
        store.close()


def test_a_flipped_byte_anywhere_in_the_file_is_found_or_means_nothing(original: Path, tmp_path: Path) -> None:
    """Never a traceback, and never other contents under the word "verified". CICATRIX_SOAK tries every byte."""
    content, told = original.read_bytes(), contents(original)
    places = range(len(content)) if EVERY_BYTE else sorted(random.Random(7).sample(range(len(content)), 400))
    path = tmp_path / "flipped.db"
    found = 0
    for place in [*range(100), *places]:
        flipped = bytearray(content)
        flipped[place] ^= 1 << place % 8
        path.write_bytes(flipped)
        try:
            report = verify(path, deep=True)
        except CicatrixError:
            found += 1
            continue
        if report.ok:
            assert contents(path) == told, place
        else:
            found += 1
    assert found > 20


@pytest.fixture(scope="module")
def with_nodes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A ledger long enough for inner nodes of its tree to be kept."""
    path = tmp_path_factory.mktemp("nodes") / "original.db"
    store = SqliteStore(path, by="cicatrix/test")
    fill(store, 600)
    store.close()
    return path


NODE_CASES = [
    ("UPDATE nodes SET hash = zeroblob(32) WHERE level = 8 AND place = 0", 256, "stored otherwise or missing"),
    ("UPDATE nodes SET hash = zeroblob(32) WHERE level = 9", 512, "stored otherwise or missing"),
    ("DELETE FROM nodes WHERE level = 8 AND place = 1", 512, "stored otherwise or missing"),
    ("UPDATE nodes SET place = 7 WHERE level = 9", 512, "stored otherwise or missing"),
    ("INSERT INTO nodes SELECT ns, 8, 2, hash FROM nodes WHERE level = 9", 600, "no entry completes it"),
    ("INSERT INTO nodes SELECT ns, 7, 0, hash FROM nodes WHERE level = 9", 600, "no entry completes it"),
]


@pytest.mark.parametrize(("statement", "seq", "reason"), NODE_CASES)
def test_kept_nodes_are_verified(with_nodes: Path, tmp_path: Path, statement: str, seq: int, reason: str) -> None:
    """A proof from a wrong node convinces nobody, but whoever asks for it should be told before."""
    path = Path(shutil.copy(with_nodes, tmp_path / "copy.db"))
    assert verify(path).ok
    tampering = Tampering(path)
    tampering.run(statement)
    tampering.connection.close()
    bad = verify(path).first_bad
    assert bad is not None
    assert (bad.seq, reason in bad.reason) == (seq, True), bad


def test_garbage_in_the_middle_of_the_file_names_the_entry(tmp_path: Path) -> None:
    """Whole pages are lost: what stands before them is read, and the first unreadable entry is named."""
    path = tmp_path / "long.db"
    store = SqliteStore(path, by="cicatrix/test")
    with store.writer(NS, now=NOON, durability="full") as writer:
        for number in range(300):
            handle = writer.next_handle(Kind.EPISODE)
            writer.append(draft(Kind.EPISODE, handle, {"text": f"words {number} " * 80}))
    store.close()
    content = path.read_bytes()
    with sqlite3.connect(path) as connection:
        (header,) = connection.execute("SELECT header FROM entries WHERE seq = 137").fetchone()
    connection.close()
    page = content.index(header) // 4096
    path.write_bytes(content[: page * 4096] + b"\xff" * 4096 + content[(page + 1) * 4096 :])
    report = verify(path)
    assert report.first_bad is not None
    assert 120 <= report.first_bad.seq <= 137
    assert "damaged" in report.first_bad.reason
    assert report.entries == report.first_bad.seq - 1
