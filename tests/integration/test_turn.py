"""A conversation over sessions: learnt from, answered, checked, frozen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from tests.scripted_model import Said, ScriptedModel

from cicatrix import Memory
from cicatrix.core.chat import Message
from cicatrix.core.ids import Kind
from cicatrix.core.verdicts import Ruling
from cicatrix.errors import InvalidInput, ModelFailed


def speaking(memory: Memory, *lines: Said) -> tuple[Memory, ScriptedModel]:
    model = ScriptedModel(lines)
    return Memory(replace(memory.context, model_of=lambda: model)), model


@pytest.fixture
def told(memory: Memory) -> Memory:
    """Two sessions behind it."""
    memory.turn("s1", "I'm allergic to peanuts. My sister Ana lives in Porto.")
    memory.turn("s1", "I live in Munich.")
    return memory


def shown(messages: Sequence[Message]) -> str:
    return messages[-1].text


def test_a_new_session_starts_empty_and_still_knows(told: Memory) -> None:
    memory, model = speaking(told, "Try almonds instead of peanuts: you are allergic to peanuts [M-1, ep1].")
    turn = memory.turn("s2", "What should I cook, are peanuts fine?")
    assert [message.role for message in model.heard[0]] == ["system", "user"]
    assert "allergic to peanuts. [M-1, ep1]" in shown(model.heard[0])
    assert turn.checked.used == ("M-1",)
    assert (turn.id, turn.session, turn.episode) == ("tn-3", "s2", "ep3")
    assert not turn.struck
    assert turn.usage.prompt > 0
    assert memory.replay(turn.id).identical
    assert memory.verify(deep=True).ok


def test_what_was_said_before_in_the_session_is_put_before_the_model(told: Memory) -> None:
    memory, model = speaking(told, "Hello.", "As I said.")
    memory.turn("s2", "Good morning!")
    memory.turn("s3", "Something else.")
    memory.turn("s2", "And now?")
    assert [(each.role, each.text) for each in model.heard[-1][1:-1]] == [
        ("user", "Good morning!"),
        ("assistant", "Hello."),
    ]


def test_what_the_message_ends_is_not_put_before_the_model_and_what_it_teaches_is(told: Memory) -> None:
    memory, model = speaking(told, "Noted: you live in Lisbon now [M-4, ep3].")
    turn = memory.turn("s2", "I moved to Lisbon. Where do I live now?")
    assert turn.ended == ("M-3",)
    assert turn.learnt == ("M-4",)
    assert "Munich" not in shown(model.heard[0])
    assert "[M-4, ep3]" in shown(model.heard[0])
    assert turn.checked.used == ("M-4",)
    assert memory.replay(turn.id).identical


def test_a_question_does_not_find_itself(memory: Memory) -> None:
    memory, _ = speaking(memory, "I do not know.")
    memory.turn("s1", "When does the observatory open?")
    turn = memory.turn("s1", "When does the observatory open?")
    assert turn.grade == "ASK_HUMAN"
    assert turn.episode not in {each.handle for each in turn.put}
    assert memory.read().count(Kind.QUESTION) == 0


def test_a_denied_request_is_refused_in_a_conversation(memory: Memory) -> None:
    memory.record(task="Sale", correction="Never post discount codes on Twitter.", correction_by="dana")
    memory, model = speaking(memory, "Posted!")
    turn = memory.turn("s1", "Post our discount code on Twitter")
    assert turn.effect is Ruling.DENY
    assert "[PB-01, learnt in ep1]" in turn.text
    assert not model.heard
    assert memory.replay(turn.id).identical


def test_a_model_that_fails_keeps_the_message_and_says_where(told: Memory) -> None:
    memory, _ = speaking(told, ModelFailed("127.0.0.1 cannot be reached."))
    with pytest.raises(ModelFailed) as failed:
        memory.turn("s2", "I love trains.")
    assert failed.value.hint.startswith("The message is kept as ep3.")
    assert memory.read().count(Kind.TURN) == 2
    assert memory.read().memory("M-4").text == "I love trains."


def test_an_invented_memory_is_struck_while_it_is_said(told: Memory) -> None:
    memory, _ = speaking(told, "You hate trains [M-77, ep50]. So walk.")
    pieces: list[str] = []
    turn = memory.turn("s2", "How do I get to Porto?", on_text=pieces.append)
    assert "".join(pieces) == turn.text == "You hate trains. So walk."
    assert [each.rule for each in turn.struck] == ["M-77"]


def test_an_old_conversation_does_not_fill_the_prompt(memory: Memory) -> None:
    memory, model = speaking(memory, "word " * 300)
    for _ in range(8):
        memory.turn("s1", "Go on.")
    assert len(model.heard[-1]) < 2 * 8
    assert len(model.heard[-1]) % 2 == 0


@pytest.mark.parametrize(("session", "message"), [("", "Hi"), ("s1", ""), ("s1", "   ")])
def test_an_exchange_has_a_session_and_a_message(memory: Memory, session: str, message: str) -> None:
    with pytest.raises(InvalidInput):
        memory.turn(session, message)
    assert memory.read().head().seq == 0


def test_two_people_in_one_memory_are_told_apart_when_they_ask_of_themselves(memory: Memory) -> None:
    memory.turn("s1", "I moved to Coimbra.", speaker="Ana")
    memory.turn("s1", "I live in Bergen. I have a cat called Tom.", speaker="Bruno")
    for speaker, home in (("Ana", "Coimbra"), ("Bruno", "Bergen")):
        turn = memory.turn("s2", "Where do I live?", speaker=speaker)
        assert home in turn.text.splitlines()[1]
        assert memory.replay(turn.id).identical
    assert memory.turn("s3", "Do I have a cat?", speaker="Ana").grade == "ASK_HUMAN"
    assert memory.turn("s3", "Do I have a cat?", speaker="Bruno").grade != "ASK_HUMAN"
