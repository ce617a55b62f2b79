"""Long texts: their ends, their pieces, and the mean of what the pieces mean."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from cicatrix.adapters.embedders.pieces import MOST, average, cut, ends


@given(st.text(alphabet=" \n\tabcäé漢", max_size=200), st.integers(2, 40))
def test_pieces_are_the_whole_text(text: str, size: int) -> None:
    pieces = cut(text, size)
    whole = "".join(pieces)
    assert whole == text or (text.startswith(whole) and not text[len(whole) :].strip())
    assert all(len(piece) <= size for piece in pieces)


def test_a_piece_ends_between_words_where_there_are_any() -> None:
    assert cut("one two three", 8) == ["one two ", "three"]
    assert cut("onetwothree", 4) == ["onet", "woth", "ree"]
    assert cut("", 4) == [""]


def test_of_a_very_long_text_both_ends_stay() -> None:
    assert ends("a" * MOST) == "a" * MOST
    assert ends("a" * MOST + "b" * MOST) == "a" * (MOST // 2) + "\n" + "b" * (MOST // 2)


def test_the_mean_is_of_directions_weighted_by_length() -> None:
    mean = average([np.array([3.0, 0.0]), np.array([0.0, 0.5])], [3, 1])
    assert mean.tolist() == [3.0, 1.0]
