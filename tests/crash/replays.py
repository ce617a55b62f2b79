"""Recalls on a ledger that goes on: so many are recorded, so many changes follow, and each must replay as it was."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Final

from cicatrix import Memory
from cicatrix.core.memories import Status
from cicatrix.engine.replay_all import LedgerReplay

_THINGS: Final = ("invoice", "refund", "build", "release note", "press text", "contract", "backup", "newsletter")
_RULES: Final = (
    "Never send the {thing} for customer {number} without a yes from a manager.",
    "Always read the {thing} of project {number} to a colleague first.",
    "Put the {thing} number {number} into the archive, not into the mail.",
)


def _change(memory: Memory, dice: random.Random, number: int) -> None:
    """One change of the mind: a lesson, an episode, a use, or a rule that is suspended, resumed or retired."""
    thing = dice.choice(_THINGS)
    act = dice.choice(("teach", "teach", "record", "used", "stand"))
    if act == "teach":
        lesson = dice.choice(_RULES).format(thing=thing, number=number)
        memory.record(task=f"Do the {thing} {number}", outcome="Bad.", correction=lesson, correction_by="dana")
    elif act == "record":
        memory.record(task=f"Do the {thing} {number}", outcome=f"The {thing} went out.", session=f"s{number % 9}")
    elif act == "used" and memory.read().kinds():
        recall = memory.recall(f"Where does the {thing} go?")
        if recall.items:
            memory.used(recall.id, [dice.choice(recall.items).id])
    else:
        rules = [rule for rule in memory.read().rules() if rule.status in (Status.ACTIVE, Status.SUSPENDED)]
        if rules:
            rule = dice.choice(rules)
            step = memory.resume if rule.status is Status.SUSPENDED else dice.choice((memory.suspend, memory.retire))
            step(rule.id, by="dana")


def replay_after_changes(path: Path, *, seed: int, recalls: int, changes: int) -> LedgerReplay:
    """Record recalls among changes, make as many changes again, then replay all in a fresh process's memory."""
    dice = random.Random(f"replay/{seed}")
    with Memory.open(path, namespace="acme/support", user="dana") as memory:
        for number in range(30):
            _change(memory, dice, number)
        for number in range(recalls):
            if number % 5 == 0:
                _change(memory, dice, 1_000 + number)
            at = dice.choice((None, None, dice.randint(1, 40)))
            query = f"{dice.choice(('Send', 'May I mail', 'What about'))} the {dice.choice(_THINGS)} {number % 50}?"
            memory.recall(query, budget=dice.choice((60, 200, 800)), at=at)
        for number in range(changes):
            _change(memory, dice, 10_000 + number)
    with Memory.open(path, namespace="acme/support", read_only=True) as memory:
        return memory.replay_all()
