"""Global options are the same before and after the command."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cicatrix.errors import UsageError
from cicatrix.interfaces.cli.flags import OPTIONS, split

COMMAND = ["recall", "Draft a post", "--budget", "400"]
PIECES = [["--db", "x.db"], ["--namespace=acme/support"], ["--json"], ["-q"], ["--no-input"], ["--now", "2026-11-30"]]


@given(st.permutations(range(len(PIECES))), st.lists(st.sampled_from([0, 2, 4]), min_size=6, max_size=6))
def test_their_place_does_not_matter(order: list[int], places: list[int]) -> None:
    words = list(COMMAND)
    for piece, place in zip(order, sorted(places, reverse=True), strict=True):
        words[place:place] = PIECES[piece]
    found = split(words)
    assert found.rest == tuple(COMMAND)
    assert found.values == {"db": "x.db", "namespace": "acme/support", "now": "2026-11-30"}
    assert found.json
    assert found.quiet
    assert found.no_input


def test_the_last_one_wins() -> None:
    assert split(["--db", "a", "verify", "--db=b"]).values == {"db": "b"}


def test_nothing_is_taken_behind_the_double_dash() -> None:
    found = split(["recall", "--", "--json", "-n"])
    assert found.rest == ("recall", "--", "--json", "-n")
    assert not found.json


def test_a_value_that_looks_like_an_option_needs_the_equals_sign() -> None:
    assert split(["record", "--task=--json"]).rest == ("record", "--task=--json")
    assert split(["--json=1"]).rest == ("--json=1",)


@pytest.mark.parametrize("spelling", [spelling for option in OPTIONS if option.value for spelling in option.spellings])
def test_an_option_without_its_value_is_a_wrong_call(spelling: str) -> None:
    for words in (["verify", spelling], ["verify", spelling, "--json"]):
        with pytest.raises(UsageError, match="needs a value"):
            split(words)


@given(st.lists(st.text(alphabet="ab -=n", max_size=5).filter(lambda word: not word.startswith("-n"))))
def test_words_that_are_no_global_option_stay_as_they_are(words: list[str]) -> None:
    assert split(words).rest == tuple(words)
