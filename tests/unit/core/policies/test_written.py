"""Policies that a person wrote: what is read of a table, and errors that name the key."""

from __future__ import annotations

from typing import Any

import pytest

from cicatrix.core.policies.lexicon import Lexicon
from cicatrix.core.policies.policy import Condition, Effect, PolicyStatus, Target, Window
from cicatrix.core.policies.written import read_policy
from cicatrix.errors import InvalidInput

WORDS = Lexicon.default()
TABLE: dict[str, Any] = {
    "text": "Refunds above 200 dollars need a manager.",
    "effect": "require_approval",
    "verbs": ["refund"],
    "by": "a manager",
    "targets": [{"head": "order", "mods": ["late"]}],
    "conditions": [{"kind": "number", "role": "amount", "op": "gt", "value": 200, "unit": "USD"}],
    "windows": [{"days": ["friday", 5], "start": "15:00"}],
}


def test_a_table_is_a_policy_in_force() -> None:
    policy = read_policy(TABLE, lexicon=WORDS, by="Ines")
    assert (policy.effect, policy.status) == (Effect.REQUIRE_APPROVAL, PolicyStatus.ACTIVE)
    assert (policy.compiler, policy.confirmed_by, policy.by) == ("hand", "Ines", "a manager")
    assert policy.targets == (Target(head="order", mods=("late",)),)
    assert policy.conditions == (Condition("number", "amount", "", "gt", 200, "USD", "number"),)
    assert policy.windows == (Window(days=(4, 5), start="15:00"),)
    assert policy.must
    assert policy.must_not


def test_what_comes_first_may_be_written() -> None:
    table = {"text": "Drain first.", "effect": "precondition", "verbs": ["restart"], "before": {"verbs": ["drain"]}}
    before = read_policy(table, lexicon=WORDS, by="Ines").before
    assert before is not None
    assert (before.kind, before.verbs, before.max_age, before.same) == ("tool_call", ("drain",), 900, False)


@pytest.mark.parametrize(
    ("changed", "named"),
    [
        ({"text": ""}, "text"),
        ({"effect": "allow"}, "effect"),
        ({"verbz": []}, "verbz"),
        ({"verbs": "refund"}, "verbs"),
        ({"verbs": ["frobnicate"]}, "frobnicate"),
        ({"verbs": ["reimburse"]}, "reimburse"),
        ({"targets": [{"hed": "order"}]}, "hed"),
        ({"targets": [{"role": "object"}]}, "targets"),
        ({"conditions": [{"kind": "mood"}]}, "conditions.kind"),
        ({"conditions": [{"kind": "number", "op": ">"}]}, "conditions.op"),
        ({"conditions": [{"kind": "number", "value": "many"}]}, "conditions.value"),
        ({"conditions": [{"kind": "in", "value": {"a": 1}}]}, "conditions.value"),
        ({"windows": [{"days": ["someday"]}]}, "windows.days"),
        ({"windows": [{"start": "25:99"}]}, "windows"),
        ({"windows": [{"until": "soon"}]}, "windows"),
        ({"windows": [{"zone": "Mars/Base"}]}, "windows"),
        ({"before": ["drain"]}, "before"),
        ({"before": {"verbs": ["drain"], "max_age": -1}}, "before.max_age"),
        ({"before": {"kind": "prayer"}}, "before.kind"),
        ({"effect": "precondition"}, "before"),
        ({"verbs": [], "targets": [], "conditions": []}, "stops every call"),
    ],
)
def test_an_error_names_the_key(changed: dict[str, Any], named: str) -> None:
    with pytest.raises(InvalidInput) as told:
        read_policy({**TABLE, **changed}, lexicon=WORDS, by="Ines")
    assert named in f"{told.value.message} {told.value.hint}"
