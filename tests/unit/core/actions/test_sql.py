from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cicatrix.core.actions.call import Doubt
from cicatrix.core.actions.sql import MAX_TEXT, Statement, parse

_DROP = Statement("drop", "table", ("orders",))


def _said(text: str) -> list[str]:
    """Kind, object, tables and columns of each statement, in one line."""
    return [
        " ".join([one.kind, one.object, *one.tables, *one.columns]).replace("  ", " ").strip() for one in parse(text)
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("DROP /* tidy */ TABLE IF EXISTS audit_2019", ["drop table audit_2019"]),
        ("TRUNCATE staging_tmp", ["truncate table staging_tmp"]),
        ("drop table a, b cascade", ["drop table a b"]),
        ("insert into t (a, b) values (1, 2)", ["insert t a b"]),
        ("update t set x = 1, t.y = 'a' from u where u.i = t.i", ["update t x y"]),
        ('UPDATE ONLY public."Orders" o SET x = 1 WHERE o.i = 2', ["update public.orders x"]),
        ("dElEtE FrOm [dbo].[orders] -- all of it", ["delete dbo.orders"]),
        ("delete a from audit a join users b on a.i = b.i where b.k = 1", ["delete audit"]),
        ("WITH d AS (DELETE FROM a WHERE x RETURNING *) INSERT INTO b (c) SELECT * FROM d", ["insert b c", "delete a"]),
        ("alter table x drop column y, add z int", ["alter table x", "drop column x y", "add column x z"]),
        ("merge into m using s on m.i=s.i when matched then delete", ["merge m", "delete m"]),
        ("explain analyze delete from q", ["delete q"]),
        ("explain delete from q", ["explain"]),
        ("select * into copy from old", ["select old", "create table copy"]),
        ("begin; delete from x where i = 1; commit", ["begin", "delete x", "commit"]),
        ("select 1 drop table y", ["select", "drop table y"]),
        ("execute immediate 'drop table orders'", ["drop table orders"]),
        ("prepare p from 'delete from x'", ["delete x"]),
        ("do $$ begin drop table x; end $$", ["begin", "drop table x", "end"]),
        ("grant delete on orders to bob", ["grant orders"]),
        ("select * from a, b c, (select * from d) e where x in (select y from f)", ["select a b d f"]),
        ("select extract(year from ts) from logs where a is distinct from b", ["select logs"]),
    ],
)
def test_what_a_statement_does_and_to_which_tables(text: str, said: list[str]) -> None:
    assert _said(text) == said


@pytest.mark.parametrize(
    "text",
    [
        "select 'drop table orders'",
        "insert into log (text) values ('delete from orders; drop table orders')",
        "alter table a add foreign key (b) references c (id) on delete cascade",
        "create trigger t before delete on c for each row execute function f()",
        "insert into a (b) values (1) on duplicate key update b = 1",
        "select * from a where deleted = 1 -- drop table orders",
        "select dropped, truncated from updates",
    ],
)
def test_words_of_a_statement_that_are_none_are_left_alone(text: str) -> None:
    assert not {one.kind for one in parse(text)} & {"drop", "delete", "truncate", "update"}


@pytest.mark.parametrize(
    ("condition", "everything"),
    [
        ("", True), (" where true", True), (" where 1=1", True), (" where id = id", True), (" where 1", True),
        (" where i = 3 or 2 > 1", True), (" where 1=1 and i = 3", False), (" where i = 3", False), (" where 0", False),
        (" where (1=1)", True), (" limit 5", True), (" where i in (select i from old)", False),
    ],
)  # fmt: skip
def test_a_condition_that_narrows_nothing_is_none(condition: str, everything: bool) -> None:
    for text in (f"delete from orders{condition}", f"update orders set paid = false{condition}"):
        (statement,) = parse(text)
        assert statement.tables == ("orders",)
        assert statement.everything is everything


@pytest.mark.parametrize(
    "text",
    ["select 'a\\'; drop table orders; -- '", "select 1 # ; drop table orders", "/*!50000 drop table */ orders",
     "select 1 /* /* */ ; drop table orders -- */", "select 1 --1\n; drop table orders"],
)  # fmt: skip
def test_what_one_database_runs_and_another_takes_for_text_is_seen(text: str) -> None:
    assert any(one.kind == "drop" for one in parse(text))


def test_a_text_that_does_not_end_is_unknown_and_still_says_what_it_began() -> None:
    (statement,) = parse("delete from orders where note = 'it")
    assert (statement.kind, statement.tables) == ("delete", ("orders",))
    assert [unknown.doubt for unknown in statement.unknown] == [Doubt.UNPARSED]


def test_commands_of_the_client_and_programs_are_opaque() -> None:
    for text in ("\\! rm -rf /", ".shell rm x", "copy a from program 'curl x'", "call tidy()"):
        assert [unknown.doubt for one in parse(text) for unknown in one.unknown] == [Doubt.OPAQUE]


def test_a_text_that_is_too_long_is_unknown() -> None:
    assert [unknown.doubt for one in parse("x" * (MAX_TEXT + 1)) for unknown in one.unknown] == [Doubt.UNPARSED]


_WRITTEN = {
    "space": st.sampled_from([" ", "\n", "\t ", " /* c */ ", "/**/", " -- c\n", "  "]),
    "name": st.sampled_from(["orders", "ORDERS", '"orders"', "`orders`", "[orders]", "Orders"]),
    "end": st.sampled_from(["", ";", " ;", "; --", "\n;\n;"]),
    "exists": st.sampled_from(["", "if exists", "IF EXISTS"]),
}


@given(st.data())
def test_one_statement_is_one_statement_however_it_is_written(data: st.DataObject) -> None:
    def one(what: str) -> str:
        return data.draw(_WRITTEN[what])

    def cased(word: str) -> str:
        return "".join(char.upper() if data.draw(st.booleans()) else char for char in word)

    words = [cased("drop"), cased("table"), *one("exists").split(), one("name")]
    text = words[0] + "".join(one("space") + word for word in words[1:]) + one("end")
    assert parse(text) == (_DROP,)


@given(st.text(alphabet=st.sampled_from("abc01'\"`;()-/*#$\\[].,= \n")) | st.text())
def test_any_text_is_read_without_raising(text: str) -> None:
    assert all(isinstance(one, Statement) for one in parse(text))
    assert all(isinstance(one, Statement) for one in parse(f"delete from {text}"))
