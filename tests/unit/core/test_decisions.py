"""Verdicts and permits are held against the rules and against each other."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy

import pytest

from cicatrix.core.decisions import Decisions
from cicatrix.core.episodes import JsonObject

Entry = tuple[str, str, JsonObject]

RULE: Entry = ("memory.admitted", "PB-01", {"status": "active"})
ASKED: JsonObject = {
    "effect": "require_approval",
    "digest": "d1",
    "approval": "ap-1",
    "now": "2026-01-01T10:00",
    "rules": [{"id": "PB-01", "ruling": "require_approval", "version": 1}],
}
REQUEST: JsonObject = {
    "digest": "d1",
    "verdict": "gd-1",
    "asked_by": "agent",
    "bound": "b",
    "until": "2026-01-01T10:15",
}
GRANTED: JsonObject = {**REQUEST, "state": "granted", "by": "eve"}
ALLOWED: JsonObject = {**ASKED, "effect": "allow"}
SPENT: JsonObject = {**GRANTED, "state": "spent", "spent_on": "gd-2"}
STORY: tuple[Entry, ...] = (
    RULE,
    ("verdict", "gd-1", ASKED),
    ("approval.asked", "ap-1", REQUEST),
    ("approval.granted", "ap-1", GRANTED),
    ("verdict", "gd-2", ALLOWED),
    ("approval.spent", "ap-1", SPENT),
    ("outcome", "gd-2", {**ALLOWED, "executed": True, "outcome": "executed", "episode": "ep2"}),
)


def faults(story: list[Entry]) -> list[str]:
    told, decisions = [], Decisions()
    for seq, (entry, handle, body) in enumerate(story, 1):
        if not body:
            decisions.forget(handle)
        elif found := decisions.fault(seq, entry, handle, body):
            told.append(found)
    left = decisions.unspent()
    return told + ([left[1]] if left else [])


def test_an_honest_story_has_no_fault() -> None:
    assert faults([*STORY]) == []


def change(place: int, **fields: object) -> Callable[[list[Entry]], None]:
    return lambda story: story[place][2].update(fields)  # type: ignore[arg-type]


def drop(place: int) -> Callable[[list[Entry]], None]:
    return lambda story: story.__delitem__(place)


def again(place: int) -> Callable[[list[Entry]], None]:
    return lambda story: story.insert(place, story[place])


@pytest.mark.parametrize(
    ("forge", "told"),
    [
        (change(0, status="retired"), "names PB-01, which was retired then"),
        (change(1, rules=[{"id": "PB-01", "ruling": "require_approval", "version": 7}]), "did not hold then"),
        (change(1, rules=[{"id": "PB-01", "ruling": "deny", "version": 1}]), "but a rule that it names says deny"),
        (change(1, effect="no_opinion", approval=None), "says no_opinion, but a rule that it names"),
        (change(1, effect="perhaps"), "is not that of a verdict"),
        (change(1, rules=[7]), "is not that of a verdict"),
        (again(1), "was given before"),
        (change(2, digest="d2"), "ap-1 is not what gd-1 asked for"),
        (change(2, verdict="gd-9"), "ap-1 is not what gd-9 asked for"),
        (again(2), "was asked for before"),
        (drop(2), "was never asked for"),
        (drop(3), "was pending and cannot become spent"),
        (change(3, by="Ａgent "), "was granted by whoever asked for it"),
        (change(3, by=""), "was granted by whoever asked for it"),
        (change(5, bound="other"), "is for another call, or for other rules"),
        (change(4, approval=None), "or names no permit"),
        (change(4, rules=[{"id": "PB-01", "ruling": "deny", "version": 1}]), "allows what a rule that it names stops"),
        (change(4, digest="d2"), "was spent on gd-2, which is about another call"),
        (change(4, now="2026-01-01T10:15"), "was spent after it had run out"),
        (drop(5), "gd-2 allows by ap-1, which was not spent with it"),
        (again(5), "was spent and cannot become spent"),
        (change(5, spent_on="gd-1"), "was spent on gd-1, which does not allow"),
        (change(6, effect="no_opinion"), "it changes gd-2"),
        (change(6, reason="Else."), "it changes gd-2"),
        (again(6), "it changes gd-2"),
        (drop(4), "which was never given"),
    ],
)  # fmt: skip
def test_a_forged_one_is_told(forge: Callable[[list[Entry]], None], told: str) -> None:
    story = [*deepcopy(STORY)]
    forge(story)
    assert any(told in fault for fault in faults(story)), faults(story)


@pytest.mark.parametrize("gone", ["PB-01", "gd-1", "ap-1", "gd-2"])
def test_what_was_erased_is_not_held_against_what_stands(gone: str) -> None:
    erased = [(entry, handle, {} if handle == gone else body) for entry, handle, body in STORY]
    assert faults([one for one in erased if one[2] or one[1] == gone]) == []


def test_a_rule_or_a_gate_that_only_watches_stops_nothing() -> None:
    watching: JsonObject = {
        "effect": "no_opinion",
        "rules": [{"id": "PB-01", "ruling": "deny", "version": 1, "shadow": True}],
    }
    assert faults([("memory.admitted", "PB-01", {"status": "shadow"}), ("verdict", "gd-1", watching)]) == []
    assert faults([RULE, ("verdict", "gd-1", watching)]) == ["gd-1 names PB-01, which was active then"]
    shadow: JsonObject = {"effect": "no_opinion", "mode": "shadow", "rules": ASKED["rules"]}
    assert faults([RULE, ("verdict", "gd-1", shadow)]) == []


def test_a_void_permit_stays_void() -> None:
    void: Entry = ("approval.voided", "ap-1", {**REQUEST, "state": "void"})
    assert faults([*STORY[:3], void]) == []
    assert faults([*STORY[:3], void, STORY[3]]) == ["ap-1 was void and cannot become granted"]


def test_a_rule_stops_something_by_its_own_words() -> None:
    rule: JsonObject = {"status": "active", "text": "Never deploy", "exceptions": ["Docs are fine."]}
    policy: JsonObject = {"text": "Never deploy. Docs are fine."}
    assert faults([("memory.admitted", "PB-01", {**rule, "policy": policy})]) == []
    other: JsonObject = {**rule, "policy": {"text": "Never deploy."}}
    assert faults([("memory.admitted", "PB-01", other)]) == ["PB-01 stops something by other words than its own"]
    assert faults([("memory.ended", "PB-01", {**other, "status": "retired"})]) == [], "one that is over stops nothing"
    assert faults([("memory.admitted", "PB-01", {**rule, "policy": 7})]) == ["its body is not that of a rule"]
