"""Which attribute a question asks for, and of whom."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cicatrix.core.sought import SELF, Sought, mark, sought

READ = [
    ("Where do I work?", SELF, "employer"),
    ("Where do I currently work?", SELF, "employer"),
    ("who do I work for", SELF, "employer"),
    ("hey, where do I live now?", SELF, "residence"),
    ("What’s my phone number?", SELF, "phone"),
    ("When is my birthday?", SELF, "birthday"),
    ("How old am I?", SELF, "age"),
    ("What do I do for a living?", SELF, "job"),
    ("What am I allergic to?", SELF, "allergy"),
    ("Remind me of my email address", SELF, "email"),
    ("What's my favourite tea?", SELF, "favourite:tea"),
    ("Who is my wife?", SELF, "spouse"),
    ("What is my wife's name?", SELF, "spouse"),
    ("What is my sister's phone number?", "user's sister", "phone"),
    ("Where does my sister work?", "user's sister", "employer"),
    ("Where does Jonas live?", "jonas", "residence"),
    ("What is Jonas's job?", "jonas", "job"),
]

NOT_READ = [
    "",
    "Where did I work in Paris?",
    "Where do I work on Fridays and with whom?",
    "Where does the backup live?",
    "Where do we store the keys?",
    "Where is the server room?",
    "What's the weather?",
    "What's it called?",
    "Write a post about where I live",
    "What is our refund window for enterprise contracts?",
]


@pytest.mark.parametrize(("question", "subject", "attribute"), READ)
def test_a_question_names_an_attribute_of_somebody(question: str, subject: str, attribute: str) -> None:
    read = sought(question)
    assert read is not None
    assert read.subject == subject
    assert attribute in read.attributes


@pytest.mark.parametrize("question", NOT_READ)
def test_a_question_that_says_more_is_searched_by_its_words(question: str) -> None:
    assert sought(question) is None


def test_marks_are_filed_by_attribute_and_folded_subject() -> None:
    assert mark("employer", "Jonas") == "employer@jonas"
    assert Sought("jonas", ("employer", "workplace")).marks == ("employer@jonas", "workplace@jonas")


@given(st.text(max_size=80))
def test_no_text_makes_it_stumble(text: str) -> None:
    read = sought(text)
    assert read is None or (read.attributes and read.subject)
