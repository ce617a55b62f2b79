"""What follows from a slot, a role, an attribute."""

from __future__ import annotations

import pytest
from tests.unit.core.revision.judging import judged

from cicatrix.core.revision.procedure import judge
from cicatrix.core.revision.verdicts import Statement, Verdict


@pytest.mark.parametrize(
    ("old", "new", "verdict", "reason"),
    [
        ("I live in Leeds", "I live in York", Verdict.REPLACES, "one slot, one, name"),
        ("Budget is $12,000", "Budget is $120,000", Verdict.REPLACES, "one slot, one, figure"),
        ("Orchard has 40 seats", "Orchard has 32 seats", Verdict.REPLACES, "one slot, many, figure, a count"),
        ("I like tea", "I like coffee", Verdict.DISTINCT, "one slot of an attribute that holds many"),
        ("Snow fell over Rome", "Snow fell over Bari", Verdict.UNCERTAIN, "one slot, unknown, name"),
        (
            "Lunch becomes cold",
            "Lunch becomes warm",
            Verdict.REPLACES,
            "opposite words, the rest the same: cold / warm",
        ),
        ("Ann is the CTO of Acme", "Bo is the CTO of Acme", Verdict.REPLACES, "the same role, another holder"),
        ("I met Ann in 2019", "I met Ann in 2021", Verdict.DISTINCT, "two events: 2019 / 2021"),
    ],
)
def test_verdicts(old: str, new: str, verdict: Verdict, reason: str) -> None:
    found = judged(old, new)
    assert (found.verdict, found.reason) == (verdict, reason)


def test_the_spans_are_among_the_signals() -> None:
    signals = judged("Our office is in Bonn", "We grew, and our office is in Kiel").signals
    assert (signals["frame"], signals["old_value"], signals["new_value"]) == ("Our office is in", "Bonn", "Kiel")


@pytest.mark.parametrize(
    ("old", "new", "verdict", "reason"),
    [
        ("I visited Rome on Friday", "I visited Rome on Monday", Verdict.DISTINCT, "two dated events"),
        ("The sea seems big", "The sea seems small", Verdict.REPLACES, "one slot, opposite values"),
    ],
)
def test_events_and_opposites_in_a_slot(old: str, new: str, verdict: Verdict, reason: str) -> None:
    found = judged(old, new)
    assert (found.verdict, found.reason) == (verdict, reason)


def test_how_many_there_are_is_one_number_also_where_many_things_may_be_had() -> None:
    def told(number: str, what: str) -> Statement:
        value = f"{number} {what}"
        return Statement(f"We have {value}.", subject="user", attribute="has", value=value)

    two, three = told("two", "rain barrels"), told("three", "rain barrels")
    assert judge(two, three, likeness=None, attributes={"has": "many"}).verdict is Verdict.REPLACES
    assert judge(two, told("three", "bikes"), likeness=None, attributes={"has": "many"}).verdict is Verdict.DISTINCT


def test_a_value_takes_the_place_of_a_denial_and_a_denial_of_another_value_ends_nothing() -> None:
    def works(value: str, *, negated: bool = False) -> Statement:
        return Statement(f"Employer: {value}.", subject="user", attribute="employer", value=value, negated=negated)

    gone, now = works("Halden", negated=True), works("Tarn")
    found = judge(gone, now, likeness=None, attributes={"employer": "one"})
    assert (found.verdict, found.signals["rule"]) == (Verdict.REPLACES, "known_attribute")
    assert judge(gone, now, likeness=None, attributes={"employer": "many"}).signals["rule"] != "known_attribute"
    assert judge(now, gone, likeness=None, attributes={"employer": "one"}).signals["rule"] != "known_attribute"
