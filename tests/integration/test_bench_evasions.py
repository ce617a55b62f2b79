"""The bench of evasions meets its own marks, on a seed that nobody looked at."""

from __future__ import annotations

from pathlib import Path

import pytest

from cicatrix import bench
from cicatrix.bench import evasions
from cicatrix.errors import InvalidInput


def test_no_rewriting_passes_and_neighbours_do() -> None:
    measured = evasions.run(None, 20_261_130)
    metrics = measured.report.metrics
    classes = {item.facts["class"] for item in measured.items if item.facts["label"] == "evasion"}
    assert len(classes) >= 12
    assert metrics["evasion_n"] >= 600
    assert metrics["neighbour_n"] >= 1_000
    assert (metrics["plain_denied"], metrics["evasion_passed"]) == (1, 0), measured.report.notes[:9]
    assert metrics["neighbour_denied"] <= 0.01
    assert metrics["neighbour_asked"] <= 0.05
    assert metrics["undecidable_passed"] <= 0.05


def test_a_seed_makes_the_same_calls_again() -> None:
    one, again, other = (evasions.run(None, seed).items for seed in (1, 1, 2))
    assert one == again
    assert one != other


def test_it_takes_no_data(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput):
        bench.run("evasions", tmp_path, None)
