"""An approval is for one exact call, once, until it runs out, as long as the rules say what they said."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from tests.conftest import NAMESPACE, TestClock
from tests.integration.gates import ASK, DENY, WORDS, make_rule

from cicatrix import Action, Memory
from cicatrix.core.approvals import Approval, named_people
from cicatrix.core.codec import decode
from cicatrix.core.ids import Kind
from cicatrix.core.policies.settings import GateSettings
from cicatrix.core.verdicts import Ruling
from cicatrix.errors import NotFound, PersonMissing, Refused, StateConflict

CALL = Action("send_message", args={"to": "customer:7", "text": "Hello"})
OTHER = Action("send_message", args={"to": "customer:7", "text": "Goodbye"})


def state(memory: Memory, handle: str = "ap-1") -> str:
    return decode(Approval, memory.read().body(handle)).at("").state.value


def test_asked_joined_granted_spent(memory: Memory) -> None:
    """A retry needs no handle, and one question is asked once."""
    rule = make_rule(memory, ASK)
    asked = memory.check(CALL)
    assert (asked.effect, asked.approval) == (Ruling.REQUIRE_APPROVAL, "ap-1")
    assert memory.check(CALL).approval == "ap-1"
    assert memory.read().count(Kind.APPROVAL) == 1
    stored = decode(Approval, memory.read().body("ap-1"))
    assert (stored.rules, stored.approver, stored.verdict, stored.asked_by) == ((rule,), "a manager", "gd-1", "agent")
    granted = memory.approve("ap-1", by="eve")
    assert (granted.state, granted.by, granted.episode) == ("granted", "eve", "ep2")
    spent = memory.check(CALL)
    assert (spent.effect, spent.approval) == (Ruling.ALLOW, "ap-1")
    assert spent.reason == "eve approved this very call in ap-1; the permit is spent with it."
    assert decode(Approval, memory.read().body("ap-1")).spent_on == spent.id
    again = memory.check(CALL)
    assert (again.effect, again.approval) == (Ruling.REQUIRE_APPROVAL, "ap-2")
    assert memory.verify(deep=True).ok


def test_it_is_for_no_other_call(memory: Memory) -> None:
    make_rule(memory, ASK)
    memory.approve(str(memory.check(CALL).approval), by="eve")
    assert memory.check(OTHER).approval == "ap-2"
    assert memory.check(replace(CALL, resource="fax")).approval == "ap-3"
    assert memory.check(replace(CALL, context={"principal": "robot"})).approval == "ap-4"
    assert memory.check(CALL).effect is Ruling.ALLOW


def test_the_same_call_in_another_order_of_its_arguments_is_the_same_call(memory: Memory) -> None:
    make_rule(memory, ASK)
    memory.approve(str(memory.check(CALL).approval), by="eve")
    turned = Action("send_message", args=dict(reversed(CALL.args.items())))
    assert memory.check(turned).effect is Ruling.ALLOW


def test_a_request_and_a_permit_run_out(memory: Memory, clock: TestClock) -> None:
    make_rule(memory, ASK)
    memory.check(CALL)
    clock.tick(minutes=15)
    with pytest.raises(StateConflict, match="ap-1 is expired"):
        memory.approve("ap-1", by="eve")
    assert memory.check(CALL).approval == "ap-2"
    clock.tick(minutes=14)
    memory.approve("ap-2", by="eve")
    clock.tick(minutes=14)
    assert memory.check(OTHER).approval == "ap-3"
    clock.tick(minutes=1)
    assert memory.check(CALL).approval == "ap-4"
    assert state(memory, "ap-2") == "granted", "that it has run out is seen, not sealed"
    assert memory.verify().ok


def test_how_long_it_lasts_is_a_setting(memory: Memory, clock: TestClock) -> None:
    make_rule(memory, ASK)
    short = Memory(replace(memory.context, gate=GateSettings(approval_minutes=1)))
    short.approve(str(short.check(CALL).approval), by="eve")
    clock.tick(seconds=59)
    assert memory.check(CALL).effect is Ruling.ALLOW


@pytest.mark.parametrize("name", ["agent", "Agent", " agent ", "ＡＧＥＮＴ"])
def test_who_asks_does_not_approve(memory: Memory, name: str) -> None:
    make_rule(memory, ASK)
    memory.check(CALL)
    for decide in (memory.approve, memory.refuse):
        with pytest.raises(Refused, match="cannot decide on it"):
            decide("ap-1", by=name)
    assert state(memory) == "pending"


def test_a_decision_takes_a_person_and_something_to_decide_on(database: object, clock: TestClock) -> None:
    with Memory.open(str(database), namespace=NAMESPACE, clock=clock) as memory:
        make_rule(memory, ASK)
        memory.check(CALL)
        with pytest.raises(PersonMissing):
            memory.approve("ap-1")
        with pytest.raises(NotFound):
            memory.approve("ap-7", by="eve")
        with pytest.raises(NotFound):
            memory.approve("gd-1", by="eve")
        memory.refuse("ap-1", by="eve")
        with pytest.raises(StateConflict, match="ap-1 is refused by eve"):
            memory.approve("ap-1", by="eve")
        assert memory.check(CALL).approval == "ap-2", "asked again, it is another question"


def test_a_rule_that_says_more_voids_what_was_asked(memory: Memory) -> None:
    rule = make_rule(memory, ASK)
    memory.check(CALL)
    memory.policies().promote(rule, by="dana", policy=replace(ASK, by="two managers"))
    with pytest.raises(StateConflict, match="say something else now"):
        memory.approve("ap-1", by="eve")
    assert memory.check(CALL).approval == "ap-2"
    assert state(memory, "ap-1") == "void"
    memory.approve("ap-2", by="eve")
    make_rule(memory, ASK, WORDS[2])
    assert memory.check(CALL).approval == "ap-3", "a second rule asks too"
    assert state(memory, "ap-2") == "void"
    assert memory.verify(deep=True).ok


def test_a_rule_that_denies_takes_the_permit_with_it(memory: Memory) -> None:
    make_rule(memory, ASK)
    memory.approve(str(memory.check(CALL).approval), by="eve")
    denying = make_rule(memory, DENY, WORDS[2])
    assert memory.check(CALL).effect is Ruling.DENY
    assert state(memory) == "void"
    memory.retire(denying, by="dana")
    assert memory.check(CALL).approval == "ap-2", "it does not come back"
    assert memory.verify().ok


def test_a_rule_about_something_else_changes_nothing(memory: Memory) -> None:
    rule = make_rule(memory, ASK)
    memory.approve(str(memory.check(CALL).approval), by="eve")
    make_rule(memory, replace(DENY, tools=("drop_table",)), WORDS[2])
    memory.record(task="Again", correction=WORDS[0], correction_by="ravi")  # joins as evidence: a new version
    assert memory.read().rule(rule).episodes == ("ep1", "ep4")
    assert memory.check(CALL).effect is Ruling.ALLOW


def test_the_decision_is_an_experience_and_its_words_teach(memory: Memory) -> None:
    make_rule(memory, ASK)
    memory.check(CALL)
    refused = memory.refuse("ap-1", by="eve", reason="Never email the press about prices.")
    episode = memory.read().episode(str(refused.episode))
    assert (episode.task, episode.outcome, episode.actor) == ("Approval ap-1 of PB-01", "refused by eve", "agent")
    assert episode.action == 'send_message {"text":"Hello","to":"customer:7"}'
    assert [rule.text for rule in refused.admitted] == ["Never email the press about prices."]
    assert refused.admitted[0].policy is not None
    granted = memory.approve(str(memory.check(OTHER).approval), by="eve")
    assert (granted.admitted, memory.read().episode(str(granted.episode)).correction) == ((), "")


def test_words_that_limit_the_rule_that_asked_narrow_it(memory: Memory) -> None:
    rule = make_rule(memory, ASK)
    memory.check(CALL)
    granted = memory.approve("ap-1", by="eve", reason="Only for the first message of a day.")
    assert (granted.narrowed, granted.admitted) == (rule, ())
    narrowed = memory.read().rule(rule)
    assert narrowed.exceptions == ("Only for the first message of a day.",)
    assert (narrowed.change.by, narrowed.episodes) == ("eve", ("ep1", "ep2"))
    assert memory.check(CALL).effect is Ruling.ALLOW, "who granted it said so in the same breath"
    assert memory.verify(deep=True).ok


def test_a_permit_is_spent_once_however_often_it_is_asked_for(memory: Memory) -> None:
    make_rule(memory, ASK)
    memory.approve(str(memory.check(CALL).approval), by="eve")
    allowed = [memory.check(CALL).effect for _ in range(4)]
    assert allowed.count(Ruling.ALLOW) == 1


@pytest.mark.parametrize(
    ("approver", "named"),
    [
        ("Petra", ("Petra",)),
        ("Jonas or Ägidia Weiss", ("Jonas", "Ägidia Weiss")),
        ("a manager", ()),
        ("the CTO", ()),
        ("Finance", ()),
        ("HR", ()),
        ("", ()),
    ],
)
def test_a_name_is_told_from_an_office(approver: str, named: tuple[str, ...]) -> None:
    assert named_people(approver) == named


def test_an_approver_by_name_is_held_to(tmp_path: Path) -> None:
    with Memory.open(tmp_path / "m.db", namespace="acme/shop", user="dana") as memory:
        memory.record(task="x", correction="Refunds above 200 dollars need approval by Petra.", correction_by="dana")
        asked = memory.check(Action("refund", args={"amount": 900, "currency": "USD"})).approval
        assert asked is not None
        with pytest.raises(Refused, match="Petra"):
            memory.approve(asked, by="mo")
        assert memory.approve(asked, by="petra").by == "petra"
