"""SQL: what each statement does, and to which tables."""

from __future__ import annotations

from dataclasses import dataclass

from cicatrix.core.actions.call import Unknown


@dataclass(frozen=True, slots=True)
class Statement:
    """One statement. ``kind`` is its verb: select, insert, update, delete, merge, drop, truncate, alter, create, grant,
    revoke, copy, call, set, … ``object`` is what a definition is of: table, view, index, column, database, schema.
    Names are folded unless quoted, with their schema where one was written (``public.orders``)."""

    kind: str
    object: str = ""
    tables: tuple[str, ...] = ()  # what it changes; what it reads where it only reads
    reads: tuple[str, ...] = ()  # what it reads beside
    columns: tuple[str, ...] = ()  # that it sets, drops, adds
    names: tuple[str, ...] = ()  # what is neither: a database, schema, index, role
    everything: bool = False  # an update or delete that no condition narrows
    unknown: tuple[Unknown, ...] = ()


def parse(text: str, dialect: str = "") -> tuple[Statement, ...]:
    """The statements of a text; those inside others too. Never raises: a statement that cannot be read is of the kind
    its first word says, and its ``unknown`` says why."""
    raise NotImplementedError
