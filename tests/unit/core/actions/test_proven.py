"""An update beside the record as it is."""

from __future__ import annotations

import pytest

from cicatrix.core.actions.action import Action
from cicatrix.core.actions.call import Call
from cicatrix.core.actions.canonical import canonical
from cicatrix.core.episodes import JsonObject
from cicatrix.core.policies.lexicon import Lexicon

STATE: JsonObject = {
    "booking": "B-1",
    "cabin": "basic",
    "flights": [{"number": "HX1", "date": "2030-01-01"}, {"number": "HX2", "date": "2030-01-02"}],
}


def update(**args: object) -> Call:
    action = Action("update_booking_flights", args=args, context={"state": STATE})  # type: ignore[arg-type]
    (call,) = canonical(action, Lexicon.default()).calls
    return call


def nouns(call: Call) -> set[str]:
    return {word for thing in call.things if thing.role == "tool" for word in thing.words}


def test_what_is_repeated_is_nothing_that_is_done() -> None:
    call = update(booking="B-1", cabin="business", flights=STATE["flights"])
    assert nouns(call) == {"booking"}
    assert call.changed == {"/cabin"}


@pytest.mark.parametrize("flights", [[STATE["flights"][0]], [{"number": "HX9", "date": "2030-01-01"}]])  # type: ignore[index]
def test_what_differs_is(flights: object) -> None:
    call = update(booking="B-1", cabin="basic", flights=flights)
    assert "flight" in nouns(call)
    assert "/flights#" in call.changed
    assert "/cabin" not in call.changed


def test_facts_of_the_record_are_values_and_things_beside() -> None:
    call = update(booking="B-1", cabin="business")
    assert call.values["state/cabin"] == "basic"
    assert any(thing.role == "state" and thing.words == ("basic",) for thing in call.things)


def test_without_a_record_everything_counts_as_changed() -> None:
    (call,) = canonical(Action("update_booking", args={"cabin": "basic"}), Lexicon.default()).calls
    assert call.changed == {"/cabin"}
