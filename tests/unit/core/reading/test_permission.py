"""Permissions, and the rules that they relax."""

from __future__ import annotations

import pytest
from tests.unit.core.teaching import Mind, corrected

from cicatrix.core import rules
from cicatrix.core.memories import Status
from cicatrix.core.polarity import contradict
from cicatrix.core.reading.permission import permits, relaxes
from cicatrix.core.reading.verdicts import Code

RULE = "No deploys after Friday noon, nobody is there to fix it."

RELAXING = [
    "Friday deploys are fine now in the afternoon.",
    "Deploys on Fridays are allowed again.",
    "You may deploy on Fridays again.",
    "It's ok to deploy on Friday now.",
    "We can deploy on Fridays again.",
    "Feel free to deploy on Friday afternoon.",
    "Deploys on Friday are no longer forbidden.",
]


@pytest.mark.parametrize("text", RELAXING)
def test_leave_for_what_a_rule_forbids(text: str) -> None:
    assert permits(text)
    assert relaxes(text, RULE)
    assert not relaxes(RULE, text)
    assert not relaxes(text, "Never post discount codes publicly.")
    assert contradict(text, RULE)
    assert [piece.code for piece in rules.read(text)] in ([Code.PERMISSION], [Code.LESSON])


@pytest.mark.parametrize(
    "text",
    [
        "This draft is fine now.",
        "Everything is fine.",
        "Never deploy on Fridays.",
        "Deploys on Fridays are not fine.",
        "Are Friday deploys fine now?",
        "It is fine.",
    ],
)
def test_no_leave(text: str) -> None:
    assert not permits(text)


def test_another_name_is_another_matter() -> None:
    assert not relaxes("Discount codes are fine on LinkedIn.", "Never post discount codes on Twitter.")
    assert relaxes("Discount codes are fine on Twitter again.", "Never post discount codes on Twitter.")


def test_a_later_permission_becomes_a_rule() -> None:
    mind = Mind()
    mind.learn(corrected(1, RULE), corrected(2, "Label both axes of a chart."))
    outcome = mind.learn(corrected(3, RELAXING[0]))
    (permission,) = outcome.admitted.values()
    assert permission.text == RELAXING[0]
    assert permission.status is Status.ACTIVE
    again = mind.distill(mind.episodes.values())
    assert (again.admitted, again.joined) == ({}, {})


def test_a_permission_that_no_rule_forbids_or_that_came_first_is_kept_as_a_fact() -> None:
    mind = Mind()
    outcome = mind.learn(corrected(1, RELAXING[0]))
    assert [word.code for word in outcome.refused] == [Code.PERMISSION]
    mind.learn(corrected(2, RULE))
    again = mind.distill(mind.episodes.values())
    assert (again.admitted, again.joined) == ({}, {})


def test_a_permission_of_somebody_without_the_right_waits() -> None:
    mind = Mind()
    mind.learn(corrected(1, RULE))
    outcome = mind.learn(corrected(2, RELAXING[0], by="agent", role="agent"))
    assert [rule.status for rule in outcome.admitted.values()] == [Status.CANDIDATE]
