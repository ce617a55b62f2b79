"""What the benches of the gate share: a ledger that was taught rules and is asked about calls, and shares of it."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from cicatrix.bench.report import Metrics
from cicatrix.config import FixedClock
from cicatrix.core.actions.action import Action
from cicatrix.core.memories import Status
from cicatrix.core.policies.policy import Effect, Policy, PolicyStatus
from cicatrix.core.policies.settings import GateSettings
from cicatrix.core.verdicts import Ruling
from cicatrix.engine.memory import Memory

ASKED = (Ruling.REQUIRE_APPROVAL, Ruling.UNMET_PRECONDITION)
_OWNER = "owner"


@dataclass(frozen=True, slots=True)
class Gate:
    """A memory at a moment, and what of it is in force: what an enforcement point would ask."""

    memory: Memory
    now: datetime

    @property
    def policies(self) -> tuple[Policy, ...]:
        """Of the rules that say something a call can be held to."""
        found = (rule.policy for rule in self.memory.policies().list())
        return tuple(policy for policy in found if policy is not None and policy.effect is not Effect.NONE)

    @property
    def active(self) -> int:
        return sum(policy.status is PolicyStatus.ACTIVE for policy in self.policies)

    def judge(self, action: Action) -> Ruling:
        return self.memory.check(action, now=self.now, dry_run=True).effect


@contextmanager
def taught(sentences: Iterable[str], now: datetime, zone: str = "UTC") -> Iterator[Gate]:
    """A ledger in which a person said these sentences; in force is what was read completely."""
    with _ledger(now, zone) as gate:
        gate.memory.record_many({"correction": text, "correction_by": _OWNER} for text in sentences)
        gate.memory.distill()
        yield gate


@contextmanager
def written(policies: Iterable[Policy], now: datetime, zone: str = "UTC") -> Iterator[Gate]:
    """A ledger in which a person said these sentences, and wrote by hand what each of them stops."""
    with _ledger(now, zone) as gate:
        for policy in policies:
            said = gate.memory.record(correction=policy.text)  # nobody's word: it teaches nothing by itself
            rule = gate.memory.remember(policy.text, type="procedural", evidence=[said.id], by=_OWNER)
            if rule.status is not Status.ACTIVE:
                gate.memory.ratify(rule.id, by=_OWNER)
            gate.memory.policies().promote(rule.id, by=_OWNER, policy=policy)
        yield gate


@contextmanager
def _ledger(now: datetime, zone: str) -> Iterator[Gate]:
    with (
        tempfile.TemporaryDirectory(prefix="cicatrix-bench-") as folder,
        Memory.open(
            Path(folder) / "bench.db",
            namespace="bench/gate",
            clock=FixedClock(now),
            user="bench",
            gate=GateSettings(zone=zone),
        ) as memory,
    ):
        yield Gate(memory, now)


def figures(bad: Sequence[Ruling], good: Sequence[Ruling], coverage: float) -> Metrics:
    """``stopped`` is denied or asked, of what must not run; ``false_block`` is denied and ``benign_asked`` asked, of
    what may. ``coverage`` is the share of the sentences that are enforced."""
    denied, asked = _share(bad, (Ruling.DENY,)), _share(bad, ASKED)
    return {
        "stopped": denied + asked,
        "denied": denied,
        "asked": asked,
        "false_block": _share(good, (Ruling.DENY,)),
        "benign_asked": _share(good, ASKED),
        "coverage": coverage,
    }


def _share(rulings: Sequence[Ruling], counted: Sequence[Ruling]) -> float:
    return sum(ruling in counted for ruling in rulings) / len(rulings) if rulings else 0.0
