"""Finite verbs without a tagger."""

from __future__ import annotations

import pytest

from cicatrix.core.revision.verbs import base_of, finite_places
from cicatrix.core.revision.wording import words


@pytest.mark.parametrize(
    ("sentence", "verbs"),
    [
        ("The gym opens at 7", ["opens"]),
        ("Orders ship from Hamburg", ["ship"]),
        ("I also work here", ["work"]),
        ("We moved house", ["moved"]),
        ("The order is late", ["is"]),
        ("my order of books", []),
        ("He never eats meat", ["eats"]),
        ("Ana stopped", ["stopped"]),
        ("Will Smith", []),
    ],
)
def test_where_they_stand(sentence: str, verbs: list[str]) -> None:
    found = words(sentence)
    assert [found[place].low for place in finite_places(found)] == verbs


@pytest.mark.parametrize(("form", "base"), [("lives", "live"), ("tried", "try"), ("went", "go"), ("stopped", "stop")])
def test_bases(form: str, base: str) -> None:
    assert base_of(form) == base
    assert base_of("table") == ""
