"""What a memory answers without sharing its words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cicatrix.core.grasp import one_slip

WORDS = st.text("abcde", min_size=5, max_size=9)


@pytest.mark.parametrize("slip", ["databse", "databaase", "dadabase", "datbaase", "databases", "datababe"])
def test_one_slip_of_the_pen(slip: str) -> None:
    assert one_slip(slip, "database")
    assert one_slip("database", slip)


@pytest.mark.parametrize("other", ["database", "batabase", "dtbse", "dabatase", "databsae1", "datafile", ""])
def test_more_than_a_slip_or_none(other: str) -> None:
    assert not one_slip(other, "database")


@given(WORDS, st.data())
def test_every_single_slip_after_the_first_letter_is_found(word: str, data: st.DataObject) -> None:
    place = data.draw(st.integers(1, len(word) - 1))
    slips = {
        word[:place] + word[place + 1 :],
        word[:place] + "x" + word[place:],
        word[:place] + "x" + word[place + 1 :],
        word[:place] + word[place : place + 2][::-1] + word[place + 2 :],
    }
    assert all(one_slip(slip, word) and one_slip(word, slip) for slip in slips - {word})
