"""The same, more exactly, or alike."""

from __future__ import annotations

import pytest
from tests.unit.core.revision.judging import always, judged, pair, verdict

from cicatrix.core.revision.sameness import is_guarded, liked
from cicatrix.core.revision.verdicts import Verdict


@pytest.mark.parametrize(
    ("old", "new", "verdict", "rule"),
    [
        ("My sister lives in Rome", "Rome is where my sister lives", Verdict.DUPLICATE, "same"),
        ("The dog bites the man", "The man bites the dog", Verdict.UNCERTAIN, "same"),
        ("The contract was signed by Ann", "Ann signed the contract", Verdict.DUPLICATE, "same"),
        ("She plays the guitar", "She plays an instrument", Verdict.REFINES, "same"),
        ("The dog eats food", "The animal eats bread", Verdict.UNCERTAIN, "same"),
        ("Use symlinks for config", "On Linux, use symlinks for config", Verdict.REFINES, "conditioned"),
        ("The gate is green", "The gate is currently green", Verdict.DUPLICATE, "same"),
        ("The parser is slow", "The parser is slow on line 212", Verdict.REFINES, "adds"),
        ("The backend runs on port 8090", "Backend is at localhost:8090", Verdict.DUPLICATE, "same_value"),
        ("My order 61884 is late", "The carrier has my order 61884 in Bonn", Verdict.REFINES, "same_value"),
        ("I have a dog", "My dog is a whippet called Juno", Verdict.REFINES, "elaborates"),
        ("Invoice F-2207 is mine", "La facture F-2207, merci", Verdict.UNCERTAIN, "similar"),
        ("Tomatoes ripen", "Lists are fused", Verdict.DISTINCT, "none"),
    ],
)
def test_rules(old: str, new: str, verdict: Verdict, rule: str) -> None:
    found = judged(old, new)
    assert (found.verdict, found.signals["rule"]) == (verdict, rule)


@pytest.mark.parametrize(
    ("cosine", "verdict"),
    [(940_000, Verdict.UNCERTAIN), (800_000, Verdict.UNCERTAIN), (790_000, Verdict.DISTINCT)],
)
def test_alike_without_evidence_is_a_question(cosine: int, verdict: Verdict) -> None:
    assert judged("Tomatoes ripen", "Lists are fused", likeness=always(cosine)).verdict is verdict


def test_alike_in_words_and_yet_unlike() -> None:
    assert judged("Rome has it", "It has Rome", likeness=always(100_000)).verdict is Verdict.UNCERTAIN


def test_very_much_alike_with_another_name_is_a_question() -> None:
    found = judged("The tape was made by Ann", "It is Bo whose tape we have", likeness=always(950_000))
    assert found.verdict is Verdict.UNCERTAIN


@pytest.mark.parametrize(
    ("old", "new", "guarded"),
    [
        ("We have 40 seats", "We have 41 seats", True),
        ("It is from Ann", "It is from Bo", True),
        ("It is hot", "It is cold", True),
        ("It is from Ann", "It is from Ann too", False),
    ],
)
def test_guards(old: str, new: str, guarded: bool) -> None:
    assert is_guarded(pair(old, new)) is guarded


@pytest.mark.parametrize("likeness", [None, 900_000])
def test_a_liking_grows_and_is_no_doubt(likeness: int | None) -> None:
    embedder = None if likeness is None else always(likeness)
    for old, new in (("I like tea", "I love tea"), ("I love tea", "I like tea"), ("I enjoy hiking", "I adore hiking")):
        assert verdict(old, new, likeness=embedder) is Verdict.REFINES
    assert verdict("I like tea", "I love Anna", likeness=embedder) is not Verdict.REFINES
    assert liked(pair("I like tea", "I do not love tea")) is None
