"""One span that differs in a common frame."""

from __future__ import annotations

import pytest

from cicatrix.core.revision.slot import Holds, ValueType, find_slot, same_role, without_time
from cicatrix.core.revision.wording import plain


@pytest.mark.parametrize(
    ("old", "new", "values", "holds", "type"),
    [
        ("I live in Leeds", "I live in York now", ("Leeds", "York"), Holds.ONE, ValueType.NAME),
        ("Staging runs v2.3.1", "Staging runs v2.3.2", ("v2.3.1", "v2.3.2"), Holds.ONE, ValueType.FIGURE),
        ("My name is Ana", "Correction: my name is Anna", ("Ana", "Anna"), Holds.DEFINITE, ValueType.NAME),
        ("Stack: FastAPI", "Stack: Django", ("FastAPI", "Django"), Holds.DEFINITE, ValueType.NAME),
        ("The author of it is Ann", "The author of it is Bo", ("Ann", "Bo"), Holds.DEFINITE, ValueType.NAME),
        ("I like tea", "I like coffee", ("tea", "coffee"), Holds.MANY, ValueType.WORD),
        ("She lives in New York", "She lives in New Orleans", ("New York", "New Orleans"), Holds.ONE, ValueType.NAME),
        ("Lunch needs salt", "Lunch needs pepper", ("salt", "pepper"), Holds.MANY, ValueType.WORD),
        ("Snow fell over Rome", "Snow fell over Bari", ("Rome", "Bari"), Holds.UNKNOWN, ValueType.NAME),
    ],
)
def test_slots(old: str, new: str, values: tuple[str, str], holds: Holds, type: ValueType) -> None:
    slot = find_slot(plain(old), plain(new))
    assert slot is not None
    assert ((slot.old, slot.new), slot.holds, slot.type) == (values, holds, type)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("I live in Leeds", "We moved to York"),  # another frame
        ("I live in Leeds", "I live in Leeds"),  # nothing differs
        ("A man is singing", "A man is dancing"),  # somebody unknown
        ("We pay Koval 80 euros", "We pay Brandt 95 euros"),  # two things differ
        ("She is engineer at Acme", "She is head of sales"),  # the span tells more than a value
        ("I think it rains", "I think he works"),  # a verb in the span
        ("Our store made 40k in May", "Our store made 52k in June"),  # another month, another sum
        ("The gate is green", "The gate is green and blue"),  # one only says more
    ],
)
def test_no_slot(old: str, new: str) -> None:
    assert find_slot(plain(old), plain(new)) is None


def test_what_only_says_that_it_is_so_by_now_is_left_out() -> None:
    assert without_time("Update: the port is now 81 from now on.") == "the port is 81"


@pytest.mark.parametrize(
    ("old", "new", "same"),
    [
        ("Ann is the CTO of Acme", "Bo is the CTO of Acme", True),
        ("Ann is my friend", "Bo is my friend", False),
        ("The cat is the CTO of Acme", "Bo is the CTO of Acme", False),
        ("Ann is the CTO of Acme", "Bo is the CFO of Initech", False),
    ],
)
def test_roles(old: str, new: str, same: bool) -> None:
    assert same_role(old, new) is same
