"""Rules for the airline of tau-bench as its staff would write them: they name no run, no customer and no booking.

What the product compiles from the policy's own sentences is measured without them, in the first line of the table.
"""

from __future__ import annotations

from typing import Final

from cicatrix.core.policies.policy import Condition, Effect, Policy, PolicyStatus

_CHANGE: Final = ("update_reservation_flights",)

RULES: Final = (
    Policy(
        Effect.DENY,
        PolicyStatus.ACTIVE,
        "If any of the segments are already used, the agent cannot help.",
        verbs=("edit", "cancel"),
        tools=(*_CHANGE, "cancel_reservation"),
        conditions=(Condition("age", pointer="state/flights/*/date", op="gt", value=0),),
        compiler="hand",
    ),
    Policy(
        Effect.REQUIRE_APPROVAL,
        PolicyStatus.ACTIVE,
        "Basic economy flights cannot be modified; a cabin can be changed without changing the flights.",
        verbs=("edit",),
        tools=_CHANGE,
        conditions=(
            Condition("equals", pointer="state/cabin", value="basic_economy"),
            Condition("changed", pointer="/flights"),
        ),
        compiler="hand",
    ),
    Policy(
        Effect.REQUIRE_APPROVAL,
        PolicyStatus.ACTIVE,
        "An upgrade to business that changes flights as well is two changes, which the customer pays for: ask.",
        verbs=("edit",),
        tools=_CHANGE,
        conditions=(
            Condition("equals", pointer="/cabin", value="business"),
            Condition("changed", pointer="/cabin"),
            Condition("changed", pointer="/flights"),
        ),
        compiler="hand",
    ),
    Policy(
        Effect.DENY,
        PolicyStatus.ACTIVE,
        "The number of passengers of a reservation cannot be modified.",
        verbs=("edit",),
        tools=("update_reservation_passengers",),
        conditions=(Condition("changed", pointer="/passengers#"),),
        compiler="hand",
    ),
    Policy(
        Effect.DENY,
        PolicyStatus.ACTIVE,
        "Each reservation can have at most five passengers.",
        verbs=("book",),
        tools=("book_reservation",),
        conditions=(Condition("count", pointer="/passengers", op="gt", value=5),),
        compiler="hand",
    ),
    Policy(
        Effect.REQUIRE_APPROVAL,
        PolicyStatus.ACTIVE,
        "Economy without insurance can be cancelled only within 24 hours of booking.",
        verbs=("cancel",),
        tools=("cancel_reservation",),
        conditions=(
            Condition("in", pointer="state/cabin", value=["basic_economy", "economy"]),
            Condition("equals", pointer="state/insurance", value="no"),
            Condition("age", pointer="state/created_at", op="gt", value=24, unit="hours"),
        ),
        compiler="hand",
    ),
)
