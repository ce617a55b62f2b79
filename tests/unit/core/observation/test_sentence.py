"""A clause: fronted times, cases, headings, left-out subjects, second predicates."""

from __future__ import annotations

import pytest
from tests.unit.core.observation.reading import WEDNESDAY, refused, told

from cicatrix.core.memories import MemoryType
from cicatrix.core.observation.findings import Observed, Pass
from cicatrix.core.observation.sentence import read_clause
from cicatrix.core.observation.statements import Telling


@pytest.mark.parametrize(
    ("text", "subject", "attribute", "value"),
    [
        ("On Mondays standup is at 9:30.", "standup", "schedule", "9:30"),
        ("The launch is on Monday.", "launch", "schedule", "Monday"),
        ("The review was moved to 3pm.", "review", "schedule", "3pm"),
        ("We moved the launch from Monday to Thursday.", "launch", "schedule", "Thursday"),
        ("They have postponed my exam until 12 May.", "user", "schedule:exam", "12 May"),
        ("The ladder is on the balcony.", "ladder", "location", "on the balcony"),
        ("I moved from Lyon to Nantes.", "user", "residence", "Nantes"),
        ("We moved back to Leeds.", "user", "residence", "Leeds"),
        ("We moved with the children to Leeds.", "user", "residence", "Leeds"),
        ("I moved my desk to the window.", "user", "", "desk to the window"),
        ("I've moved all my files to Dropbox.", "user", "", "all my files to Dropbox"),
        ("In Genoa we're staying at the Albergo Nuvola.", "user", "", "at the Albergo Nuvola"),
        ("Just booked a table at Nonna's.", "user", "", "table at Nonna's"),
        ("Had a long call with Boreal today.", "user", "", "long call with Boreal"),
        ("Allergic to nuts.", "user", "allergy", "nuts"),
        ("Love rainy days.", "user", "likes", "rainy days"),
        ("Hawthorn Clinics: our agreement runs out in May.", "agreement", "", "out in May"),
        ("Max heap for the indexer: 2 GiB.", "indexer", "max heap", "2 GiB"),
        ("Release date: 3 May.", "Release date", "value", "3 May"),
        ("If I eat walnuts I get hives.", "user", "allergy", "walnuts"),
        ("I can't have penicillin, I'm allergic.", "user", "allergy", "penicillin"),
        ("Not a big fan of sushi.", "user", "likes", "sushi"),
        ("Dentist appointment on Friday at 10.", "user", "schedule:dentist appointment", "on Friday at 10"),
        ("This is Anneliese, calling about my order.", "user", "name", "Anneliese"),
        ("Penicillin gives me a rash.", "user", "allergy", "Penicillin"),
        ("When I'm stressed, I bake bread.", "user", "", ""),
        ("Although I like tea, I drink coffee.", "user", "food", "coffee"),
        ("When I ask for code, give me Python.", "user", "instruction", "give me Python"),
        ("Whenever you write to me, don't use emojis.", "user", "instruction", "don't use emojis"),
        ("You can reach me at bo@example.org.", "user", "email", "bo@example.org"),
    ],
)
def test_clause(text: str, subject: str, attribute: str, value: str) -> None:
    found = told(text)
    assert (found.subject, found.attribute, found.value) == (subject, attribute, value)
    assert (found.start, found.end) == (0, len(text))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("Excited for the weekend!", Pass.NO_STATEMENT),
        ("If you have time, call the bank.", Pass.GENERALITY),
        ("In short.", Pass.GENERALITY),
        ("Old wisdom: a long and winding road to nowhere at all in the end, friends.", Pass.NO_STATEMENT),
        ("Question: is it open?", Pass.QUESTION),
        ("When I'm there, you win.", Pass.GENERALITY),
        ("If I were rich, I'd travel.", Pass.HYPOTHESIS),
    ],
)
def test_clause_without_a_statement(text: str, why: Pass) -> None:
    assert refused(text) is why


def both(clause: str) -> tuple[Observed, ...]:
    found = read_clause(clause, Telling("user", WEDNESDAY, clause))
    assert not isinstance(found, Pass)
    return found


def test_a_second_predicate_fills_an_attribute_of_its_own() -> None:
    assert [(one.attribute, one.value) for one in both("I'm 34 and live in Oslo")] == [
        ("age", "34"),
        ("residence", "Oslo"),
    ]


@pytest.mark.parametrize("clause", ["I like cats and dogs", "I speak Finnish and smile", "I'm a nurse and a mother"])
def test_what_only_goes_on_is_no_second_statement(clause: str) -> None:
    assert len(both(clause)) == 1


def test_a_case_belongs_to_what_holds_in_it() -> None:
    found = told("When I'm in Oslo, I live at the Grand Hotel.")
    assert (found.attribute, found.value, found.type) == ("", "", MemoryType.SEMANTIC)


@pytest.mark.parametrize("clause", ["the door by the lake", "maybe the door", "you are late"])
def test_what_is_asked_to_be_remembered_is(clause: str) -> None:
    found = read_clause(clause, Telling("user", WEDNESDAY, clause), explicit=True)
    assert not isinstance(found, Pass)
    assert found[0].explicit
    assert isinstance(read_clause("is it open?", Telling("user", WEDNESDAY, ""), explicit=True), Pass)
