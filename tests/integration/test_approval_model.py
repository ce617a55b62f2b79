"""Permits against a small model: whatever is asked, granted, changed and waited for, the gate says the same."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from tests.conftest import NAMESPACE, TestClock
from tests.integration.gates import ASK, DENY, WORDS, make_rule

from cicatrix import Action, Memory
from cicatrix.core.verdicts import Ruling
from cicatrix.errors import StateConflict

SOAK = os.environ.get("CICATRIX_SOAK") == "1"


@dataclass
class Permit:
    """What the model knows of the newest approval of a call."""

    handle: str
    said: int  # which wording of the rule it is bound to
    left: int  # minutes
    granted: bool = False
    over: bool = False


class Permits:
    """The memory and the model, side by side."""

    def __init__(self, path: Path) -> None:
        self.clock = TestClock()
        self.memory = Memory.open(path, namespace=NAMESPACE, clock=self.clock, user="dana")
        self.asking = make_rule(self.memory, ASK)
        self.denying = make_rule(self.memory, DENY, WORDS[2])
        self.memory.suspend(self.denying, by="dana")
        self.said, self.asks, self.denies, self.handles = 0, True, False, 0
        self.permits: dict[int, Permit] = {}

    def check(self, number: int) -> None:
        verdict = self.memory.check(Action("send_message", args={"number": number}))
        permit = self.permits.get(number)
        is_open = permit is not None and not permit.over and permit.left > 0
        if self.denies:
            expected, handle = Ruling.DENY, None
            if is_open and permit is not None:
                permit.over = True
        elif not self.asks:
            expected, handle = Ruling.NO_OPINION, None
        elif is_open and permit is not None and permit.said == self.said:
            expected, handle = (Ruling.ALLOW if permit.granted else Ruling.REQUIRE_APPROVAL), permit.handle
            permit.over = permit.granted
        else:
            self.handles += 1
            self.permits[number] = Permit(f"ap-{self.handles}", self.said, 15)
            expected, handle = Ruling.REQUIRE_APPROVAL, f"ap-{self.handles}"
        assert (verdict.effect, verdict.approval) == (expected, handle)

    def decide(self, number: int, grant: bool) -> None:
        permit = self.permits.get(number)
        if permit is None:
            return
        waits = not permit.over and not permit.granted and permit.left > 0
        try:
            (self.memory.approve if grant else self.memory.refuse)(permit.handle, by="eve")
        except StateConflict:
            assert not waits or (grant and not (self.asks and permit.said == self.said))
            return
        assert waits
        permit.granted, permit.over, permit.left = grant, not grant, 15

    def wait(self, minutes: int) -> None:
        self.clock.tick(minutes=minutes)
        for permit in self.permits.values():
            permit.left -= minutes

    def say_more(self) -> None:
        if self.asks:
            self.said += 1
            self.memory.policies().promote(self.asking, by="dana", policy=replace(ASK, by=f"{self.said} managers"))

    def pause_or_resume(self) -> None:
        (self.memory.suspend if self.asks else self.memory.resume)(self.asking, by="dana")
        self.asks = not self.asks

    def deny_or_not(self) -> None:
        (self.memory.suspend if self.denies else self.memory.resume)(self.denying, by="dana")
        self.denies = not self.denies


ACTS: list[Callable[[Permits], None]] = (
    [lambda permits, number=number: permits.check(number) for number in (0, 0, 0, 0, 0, 1, 1)]
    + [lambda permits, number=number: permits.decide(number, True) for number in (0, 0, 0, 0, 1, 1)]
    + [lambda permits: permits.decide(0, False)]
    + [lambda permits, minutes=minutes: permits.wait(minutes) for minutes in (1, 7, 15)]
    + [Permits.say_more, Permits.pause_or_resume, Permits.deny_or_not]
)


@settings(max_examples=4 * (20 if SOAK else 1), phases=[Phase.generate])
@given(st.integers(0, 2**32))
def test_the_gate_says_what_the_model_says(seed: int) -> None:
    """Long stories by the dice: each of them has everything in it, which short ones have not."""
    with tempfile.TemporaryDirectory() as folder:
        permits = Permits(Path(folder) / "model.db")
        with permits.memory as memory:
            for act in Random(seed).choices(ACTS, k=200):
                act(permits)
            assert memory.read().sequence_of(f"ap-{permits.handles + 1}") is None, "nothing is asked twice"
            assert memory.verify(deep=True).ok
