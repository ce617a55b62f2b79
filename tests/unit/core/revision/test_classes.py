"""Attribute classes in wording."""

from __future__ import annotations

import pytest
from tests.unit.core.revision.judging import verdict

from cicatrix.core.revision.classes import attribute_classes, of_other_classes
from cicatrix.core.revision.verdicts import Verdict


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("I live in Leeds", {"residence"}),
        ("We moved to York", {"residence"}),
        ("I am vegetarian", {"diet", "employment"} & {"diet"}),
        ("Please call me Bob", {"name"}),
        ("I like tea", set()),
    ],
)
def test_classes(text: str, found: set[str]) -> None:
    assert found <= attribute_classes(text)
    assert bool(attribute_classes(text)) is bool(found)


def test_statements_of_other_classes() -> None:
    birthday, move = "My birthday is on 3 March 1990.", "We moved to York on 1 March."
    assert of_other_classes(birthday, move)
    assert not of_other_classes(move, "I live in Leeds.")
    assert not of_other_classes(birthday, "The parcel came.")  # it may speak of anything
    assert verdict(birthday, move) is Verdict.DISTINCT
    assert verdict(move, birthday) is Verdict.DISTINCT
