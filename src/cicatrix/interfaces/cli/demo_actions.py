"""The part of a demonstration that is about the gate: calls that are judged before they are done."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from cicatrix.core.actions.action import Action
from cicatrix.core.episodes import JsonObject
from cicatrix.core.told import STOPS, spoke, why
from cicatrix.core.verdicts import Verdict
from cicatrix.interfaces.cli.gate import MARKS
from cicatrix.interfaces.readings import judged as judged_call

if TYPE_CHECKING:
    from cicatrix.engine.memory import Memory
    from cicatrix.interfaces.cli.sheet import Sheet
    from cicatrix.packs import Pack


def judged(memory: Memory, pack: Pack) -> tuple[Verdict, ...]:
    """The verdicts on the pack's calls, each at the moment that it names: some rules hold on some days."""
    return tuple(
        memory.check(Action(asked.name, asked.resource, asked.args), now=datetime.fromisoformat(asked.at))
        for asked in pack.actions
    )


def as_json(verdict: Verdict) -> JsonObject:
    return {
        "id": verdict.id,
        "action": judged_call(verdict),
        "effect": verdict.effect.value,
        "reason": verdict.reason,
        "rules": [
            {"id": rule.id, "effect": rule.ruling.value, "episodes": list(rule.episodes), "quote": rule.quote}
            for rule in verdict.rules
        ],
        "executed": verdict.executed,
    }


def tell(sheet: Sheet, place: int, verdict: Verdict) -> None:
    """One step: the call, the ruling, the rule above the words that taught it."""
    stops = verdict.effect in STOPS
    sheet.step(place, "Refusal" if stops else "No objection", judged_call(verdict))
    speaking = spoke(verdict)
    learnt = f"   {speaking[0].id} learnt in {', '.join(speaking[0].episodes)}" if speaking else ""
    sheet.line((f"{MARKS[verdict.effect]} {verdict.effect.value.upper()}", "grade"), learnt, indent=6)
    if reason := why(verdict):
        sheet.line((reason, "meta"), indent=6)
    for rule in speaking[:1]:
        for episode in rule.episodes:
            sheet.quote(episode, rule.quote, indent=13)
    done = "not executed: judged before anything was done" if stops else "the harness decides, as it did before"
    sheet.line((f"{verdict.id}, {done}", "meta"), indent=6)
    sheet.blank()
