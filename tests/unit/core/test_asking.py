"""A task differs from a question of fact, a yes or no from leave to act."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cicatrix.core.asking import Form, asks_for_advice, asks_what_happened, form, presumes_its_subject

TASKS = (
    "Draft a LinkedIn post announcing the beta",
    "Can you draft a post about the beta?",
    "Could you please write the intro?",
    "When a refund ticket comes in, route it to Priya",
    "Do the laundry",
    "Have a look at the log",
    "don't use agents",
    "Let's ship on Friday",
    "Why don't you draft it first?",
    "How about a shorter subject line?",
    "The customer asks what we charge. Draft a reply.",
    "Is it live? Then announce it.",
    "proton bridge",
    "Who, me",
    "zx00841",
    "",
    "???",
    "🙂",
)
QUESTIONS = (
    "What is our refund window for enterprise contracts?",
    "When do we deploy?",
    "when do we deploy",
    "how to deploy",
    "In which region do we run?",
    "Tell me who owns billing",
    "Could you please tell me when the launch is?",
    "Hi, can you remind me what the code was",
    "Do you remember anything about Heidi?",
    "good trail snack for Saturday?",
    "Beta is out. What is the refund window?",
    "¿Dónde está la oficina?",
    "退款窗口是多少？",
    "what's the plan",
    "do you know?",
)
YES_NO = (
    "Did the newsletter go out on March 18?",
    "Is Heidi a dog?",
    "has anybody replied",
    "Do we ship on Friday",
    "Will the beta be public?",
    "do you know if Heidi barks",
    "Could you remind me whether we shipped?",
    "Isn't it Friday?",
    "Do dogs bark?",
)
LEAVE = (
    "Can I post discount codes on Twitter?",
    "Should we put hashtags first",
    "May customers be emailed directly?",
    "Are we allowed to post codes?",
    "Is it ok to email customers",
    "Do I have to ask legal first?",
    "do we need to tell them",
    "Must all posts be reviewed?",
)


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        *((query, Form.TASK) for query in TASKS),
        *((query, Form.QUESTION) for query in QUESTIONS),
        *((query, Form.YES_NO) for query in YES_NO),
        *((query, Form.LEAVE) for query in LEAVE),
    ],
)
def test_form(query: str, expected: Form) -> None:
    assert form(query) is expected


@given(st.text(max_size=60))
def test_any_text_has_a_form(text: str) -> None:
    assert form(text) in Form


def test_only_questions_want_a_fact() -> None:
    assert [each for each in Form if each.wants_fact] == [Form.QUESTION, Form.YES_NO]


def test_what_a_yes_or_no_rests_on() -> None:
    for query in ("Did we ship?", "Hi, has Ana replied?", "Isn't it free?", "It is late. Didn't we ship?"):
        assert asks_what_happened(query), query
    for query in ("Is insurance refundable?", "Are the night trains punctual?", "", "Do we ship?"):
        assert not asks_what_happened(query), query
    assert presumes_its_subject("Are the night trains punctual?")
    assert presumes_its_subject("Is our office open?")
    assert not presumes_its_subject("Is insurance refundable?")


@pytest.mark.parametrize(
    "query",
    ["Can you recommend a film?", "What are some quick dinners?", "Any suggestions for a coat?", "Should I buy a van?"],
)
def test_a_wish_for_advice(query: str) -> None:
    assert asks_for_advice(query)


@pytest.mark.parametrize("query", ["Where do I work?", "Draft a post", "What did Ana paint?", "Which port is it?"])
def test_no_wish_for_advice(query: str) -> None:
    assert not asks_for_advice(query)
