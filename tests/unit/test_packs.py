"""Packs: what the demonstration ledgers say about themselves is true."""

from __future__ import annotations

import pytest

from cicatrix import packs
from cicatrix.core.intake import take
from cicatrix.core.moments import to_utc
from cicatrix.errors import NotFound


def test_there_are_four() -> None:
    assert packs.names() == ("devops", "northstar", "personal", "sales")


@pytest.mark.parametrize("name", packs.names())
def test_a_pack_keeps_what_it_says(name: str) -> None:
    told, rows = packs.about(name), packs.load(name)
    assert told.name == name
    assert len(rows) == told.episodes
    taken = [take(row) for row in rows]
    assert [note for one in taken for note in one.notes] == []
    moments = [to_utc(one.episode.occurred_at) for one in taken]
    assert moments == sorted(moments)
    named = {row["correction_by"] for row in rows if "correction_by" in row}
    if told.observed:
        named |= {row["speaker"] for row in rows if row["kind"] == "turn" and row["role"] == "user"}
    assert named == set(told.people)
    grades = {query.grade for query in told.demo}
    assert "ASK_HUMAN" in grades
    assert len(grades) > 1


def test_a_pack_without_observed_turns_says_nothing_of_memories() -> None:
    told = packs.about("northstar")
    assert (told.observed, told.memories) == (False, 0)


def test_an_unknown_pack_names_those_that_are_there() -> None:
    with pytest.raises(NotFound) as error:
        packs.load("southstar")
    assert "northstar" in error.value.hint
