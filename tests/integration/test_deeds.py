"""What has to come first is met by deeds that somebody vouches for, and told once."""

from __future__ import annotations

from datetime import timedelta

import pytest
from tests.conftest import TestClock
from tests.integration.gates import DENY, DRAINED, WORDS, make_rule

from cicatrix import Action, Memory
from cicatrix.core.ids import Kind
from cicatrix.core.verdicts import Ruling
from cicatrix.errors import InvalidInput, NotFound, StateConflict

SEND = Action("send_message", resource="sms", args={"to": "customer:7", "text": "Hello"})
RESTART = Action("restart", resource="service/billing")
DRAIN = Action("drain", resource="service/billing")


def test_a_deed_meets_a_precondition_until_it_is_too_old(memory: Memory, clock: TestClock) -> None:
    make_rule(memory, DRAINED, WORDS[1])
    assert memory.check(RESTART).effect is Ruling.UNMET_PRECONDITION
    done = memory.outcome(memory.check(DRAIN).id, "executed", result="no connections left")
    met = memory.check(RESTART)
    assert (met.effect, met.evidence) == (Ruling.NO_OPINION, (done.episode,))
    clock.tick(minutes=15)
    assert memory.check(RESTART).effect is Ruling.NO_OPINION
    clock.tick(seconds=1)
    assert memory.check(RESTART).effect is Ruling.UNMET_PRECONDITION
    assert memory.verify(deep=True).ok


@pytest.mark.parametrize(
    ("fields", "counts"),
    [
        ({"recorded_by": "hook", "outcome": "ok"}, True),
        ({"recorded_by": "dana", "outcome": "Drained, and verified."}, True),
        ({"recorded_by": "", "outcome": "ok"}, False),
        ({"recorded_by": "agent", "outcome": "ok"}, False),
        ({"recorded_by": "Ａgent", "outcome": "ok"}, False),
        ({"recorded_by": "hook", "outcome": "failed: timeout"}, False),
        ({"recorded_by": "hook", "outcome": ""}, False),
        ({"recorded_by": "hook", "outcome": "drained? could not reach the gateway"}, False),
        ({"recorded_by": "robot", "actor": "robot", "outcome": "ok"}, False),
    ],
)
def test_who_vouches_for_a_deed_and_how_it_ended_count(memory: Memory, fields: dict[str, str], counts: bool) -> None:
    make_rule(memory, DRAINED, WORDS[1])
    memory.record(kind="tool_call", tool="drain", resource="service/billing", **fields)
    assert (memory.check(RESTART).effect is Ruling.NO_OPINION) is counts


def test_deeds_are_followed_over_days(memory: Memory, clock: TestClock) -> None:
    """What is too old for every rule is let go, and what is asked for again is read again."""
    make_rule(memory, DRAINED, WORDS[1])
    for _ in range(4):
        memory.outcome(memory.check(DRAIN).id, "executed")
        assert memory.check(RESTART).effect is Ruling.NO_OPINION
        clock.tick(hours=5)
        assert memory.check(RESTART).effect is Ruling.UNMET_PRECONDITION
    assert memory.check(RESTART, now=clock.moment - timedelta(hours=15)).effect is Ruling.NO_OPINION
    assert [memory.replay(f"gd-{number}").outcome for number in range(1, 14)] == ["identical"] * 13


def test_words_are_no_deed(memory: Memory) -> None:
    make_rule(memory, DRAINED, WORDS[1])
    memory.record(kind="turn", role="assistant", text="I have drained the billing service.")
    memory.record(task="drain", action="drain service/billing", outcome="ok")
    assert memory.check(RESTART).effect is Ruling.UNMET_PRECONDITION


def test_a_deed_that_claims_to_come_later_is_no_younger_than_its_record(memory: Memory, clock: TestClock) -> None:
    make_rule(memory, DRAINED, WORDS[1])
    later = (clock.moment + timedelta(hours=5)).isoformat()
    memory.record(
        kind="tool_call", tool="drain", resource="service/billing", recorded_by="hook", outcome="ok", occurred_at=later
    )
    assert memory.check(RESTART).effect is Ruling.NO_OPINION
    clock.tick(hours=1)
    assert memory.check(RESTART).effect is Ruling.UNMET_PRECONDITION


def test_an_outcome_is_told_once(memory: Memory) -> None:
    verdict = memory.check(DRAIN)
    first = memory.outcome(verdict.id, "executed")
    assert memory.outcome(verdict.id, "executed") == first
    with pytest.raises(StateConflict, match="executed already"):
        memory.outcome(verdict.id, "failed")
    with pytest.raises(InvalidInput, match="no outcome"):
        memory.outcome(verdict.id, "perhaps")
    with pytest.raises(NotFound):
        memory.outcome("gd-9", "executed")
    episode = memory.read().episode(str(first.episode))
    assert (episode.tool, episode.outcome, episode.recorded_by) == ("drain", "ok", "gate")
    skipped = memory.outcome(memory.check(DRAIN).id, "skipped")
    assert skipped.episode is None
    assert memory.read().count(Kind.EPISODE) == 1


def test_a_call_that_was_made_though_it_was_stopped_is_told(memory: Memory) -> None:
    make_rule(memory, DENY)
    told = memory.outcome(memory.check(SEND).id, "executed")
    assert told.warning == "gd-1 was deny, and the call was made all the same."
