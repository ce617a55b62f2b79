"""One everyday word in common lets no memory in; what names it does."""

from __future__ import annotations

import pytest

from cicatrix.core.candidates import Candidate, SearchResult
from cicatrix.core.concern import concerns
from cicatrix.core.grasp import Grasp
from cicatrix.core.ids import Kind
from cicatrix.core.recall import ONE
from cicatrix.core.text import content_stems
from cicatrix.core.trust import Origin

POD = "The cache runs on a single node and forgets nothing"


def let_in(
    query: str,
    text: str,
    *,
    kind: Kind = Kind.MEMORY,
    subject: str = "",
    components: tuple[str, ...] = (),
    cosine: int | None = None,
    **changes: object,
) -> bool:
    """Whether a memory with these words is let in, where all words of the query weigh alike."""
    terms = content_stems(query)
    own = set(content_stems(text))
    candidate = Candidate(
        handle={Kind.MEMORY: "M-1", Kind.RULE: "PB-01", Kind.EPISODE: "ep1"}[kind],
        kind=kind,
        seq=1,
        text=text,
        score=1,
        components=dict.fromkeys(components, ONE),
        coverage=sum(term in own for term in terms) * ONE // max(1, len(terms)),
        above_floor=True,
        trust=Origin.HUMAN,
        importance=500,
        occurred_at="2026-11-03",
        subject=subject,
        **{"type": "semantic", **changes},  # type: ignore[arg-type]
    )
    statistics = {}
    if cosine is not None:
        candidate.components["cosine"] = cosine
        statistics["cosine_floor"] = 250_000
    result = SearchResult((candidate,), terms, (), 1, 1, weights=(1000,) * len(terms), statistics=statistics)
    return concerns(candidate, Grasp(query, result))


def test_one_everyday_word_of_many_is_chance() -> None:
    assert not let_in("How do we schedule pods across the nodes of a cluster?", POD)


def test_half_of_the_query_is_not() -> None:
    assert let_in("Which cache?", POD)


def test_two_words_that_are_a_quarter_are_not() -> None:
    assert let_in("Which node does the session cache of the gateway use?", POD)
    assert not let_in("a node, a cache, " + " ".join(f"word{letter}" for letter in "abcdefgh"), POD)


def test_words_that_name_no_thing_count_on_neither_side() -> None:
    assert not let_in("What are we using the gateway for?", "We use pipes to chain what we write")


@pytest.mark.parametrize("name", ["attribute", "domain", "in_place_of", "linked", "speaker"])
def test_what_names_it_lets_it_in(name: str) -> None:
    assert let_in("How do we schedule pods across the nodes of a cluster?", POD, components=(name,))


def test_a_tag_lets_it_in() -> None:
    assert let_in("How do we schedule pods across the nodes of a cluster?", POD, tags_met=("pod",))


def test_its_subject_lets_it_in() -> None:
    asked = "Is the billing service on the list of what goes down on Friday night?"
    assert let_in(asked, "It depends on the gateway", subject="the billing service")
    assert not let_in(asked, "It depends on the gateway", subject="the search service")


def test_a_name_that_it_begins_with_lets_it_in() -> None:
    asked = "On which continent lies the country of citizenship of Sable?"
    assert let_in(asked, "Sable is a citizen of Norway")
    assert not let_in(asked, "Nobody had met Sable before that day in the harbour")


def test_a_number_lets_it_in() -> None:
    assert let_in("What became of the complaint in ticket 4711 of that angry customer?", "4711 was a lost parcel")


def test_rules_and_episodes_have_bars_of_their_own() -> None:
    for kind in (Kind.RULE, Kind.EPISODE):
        assert let_in("How do we schedule pods across the nodes of a cluster?", POD, kind=kind)


ASKED, ADVICE = "How are the pods spread over the hosts?", "Can you recommend a restaurant for tonight?"


def test_its_vector_lets_it_in_where_it_is_clearly_near() -> None:
    assert let_in(ASKED, POD, cosine=400_000)
    assert not let_in(ASKED, POD, cosine=399_999)
    assert not let_in(ASKED, POD), "without vectors none is near"


def test_who_asks_of_himself_is_served_by_what_he_said_of_himself() -> None:
    asked = "Who looks after my heart?"
    assert let_in(asked, "My cardiologist is Dr. Falk", subject="user", cosine=250_000)
    assert not let_in(asked, "My cardiologist is Dr. Falk", subject="user", cosine=249_999)
    assert not let_in(asked, "The clinic has a cardiologist", subject="clinic", cosine=399_999)
    assert not let_in("Who looks after hearts?", "My cardiologist is Dr. Falk", subject="user", cosine=399_999)


def test_advice_is_served_by_all_that_was_said_of_oneself_and_comes_near() -> None:
    assert let_in(ADVICE, "Cannot stand loud rooms", type="preference", cosine=250_000)
    assert let_in(ADVICE, "I am afraid of heights", subject="user", cosine=250_000)
    assert not let_in(ADVICE, "The cache runs on a single node", subject="cache", cosine=399_999)
    assert not let_in(ADVICE, "Cannot stand loud rooms", type="preference", cosine=249_999)
    assert not let_in(ASKED, "Cannot stand loud rooms", type="preference", cosine=399_999)
