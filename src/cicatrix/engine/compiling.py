"""Compiling: what a rule stops is read out of its words when it is sealed, here and nowhere else.

Who checks an action reads what was sealed and never compiles. A rule whose words have not changed keeps its policy, and
with it what a person decided about it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from cicatrix.core.actions.action import Action
from cicatrix.core.episodes import Episode
from cicatrix.core.known import LIVE
from cicatrix.core.memories import Memory
from cicatrix.core.policies.policy import Effect, Except, Policy, PolicyStatus
from cicatrix.engine.context import Context

SHOWN: Final = 20
"""Calls of its episodes that a rule is tried on."""


def compiled(ctx: Context, rule: Memory, episodes: Mapping[str, Episode]) -> Memory:
    """The rule with the policy of its words, as they stand with what was said of it later. One that is over keeps the
    policy that it had."""
    before = rule.policy
    if rule.status not in LIVE or is_read(rule):
        return rule
    policy = _read(ctx, rule, calls_of(rule, episodes))
    if before is not None and policy.status is not PolicyStatus.ACTIVE and before.status is PolicyStatus.ACTIVE:
        policy = _narrowed(before, rule, policy) or policy
    return replace(rule, policy=policy)


def is_read(rule: Memory) -> bool:
    """Whether a rule has the policy of its words. One that was sealed before rules had policies has none."""
    return rule.policy is not None and rule.policy.text == rule.order


def _read(ctx: Context, rule: Memory, calls: Sequence[Action]) -> Policy:
    try:
        from cicatrix.core.policies.compiler import compile_rule  # a rule that has its policy is not read again

        return compile_rule(rule.order, lexicon=ctx.lexicon(), episodes=calls)
    except Exception as error:  # a person's words are kept, whatever becomes of reading them
        why = f"reading it failed ({type(error).__name__}): its policy has to be written by hand"
        return Policy(Effect.NONE, PolicyStatus.PROPOSED, rule.order, why=(why,))


def _narrowed(before: Policy, rule: Memory, read: Policy) -> Policy | None:
    """A policy in force to which words were added that code cannot read: it goes on stopping what it stopped, and asks
    where those words might apply. A rule is not disarmed by what is said of it. None where its own words changed."""
    if not rule.order.startswith(before.text):
        return None
    words = rule.order[len(before.text) :].strip()
    return replace(
        before, text=rule.order, exceptions=(*before.exceptions, Except(text=words)), residue=read.residue, why=read.why
    )


def calls_of(rule: Memory, episodes: Mapping[str, Episode]) -> list[Action]:
    """The tool calls in the episodes that taught a rule: what it has to stop."""
    found = (episodes[name] for name in rule.episodes if name in episodes)
    calls = [Action(each.tool, each.resource, each.arguments) for each in found if each.tool]
    return calls[:SHOWN]
