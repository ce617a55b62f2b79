"""What time a query is about, and whether a memory holds then."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from cicatrix.core.candidates import Candidate
from cicatrix.core.holding import about, ended
from cicatrix.core.ids import Kind
from cicatrix.core.trust import Origin
from cicatrix.core.windows import find_windows

NOW = datetime(2026, 8, 12, 9, tzinfo=UTC)
PHONE = Candidate(
    handle="M-1",
    kind=Kind.MEMORY,
    type="semantic",
    seq=1,
    text="My phone is 1234",
    score=1,
    components={},
    coverage=1,
    above_floor=True,
    trust=Origin.HUMAN,
    importance=500,
    occurred_at="2026-03-01T00:00:00Z",
)


@pytest.mark.parametrize(
    ("query", "sought"),
    [
        ("What was my previous phone number?", "What was my phone number?"),
        ("What was my phone number before?", "What was my phone number ?"),
        ("What was my phone number before that?", "What was my phone number ?"),
        ("Where did I use to live?", "Where did I live?"),
        ("I used to drink something else, what?", "I drink something else, what?"),
        ("Who was Ana's old manager?", "Who was Ana's manager?"),
        ("Name my former employer", "Name my employer"),
        ("What did they originally charge?", "What did they charge?"),
    ],
)
def test_what_was_before_is_asked_for_in_many_ways(query: str, sought: str) -> None:
    time = about(query, (), NOW)
    assert (time.before, time.sought) == (True, sought)
    assert time.without_before(query) == replace(time, before=False, sought=query)


@pytest.mark.parametrize(
    "query",
    [
        "What is my phone number?",
        "What should I do before a deploy?",
        "Before you deploy, what must I check?",
        "What did we ship in the previous month?",
        "How old is Ana?",
        "Where is the old town?",
        "Which tool is used to deploy?",
        "How do I get used to the new desk?",
        "Wie war die alte Nummer?",
        "",
    ],
)
def test_and_not_by_words_that_only_look_like_it(query: str) -> None:
    time = about(query, (), NOW)
    assert (time.before, time.sought) == (False, query)


@pytest.mark.parametrize(
    ("changes", "label"),
    [
        ({}, ""),
        ({"valid_to": "2026-08-13"}, ""),
        ({"valid_to": "2026-08-12"}, ""),
        ({"valid_to": "2026-08-11"}, "over since 2026-08-11"),
        ({"valid_to": "2026-08-12T08:00:00Z"}, "over since 2026-08-12"),
        ({"valid_to": "2026-08-11", "kind": Kind.EPISODE}, ""),
        ({"status": "superseded", "superseded_by": "M-2", "valid_to": "2026-06-01"}, "replaced by M-2 on 2026-06-01"),
        ({"status": "superseded", "valid_to": "2026-06-01"}, "replaced on 2026-06-01"),
        ({"status": "superseded", "superseded_by": "M-2"}, "replaced by M-2"),
        ({"status": "merged", "valid_to": "2026-06-01"}, ""),
        ({"status": "forgotten", "valid_to": "2026-06-01"}, ""),
    ],
)
def test_the_label_of_what_does_not_hold(changes: dict[str, object], label: str) -> None:
    assert ended(replace(PHONE, **changes), NOW) == label  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("changes", "label"),
    [
        ({}, ""),  # told a week after
        ({"said_at": "2026-08-03T09:00:00Z"}, "over since 2026-08-04"),  # a plan, while it went on
        ({"said_at": ""}, "over since 2026-08-04"),
        ({"type": "semantic"}, "over since 2026-08-04"),
        ({"status": "superseded", "superseded_by": "M-2"}, "replaced by M-2 on 2026-08-04"),
    ],
)
def test_an_event_that_was_over_when_it_was_told_is_no_value_that_ended(changes: dict[str, object], label: str) -> None:
    went = replace(PHONE, type="episodic", valid_to="2026-08-04", said_at="2026-08-11T09:00:00Z")
    assert ended(replace(went, **changes), NOW) == label  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("query", "over", "replaced"),
    [
        ("What is my phone number?", False, False),
        ("What was my previous phone number?", True, True),
        ("What was my phone number in April?", True, True),
        ("What was my phone number in 2026-04?", True, True),
        ("What was my phone number in February?", True, False),  # the past tense alone asks for what simply ended
        ("What is my phone number in February?", False, False),
        ("What is my phone number in August?", False, False),  # that month is not over
        ("Which phone did I have?", True, False),
        ("Did I call?", True, False),
        ("I did call.", False, False),
    ],
)
def test_when_what_is_over_or_replaced_is_meant(query: str, over: bool, replaced: bool) -> None:
    time = about(query, find_windows(query, NOW), NOW)
    ended_ = replace(PHONE, valid_to="2026-06-01")
    assert time.means(ended_) is over
    assert time.means(replace(ended_, status="superseded")) is replaced


def test_a_day_that_cannot_be_read_overlaps_nothing() -> None:
    time = about("What was it in April?", find_windows("What was it in April?", NOW), NOW)
    assert not time.means(replace(PHONE, status="superseded", valid_to="soon"))
    assert not time.means(replace(PHONE, status="superseded", occurred_at="", valid_to="2026-06-01"))
