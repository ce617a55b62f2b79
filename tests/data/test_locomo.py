"""Recall on real dialogues: the marks that the product promises, through its public calls."""

from __future__ import annotations

from pathlib import Path

import pytest

from cicatrix import bench


@pytest.mark.slow
def test_the_evidence_of_a_question_is_found(data: Path) -> None:
    report = bench.run("locomo", data / "locomo" / "locomo-dev.json", None)
    assert report.n == 495
    assert sorted(report.per_category)[:5] == ["1", "2", "3", "4", "5"]  # and the two halves of the conversations
    assert report.metrics["recall@10"] >= 0.80
    assert report.metrics["recall@20"] >= 0.85
    assert report.metrics["mrr"] >= 0.62
    assert report.metrics["recall_in_800_tokens"] >= 0.84
    assert report.beside["bm25"]["recall@10"] == pytest.approx(0.62, abs=0.01)
