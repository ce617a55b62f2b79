"""The queue of writers, step by step and without threads: who joins whom, who commits, who is told what."""

from __future__ import annotations

from cicatrix.adapters.sqlite.turns import GROUP_LIMIT, Turn, Turns
from cicatrix.errors import StoreError


def came(turns: Turns, turn: Turn) -> bool:
    """Whether a turn that stood in line has come."""
    return turn.called.acquire(blocking=False)


def test_a_lone_turn_comes_at_once_and_commits_alone() -> None:
    turns = Turns()
    turn = turns.enter("full")
    assert turns.come(turn, 0)
    assert turns.is_mine()
    assert not turns.hand_over(turn, kept=True)
    turns.end(None)
    assert not turns.is_mine()
    assert turns.come(turns.enter("full"), 0)


def test_the_open_transaction_goes_from_hand_to_hand_and_the_last_wakes_all() -> None:
    turns = Turns()
    first, second, third = (turns.enter("full") for _ in range(3))
    assert [came(turns, turn) for turn in (first, second, third)] == [True, False, False]
    assert turns.hand_over(first, kept=True)
    assert [came(turns, second), second.joined, came(turns, third)] == [True, True, False]
    assert turns.hand_over(second, kept=True)
    assert came(turns, third)
    assert not turns.hand_over(third, kept=True), "nobody waits: it commits"
    assert not first.settled.acquire(blocking=False), "no one wakes before the commit"
    turns.end(None)
    assert [turns.outcome(turn) for turn in (first, second)] == [None, None]


def test_who_failed_is_not_woken_and_the_others_are() -> None:
    turns = Turns()
    first, second, third = (turns.enter("full") for _ in range(3))
    assert turns.hand_over(first, kept=True)
    assert turns.hand_over(second, kept=False)
    assert third.joined
    failure = StoreError("The disk is full.")
    turns.end(failure)
    assert turns.outcome(first) is failure
    assert not second.settled.acquire(blocking=False)


def test_a_transaction_without_parts_is_not_handed_over() -> None:
    turns = Turns()
    first, second = turns.enter("full"), turns.enter("full")
    assert not turns.hand_over(first, kept=False)
    turns.end(None)
    assert came(turns, second)
    assert not second.joined


def test_nobody_is_made_less_durable_than_asked() -> None:
    turns = Turns()
    normal, full, another = turns.enter("normal"), turns.enter("full"), turns.enter("normal")
    assert not turns.hand_over(normal, kept=True), "full does not join normal"
    turns.end(None)
    assert not full.joined
    assert turns.hand_over(full, kept=True), "normal may join full, and is more durable than it asked"
    assert (another.joined, another.durability) == (True, "full")


def test_a_group_has_a_limit() -> None:
    turns = Turns()
    line = [turns.enter("full") for _ in range(GROUP_LIMIT + 1)]
    assert all(turns.hand_over(turn, kept=True) for turn in line[: GROUP_LIMIT - 1])
    last, following = line[GROUP_LIMIT - 1 :]
    assert not turns.hand_over(last, kept=True)
    turns.end(None)
    assert [turns.outcome(turn) for turn in line[: GROUP_LIMIT - 1]] == [None] * (GROUP_LIMIT - 1)
    assert not following.joined


def test_who_leaves_the_line_is_not_called() -> None:
    turns = Turns()
    first, second, third = (turns.enter("full") for _ in range(3))
    assert not turns.come(second, 0)
    assert turns.withdraw(third)
    assert not turns.hand_over(first, kept=True)
    turns.end(None)
    assert not turns.is_mine()


def test_a_turn_that_came_cannot_leave_the_line() -> None:
    turns = Turns()
    first, second = turns.enter("full"), turns.enter("full")
    assert turns.hand_over(first, kept=True)
    assert not turns.withdraw(second)
