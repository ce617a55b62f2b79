"""Sealed bodies, and the fold that checks the table of versions."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.contract.drafts import draft

from cicatrix.core.canonical import canonical_json
from cicatrix.core.episodes import JsonObject
from cicatrix.core.ids import Kind, format_handle
from cicatrix.core.projection import Counter, Fold, VersionRow, read_body, seal_body

KINDS = (Kind.EPISODE, Kind.QUESTION)


@pytest.mark.parametrize("key", [None, "", 'a "key"', "schlüssel"])
@pytest.mark.parametrize("body", [{}, {"z": [1, {"é": None}], "a": "\U0001f512"}, {"x": 1.5}])
def test_a_sealed_body_is_rfc_8785(key: str | None, body: JsonObject) -> None:
    sealed = seal_body(draft(Kind.RULE, "PB-01", body, key=key))
    assert sealed == canonical_json({"body": body, "handle": "PB-01", "key": key, "kind": "rule"})


@st.composite
def histories(draw: st.DrawFn) -> list[VersionRow]:
    """Rows as a ledger makes them."""
    rows: list[VersionRow] = []
    for seq in range(1, draw(st.integers(1, 12)) + 1):
        kind = draw(st.sampled_from(KINDS))
        handle = format_handle(kind, draw(st.integers(1, 3)))
        rows = [row._replace(end=seq) if row.handle == handle and row.end is None else row for row in rows]
        rows.append(VersionRow(handle, kind.value, None, seq, None, "", kind.value))
    return rows


def wrong(rows: list[VersionRow]) -> tuple[int, str] | None:
    fold = Fold()
    for row in rows:
        found = fold.add(row)
        if found:
            return found
    return fold.finish()


@given(histories())
def test_rows_that_the_entries_made_are_accepted(rows: list[VersionRow]) -> None:
    assert wrong(rows) is None
    fold = Fold()
    for row in rows:
        fold.add(row)
    assert {kind: count.things for kind, count in fold.counters().items()} == {
        kind: len({row.handle for row in rows if row.kind == kind}) for kind in {row.kind for row in rows}
    }


@given(histories(), st.data())
def test_any_other_end_is_found(rows: list[VersionRow], data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(rows) - 1))
    ends = [None, *range(len(rows) + 3)]
    end = data.draw(st.sampled_from([end for end in ends if end != rows[place].end]))
    rows[place] = rows[place]._replace(end=end)
    found = wrong(rows)
    assert found is not None
    assert 1 <= found[0] <= len(rows)


def test_counters_know_gaps() -> None:
    fold = Fold()
    for seq, handle in enumerate(("q-2", "q-5"), 1):
        assert fold.add(VersionRow(handle, "question", None, seq, None, "", "question")) is None
    assert fold.counters() == {"question": Counter(5, 2)}


@pytest.mark.parametrize("end", ["", " ", "\n"])
def test_white_space_after_a_body_says_nothing(end: str) -> None:
    raw = seal_body(draft(Kind.RULE, "PB-01", {"a": "b"}))
    assert read_body(raw + end.encode()) == ("PB-01", "rule", None, {"a": "b"})


@pytest.mark.parametrize("raw", [b'{"body":}', b'{"body"', b"{", b'{"body":{}}x', b'{"a":"\xff"}'])
def test_what_is_no_json_is_an_ordinary_error(raw: bytes) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - whatever the reader says
        read_body(raw)


@given(st.permutations(range(1, 9)), st.integers(1, 8))
def test_handles_are_counted_in_whatever_order_they_come(numbers: list[int], count: int) -> None:
    fold = Fold()
    for seq, number in enumerate(numbers[:count], 1):
        assert fold.add(VersionRow(f"q-{number}", "question", None, seq, None, "", "question")) is None
    assert fold.counters() == {"question": Counter(max(numbers[:count]), count)}
    assert fold.add(VersionRow(f"q-{numbers[0]}", "question", None, 9, None, "", "question")) is not None


@pytest.mark.parametrize(("handle", "kind"), [("q-1", "rule"), ("nonsense", "question"), ("q-1", "?")])
def test_a_row_must_be_of_its_handles_kind(handle: str, kind: str) -> None:
    assert Fold().add(VersionRow(handle, kind, None, 3, None, "", "")) is not None


@given(
    st.text(max_size=5).filter(str.isascii), st.none() | st.text(st.characters(exclude_categories=["Cs"]), max_size=5)
)
def test_a_sealed_body_is_read_back(text: str, key: str | None) -> None:
    body = read_body(seal_body(draft(Kind.RULE, "PB-01", {"text": text}, key=key)))
    assert (body.handle, body.kind, body.key, body.body) == ("PB-01", "rule", key, {"text": text})


@pytest.mark.parametrize(
    "change",
    [{"handle": 1}, {"kind": None}, {"key": 1}, {"body": []}, {"more": 1}],
    ids=str,
)
def test_what_is_no_sealed_body_is_a_value_error(change: dict[str, object]) -> None:
    good: dict[str, object] = {"handle": "ep1", "kind": "episode", "key": None, "body": {}}
    with pytest.raises(ValueError, match=r"."):
        read_body(json.dumps(good | change).encode())


@pytest.mark.parametrize("raw", [b"", b"[]", b"{}", b"\xff", b"[" * 100_000])
def test_bytes_that_are_no_json_object_are_a_value_error(raw: bytes) -> None:
    with pytest.raises(ValueError, match=r"."):
        read_body(raw)
