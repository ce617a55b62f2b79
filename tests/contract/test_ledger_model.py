"""Any history of transactions, against a model of a few lines: what is read is what was sealed, at every sequence."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.contract.drafts import NOON, NS, assert_hashes, assert_sound, draft
from tests.contract.test_ledger_store import STORES

from cicatrix.core.ids import Kind, format_handle
from cicatrix.core.projection import Counter, VersionRow
from cicatrix.ports import LedgerReader, LedgerStore, LedgerWriter

KINDS = (Kind.EPISODE, Kind.QUESTION, Kind.RECALL)
KEYS = st.sampled_from([None, "a", "b"])

Change = tuple[Kind, int, str | None, bool]
"""Kind, which of its things (beyond the last: a new one), its key, and whether to read in between."""

CHANGES = st.lists(st.tuples(st.sampled_from(KINDS), st.integers(0, 5), KEYS, st.booleans()), max_size=8)
TRANSACTIONS = st.lists(st.tuples(CHANGES, st.booleans()), max_size=6)


@dataclass
class Model:
    """Version rows as the rules of the ledger make them."""

    rows: list[VersionRow] = field(default_factory=list)
    things: dict[Kind, int] = field(default_factory=dict)

    def seal(self, kind: Kind, wanted: int, key: str | None) -> str:
        number = min(wanted + 1, self.things.get(kind, 0) + 1)
        self.things[kind] = max(self.things.get(kind, 0), number)
        handle, seq = format_handle(kind, number), len(self.rows) + 1
        self.rows = [r._replace(end=seq) if r.handle == handle and r.end is None else r for r in self.rows]
        self.rows.append(VersionRow(handle, str(kind), key, seq, None, "2026-11-30T12:00:00.000000Z", str(kind)))
        return handle

    def held(self, kinds: tuple[Kind, ...], at: int) -> list[tuple[str, int]]:
        latest = {row.handle: row.seq for row in self.rows if row.seq <= at and row.kind in kinds}
        return sorted(latest.items(), key=lambda item: item[1])

    def copy(self) -> Model:
        return Model(list(self.rows), dict(self.things))


def compare(reader: LedgerReader, model: Model) -> None:
    last = len(model.rows)
    assert list(reader.projected()) == model.rows
    assert reader.counters() == {kind: Counter(count, count) for kind, count in model.things.items()}
    for at in range(last + 1):
        assert [(v.handle, v.seq) for v in reader.versions(KINDS, at=at)] == model.held(KINDS, at)
        for kind in KINDS:
            assert reader.count(kind, at) == len(model.held((kind,), at))
    for kind in KINDS:
        for key in ("a", "b"):
            rows = [row for row in model.rows if (row.kind, row.key, row.end) == (kind, key, None)]
            found = reader.find(kind, key)
            assert (found.seq if found else None) == (rows[-1].seq if rows else None)
        newest = [row.seq for row in reversed(model.rows) if row.kind == kind and row.end is None]
        assert [version.seq for version in reader.latest(kind)] == newest
    assert_hashes(reader)


def apply(writer: LedgerWriter, model: Model, changes: list[Change]) -> None:
    for kind, wanted, key, look in changes:
        known = model.things.get(kind, 0)
        handle = model.seal(kind, wanted, key)
        if model.things[kind] > known:
            assert writer.next_handle(kind) == handle
        assert writer.append(draft(kind, handle, key=key)) == len(model.rows)
        if look:
            compare(writer, model)


class Interrupted(Exception):
    """Ends a transaction that is to leave nothing."""


@pytest.mark.parametrize("open_store", STORES.values(), ids=STORES)
@given(transactions=TRANSACTIONS)
def test_what_is_read_is_what_was_sealed(
    open_store: Callable[[Path], LedgerStore], transactions: list[tuple[list[Change], bool]]
) -> None:
    model = Model()
    with tempfile.TemporaryDirectory() as folder:
        store = open_store(Path(folder))
        for changes, kept in transactions:
            tried = model.copy()
            try:
                with store.writer(NS, now=NOON, durability="normal") as writer:
                    apply(writer, tried, changes)
                    if not kept:
                        raise Interrupted
                model = tried
            except Interrupted:
                pass
            with store.reader(NS) as reader:
                compare(reader, model)
        assert_sound(store)
        store.close()
