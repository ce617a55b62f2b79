"""Old and new in one breath: what is over is denied by itself, and what came in its place holds."""

from __future__ import annotations

import pytest
from tests.unit.core.observation.reading import WEDNESDAY, told

from cicatrix.core.observation.findings import Observed
from cicatrix.core.observation.turns import read_turn

Filled = tuple[str, str, bool]


def filled(text: str) -> list[Filled]:
    found = read_turn(text, speaker="user", said=WEDNESDAY)
    return [(one.attribute, one.value, one.negated) for one in found if isinstance(one, Observed)]


@pytest.mark.parametrize(
    ("text", "attribute", "old", "new"),
    [
        (
            "Update: I no longer work at Rowan School, I work at Quay College.",
            "employer",
            "Rowan School",
            "Quay College",
        ),
        ("I left Halden Energy and joined Tarn Labs.", "employer", "Halden Energy", "Tarn Labs"),
        ("I've left Halden Energy to join Tarn Labs.", "employer", "Halden Energy", "Tarn Labs"),
        ("I quit Halden and now work at Tarn.", "employer", "Halden", "Tarn"),
        ("I resigned from Halden and started at Tarn.", "employer", "Halden", "Tarn"),
        ("I don't work for Halden any more but for Tarn.", "employer", "Halden", "Tarn"),
        ("I don't live in Leith any more, I'm in Perth now.", "residence", "Leith", "Perth"),
        ("I no longer live in Leith but in Perth.", "residence", "Leith", "Perth"),
        ("I don't work at Halden any more, I'm at Tarn now.", "employer", "Halden", "Tarn"),
    ],
)
def test_both_are_statements_and_only_the_new_one_holds(text: str, attribute: str, old: str, new: str) -> None:
    assert filled(text) == [(attribute, old, True), (attribute, new, False)]


def test_each_cites_its_own_words_and_the_new_one_begins_when_it_is_said_to() -> None:
    text = "I left Halden and joined Tarn on 4 May."
    old, new = read_turn(text, speaker="user", said=WEDNESDAY)
    assert isinstance(old, Observed)
    assert isinstance(new, Observed)
    assert (text[old.start : old.end], new.text) == ("I left Halden", "I … joined Tarn on 4 May.")
    assert (new.valid_from, new.valid_to) == ("2026-05-04", None)


@pytest.mark.parametrize(
    "text",
    [
        "I might leave Halden and join Tarn.",
        "I left Halden in May.",
        "I'm in Perth now.",
        "I live in Leith, I'm in Perth for the week.",
        "I don't live in Leith any more, I'm happy now.",
    ],
)
def test_without_an_old_and_a_new_one_nothing_is_switched(text: str) -> None:
    found = filled(text)
    assert not [one for one in found if one[1] in ("Halden", "Tarn", "Perth") and one[0] in ("employer", "residence")]


def test_of_somebody_else_it_is_said_of_him() -> None:
    found = read_turn("Jonas left Halden and joined Tarn.", speaker="user", said=WEDNESDAY)
    assert {one.subject for one in found if isinstance(one, Observed)} == {"Jonas"}


def test_what_follows_but_is_no_home_where_nothing_was_denied() -> None:
    assert told("I live in Leith but work from Perth.").value == "Leith"
