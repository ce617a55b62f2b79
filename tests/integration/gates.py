"""Rules with policies written by hand, so that tests of the gate rest on no sentence's reading."""

from __future__ import annotations

from dataclasses import replace

from cicatrix import Memory
from cicatrix.core.policies.policy import Before, Effect, Policy, PolicyStatus

DENY = Policy(Effect.DENY, PolicyStatus.ACTIVE, "", tools=("send_message",))
ASK = replace(DENY, effect=Effect.REQUIRE_APPROVAL, by="a manager")
DRAINED = Policy(
    Effect.PRECONDITION, PolicyStatus.ACTIVE, "", tools=("restart",), before=Before(verbs=("drain",), max_age=900)
)

WORDS = (
    "Never send messages to customers without sign-off.",
    "Never restart the billing service before it is drained.",
    "Never email the press.",
    "Never post discount codes on public social media.",
)


def make_rule(memory: Memory, policy: Policy, text: str = WORDS[0]) -> str:
    """A rule that a person taught and whose policy a person wrote."""
    (rule,) = memory.record(task="Work", correction=text, correction_by="dana").rules
    memory.policies().promote(rule.id, by="dana", policy=policy)
    return rule.id
