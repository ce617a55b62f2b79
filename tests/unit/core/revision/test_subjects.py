"""Whom a statement speaks of."""

from __future__ import annotations

import pytest

from cicatrix.core.revision.subjects import different, names_in, subject_of
from cicatrix.core.revision.verdicts import Statement


@pytest.mark.parametrize(
    ("text", "who"),
    [
        ("I live in Leeds", "self"),
        ("Please send it", "self"),
        ("My brother lives in Leeds", "self.brother"),
        ("Mum walks with a stick", "self.mother"),
        ("Kestrel Logistics is late", "kestrel logistics"),
        ("The gym opens at 7", "gym"),
        ("Got home", ""),
        ("", ""),
    ],
)
def test_the_subject(text: str, who: str) -> None:
    assert subject_of(text).who == who


def test_whoever_says_i_is_the_subject() -> None:
    assert subject_of("I am off", "Priyanka").who == "priyanka"
    assert subject_of("I am off", "user").who == "self"
    assert subject_of("I am off", "Priyanka", "Joost").who == "joost"


def test_names() -> None:
    assert names_in("Fetch it from Marlowe with parse_rows on mon-2, the API and fooBar") == {
        "marlowe",
        "parse_rows",
        "mon-2",
        "foobar",
    }
    assert names_in("Renewal is due. Halden called.") == {"halden"}


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        (Statement("x", subject="Ines"), Statement("x", subject="Noor"), "another subject: Ines / Noor"),
        (Statement("I take pills"), Statement("Mum takes pills"), "another person: mother"),
        (Statement("My sister lives in Rome"), Statement("I live in Rome"), "another person: sister"),
        (Statement("I am off", speaker="Priyanka"), Statement("I am off", speaker="Dario"), "said of themselves by"),
        (Statement("My sister Ondine is engaged"), Statement("Ondine is single"), ""),
        (Statement("I am off", speaker="user"), Statement("I am off", speaker="Dario"), ""),
    ],
)
def test_other_subjects(old: Statement, new: Statement, reason: str) -> None:
    found = different(old, new)
    assert found.startswith(reason)
    assert bool(found) is bool(reason)
