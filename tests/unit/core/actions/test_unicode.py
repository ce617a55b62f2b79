from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cicatrix.core.actions.call import Doubt
from cicatrix.core.actions.unicode import clean, skeleton


@pytest.mark.parametrize(
    ("text", "read", "doubt"),
    [
        ("оrders", "orders", Doubt.LOOKALIKE),  # a Cyrillic o
        ("αlpha", "alpha", Doubt.LOOKALIKE),
        ("рас", "pac", Doubt.LOOKALIKE),  # Cyrillic through and through, and nothing else Cyrillic about
        ("r\u200bm", "rm", Doubt.LOOKALIKE),
        ("\u202edrop", "drop", Doubt.LOOKALIKE),
        ("d\u00adelete", "delete", Doubt.LOOKALIKE),
        ("0\ufe0frders", "0rders", Doubt.LOOKALIKE),
        ("a\x1b[2Kb", "a[2Kb", Doubt.LOOKALIKE),
        ("a\0b", "ab", Doubt.UNPARSED),
        ("a\ud800b", "ab", Doubt.UNPARSED),
    ],
)
def test_what_hides_or_disguises_is_marked_and_written_as_it_looks(text: str, read: str, doubt: Doubt) -> None:
    cleaned = clean(text)
    assert cleaned.text == read
    assert [unknown.doubt for unknown in cleaned.unknown] == [doubt]


@pytest.mark.parametrize(
    "text",
    [
        "Рестарт сервера",
        "сор мы не выносим",
        "billing重启",
        "Tシャツ",
        "می\u200cخواهم",
        "naïve Straße",
        "sınır kapısı",
        "👩\u200d💻 ❤\ufe0f",
        "\ufeffopened",
        "Δt μm",
        "שלום\u200f, עולם",
    ],
)
def test_what_is_written_so_by_honest_people_is_not_marked(text: str) -> None:
    assert clean(text).unknown == ()


def test_compatibility_forms_are_the_letters_they_stand_for() -> None:
    assert clean("ｒｍ 𝗋𝗆 ﬁle").text == "rm rm file"


@given(st.text())
def test_cleaning_ends_where_it_began(text: str) -> None:
    once = clean(text).text
    assert clean(once).text == once
    assert once.encode().decode() == once


@given(st.text(alphabet="abceopxy", min_size=2), st.integers(0, 50))
def test_one_foreign_letter_in_a_word_is_always_found(word: str, place: int) -> None:
    place %= len(word)
    double = dict(zip("abceopxy", "аЬсеорху", strict=True))[word[place]]
    disguised = word[:place] + double + word[place + 1 :]
    cleaned = clean(disguised)
    assert skeleton(disguised) == skeleton(word) == word
    assert cleaned.text == word
    assert cleaned.unknown
