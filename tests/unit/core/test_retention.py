"""How much of a trace is left, in whole numbers, and what lets it go."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cicatrix.core.memories import Change, Memory, MemoryType, Status
from cicatrix.core.retention import FADING, ONE, WEAK, Fading, let_go, retention
from cicatrix.core.trust import Origin

NOTE = Memory("M-1", MemoryType.EPISODIC, "Saw a heron", Status.ACTIVE, Origin.HUMAN, (), Change("admitted", "ana"))
EPISODIC = FADING[MemoryType.EPISODIC]


@pytest.mark.parametrize(
    ("age", "importance", "left"),
    [
        (0, 500, ONE),
        (-3, 500, ONE),
        (21, 500, ONE // 2),
        (42, 500, ONE // 4),
        (10, 500, 761_905),
        (21, 1000, ONE * 3 // 4),
        (21, 0, ONE // 4),
        (21 * 31, 500, 0),
    ],
)
def test_half_of_it_is_left_after_a_half_life(age: int, importance: int, left: int) -> None:
    assert retention(age, 21, importance) == left


@given(st.integers(0, 9_000), st.integers(1, 400), st.integers(0, 1000))
def test_it_never_grows(age: int, half_life: int, importance: int) -> None:
    assert 0 <= retention(age + 1, half_life, importance) <= retention(age, half_life, importance) <= ONE * 3 // 2


def test_a_weak_trace_is_let_go_and_the_reason_says_the_figures() -> None:
    assert retention(72, 21, 500) < WEAK < retention(71, 21, 500)
    assert let_go(NOTE, EPISODIC, age=72, untouched=72, uses=0) == "9 % of it is left after 72 days, and nobody used it"
    assert let_go(NOTE, EPISODIC, age=71, untouched=71, uses=0) == ""


@pytest.mark.parametrize(
    ("memory", "fading", "untouched", "uses"),
    [
        (replace(NOTE, pinned=True), EPISODIC, 900, 0),
        (replace(NOTE, importance=850), EPISODIC, 900, 0),
        (replace(NOTE, type=MemoryType.PROCEDURAL), EPISODIC, 900, 0),
        (NOTE, replace(EPISODIC, keep=True), 900, 0),
        (NOTE, EPISODIC, 900, 1),
        (NOTE, EPISODIC, 30, 0),
    ],
)
def test_what_stays(memory: Memory, fading: Fading, untouched: int, uses: int) -> None:
    assert let_go(memory, fading, age=900, untouched=untouched, uses=uses) == ""
    assert let_go(replace(NOTE, importance=849), EPISODIC, age=900, untouched=31, uses=0) != ""


def test_a_time_to_live_ends_what_is_used_too_but_nothing_that_is_kept() -> None:
    short = replace(EPISODIC, time_to_live=10)
    assert let_go(NOTE, short, age=11, untouched=0, uses=9) == "it is 11 days old, and what is episodic lives 10"
    assert let_go(NOTE, short, age=10, untouched=0, uses=9) == ""
    assert let_go(replace(NOTE, pinned=True), short, age=11, untouched=0, uses=0) == ""


def test_rules_have_no_fading() -> None:
    assert set(FADING) == set(MemoryType) - {MemoryType.PROCEDURAL}
