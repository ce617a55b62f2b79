"""What holds of a recall holds with the packaged embedder too: the rescue floor, the budget, windows, the past, replay.

Words alone are what most tests search by; a vector lets more in, and no such promise may rest on what it lets in.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.conftest import NAMESPACE, NOON, TestClock

from cicatrix import Memory
from cicatrix.adapters.embedders.choice import shared_local
from cicatrix.adapters.embedders.local import is_installed
from cicatrix.core.recall import Grade, Recall
from cicatrix.core.text import count_tokens

pytestmark = pytest.mark.skipif(not is_installed(), reason="cicatrix[local] is not installed")

NOTES = (
    "I packed my bag for the trail last night.",
    "The trail starts behind the station.",
    "My snack drawer at work is empty again.",
    "I love long hikes in autumn.",
    "The hut sells soup and bread.",
    "My boots are still wet.",
    "We walked twelve miles on Sunday.",
    "My sister brought a rucksack with her lunch.",
    "The map of the valley is in the car.",
    "I like walking before breakfast.",
)


def _open(database: Path, clock: TestClock) -> Memory:
    return Memory.open(database, namespace=NAMESPACE, clock=clock, user="dana", embedder=shared_local())


@pytest.fixture
def vectored(database: Path, clock: TestClock) -> Iterator[Memory]:
    with _open(database, clock) as opened:
        yield opened


def _shown(recall: Recall) -> list[tuple[str, int, int, bool]]:
    return [(item.id, item.score, item.tokens, item.rescued) for item in recall.items]


def _was_searched_by_vectors(recall: Recall) -> bool:
    return recall.asked is not None and recall.statistics.get("vectors", 0) > 0


@pytest.mark.parametrize("query", ["Which snack should I pack for the trail?", "What can I eat on the walk?"])
def test_an_allergy_has_its_place_among_likelier_notes(vectored: Memory, query: str) -> None:
    (learnt,) = vectored.observe("I'm severely allergic to peanuts.").stored
    for note in NOTES:
        vectored.observe(note)
    got = vectored.recall(query)
    assert _was_searched_by_vectors(got)
    assert learnt.memory.id in [item.id for item in got.items]
    tight = vectored.recall(query, budget=50)
    assert learnt.memory.id in [item.id for item in tight.items], "its place is guaranteed, whatever else comes near"
    assert count_tokens(tight.brief()) <= 50
    assert len(tight.items) + tight.rejected_counts.get("over_budget", 0) >= len(got.items), "what made room is counted"


@pytest.mark.parametrize("query", ["Order a satay for the team on Friday.", "Plan the cake for the party."])
def test_an_allergy_enters_where_its_vector_is_far(vectored: Memory, query: str) -> None:
    (learnt,) = vectored.observe("I'm severely allergic to peanuts.").stored
    for note in NOTES:
        vectored.observe(note)
    first = vectored.recall(query).items[0]
    assert (first.id, first.rescued) == (learnt.memory.id, True)
    assert first.components["cosine"] < shared_local().model.floor


def test_a_vector_alone_never_rescues_what_is_not_critical(vectored: Memory) -> None:
    vectored.observe("I'm severely allergic to peanuts.")
    for note in NOTES:
        vectored.observe(note)
    got = vectored.recall("Which snack should I pack for the trail?")
    importance = {item.id: item.components.get("importance", 0) for item in got.items if item.rescued}
    assert all(each >= got.settings.rescue_importance * 1000 for each in importance.values())


@settings(max_examples=20)
@given(budget=st.integers(0, 200), limit=st.one_of(st.none(), st.integers(0, 6)))
def test_the_budget_holds(tmp_path_factory: pytest.TempPathFactory, budget: int, limit: int | None) -> None:
    with _open(tmp_path_factory.mktemp("budget") / "c.db", TestClock()) as memory:
        memory.observe("I'm severely allergic to peanuts.")
        for note in NOTES[:6]:
            memory.observe(note)
        got = memory.recall("Which snack should I pack for the trail?", budget=budget, limit=limit)
        assert _was_searched_by_vectors(got)
        assert count_tokens(got.brief()) <= budget
        assert got.spent == sum(item.tokens for item in got.items)
        assert limit is None or len(got.items) <= limit
        assert memory.replay(got.id).identical


def test_an_event_of_another_time_does_not_answer_for_a_named_one(vectored: Memory) -> None:
    for days, text in ((90, "We hiked to the glacier."), (5, "We hiked to the lake."), (400, "We hiked to the cape.")):
        vectored.record(kind="turn", role="user", text=text, occurred_at=(NOON - timedelta(days=days)).isoformat())
    got = vectored.recall("Where did we hike last week?")
    assert _was_searched_by_vectors(got)
    assert [item.text for item in got.items] == ["user: We hiked to the lake."]
    assert got.rejected_counts["out_of_window"] == 2
    none = vectored.recall("What did we do in March 2020?")
    assert none.grade is Grade.ASK_HUMAN


def test_a_past_mind_answers_as_it_did(vectored: Memory, clock: TestClock) -> None:
    query = "Which hike with a trail do we love?"
    for note in NOTES[:5]:
        vectored.observe(note)
    then, before = vectored.recall(query).mind, _shown(vectored.recall(query))
    assert before
    clock.tick(days=40)
    for note in NOTES[5:]:
        vectored.observe(note)
    vectored.observe("I don't love long hikes any more.")
    clock.tick(days=1)
    assert _shown(vectored.recall(query)) != before
    again = vectored.recall(query, at=then)
    assert _was_searched_by_vectors(again)
    assert _shown(again) == before
    assert vectored.at(then).recall(query).items == again.items


def test_it_replays_whatever_came_since_and_from_a_fresh_index(
    vectored: Memory, database: Path, clock: TestClock
) -> None:
    for note in NOTES[:6]:
        vectored.observe(note)
    made = [
        vectored.recall("Which snack should I pack for the trail?"),
        vectored.recall("What did my sister bring?", budget=60),
        vectored.recall("Where did we walk last week?"),
    ]
    made.append(vectored.recall("What is wet?", at=made[0].mind - 2))
    clock.tick(days=3)
    for note in NOTES[6:]:
        vectored.observe(note)
    vectored.used(made[0].id, [made[0].items[0].id])
    vectored.forget("M-1", by="dana")
    with _open(database, clock) as fresh:
        for memory in (vectored, fresh):
            assert [memory.replay(recall.id).outcome for recall in made] == ["identical"] * len(made)


def test_words_that_waited_for_their_vector_replay_as_they_were_found(database: Path, clock: TestClock) -> None:
    with Memory.open(database, namespace=NAMESPACE, clock=clock, user="dana") as plain:
        for note in NOTES[:4]:
            plain.observe(note)
        by_words = plain.recall("Which snack should I pack for the trail?")
        assert by_words.asked is None
    with _open(database, clock) as memory:
        memory.observe(NOTES[4])
        some = memory.recall("Where do we get food on the walk?")
        memory.catch_up()
        everything = memory.recall("Where do we get food on the walk?")
        assert everything.statistics["vectors"] > some.statistics["vectors"] > 0
        outcomes = [memory.replay(recall.id).outcome for recall in (by_words, some, everything)]
        assert outcomes == ["identical"] * 3
