"""Failure reports on budget, grade, floors, use, past minds and times (see README.md beside this file)."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from tests.conftest import TestClock

from cicatrix import Memory
from cicatrix.core.recall import Grade, Recall, RejectReason
from cicatrix.core.text import count_tokens
from cicatrix.core.windows import parse_window
from cicatrix.errors import InvalidInput


def hold(memory: Memory, text: str, *, importance: float | None = None) -> str:
    """A fact that a user said, and the memory of it."""
    said = memory.record(kind="turn", role="user", speaker="ana", text=text)
    return memory.remember(text, type="semantic", evidence=[said.id], importance=importance, by="dana").id


def ids(recall: Recall) -> list[str]:
    return [item.id for item in recall.items]


def test_c085_a_nonsense_query_returns_nothing_and_asks(memory: Memory) -> None:
    for text in ("Prefers tabs", "Lives in Oslo", "Deploys on Tuesday"):
        hold(memory, text, importance=1.0)
    got = memory.recall("PHRASE_THAT_APPEARS_NOWHERE_QQQQ")
    assert (got.items, got.grade) == ((), Grade.ASK_HUMAN)


def test_c089_the_best_memory_is_too_big_and_is_named(memory: Memory) -> None:
    big = hold(memory, "Vault migration moves every key of the vault to a new region, and nobody may touch a key then")
    noise = hold(memory, "A note on the vault migration")
    got = memory.recall("vault migration", budget=20)
    (loss,) = [loss for loss in got.rejected if loss.id == big]
    assert loss.reason is RejectReason.OVER_BUDGET
    assert loss.detail.startswith("needs 2")
    assert loss.detail.endswith("tokens, the budget is 20")
    assert ids(got) == [noise]
    assert got.spent <= 20
    assert got.grade is Grade.ACT_AND_FLAG  # whatever followed: the best is missing
    assert got.reason == f"{big} concerns this and was left out: it {loss.detail}."
    roomy = memory.recall("vault migration", budget=60)
    assert roomy.items[0].id == big
    assert roomy.items[0].text.endswith("a key then")  # a memory is whole or not there


def test_c089_an_episode_that_is_too_big_is_given_as_an_excerpt(memory: Memory) -> None:
    big = memory.record(task="Vault migration", outcome="It moves every key of the vault to a new region. " * 190).id
    noise = hold(memory, "A note on the vault migration")
    got = memory.recall("vault migration", budget=900)
    assert set(ids(got)) == {big, noise}
    (cut,) = [item for item in got.items if item.id == big]
    assert cut.excerpt
    assert cut.tokens <= 270
    assert f"[{big}, 2026-11-30, excerpt]" in got.brief()
    assert memory.replay(got.id).outcome == "identical"


def test_c091_only_whole_memories_enter(memory: Memory) -> None:
    whole = "Never restart billing pods directly; drain at the gateway first"
    memory.record(task="Restart", outcome="Down.", correction=whole, correction_by="dana")
    hold(memory, "Billing pods")
    got = memory.recall("restart billing pods", budget=12)
    assert "Never restart" not in got.brief()
    assert ids(got) == ["M-1"]
    assert any(loss.id == "PB-01" and loss.reason is RejectReason.OVER_BUDGET for loss in got.rejected)
    assert got.grade is Grade.ACT_AND_FLAG


def test_c092_wide_scripts_are_counted_as_they_cost(memory: Memory) -> None:
    wide = hold(memory, "多租户隔离设计" * 57 + "完")  # 400 characters
    got = memory.recall("多租户", budget=200)
    assert got.items == ()
    assert count_tokens(got.brief()) <= 200
    (loss,) = [loss for loss in got.rejected if loss.id == wide]
    assert int(loss.detail.split()[1]) >= 400


def test_c096_being_shown_is_no_use(memory: Memory) -> None:
    shown, used = hold(memory, "The blue report on launches"), hold(memory, "The red report on launches")
    for _ in range(5):
        last = memory.recall("the report on launches")
    for _ in range(2):
        memory.explain(shown)
    memory.used(last.id, [used])
    usage = {item.id: item.components["usage"] for item in memory.recall("the report on launches").items}
    assert usage[shown] == 0 < usage[used] < 1_000_000


def test_c097_another_date_is_no_evidence(memory: Memory) -> None:
    memory.record(outcome="Newsletter delivered", occurred_at="2026-03-08T09:00:00+00:00")
    memory.record(outcome="Morning brief delivered", occurred_at="2026-03-09T09:00:00+00:00")
    got = memory.recall("Did the newsletter go out on March 18?")
    assert got.grade is Grade.ASK_HUMAN
    assert got.reason == "No memory is of March 18; of other dates is ep1 (2026-03-08)."
    assert "[ep1, 2026-03-08]" in got.brief()  # shown, with its date
    assert memory.recall("Did the newsletter go out on March 8?").grade is not Grade.ASK_HUMAN


@pytest.mark.parametrize("since", ["last week", "past 7 days", "last seven days"])
def test_c098_a_window_in_words_never_means_no_filter(memory: Memory, clock: TestClock, since: str) -> None:
    clock.moment = datetime(2026, 7, 21, 12, tzinfo=UTC)
    memory.record(task="Ship the release", outcome="Shipped.", occurred_at="2023-01-01T10:00:00+00:00")
    memory.record(task="Ship the release", outcome="Shipped.", occurred_at="2026-07-18T10:00:00+00:00")
    got = memory.recall(f"Which release did we ship in the {since}?")
    assert ids(got) == ["ep2"]
    assert [(loss.id, loss.reason) for loss in got.rejected] == [("ep1", RejectReason.OUT_OF_WINDOW)]
    days = parse_window(since, clock.moment)
    assert days.contains(datetime(2026, 7, 18).toordinal())
    assert not days.contains(datetime(2023, 1, 1).toordinal())
    with pytest.raises(InvalidInput):
        parse_window("blorp", clock.moment)


def test_c101_a_past_mind_does_not_know_what_replaced_it(memory: Memory, clock: TestClock) -> None:
    clock.moment = datetime(2026, 1, 1, 9, tzinfo=UTC)
    old = hold(memory, "Prefers Python for scripts")
    clock.moment = datetime(2026, 1, 10, 9, tzinfo=UTC)
    new = hold(memory, "Prefers Rust for scripts")
    memory.forget(old, by="dana", reason="replaced")
    clock.moment = datetime(2026, 1, 20, 9, tzinfo=UTC)
    assert ids(memory.recall("prefers for scripts", at="2026-01-05")) == [old]
    assert ids(memory.recall("prefers for scripts", at="2026-01-15")) == [new]


def _notes(memory: Memory, text: str, count: int) -> None:
    for number in range(count):
        hold(memory, text.format(number), importance=0.3)


def test_c106_a_hazard_that_shares_no_word_is_rescued(memory: Memory) -> None:
    danger = hold(memory, "Severe reaction to almonds", importance=0.98)
    _notes(memory, "Note {} about travel: can I eat there", 12)
    got = memory.recall("Can I eat marzipan?", budget=200)
    assert ids(got)[0] == danger
    assert [item.id for item in got.items if item.rescued] == [danger]
    assert f"For safety, mind {danger}." in got.reason


def test_c123_an_allergy_comes_first_before_twenty_better_notes(memory: Memory) -> None:
    danger = hold(memory, "Allergic to peanuts", importance=0.95)
    _notes(memory, "Snack note {}: a good trail snack", 20)
    query = "good trail snack for Saturday?"
    got = memory.recall(query, budget=120)
    assert ids(got)[0] == danger
    assert got.items[0].rescued
    assert got.spent <= 120
    assert len(got.items) > 1
    ctx = memory.context
    without = replace(ctx.recall_settings, rescue_importance=1_001)
    unsafe = Memory(replace(ctx, recall_settings=without)).recall(query, budget=120)
    assert danger not in ids(unsafe)  # the guard: it is the rescue that brings it


def test_c108_the_question_itself_is_no_memory_of_its_subject(memory: Memory) -> None:
    hold(memory, "User has a dog named Grim")
    memory.record(kind="turn", role="user", speaker="ana", text="Do you remember anything about Heidi?")
    got = memory.recall("Do you remember anything about Heidi?")
    assert got.items == ()
    assert got.grade is Grade.ASK_HUMAN


def test_c110_an_unrelated_weak_memory_stays_out(memory: Memory) -> None:
    hold(memory, "User once asked about Half Moon Bay")
    got = memory.recall("Draw my dog in a pelican costume")
    assert (got.items, got.grade) == ((), Grade.ASK_HUMAN)


def test_c111_every_item_has_its_text_and_its_handle(memory: Memory) -> None:
    hold(memory, "The vault is in Basel")
    memory.record(task="Open the vault", outcome="Opened.", correction="Ask Ines first.", correction_by="dana")
    memory.record(kind="tool_call", tool="vault.open", arguments={"door": 1}, outcome="ok")
    memory.record(kind="document", title="Vault", text="How the vault works")
    got = memory.recall("anything stored on the vault")
    assert len(got.items) >= 3
    for item in got.items:
        assert item.text.strip()
        assert f"[{item.id}" in got.brief()


def test_c144_no_memory_crosses_into_another_namespace(memory: Memory, database: Path, clock: TestClock) -> None:
    memory.record(task="Deploy", outcome="Fine.", correction="Deploy with make ship.", correction_by="dana")
    with Memory.open(database, namespace="project/beta", clock=clock) as beta:
        got = beta.recall("how to deploy")
        assert (got.items, got.grade, got.mind) == ((), Grade.ASK_HUMAN, 0)
    assert memory.recall("how to deploy").items


def test_c105_a_question_is_followed_over_what_its_memories_speak_of(memory: Memory) -> None:
    for text in (
        "Alice owns Project Atlas.",
        "Project Atlas depends on the gateway.",
        "The gateway is blocked by a security review.",
        "Bob owns Project Zephyr.",
        "Project Zephyr depends on the billing service.",
        "The canteen is closed on Fridays.",
    ):
        memory.observe(text)
    got = memory.recall("Why is Alice's project delayed?")
    assert [item.id for item in got.items] == ["M-1", "M-2", "M-3"]
    assert got.grade is Grade.ASK_HUMAN, "it holds what may be the reason, and nobody said that it is"
    assert [item.id for item in memory.recall("Why is Alice's project delayed?", budget=40).items] == ["M-1", "M-2"]
    assert memory.replay(got.id).identical
    assert [item.id for item in memory.recall("Who is Alice?").items] == ["M-1"], "it asks for nothing of hers"
    assert "linked" in got.items[2].components
