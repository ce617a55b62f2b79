"""What statements of SQL do, and to which tables and columns."""

from __future__ import annotations

import pytest

from cicatrix.core.actions.call import Call, Doubt
from cicatrix.core.actions.statements import read_statements
from cicatrix.core.policies.lexicon import Lexicon


def statements(text: str) -> tuple[Call, ...]:
    return read_statements(text, Lexicon.default())


@pytest.mark.parametrize(
    ("text", "verb", "kind", "literal"),
    [
        ("DELETE FROM shop.orders", "delete", "table", "shop.orders"),
        ("DELETE FROM shop.orders", "wipe", "schema", "shop"),
        ("UPDATE stock SET n = 4 WHERE sku = 'AB-1'", "edit", "", "ab-1"),
        ("UPDATE cases SET status = 'closed' WHERE id = 4", "close", "table", "cases"),
        ("DROP /* tidy */ TABLE IF EXISTS audit", "drop", "table", "audit"),
        ("ALTER TABLE carts DROP COLUMN note", "drop", "column", "note"),
        ("TRUNCATE audit", "wipe", "table", "audit"),
        ("INSERT INTO audit (a) VALUES (1)", "add", "table", "audit"),
    ],
)
def test_a_statement_does_what_it_does(text: str, verb: str, kind: str, literal: str) -> None:
    found = [call for call in statements(text) if verb in call.verbs and not call.reads]
    assert any(thing.literal == literal and thing.kind == kind for call in found for thing in call.things)


def test_a_query_looks_and_names_its_columns() -> None:
    (call,) = statements("SELECT id, email FROM people WHERE country = 'FI'")
    assert call.reads
    assert {"email", "country"} <= {thing.literal for thing in call.things if thing.kind == "column"}


def test_a_star_stands_for_columns_that_nobody_sees() -> None:
    (call,) = statements("SELECT * FROM people")
    assert [(unknown.doubt, unknown.pointer) for unknown in call.unknown] == [(Doubt.COMPUTED, "columns")]
    (counted,) = statements("SELECT count(*) FROM people")
    assert counted.unknown == ()


def test_what_is_copied_from_is_read_alone() -> None:
    written, read = statements("INSERT INTO scratch.copy SELECT a FROM raw.orders")
    assert "raw.orders" not in {thing.literal for thing in written.things if thing.kind == "table"}
    assert read.reads
    assert "raw.orders" in {thing.literal for thing in read.things}
