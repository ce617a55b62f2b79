"""A no to a narrower thing, to a degree, or to a broader thing."""

from __future__ import annotations

import pytest
from tests.unit.core.revision.judging import always, judged, pair, verdict

from cicatrix.core.revision.extents import is_modified, narrowed
from cicatrix.core.revision.verdicts import Verdict


@pytest.mark.parametrize("likeness", [None, 650_000, 850_000, 990_000])
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("I like tea.", "I don't like black tea."),
        ("I like music.", "I don't like loud music."),
        ("I eat meat.", "I don't eat red meat."),
        ("I eat meat.", "I no longer eat red meat."),
        ("I have a cat.", "I don't have a black cat."),
        ("My sister likes dogs.", "My sister doesn't like very big dogs."),
        ("I don't eat red meat.", "I eat meat."),
        ("I eat meat.", "I don't eat meat on Fridays."),
        ("I drink coffee.", "I don't drink coffee without milk."),
        ("I like wine.", "I don't like wine that is sweet."),
        ("I speak French.", "I don't speak French well."),
        ("I speak French.", "I don't speak French fluently."),
        ("I cook.", "I don't cook often."),
        ("I like tea.", "I don't like tea very much."),
        ("I don't speak French well.", "I speak French."),
    ],
)
def test_a_no_to_less_refines(old: str, new: str, likeness: int | None) -> None:
    assert verdict(old, new, likeness=None if likeness is None else always(likeness)) is Verdict.REFINES


@pytest.mark.parametrize("likeness", [None, 650_000, 990_000])
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("I like green tea.", "I don't like tea."),
        ("I don't like tea.", "I like green tea."),
        ("I have a black cat.", "I don't have a cat."),
        ("I like tea.", "I don't like black tea. It is too bitter."),
        ("I like tea.", "I don't like the tea at work."),
    ],
)
def test_a_no_to_more_is_a_question(old: str, new: str, likeness: int | None) -> None:
    assert verdict(old, new, likeness=None if likeness is None else always(likeness)) is Verdict.UNCERTAIN


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("I like tea.", "I don't like tea."),
        ("I like black tea.", "I don't like black tea."),
        ("I have a cat.", "I don't have a cat any more."),
        ("I speak French.", "I don't speak French."),
        ("I work out.", "I don't work out any more."),
        ("I speak French well.", "I don't speak French well."),
        ("I eat red meat.", "I no longer eat meat."),
    ],
)
def test_a_no_to_the_same_still_replaces(old: str, new: str) -> None:
    for likeness in (None, always(900_000)):
        assert verdict(old, new, likeness=likeness) is Verdict.REPLACES


def test_the_reason_names_what_is_narrower() -> None:
    assert judged("I like tea.", "I don't like black tea.").signals["added"] == "black"
    assert judged("I speak French.", "I don't speak French well.").signals["added"] == "well"
    assert "on Fridays" in judged("I eat meat.", "I don't eat meat on Fridays.").reason


def test_people_not_told_before_are_compared_by_other_rules() -> None:
    one = pair("A man is playing a guitar", "There is no man playing an electric guitar")
    assert narrowed(one) is None
    assert not is_modified(one)
    assert is_modified(pair("I like tea", "I do not like black tea. Bitter"))
    assert not is_modified(pair("I like tea", "I do not like tea. Bitter"))
