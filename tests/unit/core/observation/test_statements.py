"""What a subject and its predicate say, of the speaker, of somebody else and of things."""

from __future__ import annotations

import pytest
from tests.unit.core.observation.reading import refused, told

from cicatrix.core.memories import MemoryType
from cicatrix.core.observation.findings import Pass


@pytest.mark.parametrize(
    ("text", "subject", "attribute", "value"),
    [
        ("My wife is called Ingrid.", "user", "spouse", "Ingrid"),
        ("My dentist is Dr. Falk.", "user", "dentist", "Dr. Falk"),
        ("Dr. Lindqvist is my dentist now.", "user", "dentist", "Dr. Lindqvist"),
        ("My account manager is Delphine Roux.", "user", "account manager", "Delphine Roux"),
        ("Ada is my manager.", "user", "manager", "Ada"),
        ("Rosa is our new CFO.", "Rosa", "job", "cfo"),
        ("Kai and I broke up.", "user", "", "up"),
        ("My dog's name is Rex.", "user", "pet", "Rex"),
        ("My favourite tea is oolong.", "user", "favourite:tea", "oolong"),
        ("Oolong is my favourite tea.", "user", "favourite:tea", "Oolong"),
        ("My locker number is 4411.", "user", "locker number", "4411"),
        ("Kestrel's owner is Marta.", "Kestrel", "owner", "Marta"),
        ("The deadline for Atlas is 14 June.", "Atlas", "deadline", "14 June"),
        ("The marker is MARKER-7734.", "marker", "value", "MARKER-7734"),
        ("My mentor Ada said the plan is risky.", "Ada", "said", "plan is risky"),
        ("Jonas is Dutch.", "Jonas", "", "Dutch"),
        ("My flight leaves at six.", "user", "schedule:flight", "at six"),
        ("My car runs on diesel.", "user", "", "on diesel"),
        ("My dog is sick.", "user's dog", "state", "sick"),
        ("There is a spare key under the third pot.", "spare key under the third pot", "", ""),
        ("I'd rather take the train.", "user", "likes", "take the train"),
        ("I would never buy leather.", "user", "likes", "buy leather"),
        ("Invoices should be sent to Ana.", "Invoices", "", "sent to Ana"),
        ("Luis can't drive.", "Luis", "", ""),
        ("I feel sick.", "user", "state", "sick"),
        ("My ex-husband lives in Malta.", "user's ex-husband", "residence", "Malta"),
        ("My barber lives in Leith.", "user's barber", "residence", "Leith"),
        ("My boat is called Petrel.", "user", "boat", "Petrel"),
        ("My address is 5 Elm Road, Derby.", "user", "address", "5 Elm Road, Derby"),
        ("I'm terrible with names.", "user", "skill", "names"),
        ("I'm good at chess.", "user", "skill", "chess"),
        ("I have an idea board in the kitchen.", "user", "has", "idea board in the kitchen"),
        ("The trip in May is booked.", "trip in May", "", "booked"),
        ("I have news: I started a new job at Halden Maps.", "user", "employer", "Halden Maps"),
    ],
)
def test_statement(text: str, subject: str, attribute: str, value: str) -> None:
    found = told(text)
    assert (found.subject, found.attribute, found.value) == (subject, attribute, value)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("I like your jacket.", Pass.LISTENER),
        ("My boss likes your idea.", Pass.LISTENER),
        ("There's hope.", Pass.NO_STATEMENT),
        ("Here's to the old house by the lake.", Pass.SMALL_TALK),
        ("The new one is red.", Pass.ANAPHORA),
        ("I would move.", Pass.HYPOTHESIS),
        ("We should cherish it.", Pass.HYPOTHESIS),
        ("I know the way.", Pass.SMALL_TALK),
        ("My boss said it.", Pass.ANAPHORA),
        ("My phone is great.", Pass.OPINION),
        ("The colours are so vivid.", Pass.OPINION),
        ("Books give people hope.", Pass.OPINION),
        ("The team will do.", Pass.OPINION),
        ("The bell is.", Pass.OPINION),
        ("I was just testing.", Pass.NO_STATEMENT),
        ("Dentist appointment.", Pass.NO_STATEMENT),
        ("Veggies are his favourite.", Pass.ANAPHORA),
        ("Super stoked!", Pass.NO_STATEMENT),
        ("I have the feeling that it rains more often.", Pass.OPINION),
        ("I have no idea how people do it.", Pass.OPINION),
        ("I have a question about the lease.", Pass.OPINION),
        ("Make it a little shorter, and leave the last sentence out of it, please.", Pass.REQUEST),
    ],
)
def test_no_statement(text: str, why: Pass) -> None:
    assert refused(text) is why


def test_a_favourite_is_a_preference_and_another_label_a_fact() -> None:
    assert told("My favourite tea is oolong.").type is MemoryType.PREFERENCE
    assert told("My locker number is 4411.").type is MemoryType.SEMANTIC


def test_the_family_of_a_named_speaker_is_his() -> None:
    assert told("My sister paints.", speaker="Bo").subject == "Bo's sister"


def test_what_is_told_aside_to_the_listener_does_not_matter() -> None:
    assert told("The neighbour I told you about plays chess.").subject == "neighbour"
