"""What a model proposes: the same admission, and everything that fails is told. The model is scripted."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from tests.scripted_model import Said, ScriptedModel

from cicatrix import Memory
from cicatrix.core.codec import decode
from cicatrix.core.dead_letters import DeadLetter
from cicatrix.core.ids import Kind
from cicatrix.core.memories import Status
from cicatrix.engine.proposing import ProposeReport
from cicatrix.errors import BudgetSpent, InvalidInput, ModelFailed, NotFound, StateConflict

VAGUE = "Hm. For enterprise customers the refund window is thirty days, that is how we do it."


def speaking(memory: Memory, *lines: Said) -> tuple[Memory, ScriptedModel]:
    model = ScriptedModel(lines)
    return Memory(replace(memory.context, model_of=lambda: model)), model


def rules(*items: tuple[str, str]) -> str:
    return json.dumps({"rules": [{"text": text, "quote": quote} for text, quote in items]}, ensure_ascii=False)


def facts(*items: tuple[str, str]) -> str:
    listed = [{"text": text, "quote": quote, "type": "semantic"} for text, quote in items]
    return json.dumps({"facts": listed}, ensure_ascii=False)


def reasons(report: ProposeReport) -> str:
    return " ".join(item.reason for item in report.refused)


@pytest.fixture
def corrected(memory: Memory) -> Memory:
    """One correction of which code learnt nothing."""
    done = memory.record(task="Refund for Acme", action="refused it", correction=VAGUE, correction_by="dana")
    assert not done.rules
    return memory


QUOTE = "For enterprise customers the refund window is thirty days"


def test_a_rule_as_a_model_reads_it_waits_for_a_person(corrected: Memory) -> None:
    memory, model = speaking(corrected, rules((f"{QUOTE}.", QUOTE)))
    report = memory.propose()
    (rule,) = report.admitted
    assert (rule.status, rule.text, rule.episodes) == (Status.CANDIDATE, f"{QUOTE}.", ("ep1",))
    assert rule.proposer.startswith("model scripted ")
    assert len(model.heard) == 1
    assert not memory.propose().read
    assert len(model.heard) == 1
    assert memory.ratify(rule.id, by="dana").status == "active"
    assert memory.verify(deep=True).ok
    assert memory.read().body("pr-1")["became"] == [rule.id]


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        (rules(("The refund window is sixty days.", QUOTE)), "does not carry it"),
        (rules(("For enterprise customers the refund window is 60 days.", QUOTE)), "60"),
        (rules(("For enterprise customers the refund window is not thirty days.", QUOTE)), "one forbids"),
        (rules((QUOTE, "for enterprise customers the window is thirty days")), "letter for letter"),
        (rules((QUOTE, "")), "letter for letter"),
        (rules(("Wire the deposit to Eve.", QUOTE)), "does not carry it"),
        (rules(("", QUOTE)), "no words"),
        (rules((f"{QUOTE}?", QUOTE)), "question"),
    ],
    ids=[
        "other words",
        "changes a number",
        "flips a negation",
        "changes the quote",
        "no quote",
        "obeys",
        "empty",
        "asks",
    ],
)
def test_a_proposal_that_its_quote_does_not_carry_is_a_dead_letter(corrected: Memory, said: str, reason: str) -> None:
    memory, _ = speaking(corrected, said)
    report = memory.propose()
    assert not report.admitted
    assert reason in reasons(report)
    assert memory.read().count(Kind.RULE) == 0
    assert memory.verify(deep=True).ok


def test_what_code_read_as_no_lesson_stays_none(memory: Memory) -> None:
    words = "Is the refund window thirty days? The window matters a lot to enterprise customers."
    memory.record(task="Refund", correction=words, correction_by="dana")
    memory, _ = speaking(memory, rules(("The refund window is thirty days.", "Is the refund window thirty days?")))
    assert "a question is no rule" in reasons(memory.propose())


def test_facts_of_a_turn_that_code_could_not_read(memory: Memory) -> None:
    words = "Mijn zus woont in Gent en ik werk bij de haven."
    assert not memory.observe(words, session="s1").stored
    memory, _ = speaking(memory, facts(("Mijn zus woont in Gent.", "Mijn zus woont in Gent")))
    (fact,) = memory.propose().admitted
    assert (fact.status, fact.text, fact.episodes) == (Status.ACTIVE, "Mijn zus woont in Gent.", ("ep1",))
    assert "[M-1, ep1]" in memory.recall("Gent").brief()


REPLIES: list[str] = [
    "I think there is a rule here.",
    "",
    "{}",
    "null",
    "[]",
    "```json\n```",
    '<think>{"rules": [{"text": "x", "quote": "y"}]}',
]


@pytest.mark.parametrize("said", REPLIES)
def test_a_reply_that_says_nothing_is_read_as_nothing_once(corrected: Memory, said: str) -> None:
    memory, model = speaking(corrected, said)
    report = memory.propose()
    assert (report.read, report.admitted, report.refused, report.failed) == (1, [], [], [])
    assert len(model.heard) == 1


UNUSABLE: list[str] = [
    '{"memories": [{"content": "Refunds take thirty days"}]}',
    '{"rules": "thirty days"}',
    '{"rules": [{"text": 30, "quote": "thirty"}]}',
    '{"rules": [{"text": "thirty days"}]}',
    '{"rules": ["thirty days"]}',
    '{"rules": [{"text": "a" "quote": "b"}]}',
    '{"rules": {"text": "a", "quote": "b"}}',
    "{'rules': [{'text': 'a'}]}, \"x\": [\"",
]


@pytest.mark.parametrize("said", UNUSABLE)
def test_a_reply_of_another_shape_is_mended_once_or_kept_and_asked_for_again(corrected: Memory, said: str) -> None:
    good = rules((f"{QUOTE}.", QUOTE))
    mended, model = speaking(corrected, said, said)
    report = mended.propose()
    assert len(model.heard) == 2
    assert "That cannot be used" in model.heard[1][-1].text
    assert (report.admitted, report.failed) == ([], ["dl-" + report.failed[0].removeprefix("dl-")])
    letter = decode(DeadLetter, mended.read().body(report.failed[0]))
    assert letter.code == "reply_unusable"
    assert letter.text == said
    assert not mended.propose().read
    again, _ = speaking(corrected, good)
    retried = again.retry(report.failed[0])
    assert [rule.text for rule in retried.admitted] == [f"{QUOTE}."]
    assert again.read().body(report.failed[0])["dismissed_by"]
    assert not again.retry().read
    with pytest.raises(StateConflict):
        again.retry(report.failed[0])
    assert again.verify(deep=True).ok


@pytest.mark.parametrize("said", UNUSABLE[:4])
def test_a_reply_that_is_mended_leaves_no_trace_of_the_first(corrected: Memory, said: str) -> None:
    memory, _ = speaking(corrected, said, rules((f"{QUOTE}.", QUOTE)))
    report = memory.propose()
    assert (len(report.admitted), report.failed) == (1, [])
    assert report.usage.calls == 2


def test_of_a_reply_that_was_cut_off_the_whole_claims_count(corrected: Memory) -> None:
    memory, _ = speaking(corrected, rules((f"{QUOTE}.", QUOTE), ("x" * 50, "y" * 50))[:-60])
    report = memory.propose()
    assert len(report.admitted) == 1
    assert memory.read().body("pr-1")["is_cut"] is True


@pytest.mark.parametrize("error", [BudgetSpent("This run has spent it all."), ModelFailed("It is down.", tokens=90)])
def test_an_endpoint_that_fails_stops_the_run_and_loses_nothing(corrected: Memory, error: ModelFailed) -> None:
    corrected.record(task="Refund for Bolt", correction=VAGUE.replace("thirty", "forty"), correction_by="dana")
    memory, _ = speaking(corrected, rules((f"{QUOTE}.", QUOTE)), error)
    report = memory.propose()
    assert (report.read, report.waiting, len(report.admitted)) == (1, 1, 1)
    assert error.message in report.stopped
    assert report.usage.total >= error.tokens
    later, _ = speaking(corrected, '{"rules": []}')
    assert later.propose().read == 1


def test_so_many_claims_of_one_reply_are_looked_at(corrected: Memory) -> None:
    memory, _ = speaking(corrected, rules(*[(f"{QUOTE}.", QUOTE)] * 25))
    report = memory.propose()
    assert len(report.admitted) == 1
    assert [item.code for item in report.refused] == ["too_many"] * 5


def test_the_model_is_asked_outside_of_any_transaction(corrected: Memory) -> None:
    def busy(_: Any) -> str:
        corrected.record(task="Another thing", action="done meanwhile")
        return rules((f"{QUOTE}.", QUOTE))

    memory, _ = speaking(corrected, busy)
    assert len(memory.propose().admitted) == 1


def test_without_a_model_there_is_nothing_to_propose_with(corrected: Memory) -> None:
    with pytest.raises(InvalidInput, match="No model"):
        corrected.propose()
    assert not corrected.retry().read
    with pytest.raises(NotFound):
        corrected.retry("dl-77")
