"""What each kind of statement says: which tables, which columns, whether a condition narrows it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from cicatrix.core.actions.call import Doubt, Unknown
from cicatrix.core.actions.sql.reader import ONLY, Reader
from cicatrix.core.actions.sql.statement import DEFINED, Statement, words
from cicatrix.core.actions.sql.tokens import Kind, Token

Nested = Callable[[str], "list[Statement] | None"]

_RUNS: Final = words("select insert update delete merge create with execute")
_SAME: Final = {"exec": "call", "execute": "call", "deny": "revoke", "erase": "delete", "upsert": "insert"}
_INTO: Final = words("into ignore low_priority delayed high_priority overwrite table or replace rollback abort fail")
_MODIFIERS: Final = words(
    "if exists not or replace temp temporary unlogged concurrently materialized foreign external unique clustered "
    "global local fulltext spatial algorithm definer transient recursive virtual force owned"
)
_ALTERS: Final = words("drop add rename alter modify change")


class KindReader(Reader):
    """``nested`` reads the statements of a text that is run; None where that goes too deep."""

    def __init__(self, part: list[Token], nested: Nested) -> None:
        super().__init__(part)
        self._nested = nested

    def statements(self) -> list[Statement]:
        """What the statement does: one thing, or several (an ALTER, a MERGE, a text that is run)."""
        while self.mark("("):
            self.at += 1
        ctes = self.ctes() if self.word() == "with" else frozenset[str]()
        kind = self.word()
        if kind == "explain" and any(token.text in ("analyze", "analyse") for token in self.part[:6]):
            while self.at < len(self.part) and self.word() not in _RUNS:
                self.at += 1
            kind = self.word()
        self.at += 1
        kind = _SAME.get(kind, kind)
        return _READERS.get(kind, KindReader._other)(self, kind, ctes)

    def _text(self, after: int) -> list[Statement] | None:
        """The statements in the first text after a place; None where there is none."""
        text = next((token.text for token in self.part[after:] if token.kind is Kind.TEXT), None)
        return None if text is None else self._nested(text)

    def _select(self, kind: str, ctes: frozenset[str]) -> list[Statement]:
        found = [Statement(kind, tables=self.sources(ctes))]
        for place in range(self.at, len(self.part)):
            if self.part[place].text == "into" and self.part[place].kind is Kind.WORD:
                self.at = place + 1
                self.skip(words("temp temporary table outfile dumpfile unlogged"))
                name = self.name()
                if name and not name.startswith("@"):
                    found.append(Statement("create", "table", (name,), found[0].tables))
                break
        return found

    def _insert(self, kind: str, ctes: frozenset[str]) -> list[Statement]:
        self.skip(_INTO)
        table = self.name()
        columns = self._columns()
        tables = (table,) if table else ()
        return [Statement(kind, "", tables, self.sources(ctes, tables, self.at), columns)]

    def _columns(self) -> tuple[str, ...]:
        if not self.mark("("):
            return ()
        self.at += 1
        return self.names()

    def _update(self, kind: str, ctes: frozenset[str]) -> list[Statement]:
        self.skip(ONLY | _INTO)
        found: dict[str, None] = {}
        begin = self.at
        self.listed(found)
        reads = self.sources(ctes, tuple(found), begin)
        columns: list[str] = []
        level = 0
        setting = False
        for place in range(self.at, len(self.part)):
            token = self.part[place]
            level += (token == Token(Kind.MARK, "(")) - (token == Token(Kind.MARK, ")"))
            if token.kind is Kind.WORD and level <= 0 and token.text in ("set", "where", "from", "returning"):
                setting = token.text == "set"
            elif setting and level <= 0 and token == Token(Kind.MARK, "=") and place:
                columns.append(self.part[place - 1].text)
        return [Statement(kind, "", tuple(found), reads, tuple(columns), everything=self.everything())]

    def _delete(self, kind: str, ctes: frozenset[str]) -> list[Statement]:
        self.skip(words("low_priority quick ignore"))
        found: dict[str, None] = {}
        if self.word() == "from":
            self.at += 1
            self.skip(ONLY)
        self.listed(found)
        reads = self.sources(ctes, (), self.at)
        tables = tuple(self.aliases.get(name, name) for name in found)
        reads = tuple(name for name in reads if name not in tables)
        return [Statement(kind, "", tables, reads, everything=self.everything())]

    def _merge(self, kind: str, ctes: frozenset[str]) -> list[Statement]:
        self.skip(_INTO)
        table = self.name()
        tables = (table,) if table else ()
        found = [Statement(kind, "", tables, self.sources(ctes, tables, self.at))]
        for place in range(self.at, len(self.part) - 1):
            after = self.part[place + 1].text
            if self.part[place] == Token(Kind.WORD, "then") and after in ("delete", "update", "insert"):
                found.append(Statement(after, "", tables))
        return found

    def _truncate(self, kind: str, _ctes: frozenset[str]) -> list[Statement]:
        self.skip(ONLY | {"table"})
        return [Statement(kind, "table", self.names(), everything=True)]

    def _drop(self, kind: str, _ctes: frozenset[str]) -> list[Statement]:
        self.skip(_MODIFIERS)
        thing = self.word()
        self.at += 1
        self.skip(_MODIFIERS)
        names = self.names()
        if thing in ("table", "view"):
            return [Statement(kind, thing, names)]
        tables: tuple[str, ...] = ()
        if self.word() == "on":
            self.at += 1
            tables = (self.name(),)
        return [Statement(kind, thing, tables, names=names)]

    def _create(self, kind: str, ctes: frozenset[str]) -> list[Statement]:
        self.skip(_MODIFIERS)
        thing = self.word()
        self.at += 1
        self.skip(_MODIFIERS)
        name = () if self.word() == "on" else self.names()
        if thing in ("table", "view"):
            return [Statement(kind, thing, name, self.sources(ctes, name, self.at))]
        tables: tuple[str, ...] = ()
        if thing in ("index", "trigger", "policy", "rule"):
            for place in range(self.at, len(self.part)):
                if self.part[place] == Token(Kind.WORD, "on"):
                    self.at = place + 1
                    self.skip(ONLY)
                    tables = (self.name(),)
                    break
        return [Statement(kind, thing, tables, names=name)]

    def _alter(self, kind: str, _ctes: frozenset[str]) -> list[Statement]:
        self.skip(_MODIFIERS)
        thing = self.word()
        self.at += 1
        self.skip(_MODIFIERS | ONLY)
        name = self.name()
        if thing not in ("table", "view"):
            return [Statement(kind, thing, names=(name,) if name else ())]
        table = (name,) if name else ()
        found = [Statement(kind, thing, table)]
        level = 0
        while self.at < len(self.part):
            level += self.mark("(") - self.mark(")")
            action = self.word() if level == 0 else ""
            self.at += 1
            if action not in _ALTERS:
                continue
            part = self.word() if self.word() in DEFINED else "column"
            if self.word() in DEFINED:
                self.at += 1
            self.skip(_MODIFIERS)
            if action == "rename" and self.word() in ("to", "as"):
                self.at += 1
                found.append(Statement("rename", thing, table, names=(self.name(),)))
                continue
            column = self.name()
            if column:
                action = "alter" if action in ("modify", "change") else action
                columns = (column,) if part == "column" else ()
                found.append(Statement(action, part, table, (), columns, () if columns else (column,)))
        return found

    def _grant(self, kind: str, _ctes: frozenset[str]) -> list[Statement]:
        tables: tuple[str, ...] = ()
        names: tuple[str, ...] = ()
        while self.at < len(self.part):
            word = self.word()
            self.at += 1
            if word == "on":
                thing = self.word() if self.word() in DEFINED | {"all"} else "table"
                while self.word() in DEFINED | {"all", "tables", "sequences", "in"}:
                    self.at += 1
                tables = self.names() if thing == "table" else tables
            elif word in ("to", "from"):
                names = self.names()
                break
        return [Statement(kind, "", tables, names=names)]

    def _copy(self, kind: str, ctes: frozenset[str]) -> list[Statement]:
        program = any(token == Token(Kind.WORD, "program") for token in self.part)
        unknown = (Unknown(Doubt.OPAQUE, "a program that the database runs"),) if program else ()
        if self.mark("("):
            return [Statement(kind, tables=self.sources(ctes), unknown=unknown)]
        table = self.name()
        return [Statement(kind, tables=(table,) if table else (), unknown=unknown)]

    def _call(self, kind: str, _ctes: frozenset[str]) -> list[Statement]:
        """A procedure, or a text that is run."""
        begin = self.at
        name = self.name()
        if name in ("immediate", "sp_executesql") or self.part[begin : begin + 1] == [Token(Kind.MARK, "(")]:
            nested = self._text(begin)
            if nested is not None:
                return nested
            return [Statement(kind, unknown=(Unknown(Doubt.COMPUTED, "SQL that is computed, and then run"),))]
        unknown = (Unknown(Doubt.OPAQUE, f"the procedure {name[:80]}"),)
        return [Statement(kind, "procedure", names=(name,) if name else (), unknown=unknown)]

    def _prepare(self, kind: str, _ctes: frozenset[str]) -> list[Statement]:
        for place in range(self.at, len(self.part)):
            if self.part[place].text in ("as", "from") and self.part[place].kind is Kind.WORD:
                if self.part[place].text == "as":
                    return KindReader(self.part[place + 1 :], self._nested).statements()
                nested = self._text(place)
                if nested is not None:
                    return nested
        return [Statement(kind, unknown=(Unknown(Doubt.COMPUTED, "SQL that is computed, and then run"),))]

    def _do(self, _kind: str, _ctes: frozenset[str]) -> list[Statement]:
        return self._text(self.at) or []

    def _load(self, kind: str, _ctes: frozenset[str]) -> list[Statement]:
        for place in range(len(self.part) - 1):
            if self.part[place].text == "into":
                self.at = place + 1
                self.skip(words("table"))
                return [Statement(kind, "table", (self.name(),))]
        return [Statement(kind)]

    def _rename(self, kind: str, _ctes: frozenset[str]) -> list[Statement]:
        thing = self.word()
        self.at += 1
        return [Statement(kind, thing, (self.name(),))]

    def _other(self, kind: str, _ctes: frozenset[str]) -> list[Statement]:
        """Anything else: what it is called, and what the words after it name."""
        if not kind:
            text = self.part[0].text
            if text in ("\\", "."):  # commands of psql and sqlite, which run programs and read files
                return [
                    Statement("", unknown=(Unknown(Doubt.OPAQUE, f"a command of the client: {text}{self.word()}"),))
                ]
            return [Statement("", unknown=(Unknown(Doubt.UNPARSED, f"no SQL: {text[:80]}"),))]
        self.skip(words("table full verbose freeze database"))
        tables = kind in ("vacuum", "analyze", "lock", "reindex", "optimize", "describe", "desc", "refresh", "cluster")
        names = self.names()
        return [Statement(kind, tables=names if tables else (), names=() if tables else names)]


_READERS: Final = {
    "select": KindReader._select,
    "values": KindReader._select,
    "table": KindReader._select,
    "insert": KindReader._insert,
    "replace": KindReader._insert,
    "update": KindReader._update,
    "delete": KindReader._delete,
    "merge": KindReader._merge,
    "truncate": KindReader._truncate,
    "drop": KindReader._drop,
    "create": KindReader._create,
    "alter": KindReader._alter,
    "grant": KindReader._grant,
    "revoke": KindReader._grant,
    "copy": KindReader._copy,
    "call": KindReader._call,
    "prepare": KindReader._prepare,
    "do": KindReader._do,
    "load": KindReader._load,
    "rename": KindReader._rename,
}
