"""Cutting texts into sentences."""

from __future__ import annotations

import time
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cicatrix.core.reading.sentences import split

WRAPPED = "A line that somebody's editor wrapped at about seventy characters\nGoes on here."


def cut(text: str) -> list[str]:
    return [span.of(text) for span in split(text)]


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("Never restart pods. Drain first.", ["Never restart pods.", "Drain first."]),
        (
            "Use v2.3.1 of api.example.org at 9.30 a.m. or later.",
            ["Use v2.3.1 of api.example.org at 9.30 a.m. or later."],
        ),
        ("Dr. Amsel sees no one before 9:30. Ask J. Ito.", ["Dr. Amsel sees no one before 9:30.", "Ask J. Ito."]),
        (".env files stay closed. .env.example is fine.", [".env files stay closed.", ".env.example is fine."]),
        ("Charge No. 4 first. No. Not that.", ["Charge No. 4 first.", "No.", "Not that."]),
        (
            "Use tabs, e.g. in Makefiles, etc. Spaces break them.",
            ["Use tabs, e.g. in Makefiles, etc.", "Spaces break them."],
        ),
        ("no codes on x. they get stolen. ask first", ["no codes on x.", "they get stolen.", "ask first"]),
        ("Wait... what? Stop!! Now.", ["Wait... what?", "Stop!!", "Now."]),
        ("Say “Stop. Now.” and leave. Then log it.", ["Say “Stop. Now.” and leave.", "Then log it."]),
        ('Say "Yes! Sure." only once. Then wait.', ['Say "Yes! Sure." only once.', "Then wait."]),
        ("(Ask first.) Then send.", ["(Ask first.)", "Then send."]),
        ("绝不重启。先排空！好", ["绝不重启。", "先排空！", "好"]),
        ("¿Por qué? ¡Nunca borres la tabla!", ["¿Por qué?", "¡Nunca borres la tabla!"]),
        ("- one thing\n- another thing\n* third", ["one thing", "another thing", "third"]),
        ("1. wash\n2) dry\n(3) rest", ["wash", "dry", "rest"]),
        (
            "Before you publish:\n- check links\n- read it aloud\nThen ask.",
            ["Before you publish:\n- check links\n- read it aloud", "Then ask."],
        ),
        ("Two things:\n- check links\n- read it", ["Two things:", "check links", "read it"]),
        ("One line\nAnother line\r\nThird", ["One line", "Another line", "Third"]),
        (WRAPPED, [WRAPPED]),
        ("Open with\nthe pain point", ["Open with\nthe pain point"]),
        ("Run this first:\n```\nmake. Test\n```\nThen go.", ["Run this first:\n```\nmake. Test\n```", "Then go."]),
        ("```\ncode only\n```", ["```\ncode only\n```"]),
        ("One.\n\n\nTwo.", ["One.", "Two."]),
        ("", []),
        (" \n\t ", []),
        ("!!! … ???", []),
        ("🙏🙏", []),
    ],
)
def test_sentences(text: str, sentences: list[str]) -> None:
    assert cut(text) == sentences


def test_a_list_that_ends_the_text_stays_with_its_condition() -> None:
    assert cut("When you hand over a shift:\n1. name open tickets\n2. name promises")[0].endswith("promises")


@given(st.text(alphabet=st.sampled_from('ab. !?\n-:"“”`1)。Ñ…')))
def test_every_word_is_in_exactly_one_sentence(text: str) -> None:
    spans = split(text)
    assert all(one.end <= other.start for one, other in pairwise(spans))
    assert all(span.of(text) == span.of(text).strip() and span.of(text) for span in spans)
    covered = {place for span in spans for place in range(span.start, span.end)}
    missing = [place for place, char in enumerate(text) if char == "Ñ" and place not in covered]
    assert missing == []


@pytest.mark.parametrize("text", ["a. " * 60_000, "“ a. " * 40_000, "x" * 200_000, "a.b" * 60_000, "- a\n" * 40_000])
def test_long_texts_are_cut_in_linear_time(text: str) -> None:
    begun = time.process_time()
    split(text)
    assert time.process_time() - begun < 5
