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


def test_a_shortage_passes(tmp_path: Path) -> None:
    """Without a descriptor the database library opens a file for reading only; and an unlocking that fails leaves its
    account of the locks wrong. Neither may outlast the shortage."""
    runs = FaultyRuns(tmp_path / "faults", seed=7)
    for which in ("7", "6..8"):
        runs.inject("openat", "error=EMFILE", which, seed=1)
    runs.inject("fcntl", "error=ENOLCK", "80..82", seed=7)
    assert runs.figures.wrong == []
    assert runs.figures.faults.total() == 3


def test_what_was_told_to_have_failed_is_not_there_after_a_crash(tmp_path: Path) -> None:
    """A commit whose sync fails stands whole in the log. It is written over before its caller is told."""
    runs = FaultyRuns(tmp_path / "faults", seed=1)
    for which in (12, 14, 16, 18):
        runs.inject("fdatasync", "error=EIO", str(which), seed=1, dies=True)
    assert runs.figures.wrong == []
    assert runs.figures.died >= 2
    assert runs.figures.told.keys() == {"store"}


def test_what_may_come_back_says_so(tmp_path: Path) -> None:
    """While the disk goes on failing nothing can be written over what stands in the log."""
    runs = FaultyRuns(tmp_path / "faults", seed=1)
    for which in (12, 14, 16):
        runs.inject("fdatasync", "error=EIO", f"{which}+", seed=1, dies=True)
    assert runs.figures.wrong == []
    assert runs.figures.told["unsettled"] >= 2
