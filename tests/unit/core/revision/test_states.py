"""What was waited for, and has come."""

from __future__ import annotations

import pytest
from tests.unit.core.revision.judging import pair

from cicatrix.core.revision.states import arrived
from cicatrix.core.revision.verdicts import Verdict


@pytest.mark.parametrize(
    ("old", "new", "verdict"),
    [
        ("Order 55120 is late", "Order 55120 arrived this morning", Verdict.REPLACES),
        ("I'm waiting for my visa", "The visa came through", Verdict.UNCERTAIN),
        ("The invoice for Castell is overdue", "Castell paid this morning", Verdict.UNCERTAIN),
        ("Order 55120 is late", "The weather is fine", None),
        ("Order 55120 is late", "Order 55120 is stuck, they found it in Bonn", None),
        ("Order 55120 arrived, the lamp is missing", "Order 55120 was paid", None),
        ("Order 55120 is mine", "Order 55120 arrived", None),
    ],
)
def test_arrivals(old: str, new: str, verdict: Verdict | None) -> None:
    found = arrived(pair(old, new))
    assert (found.verdict if found else None) is verdict
