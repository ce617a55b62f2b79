"""The gate under strain: rules that come and go while processes check, permits that many threads ask for, grant, change
and spend at once, and checkers that are killed. What the ledger says afterwards is held against what it may say.

Three things must never be: a verdict that lets a call pass and stands after a rule which denied it; a permit that is
spent twice, on another call, or when it had run out; a verdict that was told and is not there.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import random
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from multiprocessing.connection import Connection
from pathlib import Path

from cicatrix import Action, Memory
from cicatrix.core.approvals import Approval
from cicatrix.core.codec import decode
from cicatrix.core.entries import EntryKind
from cicatrix.core.ids import Kind
from cicatrix.core.policies.policy import Effect, Policy, PolicyStatus
from cicatrix.core.verdicts import Verdict
from cicatrix.engine.enforced import enforced_in
from cicatrix.errors import CicatrixError

NAMESPACE = "acme/gate"
DENY = Policy(Effect.DENY, PolicyStatus.ACTIVE, "", tools=("deploy",))
ASK = replace(DENY, effect=Effect.REQUIRE_APPROVAL)
PATIENCE_S = 300.0

_context = multiprocessing.get_context("forkserver")
_context.set_forkserver_preload(["tests.crash.gate"])


@dataclass(slots=True)
class GateFigures:
    seed: int
    checks: int = 0
    changes: int = 0
    spent: int = 0
    kills: int = 0
    effects: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        told = ", ".join(f"{count:,} {effect}" for effect, count in sorted(self.effects.items()))
        return (
            f"{self.checks:,} verdicts ({told}) among {self.changes:,} changes of rules and permits, {self.spent:,} "
            f"permits spent, {self.kills} kills; wrong: {len(self.wrong)} (seed {self.seed})"
        )


class Clock:
    """One for all threads, which any of them may move on."""

    fixed = False

    def __init__(self) -> None:
        self._moment = datetime.now(UTC)
        self._lock = threading.Lock()

    def now(self) -> datetime:
        return self._moment

    def tick(self, minutes: int) -> None:
        with self._lock:
            self._moment += timedelta(minutes=minutes)


def begin(path: Path, policy: Policy, clock: Clock | None = None) -> str:
    """A memory with one rule."""
    with Memory.open(path, namespace=NAMESPACE, clock=clock, user="dana") as memory:
        (rule,) = memory.record(task="Ship", correction="Never deploy the shop by hand.", correction_by="dana").rules
        memory.policies().promote(rule.id, by="dana", policy=policy)
    return rule.id


# -- rules that come and go --------------------------------------------------------------------------------------------


def race_rules(folder: Path, *, seed: int, checks: int, processes: int) -> GateFigures:
    """Processes check one call while another takes the rule that denies it in and out of force."""
    path, figures = folder / "rules.db", GateFigures(seed)
    rule = begin(path, DENY)
    checkers = [_context.Process(target=_check_often, args=(str(path), checks // processes)) for _ in range(processes)]
    changer = _context.Process(target=_change_often, args=(str(path), rule, seed), daemon=True)
    for process in (changer, *checkers):
        process.start()
    for process in checkers:
        process.join(PATIENCE_S)
        if process.exitcode != 0:
            figures.wrong.append(f"a checker ended with {process.exitcode}")
            process.kill()
    changer.kill()
    changer.join()
    audit(path, figures)
    return figures


def _check_often(path: str, times: int) -> None:
    with Memory.open(path, namespace=NAMESPACE) as memory:
        for number in range(times):
            memory.check(Action("deploy", args={"build": number}))


def _change_often(path: str, rule: str, seed: int) -> None:
    source = random.Random(seed)
    with Memory.open(path, namespace=NAMESPACE, user="dana") as memory:
        ways: list[Callable[[], object]] = [
            lambda: memory.suspend(rule, by="dana"),
            lambda: memory.resume(rule, by="dana"),
            lambda: memory.retire(rule, by="dana"),
            lambda: memory.undo(rule, by="dana"),
            lambda: memory.policies().withdraw(rule, by="dana"),
            lambda: memory.policies().promote(rule, by="dana"),
            lambda: memory.policies().watch(rule, by="dana"),
        ]
        while True:
            with suppress(CicatrixError):
                source.choice(ways)()


# -- permits -----------------------------------------------------------------------------------------------------------


def race_approvals(folder: Path, *, seed: int, steps: int, threads: int) -> GateFigures:
    """Threads ask, approve, refuse, change the call, change the rule, wait and spend, in an order that nobody chose."""
    path, figures, clock = folder / "approvals.db", GateFigures(seed), Clock()
    rule = begin(path, ASK, clock)
    with Memory.open(path, namespace=NAMESPACE, clock=clock, user="dana") as memory:
        crew = [
            threading.Thread(target=_ask_and_decide, args=(memory, clock, rule, seed * 1000 + number, steps // threads))
            for number in range(threads)
        ]
        for thread in crew:
            thread.start()
        for thread in crew:
            thread.join()
    audit(path, figures)
    return figures


def _ask_and_decide(memory: Memory, clock: Clock, rule: str, seed: int, steps: int) -> None:
    source, seen = random.Random(seed), ["ap-1"]
    for _ in range(steps):
        act = source.random()
        with suppress(CicatrixError):
            if act < 0.6:
                call = Action("deploy", args={"build": source.randrange(3), "to": source.choice(("eu", "us"))})
                verdict = memory.check(call)
                seen += [verdict.approval] if verdict.approval else []
            elif act < 0.9:
                memory.approve(seen[-source.randrange(1, min(len(seen), 4) + 1)], by=source.choice(("eve", "agent")))
            elif act < 0.93:
                memory.refuse(seen[-1], by="eve")
            elif act < 0.96:
                memory.policies().promote(rule, by="dana", policy=replace(ASK, by=f"{source.randrange(9)} managers"))
            elif act < 0.98:
                clock.tick(source.randrange(1, 6))
            else:
                source.choice((memory.suspend, memory.resume, memory.resume, memory.resume))(rule, by="dana")


# -- checkers that are killed ------------------------------------------------------------------------------------------


def kill_checkers(folder: Path, *, seed: int, kills: int) -> GateFigures:
    """A process that checks and approves is killed at random moments. What it told stands; no permit is half spent."""
    path, figures, source = folder / "kills.db", GateFigures(seed), random.Random(seed)
    begin(path, ASK)
    told: dict[str, str] = {}
    for number in range(kills):
        near, far = _context.Pipe(duplex=False)
        process = _context.Process(target=_check_until_killed, args=(str(path), seed + number, far), daemon=True)
        process.start()
        far.close()
        wanted, over = source.randrange(1, 30), time.monotonic() + PATIENCE_S
        raw = b""
        while raw.count(b"\n") < wanted and time.monotonic() < over and near.poll(PATIENCE_S):
            raw += os.read(near.fileno(), 1 << 16)
        time.sleep(source.random() * 0.01)
        process.kill()
        process.join()
        while got := os.read(near.fileno(), 1 << 16):
            raw += got
        near.close()
        told.update(json.loads(line) for line in raw.split(b"\n")[:-1])
        figures.kills += 1
    audit(path, figures)
    with Memory.open(path, namespace=NAMESPACE, read_only=True) as memory:
        for name, effect in told.items():
            stood = memory.read().history_of(name)
            if not stood or stood[0].body is None or stood[0].body["effect"] != effect:
                figures.wrong.append(f"{name} was told to be {effect}, and the ledger says otherwise")
    return figures


def _check_until_killed(path: str, seed: int, pipe: Connection) -> None:
    source = random.Random(seed)
    with Memory.open(path, namespace=NAMESPACE, user="dana") as memory:
        while True:
            verdict = memory.check(Action("deploy", args={"build": source.randrange(3)}))
            os.write(pipe.fileno(), json.dumps([verdict.id, verdict.effect]).encode() + b"\n")
            if verdict.effect == "require_approval":
                with suppress(CicatrixError):
                    memory.approve(str(verdict.approval), by="eve")


# -- what the ledger says ----------------------------------------------------------------------------------------------


def audit(path: Path, figures: GateFigures) -> None:
    """Verify the file, then read it from the first entry on, and ask of each verdict what the rule said there."""
    with Memory.open(path, namespace=NAMESPACE, read_only=True) as memory:
        report = memory.verify(deep=True)
        if not report.ok:
            figures.wrong.append(f"it does not verify: {report.first_bad}")
        figures.wrong += _stale(memory, figures)
        figures.wrong += _spent_wrongly(memory, figures)


def _stale(memory: Memory, figures: GateFigures) -> Iterator[str]:
    ctx, stops = memory.context, {}
    with ctx.store.reader(ctx.namespace) as reader:
        for version in reader.changes(0, (Kind.RULE, Kind.VERDICT)):
            assert version.body is not None
            if version.kind is Kind.RULE:
                figures.changes += 1
                stops[version.handle] = enforced_in(version.handle, version.body, version.seq)
            elif version.entry == EntryKind.VERDICT:
                figures.checks += 1
                verdict = decode(Verdict, version.body, seq=version.seq)
                figures.effects[verdict.effect] += 1
                held = [rule for rule in stops.values() if rule is not None and not rule.shadow]
                passes = verdict.effect in ("no_opinion", "allow")
                if held and passes and not (verdict.effect == "allow" and held[0].policy.effect is not Effect.DENY):
                    yield f"{verdict.id} is {verdict.effect} in #{verdict.seq}, after #{held[0].version}"


def _spent_wrongly(memory: Memory, figures: GateFigures) -> Iterator[str]:
    """Verify has held each permit against its verdicts; here they are counted, each from its own side."""
    ctx = memory.context
    with ctx.store.reader(ctx.namespace) as reader:
        allowed = Counter(
            str(version.body["approval"])
            for version in reader.changes(0, (Kind.VERDICT,))
            if version.body is not None and version.entry == EntryKind.VERDICT and version.body["effect"] == "allow"
        )
        spent: Counter[str] = Counter()
        for version in reader.changes(0, (Kind.APPROVAL,)):
            assert version.body is not None
            figures.changes += 1
            if version.entry == EntryKind.APPROVAL_SPENT:
                spent[version.handle] += 1
                if decode(Approval, version.body).by != "eve":
                    yield f"{version.handle} was not granted by a person other than the one who asked"
    figures.spent = sum(spent.values())
    if allowed != spent:
        yield f"permits that verdicts rest on and permits spent are not the same: {allowed - spent} {spent - allowed}"
    yield from (f"{name} was spent {times} times" for name, times in spent.items() if times > 1)
