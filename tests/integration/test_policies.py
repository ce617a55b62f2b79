"""What a rule stops is read where the rule is sealed, and nowhere else; said of it later, it is read again."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.conftest import TestClock
from tests.integration.gates import DENY, WORDS, make_rule

from cicatrix import Action, Memory
from cicatrix.core.codec import encode
from cicatrix.core.entries import Draft, EntryKind
from cicatrix.core.episodes import JsonObject
from cicatrix.core.ids import Kind
from cicatrix.core.memories import Memory as Rule
from cicatrix.core.policies.policy import Effect, PolicyStatus
from cicatrix.core.trust import Origin
from cicatrix.core.verdicts import Ruling
from cicatrix.errors import StateConflict

PUSH = Action("bash", args={"command": "git push --force origin main"})


def learn(memory: Memory, text: str) -> Rule:
    (rule,) = memory.record(task="Work", correction=text, correction_by="dana").rules
    return rule


def unread(memory: Memory, rule: str) -> None:
    """Seal a rule as an earlier version did, that knew no policies."""
    ctx, noun = memory.context, replace(memory.read().rule(rule), policy=None)
    with ctx.store.writer(ctx.namespace, now=ctx.clock.now(), durability="full") as writer:
        writer.append(Draft(EntryKind.MEMORY_RATIFIED, Kind.RULE, rule, encode(noun), "dana", Origin.HUMAN, (1,)))


def test_a_correction_stops_the_next_call(memory: Memory) -> None:
    rule = learn(memory, "Never force-push to main.")
    assert rule.policy is not None
    assert (rule.policy.status, rule.policy.effect) == (PolicyStatus.ACTIVE, Effect.DENY)
    assert memory.read().rule(rule.id) == rule, "the receipt shows what was sealed"
    verdict = memory.check(PUSH)
    assert (verdict.effect, verdict.rules[0].quote) == (Ruling.DENY, "Never force-push to main.")


def test_advice_stops_nothing_and_cannot_be_promoted(memory: Memory) -> None:
    rule = learn(memory, "Write incident notes in the past tense.")
    assert rule.policy is not None
    assert rule.policy.status is PolicyStatus.ADVICE
    with pytest.raises(StateConflict, match="is advice"):
        memory.policies().promote(rule.id, by="dana")


def test_a_candidate_stops_nothing_until_a_person_ratifies_it(memory: Memory) -> None:
    memory.record(task="Work", correction="Never force-push to main.")  # nobody stands behind it
    (rule,) = memory.distill().admitted
    assert memory.check(PUSH).effect is Ruling.NO_OPINION
    with pytest.raises(StateConflict, match="is candidate"):
        memory.policies().promote(rule.id, by="dana")
    memory.ratify(rule.id, by="dana")
    assert memory.check(PUSH).effect is Ruling.DENY


def test_what_is_said_later_is_read_again(memory: Memory) -> None:
    rule = learn(memory, "Never force-push to main.")
    memory.correct(rule.id, "Unless the release manager is on holiday", by="dana")
    policy = memory.read().rule(rule.id).policy
    assert policy is not None
    assert policy.text == "Never force-push to main. Unless the release manager is on holiday."
    assert memory.check(PUSH).effect is Ruling.REQUIRE_APPROVAL, "it is not disarmed: where it may apply, it asks"
    assert memory.verify().ok


def test_what_a_person_wrote_by_hand_outlives_words_that_nobody_can_read(memory: Memory) -> None:
    rule = make_rule(memory, DENY, WORDS[0])
    memory.correct(rule, "Except when it feels right", by="dana")
    policy = memory.read().rule(rule).policy
    assert policy is not None
    assert (policy.tools, policy.status, policy.exceptions[-1].text) == (
        DENY.tools,
        PolicyStatus.ACTIVE,
        "Except when it feels right.",
    )
    assert memory.check(Action("send_message")).effect is Ruling.REQUIRE_APPROVAL


def test_an_exception_that_is_read_is_taken_over_whoever_wrote_the_policy(memory: Memory) -> None:
    rule = learn(memory, "Never force-push to main.")
    written = replace(DENY, tools=(), argv=("git", "push"))
    memory.policies().promote(rule.id, by="dana", policy=written)
    memory.correct(rule.id, "Except in the sandbox repository", by="dana")
    policy = memory.read().rule(rule.id).policy
    assert policy is not None
    assert (policy.argv, policy.confirmed_by, len(policy.exceptions)) == (("git", "push"), "dana", 1)
    assert policy.exceptions[0].targets
    assert memory.check(PUSH).effect is Ruling.DENY


def test_another_version_of_the_same_words_keeps_what_a_person_decided(memory: Memory) -> None:
    rule = make_rule(memory, DENY, WORDS[0])
    memory.record(task="Again", correction=WORDS[0], correction_by="ravi")
    memory.suspend(rule, by="dana")
    memory.resume(rule, by="dana")
    kept = memory.read().rule(rule)
    assert kept.policy == replace(DENY, text=kept.order, confirmed_by="dana")


def test_a_rule_of_an_earlier_version_is_told_and_distil_reads_it(memory: Memory) -> None:
    rule = learn(memory, "Never force-push to main.").id
    unread(memory, rule)
    verdict = memory.check(PUSH)
    assert verdict.effect is Ruling.NO_OPINION
    assert "Sealed before rules had policies: 1;" in verdict.warning
    (found,) = memory.policies().lint()
    assert (found.id, found.level) == (rule, "warning")
    assert "sealed before rules had policies" in found.message
    assert memory.policies().list()[0].policy is not None, "shown as it would be read"
    report = memory.distill()
    assert report.notes == ("what they stop was read in PB-01",)
    assert memory.check(PUSH).effect is Ruling.DENY
    assert memory.read().history(rule)[-1].entry == "policy.read"
    head = memory.read().head().seq
    assert memory.distill().notes == ()
    assert memory.read().head().seq == head, "doing it again changes nothing"
    assert memory.verify(deep=True).ok


def test_a_sentence_that_breaks_the_reader_is_kept_all_the_same(
    memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object, **__: object) -> None:
        raise RecursionError("too deep")

    monkeypatch.setattr("cicatrix.core.policies.compiler.compile_rule", fails)
    rule = learn(memory, "Never force-push to main.")
    assert rule.policy is not None
    assert (rule.policy.status, rule.policy.effect) == (PolicyStatus.PROPOSED, Effect.NONE)
    assert rule.policy.why == ("reading it failed (RecursionError): its policy has to be written by hand",)


def test_a_rule_stops_while_it_holds(memory: Memory, clock: TestClock) -> None:
    rule = learn(memory, "Never force-push to main.")
    ctx, held = memory.context, encode(replace(rule, valid_to="2026-12-01"))
    with ctx.store.writer(ctx.namespace, now=ctx.clock.now(), durability="full") as writer:
        writer.append(Draft(EntryKind.MEMORY_REVIEWED, Kind.RULE, rule.id, held, "dana", Origin.HUMAN, (1,)))
    assert memory.check(PUSH).effect is Ruling.DENY
    clock.tick(hours=35)
    assert memory.check(PUSH).effect is Ruling.DENY, "a day ends with that day"
    clock.tick(hours=1)
    assert memory.check(PUSH).effect is Ruling.NO_OPINION


def test_a_promoted_policy_that_does_not_do_what_it_should_is_in_force_and_says_so(memory: Memory) -> None:
    rule = learn(memory, "Never force-push to main.")
    assert rule.policy is not None
    spared: JsonObject = {"name": "drop_table", "args": {"table": "orders"}}
    written = replace(rule.policy, verbs=("drop",), argv=(), targets=(), must=(encode(PUSH),), must_not=(spared,))
    done = memory.policies().promote(rule.id, by="dana", policy=written)
    assert memory.check(Action("drop_table", args={"table": "orders"})).effect is Ruling.DENY
    assert any("lets pass" in note and "git push" in note for note in done.notes)
    assert any("stops" in note and "drop_table" in note for note in done.notes)
    assert not memory.policies().promote(rule.id, by="dana", policy=rule.policy).notes
