"""Questions of a named speaker, asked as another would ask them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cicatrix.core.third_person import in_third_person
from cicatrix.core.voices import ROLES


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("Where do I live?", "Where does Ana live?"),
        ("What's my dog called?", "What's Ana's dog called?"),
        ("Do I have a cat?", "Does Ana have a cat?"),
        ("When did I move?", "When did Ana move?"),
        ("Have I been to Lisbon?", "Has Ana been to Lisbon?"),
        ("I'm back. Where do I work?", "Ana is back. Where does Ana work?"),
        ("Who gave me the lamp?", "Who gave Ana the lamp?"),
    ],
)
def test_a_question_of_fact_names_who_asks(said: str, asked: str) -> None:
    assert in_third_person(said, "Ana") == asked


@pytest.mark.parametrize(
    "said",
    [
        "What should I cook tonight?",
        "How do I reset the router?",
        "Can I deploy on Friday?",
        "I moved to Coimbra.",
        "Draft a post for my shop",
        "What is in Coimbra?",
    ],
)
def test_advice_statements_and_tasks_stay_as_they_are(said: str) -> None:
    assert in_third_person(said, "Ana") == said


@pytest.mark.parametrize("role", sorted(ROLES))
def test_a_role_is_nobodys_name(role: str) -> None:
    assert in_third_person("Where do I live?", role) == "Where do I live?"


@given(st.text(max_size=60), st.text(max_size=12))
def test_any_words_of_any_speaker_come_to_words(words: str, speaker: str) -> None:
    assert isinstance(in_third_person(words, speaker), str)
