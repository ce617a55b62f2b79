"""Whatever is said, corrected, undone, forgotten and slept over, in whatever order: what is believed stays sound.

Held after each step: who is superseded has a successor, and no chain runs in a circle; an attribute that holds one
value has one; nothing that was sealed is lost or changed. At the end: the ledger verifies, and what was recalled is
recalled again byte for byte.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from itertools import combinations
from pathlib import Path
from typing import Final

from hypothesis import settings, target
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from tests.conftest import NOON, TestClock

from cicatrix import Memory
from cicatrix.core.attributes import contend
from cicatrix.core.ids import Kind
from cicatrix.core.memories import Memory as Noun
from cicatrix.core.memories import Status
from cicatrix.errors import InvalidInput, NotFound, Refused

CITIES: Final = ("Leeds", "York", "Bonn", "Kiel")
SAID: Final = (
    *(f"I live in {city}." for city in CITIES),
    *(f"I live in {city} now." for city in CITIES[:2]),
    *(f"Jonas lives in {city}." for city in CITIES[:3]),
    *(f"Our office is in {city}." for city in CITIES[:3]),
    *(f"I work at {firm}." for firm in ("Acme", "Initech", "Globex")),
    *(f"My favourite colour is {colour}." for colour in ("green", "blue")),
    "I like tea.",
    "I don't like tea any more.",
    "I am allergic to peanuts.",
    "I am not allergic to peanuts any more.",
    "The backup runs on port 8090.",
    "The backup runs on port 8091.",
    "My trip to Lisbon starts on 3 May.",
    "The hotel in Lisbon is near the harbour.",
    "The trip to Lisbon costs 900 euros.",
)
QUESTIONS: Final = (
    "Where do I live?",
    "Where is the office?",
    "What am I allergic to?",
    "Which port does the backup use?",
)
ORDERS: Final = (
    "Post the tide table at noon.",
    "Never post the tide table at noon.",
    "Never post the tide table at noon in winter.",
    "Posting the tide table at noon is fine again.",
    "Fares above 200 euros need the purser.",
    "Fares above 300 euros need the purser.",
    "Only on weekdays",
)
VERDICTS: Final = ("replaces", "duplicate", "refines", "distinct")


class ChangingBeliefs(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp(prefix="cicatrix-beliefs-"))
        self.clock = TestClock()
        self.memory = self.open()
        self.other = self.open()
        self.sealed: dict[tuple[str, int], str] = {}

    def open(self) -> Memory:
        return Memory.open(self.folder / "beliefs.db", namespace="acme/beliefs", clock=self.clock, user="dana")

    # -- what is done ------------------------------------------------------------------------------------------------

    @initialize(text=st.sampled_from(SAID))
    def begin(self, text: str) -> None:
        self.memory.observe(text)

    @rule(text=st.sampled_from(SAID), days=st.integers(0, 9), elsewhere=st.booleans())
    def observe(self, text: str, days: int, elsewhere: bool) -> None:
        """Now or some days ago, in this process or in another that has the file open."""
        at = (NOON - timedelta(days=days)).isoformat() if days else None
        (self.other if elsewhere else self.memory).observe(text, occurred_at=at)

    @rule(text=st.sampled_from(SAID))
    def remember(self, text: str) -> None:
        episode = self.memory.record(kind="turn", role="user", text=text)
        with suppress(Refused):
            self.memory.remember(text, type="semantic", evidence=[episode.id])

    @rule(text=st.sampled_from(ORDERS), days=st.integers(0, 9))
    def teach(self, text: str, days: int) -> None:
        at = (NOON - timedelta(days=days)).isoformat()
        self.memory.record(task="Post", correction=text, correction_by="dana", occurred_at=at)

    @rule()
    def distill(self) -> None:
        """Doing it again changes nothing."""
        self.memory.distill()
        before = self.memory.read().head().seq
        self.memory.distill()
        assert self.memory.read().head().seq == before

    @rule(text=st.sampled_from(ORDERS), pick=st.integers(0, 99))
    def correct_a_rule(self, text: str, pick: int) -> None:
        self.attempt(lambda: self.memory.correct(self.order(pick), text, by="dana"))

    @rule(pick=st.integers(0, 99))
    def undo_a_rule(self, pick: int) -> None:
        self.attempt(lambda: self.memory.undo(self.order(pick), by="dana"))

    @rule(pick=st.integers(0, 99), act=st.sampled_from(["suspend", "resume", "retire", "ratify", "forget"]))
    def decide_about_a_rule(self, pick: int, act: str) -> None:
        self.attempt(lambda: getattr(self.memory, act)(self.order(pick), by="dana"))

    @rule(text=st.sampled_from(SAID), pick=st.integers(0, 99))
    def correct(self, text: str, pick: int) -> None:
        self.attempt(lambda: self.memory.correct(self.one(pick), text, by="dana"))

    @rule(verdict=st.sampled_from(VERDICTS), pick=st.integers(0, 99))
    def review(self, verdict: str, pick: int) -> None:
        doubts = [version.handle for version in self.memory.read().bodies(Kind.DOUBT)]
        handle = doubts[pick % len(doubts)] if doubts and pick % 2 else self.one(pick)
        self.attempt(lambda: self.memory.review(handle, verdict, by="dana"))

    @rule(pick=st.integers(0, 99))
    def undo(self, pick: int) -> None:
        self.attempt(lambda: self.memory.undo(self.one(pick), by="dana"))

    @rule(back=st.integers(0, 9))
    def undo_an_entry(self, back: int) -> None:
        self.attempt(lambda: self.memory.undo(max(1, self.memory.read().head().seq - back), by="dana"))

    @rule(pick=st.integers(0, 99))
    def forget(self, pick: int) -> None:
        self.attempt(lambda: self.memory.forget(self.one(pick), by="dana"))

    @rule(pick=st.integers(0, 99))
    def ratify(self, pick: int) -> None:
        self.attempt(lambda: self.memory.ratify(self.one(pick), by="dana"))

    @rule(days=st.integers(0, 200))
    def sleep(self, days: int) -> None:
        self.clock.tick(days=days)
        self.memory.sleep()

    @precondition(lambda self: self.memory.read().count(Kind.SLEEP) > 0)
    @rule()
    def undo_the_sleep(self) -> None:
        self.attempt(lambda: self.memory.undo(f"sl-{self.memory.read().count(Kind.SLEEP)}", by="dana"))

    @rule(question=st.sampled_from(QUESTIONS))
    def recall(self, question: str) -> None:
        found = self.memory.recall(question)
        stands = {noun.id for noun in self.memories() if noun.status is Status.ACTIVE}
        assert {item.id for item in found.items if item.id.startswith("M-")} <= stands

    @rule()
    def restart(self) -> None:
        self.memory.close()
        self.other.close()
        self.memory, self.other = self.open(), self.open()

    def attempt(self, act: Callable[[], object]) -> None:
        """What cannot be is refused, and leaves nothing behind."""
        before = self.memory.read().head().seq
        try:
            act()
        except (Refused, NotFound, InvalidInput):
            assert self.memory.read().head().seq == before

    def one(self, pick: int) -> str:
        known = self.memories()
        return known[pick % len(known)].id if known else "M-1"

    def order(self, pick: int) -> str:
        rules = self.memory.read().rules()
        return rules[pick % len(rules)].id if rules else "PB-01"

    def claims(self) -> list[Noun]:
        read = self.memory.read()
        return [*read.memories(), *read.rules()]

    def memories(self) -> list[Noun]:
        return self.memory.read().memories()

    # -- what holds --------------------------------------------------------------------------------------------------

    @invariant()
    def chains_end(self) -> None:
        known = {noun.id: noun for noun in self.claims()}
        for noun in known.values():
            if noun.status is Status.SUPERSEDED:
                assert noun.superseded_by in known, f"{noun.id} has no successor"
            seen = {noun.id}
            while noun.status in (Status.SUPERSEDED, Status.MERGED) and noun.superseded_by:
                noun = known[noun.superseded_by]  # noqa: PLW2901 - the chain is walked
                assert noun.id not in seen, f"{noun.id} stands in a circle"
                seen.add(noun.id)

    @invariant()
    def one_value_is_current(self) -> None:
        attributes = self.memory.context.attributes
        standing = [noun for noun in self.memories() if noun.status is Status.ACTIVE]
        for one, two in combinations(standing, 2):
            assert not contend(one, two, attributes), f"{one.text} beside {two.text}"

    @invariant()
    def nothing_is_lost(self) -> None:
        found = {
            (noun.id, version.seq): version.noun.text
            for noun in self.claims()
            for version in self.memory.read().history(noun.id)
        }
        assert self.sealed.items() <= found.items()
        self.sealed = found

    def teardown(self) -> None:
        try:
            assert self.memory.verify(deep=True).ok
            assert self.memory.replay_all().differs == 0
            target(float(len(self.sealed)), label="versions")
        finally:
            self.memory.close()
            self.other.close()
            shutil.rmtree(self.folder)


TestChangingBeliefs = ChangingBeliefs.TestCase
_RUNS: Final = settings().max_examples
TestChangingBeliefs.settings = settings(stateful_step_count=14, max_examples=_RUNS if _RUNS > 60 else 16)
