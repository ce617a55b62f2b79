"""Memories that a question finds by neither its words nor its vector."""

from __future__ import annotations

from cicatrix import Memory
from cicatrix.core.recall import Grade, Recall, RejectReason

WORK = ("I work at Initech", "I am allergic to peanuts and I live in Lisbon.", "I started a new job at Acme last week!")


def told(memory: Memory, *turns: str) -> Memory:
    for turn in turns:
        memory.observe(turn, session="s1")
    return memory


def words(found: Recall) -> list[str]:
    return [item.text for item in found.items]


def reasons(found: Recall) -> dict[str, RejectReason]:
    return {out.id: out.reason for out in found.rejected}


def test_the_new_employer_answers_a_question_in_the_words_of_the_old(memory: Memory) -> None:
    found = told(memory, *WORK).recall("Where do I work?")
    assert found.grade is Grade.ACT_AND_FLAG
    assert words(found) == ["I started a new job at Acme last week!"]
    assert found.items[0].components["in_place_of"] > 0
    assert found.items[0].components["attribute"] > 0
    assert "tells this" in found.reason
    assert memory.replay(found.id).identical


def test_a_question_after_the_old_value_gets_what_holds_now(memory: Memory) -> None:
    found = told(memory, *WORK).recall("Do I still work at Initech?")
    assert words(found)[0] == "I started a new job at Acme last week!"
    assert "attribute" not in found.items[0].components
    assert found.reason == f"{found.items[0].id} holds now, in the place of M-1."


def test_through_a_chain_the_last_one_has_the_evidence(memory: Memory) -> None:
    told(memory, "I live in Lisbon", "I moved to Porto last month", "I moved to Braga this week")
    found = memory.recall("Is Lisbon where I live?")
    assert words(found)[0] == "I moved to Braga this week"
    assert found.items[0].components["in_place_of"] > 0


def test_a_past_mind_has_what_held_then(memory: Memory) -> None:
    told(memory, WORK[0])
    before = memory.read().head().seq
    told(memory, WORK[2])
    assert words(memory.recall("Where do I work?", at=before)) == [WORK[0]]
    assert words(memory.recall("Where do I work?")) == [WORK[2]]


def test_an_attribute_of_somebody_else_is_no_answer(memory: Memory) -> None:
    found = told(memory, WORK[0], "My sister works at Nokia").recall("Where does my sister work?")
    assert words(found)[0] == "My sister works at Nokia"
    assert found.items[0].components["attribute"] > 0
    assert all("attribute" not in item.components for item in found.items[1:])


def test_several_that_hold_are_all_named(memory: Memory) -> None:
    found = told(memory, "I have a dog named Grim", "I have a cat named Tom").recall("Do I have any pets?")
    assert found.reason.startswith("M-1 and M-2 tell this.")


def test_an_episode_that_only_borrows_words_is_noise_where_its_memories_stand(memory: Memory) -> None:
    told(memory, "I live in Lisbon", "I am allergic to peanuts.")
    found = memory.recall("Where do I live?")
    assert words(found) == ["I live in Lisbon"]
    assert reasons(found)["ep2"] is RejectReason.BELOW_FLOOR
    assert "stands as M-2" in next(out.detail for out in found.rejected if out.id == "ep2")


def test_a_preference_is_found_by_the_domain_of_the_question(memory: Memory) -> None:
    told(memory, "I hate wool and leather.", "I prefer quiet mornings.")
    found = memory.recall("Can you suggest a stylish jacket for autumn?")
    assert words(found)[:1] == ["I hate wool and leather."]
    assert found.items[0].components["domain"] > 0


def test_what_binds_comes_before_what_is_only_liked(memory: Memory) -> None:
    told(memory, "I like spicy noodles and dishes from Bangkok.", "I follow a strict vegan diet.")
    found = memory.recall("Which restaurant should I try?")
    assert words(found)[0] == "I follow a strict vegan diet."
    assert found.items[0].components["bound"] > 0


def test_a_pet_brings_no_peanuts_up(memory: Memory) -> None:
    told(memory, "I am allergic to peanuts.", "I am allergic to cats.", "I have a dog named Grim")
    found = memory.recall("Do I have any pets?")
    assert "I am allergic to peanuts." not in words(found)
    assert "I am allergic to cats." in words(found)
