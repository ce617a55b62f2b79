"""The five scenarios: the stories are of the size that is claimed, and every telling holds."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cicatrix import bench
from cicatrix.adapters.embedders.local import is_installed
from cicatrix.bench.scenarios.stories import UNRELATED, stories
from cicatrix.core.text import count_tokens


def test_the_stories_are_of_the_size_that_the_claims_name() -> None:
    told = stories()
    for group in (told.recalled, told.changed, told.conversations, told.fragments, told.critical):
        assert len(group) >= 5
        assert len({story.name for story in group}) == len(group)
    for recalled in told.recalled:
        assert len(set(recalled.noise)) == UNRELATED == 13
        assert not any(recalled.answer in text for text in recalled.noise)
    for talk in told.conversations:
        assert len(talk.told) == 32
        assert 800 <= sum(count_tokens(turn.text) for turn in talk.told) <= 900
        assert 480 <= sum(count_tokens(turn.text) for turn in talk.beginning) <= 544
    for fragments in told.fragments:
        assert len(fragments.told) == 3
        assert 93 <= sum(map(count_tokens, fragments.told)) <= 103
    assert all(len(critical.crowd) == 20 for critical in told.critical)


def test_all_five_hold_with_words_alone(tmp_path: Path) -> None:
    report = bench.run("scenarios", None, tmp_path)
    items = [json.loads(line) for line in (tmp_path / "scenarios-items.jsonl").read_text("utf-8").splitlines()]
    assert [item["item"] for item in items if not item["held"]] == []
    assert (report.metrics["scenarios"], report.metrics["held"], report.n) == (5, 5, len(items))
    assert report.per_category["shrink"]["figure"] >= 0.94
    assert report.per_category["prompt"]["figure"] <= 182
    assert report.per_category["fragments"]["figure"] <= 74
    assert report.per_category["change"]["figure"] == 0
    assert report.per_category["prompt"]["plain"] == report.per_category["critical"]["plain"] == 0
    assert "a token" in str(report)


@pytest.mark.slow
@pytest.mark.skipif(not is_installed(), reason="cicatrix[local] is not installed")
def test_all_five_hold_with_vectors() -> None:
    report = bench.run("scenarios", None, None, embedder="local")
    assert report.metrics["held"] == report.beside["words alone"]["held"] == 5
    assert 0 < report.per_category["critical"]["figure"] < 0.4
