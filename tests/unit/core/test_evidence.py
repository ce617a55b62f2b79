"""Evidence: spans that stay what was said."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.core.teaching import corrected

from cicatrix.core.evidence import citable, cite, find, place, quote
from cicatrix.errors import InvalidInput


@given(st.text(min_size=1, alphabet=st.characters(codec="utf-8")), st.data())
def test_a_citation_gives_back_the_very_words(words: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(words) - 1))
    end = data.draw(st.integers(start + 1, len(words)))
    episode = corrected(1, words)
    assert quote(episode, cite(episode, "correction", start, end)) == words[start:end]


def test_offsets_count_code_points() -> None:
    episode = corrected(1, "🙏 絶対に消さない")
    assert quote(episode, cite(episode, "correction", 2, 5)) == "絶対に"


@pytest.mark.parametrize(("start", "end"), [(0, 0), (3, 2), (-1, 2), (0, 6), (5, 6)])
def test_an_impossible_span_is_refused(start: int, end: int) -> None:
    with pytest.raises(InvalidInput, match="characters"):
        cite(corrected(1, "five!"), "correction", start, end)


def test_a_field_that_holds_no_words_cannot_be_cited() -> None:
    with pytest.raises(InvalidInput, match="'actor'"):
        cite(corrected(1, "Be brief."), "actor", 0, 2)


def test_words_that_are_not_there_any_more_are_no_quote() -> None:
    episode = corrected(1, "Never delete the orders table.")
    span = cite(episode, "correction", 0, 5)
    assert quote(replace(episode, correction="Always delete the orders table."), span) is None
    assert quote(corrected(2, "Never delete the orders table."), span) is None
    assert quote(episode, replace(span, end=0)) is None


def test_a_quote_is_looked_for_in_the_correction_first() -> None:
    episode = corrected(1, "Be brief.", task="Be brief.")
    found = find(episode, "brief")
    assert found is not None
    assert found.field == "correction"
    assert find(episode, "verbose") is None
    assert find(episode, "") is None
    assert citable(episode) == ("correction", "task")


def test_evidence_stands_in_the_order_of_episode_field_and_offset() -> None:
    ten, two = corrected(10, "Be brief.", task="Write."), corrected(2, "Be brief.")
    spans = [cite(ten, "correction", 0, 2), cite(ten, "task", 0, 5), cite(two, "correction", 3, 8)]
    assert [span.episode for span in sorted(spans, key=place)] == ["ep2", "ep10", "ep10"]
    assert sorted(spans, key=place)[1].field == "task"
