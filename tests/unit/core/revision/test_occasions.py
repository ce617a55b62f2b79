"""Events of two days, rules of two conditions."""

from __future__ import annotations

import pytest
from tests.unit.core.revision.judging import pair

from cicatrix.core.revision.occasions import disjoint_periods, is_dated_event, other_occasion, other_scope
from cicatrix.core.revision.pair import compare
from cicatrix.core.revision.verdicts import Statement

MAY, JUNE = "2026-05-04", "2026-06-04"


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("Checkout was down today", "Checkout was down today", "two days: 2026-05-04 / 2026-06-04"),
        ("Katja is ill today", "Katja was ill yesterday", "two days: 2026-05-04 / 2026-06-03"),
        ("The offsite in 2023 was in Rome", "This year's offsite was in Bari", "two events: 2023 / 2026"),
        ("The offsite was in Rome", "Another one was in Bari this time", "another event of the kind"),
        ("The port is 80 as of today", "The port is 81 as of today", ""),
        ("The port is 80", "The port is 81", ""),
        ("I met Ann in 2023", "I met Ann in 2023", ""),
    ],
)
def test_occasions(old: str, new: str, told: str) -> None:
    assert other_occasion(compare(Statement(old, said_at=MAY), Statement(new, said_at=JUNE), None)) == told


def test_without_a_date_of_saying_nothing_is_reckoned() -> None:
    assert other_occasion(pair("It was down today", "It was down today")) == ""


@pytest.mark.parametrize(
    ("old", "new", "differs"),
    [
        ("On Mondays standup is at 9", "On Wednesdays standup is at 10", True),
        ("Mondays are busy", "Thursdays are for Pilates", True),
        ("In prod, it stops at 20", "In the load test, it stops at 5", True),
        ("In prod, it stops at 20", "It stops at 5 in prod", False),
        ("On Mondays we meet", "From Monday we skip Mondays", False),
        ("On 4 May, we meet", "On 5 May, we meet", False),
        ("We meet", "On Mondays we meet", False),
    ],
)
def test_scopes(old: str, new: str, differs: bool) -> None:
    assert bool(other_scope(pair(old, new))) is differs


def test_periods_that_do_not_meet() -> None:
    def disjoint(old: tuple[str | None, str | None], new: tuple[str | None, str | None]) -> bool:
        one = Statement("x", valid_from=old[0], valid_to=old[1])
        return disjoint_periods(compare(one, Statement("x", valid_from=new[0], valid_to=new[1]), None))

    assert disjoint(("2026-01", "2026-03"), ("2026-06", None))
    assert disjoint(("2026-06", None), ("2026-01", "2026-03"))
    assert not disjoint(("2026-01", None), ("2026-06", None))
    assert not disjoint((None, None), (None, None))


def test_dated_events() -> None:
    assert is_dated_event("I was hired in 2020")
    assert is_dated_event("I am off on 6 May")
    assert not is_dated_event("My MRI is on 6 May")
    assert not is_dated_event("I was hired")
