"""Parts of bash, one by one: what a word expands to, what a construct runs, what a command writes."""

from __future__ import annotations

import pytest

from cicatrix.core.actions.shell import parse
from cicatrix.core.actions.sql import parse as statements


def words(line: str) -> list[str]:
    """The operands of every ``cmd`` in a line; those that are not known end in a question mark."""
    return [
        word.text + ("" if word.known else "?")
        for command in parse(line).commands
        if command.name == ("cmd",)
        for word in command.operands
    ]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("X=AbC; cmd ${X,,} ${X^^} ${X,} ${X^} ${#X}", ["abc", "ABC", "abC", "AbC", "3"]),
        ("X=abcdef; cmd ${X:2} ${X:1:2} ${X:(-1)}", ["cdef", "bc", "?"]),
        ("X=a.b.c; cmd ${X#a.} ${X%.c} ${X/./-} ${X//./-} ${X%.*}", ["b.c", "a.b", "a-b.c", "a-b-c", "?"]),
        ("X=; cmd ${X:-a} ${X-b} ${X:+c} ${X+d} e", ["a", "d", "e"]),
        ("X=1; cmd ${X:-a} ${X:+c} ${X:=d}", ["1", "c", "1"]),
        ("cmd ${X:+c} ${!X} $? $$ ${X[0]}", ["c?", "?", "?", "?", "?"]),
        ("X=y; y=z; cmd ${!X}", ["?"]),
        ("cmd {3..1} {a..c} {01..03} {1..5..2} {a,} {a}", [*"321abc", "01", "02", "03", "1", "3", "5", "a", "{a}"]),
        ("cmd {1..x} {,a}b x{a,b{c,d}}y", ["{1..x}", "b", "ab", "xay", "xbcy", "xbdy"]),
        ('A=(a "b c"); cmd ${A[1]} "${A[1]}" "${A[@]}" ${#A[@]}', ["b", "c", "b c", "a", "b c", "?"]),
        ("A=(a); A+=(b); cmd ${A[0]}", ["?"]),
        ("set -- a b c; shift; cmd $1 $# $*", ["b", "?", "b", "c"]),
        ('cmd $\'a\\tb\\u00e9\\101\' $"x" "a\\\nb" "\\x"', ["a\tbéA", "x", "ab", "\\x"]),
        ("cmd '~' ~ ~/x \"$HOME\"/y $PWD/z", ["./~", "~", "~/x", "~/y", "./z"]),
        ("cd /srv; cmd $PWD/z", ["/srv/z"]),
        ("cmd $[1+1] $((2*3)) `echo a\\\\b`", ["?", "?", "ab"]),
        ("cmd $(basename /a/b/) $(dirname /a/b) $(realpath /a/../b)", ["b", "/a", "/b"]),
        ("cmd $(seq 2 3) $(seq 2) $(rev <<< ba) $(echo 6869 | xxd -r -p)", ["2", "3", "1", "2", "ab", "hi"]),
        ("cmd $(echo aGk= | openssl base64 -d) $(echo aGk= | openssl aes -d)", ["hi", "?"]),
        ("cmd $(printf '%5s|%-3s|%%' a b) $(printf '%s-' a b) $(printf '%x' 3)", ["a|b", "|%", "a-b-", "?"]),
        ("cmd $(echo -n a; echo b) $(cat <<< c) $(cat x) $(base64 -d <<< '!')", ["ab", "c", "?"]),
        ('cmd "$(cat - x)" $(echo *)', ["?", "?"]),
    ],
)
def test_a_word_expands_as_in_bash(line: str, expected: list[str]) -> None:
    assert words(line) == expected


@pytest.mark.parametrize(
    "line",
    [
        "if a; then b; elif c; then cmd x; else d; fi",
        "while a; do b; done; until c; do cmd x; done > log",
        "for ((i=0; i<3; i++)); do cmd x; done",
        "for ((i=0; i<$(cmd x); i++)) { a; }",
        "for i; do cmd x; done",
        "for i in a; { cmd x; }",
        "select i in a b; do cmd x; done",
        "case a in (b) c;; a|d) cmd x ;& *) e ;;& f) g; esac",
        "case a in b) ;; esac; cmd x",
        "[[ -n a && ( b < c ) ]] && cmd x",
        "(( 1 + 1 )) && cmd x",
        "function f { cmd x; }; f",
        "function f() ( cmd x ); f",
        "f () { cmd x; } 2>&1; f",
        "time -p cmd x; ! a",
        "coproc cmd x",
        "{ cmd x; } |& a",
        "a <<X && cmd x\nb\nX",
        "a <<-'X' <<Y\n\tb\n\tX\nc\nY\ncmd x",
        "a # b\n\n# c\ncmd x",
        "a; # b ' \" (\ncmd x",
        "a & b & cmd x &",
        "a && \\\n  b ||\n cmd x",
        "A=1 B= cmd x {fd}>y 2>&-",
        ">out cmd x <in",
        "export A=1 B=2; cmd x",
        "declare -x A=(1 2); cmd x",
    ],
)
def test_every_construct_is_gone_through(line: str) -> None:
    assert words(line) == ["x"]
    assert not parse(line).unknown


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("copy a from '/x'", ["copy"]),
        ("copy (select 1 from b) to '/x'", ["copy"]),
        ("rename table a to b", ["rename"]),
        ("load data infile 'x' into table y", ["load"]),
        ("load something", ["load"]),
        ("do sleep(1)", []),
        ("execute immediate x", ["call"]),
        ("exec ('drop table a')", ["drop"]),
        ("exec tidy 1", ["call"]),
        ("prepare p as delete from a", ["delete"]),
        ("prepare p from @x", ["prepare"]),
        ("vacuum full a", ["vacuum"]),
        ("alter table a rename to b", ["alter", "rename"]),
        ("alter user u with password 'x'", ["alter"]),
        ("alter table a add constraint c check (d > 1)", ["alter", "add"]),
        ("alter table a modify b int", ["alter", "alter"]),
        ("create index i on a (b)", ["create"]),
        ("create view v as select * from a", ["create"]),
        ("drop index i on a", ["drop"]),
        ("create database d", ["create"]),
        ("use d", ["use"]),
        ("set role x", ["set"]),
        ("(select 1)", ["select"]),
        ("merge into a using b on a.c = b.c when matched then update set d = 1", ["merge", "update"]),
        ("go\nselect 1", ["select"]),
        ("revoke all on all tables in schema s from u", ["revoke"]),
        ("deny select on a to u", ["revoke"]),
        ("1", [""]),
        ("insert overwrite table a select * from b", ["insert"]),
        ("replace into a values (1)", ["replace"]),
        (";;", []),
    ],
)
def test_every_kind_of_statement_is_named(text: str, kinds: list[str]) -> None:
    assert [one.kind for one in statements(text)] == kinds
