"""A no, or an opposite word, and all else the same."""

from __future__ import annotations

import pytest
from tests.unit.core.revision.judging import always, judged, pair, verdict

from cicatrix.core.revision.opposites import antonyms, opposite_polarity, opposite_words, unclear_polarity
from cicatrix.core.revision.verdicts import Verdict


@pytest.mark.parametrize(
    ("old", "new", "verdict_"),
    [
        ("I am allergic to peanuts", "I am not allergic to peanuts any more", Verdict.REPLACES),
        ("The alarm is working", "The alarm is not working", Verdict.REPLACES),
        ("The pool in the park is open", "The pool in the park is not closed", Verdict.UNCERTAIN),  # they cancel out
        ("I love Chinese food", "I hate Chinese food", Verdict.REPLACES),
        ("The heating is on", "The heating is off", Verdict.REPLACES),
        ("A man jumps on a wall", "A man jumps off a wall", Verdict.UNCERTAIN),
        ("My room in Leeds is cold", "My big room in Leeds is warm", Verdict.UNCERTAIN),
    ],
)
def test_verdicts(old: str, new: str, verdict_: Verdict) -> None:
    assert verdict(old, new) is verdict_


def test_allergic_no_more_never_strengthens_allergic() -> None:
    old = "I am allergic to peanuts"
    for new in (
        "I am not allergic to peanuts any more",
        "I'm no longer allergic to peanuts",
        "Not allergic to peanuts",
    ):
        for likeness in (None, always(990_000)):
            assert verdict(old, new, likeness=likeness) in (Verdict.REPLACES, Verdict.UNCERTAIN)
        assert verdict(old, new, likeness=always(100_000)) not in (Verdict.DUPLICATE, Verdict.REFINES)


def test_a_no_on_partly_the_same_is_a_question() -> None:
    assert judged("Claims need a signature", "Managers need not sign claims").signals["rule"] == "unclear_polarity"
    assert unclear_polarity(pair("Claims need a signature", "It is not raining")) is None


def test_a_difference_in_numbers_is_no_matter_of_polarity() -> None:
    assert opposite_polarity(pair("We have 40 seats", "We do not have 41 seats")) is None


def test_people_and_colours_are_no_opposites() -> None:
    assert antonyms(pair("The room was painted by a man", "The room was painted by a woman")) == ()
    assert antonyms(pair("It is a black car", "It is a white car")) == ()
    assert opposite_words(pair("The man is here", "The woman is here")) is None
