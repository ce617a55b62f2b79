"""Two statements side by side."""

from __future__ import annotations

from tests.unit.core.revision.judging import always, pair

from cicatrix.core.revision.pair import ONE, compare, conflicts, units
from cicatrix.core.revision.verdicts import Statement
from cicatrix.core.revision.wording import plain


def test_shares_and_what_is_left() -> None:
    found = pair("The build takes 14 minutes", "The build now takes 5 minutes on CI")
    assert found.old_share == 666_667
    assert [unit.text for unit in found.old_only] == ["14 minutes"]
    assert [unit.text for unit in found.new_only] == ["5 minutes", "ci"]
    assert found.topic_share == ONE
    assert [(lost.key, new.key) for lost, new in conflicts(found)] == [("840000", "300000")]
    assert found.values_differ
    assert not found.is_covered


def test_a_value_is_one_unit_and_words_meet_their_other_forms() -> None:
    assert [unit.stem for unit in units(plain("due on 4 May"))] == ["due", "=date:05-04"]
    found = pair("Deploys are frozen", "The deployment freeze")
    assert [(match.old.text, match.relation) for match in found.matches] == [("deploys", "same"), ("frozen", "same")]
    assert found.is_covered


def test_entities_are_what_both_name() -> None:
    assert pair("Kofi leads the team", "We thank Kofi").entities == {"kofi"}
    assert pair("Ticket QX-1 is open", "QX-1 is closed").entities >= {"=id:qx-1"}


def test_polarity_is_that_of_the_parts_that_meet() -> None:
    assert pair("I eat meat", "I don't eat meat").polarity_differs
    assert not pair("I'm vegetarian", "I don't eat fish, I'm a vegetarian").polarity_differs
    assert not pair("I eat meat", "I eat fish").polarity_differs


def test_captions_speak_of_somebody_unknown() -> None:
    assert pair("A man sings", "There is a man").are_indefinite
    assert not pair("A man sings", "The man sings").are_indefinite


def test_likeness_is_asked_without_the_no_where_one_has_it() -> None:
    asked: list[tuple[str, str]] = []

    def note(one: str, two: str) -> int:
        asked.append((one, two))
        return 5

    assert compare(Statement("I eat meat"), Statement("I do not eat meat"), note).alike == 5
    assert compare(Statement("I eat meat"), Statement("I eat fish"), note).alike == 5
    assert asked == [("I eat meat", "I eat meat"), ("I eat meat", "I eat fish")]


def test_a_script_without_spaces_and_a_missing_vector_are_judged_by_words() -> None:
    assert compare(Statement("我对花生过敏"), Statement("花生"), always(999_999)).likeness is None
    assert compare(Statement("tea"), Statement("tea"), lambda _a, _b: None).alike == ONE


def test_the_one_thing_that_both_speak_of_is_no_topic() -> None:
    old, new = "The billing service has six pods", "The billing service runs 4.3 now"
    named = [Statement(text, subject="billing service") for text in (old, new)]
    assert compare(named[0], named[1], None).topic == ()
    assert [match.old.text for match in pair(old, new).topic] == ["billing", "service"]
