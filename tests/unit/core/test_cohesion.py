"""What may become one memory, and the signs that keep two apart."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cicatrix.core.attributes import HOLDS
from cicatrix.core.cohesion import kept_apart, telling, words_in_common
from cicatrix.core.memories import Change, Memory, MemoryType, Status
from cicatrix.core.revision.verdicts import Verdict
from cicatrix.core.trust import Origin


def memory(number: int, text: str, type: MemoryType = MemoryType.SEMANTIC, **fields: object) -> Memory:
    said = f"2026-05-{number:02d}T00:00:00.000000Z"
    change = Change("admitted", "ana")
    base = Memory(f"M-{number}", type, text, Status.ACTIVE, Origin.HUMAN, (), change, said_at=said)
    return replace(base, **fields)  # type: ignore[arg-type]


def why(one: Memory, other: Memory) -> str:
    found = kept_apart(one, other, HOLDS)
    return found.reason if found is not None else ""


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Trip to Lisbon 3–9 May", "Hotel near Alfama in Lisbon"),
        ("Lisbon flight TP1234 on 3 May", "Lisbon hotel until 9 May"),
        ("Plays tennis on Mondays", "Plays chess on Mondays"),
        (
            "For the talk in the old harbour hall, I rented a tank",
            "For the talk in the old harbour hall, I bought a map",
        ),
        ("Jonas collects stamps", "Jonas collects stamps from Peru"),
    ],
)
def test_parts_of_one_thing_may_be_one(one: str, other: str) -> None:
    assert why(memory(1, one), memory(2, other)) == ""


@pytest.mark.parametrize(
    ("one", "other", "reason"),
    [
        ("Lena's favourite colour is purple", "Omar's favourite colour is cyan", "name different ones: lena, omar"),
        ("The Berlin office lease costs 900", "The Berlin office lease costs 950", "900"),
        ("The annual report is due in June", "The annual report is due in July", "june"),
        ("Eats fish on trips", "Does not eat fish on trips", ""),
    ],
)
def test_what_differs_in_one_place_stays_apart(one: str, other: str, reason: str) -> None:
    found = kept_apart(memory(1, one), memory(2, other), HOLDS)
    assert found is not None
    assert reason in found.reason.lower() or found.judged is not None


def test_what_revision_has_to_say_is_carried() -> None:
    found = kept_apart(memory(1, "Uses vim for Python"), memory(2, "Does not use vim for Python any more"), HOLDS)
    assert found is not None
    assert found.judged is not None
    assert found.judged.verdict in (Verdict.REPLACES, Verdict.UNCERTAIN)
    assert "M-2" in found.reason
    assert "M-1" in found.reason


@pytest.mark.parametrize(
    ("one", "other", "reason"),
    [
        (("diet", "vegan"), ("residence", "Rome"), "only one of them tells the diet"),
        (("trip", "Rome"), ("hotel of the trip", "Rosa"), ""),
        (("residence", "Rome"), ("", ""), "only one of them tells the residence"),
        (("trip", "Rome"), ("", ""), ""),
        (("schedule:trip", "3 May"), ("", ""), ""),
        (("", ""), ("residence", "Rome"), "only one of them tells the residence"),
        (("unheard of", "Rome"), ("", ""), ""),
        (("trip", "Rome in May"), ("trip", "Rome"), ""),
        (("trip", "Rome"), ("trip", "Oslo"), "they give the trip different values: Rome, Oslo"),
    ],
)
def test_a_value_stands_alone_in_its_slot(one: tuple[str, str], other: tuple[str, str], reason: str) -> None:
    first = memory(1, "Sees old friends", attribute=one[0], value=one[1])
    second = memory(2, "Walks by the river", attribute=other[0], value=other[1])
    assert why(first, second) == reason


def test_polarity_of_an_attribute() -> None:
    first = memory(1, "Rome again", attribute="trip", value="Rome")
    second = memory(2, "Rome, well", attribute="trip", value="Rome", negated=True)
    assert why(first, second) == "one says so of the trip, the other not"


def test_times_that_do_not_meet_and_ends_that_differ() -> None:
    spring = memory(1, "Sees old friends", valid_from="2026-03-01", valid_to="2026-03-31")
    autumn = memory(2, "Walks by the river", valid_from="2026-09-01", valid_to="2026-09-30")
    assert why(spring, autumn) == "they tell of two times that do not meet"
    assert why(memory(1, "Sees old friends", valid_to="2026-09-30"), autumn) == ""
    for_ever = memory(2, "Walks by the river")
    assert why(spring, for_ever) == "one of them ends and the other goes on, or ends at another time"
    event = memory(1, "Sees old friends", MemoryType.EPISODIC, valid_to="2026-03-31")
    assert why(event, memory(2, "Walks by the river", MemoryType.EPISODIC)) == ""


def test_whom_a_memory_speaks_of_brings_nothing_together() -> None:
    one = memory(1, "Jonas collects stamps", subject="Jonas")
    other = memory(2, "Jonas sings tenor", subject="Jonas")
    assert words_in_common(one, other) == 0
    assert telling(one) == {"collect", "stamp"}
    assert words_in_common(memory(1, "the"), other) == 0
    assert words_in_common(memory(1, "collects stamps"), memory(2, "collects old stamps from Peru")) == 1_000_000
