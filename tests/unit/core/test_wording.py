"""Lists that people can read, stems as the words they came from."""

from __future__ import annotations

import pytest

from cicatrix.core.wording import listed, words_of


@pytest.mark.parametrize(
    ("things", "expected"),
    [
        ([], ""),
        (["a"], "a"),
        (["a", "b"], "a and b"),
        (["a", "b", "c", "d"], "a, b, c and d"),
        (["a", "b", "c", "d", "e"], "a, b, c and 2 more"),
    ],
)
def test_listed(things: list[str], expected: str) -> None:
    assert listed(things) == expected


def test_stems_are_shown_as_the_words_of_the_text() -> None:
    assert words_of("Which contracts does Contracts Ltd. cancel?", ("contract", "cancel")) == [
        "contracts",
        "Contracts",
        "cancel",
    ]
    assert words_of("Which contracts?", ("refund",)) == ["refund"]
    assert words_of("Which contracts?", ()) == []
