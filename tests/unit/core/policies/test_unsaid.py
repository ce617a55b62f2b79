"""What a call does not say is asked, another value in its place passes; a policy read in part goes by its words."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from cicatrix.core.actions.action import Action
from cicatrix.core.actions.canonical import canonical
from cicatrix.core.policies.lexicon.lexicon import Lexicon
from cicatrix.core.policies.matching import PolicySet
from cicatrix.core.policies.policy import Effect, Policy, PolicyStatus, Target
from cicatrix.core.policies.rule_index import Enforced
from cicatrix.core.verdicts import Ruling

LEXICON = Lexicon.default()
NOW = datetime(2026, 3, 2, 12, tzinfo=UTC)


def ruling(policy: Policy, name: str, **args: Any) -> Ruling:
    action = canonical(Action(name=name, args=args), LEXICON)
    return PolicySet([Enforced("PB-01", policy)], LEXICON).judge(action, now=NOW, zone=UTC).ruling


def policy(text: str, *targets: Target, why: tuple[str, ...] = (), **parts: Any) -> Policy:
    return Policy(Effect.DENY, PolicyStatus.ACTIVE, text, targets=targets, why=why, **parts)


BOOKING = policy("Never cancel group bookings.", Target("booking", ("group",)), verbs=("cancel",))


@pytest.mark.parametrize(
    ("args", "expected"),
    [
        ({"booking_type": "group"}, Ruling.DENY),
        ({"booking_id": "B-7"}, Ruling.REQUIRE_APPROVAL),
        ({"booking_type": "single"}, Ruling.NO_OPINION),
    ],
)
def test_what_a_call_leaves_open_is_asked(args: dict[str, Any], expected: Ruling) -> None:
    assert ruling(BOOKING, "cancel_booking", **args) is expected


def test_another_number_is_another_thing() -> None:
    room = policy("Never assign room 204.", Target("room", ("204",)), verbs=("assign",))
    assert ruling(room, "assign_room", room=204) is Ruling.DENY
    assert ruling(room, "assign_room", room=205) is Ruling.NO_OPINION


LOADS = policy(
    "No more loads for Quorn Freight.", Target("carton"), verbs=("assign",), why=("it was read in outline only",)
)


def test_a_policy_read_in_part_asks_by_the_names_of_its_sentence() -> None:
    assert ruling(LOADS, "assign_load", load="L-1", carrier="Quorn Freight") is Ruling.REQUIRE_APPROVAL
    assert ruling(LOADS, "assign_load", load="L-1", carrier="Petrov Trans") is Ruling.NO_OPINION
    assert ruling(LOADS, "list_loads", carrier="Quorn Freight") is Ruling.NO_OPINION


def test_a_flag_that_is_on_says_how_it_is_done() -> None:
    pushes = policy("Never force-push to main.", Target(literal="main", kind="branch"), verbs=("force_push",))
    assert ruling(pushes, "git.push", branch="main", force=True) is Ruling.DENY
    assert ruling(pushes, "git.push", branch="main", force=False) is Ruling.NO_OPINION
