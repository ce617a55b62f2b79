"""What forbids that a new statement ends an old one."""

from __future__ import annotations

import pytest
from tests.unit.core.revision.judging import pair

from cicatrix.core.revision.guards import another_subject, another_time, doubts, not_asserted, said_earlier
from cicatrix.core.revision.pair import compare
from cicatrix.core.revision.verdicts import Statement


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("The port is 80", "Is the port 81?", "the new one asks and asserts nothing"),
        ("Metrics stay 30 days", "If it fills up we might cut metrics to 7 days", "the new one supposes"),
        ("The plan is Basic", "Hello. If it grows, the plan may be Pro", "the new one supposes"),
        ("Standup is at 9", "This Friday only, standup is at 11. Thanks for coming", "the new one tells an exception"),
        ("The port is 80", "The port is 81", ""),
        ("I teach at Hollin", "Back in 2019 I would have known Hollin, but I left teaching", ""),
        ("The port is 80", "The port is 81. Is that fine?", ""),
    ],
)
def test_what_asserts_nothing(old: str, new: str, reason: str) -> None:
    found = not_asserted(pair(old, new))
    assert found.startswith(reason)
    assert bool(found) is bool(reason)


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("The red line stops at Central", "The blue line no longer stops there", "another line: red / blue"),
        ("My blood test is on 12 March", "My eye test is on 19 March", "another test: blood / eye"),
        ("The key for maps expires in May", "The key for weather expires in July", "another key: maps / weather"),
        ("Marlin Bakery pays annually", "Merlin Bakery pays monthly", "another"),
        ("Issue 812 is fixed", "Issue 821 is not fixed", "another subject: 812 / 821"),
        ("parse_rows returns a list", "parse_row returns a dict", "another subject: parse_rows / parse_row"),
        ("The red line stops", "The blue line stops, the red line too", ""),
        ("Kofi leads the team", "Odile leads the team, Kofi left", ""),
        ("The rate limit is 5", "The rate cap is 6", "another rate: limit / cap"),
        ("The big office is cold", "The large office is warm", ""),
    ],
)
def test_other_subjects(old: str, new: str, reason: str) -> None:
    found = another_subject(pair(old, new))
    assert found.startswith(reason)
    assert bool(found) is bool(reason)


def test_a_correction_may_speak_of_the_same_day() -> None:
    old = Statement("It was down today", said_at="2026-05-04")
    new = "It was down today, for 20 minutes"
    assert another_time(compare(old, Statement(new, said_at="2026-06-04"), None))
    corrected = Statement(f"Correction: {new}", said_at="2026-06-04")
    assert another_time(compare(old, corrected, None)) == ""


@pytest.mark.parametrize(
    ("old", "new", "doubt"),
    [
        ("I sent the package", "I sent another package", "the new one speaks of one more"),
        ("I am scared of heights", "The mayor is no longer scared", "the new one speaks of mayor"),
        ("I am scared of heights", "The heights are over for me", ""),
        ("Kofi is scared", "The mayor is no longer scared", ""),
        ("I am scared", "No longer scared", ""),
        ("We cut the travel budget", "We raised the training budget", "another budget: travel / training"),
        ("We cut the travel budget", "We raised the travel budget", ""),
        ("She is a junior developer", "She is a senior developer", ""),
        ("The last invoice was 120 euros", "The new invoice is 135 euros", "the old one speaks of an earlier one"),
        ("Tom sold another car", "Correction: another car", ""),
    ],
)
def test_doubts(old: str, new: str, doubt: str) -> None:
    assert doubts(pair(old, new)) == doubt


def test_what_was_said_earlier() -> None:
    old, new = Statement("a", said_at="2026-05-04"), Statement("b", said_at="2026-05-03")
    assert said_earlier(compare(old, new, None))
    assert not said_earlier(compare(new, old, None))
    assert not said_earlier(pair("a", "b"))


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("My car is a Volvo.", "My old car was a Fiat.", "another car: old"),
        ("My first car was a Fiat.", "My car is a Volvo.", "another car: first"),
        ("My boss is Anna.", "My former boss was Ben.", "another boss: former"),
        ("My wife is Anna.", "My ex-wife is Carla.", "another wife: ex"),
        ("Our office is in Leeds.", "Our previous office was in York.", "another office: previous"),
        ("My car is a Fiat.", "My old car was a Fiat.", ""),
        ("My car is a Volvo.", "My old car was a Fiat. I have a Seat now.", ""),
        ("My name is Anna.", "My first name is Carla.", ""),
        ("My old car was a Fiat.", "My old car was a Seat.", ""),
        ("My bike is red.", "My old car was a Fiat.", ""),
    ],
)
def test_the_one_before_is_another_one(old: str, new: str, reason: str) -> None:
    assert another_subject(pair(old, new)) == reason
