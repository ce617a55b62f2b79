"""The gate under strain, a sample. A hundred thousand checks and as many steps with permits: scripts/soak gate."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.crash.gate import kill_checkers, race_approvals, race_rules


@pytest.mark.slow
def test_no_call_passes_after_a_rule_that_denies_it(tmp_path: Path) -> None:
    figures = race_rules(tmp_path, seed=1, checks=600, processes=3)
    assert figures.wrong == []
    assert figures.checks == 600
    assert figures.changes > 20
    assert len(figures.effects) == 2, "some were denied and some were not, or nothing raced"


def test_no_permit_is_spent_twice(tmp_path: Path) -> None:
    figures = race_approvals(tmp_path, seed=2, steps=960, threads=16)
    assert figures.wrong == []
    assert figures.spent > 10


@pytest.mark.slow
def test_a_checker_that_is_killed_leaves_nothing_half(tmp_path: Path) -> None:
    figures = kill_checkers(tmp_path, seed=3, kills=8)
    assert figures.wrong == []
    assert figures.spent > 5
