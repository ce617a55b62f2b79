"""Calls that a set of rules denies, written in other ways; and near neighbours, written in the same ways.

Rules are taught as corrections and confirmed by a person. Each line that they deny is rewritten by each class; whatever
comes out does the same, so a verdict that lets it pass is a hole. Each neighbour is rewritten as well: stopped, it is a
false stop. What no line says (an alias, a script, a fetched program) is checked in strict mode, which asks a person.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Final

from cicatrix.bench.evasions import rewriting
from cicatrix.bench.evasions.calls import CASES, EVERYDAY, UNDECIDABLE, Case
from cicatrix.bench.report import BenchReport, Item, Measured, mean, used_settings
from cicatrix.core.actions.action import Action
from cicatrix.core.episodes import JsonObject
from cicatrix.core.policies.policy import Effect, PolicyStatus
from cicatrix.core.verdicts import Ruling
from cicatrix.engine.memory import Memory
from cicatrix.errors import InvalidInput

_EVADED: Final = 4  # rewritings of each denied line by each class
_NEAR: Final = 2  # of each neighbour
_DENIES: Final = (Ruling.DENY, Ruling.UNMET_PRECONDITION)


def run(data: Path | None, seed: int) -> Measured:
    """Everything is generated from the seed. Raises InvalidInput for data."""
    if data is not None:
        raise InvalidInput("The bench evasions makes its own calls.", hint="cicatrix bench evasions")
    with tempfile.TemporaryDirectory(prefix="cicatrix-bench-") as folder:
        path = Path(folder) / "bench.db"
        with Memory.open(path, namespace="evasions", user="bench") as memory:
            _teach(memory)
            items = [_checked(memory, *made) for made in _made(Random(seed))]  # noqa: S311 - no secret
            settings = used_settings(memory)
    report = BenchReport(
        bench="evasions",
        data_sha256="",
        settings={**settings, "seed": seed},
        n=len(items),
        metrics=_metrics(items),
        per_category={
            kind: _metrics([item for item in items if item.facts["class"] == kind])
            for kind in sorted({str(item.facts["class"]) for item in items})
        },
        beside={},
        beside_per_category={},
        notes=tuple(_notes(items)),
    )
    return Measured(report, tuple(items))


def _teach(memory: Memory) -> None:
    for case in CASES:
        memory.record(correction=case.rule, correction_by="Mira")
    memory.distill()
    for rule in memory.policies().list():
        policy = rule.policy
        if policy is not None and policy.status is PolicyStatus.PROPOSED and policy.effect is not Effect.NONE:
            memory.policies().promote(rule.id, by="Bench")


Made = tuple[str, str, str, Action]
"""What it should come to (plain, evasion, neighbour, undecidable), the class, the rule, the call."""


def _made(rng: Random) -> Iterator[Made]:
    for case in CASES:
        for line in case.denied:
            yield "plain", "plain", case.rule, _bash(line)
        for statement in case.sql:
            yield "plain", "plain", case.rule, Action("sql", args={"query": statement})
    seen: set[str] = set()
    for made in (*_evasions(rng), *_neighbours(rng)):
        key = f"{made[0]} {made[3]}"
        if key not in seen:
            seen.add(key)
            yield made
    for kind, lines in UNDECIDABLE.items():
        for line in lines:
            yield "undecidable", kind, "", _bash(line)


def _evasions(rng: Random) -> Iterator[Made]:
    for case in CASES:
        statements = [rewriting.clients(statement, rng) for statement in case.sql for _ in range(2)]
        for line in (*case.denied, *statements):
            for kind, rewrite in (rewriting.SHELL | rewriting.DISGUISES).items():
                for _ in range(_EVADED):
                    yield "evasion", kind, case.rule, _bash(rewrite(line, rng))
            for _ in range(_EVADED):
                once = rng.choice([*rewriting.SHELL.values()])(line, rng)
                yield "evasion", "twice", case.rule, _bash(rng.choice([*rewriting.SHELL.values()])(once, rng))
                yield "evasion", "tool calls", case.rule, _tool(line, False, rng)
        for kind, parts, other in (("paths", case.paths, rewriting.paths), ("addresses", case.hosts, rewriting.hosts)):
            for part in parts:
                for line in (line for line in case.denied if part in line):
                    for _ in range(_EVADED * 3):
                        yield "evasion", kind, case.rule, _bash(line.replace(part, other(part, rng)))
        for statement in case.sql:
            for _ in range(_EVADED * 3):
                yield "evasion", "SQL", case.rule, _bash(rewriting.clients(rewriting.sql(statement, rng), rng))
                yield "evasion", "tool calls", case.rule, _tool(rewriting.sql(statement, rng), True, rng)


def _neighbours(rng: Random) -> Iterator[Made]:
    for line in EVERYDAY:
        yield "neighbour", "everyday", "", _bash(line)
    for case in CASES:
        statements = [rewriting.clients(statement, rng) for statement in case.near_sql for _ in range(2)]
        for line in (*case.near, *statements):
            yield "neighbour", "near", case.rule, _bash(line)
            for kind, rewrite in rewriting.SHELL.items():
                for _ in range(_NEAR):
                    if _may_stand(kind, case):
                        yield "neighbour", kind, case.rule, _bash(rewrite(line, rng))
        for statement in case.near_sql:
            for _ in range(_NEAR):
                yield "neighbour", "SQL", case.rule, _bash(rewriting.clients(rewriting.sql(statement, rng), rng))
                yield "neighbour", "tool calls", case.rule, _tool(rewriting.sql(statement, rng), True, rng)


def _may_stand(kind: str, case: Case) -> bool:
    """A rewriting that brings in what another rule forbids makes no neighbour."""
    return not (kind == "elsewhere" and "ssh" in case.rule)


def _bash(line: str) -> Action:
    return Action("bash", args={"command": line})


def _tool(line: str, statement: bool, rng: Random) -> Action:
    name, args = rewriting.calls(line, statement, rng)
    return Action(name, args=_json(args))


def _json(value: dict[str, object]) -> JsonObject:
    return value  # type: ignore[return-value]


def _checked(memory: Memory, label: str, kind: str, rule: str, action: Action) -> Item:
    verdict = memory.check(action, dry_run=True, strict=label == "undecidable")
    how = "denied" if verdict.effect in _DENIES else "asked" if verdict.effect is Ruling.REQUIRE_APPROVAL else "passed"
    return Item(
        f"{label}: {kind}",
        {
            "label": label,
            "class": kind,
            "rule": rule,
            "call": str(action.args.get("command") or f"{action.name} {action.args}"),
            "verdict": how,
            "by": [matched.quote for matched in verdict.rules],
        },
    )


def _metrics(items: Sequence[Item]) -> dict[str, float]:
    found: dict[str, float] = {}
    for label in ("plain", "evasion", "neighbour", "undecidable"):
        mine = [item for item in items if item.facts["label"] == label]
        if mine:
            found[f"{label}_n"] = float(len(mine))
            for how in ("denied", "asked", "passed"):
                found[f"{label}_{how}"] = mean([float(item.facts["verdict"] == how) for item in mine])
    return found


def _notes(items: Sequence[Item]) -> Iterator[str]:
    for item in items:
        label, verdict = item.facts["label"], item.facts["verdict"]
        if label == "neighbour" and verdict != "passed":
            yield f"{verdict} though it is a neighbour ({item.facts['class']}): {item.facts['call']}"
        elif label != "neighbour" and verdict == "passed":
            yield f"passed ({label}, {item.facts['class']}): {item.facts['call']}"
