"""What a verdict says to the model: the rule, its words once, the way on."""

from __future__ import annotations

import pytest

from cicatrix.core.told import STOPS, quoted, spoke, told, why
from cicatrix.core.verdicts import Matched, Ruling, Verdict

QUOTE = "Never force-push to main."


def verdict(effect: Ruling, *rules: Matched, reason: str = "", **more: object) -> Verdict:
    fields = {"canonical": None, "digest": "", "actions": 1, "policies": 1, "root": "", "mind": 3} | more
    return Verdict(id="gd-1", effect=effect, reason=reason, rules=rules, **fields)  # type: ignore[arg-type]


def rule(name: str, ruling: Ruling, *, shadow: bool = False, quote: str = QUOTE) -> Matched:
    return Matched(name, ruling, ("ep1",), quote, shadow=shadow)


def test_a_deny_quotes_the_rule_once() -> None:
    said = told(verdict(Ruling.DENY, rule("PB-01", Ruling.DENY), reason=f"PB-01 forbids this: {QUOTE}"))
    assert said.startswith(f"Denied by PB-01, learnt in ep1: “{QUOTE}” Do not try the same in other words")
    assert said.count(QUOTE) == 1
    assert said.endswith("(gd-1)")


def test_what_the_call_does_not_say_is_said_once() -> None:
    reason = f"PB-01 forbids this: {QUOTE} What the call does not say: branch."
    found = verdict(Ruling.DENY, rule("PB-01", Ruling.DENY), reason=reason, unknown=("branch", "remote"))
    assert why(found) == "What the call does not say: branch."
    assert told(found).count("branch") == 1
    assert "What the call does not say: remote." in told(found)


def test_other_rules_of_the_same_ruling_are_named_and_those_that_only_watch_are_not() -> None:
    rules = (
        rule("PB-01", Ruling.DENY),
        rule("PB-02", Ruling.DENY),
        rule("PB-03", Ruling.DENY, shadow=True),
        rule("PB-04", Ruling.REQUIRE_APPROVAL),
    )
    found = verdict(Ruling.DENY, *rules)
    assert [each.id for each in spoke(found)] == ["PB-01", "PB-02"]
    assert "So does PB-02." in told(found)
    assert "PB-03" not in told(found)
    assert "So do PB-02, PB-05." in told(verdict(Ruling.DENY, *rules, rule("PB-05", Ruling.DENY)))


def test_no_verdict_sends_to_a_person_and_blames_no_rule() -> None:
    said = told(verdict(Ruling.DENY, reason="policy unavailable: the file is busy"))
    assert said.startswith("Denied. policy unavailable: the file is busy. Nothing was done")
    assert "cicatrix doctor" in said


@pytest.mark.parametrize(
    ("effect", "words"),
    [
        (Ruling.UNMET_PRECONDITION, "Do first what it asks for"),
        (Ruling.REQUIRE_APPROVAL, "Ask a person."),
        (Ruling.ALLOW, "Allowed"),
        (Ruling.NO_OPINION, "No rule speaks of this"),
        (Ruling.NO_ACTION, "Nothing is asked to be done"),
    ],
)
def test_each_ruling_has_its_way_on(effect: Ruling, words: str) -> None:
    rules = (rule("PB-01", effect),) if effect in STOPS else ()
    assert words in told(verdict(effect, *rules))


def test_an_approval_is_named_with_the_command_that_grants_it() -> None:
    asked = verdict(Ruling.REQUIRE_APPROVAL, rule("PB-01", Ruling.REQUIRE_APPROVAL), approval="ap-3")
    assert "`cicatrix approve ap-3 --by NAME -n shop`" in told(asked, scope="-n shop")
    assert "`cicatrix approve ap-3 --by NAME`" in told(asked)


def test_a_rule_whose_words_are_gone_is_named_alone() -> None:
    assert quoted(Matched("PB-01", Ruling.DENY, (), "")) == ""
    assert quoted(rule("PB-01", Ruling.DENY, quote="")) == "learnt in ep1"
    assert told(verdict(Ruling.DENY, Matched("PB-01", Ruling.DENY, (), ""))).startswith("Denied by PB-01. ")
