"""A system call that fails is an error in words or nothing at all; never a loss, never half an entry."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.crash.faults import FaultyRuns, inject_faults
from tests.crash.syscalls import MISSING, STRACE

pytestmark = [pytest.mark.slow, pytest.mark.skipif(STRACE is None, reason=MISSING)]


def test_faults_of_every_kind(tmp_path: Path) -> None:
    figures = inject_faults(tmp_path, seed=1, faults=21)
    assert figures.wrong == []
    assert figures.faults.total() == 21
    assert figures.killed >= 5
    assert figures.told["store"] >= 1
    assert figures.promises > 100


def test_faults_under_threads_that_share_commits(tmp_path: Path) -> None:
    figures = inject_faults(tmp_path, seed=3, faults=5, threads=3)
    assert figures.wrong == []
    assert figures.faults.total() == 5


def test_a_shortage_of_descriptors_passes(tmp_path: Path) -> None:
    """The database library then opens a file for reading only. That must not stay so."""
    runs = FaultyRuns(tmp_path / "faults", seed=1)
    for which in ("7", "6..8"):
        runs.inject("openat", "error=EMFILE", which, seed=1)
    assert runs.figures.wrong == []
    assert runs.figures.faults.total() == 2
