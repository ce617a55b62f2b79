"""How long the gate takes: matching at 10, 1,000 and 10,000 rules, and the canonical form, beside Cedar.

Rules and calls are generated: rules of twenty verbs on as many things as there are rules, every second one with a
condition; calls of which one in ten is spoken of. Cedar is asked with a cached set of the same rules where ``cedarpy``
is installed; a note says so where it is not. The whole check, which is sealed on disk before it answers, stands apart.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import partial
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from cicatrix.bench.opening import open_memory
from cicatrix.bench.report import BenchReport, Item, Measured, Metrics, percentile
from cicatrix.core.actions.action import Action
from cicatrix.core.actions.canonical import canonical
from cicatrix.core.policies.lexicon import Lexicon
from cicatrix.core.policies.matching import PolicySet
from cicatrix.core.policies.policy import Condition, Effect, Policy, PolicyStatus, Target
from cicatrix.core.policies.rule_index import Enforced
from cicatrix.core.reading.grammar import table

SIZES: Final = (10, 1_000, 10_000)
CALLS: Final = 1_000
CEDAR_CALLS: Final = 40
CHECKS: Final = 200
_VERBS: Final = sorted(
    table(
        "delete restart deploy refund send post book cancel approve export share publish drop scale stop pay merge",
        "push create close",
    )
)
_NOW: Final = datetime(2026, 6, 1, 12, tzinfo=UTC)
_LINE: Final = "cd /srv/app && sudo git -C /srv/app push --force-with-lease origin HEAD:main && rm -rf build | tee log"


def run(data: Path | None, seed: int) -> Measured:
    """Times are milliseconds of this process's processor. ``data`` is not used: all is generated."""
    del data
    lexicon = Lexicon.default()
    metrics: Metrics = {}
    cedar: Metrics = {}
    items: list[Item] = []
    for size in SIZES:
        dice = random.Random(seed)  # noqa: S311 (drawn, not secret)
        rules = [_rule(place, dice) for place in range(size)]
        calls = [_call(dice, size) for _ in range(CALLS)]
        gate = PolicySet([Enforced(f"PB-{place}", rule) for place, rule in enumerate(rules, 1)], lexicon)
        forms = [canonical(call, lexicon) for call in calls]
        times = _timed([partial(gate.judge, form, now=_NOW, zone=UTC) for form in forms])
        metrics |= {f"p50_{size}": percentile(times, 0.5), f"p99_{size}": percentile(times, 0.99)}
        items += [Item(f"{size} rules, call {place}", {"ms": spent}) for place, spent in enumerate(times)]
        beside = _cedar(rules, calls[:CEDAR_CALLS])
        if beside:
            cedar |= {f"p50_{size}": percentile(beside, 0.5), f"p99_{size}": percentile(beside, 0.99)}
    tool = Action("refund", args={"order_id": "QL-8812", "amount": 900, "currency": "USD"})
    for name, action in (("tool", tool), ("line", Action("bash", args={"command": _LINE}))):
        times = _timed([partial(canonical, action, lexicon)] * 500)
        metrics |= {f"form_{name}_p50": percentile(times, 0.5), f"form_{name}_p99": percentile(times, 0.99)}
    checks = _checked(tool)
    metrics |= {"check_p50": percentile(checks, 0.5), "check_p99": percentile(checks, 0.99)}
    notes = () if cedar else ("no Cedar beside it: install cedarpy",)
    report = BenchReport(
        bench="gate-speed",
        data_sha256="",
        settings={"rules": list(SIZES), "calls": CALLS, "seed": seed},
        n=CALLS,
        metrics=metrics,
        per_category={},
        beside={"cedar, cached set": cedar} if cedar else {},
        beside_per_category={},
        notes=("milliseconds of processor time, after a first call of each kind; check: by the clock", *notes),
    )
    return Measured(report, tuple(items))


def _checked(action: Action) -> list[float]:
    """Checks through the public call, each durable before it returns, with one rule in force."""
    with TemporaryDirectory() as folder:
        memory = open_memory(Path(folder), "gate-speed")
        memory.record(task="refund an order", correction="Refunds above 5,000 dollars need approval by a manager.")
        memory.check(action)
        times = []
        for _ in range(CHECKS):
            start = time.perf_counter_ns()
            memory.check(action)
            times.append((time.perf_counter_ns() - start) / 1e6)
        return times


def _rule(place: int, dice: random.Random) -> Policy:
    verb = _VERBS[place % len(_VERBS)]
    limit = (Condition("number", "amount", op="gt", value=dice.randrange(100, 1000)),) if place % 2 else ()
    return Policy(
        Effect.DENY,
        PolicyStatus.ACTIVE,
        f"Never {verb} thing{place}.",
        verbs=(verb,),
        targets=(Target(literal=f"thing{place}", kind="id"),),
        conditions=limit,
    )


def _call(dice: random.Random, size: int) -> Action:
    verb = dice.choice(_VERBS)
    number = dice.randrange(size) if dice.random() < _SPOKEN else size + dice.randrange(10**6)
    return Action(f"{verb}_item", args={"item": f"thing{number}", "amount": dice.randrange(2000), "note": "as agreed"})


_SPOKEN: Final = 0.1


def _timed(calls: Sequence[Callable[[], object]]) -> list[float]:
    """The best of three rounds for each call: what others do on the machine is not the gate's."""
    for call in calls[:20]:
        call()
    best = [float("inf")] * len(calls)
    for _ in range(3):
        for place, call in enumerate(calls):
            start = time.process_time_ns()
            call()
            best[place] = min(best[place], (time.process_time_ns() - start) / 1e6)
    return best


def _cedar(rules: Sequence[Policy], calls: Sequence[Action]) -> list[float]:
    """The same rules in Cedar; empty where it is not installed."""
    try:
        engine: Any = import_module("cedarpy")
    except ImportError:
        return []
    policies = "permit(principal, action, resource);\n" + "\n".join(map(_in_cedar, rules))
    held = engine.PolicySet.from_str(policies) if hasattr(engine, "PolicySet") else policies
    requests = [
        {
            "principal": 'User::"agent"',
            "action": f'Action::"{call.name.partition("_")[0]}"',
            "resource": f'Item::"{call.args["item"]}"',
            "context": {"amount": call.args["amount"]},
        }
        for call in calls
    ]
    return _timed([partial(engine.is_authorized, request, held, []) for request in requests])


def _in_cedar(rule: Policy) -> str:
    limit = f" when {{ context.amount > {json.dumps(rule.conditions[0].value)} }}" if rule.conditions else ""
    return (
        f'forbid(principal, action == Action::"{rule.verbs[0]}", resource == Item::"{rule.targets[0].literal}"){limit};'
    )
