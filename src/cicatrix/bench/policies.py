"""What becomes of corrections in everyday words: each is recorded and learnt, then calls are checked against it.

A line is one correction with the effect that it should have, calls (or requests in words) that it has to stop, and near
misses that it has to spare, each at a moment of its own and after tool calls of its own. All of it goes through public
calls: record, distill, check. A call is judged with what was read completely; where that does not stop it, once
more after a person has confirmed what was only proposed.

``denied`` and ``asked`` are stops by what was in force at once, ``proposed`` those after a confirmation;
``stops_stopped`` is all three. ``spares_stopped`` counts both as well. ``wrong_meaning`` is the share of
active policies that mean something else: they stop a near miss, or let a call pass that they have to stop.
"""

from __future__ import annotations

import hashlib
import json
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final
from zoneinfo import ZoneInfo

from cicatrix.bench.report import BenchReport, Item, Measured, mean, read_data, used_settings
from cicatrix.config import FixedClock
from cicatrix.core.actions.action import Action
from cicatrix.core.episodes import JsonObject, JsonValue
from cicatrix.core.policies.policy import Effect, Policy, PolicyStatus
from cicatrix.core.policies.settings import GateSettings
from cicatrix.core.verdicts import Ruling
from cicatrix.engine.memory import Memory
from cicatrix.errors import InvalidInput

_TEACHER: Final = "Mira"
_EFFECTS: Final = (Effect.PRECONDITION, Effect.DENY, Effect.REQUIRE_APPROVAL, Effect.NONE)
_DENIES: Final = (Ruling.DENY, Ruling.UNMET_PRECONDITION)
_NOON: Final = "2026-01-07T12:00:00"
"""A Wednesday: when a call is made that names no moment."""


@dataclass(frozen=True, slots=True)
class Case:
    """One correction. ``effect`` is "none" for advice."""

    id: str
    rule: str
    effect: str
    language: str
    zone: str
    stops: tuple[JsonObject, ...]
    spares: tuple[JsonObject, ...]


@dataclass(slots=True)
class Judged:
    """What a call came to: by what was in force, and after a person confirmed what was proposed."""

    ruling: Ruling
    confirmed: Ruling

    @property
    def how(self) -> str:
        if self.ruling in _DENIES:
            return "denied"
        if self.ruling is Ruling.REQUIRE_APPROVAL:
            return "asked"
        return "proposed" if self.confirmed in (*_DENIES, Ruling.REQUIRE_APPROVAL) else ""


def run(data: Path | None, seed: int) -> Measured:  # noqa: ARG001 - nothing here is random
    """Measure the JSON Lines of ``data``, a file or a folder of them. Raises InvalidInput for data that is none."""
    cases, sha256 = _read(data)
    with tempfile.TemporaryDirectory(prefix="cicatrix-bench-") as folder:
        items = [_measure(case, Path(folder) / "bench.db", number) for number, case in enumerate(cases)]
        with Memory.open(Path(folder) / "bench.db", namespace="policies/0/0", user="bench") as memory:
            settings = used_settings(memory)
    report = BenchReport(
        bench="policies",
        data_sha256=sha256,
        settings=settings,
        n=len(items),
        metrics=_metrics(items),
        per_category=_by_category(items),
        beside={},
        beside_per_category={},
        notes=tuple(_notes(items)),
    )
    return Measured(report, tuple(items))


def _measure(case: Case, path: Path, number: int) -> Item:
    policies: tuple[Policy, ...] = ()
    judged: dict[str, list[Judged]] = {"stops": [], "spares": []}
    for kind, calls in (("stops", case.stops), ("spares", case.spares)):
        for place, call in enumerate(calls):
            name = f"policies/{number}/{place + len(case.stops) * (kind == 'spares')}"
            found, policies = _judge(case, call, path, name)
            judged[kind].append(found)
    effects = {policy.effect for policy in policies}
    effect = next((each for each in _EFFECTS if each in effects), Effect.NONE)
    active = any(policy.status is PolicyStatus.ACTIVE for policy in policies)
    at_once = {kind: [one.how in ("denied", "asked") for one in judged[kind]] for kind in judged}
    return Item(
        case.id,
        {
            "rule": case.rule,
            "language": case.language,
            "label": case.effect,
            "effect": effect.value,
            "active": active,
            "proposed": any(policy.status is PolicyStatus.PROPOSED for policy in policies),
            "wrong": active and (any(at_once["spares"]) or not all(at_once["stops"])),
            "stops": [one.how for one in judged["stops"]],
            "spares": [one.how for one in judged["spares"]],
            "missed": [_shown(call) for call, one in zip(case.stops, judged["stops"], strict=True) if not one.how],
            "false": [_shown(call) for call, one in zip(case.spares, judged["spares"], strict=True) if one.how],
            "why": [why for policy in policies for why in policy.why],
        },
    )


def _judge(case: Case, call: JsonObject, path: Path, namespace: str) -> tuple[Judged, tuple[Policy, ...]]:
    """Teach the correction in a namespace of its own, record what went before, and check the call."""
    zone = ZoneInfo(case.zone)
    now = _moment(call.get("now"), zone)
    clock = FixedClock(now)
    gate = GateSettings(zone=case.zone)
    with Memory.open(path, namespace=namespace, clock=clock, user="bench", gate=gate) as memory:
        memory.record(correction=case.rule, correction_by=_TEACHER)
        memory.distill()
        for deed in _dicts(call.get("after")):
            _record(memory, deed, now)
        policies = tuple(rule.policy for rule in memory.policies().list() if rule.policy is not None)
        action = _action(call)
        ruling = memory.check(action, now=now, dry_run=True).effect
        for rule in memory.policies().list():
            policy = rule.policy
            if policy is not None and policy.status is PolicyStatus.PROPOSED and policy.effect is not Effect.NONE:
                memory.policies().promote(rule.id, by="Bench")
        return Judged(ruling, memory.check(action, now=now, dry_run=True).effect), policies


def _record(memory: Memory, deed: JsonObject, now: datetime) -> None:
    minutes = deed.get("minutes_ago")
    ago = timedelta(minutes=minutes if isinstance(minutes, int | float) else 0)
    at = (now - ago).isoformat()
    if "tool_call" in deed:
        memory.record(
            kind="tool_call",
            tool=str(deed["tool_call"]),
            resource=str(deed.get("resource", "")),
            outcome=str(deed.get("outcome", "ok")),
            recorded_by=str(deed.get("recorded_by", "hook")),
            occurred_at=at,
        )
    elif "text" in deed:
        memory.record(kind="turn", role=str(deed.get("turn", "assistant")), text=str(deed["text"]), occurred_at=at)


def _action(call: JsonObject) -> Action:
    args, context = call.get("args"), call.get("context")
    return Action(
        name=str(call.get("name", "")),
        resource=str(call.get("resource", "")),
        args=args if isinstance(args, dict) else {},
        context=context if isinstance(context, dict) else {},
        text=str(call.get("text", "")),
    )


def _moment(value: JsonValue, zone: ZoneInfo) -> datetime:
    moment = datetime.fromisoformat(value if isinstance(value, str) else _NOON)
    return moment if moment.tzinfo else moment.replace(tzinfo=zone)


# -- figures -----------------------------------------------------------------------------------------------------------


def _metrics(items: Sequence[Item]) -> dict[str, float]:
    stops = [str(how) for item in items for how in _strings(item.facts["stops"])]
    spares = [str(how) for item in items for how in _strings(item.facts["spares"])]
    active = [item for item in items if item.facts["active"]]
    return {
        "right_effect": mean([float(item.facts["effect"] == item.facts["label"]) for item in items]),
        "wrong_meaning": mean([float(bool(item.facts["wrong"])) for item in active]),
        "stops_stopped": mean([float(bool(how)) for how in stops]),
        "spares_stopped": mean([float(bool(how)) for how in spares]),
        "denied": mean([float(how == "denied") for how in stops]),
        "asked": mean([float(how == "asked") for how in stops]),
        "proposed": mean([float(how == "proposed") for how in stops]),
    }


def _by_category(items: Sequence[Item]) -> dict[str, dict[str, float]]:
    keys = sorted({f"{key}: {item.facts[key]}" for item in items for key in ("label", "language")})
    return {
        key: _metrics([item for item in items if str(item.facts[key.split(": ")[0]]) == key.split(": ")[1]])
        for key in keys
    }


def _notes(items: Sequence[Item]) -> Iterator[str]:
    active = sum(bool(item.facts["active"]) for item in items)
    proposed = sum(bool(item.facts["proposed"]) for item in items)
    yield f"active {active}, proposed {proposed}, of {len(items)}"
    for item in items:
        if item.facts["effect"] != item.facts["label"]:
            yield f"{item.name}: {item.facts['effect']} and not {item.facts['label']}: {item.facts['rule']}"


# -- the data ----------------------------------------------------------------------------------------------------------


def _read(path: Path | None) -> tuple[list[Case], str]:
    hint = "Name the file of corrections: cicatrix bench policies --data PATH."
    files = sorted(path.glob("*.jsonl")) if path is not None and path.is_dir() else [path]
    if not files:
        raise InvalidInput(f"{path} holds no JSON Lines.", hint=hint)
    digest = hashlib.sha256()
    cases: list[Case] = []
    for file in files:
        raw, _ = read_data(file, "policies")
        digest.update(raw)
        for line in raw.decode("utf-8").splitlines():
            try:
                row = json.loads(line) if line.strip() else None
            except ValueError as error:
                raise InvalidInput(f"A line is no JSON: {error}.", hint=hint) from None
            if isinstance(row, dict) and "rule" in row:
                cases.append(_case(row))
    if not cases:
        raise InvalidInput("There are no corrections in it.", hint=hint)
    return cases, digest.hexdigest()


def _case(row: Mapping[str, JsonValue]) -> Case:
    effect = str(row.get("effect", ""))
    return Case(
        id=str(row.get("id", "")),
        rule=str(row["rule"]),
        effect="none" if effect == "advice" else effect,
        language=str(row.get("lang", "")),
        zone=str(row.get("timezone") or "UTC"),
        stops=tuple(_dicts(row.get("stops"))),
        spares=tuple(_dicts(row.get("spares"))),
    )


def _dicts(value: JsonValue) -> list[JsonObject]:
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []


def _strings(value: JsonValue) -> list[str]:
    return [str(each) for each in value] if isinstance(value, list) else []


def _shown(call: JsonObject) -> str:
    return str(call.get("text") or f"{call.get('name', '')} {json.dumps(call.get('args', {}), ensure_ascii=False)}")
