"""What a statement of SQL does: its kind as families, its tables and columns as things."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from cicatrix.core.actions.call import Call, Doubt, Source, Thing, Unknown
from cicatrix.core.actions.sql import Statement, parse
from cicatrix.core.actions.words import folded, split
from cicatrix.core.episodes import JsonValue
from cicatrix.core.patterns import regex
from cicatrix.core.policies.lexicon.lexicon import Lexicon
from cicatrix.core.reading.grammar import table

_FAMILIES: Final = {
    "select": "query read", "show": "query", "describe": "query", "explain": "query", "insert": "add write create",
    "update": "edit", "delete": "delete", "merge": "edit add write", "replace": "replace write", "drop": "drop delete",
    "truncate": "wipe delete", "alter": "edit", "create": "create", "rename": "rename edit", "grant": "grant",
    "revoke": "revoke", "copy": "copy import write", "call": "run", "vacuum": "clear", "lock": "lock",
    "comment": "edit", "set": "edit", "kill": "stop",
}  # fmt: skip
_LOOKS: Final = table("select show describe explain with begin commit start savepoint use analyze rollback")
_QUIET: Final = table("begin commit start savepoint use rollback set")
_LITERAL = regex(r"'((?:[^']|'')*)'|(?<![\w.])(\d+(?:\.\d+)?)(?![\w.])")
_ASSIGNED = regex(r"(?i)\b([a-z_][\w.]*)\s*=\s*(?:'((?:[^']|'')*)'|(\d+(?:\.\d+)?|true|false))")
_DROPS: Final = regex(r"(?i)\bdrop\s+column\b")
_ADDS: Final = regex(r"(?i)\badd\s+(?:column\b|(?!constraint)[a-z_]\w*\s)")
_WHERE = regex(r"(?i)\bwhere\b")


def read_statements(text: str, lexicon: Lexicon, database: str = "") -> tuple[Call, ...]:
    """The calls of a text of SQL, one for each statement. ``database`` is where it runs, where a tool says so."""
    statements = parse(text)
    if not statements:
        return (Call(frozenset(), (), {"/sql": text}, unknown=(_UNREAD,), source=Source.SQL),)
    calls = [call for one in statements for call in _calls(one, text, lexicon, alone=len(statements) == 1)]
    where = (Thing(split(database), folded(database), "database", "place"),) if database else ()
    return tuple(replace(call, things=(*call.things, *where)) for call in calls)


_UNREAD: Final = Unknown(Doubt.UNPARSED, "SQL that holds no statement")


def _calls(statement: Statement, text: str, lexicon: Lexicon, *, alone: bool) -> Iterator[Call]:
    kind = statement.kind
    families = frozenset(_FAMILIES.get(kind, kind).split())
    looks = kind in _LOOKS or kind in _QUIET
    unknown = statement.unknown
    things = [thing for name in statement.tables for thing in _tables(name)]
    if statement.object and statement.object != "table":
        named = [*statement.names] or [""]
        things += [Thing(split(name) or (statement.object,), folded(name), statement.object) for name in named]
    role = "object" if kind == "alter" else "field"
    things += [Thing(split(name.rpartition(".")[2]), folded(name), "column", role) for name in statement.columns]
    if kind == "select" and alone:
        things += _selected(text, statement)
        unknown = (*unknown, *((_STARRED,) if _STAR.search(text) else ()))
    if kind == "alter":
        families |= {"drop", "delete"} if _DROPS.search(text) else frozenset()
        families |= {"add"} if _ADDS.search(text) else frozenset()
        things.append(Thing(("column",), "", "column", "field"))
    if statement.everything:
        families |= {"wipe"} if kind == "delete" else frozenset()
        things.append(Thing(("all", "row"), "", "row", "field"))
    things.append(Thing((kind, "statement"), "", "", "tool"))
    values: dict[str, JsonValue] = {"/kind": kind, "/text": text if alone else kind}
    values |= {f"/tables/{place}": name for place, name in enumerate(statement.tables)}
    if alone:
        things += _literals(text)
        if kind == "update":
            assigned = _WHERE.split(text)[0]
            for match in _ASSIGNED.finditer(assigned):
                given = match[2] if match[2] is not None else match[3]
                values[f"/set/{folded(match[1])}"] = given
                if match[1].lower().rpartition(".")[2] in ("status", "state", "visibility", "stage"):
                    families |= frozenset(family for word in split(given) for family in lexicon.acts(word))
    yield Call(
        verbs=families,
        things=tuple(things),
        values=values,
        tool=f"sql {kind}",
        words=text,
        reads=looks,
        unknown=unknown,
        source=Source.SQL,
    )
    if statement.reads:
        read = [thing for name in statement.reads for thing in _tables(name)]
        yield Call(
            frozenset(["query", "read"]), tuple(read), {"/reads": [*statement.reads]}, reads=True, source=Source.SQL
        )


def _tables(name: str) -> Iterator[Thing]:
    """A table, and the schema that it stands in."""
    yield Thing(split(name.rpartition(".")[2]), folded(name), "table")
    schema = name.rpartition(".")[0]
    if schema:
        yield Thing(split(schema), folded(schema), "schema")


_STAR = regex(r"(?i)(?:\bselect\s+(?:distinct\s+)?|,\s*|\w\.)\*")
_STARRED: Final = Unknown(Doubt.COMPUTED, "the columns that * stands for", "columns")
_IDENTIFIER = regex(r"(?<![\w.'])(?:[a-z_]\w*\.)?([a-z_]\w*)(?![\w(']|\s*\()")


def _selected(text: str, statement: Statement) -> Iterator[Thing]:
    """The names in a query that are no tables: its columns, and words of the grammar, which name nothing."""
    tables = {name.rpartition(".")[2] for name in (*statement.tables, *statement.reads)}
    for name in dict.fromkeys(_IDENTIFIER.findall(_LITERAL.sub(" ", text).lower())):
        if name not in tables:
            yield Thing(split(name), name, "column", "field")


def _literals(text: str) -> Iterator[Thing]:
    """The values that a statement names: a stock-keeping unit, a country, an order."""
    for match in _LITERAL.finditer(text):
        value = match[1] if match[1] is not None else match[2]
        if value and len(value) <= _LONG:
            yield Thing(split(value), folded(value), "", "value", "literal")


_LONG: Final = 80
