"""The shortlist: what shares an attribute or rare words comes first, and a large mind is not gone through."""

from __future__ import annotations

import time

from hypothesis import given
from hypothesis import strategies as st

from cicatrix.core.memories import Change, Memory, MemoryType, Status
from cicatrix.core.neighbours import MET, Neighbours
from cicatrix.core.trust import Origin


def told(number: int, text: str, subject: str = "", attribute: str = "") -> Memory:
    return Memory(
        id=f"M-{number}",
        type=MemoryType.SEMANTIC,
        text=text,
        status=Status.ACTIVE,
        trust=Origin.HUMAN,
        evidence=(),
        change=Change("admitted", "dana"),
        subject=subject,
        attribute=attribute,
    )


def test_the_same_slot_is_met_without_a_shared_word() -> None:
    near = Neighbours()
    near.put(told(1, "I'm Alice.", "user", "name"))
    near.put(told(2, "The ferry leaves at nine."))
    assert near.of(told(9, "Please call me Bob.", "User", "name")) == ["M-1"]
    assert near.of(told(9, "Please call me Bob.", "Jonas", "name")) == []


def test_rare_words_come_before_common_ones_and_newer_before_older() -> None:
    near = Neighbours()
    for number in range(1, 30):
        near.put(told(number, f"The ferry number {number} leaves at nine."))
    near.put(told(30, "The harbour closes in winter."))
    found = near.of(told(99, "The harbour ferry stays."))
    assert found[0] == "M-30"
    assert found[1:3] == ["M-29", "M-28"]
    assert len(found) == MET


def test_what_is_likely_is_met_though_it_shares_nothing() -> None:
    near = Neighbours()
    near.put(told(1, "Vegetarian."))
    near.put(told(2, "The ferry leaves."))
    assert near.of(told(9, "Eats steak."), likely=["M-1", "M-77"]) == ["M-1"]


def test_a_new_version_and_an_ended_one_leave_no_trace() -> None:
    near = Neighbours()
    near.put(told(1, "Lives in Leeds.", "user", "residence"))
    near.put(told(1, "Works at Acme.", "user", "employer"))
    assert near.of(told(9, "Lives in Leeds.", "user", "residence")) == []
    near.remove("M-1")
    near.remove("M-1")
    assert len(near) == 0
    assert near.of(told(9, "Works at Acme.", "user", "employer")) == []


WORDS = st.lists(st.sampled_from(["ferry", "harbour", "winter", "lantern", "rope", "anchor"]), min_size=1, max_size=4)


@given(st.lists(WORDS, max_size=12), WORDS)
def test_whoever_shares_a_word_is_met_while_there_is_room(texts: list[list[str]], asked: list[str]) -> None:
    near = Neighbours()
    for number, words in enumerate(texts, 1):
        near.put(told(number, " ".join(words)))
    found = near.of(told(99, " ".join(asked)))
    assert set(found) == {f"M-{number}" for number, words in enumerate(texts, 1) if set(words) & set(asked)}
    assert found == near.of(told(99, " ".join(asked)))


def test_ten_thousand_memories_are_no_burden() -> None:
    near = Neighbours()
    for number in range(1, 10_001):
        near.put(told(number, f"Boat b{number} lent lantern l{number % 97} and rope r{number % 89}.", "user", "likes"))
    began = time.perf_counter()
    for number in range(20):
        assert near.of(told(20_000, f"Boat b{number + 7} lent an anchor.", "user", "likes"))[0] == f"M-{number + 7}"
    assert (time.perf_counter() - began) / 20 < 0.05
