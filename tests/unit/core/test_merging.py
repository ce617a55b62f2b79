"""The words of a merged memory: verbatim, once, and nothing that tells is lost."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cicatrix.core.merging import clauses, contains, is_figure, loss, union


@pytest.mark.parametrize(
    ("texts", "merged"),
    [
        (
            ["Trip to Lisbon 3–9 May", "hotel near Alfama", "flight TP1234"],
            "Trip to Lisbon 3–9 May; hotel near Alfama; flight TP1234",
        ),
        (
            [
                "I'm planning a trip to Lisbon from 3 to 9 May.",
                "For the Lisbon trip from 3 to 9 May I booked the hotel Rosa near Alfama.",
                "My flight for the trip to Lisbon from 3 to 9 May is TP1234 at 8:15.",
            ],
            "I'm planning a trip to Lisbon from 3 to 9 May; I booked the hotel Rosa near Alfama; "
            "my flight is TP1234 at 8:15.",
        ),
        (
            [
                "The trip to Lisbon is from 3 to 9 May, and Ines is coming along.",
                "Trip to Lisbon: the hotel is the Casa Rosa, and Ines is coming along on the trip.",
                "Trip to Lisbon: our flight is TP1234.",
            ],
            "The trip to Lisbon is from 3 to 9 May; Ines is coming along; the hotel is the Casa Rosa; "
            "our flight is TP1234.",
        ),
        (["Lives in Lisbon", "Lives in Lisbon near Alfama"], "Lives in Lisbon near Alfama"),
        (["Lives in Lisbon near Alfama", "Lives in Lisbon"], "Lives in Lisbon near Alfama"),
        (["Loves tea.", "Loves tea."], "Loves tea."),
        (["Is it true? Yes!", "Ana said so."], "Is it true? Yes! Ana said so."),
        (["one thing", "I said so"], "one thing; I said so"),
        (["Eats rice. Drinks tea, but no milk.", "Naps."], "Eats rice. Drinks tea, but no milk; Naps."),
    ],
)
def test_parts_in_order_of_time_with_what_is_said_twice_said_once(texts: list[str], merged: str) -> None:
    assert union(texts) == merged
    assert union(texts) == union(list(texts))


@pytest.mark.parametrize(
    "texts",
    [
        ["Ana owes Ben 5 euros", "Ben owes Ana 5 euros"],  # the same words, and another debt
        ["Use tool X for builds", "Use tool Y for builds"],  # single letters name things too
        ["Flight on 3 May", "Trip 3 to 9 May"],
        ["Never eats fish", "Eats fish on Fridays"],
        ["Call before lunch", "Call after lunch"],
        ["I collect stamps", "Jonas collects stamps"],
        ["He collects stamps", "she collects stamps"],
    ],
)
def test_what_differs_in_little_stays_whole(texts: list[str]) -> None:
    assert union(texts) == "; ".join(texts)


def test_a_date_that_only_part_of_a_span_says_is_kept() -> None:
    texts = ["Trip to Lisbon from 3 to 9 May", "For the trip to Lisbon on 3 May we booked a taxi", "Trip to Lisbon fun"]
    assert "on 3 May we booked a taxi" in union(texts)


@pytest.mark.parametrize(
    ("text", "member", "lost"),
    [
        ("Rent is paid", "Rent is 900 paid", "the figure 900 would be lost"),
        ("Rent is 1900 paid", "Rent is paid", "1900 is said by none of them"),
        ("Eats fish", "Never eats fish", "eat would lose its negation"),
        ("Never eats fish", "Eats fish", "eat would be negated"),
        ("Lives alone", "Ana lives alone", "the word ana would be lost"),
        ("Likes plan B", "Likes plan C", "the word C would be lost"),
        ("Ships parcels", "Ships parcels unless Ana objects", "the word ana would be lost"),
        ("Ana objects, ships parcels", "Ships parcels unless Ana objects", "the condition except would be lost"),
        ("Lives in Rome", "Lives in Rome", ""),
        ("Lives in Rome", "She lives in Rome", "whom it speaks of would be lost: she"),
        ("My home is Rome", "I have a home: Rome", ""),
    ],
)
def test_a_loss_is_named(text: str, member: str, lost: str) -> None:
    assert loss(text, [member]) == lost


def test_a_negation_that_no_member_has_is_a_loss_too() -> None:
    assert loss("Never eats fish. Eggs, yes", ["Never eats fish", "No eggs"]) == "egg would lose its negation"
    assert loss("Never eats fish, eggs", ["Eats fish, eggs", "Never eats fish"]) == "eat would be negated"
    assert loss("Eats fish. Never fish", ["Eats fish"]) == "fish would come under another's negation"


def test_containing() -> None:
    assert contains("Trip in May", "Trip in May")
    assert not contains("Trip in June", "Trip in May")
    assert contains("Yes! Well, yes.", "Yes!")
    assert not contains("No.", "Yes!")
    assert contains("Lives in Lisbon near Alfama", "Lives in Lisbon")
    assert not contains("Lives in Lisbon", "Lives in Lisbon near Alfama")
    assert not contains("Ben owes Ana 5", "Ana owes Ben 5")


def test_pieces_and_figures() -> None:
    assert clauses("Eats rice; drinks tea, but no milk. Naps.") == ["Eats rice", "drinks tea,", "but no milk.", "Naps."]
    assert [is_figure(term) for term in ("9", "tp1234", "May", "monday", "rice")] == [True, True, True, True, False]


_WORDS = st.sampled_from(
    ["hotel", "flight", "dinner", "trip", "books", "visits", "likes", "near", "harbour", "museum", "quiet", "early"]
)
_NAMES = st.sampled_from(["Lisbon", "Alfama", "Ines", "Marta", "Porto"])
_NUMBERS = st.sampled_from(["3", "9", "14:30", "TP1234", "900", "v2.1"])
_SMALL = st.sampled_from(["the", "in", "on", "for", "to", "with", "and", "but", ",", ";", ".", "not", "never", "no"])
_TEXT = st.lists(st.one_of(_WORDS, _NAMES, _NUMBERS, _SMALL), min_size=3, max_size=14).map(
    lambda words: re.sub(r" ([,;.])", r"\1", "We " + " ".join(words))
)


@given(st.lists(_TEXT, min_size=2, max_size=4))
def test_no_number_name_or_word_is_lost_where_no_loss_is_named(texts: list[str]) -> None:
    merged = union(texts)
    if loss(merged, texts):
        return  # then nothing is merged
    for text in texts:
        for word in re.findall(r"[\w:.]*\w", text):
            if word[0].isupper() or any(char.isdigit() for char in word) or word in ("hotel", "flight", "museum"):
                assert word == "We" or word in merged
        if re.search(r"\b(?:not|never|no)\b", text) and not any(
            re.search(r"\b(?:not|never|no) *[,;.]|\b(?:not|never|no)$", each) for each in texts
        ):
            assert re.search(r"\b(?:not|never|no)\b", merged)


@given(st.lists(_TEXT, min_size=1, max_size=4))
def test_a_union_only_takes_away(texts: list[str]) -> None:
    merged = union(texts)
    assert len(merged) <= sum(map(len, texts)) + 2 * len(texts)
    words = {word.lower() for text in texts for word in re.findall(r"\w+", text)}
    assert {word.lower() for word in re.findall(r"\w+", merged)} <= words
