"""Failure reports of other memories, as far as words and search decide them: each kind of fault is pinned here.

The names are the ids of the cases. What budget, rescue and grade decide is in the cases of recall.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from tests.integration.minds import Mind

from cicatrix.core.memories import MemoryType, Status
from cicatrix.core.recall import ONE, RecallSettings
from cicatrix.core.text import count_tokens
from cicatrix.core.windows import parse_window
from cicatrix.errors import InvalidInput


@pytest.fixture
def mind(database: Path) -> Iterator[Mind]:
    made = Mind.at(database)
    yield made
    made.store.close()


def test_c075_symbols_match_nothing_and_han_matches_by_pairs(mind: Mind) -> None:
    mind.claim("多租户隔离设计")
    mind.claim("Coffee machine manual")
    assert mind.found("多租户") == ["M-1"]
    for symbols in ("???", "🙂🙂", "   ", "—"):
        result = mind.search(symbols)
        assert (result.candidates, result.terms) == ((), ())


@pytest.mark.parametrize("query", ["тёмная тема", "темная тема"])
def test_c076_another_grammatical_case_is_found(mind: Mind, query: str) -> None:
    mind.claim("Пользователь предпочитает тёмную тему интерфейса", importance=900)
    assert mind.found(query) == ["M-1"]


@pytest.mark.parametrize("query", ["autenticação", "autenticacao"])
def test_c077_accents_do_not_split_words(mind: Mind, query: str) -> None:
    mind.claim("A autenticação usa chaves rotativas")
    mind.claim("O escritório fica no Porto")
    assert mind.found(query) == ["M-1"]


def test_c079_operators_are_words_or_nothing(mind: Mind) -> None:
    mind.claim("Run the pre-edit check before multi-agent deploys; don't use agents on Friday")
    for query in ("multi-agent", "pre-edit", "don't use agents"):
        assert mind.found(query) == ["M-1"]
    for query in ("a AND", '"unclosed', "path/to:file*", "NEAR(", "NOT"):
        assert mind.found(query) == []


@pytest.mark.parametrize("query", ["can I reach Codey", "why is Codey not replying", "Codey"])
def test_c081_function_words_never_veto(mind: Mind, query: str) -> None:
    mind.claim("Codey can be reached through the relay channel")
    assert mind.found(query) == ["M-1"]


@pytest.mark.parametrize("query", ["zx00841", "zx00841 banana", "zx00841 quuxnonexistent"])
def test_c082_an_unknown_word_removes_nothing_and_order_follows_the_score(mind: Mind, query: str) -> None:
    mind.claim("weak note mentioning banana and other fruit of the season")
    mind.claim("note about zx00841 exact")
    assert mind.found(query)[0] == "M-2"


def test_c085_nonsense_selects_nothing(mind: Mind) -> None:
    for text in ("Prefers tabs", "Lives in Oslo", "Deploys on Tuesday"):
        mind.claim(text, importance=1000)
    result = mind.search("PHRASE_THAT_APPEARS_NOWHERE_QQQQ")
    assert not any(candidate.above_floor or candidate.score for candidate in result.candidates)
    assert set(result.unknown) == set(result.terms)


def test_c086_the_tag_channel_finds_it_and_what_is_filtered_is_counted(mind: Mind) -> None:
    mind.claim("Mail leaves over IMAP only", tags=("proton-bridge", "imap"), type=MemoryType.PROCEDURAL)
    mind.claim("The old bridge was closed, and many other things were said about rivers and boats")
    result = mind.search("proton-bridge imap setup guide quux")
    assert result.candidates[0].tags_met == ("proton-bridge", "imap")
    assert result.candidates[0].above_floor
    assert result.statistics["above_floor"] + result.statistics["below_floor"] == 2


def test_c088_higher_is_nearer_and_all_scores_lie_between_0_and_1(mind: Mind) -> None:
    mind.claim("Likes coffee in the morning")
    mind.claim("Reads books at night")
    first, *rest = mind.search("coffee books tea coffee in the morning").candidates
    assert first.handle == "M-1"
    assert all(0 <= other.score < first.score <= ONE for other in rest)


def test_c092_wide_scripts_are_not_four_characters_a_token() -> None:
    assert count_tokens("汉" * 400) >= 400


def test_c093_a_date_in_the_future_is_no_fresher_than_today(mind: Mind) -> None:
    mind.claim("The regulation applies from August", valid_from="2027-08-02T00:00:00+00:00")
    mind.claim("The regulation applies to imports of timber", valid_from="2026-11-30T00:00:00+00:00")
    ahead, now = (
        next(item for item in mind.search("does the regulation apply to timber").candidates if item.handle == handle)
        for handle in ("M-1", "M-2")
    )
    assert ahead.components["recency"] == ONE
    assert ahead.score < now.score


def test_c095_one_moment_in_three_spellings_has_one_age(mind: Mind) -> None:
    for spelling in ("2026-05-20T08:29:42+00:00", "2026-05-20T08:29:42", "2026-05-20T11:59:42+03:30"):
        mind.claim("Ship on Tuesday", valid_from=spelling)
    assert len({item.components["recency"] for item in mind.search("ship").candidates}) == 1


def test_c096_usage_is_what_was_reported_and_not_what_was_shown(mind: Mind) -> None:
    shown, asked = mind.claim("injected every session"), mind.claim("really asked for")
    for _ in range(20):
        mind.search("injected")
    for number in (1, 2):
        mind.use(None, f"rc-{number}", asked)
    usage = {item.handle: item.components["usage"] for item in mind.search("injected asked").candidates}
    assert usage == {shown: 0, asked: 2 * ONE // 5}


def test_c098_a_window_that_cannot_be_read_is_an_error(mind: Mind) -> None:
    now = datetime(2026, 7, 21, tzinfo=UTC)
    for words in ("last week", "past 7 days", "last seven days"):
        window = parse_window(words, now)
        assert window.contains(datetime(2026, 7, 18, tzinfo=UTC).toordinal())
        assert not window.contains(datetime(2023, 1, 1, tzinfo=UTC).toordinal())
    with pytest.raises(InvalidInput):
        parse_window("blorp", now)


def test_c101_the_mind_of_a_moment_holds_what_held_then(mind: Mind) -> None:
    old = mind.claim("Prefers Python")
    then = mind.head()
    mind.change(old, status=Status.SUPERSEDED)
    new = mind.claim("Prefers Rust")
    assert mind.found("what does she prefer", at=then) == [old]
    assert mind.found("what does she prefer") == [new]


@pytest.mark.parametrize(
    ("memory", "question"),
    [("Severe reaction to almonds", "Can I eat marzipan?"), ("Allergic to peanuts", "good trail snack for Saturday?")],
)
def test_c106_c123_a_critical_memory_is_handed_on_without_a_shared_word(mind: Mind, memory: str, question: str) -> None:
    critical = mind.claim(memory, importance=980)
    for number in range(30):
        mind.claim(f"Snack to eat on Saturday, trail note {number}", importance=300)
    found = next(item for item in mind.search(question).candidates if item.handle == critical)
    assert (found.above_floor, found.coverage, found.components["safety"]) == (False, 0, ONE)
    ordinary = mind.search(question, settings=RecallSettings(rescue_importance=1001)).candidates
    assert critical not in [item.handle for item in ordinary]


def test_c107_a_stored_copy_of_the_question_does_not_outrank_its_answer(mind: Mind) -> None:
    question = "which wording option did we pick for the description"
    mind.turn(question, speaker="user", session="s1")
    answer = mind.turn("We picked the task-first wording; it opens with a verb", speaker="assistant", session="s2")
    assert mind.found(question) == [answer]


def test_c108_a_question_about_a_name_is_no_memory_of_it(mind: Mind) -> None:
    mind.claim("User has a dog named Grim")
    question = "Do you remember anything about Heidi?"
    mind.turn(question, speaker="user")
    for asked in (question, "Who is Heidi?"):
        result = mind.search(asked)
        assert "heidi" in result.unknown
    assert mind.found(question) == []


def test_c110_an_unrelated_memory_stays_out(mind: Mind) -> None:
    mind.turn("Where is Half Moon Bay?", speaker="user")
    assert mind.found("Draw my dog in a pelican costume") == []
