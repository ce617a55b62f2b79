"""Labelled pairs of statements: the marks that the product promises, by the bench and as it prints them."""

from __future__ import annotations

from pathlib import Path

import pytest

from cicatrix import bench
from cicatrix.adapters.embedders.local import is_installed


@pytest.mark.parametrize("embedder", ["none", "local"])
def test_everyday_pairs(data: Path, embedder: str) -> None:
    if embedder == "local" and not is_installed():
        pytest.skip("the extra local is not installed")
    report = bench.run("revision", data / "everyday" / "everyday-dev.jsonl", None, embedder=embedder)
    assert report.n == 180
    assert report.metrics["wrongful"] <= 0.02
    assert report.metrics["missed"] <= 0.20
    assert report.metrics["uncertain"] <= 0.25
    assert report.metrics["false_duplicates"] == 0


@pytest.mark.slow
def test_captions(data: Path) -> None:
    if not is_installed():
        pytest.skip("the extra local is not installed")
    report = bench.run("revision", data / "sick" / "SICK-train-trial.tsv", None, embedder="local")
    assert report.n == 4934
    assert report.metrics["wrongful"] <= 0.010
    assert report.metrics["missed"] <= 0.065
    assert report.metrics["uncertain"] <= 0.150


def test_captions_by_words_alone(data: Path) -> None:
    report = bench.run("revision", data / "sick" / "SICK-train-trial.tsv", None)
    assert report.metrics["wrongful"] <= 0.010
    assert report.metrics["missed"] <= 0.10
    assert report.metrics["uncertain"] <= 0.150
