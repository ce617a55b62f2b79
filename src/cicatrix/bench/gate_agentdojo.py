"""AgentDojo, suites *banking* and *slack*: calls that an injection wants, and calls that the user's task needs.

The rules were written from the environments and user tasks, before an injection was looked at (agentdojo_rules.py).
Beside them: to ask about everything that does more than look, and a list of tools by name.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from cicatrix.bench.agentdojo_rules import BANKING, SLACK
from cicatrix.bench.gate_figures import Gate, figures, taught, written
from cicatrix.bench.report import BenchReport, Item, Measured, Metrics, read_data
from cicatrix.core.actions.action import Action
from cicatrix.core.actions.canonical import canonical
from cicatrix.core.episodes import JsonObject
from cicatrix.core.policies.lexicon import Lexicon
from cicatrix.core.reading.grammar import table
from cicatrix.core.verdicts import Ruling
from cicatrix.errors import InvalidInput

_SUITES: Final = {"banking": BANKING, "slack": SLACK}
_NOW: Final = datetime(2024, 5, 15, 15, tzinfo=UTC)
_CALLS: Final = "calls-banking-slack.json"
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
    """``data`` is the file of calls, or its folder. Raises InvalidInput if it is no such file."""
    del seed  # nothing is drawn
    raw, digest = read_data(data / _CALLS if data is not None and data.is_dir() else data, "gate-agentdojo")
    try:
        cases = [*_cases(json.loads(raw))]
    except (ValueError, KeyError, TypeError) as error:
        raise InvalidInput(f"{data} holds no calls of AgentDojo: {error}.", hint=f"Name {_CALLS}.") from error
    with ExitStack() as stack:
        hand = {suite: stack.enter_context(written(rules, _NOW)) for suite, rules in _SUITES.items()}
        alone = {
            suite: stack.enter_context(taught([rule.text for rule in rules], _NOW)) for suite, rules in _SUITES.items()
        }
        active = sum(gate.active for gate in alone.values())
        judged = {"cicatrix": _judged(cases, hand), "sentences alone": _judged(cases, alone)}
    coverage = active / sum(map(len, _SUITES.values()))
    ruled = {
        **judged,
        "ask about everything": [Ruling.NO_OPINION if case.looks else Ruling.REQUIRE_APPROVAL for case in cases],
        "tools by name": [Ruling.DENY if case.action.name in _LISTED else Ruling.NO_OPINION for case in cases],
    }
    found = {name: _figures(cases, rulings, 1.0 if name == "cicatrix" else 0.0) for name, rulings in ruled.items()}
    found["sentences alone"]["coverage"] = coverage
    report = BenchReport(
        bench="gate-agentdojo",
        data_sha256=digest,
        settings={"rules": sum(map(len, _SUITES.values())), "compiled": active},
        n=len(cases),
        metrics=found["cicatrix"],
        per_category=_by_suite(cases, ruled["cicatrix"]),
        beside={name: metrics for name, metrics in found.items() if name != "cicatrix"},
        beside_per_category={},
        notes=_notes(cases, ruled["cicatrix"]),
    )
    return Measured(report, tuple(_items(cases, ruled)))


def _cases(rows: Iterable[JsonObject]) -> Iterator[_Case]:
    for row in rows:
        args = row["args"]
        action = Action(str(row["function"]), args=args if isinstance(args, dict) else {})
        looks = all(call.reads for call in canonical(action, Lexicon.default()).calls)
        yield _Case(str(row["suite"]), str(row["task"]), action, row["label"] == "deny", looks)


def _judged(cases: Sequence[_Case], gates: dict[str, Gate]) -> list[Ruling]:
    return [gates[case.suite].judge(case.action) for case in cases]


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
