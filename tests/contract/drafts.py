"""Drafts and checks that ledger tests share."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from cicatrix.adapters.sqlite import SqliteStore
from cicatrix.core.codec import encode
from cicatrix.core.entries import GENESIS, Draft, EntryKind, chain_hash, commitment, leaf_hash, read_header
from cicatrix.core.episodes import Episode, EpisodeKind, JsonObject
from cicatrix.core.evidence import cite
from cicatrix.core.ids import Kind
from cicatrix.core.memories import Change, Memory, MemoryType, Status
from cicatrix.core.merkle import tree_root
from cicatrix.core.trust import Corrector, Origin
from cicatrix.engine.verify import verify_namespace
from cicatrix.ports import LedgerReader, LedgerStore, LedgerWriter

NS = "acme/support"
NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)

_OPENING: dict[Kind, EntryKind] = {
    Kind.EPISODE: EntryKind.EPISODE,
    Kind.RULE: EntryKind.MEMORY_ADMITTED,
    Kind.MEMORY: EntryKind.MEMORY_ADMITTED,
    Kind.RECALL: EntryKind.RECALL,
    Kind.QUESTION: EntryKind.QUESTION,
    Kind.USE: EntryKind.USED,
    Kind.IMPORT: EntryKind.IMPORT,
    Kind.DEAD_LETTER: EntryKind.DEAD_LETTER,
    Kind.TOMBSTONE: EntryKind.TOMBSTONE,
    Kind.ERASURE: EntryKind.ERASURE,
    Kind.EMBEDDER: EntryKind.EMBEDDER,
}


def draft(
    kind: Kind,
    handle: str,
    body: JsonObject | None = None,
    *,
    key: str | None = None,
    parents: tuple[int, ...] = (),
    actor: str = "ana",
    subjects: tuple[str, ...] = (),
) -> Draft:
    """A draft of any kind, with any body."""
    return Draft(
        _OPENING[kind],
        kind,
        handle,
        {"note": handle} if body is None else body,
        actor,
        Origin.HUMAN,
        parents=parents,
        subjects=subjects,
        key=key,
    )


def add(writer: LedgerWriter, kind: Kind, body: JsonObject | None = None, *, key: str | None = None) -> str:
    """Seal a new thing; returns its handle."""
    handle = writer.next_handle(kind)
    writer.append(draft(kind, handle, body, key=key))
    return handle


def erase(path: Path, *seqs: int, namespace: str = NS) -> int:
    """Seal an erasure that names these entries, then destroy their words; returns its sequence."""
    with closing(SqliteStore(path, by="cicatrix/test")) as store:
        head = store.data_version(namespace)
        with store.reader(namespace) as reader:
            now = datetime.fromisoformat(reader.head().at)
        with store.writer(namespace, now=now, durability="full") as writer:
            handle = writer.next_handle(Kind.ERASURE)
            writer.append(draft(Kind.ERASURE, handle, {"reason": "They asked for it."}, parents=seqs))
    destroy(path, *seqs, namespace=namespace)
    return head + 1


def destroy(path: Path, *seqs: int, namespace: str = NS) -> None:
    """Empty the places of these bodies: what an erasure does at its end, and what somebody does who has the file."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for seq in seqs:
            statement = "UPDATE bodies SET salt = NULL, body = NULL WHERE ns = ? AND seq = ?"
            assert connection.execute(statement, (namespace, seq)).rowcount == 1


def fill(store: LedgerStore, count: int, kind: Kind = Kind.EPISODE, *, namespace: str = NS) -> list[str]:
    """Seal so many new things in one transaction."""
    with store.writer(namespace, now=NOON, durability="full") as writer:
        return [add(writer, kind) for _ in range(count)]


def record(writer: LedgerWriter, correction: str) -> Episode:
    """Seal a true episode."""
    handle = writer.next_handle(Kind.EPISODE)
    moment = "2026-11-30T12:00:00Z"
    episode = Episode(
        handle,
        EpisodeKind.EXPERIENCE,
        "ana",
        Origin.HUMAN,
        moment,
        moment,
        correction=correction,
        corrector=Corrector("ana", "operator"),
    )
    writer.append(draft(Kind.EPISODE, handle, encode(episode)))
    return episode


def admit(writer: LedgerWriter, episode: Episode, start: int, end: int) -> Memory:
    """Seal a rule that cites a span of an episode's correction."""
    handle = writer.next_handle(Kind.RULE)
    evidence = cite(episode, "correction", start, end)
    rule = Memory(
        handle,
        MemoryType.PROCEDURAL,
        episode.correction[start:end],
        Status.ACTIVE,
        Origin.HUMAN,
        (evidence,),
        Change("admitted", "ana"),
    )
    writer.append(draft(Kind.RULE, handle, encode(rule)))
    return rule


def assert_sound(store: LedgerStore, namespace: str = NS) -> None:
    """Verified in depth, and recomputed here by hand."""
    report = verify_namespace(store, namespace, deep=True)
    assert report.ok, report.first_bad
    with store.reader(namespace) as reader:
        assert_hashes(reader)
        assert report.entries == reader.head().seq


def assert_hashes(reader: LedgerReader) -> None:
    """Sequence, chain, leaves, commitments and root of everything that a reader shows."""
    chain, leaves = GENESIS, []
    for seq, entry in enumerate(reader.entries(), 1):
        header = read_header(entry.header)
        assert (entry.seq, header.seq, header.ns) == (seq, seq, reader.namespace)
        assert header.prev == chain.hex()
        assert entry.leaf == leaf_hash(entry.header)
        assert entry.salt is not None
        assert entry.body is not None
        assert commitment(entry.salt, entry.body).hex() == header.commit
        chain = chain_hash(chain, entry.leaf)
        leaves.append(entry.leaf)
    head = reader.head()
    assert (head.seq, head.chain, head.root) == (len(leaves), chain, tree_root(leaves))
