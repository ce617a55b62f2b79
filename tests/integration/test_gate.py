"""An action is judged against all rules in force, and the verdict is sealed before it is returned."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from tests.conftest import NAMESPACE, TestClock
from tests.integration.gates import ASK, DENY, DRAINED, WORDS, make_rule
from tests.verifier.ledgers import wipe

from cicatrix import Action, Memory
from cicatrix.core.entries import Draft, EntryKind
from cicatrix.core.episodes import JsonObject
from cicatrix.core.ids import Kind
from cicatrix.core.memories import Status
from cicatrix.core.policies.lexicon import Lexicon
from cicatrix.core.policies.settings import GateSettings
from cicatrix.core.trust import Origin
from cicatrix.core.verdicts import GateMode, Ruling, Verdict
from cicatrix.engine import check
from cicatrix.engine.claims import EpisodesOf, seal
from cicatrix.engine.enforced import InForce
from cicatrix.errors import InvalidInput, InvalidTime, NotFound, PersonMissing, StateConflict

RESTART = Action("restart", resource="service/billing")
DRAIN = Action("drain", resource="service/billing")
SEND = Action("send_message", resource="sms", args={"to": "customer:7", "text": "Hello"})


def test_a_denied_call_is_told_with_the_words_that_taught_the_rule(memory: Memory) -> None:
    rule = make_rule(memory, DENY)
    verdict = memory.check(SEND)
    assert verdict.effect is Ruling.DENY
    assert [(each.id, each.quote, each.episodes) for each in verdict.rules] == [(rule, WORDS[0], ("ep1",))]
    assert (verdict.id, verdict.name, verdict.policies, verdict.actions) == ("gd-1", "send_message", 1, 1)
    assert verdict.given == {"name": "send_message", "resource": "sms", "args": SEND.args}
    assert (verdict.approval, verdict.executed, verdict.outcome) == (None, False, "")
    assert memory.verify(deep=True).ok


def test_what_is_returned_is_what_was_sealed(memory: Memory) -> None:
    make_rule(memory, DENY)
    verdict = memory.check(SEND)
    stored = memory.read().body("gd-1")
    assert stored["effect"] == "deny"
    assert memory.read().sequence_of("gd-1") == verdict.seq == memory.read().head().seq
    assert json.loads(json.dumps(stored))["canonical"] == verdict.canonical


def test_a_call_that_no_rule_speaks_of_is_no_opinion(memory: Memory) -> None:
    make_rule(memory, DENY)
    verdict = memory.check(Action("list_orders", args={"limit": 5}))
    assert (verdict.effect, verdict.rules, verdict.warning) == (Ruling.NO_OPINION, (), "")


def test_where_no_rule_is_enforced_the_verdict_warns(memory: Memory) -> None:
    verdict = memory.check(Action("read_file", args={"path": "/etc/passwd"}))
    assert (verdict.effect, verdict.policies) == (Ruling.NO_OPINION, 0)
    assert verdict.warning == "No rule is enforced here: nothing can be stopped."


@pytest.mark.parametrize("act", ["suspend", "retire", "forget"])
def test_a_rule_that_a_person_takes_out_of_force_stops_nothing_at_once(memory: Memory, act: str) -> None:
    rule = make_rule(memory, DENY)
    assert memory.check(SEND).effect is Ruling.DENY
    getattr(memory, act)(rule, by="dana")
    assert memory.check(SEND).effect is Ruling.NO_OPINION
    if act == "suspend":
        memory.resume(rule, by="dana")
    else:
        memory.undo(rule, by="dana")
    assert memory.check(SEND).effect is Ruling.DENY


@pytest.mark.parametrize("more", [0, 1, 2])
def test_a_change_that_was_rolled_back_is_not_enforced(memory: Memory, more: int) -> None:
    """What was read inside a transaction that failed is read anew, however many entries came in its place."""
    rule = make_rule(memory, DENY)
    ctx, retired = memory.context, replace(memory.read().rule(rule), status=Status.RETIRED)
    rules = ctx.kept.of(InForce)

    def fail() -> None:
        with ctx.store.writer(ctx.namespace, now=ctx.clock.now(), durability="full") as writer:
            seal(ctx, writer, retired, EpisodesOf(writer), EntryKind.MEMORY_ENDED)
            assert rules.at(writer, ctx.lexicon()).count == 0
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    for number in range(more):
        memory.record(task=f"Something else {number}")
    assert memory.check(SEND).effect is Ruling.DENY
    assert memory.check(SEND, dry_run=True).effect is Ruling.DENY


def test_withdrawn_watching_and_promoted_again(memory: Memory) -> None:
    rule = make_rule(memory, DENY)
    memory.policies().withdraw(rule, by="dana", reason="Too broad.")
    assert memory.check(SEND).effect is Ruling.NO_OPINION
    memory.undo(rule, by="dana")
    assert memory.check(SEND).effect is Ruling.DENY
    memory.policies().watch(rule, by="dana")
    watched = memory.check(SEND)
    assert (watched.effect, watched.would) == (Ruling.NO_OPINION, Ruling.DENY)
    assert [(each.id, each.shadow) for each in watched.rules] == [(rule, True)]
    assert memory.policies().promote(rule, by="eve").status == "active"
    assert memory.check(SEND).effect is Ruling.DENY
    with pytest.raises(StateConflict, match="in force already"):
        memory.policies().promote(rule, by="eve")
    assert memory.verify().ok


def test_what_a_rule_stops_is_a_persons_decision(database: Path, clock: TestClock) -> None:
    with Memory.open(database, namespace=NAMESPACE, clock=clock) as memory:
        rule = make_rule(memory, DENY)
        for act in (memory.policies().promote, memory.policies().withdraw, memory.policies().watch):
            with pytest.raises(PersonMissing):
                act(rule)
        with pytest.raises(InvalidInput, match="only rules have policies"):
            memory.policies().promote("ep1", by="dana")
        with pytest.raises(NotFound):
            memory.policies().promote("PB-09", by="dana")


def test_a_gate_that_only_watches_stops_nothing_and_says_what_it_would(database: Path, clock: TestClock) -> None:
    settings = GateSettings(mode=GateMode.SHADOW)
    with Memory.open(database, namespace=NAMESPACE, clock=clock, user="dana", gate=settings) as memory:
        make_rule(memory, ASK)
        verdict = memory.check(SEND)
        assert (verdict.effect, verdict.would, verdict.mode) == (
            Ruling.NO_OPINION,
            Ruling.REQUIRE_APPROVAL,
            GateMode.SHADOW,
        )
        assert verdict.approval is None
        assert memory.verify().ok
        memory.close()
        lost = memory.check(SEND)
        assert (lost.effect, lost.would, lost.id) == (Ruling.NO_OPINION, Ruling.DENY, "")
        assert lost.reason.startswith("policy unavailable")


def test_a_dry_run_seals_nothing(memory: Memory) -> None:
    make_rule(memory, ASK)
    before = memory.read().head().seq
    verdict = memory.check(SEND, dry_run=True)
    assert (verdict.effect, verdict.id, verdict.approval, verdict.seq) == (Ruling.REQUIRE_APPROVAL, "", None, 0)
    assert [each.quote for each in verdict.rules] == [WORDS[0]]
    assert memory.read().head().seq == before


def test_no_action_is_an_error_of_the_caller(memory: Memory) -> None:
    for nothing in (Action(), Action(args={"to": "x"}), ""):
        with pytest.raises(InvalidInput, match="no action"):
            memory.check(nothing)
    assert memory.read().head().seq == 0


def test_secrets_are_in_no_part_of_a_verdict(memory: Memory, database: Path) -> None:
    make_rule(memory, ASK)
    action = Action("send_message", args={"to": "x", "password": "hunter-2222", "text": "token ghp_" + "a1B2" * 9})
    asked = memory.check(action)
    assert "[redacted:password]" in str(asked.canonical)
    memory.approve(str(asked.approval), by="eve")
    assert memory.check(action).effect is Ruling.ALLOW
    memory.outcome("gd-2", "executed", result="password: hunter-2222")
    memory.close()
    raw = (
        database.read_bytes() + Path(f"{database}-wal").read_bytes()
        if Path(f"{database}-wal").exists()
        else database.read_bytes()
    )
    assert b"hunter-2222" not in raw
    assert b"a1B2a1B2" not in raw


# -- whatever goes wrong is a deny -------------------------------------------------------------------------------------


def assert_unavailable(verdict: Verdict, why: str, *, sealed: bool) -> None:
    assert verdict.effect is Ruling.DENY
    assert verdict.reason.startswith("policy unavailable: ")
    assert why in verdict.reason
    assert bool(verdict.id) is bool(verdict.seq) is sealed


@pytest.mark.parametrize(
    "args",
    [{"text": "\ud800"}, {"amount": float("nan")}, {"n": {"n": {"n": object()}}}, {1: "x"}],
    ids=["surrogate", "nan", "no json", "key"],
)
def test_arguments_that_cannot_be_read_are_denied_and_recorded(memory: Memory, args: dict[str, object]) -> None:
    assert_unavailable(memory.check(Action("send_message", args=args)), "cannot be read", sealed=True)  # type: ignore[arg-type]
    assert memory.verify().ok


def test_a_file_that_cannot_be_written_denies(memory: Memory, database: Path, clock: TestClock) -> None:
    make_rule(memory, DENY)
    with Memory.open(database, namespace=NAMESPACE, clock=clock, read_only=True) as reader:
        assert_unavailable(reader.check(Action("list_orders")), "reading only", sealed=False)


def test_a_closed_memory_denies(memory: Memory) -> None:
    memory.close()
    assert_unavailable(memory.check(SEND), "closed", sealed=False)


def test_a_clock_behind_the_ledger_denies(memory: Memory, database: Path, clock: TestClock) -> None:
    make_rule(memory, DENY)
    behind = TestClock(clock.moment - timedelta(hours=1), fixed=True)
    with Memory.open(database, namespace=NAMESPACE, clock=behind) as late:
        assert_unavailable(late.check(Action("list_orders")), "before the last entry", sealed=False)


def test_a_rule_that_cannot_be_read_denies_everything_until_it_can(memory: Memory, database: Path) -> None:
    """Nobody knows what it stops. It is not the checker's to say whether somebody tampered: verify says that."""
    rule = make_rule(memory, DENY)
    seq = memory.read().sequence_of(rule)
    memory.close()
    with sqlite3.connect(database) as connection:
        (body,) = connection.execute("SELECT body FROM bodies WHERE seq = ?", (seq,)).fetchone()
        broken = body.replace(b'"effect":"deny"', b'"effect":"what"')
        connection.execute("UPDATE bodies SET body = ? WHERE seq = ?", (broken, seq))
    connection.close()
    with Memory.open(database, namespace=NAMESPACE, user="dana") as again:
        assert_unavailable(again.check(Action("list_orders")), f"{rule} cannot be read (ValueError)", sealed=True)
        assert next((found.id, found.level) for found in again.policies().lint()) == (rule, "error")


def test_a_rule_whose_words_were_wiped_denies_everything_and_one_that_was_erased_stops_nothing(
    memory: Memory, database: Path
) -> None:
    rule = make_rule(memory, DENY)
    seq = memory.read().sequence_of(rule)
    assert seq is not None
    memory.close()
    wipe(database, seq)
    with Memory.open(database, namespace=NAMESPACE, user="dana") as again:
        assert_unavailable(
            again.check(Action("list_orders")), f"{rule} cannot be read: its words are gone", sealed=True
        )
        ctx = again.context
        with ctx.store.writer(NAMESPACE, now=ctx.clock.now(), durability="full") as writer:
            handle = writer.next_handle(Kind.ERASURE)
            body: JsonObject = {"id": handle}
            writer.append(Draft(EntryKind.ERASURE, Kind.ERASURE, handle, body, "dana", Origin.SYSTEM, parents=(seq,)))
        verdict = again.check(SEND)
        assert (verdict.effect, verdict.policies) == (Ruling.NO_OPINION, 0)


def test_an_internal_error_denies_and_passes_on_no_words_of_it(memory: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    make_rule(memory, DENY)

    def fails(*_: object, **__: object) -> None:
        raise RuntimeError("password=hunter2")

    monkeypatch.setattr("cicatrix.core.policies.matching.PolicySet.judge", fails)
    verdict = memory.check(SEND)
    assert_unavailable(verdict, "an internal error (RuntimeError)", sealed=True)
    assert "hunter2" not in str(memory.read().body(verdict.id))
    monkeypatch.setattr(check, "canonical", fails)
    assert_unavailable(memory.check(SEND), "cannot be read: an internal error", sealed=True)


def test_an_unknown_time_zone_denies(database: Path, clock: TestClock) -> None:
    settings = GateSettings(zone="Mars/Olympus")
    with Memory.open(database, namespace=NAMESPACE, clock=clock, user="dana", gate=settings) as memory:
        make_rule(memory, DENY)
        assert_unavailable(memory.check(SEND), "Mars/Olympus", sealed=True)


def test_words_of_users_that_cannot_be_read_deny(memory: Memory) -> None:
    make_rule(memory, DENY)

    def missing() -> Lexicon:
        raise InvalidInput("words.toml does not exist.")

    blind = Memory(replace(memory.context, lexicon=missing))
    assert_unavailable(blind.check(SEND), "words.toml does not exist", sealed=False)


def test_a_moment_without_a_zone_is_an_error_of_the_caller(memory: Memory) -> None:
    with pytest.raises(InvalidTime):
        memory.check(SEND, now=datetime(2026, 11, 30, 12))


def test_a_verdict_is_judged_again_the_same(memory: Memory, clock: TestClock) -> None:
    rule = make_rule(memory, DENY)
    make_rule(memory, DRAINED, WORDS[1])
    memory.check(SEND)
    memory.outcome(memory.check(DRAIN).id, "executed")
    memory.check(RESTART)
    clock.tick(hours=2)
    memory.check(RESTART)
    memory.retire(rule, by="dana")
    memory.check(SEND)
    assert [memory.replay(f"gd-{number}").differences for number in range(1, 6)] == [()] * 5
    whole = memory.replay_all()
    assert (whole.recalls, whole.verdicts, whole.identical) == (0, 5, 5)
    memory.check(Action("send_message", args={"text": "\ud800"}))
    assert memory.replay("gd-6").outcome == "algorithm_changed"
    memory.check(Action("send_message", args={"password": "hunter-2222"}))
    assert memory.replay("gd-7").outcome == "erased"


def test_policies_are_listed_tried_and_explained(memory: Memory) -> None:
    policy = replace(
        DENY,
        must=({"name": "send_message", "args": {"to": "x"}},),
        must_not=({"name": "send_messages", "args": {"to": "x"}}, {"name": "send_message", "args": {"to": "y"}}),
    )
    rule = make_rule(memory, policy)
    assert [each.id for each in memory.policies().list()] == [rule]
    assert [(each.kind, each.ok) for each in memory.policies().test(rule)] == [
        ("must", True),
        ("must_not", True),
        ("must_not", False),
    ]
    explained = memory.policies().explain(rule)
    assert (explained.enforced, explained.policy.confirmed_by) == (True, "dana")
    assert [(found.id, found.level) for found in memory.policies().lint()] == [(rule, "warning")]


def test_verdicts_approvals_and_what_a_rule_stops_are_explained(memory: Memory) -> None:
    rule = make_rule(memory, ASK)
    memory.approve(str(memory.check(SEND).approval), by="eve")
    memory.outcome(memory.check(SEND).id, "executed")
    first = memory.explain("gd-1")
    assert first.text.startswith('send_message sms {"text":"Hello","to":"customer:7"}\nrequire_approval: ')
    assert dict(first.facts)[rule] == f"require_approval, learnt in ep1: “{WORDS[0]}”"
    assert [step.status for step in memory.explain("gd-2").history] == ["allow", "executed"]
    assert [step.status for step in memory.explain("ap-1").history] == ["pending", "granted", "spent"]
    assert dict(memory.explain("ap-1").facts)["spent on"] == "gd-2"
    assert dict(memory.explain(rule).facts)["stops"] == "require_approval, active, confirmed by dana"
