"""Failures that users of other memory systems reported, on what is taken out of a conversation and what is not."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest
from tests.conftest import TestClock

from cicatrix import Memory
from cicatrix.core.ids import Kind
from cicatrix.core.memories import Memory as Noun
from cicatrix.core.memories import MemoryType, Status
from cicatrix.core.recall import Grade
from cicatrix.engine.observe import Observation
from cicatrix.errors import InvalidInput, NoProvenance

PREFERENCE, SEMANTIC, EPISODIC = MemoryType.PREFERENCE, MemoryType.SEMANTIC, MemoryType.EPISODIC


def taught(report: Observation) -> list[Noun]:
    return [item.memory for item in report.stored]


def why(report: Observation) -> list[str]:
    return [item.code for item in report.rejected]


def held(memory: Memory) -> list[Noun]:
    return [noun for noun in memory.read().memories() if noun.status is Status.ACTIVE]


def propose(memory: Memory, text: str, episode: str) -> None:
    """What a model would have said of the episode, handed in like any other claim."""
    memory.remember(text, type="semantic", evidence=[episode], by="model")


def test_c001_a_dislike_keeps_its_sign(memory: Memory) -> None:
    for text, disliked in (
        ("I hate coriander in my food", "coriander in my food"),
        ("I do not like loud offices", "loud offices"),
    ):
        (noun,) = taught(memory.observe(text))
        assert (noun.type, noun.negated, noun.attribute, noun.value) == (PREFERENCE, True, "likes", disliked)
        assert noun.text == text  # no other wording is ever stored


@pytest.mark.parametrize("order", [("Elm", "Svelte"), ("Svelte", "Elm")])
def test_c002_a_double_negation_is_read_the_same_whatever_was_read_before(
    memory: Memory, order: tuple[str, str]
) -> None:
    found = [taught(memory.observe(f"I don't dislike {name}"))[0] for name in order]
    assert [(noun.negated, noun.value) for noun in found] == [(False, order[0]), (False, order[1])]


def test_c006_a_question_about_somebody_names_nobody(memory: Memory) -> None:
    report = memory.observe("What are the KPIs for user Bruno?")
    assert (taught(report), why(report)) == ([], ["question"])
    with pytest.raises(NoProvenance):
        propose(memory, "User's name is Bruno", report.episode)
    assert held(memory) == []
    assert memory.recall("What is my name?").grade is Grade.ASK_HUMAN


def test_c007_a_friends_taste_is_the_friends(memory: Memory) -> None:
    report = memory.observe(
        "My friend Jonas doesn't like football, but his father signed him up for training and it bothers him."
    )
    (noun,) = taught(report)
    assert (noun.subject, noun.negated, noun.value) == ("Jonas", True, "football")
    assert [noun for noun in held(memory) if noun.subject == "user"] == []


def test_c008_only_an_introduction_names_the_user(memory: Memory) -> None:
    first = memory.observe("My mentor Ada said the rollout plan is too risky.", session="s")
    (noun,) = taught(first)
    assert (noun.subject, noun.attribute, noun.value) == ("Ada", "said", "rollout plan is too risky")
    second = memory.observe("She also wants weekly reports.", session="s")
    assert (taught(second), why(second)) == ([], ["anaphora"])
    with pytest.raises(NoProvenance):
        propose(memory, "User (Ada) thinks the rollout plan is not too risky", first.episode)
    assert [noun for noun in held(memory) if noun.attribute == "name"] == []
    (named,) = taught(memory.observe("My name is Ilse."))
    assert (named.subject, named.value) == ("user", "Ilse")


def test_c008_a_sentence_that_points_back_keeps_its_neighbour(memory: Memory) -> None:
    first, second = taught(
        memory.observe("My mentor Ada said the rollout plan is too risky. She also wants weekly reports.")
    )
    assert first.subject == second.subject == "Ada"
    assert second.text == "Ada … She also wants weekly reports."
    quote = memory.read().quote(second.evidence[0])
    assert quote == "My mentor Ada said the rollout plan is too risky. She also wants weekly reports."


def test_c005_a_correction_of_the_assistant_is_kept_as_the_turn_that_made_it(memory: Memory) -> None:
    memory.observe("Field retry_mode already exists in production.", speaker="assistant")
    said = memory.observe("No. It is new in this design, production does not have it.")
    again = memory.observe("Corrected: retry_mode is introduced by this design.", speaker="assistant")
    assert [noun for noun in held(memory) if "already exists" in noun.text] == []
    assert taught(again) == []
    assert said.episode in {item.id for item in memory.recall("Does production have the new design?").items}


def test_c011_a_joke_is_no_plan(memory: Memory) -> None:
    report = memory.observe("Ugh, third outage today. I'm going to quit tomorrow, lol.")
    assert "joke" in why(report)
    assert [noun for noun in taught(report) if "quit" in noun.text] == []


@pytest.mark.parametrize(
    "text", ["我喜欢用 Python", "我们决定用 React", "나는 고양이를 좋아해요", "Ich trinke keinen Kaffee."]
)
def test_c013_a_statement_in_another_language_is_kept_whole(memory: Memory, text: str) -> None:
    (noun,) = taught(memory.observe(text))
    assert (noun.text, noun.type, noun.subject, noun.attribute) == (text, SEMANTIC, "user", "")


def test_c013_what_cannot_be_read_is_said_to_be_kept_as_the_turn(memory: Memory) -> None:
    report = memory.observe("Мы решили взять другой сервер")
    assert (taught(report), why(report)) == ([], ["language_not_read"])
    assert "kept whole" in report.rejected[0].reason
    assert [item.id for item in memory.recall("другой сервер").items] == [report.episode]


def test_c014_a_reminder_in_chinese_gives_no_trip_to_paris(memory: Memory) -> None:
    report = memory.observe("明天提醒我买牛奶")
    assert (taught(report), why(report)) == ([], ["request"])
    with pytest.raises(NoProvenance):
        propose(memory, "The user plans to visit Paris on 2025-05-26", report.episode)
    with memory.context.store.reader(memory.context.namespace) as reader:
        assert len(list(reader.versions((Kind.DEAD_LETTER,)))) == 1


def test_c015_an_errand_makes_no_profile(memory: Memory) -> None:
    report = memory.observe("run the nightly job")
    done = memory.observe("Done, 3 files changed.", speaker="assistant")
    assert taught(report) == taught(done) == []
    with pytest.raises(NoProvenance, match=r"nothing in the quote|not in the quote"):
        propose(memory, "User is a software developer aged 30 living in Seattle", report.episode)
    assert held(memory) == []


def test_c016_what_was_recalled_is_not_learnt_again(memory: Memory) -> None:
    (first,) = taught(memory.observe("I prefer tabs"))
    for _ in range(50):
        memory.observe(f"MEMORY BLOCK\n- [{first.id}] I prefer tabs", speaker="system")
        memory.observe("thanks")
        memory.observe("As you prefer tabs, I used tabs.", speaker="assistant")
    echo = memory.observe(f"- I prefer tabs [{first.id}, learnt in ep1]")  # pasted by the user himself
    assert why(echo) == ["echo"]
    assert held(memory) == [first]


def test_c017_the_assistants_account_is_no_fact(memory: Memory) -> None:
    (first,) = taught(memory.observe("I live in Pune."))
    assert why(memory.observe("What do you remember about me?")) == ["question"]
    assert why(memory.observe("I remember that you live in Pune.", speaker="assistant")) == ["not_a_person"]
    assert held(memory) == [first]
    assert memory.recall("Where do I live?").items[0].id == first.id


def test_c018_ok_teaches_nothing_and_a_refusal_is_no_memory(memory: Memory) -> None:
    report = memory.observe("ok")
    assert taught(report) == []
    for words in ("I'm sorry, there is nothing in this message to extract.", '{"observations": ['):
        with pytest.raises(NoProvenance):
            propose(memory, words, report.episode)
    assert held(memory) == []


@pytest.mark.parametrize("text", ["", "   ", "  \n\t "])
def test_c019_a_blank_turn_is_refused(memory: Memory, text: str) -> None:
    with pytest.raises(InvalidInput):
        memory.observe(text)
    assert memory.read().episodes() == []


def test_c020_a_fact_at_the_end_of_a_very_long_turn_is_found(memory: Memory) -> None:
    report = memory.observe("filler sentence. " * 12_000 + "Important: I am allergic to penicillin.")
    (noun,) = taught(report)
    assert (noun.text, noun.attribute, noun.value) == ("I am allergic to penicillin.", "allergy", "penicillin")
    assert noun.importance >= 850
    assert len(report.rejected) == 1  # said once, however often it stands there


def test_c021_a_fact_after_words_without_an_end_is_found(memory: Memory) -> None:
    report = memory.observe("x " * 900 + "My landlord changed, the new one is called Mira.")
    (noun,) = taught(report)
    assert noun.subject == "user's landlord"
    assert "Mira" in noun.text
    assert memory.recall("Who is my landlord?").items[0].id == noun.id


def test_c023_a_literal_is_kept_letter_for_letter(memory: Memory) -> None:
    report = memory.observe("Remember: the validation marker is MARKER-7734")
    (noun,) = taught(report)
    assert (noun.subject, noun.attribute, noun.value) == ("validation marker", "value", "MARKER-7734")
    assert "MARKER-7734" in memory.recall("What is the validation marker?").items[0].text


def test_c025_a_secret_is_redacted_before_anything_is_learnt(tmp_path: Path, clock: TestClock) -> None:
    token = "npm_" + "AAAABBBBCCCCDDDDEEEEFFFF0000111122"
    file = tmp_path / "m.db"
    with Memory.open(file, namespace="n", clock=clock) as memory:
        report = memory.observe(f"Remember that the token is {token} for the deploy")
        assert report.notes
        assert token not in "".join(noun.text + noun.value for noun in taught(report))
    assert all(token.encode() not in path.read_bytes() for path in tmp_path.iterdir() if path.is_file())


def test_c028_last_week_is_counted_from_the_day_it_was_said(memory: Memory) -> None:
    (noun,) = taught(memory.observe("I went to Lisbon last week", occurred_at="2023-05-24T10:00:00+00:00"))
    assert (noun.type, noun.valid_from, noun.valid_to) == (EPISODIC, "2023-05-15", "2023-05-21")
    assert noun.text == "I went to Lisbon last week"


@pytest.mark.parametrize("text", ["I don't like Python", "I do not like dark mode", "I no longer like Vim"])
def test_c030_a_negated_preference_is_a_preference(memory: Memory, text: str) -> None:
    (noun,) = taught(memory.observe(text))
    assert (noun.type, noun.negated) == (PREFERENCE, True)


def test_c031_a_topic_is_no_type(memory: Memory) -> None:
    (wanted,) = taught(memory.observe("I want error messages explained in plain English"))
    (crashed,) = taught(memory.observe("The import job crashed with a timeout on Monday"))
    assert (wanted.type, crashed.type) == (PREFERENCE, EPISODIC)
    rule = memory.record(
        task="Fix the importer",
        correction="Always run the failing test before changing anything.",
        correction_by="dana",
    )
    assert [noun.type for noun in rule.rules] == [MemoryType.PROCEDURAL]


def test_c033_what_passes_has_an_end(tmp_path: Path) -> None:
    clock = TestClock(datetime(2026, 6, 29, 8, tzinfo=UTC))
    with Memory.open(tmp_path / "m.db", namespace="n", clock=clock) as memory:
        away, sore = taught(memory.observe("I'm unavailable 19-25 July and sore after Sunday's race"))
        assert (away.valid_from, away.valid_to) == ("2026-07-19", "2026-07-25")
        assert sore.valid_to is not None
        assert "2026-06-30" < sore.valid_to < "2026-07-10"
        assert {item.id for item in memory.recall("Plan my training week").items} <= {away.id, sore.id, "ep1"}
        clock.moment = datetime(2026, 8, 12, tzinfo=UTC)
        later = memory.recall("Am I unavailable or sore this training week?")
        assert {item.id for item in later.items}.isdisjoint([away.id, sore.id])
        assert {item.id for item in later.rejected if item.reason == "expired"} >= {away.id, sore.id}
        assert [noun.id for noun in memory.read().memories()] == [away.id, sore.id]  # readable in history


def test_c034_what_is_to_be_remembered_is(memory: Memory) -> None:
    (noun,) = taught(memory.observe("Please remember that my next review is on 10 September"))
    assert noun.text == "my next review is on 10 September"
    assert noun.id == memory.recall("When is my next review?").items[0].id
