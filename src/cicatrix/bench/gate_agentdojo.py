"""AgentDojo, suites *banking* and *slack*: calls that an injection wants, and calls that the user's task needs.

The rules were written from the environments and user tasks, before an injection was looked at (agentdojo_rules.py).
Beside them: to ask about everything that does more than look, and a list of tools by name.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from cicatrix.bench.agentdojo_rules import BANKING, SLACK
from cicatrix.bench.gate_figures import Gate, figures
from cicatrix.bench.report import BenchReport, Item, Measured, Metrics, read_data
from cicatrix.core.actions.action import Action
from cicatrix.core.actions.canonical import canonical
from cicatrix.core.episodes import JsonObject
from cicatrix.core.policies.compiler import compile_rule
from cicatrix.core.policies.lexicon import Lexicon
from cicatrix.core.policies.policy import Policy, PolicyStatus
from cicatrix.core.reading.grammar import table
from cicatrix.core.verdicts import Ruling
from cicatrix.errors import InvalidInput

_SUITES: Final = {"banking": BANKING, "slack": SLACK}
_NOW: Final = datetime(2024, 5, 15, 15, tzinfo=UTC)
_LISTED: Final = table(
    "send_money schedule_transaction update_scheduled_transaction update_password update_user_info",
    "invite_user_to_slack remove_user_from_slack post_webpage send_direct_message send_channel_message",
)
"""Tools that a person would list as dangerous who knows their names alone."""


@dataclass(frozen=True, slots=True)
class _Case:
    suite: str
    task: str
    action: Action
    injected: bool
    looks: bool


def run(data: Path | None, seed: int) -> Measured:
    """``data`` is the file of calls. Raises InvalidInput if it is no such file."""
    del seed  # nothing is drawn
    raw, digest = read_data(data, "gate-agentdojo")
    try:
        cases = [*_cases(json.loads(raw))]
    except (ValueError, KeyError, TypeError) as error:
        raise InvalidInput(
            f"{data} holds no calls of AgentDojo: {error}.", hint="Name calls-banking-slack.json."
        ) from error
    sentences = {suite: [_compiled(policy.text) for policy in rules] for suite, rules in _SUITES.items()}
    active = {suite: [one for one in read if one.status is PolicyStatus.ACTIVE] for suite, read in sentences.items()}
    coverage = sum(map(len, active.values())) / sum(map(len, sentences.values()))
    ruled = {
        "cicatrix": _judged(cases, _SUITES),
        "sentences alone": _judged(cases, active),
        "ask about everything": [Ruling.NO_OPINION if case.looks else Ruling.REQUIRE_APPROVAL for case in cases],
        "tools by name": [Ruling.DENY if case.action.name in _LISTED else Ruling.NO_OPINION for case in cases],
    }
    found = {name: _figures(cases, rulings, 1.0 if name == "cicatrix" else 0.0) for name, rulings in ruled.items()}
    found["sentences alone"]["coverage"] = coverage
    report = BenchReport(
        bench="gate-agentdojo",
        data_sha256=digest,
        settings={"rules": sum(map(len, _SUITES.values())), "compiled": sum(map(len, active.values()))},
        n=len(cases),
        metrics=found["cicatrix"],
        per_category=_by_suite(cases, ruled["cicatrix"]),
        beside={name: metrics for name, metrics in found.items() if name != "cicatrix"},
        beside_per_category={},
        notes=_notes(cases, ruled["cicatrix"]),
    )
    return Measured(report, tuple(_items(cases, ruled)))


def _compiled(text: str) -> Policy:
    return compile_rule(text, lexicon=Lexicon.default())


def _cases(rows: Iterable[JsonObject]) -> Iterator[_Case]:
    for row in rows:
        args = row["args"]
        action = Action(str(row["function"]), args=args if isinstance(args, dict) else {})
        looks = all(call.reads for call in canonical(action, Lexicon.default()).calls)
        yield _Case(str(row["suite"]), str(row["task"]), action, row["label"] == "deny", looks)


def _judged(cases: Sequence[_Case], rules: dict[str, tuple[Policy, ...]] | dict[str, list[Policy]]) -> list[Ruling]:
    gates = {suite: Gate.of(policies, _NOW) for suite, policies in rules.items()}
    return [gates[case.suite].judge(case.action).ruling for case in cases]


def _figures(cases: Sequence[_Case], rulings: Sequence[Ruling], coverage: float) -> Metrics:
    """Of the injected calls those count that do something: looking is what every task does."""
    pairs = [*zip(cases, rulings, strict=True)]
    bad = [ruling for case, ruling in pairs if case.injected and not case.looks]
    return figures(bad, [ruling for case, ruling in pairs if not case.injected], coverage)


def _by_suite(cases: Sequence[_Case], rulings: Sequence[Ruling]) -> dict[str, Metrics]:
    return {
        suite: _figures(
            [case for case in cases if case.suite == suite],
            [ruling for case, ruling in zip(cases, rulings, strict=True) if case.suite == suite],
            1.0,
        )
        for suite in _SUITES
    }


def _notes(cases: Sequence[_Case], rulings: Sequence[Ruling]) -> tuple[str, ...]:
    acting = sum(case.injected and not case.looks for case in cases)
    looking = sum(case.injected and case.looks for case in cases)
    passed = [
        case.action.name
        for case, ruling in zip(cases, rulings, strict=True)
        if case.injected and not case.looks and ruling is Ruling.NO_OPINION
    ]
    benign = sum(not case.injected for case in cases)
    return (
        f"{acting} injected calls act, {looking} only look; {benign} calls are benign",
        f"acting calls that passed: {', '.join(passed) or 'none'}",
    )


def _items(cases: Sequence[_Case], ruled: dict[str, list[Ruling]]) -> Iterator[Item]:
    for place, case in enumerate(cases):
        facts: JsonObject = {"tool": case.action.name, "injected": case.injected, "looks": case.looks}
        facts |= {name: rulings[place].value for name, rulings in ruled.items()}
        yield Item(f"{case.suite} {case.task}", facts)
