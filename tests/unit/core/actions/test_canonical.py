"""From an action to its calls: whatever a call is wrapped in, and whatever it is given."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cicatrix.core.actions.action import Action
from cicatrix.core.actions.call import Call, Doubt
from cicatrix.core.actions.canonical import canonical
from cicatrix.core.episodes import JsonObject, JsonValue
from cicatrix.core.policies.lexicon import Lexicon

LEXICON = Lexicon.default()
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**6), 10**6) | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=12,
)


def calls(name: str, **args: object) -> tuple[Call, ...]:
    return canonical(Action(name, args=args), LEXICON).calls  # type: ignore[arg-type]


def words(call: Call) -> set[str]:
    return {" ".join(thing.words) for thing in call.things}


INNER: JsonObject = {"name": "drop_table", "arguments": {"table": "audit"}}


@pytest.mark.parametrize(
    "args",
    [
        {"calls": [{"name": "note", "args": {"text": "hi"}}, INNER]},
        {"tool_calls": [{"function": {"name": "drop_table", "arguments": json.dumps({"table": "audit"})}}]},
        {"tool": "drop_table", "input": {"table": "audit"}},
        {"payload": json.dumps(INNER)},
        {"steps": [{"do": [INNER]}]},
        {"requests": [json.dumps([INNER])]},
    ],
)
def test_calls_inside_calls_are_found(args: JsonObject) -> None:
    found = [call for call in calls("run_batch", **args) if "drop" in call.verbs]
    assert [call.tool for call in found] == ["drop_table"]
    assert "audit" in words(found[0])


def test_each_line_of_a_shell_and_each_statement_is_a_call() -> None:
    lines = calls("bash", commands=["rm -f a.txt", "git push origin main"])
    assert [call.tool for call in lines] == ["rm", "git push"]
    statements = calls("run_sql", query="DELETE FROM a; DROP TABLE b")
    assert [sorted(call.verbs & {"delete", "drop"}) for call in statements] == [["delete"], ["delete", "drop"]]


def test_a_remote_command_says_its_host() -> None:
    (call,) = calls("remote_exec", host="build-7", command="reboot")
    assert "restart" in call.verbs
    assert any(thing.kind == "host" and thing.literal == "build-7" for thing in call.things)


@pytest.mark.parametrize(
    ("args", "verb"),
    [
        ({"op": "delete", "item": "x"}, "delete"),
        ({"ticket": 7, "changes": {"status": "closed"}}, "close"),
        ({"filter": {"team": "a"}, "set": {"state": "archived"}}, "archive"),
        ({"page": 3, "fields": {"visibility": "live"}}, "publish"),
        ({"method": "DELETE", "url": "https://api.example.com/v1/items/3"}, "delete"),
    ],
)
def test_a_verb_may_stand_in_the_arguments(args: JsonObject, verb: str) -> None:
    (call,) = calls("update_item", **args)
    assert verb in call.verbs


@pytest.mark.parametrize(
    "args", [{"dry_run": True}, {"operation": "show"}, {"method": "GET", "url": "https://a.example"}]
)
def test_arguments_may_say_that_it_only_looks(args: JsonObject) -> None:
    (call,) = calls("workspace_run", **args)
    assert call.reads


def test_roles_come_from_fields_and_the_fields_around_them() -> None:
    (call,) = calls("send_report", recipient={"group": "Board"}, source={"account": "Zurich"}, amount_cents=450)
    roles = {" ".join(thing.words): thing.role for thing in call.things}
    assert roles["board"] == "recipient"
    assert roles["zurich"] == "account"
    assert call.values["/amount_cents"] == 450


def test_a_flag_that_is_false_is_no_such_thing() -> None:
    (call,) = calls("book", refundable=False, insured=True)
    assert {"non refundable", "insured"} <= words(call)


def test_json_inside_an_option_is_read() -> None:
    (call,) = calls("bash", command="""zonectl apply --batch '{"Changes": [{"Name": "www.shop.example"}]}'""")
    assert "www shop example" in words(call)


def test_the_order_of_keys_and_letters_of_the_name_make_no_other_call() -> None:
    one = canonical(Action("Refund", args={"a": 1, "b": [1, 2]}), LEXICON)
    other = canonical(Action("refund", args={"b": [1, 2], "a": 1}), LEXICON)
    assert one.digest == other.digest


PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers(-99, 99) | st.text("abc 1", max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("ab", max_size=3), inner, max_size=3),
    max_leaves=6,
)


@given(st.dictionaries(st.text("abc", max_size=3), PLAIN, max_size=4), PLAIN, PLAIN)
def test_another_value_is_another_call(args: JsonObject, one: JsonValue, other: JsonValue) -> None:
    digests = {canonical(Action("tool", args=args | {"x": value}), LEXICON).digest for value in (one, other)}
    written = {json.dumps(value, sort_keys=True) for value in (one, other)}
    assert len(digests) == len(written)


@given(st.text(max_size=20), st.dictionaries(st.text(max_size=10), VALUES, max_size=4))
def test_any_call_has_a_form(name: str, args: JsonObject) -> None:
    found = canonical(Action(name, args=args), LEXICON)
    assert len(found.digest) == 64
    assert found == canonical(Action(name, args=args), LEXICON)


@given(st.text(max_size=80))
def test_any_words_are_a_request_or_none(text: str) -> None:
    found = canonical(Action(text=text), LEXICON)
    assert found.asks == bool(found.calls)


def test_letters_of_two_scripts_are_told() -> None:
    (call,) = calls("delete_table", table="оrders")  # the first letter is Cyrillic
    assert [unknown.doubt for unknown in call.unknown] == [Doubt.LOOKALIKE]


def test_depth_and_length_have_no_end_that_breaks() -> None:
    deep: JsonObject = {"x": 1}
    for _ in range(400):
        deep = {"calls": [deep]}
    assert canonical(Action("batch", args=deep), LEXICON).digest
    assert canonical(Action("note", args={"text": "a" * 1_000_000}), LEXICON).digest
