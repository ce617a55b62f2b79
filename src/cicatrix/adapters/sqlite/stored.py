"""Rows as the database gives them, and what is made of them: bytes changed on the disk can break any promise."""

from __future__ import annotations

from collections.abc import Iterable
from types import UnionType
from typing import Any

from cicatrix.core.entries import read_header
from cicatrix.core.ids import Kind
from cicatrix.core.projection import VersionRow, read_body
from cicatrix.errors import VerificationFailed
from cicatrix.ports import SealedEntry, Version

Row = tuple[Any, ...]
Value = str | int | bytes | None

HEAD_TYPES = (int, bytes, bytes, str)
_ENTRY_TYPES = (int, bytes, bytes, bytes | None, bytes | None, int)
NODE_TYPES = (int, int, bytes)
_VERSION_TYPES = (str, str, str | None, int, int | None, str, str)

# Types of the columns of most pages. The rows of any other page are looked at one by one.
_WHOLE_ENTRIES = tuple(map(frozenset, ((int,), (bytes,), (bytes,), (bytes,), (bytes,), (int,))))
_NONE = type(None)
_VERSIONS = tuple(map(frozenset, ((str,), (str,), (str, _NONE), (int,), (int, _NONE), (str,), (str,))))


def text(raw: bytes) -> str | None:
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return None


def checked(row: Row, types: tuple[type | UnionType, ...], what: str) -> Row:
    """The row, if its values have the types that their columns promise: bytes changed on disk can break that."""
    for value, expected in zip(row, types, strict=True):
        if not isinstance(value, expected):
            raise VerificationFailed(f"{what} is damaged: a stored value has the wrong type.")
    return row


def sealed_rows(rows: list[Row]) -> Iterable[SealedEntry]:
    if _columns_are(_WHOLE_ENTRIES, rows):
        return [tuple.__new__(SealedEntry, row[:5]) for row in rows]
    return map(_sealed, rows)


def _sealed(row: Row) -> SealedEntry:
    if row[5] is None:
        raise _no_place(row[0])
    return SealedEntry(*checked(row, _ENTRY_TYPES, "An entry")[:5])


def arrival(row: Row) -> tuple[int, int, bytes]:
    number, seq, stored = checked(row, (int, int, bytes), "A vector")
    return number, seq, stored


def vector(row: Row) -> tuple[int, bytes]:
    seq, stored = checked(row, (int, bytes), "A vector")
    return seq, stored


def _no_place(seq: int) -> VerificationFailed:
    """An erasure empties the row of a body and leaves it; a row that is gone was lost."""
    return VerificationFailed(f"The body of #{seq} is lost: not even an empty place is left.")


def version_rows(rows: list[Row]) -> Iterable[VersionRow]:
    if _columns_are(_VERSIONS, rows):
        return [tuple.__new__(VersionRow, row) for row in rows]
    return (VersionRow(*checked(row, _VERSION_TYPES, "A version")) for row in rows)


def _columns_are(types: tuple[frozenset[type], ...], rows: list[Row]) -> bool:
    """Whether no value of these rows has another type than its column. A page at once costs less than row by row."""
    return all(
        kinds.issuperset(map(type, column)) for kinds, column in zip(types, zip(*rows, strict=True), strict=False)
    )


def version(row: Row) -> Version:
    handle, kind, key, seq, end, at, entry, raw, place = row
    if place is None:
        raise _no_place(seq)
    try:
        body = None if raw is None else read_body(raw).body
        return Version(handle, Kind(kind), key, seq, end, at, entry, body)
    except (ValueError, TypeError) as error:
        raise VerificationFailed(f"Entry #{seq} ({handle}) is damaged: {error}.") from None


def recorded_at(header: bytes, seq: int) -> str:
    try:
        return read_header(header).at
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise VerificationFailed(f"Entry #{seq} is damaged: its header cannot be read ({error}).") from None
