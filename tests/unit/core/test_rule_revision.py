"""What a newer order means for an older one, and which older ones a new one meets."""

from __future__ import annotations

import pytest

from cicatrix.core.memories import Change, Memory, MemoryType, Status
from cicatrix.core.revision.verdicts import Verdict
from cicatrix.core.rule_revision import Orders, Standing, binds, settle
from cicatrix.core.trust import Origin


@pytest.mark.parametrize(
    ("old", "new", "standing"),
    [
        ("Always tar the boats in April.", "Never tar the boats in April.", Standing.SUPERSEDES),
        ("Never moor at the north pier.", "Mooring at the north pier is fine again.", Standing.SUPERSEDES),
        ("Fares above 200 euros need the purser.", "Fares above 300 euros need the purser.", Standing.SUPERSEDES),
        ("Keep the logbook for 30 days.", "Keep the logbook for 90 days.", Standing.SUPERSEDES),
        ("Never moor at the north pier.", "Moor the mail boat at the north pier in winter.", Standing.NARROWS),
        ("Send the bills by mail.", "Never send the bills by mail to Norway.", Standing.NARROWS),
        ("Never moor the mail boat at the north pier.", "Moor at the north pier.", Standing.DOUBT),
        ("Ask customer 1001 for a deposit.", "Ask customer 1002 for a deposit.", Standing.APART),
        ("Never moor at the north pier.", "Never moor at the south pier.", Standing.APART),
        ("Never moor at the north pier.", "Paint the north pier in spring.", Standing.APART),
        ("Never sail after dark.", "Never sail in fog.", Standing.APART),
    ],
)
def test_what_a_newer_order_means(old: str, new: str, standing: Standing) -> None:
    found = settle(new, old)
    assert found.standing is standing
    assert bool(found.reason) == (standing is not Standing.APART)


def test_each_standing_is_a_verdict() -> None:
    assert [
        settle(new, "Never moor at the north pier.").verdict for new in ("Moor at the north pier.", "Sail on.")
    ] == [
        Verdict.REPLACES,
        Verdict.DISTINCT,
    ]


def rule(number: int, text: str) -> Memory:
    return Memory(
        id=f"PB-{number:02d}",
        type=MemoryType.PROCEDURAL,
        text=text,
        status=Status.ACTIVE,
        trust=Origin.HUMAN,
        evidence=(),
        change=Change("admitted", "dana"),
    )


def test_only_those_that_may_speak_against_it_are_met() -> None:
    orders = Orders(
        rule(number, f"Never lend lantern {number} to the crew of boat {number}.") for number in range(1, 200)
    )
    orders.put(rule(300, "Lend the spare lantern to the crew."))
    assert orders.met("Never lend a lantern to the crew of boat 7.") == [
        rule(300, "Lend the spare lantern to the crew.")
    ]
    assert len(orders.met("Lend every lantern to the crew of a boat.")) == 199


def test_the_same_words_with_another_figure_are_met() -> None:
    orders = Orders([rule(1, "Keep the logbook for 30 days.")])
    assert [met.id for met in orders.met("Keep the logbook for 90 days.")] == ["PB-01"]


def test_an_order_that_ended_is_met_no_more() -> None:
    old = rule(1, "Never moor at the north pier.")
    orders = Orders([old])
    assert orders.met("Moor at the north pier.") == [old]
    orders.remove(old)
    orders.remove(old)
    assert orders.met("Moor at the north pier.") == []


def test_what_forbids_or_limits_binds() -> None:
    assert binds("Never moor at the north pier.")
    assert binds("Only the purser sells tickets.")
    assert not binds("Paint the pier in spring.")
