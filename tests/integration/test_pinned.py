"""Pinned memories, further names, and slips of the pen, over real recalls."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cicatrix import Memory
from cicatrix.core.recall import Grade, RejectReason
from cicatrix.engine.remember import Remembered


def hold(memory: Memory, text: str, *, pin: bool = False, tags: tuple[str, ...] = ()) -> str:
    episode = memory.record(kind="turn", role="user", text=text)
    return memory.remember(text, type="semantic", evidence=[episode.id], pin=pin, tags=tags).id


def ids(memory: Memory, query: str, *, limit: int | None = None) -> list[str]:
    return [item.id for item in memory.recall(query, limit=limit).items]


@pytest.mark.parametrize("query", ["Where is the harbour?", "", "hello there"])
def test_what_is_pinned_is_in_every_block(memory: Memory, query: str) -> None:
    pinned = hold(memory, "Answers are short and name one option", pin=True)
    hold(memory, "The gateway retries failed calls")
    got = memory.recall(query)
    assert [item.id for item in got.items] == [pinned]
    assert "pinned" in got.items[0].components
    assert got.grade is Grade.ASK_HUMAN  # a pin answers nothing
    assert memory.replay(got.id).identical


def test_pins_have_a_slice_and_no_more(memory: Memory) -> None:
    texts = "The harbour master hates fog", "Kestrels nest above the old gate", "Nobody sells bread on Mondays"
    names = [hold(memory, text, pin=True) for text in texts]
    ctx = memory.context
    narrow = Memory(replace(ctx, recall_settings=replace(ctx.recall_settings, pinned=20)))
    got = narrow.recall("Which colour has a lemon?")
    assert [item.id for item in got.items] == names[:1]
    assert got.rejected_counts[RejectReason.OVER_BUDGET.value] == 2


def test_a_pin_that_concerns_the_query_comes_first(memory: Memory) -> None:
    hold(memory, "Answers are short and name one option", pin=True)
    chosen = hold(memory, "The database is called Heron", pin=True)
    assert ids(memory, "Which database is it?", limit=1) == [chosen]


def test_a_further_name_finds_a_memory(memory: Memory) -> None:
    cluster = hold(memory, "Services are deployed to the cluster in Dublin", tags=("k8s", "dead letters"))
    hold(memory, "The reader knows nothing of a node")
    assert ids(memory, "k8s?") == [cluster]
    assert ids(memory, "What becomes of a dead letter that nobody wants to read again today?") == [cluster]
    assert ids(memory, "What becomes of a letter that nobody wants to open again today?") == []


@pytest.mark.parametrize("slip", ["typscript", "typsecript", "typescripts", "Typescrip"])
def test_a_slip_of_the_pen_is_understood(memory: Memory, slip: str) -> None:
    written = hold(memory, "Code is written in the strict dialect", tags=("TypeScript",))
    assert ids(memory, f"how do I configure {slip} today?") == [written]


@pytest.mark.parametrize("other", ["typpscrpt", "manuscript", "tapescript", "Hadson"])
def test_another_word_is_another_word(memory: Memory, other: str) -> None:
    hold(memory, "Code is written in the strict dialect", tags=("TypeScript", "Hudson"))
    assert ids(memory, f"how do I configure {other} today?") == []


def test_chess_is_no_chest(memory: Memory) -> None:
    hold(memory, "The chest stands in the hall")
    assert ids(memory, "How many pupils play chess?") == []


def test_what_is_known_already_is_pinned_by_remembering_it_again(memory: Memory) -> None:
    learnt = memory.record(task="Mail", correction="Never email customers directly.", correction_by="dana")
    assert memory.recall("hello there").items == ()

    def pinned() -> Remembered:
        words = "Never email customers directly."
        return memory.remember(words, type="procedural", evidence=[learnt.id], by="dana", pin=True)

    done = pinned()
    assert (done.id, done.reason) == ("PB-01", "It is pinned now.")
    got = memory.recall("hello there")
    assert [item.id for item in got.items] == ["PB-01"]
    assert pinned().revision == "duplicate"
    memory.undo("PB-01", by="dana")
    assert memory.recall("hello there").items == ()
    assert memory.replay(got.id).identical
    assert memory.verify().ok
