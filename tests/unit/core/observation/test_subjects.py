"""Whom a clause speaks of."""

from __future__ import annotations

import pytest

from cicatrix.core.observation.subjects import Subject, read_subject


def subject(clause: str) -> Subject:
    found = read_subject(clause, "user")
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("clause", "kind", "name", "predicate"),
    [
        ("I live in Oslo", "self", "user", "live in Oslo"),
        ("I'm vegan", "self", "user", "'m vegan"),
        ("We moved", "self", "user", "moved"),
        ("My wife and I moved", "self", "user", "moved"),
        ("My friend Jonas doesn't like football", "other", "Jonas", "doesn't like football"),
        ("My brother-in-law Bo drinks", "other", "Bo", "drinks"),
        ("My sister lives in Oslo", "other", "user's sister", "lives in Oslo"),
        ("My sister always lives in Oslo", "other", "user's sister", "always lives in Oslo"),
        ("My son's teacher is ill", "other", "user's son", "is ill"),
        ("My sister, a doctor, works nights", "other", "user's sister", "works nights"),
        ("Noor works at Acme", "other", "Noor", "works at Acme"),
        ("Quentin chairs the committee", "other", "Quentin", "chairs the committee"),
        ("Ana's going home", "other", "Ana", "'s going home"),
        ("Dr. Okafor prefers calls", "other", "Dr. Okafor", "prefers calls"),
        ("The billing service listens on port 1", "other", "billing service", "listens on port 1"),
        ("The leaked keys were rotated", "other", "leaked keys", "were rotated"),
        ("Orders ship from Hamburg", "other", "Orders", "ship from Hamburg"),
        ("The maximum discount we give is 15%", "other", "maximum discount", "is 15%"),
        ("Nobody on our team works on Fridays", "other", "Nobody on our team", "works on Fridays"),
        ("Our retro is on Fridays", "other", "retro", "is on Fridays"),
        ("Our cat Miso purrs", "other", "Miso", "purrs"),
        ("My little boy Theo sings", "other", "Theo", "sings"),
        ("Today's outage started at noon", "other", "outage", "started at noon"),
        ("Irving Fryar plays wide receiver", "other", "Irving Fryar", "plays wide receiver"),
        ("The Wheel of Time was written", "other", "Wheel of Time", "was written"),
        ("Alice, Duchess of Gloucester, is Anglican", "other", "Alice", "is Anglican"),
        ("The University of California, Berkeley is old", "other", "University of California, Berkeley", "is old"),
        ("She lives there", "pronoun", "", "lives there"),
        ("You live there", "listener", "", "live there"),
        ("There is a key", "there", "", "is a key"),
        ("People like cats", "people", "", ""),
        ("Finding balance is crucial", "people", "", ""),
        ("Things have changed", "people", "", ""),
    ],
)
def test_subject(clause: str, kind: str, name: str, predicate: str) -> None:
    found = subject(clause)
    assert (found.kind, found.name, found.predicate) == (kind, name, predicate)


@pytest.mark.parametrize(
    ("clause", "kind", "name", "noun"),
    [
        ("My favourite colour is teal", "own", "user", "favourite colour"),
        ("Our favourite restaurant is Luz", "own", "user", "favourite restaurant"),
        ("Our address is 5 Elm Road", "own", "user", "address"),
        ("My dog's name is Rex", "own", "user", "dog's name"),
        ("Kestrel's owner is Marta", "other", "Kestrel", "owner"),
        ("The deadline for Atlas is 14 June", "other", "Atlas", "deadline"),
        ("My son's allergy is bad", "other", "user's son", "allergy"),
        ("My son Theo's allergy is bad", "other", "Theo", "allergy"),
    ],
)
def test_what_somebody_has_is_told_apart(clause: str, kind: str, name: str, noun: str) -> None:
    found = subject(clause)
    assert (found.kind, found.name, found.noun) == (kind, name, noun)


@pytest.mark.parametrize(
    "clause",
    ["filler sentence.", "Got promoted today", "Third outage today", "The blue door", "My", "Thankfully, he left"],
)
def test_without_a_subject_and_a_verb_there_is_none(clause: str) -> None:
    assert read_subject(clause, "user") is None


def test_others_with_the_speaker_are_many() -> None:
    assert subject("We moved").many
    assert not subject("I moved").many
