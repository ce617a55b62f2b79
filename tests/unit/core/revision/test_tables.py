"""Opposites, near words and kinds."""

from __future__ import annotations

import pytest

from cicatrix.core.revision.tables import opposite, people, relation
from cicatrix.core.text import stem


@pytest.mark.parametrize(
    ("one", "two", "how"),
    [
        ("port", "port", "same"),
        ("love", "hate", "opposite"),
        ("happy", "unhappy", "opposite"),
        ("shirtless", "shirt", "opposite"),
        ("children", "kids", "near" if stem("children") != stem("kids") else "same"),
        ("flat", "apartment", "near"),
        ("bake", "bakery", "near"),
        ("address", "adress", "near"),
        ("delivery", "delviery", "near"),
        ("guitar", "instrument", "under"),
        ("instrument", "guitar", "above"),
        ("guitar", "piano", "beside"),
        ("tea", "tree", ""),
        ("parse", "parsed2", ""),
        ("merlin", "marlin", ""),
    ],
)
def test_relations(one: str, two: str, how: str) -> None:
    assert relation(stem(one), stem(two)) == how


def test_names_have_no_other_forms() -> None:
    assert relation("karin", "karina") == "near"
    assert relation("karin", "karina", True) == ""


def test_people_are_no_opposites_of_each_other() -> None:
    assert {stem("man"), stem("woman")} <= people()
    assert not opposite("man", "woman")
