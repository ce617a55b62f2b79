"""Corrections in everyday words, with calls that they have to stop and near misses that they have to spare."""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from cicatrix.core.actions.action import Action
from cicatrix.core.actions.canonical import canonical
from cicatrix.core.policies.compiler import compile_rule
from cicatrix.core.policies.judgement import Done
from cicatrix.core.policies.lexicon import Lexicon
from cicatrix.core.policies.matching import PolicySet
from cicatrix.core.policies.policy import Policy
from cicatrix.core.policies.rule_index import Enforced
from cicatrix.core.verdicts import Ruling

WORDS = Lexicon.default()
STOPS = {Ruling.DENY, Ruling.UNMET_PRECONDITION, Ruling.REQUIRE_APPROVAL}
_FILE = Path(__file__).parents[3] / "fixtures" / "policies_read.jsonl"
CASES: list[dict[str, Any]] = [json.loads(line) for line in _FILE.read_text(encoding="utf-8").splitlines()]


@cache
def policy_of(text: str) -> Policy:
    return compile_rule(text, lexicon=WORDS)


def rules(cases: list[dict[str, Any]]) -> list[Any]:
    return [pytest.param(case, id=case["id"]) for case in cases]


def calls(kind: str) -> list[Any]:
    return [
        pytest.param(case, call, id=f"{case['id']}-{number}")
        for case in CASES
        for number, call in enumerate(case[kind], 1)
    ]


def ruling(case: dict[str, Any], call: dict[str, Any]) -> Ruling:
    zone = ZoneInfo(case.get("timezone", "UTC"))
    now = datetime.fromisoformat(call["now"]) if "now" in call else datetime(2026, 1, 7, 12, tzinfo=zone)
    done = [
        Done(
            f"ep{number}",
            canonical(Action(name=deed["tool_call"], resource=deed["resource"]), WORDS).calls,
            now - timedelta(minutes=deed["minutes_ago"]),
            deed["outcome"] == "ok",
        )
        for number, deed in enumerate(call.get("after", ()), 1)
    ]
    action = Action(name=call.get("name", ""), args=call.get("args", {}), text=call.get("text", ""))
    alone = PolicySet([Enforced("PB-01", policy_of(case["rule"]))], WORDS)
    return alone.judge(canonical(action, WORDS), now=now, zone=zone, evidence=done).ruling


@pytest.mark.parametrize("case", rules(CASES))
def test_the_effect_is_the_one_that_was_meant(case: dict[str, Any]) -> None:
    policy = policy_of(case["rule"])
    assert (policy.effect, policy.status) == (case["effect"], case["status"])


@pytest.mark.parametrize(("case", "call"), calls("stops"))
def test_what_it_is_about_is_stopped(case: dict[str, Any], call: dict[str, Any]) -> None:
    assert ruling(case, call) in STOPS


@pytest.mark.parametrize(("case", "call"), calls("spares"))
def test_what_is_near_it_is_spared(case: dict[str, Any], call: dict[str, Any]) -> None:
    assert ruling(case, call) not in STOPS
