"""Conditions where a call says little, says it twice, or in words."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from cicatrix.core.actions.action import Action
from cicatrix.core.actions.call import Unknown
from cicatrix.core.actions.canonical import canonical
from cicatrix.core.policies.conditions import holds
from cicatrix.core.policies.lexicon import Lexicon
from cicatrix.core.policies.policy import Condition

LEXICON = Lexicon.default()
NOW = datetime(2026, 6, 3, 12, tzinfo=UTC)


def settled(condition: Condition, action: Action) -> bool | None:
    doubts: list[Unknown] = []
    (call, *_) = canonical(action, LEXICON).calls
    answer = holds(condition, call, LEXICON, NOW, doubts)
    assert (answer is None) == bool(doubts)
    return answer


def tool(**args: object) -> Action:
    return Action("send_it", args=args)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("condition", "action", "answer"),
    [
        (Condition("number", "amount", op="ge", value="200", unit="EUR"), tool(amount=200, currency="EUR"), True),
        (Condition("number", "amount", op="gt", value=200, unit="EUR"), tool(amount=900, currency="JPY"), None),
        (Condition("number", pointer="/a/b", op="eq", value=3), tool(a={"b": 3}, b=4), True),
        (Condition("number", "vcpus", op="gt", value=8), Action("sh", args={"command": "vmctl new --vcpus 16"}), True),
        (Condition("number", "amount", op="gt", value=200, unit="EUR"), Action(text="Pay Ana 300 euros"), True),
        (Condition("number", "amount", op="gt", value=200, unit="EUR"), Action(text="Pay Ana her wages"), None),
        (Condition("count", "count", op="gt", value=2, unit="recipient"), tool(recipients=3), True),
        (Condition("count", "guest", op="gt", value=2), tool(to="a"), None),
        (Condition("count", op="gt", value=1), tool(anything=["a", "b"]), True),
        (Condition("time", "time", op="lt", value="09:30"), tool(at="08:00"), True),
        (Condition("time", "time", op="lt", value="09:30"), tool(at="soon"), None),
        (Condition("time", "time", op="lt", value="late"), tool(at="08:00"), None),
        (Condition("time", "time", op="lt", value="09:30"), Action(text="Book Ana at a quarter past eight"), True),
        (Condition("time", "time", op="lt", value="09:30"), Action(text="Book Ana at 9.15 on Monday"), True),
        (Condition("time", "time", op="lt", value="09:30"), Action(text="Book Ana at 2 pm"), False),
        (Condition("time", "time", op="lt", value="09:30"), Action(text="Book 3 seats for Ana"), None),
        (Condition("age", "date", op="lt", value=0), tool(date="2026-06-04"), True),
        (Condition("age", "date", op="gt", value=0), tool(date="someday"), None),
        (Condition("age", pointer="/legs/*/date", op="gt", value=0), tool(legs=[{"date": "2026-06-01"}]), True),
        (Condition("in", "place", value=["a"]), tool(to="b"), None),
        (Condition("in", pointer="/x", value="a"), tool(x="a"), True),
        (Condition("in", value=["alpha"]), tool(x="beta"), False),
        (Condition("not_in", "place", value="eu"), tool(city="Nowhereville"), None),
        (Condition("not_in", "recipient", value=[".shop.example"]), tool(to="a@mail.shop.example"), False),
        (Condition("not_in", "recipient", value=["a@shop.example"]), tool(to="b@shop.example"), True),
        (Condition("in", "place", value=["Norway"]), tool(country="NO"), True),
        (Condition("in", "channel", value="social_media"), tool(channel="our twitter"), True),
        (Condition("subset", "place", value=["a"]), tool(to="b"), None),
        (Condition("equals", "insured", value=True), tool(note="no word of it"), None),
        (Condition("equals", pointer="/n", value=4), tool(n=4), True),
        (Condition("equals", "currency", value="USD"), tool(currency="usd"), True),
        (Condition("exists", pointer="/a"), tool(a={"b": 1}), True),
        (Condition("exists", pointer="/a"), tool(a=""), False),
        (Condition("absent", "voucher"), tool(a=1), True),
        (Condition("changed", pointer="/a"), tool(a=1), True),
        (Condition("changed", "cabin"), tool(a=1), False),
        (Condition("prefix_path", value="/srv"), tool(path="/opt/x"), False),
        (Condition("prefix_path", value="/srv"), Action("bash", args={"command": 'rm "$X"'}), None),
        (Condition("host_in", value=["shop.example"]), tool(to="a@shop.example"), True),
        (Condition("host_in", value=["shop.example"]), tool(name="a"), False),
        (Condition("host_in", value=["shop.example"]), Action("bash", args={"command": 'curl "https://$H/"'}), None),
        (Condition("content", value=["放假"]), tool(text="明天放假吗"), True),
        (Condition("content", value="email"), Action("bash", args={"command": "mail -s hi a@shop.example"}), True),
        (Condition("content", value="code"), tool(text="Uѕe it"), None),  # a letter of another script
        (Condition("words", value="if they are new"), tool(a=1), None),
        (Condition("horoscope"), tool(a=1), None),
    ],
)  # fmt: skip
def test_a_condition_is_true_false_or_not_known(condition: Condition, action: Action, answer: bool | None) -> None:
    assert settled(condition, action) is answer
