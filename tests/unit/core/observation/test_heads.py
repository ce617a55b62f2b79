"""The head of a predicate: verb, tense, negation."""

from __future__ import annotations

import pytest

from cicatrix.core.observation.heads import Head, base, is_past, read_head


def head(text: str) -> Head:
    found = read_head(text)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("text", "verb", "tense", "denied", "rest"),
    [
        ("live in Oslo.", "live", "present", False, "in Oslo."),
        ("don't live in Oslo.", "live", "present", True, "in Oslo."),
        ("never eat meat", "eat", "present", True, "meat"),
        ("don't never eat meat", "eat", "present", False, "meat"),
        ("no longer like Vim", "like", "present", True, "Vim"),
        ("went to Rome", "go", "past", False, "to Rome"),
        ("did not go to Rome", "go", "past", True, "to Rome"),
        ("'m vegan", "be", "present", False, "vegan"),
        ("wasn't there", "be", "past", True, "there"),
        ("'ve got two cats", "have", "present", False, "two cats"),
        ("have two cats", "have", "present", False, "two cats"),
        ("have lived here", "live", "present", False, "here"),
        ("have mixed feelings", "have", "present", False, "mixed feelings"),
        ("'ll be away", "be", "future", False, "away"),
        ("'m going to quit", "quit", "future", False, ""),
        ("'m gonna quit", "quit", "future", False, ""),
        ("'m going to the doctor", "go", "present", False, "to the doctor"),
        ("used to smoke", "smoke", "past", True, ""),
        ("do yoga", "do", "present", False, "yoga"),
        ("do the laundry", "do", "present", False, "the laundry"),
        ("adamantly avoid crowds", "avoid", "present", False, "crowds"),
        ("can't stand noise", "stand", "present", True, "noise"),
    ],
)
def test_head(text: str, verb: str, tense: str, denied: bool, rest: str) -> None:
    found = head(text)
    assert (found.verb, found.tense, found.denied, found.rest) == (base(verb), tense, denied, rest)


def test_what_stands_before_the_verb_is_noted() -> None:
    assert head("only eat fish").alone
    assert head("might go").modal == "might"
    assert head("'d rather walk").modal == "would"
    assert head("have been to Rome").perfect
    assert head("'m learning Welsh").progressive
    assert head("'m about to leave").intends
    assert head("don't drink any more").over
    assert not head("drink more").over


@pytest.mark.parametrize("text", ["", "...", ", really", "'m, well,"])
def test_no_verb_no_head(text: str) -> None:
    found = read_head(text)
    assert found is None or found.verb in ("be", "really", "well")


def test_have_alone_is_a_verb() -> None:
    assert head("have").verb == "have"
    assert head("am").verb == "be"
    assert head("have never").verb in ("have", "never")


@pytest.mark.parametrize(
    ("word", "past"), [("moved", True), ("ate", True), ("need", False), ("move", False), ("red", False)]
)
def test_a_past_is_told_by_its_form(word: str, past: bool) -> None:
    assert is_past(word) is past
