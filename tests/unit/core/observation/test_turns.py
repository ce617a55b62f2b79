"""What a turn says of whom: three sets of sentences, each first read before it mended anything, and any text."""

from __future__ import annotations

import json
import time
from datetime import date, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cicatrix.core.importance import VITAL, importance
from cicatrix.core.observation.findings import REASONS, Observed, Pass, Passed
from cicatrix.core.observation.turns import MAX_LENGTH, read_turn

FIXTURES = Path(__file__).parents[3] / "fixtures"
DAY = date(2026, 5, 20)
ROWS = [
    json.loads(line)
    for name in ("observations.jsonl", "observations_second.jsonl", "observations_typed.jsonl")
    for line in (FIXTURES / name).read_text("utf-8").splitlines()
]
BY_PEOPLE = [row for row in ROWS if row.get("speaker") not in ("assistant", "system")]


def said(row: dict[str, str]) -> date:
    return datetime.fromisoformat(row["at"]).date() if "at" in row else DAY


def statements(text: str, speaker: str = "user", day: date = DAY) -> list[Observed]:
    return [found for found in read_turn(text, speaker=speaker, said=day) if isinstance(found, Observed)]


def reasons(text: str) -> list[Pass]:
    return [found.why for found in read_turn(text, speaker="user", said=DAY) if isinstance(found, Passed)]


def words(text: str, found: Observed) -> str:
    return found.text or text[found.start : found.end]


def seen(text: str, found: Observed, key: str) -> object:
    if key == "important":
        return importance(words(text, found), 1, found.attribute, negated=found.negated) >= VITAL
    return found.valid_to is not None if key == "ends" else getattr(found, key)


@pytest.mark.parametrize("row", BY_PEOPLE, ids=lambda row: f"{row['kind']}: {row['text'][:40]}")
def test_a_sentence_gives_what_it_says_and_no_more(row: dict[str, object]) -> None:
    text = str(row["text"])
    found = statements(text, str(row.get("speaker", "user")), said(row))  # type: ignore[arg-type]
    wanted = row["stored"]
    assert isinstance(wanted, list)
    assert [{key: seen(text, one, key) for key in want} for one, want in zip(found, wanted, strict=True)] == wanted


@pytest.mark.parametrize(
    "text", ["I turned 35 today.", "I turned 35.", "I turned 35 tonight.", "I turned 35 yesterday."]
)
def test_a_birthday_tells_an_age(text: str) -> None:
    (found,) = statements(text)
    assert (found.attribute, found.value) == ("age", "35")


@pytest.mark.parametrize("text", ["I'm turning 35 next month.", "I will turn 35 in May."])
def test_a_birthday_to_come_tells_no_age(text: str) -> None:
    assert all(found.attribute != "age" for found in statements(text))


def test_the_sets_hold_many_kinds_of_both() -> None:
    assert len({row["kind"] for row in ROWS}) >= 40
    assert len(ROWS) >= 330
    assert len([row for row in ROWS if not row["stored"]]) >= 100


WORDS = (
    "I", "my", "sister", "Ana", "is", "lives", "in", "Rome", ",", ".", "!", "?", "and", "but", "never", "not", "likes",
    "hates", "on", "Friday", "if", "would", ":", "because", "3", "May",
)  # fmt: skip
TEXTS = st.one_of(
    st.text(max_size=300),
    st.lists(st.sampled_from([str(row["text"]) for row in ROWS]), max_size=6).map(" ".join),
    st.lists(
        st.sampled_from(WORDS),
        max_size=30,
    ).map(" ".join),
)


@given(TEXTS)
def test_of_any_text_spans_are_inside_in_order_and_verbatim(text: str) -> None:
    found = read_turn(text, speaker="user", said=DAY)
    assert found == read_turn(text, speaker="user", said=DAY)
    for one in found:
        assert 0 <= one.start < one.end <= len(text)
        if isinstance(one, Observed):
            cited = text[one.start : one.end].translate(str.maketrans("’‘“”", "''\"\""))
            for part in words(text, one).translate(str.maketrans("’‘“”", "''\"\"")).split(" … "):
                assert part in cited
            for day in (one.valid_from, one.valid_to):
                assert day is None or date.fromisoformat(day)
    ends = [one.end for one in found]
    assert ends == sorted(ends)


@given(TEXTS)
def test_of_any_text_something_is_said(text: str) -> None:
    """No sentence vanishes: what has a word in it is learnt from, or named with a reason."""
    found = read_turn(text, speaker="user", said=DAY)
    assert bool(found) or not any(char.isalnum() for char in text)


def test_every_reason_is_put_in_words() -> None:
    assert set(REASONS) == set(Pass)
    assert all(reason[0].isupper() and reason.endswith(".") for reason in REASONS.values())


def test_the_words_are_kept_letter_for_letter() -> None:
    text = "Hi! I’m allergic to “Brazil” nuts…"
    (found,) = statements(text)
    assert words(text, found) == "I’m allergic to “Brazil” nuts…"


def test_a_greeting_is_no_part_of_a_statement_and_a_cue_is() -> None:
    text = "Hey Sam, thanks! Actually, I live in York."
    (found,) = statements(text)
    assert words(text, found) == "Actually, I live in York."


def test_two_predicates_end_apart() -> None:
    text = "I live in Turku and work at Acme."
    one, two = statements(text)
    assert (words(text, one), words(text, two)) == ("I live in Turku", "I … work at Acme.")
    assert (one.attribute, one.value, two.attribute, two.value) == ("residence", "Turku", "employer", "Acme")


def test_a_predicate_that_shares_am_keeps_it() -> None:
    text = "I'm vegetarian and allergic to nuts."
    assert [words(text, one) for one in statements(text)] == ["I'm vegetarian", "I'm … allergic to nuts."]


def test_a_sentence_that_points_back_is_said_of_the_one_before() -> None:
    text = "My neighbour plays the trombone. His cat is called Moo."
    one, two = statements(text)
    assert (one.subject, two.subject) == ("user's neighbour", "user's neighbour")
    assert words(text, two) == "My neighbour … His cat is called Moo."
    assert text[two.start : two.end] == text


def test_somebody_introduced_can_be_meant() -> None:
    text = "I have a dog named Biscuit. He hates thunder."
    assert [(one.subject, words(text, one)) for one in statements(text)][1] == (
        "Biscuit",
        "Biscuit … He hates thunder.",
    )


def test_a_pronoun_without_a_name_before_it_is_refused() -> None:
    assert reasons("I like tea. She hates it.") == [Pass.ANAPHORA]


def test_what_points_back_too_far_is_refused() -> None:
    long = "My neighbour plays the trombone" + " and the drums" * 72 + "."
    assert len(long) > MAX_LENGTH
    assert Pass.TOO_LONG in reasons(f"{long} He is deaf.")


def test_words_that_say_nothing_twice_are_named_once() -> None:
    assert reasons("Thanks! I like tea. Thanks! Is it good? Thanks!") == [Pass.SMALL_TALK, Pass.QUESTION]


def test_a_long_text_without_full_stops_is_cut_where_a_statement_begins() -> None:
    text = "word " * 300 + "My cat is called Tofu"
    (found,) = statements(text)
    assert words(text, found) == "My cat is called Tofu"
    assert reasons(text) == [Pass.TOO_LONG]


def test_code_is_passed_over_and_what_stands_beside_it_is_not() -> None:
    text = "I use this on my laptop.\n```\nI live in Rome\n```\nI live in Bath."
    assert [words(text, one) for one in statements(text)][-1] == "I live in Bath."
    assert Pass.CODE_BLOCK in reasons(text)


def test_one_turn_may_hold_two_languages() -> None:
    text = "I live in Bern. Ich wohne seit zehn Jahren in Bern."
    assert [words(text, one) for one in statements(text)] == text.replace(". ", ".|").split("|")


def test_what_is_to_be_remembered_is_remembered_whatever_it_says() -> None:
    text = "Remember: the blue door, never the red one."
    (found,) = statements(text)
    assert (found.explicit, words(text, found)) == (True, "the blue door, never the red one.")
    assert reasons("Remember: is it open?") == [Pass.QUESTION]


@pytest.mark.parametrize(
    "text",
    [
        "Abc: X" + "x" * 900 + "^",
        "I eat " + "a, " * 300,
        "if " + "my a " * 200,
        "I'm " + "a " * 450,
        "the " + "x of " * 200,
    ],
)
def test_no_sentence_takes_long(text: str) -> None:
    before = time.process_time()
    read_turn(text, speaker="user", said=DAY)
    assert time.process_time() - before < 2  # far more than any takes, far less than a pattern that runs away
