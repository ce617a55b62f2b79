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
    calls = calls_of(rule, episodes)
    policy = _read(ctx, rule.order, calls)
    if before is not None and before.status is PolicyStatus.ACTIVE and rule.order.startswith(before.text):
        policy = _said_later(before, _read(ctx, before.text, calls), policy)
    return replace(rule, policy=policy)


def is_read(rule: Memory) -> bool:
    """Whether a rule has the policy of its words. One that was sealed before rules had policies has none."""
    return rule.policy is not None and rule.policy.text == rule.order


def _read(ctx: Context, text: str, calls: Sequence[Action]) -> Policy:
    try:
        from cicatrix.core.policies.compiler import compile_rule  # a rule that has its policy is not read again

        return compile_rule(text, lexicon=ctx.lexicon(), episodes=calls)
    except Exception as error:  # a person's words are kept, whatever becomes of reading them
        why = f"reading it failed ({type(error).__name__}): its policy has to be written by hand"
        return Policy(Effect.NONE, PolicyStatus.PROPOSED, text, why=(why,))


def _said_later(held: Policy, first: Policy, now: Policy) -> Policy:
    """A policy in force (``held``) to which words were added, from the reading of the words before (``first``) and of
    all of them (``now``). A rule is not disarmed by what is said of it: exceptions that were read are taken over, and
    whatever else the reading makes of the words is left to a person. It goes on stopping what it stopped, and asks
    where they may apply."""
    known = len(first.exceptions)
    added = now.exceptions[known:]
    if now.status is PolicyStatus.ACTIVE and added and _but_for_exceptions(first) == _but_for_exceptions(now):
        return replace(held, text=now.text, exceptions=(*held.exceptions, *added))
    words = now.text[len(held.text) :].strip()
    why = f"only a person can tell: {words}"
    return replace(held, text=now.text, exceptions=(*held.exceptions, Except(text=words)), why=(*held.why, why))


def _but_for_exceptions(policy: Policy) -> Policy:
    """What a policy stops, without its exceptions and where its words stand."""
    return replace(policy, text="", exceptions=(), parts=(), must=(), must_not=(), residue=(), why=())


def calls_of(rule: Memory, episodes: Mapping[str, Episode]) -> list[Action]:
    """The tool calls in the episodes that taught a rule: what it has to stop."""
    found = (episodes[name] for name in rule.episodes if name in episodes)
    calls = [Action(each.tool, each.resource, each.arguments) for each in found if each.tool]
    return calls[:SHOWN]
