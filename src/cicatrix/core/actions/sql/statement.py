"""What a statement of SQL does."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from cicatrix.core.actions.call import Unknown


@dataclass(frozen=True, slots=True)
class Statement:
    """One statement. ``kind`` is its verb: select, insert, update, delete, merge, drop, truncate, alter, create, grant,
    revoke, copy, call, set, … ``object`` is what a definition is of: table, view, index, column, database, schema.
    Names are folded, with their schema where one was written (``public.orders``)."""

    kind: str
    object: str = ""
    tables: tuple[str, ...] = ()  # what it changes; what it reads where it only reads
    reads: tuple[str, ...] = ()  # what it reads beside
    columns: tuple[str, ...] = ()  # that it sets, drops, adds
    names: tuple[str, ...] = ()  # what is neither: a database, schema, index, role, procedure
    everything: bool = False  # an update or delete that no condition narrows
    unknown: tuple[Unknown, ...] = ()


def words(text: str) -> frozenset[str]:
    """The words of a text, as a set."""
    return frozenset(text.split())


DEFINED: Final = words(
    "table view index database schema column function procedure trigger sequence type user role extension tablespace "
    "server policy constraint partition event keyspace login domain publication subscription rule collection warehouse "
    "stage task stream catalog dictionary aggregate operator cast language synonym package group"
)
"""What can be created and dropped."""
