"""One wording for both statements."""

from __future__ import annotations

import pytest

from cicatrix.core.revision.wording import is_unspaced, plain, same_words, shared_front, words


@pytest.mark.parametrize(
    ("said", "wording"),
    [
        ("I don't, can't and won't.", "I do not, can not and will not."),
        ("Dont do it, it isnt safe", "Do not do it, it is not safe"),
        ("Sugar’s out", "Sugar is out"),
        ("The user likes tea.", "I like tea."),
        ("User watches films", "I watch films"),
        ("The user's car is red", "my car is red"),
        ("User has a dog, user is happy", "I have a dog, I am happy"),
        ("No one is there", "nobody is there"),
        ("This library has zero dependencies", "This library has no dependencies"),
        ("I get up at half past five", "I get up at 5:30"),
        ("at quarter to one", "at 12:45"),
        ("two hundred and forty dollars", "240 dollars"),
        ("twenty-five desks", "25 desks"),
        ("one bedroom and the one on the left", "1 bedroom and the one on the left"),
        ("I'm not a big fan of tea anymore", "I am not a big fan of tea any more"),
        ("I am a big fan of tea", "I like tea"),
        ("I can't stand tea", "I hate tea"),
        ("It cannot start without a key", "It start with a key"),
        ("Nobody but admins may delete", "only admins may delete"),
        ("Never forget the key", "the key"),
        ("This should not be skipped", "This"),
        ("I'd counted them", "I had counted them"),
        ("我对花生过敏。", "我对花生过敏。"),
    ],
)
def test_wording(said: str, wording: str) -> None:
    assert plain(said) == wording


def test_words_know_what_they_carry() -> None:
    found = {word.surface: word for word in words("Deploys are not frozen in zone B since the 4th")}
    assert [word.low for word in found.values() if word.content] == ["deploys", "frozen", "zone", "b", "4"]
    assert found["not"].negates
    assert found["4th"].figure
    assert found["B"].capital
    assert found["Deploys"].stem == words("deploying")[0].stem


def test_a_negation_counts_in_lower_case_alone() -> None:
    assert [word.negates for word in words("Never trust No Limits")] == [True, False, False, False]


def test_a_port_is_a_word_of_its_own_and_a_clock_is_one() -> None:
    assert [word.low for word in words("localhost:8090 at 10:30")] == ["localhost", "8090", "at", "10:30"]


def test_a_script_without_spaces_gives_pairs() -> None:
    assert is_unspaced("花生")
    assert not is_unspaced("peanut")
    assert [word.low for word in words("我对花")] == ["我对", "对花"]


def test_the_same_words() -> None:
    assert same_words("Same content here", "same  content here. ")
    assert not same_words("Port 80", "Port 81")
    assert not same_words("C++", "C")


def test_an_occasion_is_shared_word_for_word() -> None:
    front = "For the wedding in August, "
    assert shared_front(front + "I ordered chairs.", front + "I bought wine.") == len(front)
    assert shared_front("For the wedding in August, I sing.", "For the wedding in May, I sing.") == 0
    assert shared_front("Anna, I moved.", "Anna, I left.") == 0
