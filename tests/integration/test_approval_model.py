"""Permits against a small model: whatever is asked, granted, changed and waited for, the gate says the same."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass, replace
from pathlib import Path

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule
from tests.conftest import NAMESPACE, TestClock
from tests.integration.gates import ASK, DENY, WORDS, make_rule

from cicatrix import Action, Memory
from cicatrix.core.verdicts import Ruling
from cicatrix.errors import StateConflict

CALLS = st.integers(0, 1)


@dataclass
class Permit:
    """What the model knows of the newest approval of a call."""

    handle: str
    said: int  # which wording of the rule it is bound to
    left: int  # minutes
    granted: bool = False
    over: bool = False


class Permits(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.clock = TestClock()
        path = Path(self.folder.name) / "model.db"
        self.memory = Memory.open(path, namespace=NAMESPACE, clock=self.clock, user="dana")
        self.asking = make_rule(self.memory, ASK)
        self.denying = make_rule(self.memory, DENY, WORDS[2])
        self.memory.suspend(self.denying, by="dana")
        self.said, self.asks, self.denies, self.handles = 0, True, False, 0
        self.permits: dict[int, Permit] = {}

    def teardown(self) -> None:
        assert self.memory.verify(deep=True).ok
        self.memory.close()
        self.folder.cleanup()

    @rule(number=CALLS)
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

    @rule(number=CALLS, grant=st.booleans())
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

    @rule(minutes=st.sampled_from([1, 7, 14, 15]))
    def wait(self, minutes: int) -> None:
        self.clock.tick(minutes=minutes)
        for permit in self.permits.values():
            permit.left -= minutes

    @rule()
    def say_more(self) -> None:
        if self.asks:
            self.said += 1
            self.memory.policies().promote(self.asking, by="dana", policy=replace(ASK, by=f"{self.said} managers"))

    @rule()
    def pause_or_resume(self) -> None:
        (self.memory.suspend if self.asks else self.memory.resume)(self.asking, by="dana")
        self.asks = not self.asks

    @rule()
    def deny_or_not(self) -> None:
        (self.memory.suspend if self.denies else self.memory.resume)(self.denying, by="dana")
        self.denies = not self.denies

    @invariant()
    def nothing_is_asked_twice(self) -> None:
        assert self.memory.read().sequence_of(f"ap-{self.handles + 1}") is None


TestPermits = Permits.TestCase
TestPermits.settings = settings(max_examples=12, stateful_step_count=40, deadline=None)
