"""A higher age ends a lower one."""

from __future__ import annotations

import pytest
from tests.unit.core.revision.judging import judged, pair

from cicatrix.core.revision.ages import grew_older
from cicatrix.core.revision.verdicts import Verdict


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("I'm 34 years old.", "I turned 35 today."),
        ("I'm 34.", "I turned 35 last week."),
        ("I turned 35 in May.", "I'm 36 years old."),
        ("My age is 34.", "I turned thirty-five yesterday."),
        ("My daughter is 4 years old.", "My daughter turned 5."),
    ],
)
def test_a_birthday_ends_the_age_before(old: str, new: str) -> None:
    assert judged(old, new).verdict is Verdict.REPLACES


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("I'm 34 years old.", "I turned 30 in Lisbon."),
        ("I'm 34 years old.", "My brother turned 35 today."),
        ("The limit is 34.", "I turned 35 today."),
        ("I'm 34 years old.", "I turned 35 pages."),
        ("I'm 34 years old.", "I have not turned 35."),
        ("I'm 34 years old.", "I'm turning 35 next month."),
    ],
)
def test_what_is_no_later_age_of_the_same_one(old: str, new: str) -> None:
    assert grew_older(pair(old, new)) is None
    assert judged(old, new).verdict is not Verdict.REPLACES
