"""What memory lacks is said in a sentence that never contradicts itself."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.core.test_router import REFUND, memory, ruling

from cicatrix.core.asking import Form
from cicatrix.core.candidates import SearchResult
from cicatrix.core.lack import lack
from cicatrix.core.recall import Grade, Thresholds
from cicatrix.core.text import content_stems

VOCABULARY = " ".join(
    (
        "refund refunds window contract contracts mia_li_3668 mia_li_3668's mia_li_3669 GAME-4412 front-end front",
        "Priya Priya's 300 euros 8:30 v2.3.1 e-mail ticket tickets never post posting",
        "what who when is can we the of café 返金 возврат",
    )
).split()
SENTENCES = st.lists(st.sampled_from(VOCABULARY), min_size=1, max_size=9).map(" ".join)
QUERIES = st.tuples(
    st.sampled_from(["", "What is ", "Can I ", "Did we ", "Do "]), SENTENCES, st.sampled_from(["", "?"])
)
SAID = re.compile(r"No memory speaks of (?P<missing>.+?)(?:; .*? shares only (?P<shared>.+?))?[.;]")


def parts(listing: str | None) -> set[str]:
    return set(re.split(r", | and ", listing or "")) - {""}


@given(QUERIES.map("".join), st.lists(SENTENCES, min_size=1, max_size=4))
def test_nothing_is_unknown_and_shared_at_once(query: str, texts: list[str]) -> None:
    memories = [memory(f"M-{number}", text) for number, text in enumerate(texts, 1)]
    got = ruling(query, *memories)
    said = SAID.search(got.reason)
    if said is None or said["missing"].startswith("this"):
        return
    missing, shared = parts(said["missing"]), parts(said["shared"])
    assert not missing & shared
    known = {stem for text in texts for stem in content_stems(text)}
    for word in missing - {each for each in missing if each.endswith("more")}:
        assert set(content_stems(word)) - known, f"{word} is known"
    for word in shared - {each for each in shared if each.endswith("more")}:
        assert set(content_stems(word)) & known, f"{word} is unknown"


@given(QUERIES.map("".join), st.lists(SENTENCES, min_size=1, max_size=4))
def test_words_are_not_said_to_stand_apart_that_one_memory_has_together(query: str, texts: list[str]) -> None:
    got = ruling(query, *(memory(f"M-{number}", text) for number, text in enumerate(texts, 1)))
    said = re.search(r"speaks of (.+) together; .* shares only (.+)\.", got.reason)
    assert said is None or parts(said[1]) != parts(said[2])


def test_the_possessive_of_an_identifier_is_the_identifier() -> None:
    mia = memory("ep6", "mia_li_3668 holds two certificates, CPR and first aid.")
    assert ruling("What are mia_li_3668's certificates?", mia).grade is Grade.ACT_AND_FLAG
    other = ruling("What are mia_li_3669's certificates?", mia)
    assert other.grade is Grade.ASK_HUMAN
    assert other.reason == ("No memory speaks of mia_li_3669's; ep6 comes nearest and shares only certificates.")


@pytest.mark.parametrize(
    "query", ["Can I refund 300 euros?", "May I refund €150?", "Should we refund 4,000 EUR to Kim?"]
)
def test_a_number_beside_a_limit_is_no_unknown_thing(query: str) -> None:
    got = ruling(query, REFUND)
    known = "Kim" not in query  # the rule holds for a stranger too, but a person should look
    assert got.grade is (Grade.ACT if known else Grade.ACT_AND_FLAG)
    assert ("sets a limit for" in got.reason) is known


def test_a_prohibition_that_is_touched_is_flagged() -> None:
    peanuts = memory("PB-01", "Never put peanuts in anything.", tags=("peanut", "dinner"))
    got = ruling("Bake some tasty peanut cookies with chocolate chips", peanuts)
    assert got.grade is Grade.ACT_AND_FLAG
    assert got.reason == "PB-01 touches this, but only by peanut: check before you act."


def test_a_rule_on_every_such_thing_is_flagged() -> None:
    rule = memory("PB-09", "Attach the city tax form to every invoice.", tags=("invoic", "tax"))
    assert ruling("Invoicing the Lindqvist party and their nine friends", rule).grade is Grade.ACT_AND_FLAG
    some = memory("PB-09", "Attach the city tax form to the invoice.", tags=("invoic", "tax"))
    assert ruling("Invoicing the Lindqvist party and their nine friends", some).grade is Grade.ASK_HUMAN


def test_words_that_ask_for_leave_are_not_what_is_asked_about() -> None:
    rule = memory("PB-06", "No taxis from Blitz.", tags=("taxi", "blitz"))
    assert ruling("Are taxis from Blitz allowed?", rule).grade is Grade.ACT


def test_leave_is_not_given_by_a_rule_that_has_few_of_the_words() -> None:
    rule = memory("PB-01", "Ask Ana before a vendor is paid.", tags=("vendor", "pay"))
    assert ruling("Can a vendor be paid?", rule).grade is Grade.ACT
    got = ruling("Can a vendor be paid twice through the petty cash box of marketing?", rule)
    assert got.grade is Grade.ACT_AND_FLAG


def test_a_slip_of_the_pen_is_read_but_not_acted_on() -> None:
    rule = memory("PB-01", "Rotate database credentials through the vault.", tags=("databas", "rotat"))
    assert ruling("Where is the databse vault?", rule).grade is Grade.ACT_AND_FLAG
    assert ruling("rotate the databse", rule).grade is Grade.ACT_AND_FLAG


def test_a_reply_answers_its_own_question() -> None:
    reply = memory("ep3", "Asked: What is our refund window for enterprise contracts?\ndana: 45 days", type="reply")
    for same in (
        "What is our refund window for enterprise contracts?",
        "How long is the refund window of an enterprise contract?",
        "Is the refund window for enterprise contracts 45 days?",
    ):
        assert ruling(same, reply).grade is Grade.ACT_AND_FLAG, same
    assert ruling("What is our refund window for startup contracts?", reply).grade is Grade.ASK_HUMAN


def test_another_person_is_not_meant() -> None:
    lena = memory("ep20", "lena: I am on holiday in Rome.", type="turn", speaker="lena")
    away = memory("ep21", "omar: I cover the weekend.", type="turn", speaker="omar")
    got = ruling("Is Omar on holiday?", lena, away)
    assert got.grade is Grade.ASK_HUMAN


@pytest.mark.parametrize(
    "query", ["How are you today?", "hello!", "thanks a lot :)", "Good morning, everyone", "lol ok"]
)
def test_small_talk_asks_nobody(query: str) -> None:
    got = ruling(query, REFUND)
    assert (got.grade, got.asks) == (Grade.ASK_HUMAN, False)
    assert got.reason == "This is small talk: it asks nothing of memory."


@pytest.mark.parametrize(
    "query", ["Hello, refund the ticket", "thanks, now handle a refund ticket", "ok handle the refund ticket"]
)
def test_a_greeting_before_a_task_is_no_small_talk(query: str) -> None:
    assert ruling(query, REFUND).grade is Grade.ACT


def test_a_known_name_of_whom_nothing_like_it_is_said() -> None:
    lena = memory("ep20", "lena: I am on holiday in Rome.", type="turn", speaker="lena")
    away = memory("ep21", "omar: I cover the weekend.", type="turn", speaker="omar")
    got = ruling("Where in Rome is Omar on holiday?", lena, away)
    assert got.grade is Grade.ASK_HUMAN
    assert got.reason == "No memory says this of Omar; ep20 comes nearest."
    assert ruling("Where in Rome is Lena on holiday?", lena, away).grade is Grade.ACT_AND_FLAG


def test_a_memory_that_shows_every_word_and_carries_few() -> None:
    shown = replace(memory("ep3", "Outcome: the window closed"), coverage=200_000, above_floor=True)
    terms = content_stems("What outcome has the window?")
    result = SearchResult((shown,), terms, (), 9, 1, (1000,) * len(terms))
    said = lack("What outcome has the window?", result, [shown], Thresholds(), asked=Form.QUESTION)
    assert said == "No memory answers this; ep3 comes nearest."
