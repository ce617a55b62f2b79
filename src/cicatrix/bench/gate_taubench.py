"""tau-bench, airline: writes of real agents that broke their task, and writes that were exactly right.

A write is *forbidden* where the task's own solution holds none, and *right* where it stands in the solution with the
same arguments. Rules come from the written policy: its sentences, taught as corrections, of which only those are
enforced that were read completely; beside them policies that a person wrote. The gate is shown the reservation as the
run saw it last.
"""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Final
from zoneinfo import ZoneInfo

from cicatrix.bench.gate_figures import ASKED, figures, taught, written
from cicatrix.bench.report import BenchReport, Item, Measured, Metrics, read_data
from cicatrix.bench.taubench_rules import RULES
from cicatrix.core.actions.action import Action
from cicatrix.core.episodes import JsonObject
from cicatrix.core.reading.sentences import split
from cicatrix.core.verdicts import Ruling
from cicatrix.errors import InvalidInput

_RUNS: Final = "gpt-4o-airline-tasks-0-24.json"
_STATE: Final = "airline_reservations.json"
_POLICY: Final = "airline_wiki.md"
_WRITES: Final = (
    "book_reservation",
    "cancel_reservation",
    "send_certificate",
    "update_reservation_baggages",
    "update_reservation_flights",
    "update_reservation_passengers",
)
_ZONE: Final = "America/New_York"
_NOW: Final = datetime(2024, 5, 15, 15, tzinfo=ZoneInfo(_ZONE))  # the time that the policy states


@dataclass(frozen=True, slots=True)
class _Write:
    task: int
    trial: int
    action: Action
    right: bool


def run(data: Path | None, seed: int) -> Measured:
    """``data`` is the folder with runs, reservations and policy. Raises InvalidInput if it is no such set."""
    del seed  # nothing is drawn
    if data is None or not data.is_dir():
        raise InvalidInput(
            "The bench gate-taubench needs a folder.", hint="cicatrix bench gate-taubench --data …/tau-bench"
        )
    raw = {name: read_data(data / name, "gate-taubench")[0] for name in (_RUNS, _STATE, _POLICY)}
    try:
        writes = [*_writes(json.loads(raw[_RUNS]), json.loads(raw[_STATE]))]
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise InvalidInput(
            f"{data} holds no runs of tau-bench: {error}.", hint=f"It needs {_RUNS}, {_STATE}."
        ) from error
    sentences = _sentences(raw[_POLICY].decode())
    with taught(sentences, _NOW, _ZONE) as compiled, written(RULES, _NOW, _ZONE) as by_hand:
        gates = {"compiled": compiled, "hand-written": by_hand}
        active, said = compiled.active, len(compiled.policies)
        ruled = {name: [gate.judge(write.action) for write in writes] for name, gate in gates.items()}
    shares = {"compiled": active / said if said else 0.0, "hand-written": 1.0}
    metrics = {name: _figures(writes, ruled[name], coverage) for name, coverage in shares.items()}
    report = BenchReport(
        bench="gate-taubench",
        data_sha256=hashlib.sha256(b"".join(raw.values())).hexdigest(),
        settings={"now": _NOW.isoformat(), "rules": active, "hand_written": len(RULES), "sentences": len(sentences)},
        n=len(writes),
        metrics=metrics["compiled"],
        per_category=_by_task(writes, ruled["compiled"]),
        beside={"hand-written": metrics["hand-written"]},
        beside_per_category={"hand-written": _by_task(writes, ruled["hand-written"])},
        notes=_notes(writes, ruled),
    )
    return Measured(report, tuple(_items(writes, ruled)))


def _sentences(policy: str) -> list[str]:
    return [span.of(policy) for span in split(policy)]


def _writes(runs: list[dict[str, Any]], reservations: dict[str, Any]) -> Iterator[_Write]:
    for one in runs:
        solution = [action for action in one["info"]["task"]["actions"] if action["name"] in _WRITES]
        for name, args, state in _calls(one["traj"], reservations):
            right = any(action["name"] == name and action["kwargs"] == args for action in solution)
            if name in _WRITES and (right or not solution):
                action = Action(name, args=args, context={"state": state} if state else {})
                yield _Write(one["task_id"], one["trial"], action, right)


def _calls(
    messages: list[dict[str, Any]], reservations: dict[str, Any]
) -> Iterator[tuple[str, JsonObject, JsonObject | None]]:
    """Calls in order, with the reservation that each is about as the tools showed it last."""
    seen: dict[str, Any] = {}
    for place, message in enumerate(messages):
        for call in message.get("tool_calls") or ():
            args = json.loads(call["function"]["arguments"])
            name = args.get("reservation_id", "")
            yield call["function"]["name"], args, seen.get(name) or reservations.get(name)
            answer = messages[place + 1].get("content") if place + 1 < len(messages) else None
            if isinstance(answer, str) and answer.startswith("{") and "reservation_id" in answer:
                shown = json.loads(answer)
                seen[shown["reservation_id"]] = shown


def _figures(writes: list[_Write], rulings: list[Ruling], coverage: float) -> Metrics:
    bad = [ruling for write, ruling in zip(writes, rulings, strict=True) if not write.right]
    good = [ruling for write, ruling in zip(writes, rulings, strict=True) if write.right]
    return figures(bad, good, coverage)


def _by_task(writes: list[_Write], rulings: list[Ruling]) -> dict[str, Metrics]:
    """Counts of each task."""
    tasks: dict[str, Metrics] = defaultdict(
        lambda: dict.fromkeys(("forbidden", "denied", "asked", "right", "right_denied", "right_asked"), 0.0)
    )
    for write, ruling in zip(writes, rulings, strict=True):
        row = tasks[f"task {write.task:02}"]
        row["right" if write.right else "forbidden"] += 1
        before = "right_" if write.right else ""
        row[f"{before}denied"] += ruling is Ruling.DENY
        row[f"{before}asked"] += ruling in ASKED
    return dict(sorted(tasks.items()))


def _notes(writes: list[_Write], ruled: dict[str, list[Ruling]]) -> tuple[str, ...]:
    lines = []
    for name, rulings in ruled.items():
        total: Metrics = defaultdict(float)
        for row in _by_task(writes, rulings).values():
            for key, count in row.items():
                total[key] += count
        bad = f"{total['forbidden']:.0f} forbidden writes {total['denied']:.0f} denied, {total['asked']:.0f} asked"
        good = f"{total['right']:.0f} right ones {total['right_denied']:.0f} denied, {total['right_asked']:.0f} asked"
        lines.append(f"{name}: of {bad}; of {good}")
    return tuple(lines)


def _items(writes: list[_Write], ruled: dict[str, list[Ruling]]) -> Iterator[Item]:
    for place, write in enumerate(writes):
        facts: JsonObject = {"tool": write.action.name, "right": write.right}
        facts |= {name: rulings[place].value for name, rulings in ruled.items()}
        yield Item(f"task {write.task:02} trial {write.trial}", facts)
