"""A page is sound when everything in it is what was sealed, and not otherwise."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cicatrix.core.entries import (
    GENESIS,
    Draft,
    EntryKind,
    Header,
    chain_hash,
    commitment,
    leaf_hash,
)
from cicatrix.core.ids import Kind
from cicatrix.core.page import SoundPage, Stored, read_page
from cicatrix.core.projection import VersionRow, seal_body
from cicatrix.core.trust import Origin

NS = "acme/a"
SIZE, CHAIN, AT = 7, bytes(range(32)), "2026-11-30T12:00:00.000000Z"
LATER = AT.replace("12:00", "13:00")
RULES = frozenset({"rule"})

Page = tuple[list[Stored], list[VersionRow]]
Change = Callable[[int, Header], Header]


def page(count: int = 6, change: Change = lambda _, header: header, broken: int | None = None) -> Page:
    """Entries #8 and on with their rows, sealed one after the other; the body of ``broken`` is no JSON."""
    entries: list[Stored] = []
    rows: list[VersionRow] = []
    chain = CHAIN
    for seq in range(SIZE + 1, SIZE + 1 + count):
        kind, entry = (Kind.RULE, EntryKind.MEMORY_ADMITTED) if seq % 3 == 0 else (Kind.EPISODE, EntryKind.EPISODE)
        handle = f"PB-{seq:02d}" if kind is Kind.RULE else f"ep{seq}"
        key = f"key {seq}" if seq % 2 else None
        body = seal_body(Draft(entry, kind, handle, {"text": f"number {seq}"}, "ana", Origin.HUMAN, key=key))
        body = b'{"body":{}' if seq == broken else body
        salt = bytes([seq]) * 32
        header = Header(
            NS,
            seq,
            chain.hex(),
            entry.value,
            LATER if seq > SIZE + 3 else AT,
            "a" * 32,
            "human",
            commitment(salt, body).hex(),
            (1, seq - 1) if seq % 2 else (),
            ("b" * 32,) if seq % 3 else (),
            "cicatrix/test",
        )
        header = change(seq, header)
        leaf = leaf_hash(header.canonical())
        chain = chain_hash(chain, leaf)
        entries.append((seq, header.canonical(), leaf, salt, body))
        rows.append(VersionRow(handle, kind.value, key, seq, None, header.at, header.kind))
    return entries, rows


def read(given: Page, size: int = SIZE, chain: bytes = CHAIN, at: str = AT) -> SoundPage | None:
    return read_page(NS, size, chain, at, *given, RULES)


def test_what_was_sealed_is_sound() -> None:
    entries, rows = page()
    sound = read((entries, rows))
    assert sound is not None
    chain = CHAIN
    for entry in entries:
        chain = chain_hash(chain, entry[2])
    assert (list(sound.leaves), sound.chain) == ([entry[2] for entry in entries], chain)
    assert sound.nouns == {9: {"text": "number 9"}, 12: {"text": "number 12"}}
    assert read_page(NS, SIZE, CHAIN, AT, entries, rows) == replace(sound, nouns={})


def test_it_follows_what_was_before() -> None:
    assert read(page(), size=SIZE + 1) is None
    assert read(page(), chain=GENESIS) is None
    assert read(page(), at=LATER) is None
    assert read(page(), at="2025-01-01T00:00:00.000000Z") is not None
    assert read(([], [])) is None


def other(value: object, data: st.DataObject) -> object:
    """Another value of the same type, or none."""
    if isinstance(value, bytes):
        place = data.draw(st.integers(0, len(value) - 1))
        flip = data.draw(st.integers(1, 255))
        return data.draw(
            st.sampled_from([None, value[:place] + bytes([value[place] ^ flip]) + value[place + 1 :], value[:-1]])
        )
    if isinstance(value, int):
        return value + data.draw(st.sampled_from([-1, 1]))
    return data.draw(st.sampled_from(["", f"{value}x", "ep1", "q-1"]))


@given(st.data())
def test_any_other_value_is_a_doubt(data: st.DataObject) -> None:
    entries, rows = page()
    place = data.draw(st.integers(0, len(entries) - 1))
    if data.draw(st.booleans()):
        column = data.draw(st.integers(0, 4))
        value = other(entries[place][column], data)
        if value is None and column < 3:
            value = b""
        entries[place] = cast(Stored, (*entries[place][:column], value, *entries[place][column + 1 :]))
    else:
        column = data.draw(st.sampled_from([0, 1, 2, 3, 5, 6]))  # where a version ends is for the fold
        row = rows[place]
        rows[place] = VersionRow._make([*row[:column], other(row[column], data), *row[column + 1 :]])
    assert read((entries, rows)) is None


@given(st.data())
def test_what_is_missing_or_moved_is_a_doubt(data: st.DataObject) -> None:
    entries, rows = page()
    changed = cast(list[object], data.draw(st.sampled_from([entries, rows])))
    first, second = data.draw(st.lists(st.integers(0, len(entries) - 1), min_size=2, max_size=2, unique=True))
    if data.draw(st.booleans()):
        del changed[first]
    else:
        changed[first], changed[second] = changed[second], changed[first]
    assert read((entries, rows)) is None


@pytest.mark.parametrize(
    "change",
    [
        lambda header: replace(header, ns="acme/b"),
        lambda header: replace(header, seq=header.seq + 1),
        lambda header: replace(header, prev=header.prev[:-1] + ("1" if header.prev[-1] == "0" else "0")),
        lambda header: replace(header, at="2026-11-30T11:00:00.000000Z"),
        lambda header: replace(header, at="2026-11-30T12:00:00Z"),
        lambda header: replace(header, at="2026-11-31T12:00:00.000000Z"),
        lambda header: replace(header, parents=(header.seq,)),
        lambda header: replace(header, parents=(1, 0)),
        lambda header: replace(header, commit="0" * 64),
        lambda header: replace(header, actor="ä"),
        lambda header: replace(header, v=2),
    ],
)
def test_what_was_sealed_wrongly_is_a_doubt(change: Callable[[Header], Header]) -> None:
    assert read(page(change=lambda seq, header: change(header) if seq == SIZE + 3 else header)) is None


def test_a_body_that_cannot_be_read_is_a_doubt() -> None:
    assert read(page(broken=SIZE + 2)) is None


def test_a_long_salt_is_a_doubt() -> None:
    entries, rows = page(1)
    seq, _, _, _, body = entries[0]
    assert body is not None
    salt = bytes(65)
    header = Header(NS, seq, CHAIN.hex(), rows[0].entry, AT, "a", "human", commitment(salt, body).hex(), (), (), "x")
    entries[0] = (seq, header.canonical(), leaf_hash(header.canonical()), salt, body)
    assert read((entries, rows)) is None
