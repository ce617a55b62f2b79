"""Attribute classes in wording."""

from __future__ import annotations

import pytest

from cicatrix.core.revision.classes import attribute_classes


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
