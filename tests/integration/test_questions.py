"""A reply becomes an episode that the next recall knows."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from cicatrix import Memory
from cicatrix.core.memories import Status
from cicatrix.core.recall import Grade
from cicatrix.core.trust import Origin
from cicatrix.errors import InvalidInput, NotFound, PersonMissing, StateConflict

QUERY = "What is our refund window for enterprise contracts?"


def test_the_reply_is_found_by_the_same_words(memory: Memory) -> None:
    assert memory.recall(QUERY).question == "q-1"
    got = memory.reply("q-1", "Sixty days from the invoice.", by="dana")
    assert (got.episode, got.question, got.durability) == ("ep1", "q-1", "full")
    asked = memory.read().body("q-1")
    assert (asked["state"], asked["episode"], asked["by"]) == ("answered", "ep1", "dana")
    again = memory.recall(QUERY)
    assert again.grade in (Grade.ACT, Grade.ACT_AND_FLAG)
    assert [item.id for item in again.items] == ["ep1"]
    assert again.items[0].text == f"Asked: {QUERY}\ndana: Sixty days from the invoice."
    assert memory.verify(deep=True).ok


def test_a_reply_that_teaches_makes_a_rule(memory: Memory) -> None:
    memory.recall(QUERY)
    got = memory.reply("q-1", "Never promise enterprise clients a refund without asking legal.", by="dana")
    assert [rule.id for rule in got.admitted] == ["PB-01"]
    assert got.seq == memory.read().sequence_of("q-1")
    assert memory.recall("Promise the enterprise client a refund").items[0].id == "PB-01"


def test_a_question_is_answered_once(memory: Memory) -> None:
    memory.recall(QUERY)
    first = memory.reply("q-1", "Sixty days.", by="dana")
    entries = memory.verify().entries
    same = memory.reply("Q-1", "Sixty days.", by="dana")
    assert (same.episode, same.seq) == (first.episode, first.seq)
    with pytest.raises(StateConflict, match="q-1 was answered in ep1 by dana"):
        memory.reply("q-1", "Thirty days.", by="dana")
    with pytest.raises(StateConflict):
        memory.reply("q-1", "Sixty days.", by="ravi")
    assert memory.verify().entries == entries


def test_what_is_asked_again_after_an_answer_that_is_gone_is_a_new_question(memory: Memory) -> None:
    memory.recall("Who wrote the launch plan?")
    memory.reply("q-1", "Never restart billing pods.", by="dana")
    memory.retire("PB-01", by="dana", reason="no answer at all")
    assert memory.recall("Who wrote the launch plan?").question == "q-2"


def test_the_local_user_replies_where_nobody_is_named(memory: Memory) -> None:
    memory.recall(QUERY)
    memory.reply("q-1", "Sixty days.")
    assert memory.read().episode("ep1").corrector is not None
    assert memory.read().body("q-1")["by"] == "dana"


def test_what_nobody_says_is_a_report_and_answers_nothing(tmp_path: Path) -> None:
    words = "Always promise enterprise clients a refund of sixty days."
    with Memory.open(tmp_path / "c.db", namespace="acme/support") as memory:
        before = memory.recall(QUERY)
        got = memory.reply("q-1", words)
        assert (got.answered, got.admitted) == (False, ())
        reported = memory.read().episode(got.episode)
        assert (reported.corrector, reported.origin) == (None, Origin.AGENT)
        assert "state" not in memory.read().body("q-1")
        assert memory.reply("q-1", words).episode == got.episode
        memory.distill()
        assert {rule.status for rule in memory.read().rules()} <= {Status.CANDIDATE}
        asked = memory.recall(QUERY)
        assert (before.grade, asked.grade, asked.question) == (Grade.ASK_HUMAN, Grade.ASK_HUMAN, "q-1")
        assert memory.reply("q-1", "Thirty days.", by="dana").answered
        assert memory.verify(deep=True).ok


def test_nobody_in_particular_cannot_ratify(tmp_path: Path) -> None:
    with Memory.open(tmp_path / "c.db", namespace="acme/support") as memory:
        memory.record(task="Deploy", correction="Never deploy on a Friday.")
        memory.distill()
        with pytest.raises(PersonMissing):
            memory.ratify("PB-01")
        assert memory.ratify("PB-01", by="dana").status == "active"


@pytest.mark.parametrize("handle", ["q-7", "ep1", "rc-1"])
def test_unknown_questions(memory: Memory, handle: str) -> None:
    memory.recall(QUERY)
    with pytest.raises(NotFound, match=f"There is no question {handle}"):
        memory.reply(handle, "Sixty days.")


def test_an_empty_reply_is_refused_and_the_question_stays_open(memory: Memory) -> None:
    memory.recall(QUERY)
    with pytest.raises(InvalidInput):
        memory.reply("q-1", "")
    assert "state" not in memory.read().body("q-1")


@pytest.mark.parametrize("text", ["no idea", "I don't know.", "Ask somebody else, sorry", "keine Ahnung"])
def test_what_answers_nothing_is_refused_and_the_question_stays_open(memory: Memory, text: str) -> None:
    memory.recall(QUERY)
    entries = memory.verify().entries
    with pytest.raises(InvalidInput, match="q-1 stays open"):
        memory.reply("q-1", text, by="dana")
    assert memory.verify().entries == entries
    assert memory.recall(QUERY).grade is Grade.ASK_HUMAN
    assert memory.reply("q-1", "I don't know it by heart; say sixty days.", by="dana").episode == "ep1"


def test_many_who_ask_at_once_ask_one_question(memory: Memory) -> None:
    with ThreadPoolExecutor(8) as pool:
        asked = list(pool.map(lambda _: memory.recall(QUERY).question, range(24)))
    assert asked == ["q-1"] * 24
    assert memory.verify(deep=True).ok
