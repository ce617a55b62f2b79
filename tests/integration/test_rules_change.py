"""Rules that change: a later order supersedes, narrows or doubts an older one, on every way by which rules come."""

from __future__ import annotations

import pytest

from cicatrix import Memory
from cicatrix.core.episodes import JsonObject
from cicatrix.core.ids import Kind
from cicatrix.core.memories import Memory as Noun
from cicatrix.core.memories import Status
from cicatrix.core.recall import Grade

NOON = "Post the tide table at noon."
NEVER = "Never post the tide table at noon."
IN_WINTER = "Never post the tide table at noon in winter."


def teach(memory: Memory, text: str, day: int = 1, by: str | None = "dana") -> tuple[str, ...]:
    """Teach a rule on a day of November; the handles of those that it ended."""
    return memory.record(
        task="Post the tide table", correction=text, correction_by=by, occurred_at=f"2026-11-{day:02d}T10:00:00Z"
    ).superseded


def rules(memory: Memory) -> dict[str, Noun]:
    return {rule.id: rule for rule in memory.read().rules()}


def statuses(memory: Memory) -> list[Status]:
    return [rule.status for rule in rules(memory).values()]


def test_the_opposite_order_supersedes(memory: Memory) -> None:
    teach(memory, NOON, 1)
    assert teach(memory, NEVER, 2) == ("PB-01",)
    assert statuses(memory) == [Status.SUPERSEDED, Status.ACTIVE]
    assert rules(memory)["PB-01"].superseded_by == "PB-02"
    assert rules(memory)["PB-02"].supersedes == ("PB-01",)
    assert "PB-01" in rules(memory)["PB-02"].change.reason
    assert memory.recall("Post the tide table at noon").grade is Grade.ACT


def test_and_back_again(memory: Memory) -> None:
    for day, text in enumerate((NOON, NEVER, NOON), 1):
        teach(memory, text, day)
    assert statuses(memory) == [Status.SUPERSEDED, Status.SUPERSEDED, Status.ACTIVE]


def test_an_order_that_says_more_narrows_and_is_recalled_with_the_wider_one(memory: Memory) -> None:
    teach(memory, NOON, 1)
    assert teach(memory, IN_WINTER, 2) == ()
    wide, narrow = rules(memory).values()
    assert (wide.status, narrow.status) == (Status.ACTIVE, Status.ACTIVE)
    assert wide.exceptions == (IN_WINTER,)
    assert narrow.refines == ("PB-01",)
    found = memory.recall("Post the tide table at noon")
    assert found.grade is Grade.ACT, found.reason
    assert f"{NOON} (later: {IN_WINTER})" in found.brief()
    assert memory.lint() == ()


def test_a_wider_order_against_a_narrower_one_is_doubted(memory: Memory) -> None:
    teach(memory, IN_WINTER, 1)
    receipt = memory.record(task="Post the tide table", correction=NOON, correction_by="dana")
    assert receipt.doubts == ("rv-1",)
    assert statuses(memory) == [Status.ACTIVE, Status.ACTIVE]
    found = memory.recall("Post the tide table at noon")
    assert found.grade is Grade.ACT_AND_FLAG
    memory.review("rv-1", "replaces", by="dana")
    assert statuses(memory) == [Status.SUPERSEDED, Status.ACTIVE]
    memory.undo("rv-1", by="dana")
    memory.review("rv-1", "refines", by="dana")
    assert memory.recall("Post the tide table at noon").grade is Grade.ACT


def test_an_older_order_that_is_brought_in_later_changes_nothing(memory: Memory) -> None:
    teach(memory, NEVER, 9)
    assert teach(memory, NOON, 1) == ("PB-02",)
    assert statuses(memory) == [Status.ACTIVE, Status.SUPERSEDED]
    assert rules(memory)["PB-02"].superseded_by == "PB-01"


def test_an_agents_report_ends_no_order_until_a_person_confirms_it(memory: Memory) -> None:
    teach(memory, NOON, 1)
    memory.record(task="Post", correction=NEVER, occurred_at="2026-11-02T10:00:00Z")
    memory.distill()
    assert statuses(memory) == [Status.ACTIVE, Status.CANDIDATE]
    change = memory.ratify("PB-02", by="dana")
    assert change.supersedes == ("PB-01",)
    assert statuses(memory) == [Status.SUPERSEDED, Status.ACTIVE]


def test_a_ready_claim_meets_the_rules_too(memory: Memory) -> None:
    teach(memory, NOON, 1)
    episode = memory.record(task="Post", outcome="Seen", correction=NEVER, correction_by="dana").id
    assert episode
    memory.undo("PB-02", by="dana")
    assert statuses(memory) == [Status.ACTIVE, Status.FORGOTTEN]


def test_one_run_settles_what_it_learns(memory: Memory) -> None:
    rows: list[JsonObject] = [
        {"task": "Post", "correction": text, "correction_by": "dana", "occurred_at": f"2026-11-0{day}T10:00:00Z"}
        for day, text in enumerate((NOON, NEVER, IN_WINTER, "Fares above 200 euros need the purser.", NOON), 1)
    ]
    rows.append(
        {**rows[3], "correction": "Fares above 300 euros need the purser.", "occurred_at": "2026-11-08T10:00:00Z"}
    )
    memory.record_many(rows)
    report = memory.distill()
    found = {rule.text: rule.status for rule in memory.read().rules()}
    assert found[NOON] is Status.ACTIVE  # said again after it was forbidden
    assert found[NEVER] is Status.SUPERSEDED
    assert found["Fares above 200 euros need the purser."] is Status.SUPERSEDED
    assert found["Fares above 300 euros need the purser."] is Status.ACTIVE
    assert len(report.superseded) == 2
    assert memory.distill().admitted == ()
    assert memory.verify(deep=True).ok


def test_a_narrowing_is_taken_back_with_what_brought_it(memory: Memory) -> None:
    teach(memory, NOON, 1)
    teach(memory, IN_WINTER, 2)
    done = memory.undo("PB-02", by="dana")
    assert (done.restored, done.withdrawn) == (("PB-01",), ("PB-02",))
    assert rules(memory)["PB-01"].exceptions == ()


def test_customers_are_no_figures(memory: Memory) -> None:
    teach(memory, "Always ask customer 1001 for a deposit.", 1)
    teach(memory, "Always ask customer 1002 for a deposit.", 2)
    assert statuses(memory) == [Status.ACTIVE, Status.ACTIVE]
    assert memory.read().count(Kind.DOUBT) == 0


@pytest.mark.parametrize("words", ["Only on weekdays", "Except on holidays.", "But not for the mail boat"])
def test_a_fragment_stands_beside_its_rule(memory: Memory, words: str) -> None:
    teach(memory, NOON, 1)
    memory.correct("PB-01", words, by="ravi")
    (rule,) = rules(memory).values()
    assert rule.exceptions == (words,)
    assert words in memory.export_playbook(memory.context.store.path.parent / "out").read_text("utf-8")  # type: ignore[attr-defined]
