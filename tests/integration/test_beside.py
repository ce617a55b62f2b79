"""A recall over several namespaces: each is searched and graded for itself, all share one budget, and one ledger is
written to. What is not named is never read."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.conftest import TestClock
from tests.scripted_embedder import ScriptedEmbedder

from cicatrix import Memory
from cicatrix.core.codec import decode
from cicatrix.core.ids import Kind
from cicatrix.core.recall import Grade, Recall, RejectReason
from cicatrix.core.recall_record import RecallRecord
from cicatrix.core.text import count_tokens
from cicatrix.errors import InvalidInput, NotFound

OWN, TEAM, OTHER = "acme/desk", "acme/team", "acme/team/night"


def _open(database: Path, namespace: str, clock: TestClock) -> Memory:
    return Memory.open(database, namespace=namespace, clock=clock, user="dana")


@pytest.fixture
def desk(database: Path, clock: TestClock) -> Iterator[Memory]:
    with _open(database, OWN, clock) as opened:
        opened.observe("I work in the Lisbon office.")
        yield opened


@pytest.fixture
def team(database: Path, clock: TestClock) -> Iterator[Memory]:
    with _open(database, TEAM, clock) as opened:
        opened.record(
            task="Answer the refund ticket.",
            outcome="Paid at once.",
            correction="Refunds above 200 euros need a yes from a manager.",
            correction_by="dana",
        )
        yield opened


def _head(memory: Memory) -> int:
    with memory.context.store.reader(memory.context.namespace) as reader:
        return reader.head().seq


def _named(recall: Recall) -> list[tuple[str, str]]:
    return [(item.namespace, item.id) for item in recall.items]


def test_each_is_graded_for_itself_and_cited_with_its_own_handles(desk: Memory, team: Memory) -> None:
    got = desk.recall("Refund 300 euros with a yes from a manager", also=[TEAM])
    assert _named(got) == [(TEAM, "PB-01")]
    assert got.items[0].quotes == ("Refunds above 200 euros need a yes from a manager.",)
    (beside,) = got.beside
    assert (beside.namespace, beside.grade) == (TEAM, Grade.ACT)
    assert got.grade is Grade.ACT, "the desk holds nothing on this, so nothing there disagrees"
    assert got.reason.startswith(f"{OWN}: ASK_HUMAN. ")
    assert f" {TEAM}: ACT. " in got.reason
    assert f"[{TEAM} PB-01, learnt in ep1]" in got.brief()


def test_what_is_not_named_is_never_read(desk: Memory, team: Memory) -> None:
    assert not desk.recall("Refund of 300 euros").items
    assert not desk.recall("Refund of 300 euros").beside


def test_a_longer_name_is_another_namespace(desk: Memory, team: Memory, database: Path, clock: TestClock) -> None:
    with _open(database, OTHER, clock) as night:
        night.record(task="Refund", correction="Refunds at night wait until morning.", correction_by="dana")
        got = night.recall("Refund of 300 euros", also=[OWN])
    assert {namespace for namespace, _ in _named(got)} <= {OTHER, OWN}
    assert not any("manager" in item.text for item in got.items)


@pytest.mark.parametrize("missing", ["acme/tea", "acme", "acme/team/none"])
def test_a_namespace_that_is_not_there_is_an_error_and_nothing_is_sealed(
    desk: Memory, team: Memory, missing: str
) -> None:
    before = _head(desk)
    with pytest.raises(NotFound, match=f"no namespace {missing} here"):
        desk.recall("Refund of 300 euros", also=[TEAM, missing])
    assert _head(desk) == before


@pytest.mark.parametrize("also", [[OWN], [TEAM, TEAM], ["Acme/Team"], [""]])
def test_a_namespace_named_twice_or_wrongly_is_refused(desk: Memory, team: Memory, also: list[str]) -> None:
    with pytest.raises(InvalidInput):
        desk.recall("Refund of 300 euros", also=also)


def test_only_the_own_ledger_is_written_to(desk: Memory, team: Memory) -> None:
    before = _head(team)
    got = desk.recall("Refund of 300 euros", also=[TEAM])
    assert _head(team) == before
    assert got.seq == _head(desk)


def test_it_replays_byte_for_byte_whatever_the_others_learnt_since(
    desk: Memory, team: Memory, database: Path, clock: TestClock
) -> None:
    got = desk.recall("Refund 300 euros with a yes from a manager", also=[TEAM])
    clock.tick(days=3)
    team.record(task="Refund", correction="Refunds of any amount need a yes from legal.", correction_by="dana")
    team.suspend("PB-01", by="dana")
    desk.observe("I moved to the Porto office.")
    assert desk.replay(got.id).identical
    with _open(database, OWN, clock) as fresh:
        assert fresh.replay(got.id).identical
    assert desk.replay_all().identical == 1


def test_the_record_keeps_what_came_from_where(desk: Memory, team: Memory) -> None:
    got = desk.recall("Does the manager of the Lisbon office say yes to a refund?", also=[TEAM])
    with desk.context.store.reader(OWN) as reader:
        version = reader.version(got.id)
    assert version is not None
    assert version.body is not None
    record = decode(RecallRecord, version.body)
    assert [item.handle for item in record.chosen] == [item.id for item in got.items_of(OWN)]
    (beside,) = record.beside
    assert [item.handle for item in beside.chosen] == [item.id for item in got.items_of(TEAM)]
    assert beside.came_to == got.beside[0]


def test_a_past_mind_is_of_one_moment_in_all(desk: Memory, team: Memory, clock: TestClock) -> None:
    then = _head(desk)
    clock.tick(days=1)
    team.record(task="Refund", correction="Refunds go out on Fridays only.", correction_by="dana")
    clock.tick(days=1)
    desk.observe("I like tea.")
    query = "When do refunds go out?"
    assert any("Fridays" in item.text for item in desk.recall(query, also=[TEAM]).items)
    assert not any("Fridays" in item.text for item in desk.recall(query, also=[TEAM], at=then).items)
    by_day = desk.recall(query, also=[TEAM], at="2026-12-01")
    assert any("Fridays" in item.text for item in by_day.items), "it was taught on that day, and the desk slept"
    assert not desk.recall(query, also=[TEAM], at=0).items
    assert {report.outcome for report in desk.replay_all().others} == set()


def test_a_person_is_asked_where_all_of_them_ask(desk: Memory, team: Memory) -> None:
    got = desk.recall("Who owns the warehouse keys?", also=[TEAM])
    assert got.grade is Grade.ASK_HUMAN
    assert got.question == "q-1"
    with team.context.store.reader(TEAM) as reader:
        assert not reader.count(Kind.QUESTION)


def test_it_flags_where_one_that_holds_something_does_not_act(desk: Memory, team: Memory) -> None:
    desk.record(task="Refund 300 euros", action="Paid without asking the manager.", outcome="Nobody minded.")
    got = desk.recall("Refund 300 euros with a yes from a manager", also=[TEAM])
    assert {namespace for namespace, _ in _named(got)} == {OWN, TEAM}
    assert got.grade is Grade.ACT_AND_FLAG


def test_an_explanation_says_what_was_given_of_whom(desk: Memory, team: Memory) -> None:
    got = desk.recall("Refund 300 euros with a yes from a manager", also=[TEAM])
    facts = dict(desk.explain(got.id).facts)
    assert (facts["given"], facts[f"given of {TEAM}"]) == ("nothing", "PB-01")


def test_use_is_counted_only_where_it_was_recalled(desk: Memory, team: Memory) -> None:
    got = desk.recall("Refund 300 euros with a yes from a manager", also=[TEAM])
    with pytest.raises(NotFound, match="from acme/team, which was only read"):
        desk.used(got.id, ["PB-01"])


def test_vectors_of_each_namespace_are_its_own(database: Path, clock: TestClock) -> None:
    embedder = ScriptedEmbedder()
    with (
        Memory.open(database, namespace=OWN, clock=clock, user="dana", embedder=embedder) as desk,
        Memory.open(database, namespace=TEAM, clock=clock, user="dana", embedder=embedder) as team,
    ):
        desk.observe("I work in the Lisbon office.")
        team.record(task="Refund", correction="Refunds need a yes from a manager.", correction_by="dana")
        team.record(task="Post", correction="Posts need a yes from legal.", correction_by="dana")
        got = desk.recall("Refund for the Lisbon office", also=[TEAM])
        assert got.asked is not None
        assert got.beside[0].asked is not None
        assert got.statistics["vectors"] != got.beside[0].statistics["vectors"]
        clock.tick(hours=1)
        team.record(task="Refund", correction="Refunds go out on Fridays.", correction_by="dana")
        assert desk.replay(got.id).identical


# -- one budget --------------------------------------------------------------------------------------------------------


@settings(max_examples=25)
@given(
    own=st.lists(st.integers(1, 40), max_size=4),
    team=st.lists(st.integers(1, 40), min_size=1, max_size=4),
    budget=st.integers(0, 160),
    limit=st.one_of(st.none(), st.integers(0, 5)),
)
def test_the_budget_and_the_limit_are_of_the_whole(
    tmp_path_factory: pytest.TempPathFactory, own: list[int], team: list[int], budget: int, limit: int | None
) -> None:
    database, clock = tmp_path_factory.mktemp("budget") / "c.db", TestClock()
    with _open(database, OWN, clock) as desk, _open(database, TEAM, clock) as further:
        for memory, lengths in ((desk, own), (further, team)):
            for place, length in enumerate(lengths):
                words = " ".join(f"{'alpha' if memory is desk else 'omega'}{place}w{each}" for each in range(length))
                memory.record(task="Refund", action=f"Refund {words}")
        got = desk.recall("refund", budget=budget, limit=limit, also=[TEAM])
        assert count_tokens(got.brief()) <= budget or not budget
        assert got.spent == sum(item.tokens for item in got.items) <= budget
        assert limit is None or len(got.items) <= limit
        for part in got.beside:
            assert part.spent == sum(item.tokens for item in got.items_of(part.namespace))
        placed_or_named = len(got.items) + sum(got.rejected_counts.values())
        placed_or_named += sum(sum(part.rejected_counts.values()) for part in got.beside)
        assert placed_or_named == len(own) + len(team), "each is given, or counted with its reason"
        assert desk.replay(got.id).identical


# -- rules of several namespaces ---------------------------------------------------------------------------------------


def test_a_nearer_prohibition_takes_the_place_of_a_farther_order(desk: Memory, team: Memory) -> None:
    team.record(task="Release", correction="Post the release notes in the public channel.", correction_by="dana")
    desk.record(task="Release", correction="Never post the release notes in the public channel.", correction_by="dana")
    got = desk.recall("Post the release notes in the public channel", also=[TEAM])
    assert _named(got) == [(OWN, "PB-01")]
    (left,) = [out for out in got.beside[0].rejected if out.id == "PB-02"]
    assert (left.reason, left.detail) == (RejectReason.SUPERSEDED, "is forbidden by PB-01, which is nearer")


def test_a_nearer_order_never_loosens_a_farther_prohibition(desk: Memory, team: Memory) -> None:
    team.record(task="Release", correction="Never post the release notes in the public channel.", correction_by="dana")
    desk.record(task="Release", correction="Post the release notes in the public channel.", correction_by="dana")
    got = desk.recall("Post the release notes in the public channel", also=[TEAM])
    assert _named(got) == [(OWN, "PB-01"), (TEAM, "PB-02")]
    assert got.grade is Grade.ACT_AND_FLAG
    assert "PB-01 and acme/team PB-02 cannot both be followed" in got.reason
    assert f"[{TEAM} PB-02, learnt in ep2; in conflict with the nearer PB-01]" in got.brief()
