"""The account itself finds what is lost, half there, or other than it was told: else it would prove nothing."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest
from tests.crash.account import Account, look
from tests.crash.plan import turn
from tests.crash.writer import NAMESPACE, Line, run, take

from cicatrix import Memory
from cicatrix.ports import Durability

SEED = 5
BOTH: tuple[Durability, ...] = ("full", "normal")


@pytest.fixture
def account(database: Path) -> Account:
    """A writer that nobody disturbed, and what it was told."""
    lines: list[Line] = []
    run(str(database), "w", SEED, threads=1, turns=30, lives=1, tell=lines.append)
    account = Account(SEED)
    account.hear(json.dumps(line).encode() for line in lines)
    assert len(account.promises) == 30
    return account


def of_way(account: Account, way: str) -> tuple[str, int]:
    return next(name for name in account.promises if turn(SEED, *name).way == way)


def test_nothing_is_found_where_nothing_is_wrong(database: Path, account: Account) -> None:
    found = look(database, account, *BOTH)
    assert (found.wrong, found.checked, found.unpromised) == ((), 30, 0)
    assert {turn(SEED, *name).way for name in account.promises} == {
        "record", "lesson", "many", "batch", "loose", "recall"
    }  # fmt: skip


def test_what_is_there_and_was_told_to_nobody_is_counted(database: Path, account: Account) -> None:
    del account.promises["w", 3]
    assert look(database, account, *BOTH).unpromised == 1


def test_a_promise_that_the_file_does_not_hold_is_found(database: Path, account: Account) -> None:
    last = max(seq for promise in account.promises.values() for seq in promise.seqs)
    account.promises["w", 99] = replace(account.promises["w", 29], seqs=(last + 1,))
    (wrong,) = look(database, account, *BOTH).wrong
    assert wrong.startswith(f"lost: #{last + 1}, which turn 99 by w")


def test_a_promise_of_another_durability_is_not_asked_for(database: Path, account: Account) -> None:
    name = of_way(account, "loose")
    account.promises[name] = replace(account.promises[name], seqs=(9_999,))
    assert look(database, account, "full").wrong == ()
    assert look(database, account, *BOTH).wrong != ()


def test_words_that_stand_elsewhere_than_told_are_found(database: Path, account: Account) -> None:
    name = of_way(account, "many")
    account.promises[name] = replace(account.promises[name], seqs=account.promises[name].seqs[::-1])
    assert [wrong[:5] for wrong in look(database, account, *BOTH).wrong] == ["lost:"]


def test_another_seed_knows_other_words(database: Path, account: Account) -> None:
    assert any("other words" in wrong or "parts" in wrong for wrong in look(database, Account(SEED + 1)).wrong)


def test_a_turn_that_is_there_in_part_is_found(database: Path, account: Account) -> None:
    what = next(what for what in (turn(SEED, "x", number) for number in range(99)) if what.way == "batch")
    with Memory.open(database, namespace=NAMESPACE) as memory:
        take(memory, replace(what, parts=what.parts - 1))
    (wrong,) = look(database, account, *BOTH).wrong
    assert wrong == f"of turn {what.number} by x the parts {list(range(what.parts - 1))} of {what.parts} are there"


def test_a_lesson_without_its_rule_is_found(database: Path, account: Account) -> None:
    what = next(what for what in (turn(SEED, "x", number) for number in range(99)) if what.way == "lesson")
    with Memory.open(database, namespace=NAMESPACE) as memory:
        take(memory, replace(what, way="record"))
    (wrong,) = look(database, account, *BOTH).wrong
    assert wrong == f"the lesson of turn {what.number} by x has no rule beside it"


def test_a_changed_byte_is_corrupt(database: Path, account: Account) -> None:
    with sqlite3.connect(database) as raw:
        raw.execute("UPDATE bodies SET salt = zeroblob(32) WHERE seq = 20")
    raw.close()
    (wrong,) = look(database, account, *BOTH).wrong
    assert wrong.startswith("corrupt: ")


def test_a_writer_that_crashed_is_no_quiet_end() -> None:
    with pytest.raises(AssertionError, match="ZeroDivisionError"):
        Account(SEED).hear([b'{"by": "w", "turn": 1, "crashed": "ZeroDivisionError"}'])
