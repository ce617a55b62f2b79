"""A disk that fills up at any call: the call says so, nothing of it is there, and with room again all goes on."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.crash.disk import OPERATIONS, DiskFigures, fill_up, small_disk, small_files


def elsewhere(folder: Path) -> Path:
    other = folder / "elsewhere"
    other.mkdir()
    return other


def assert_harmless(figures: DiskFigures) -> None:
    assert figures.wrong == []
    assert set(figures.failed) >= {*OPERATIONS, "open a new file"}, "each must have met the end of the disk"


@pytest.mark.slow
def test_a_file_system_that_is_full(tmp_path: Path) -> None:
    """Needs the right to mount; without it the next test stands for this one."""
    with small_disk(tmp_path) as room:
        if room is None:
            return
        figures = fill_up(room, elsewhere(tmp_path), step=10)
        assert_harmless(figures)
        assert all("is full; no more could be written" in message for message in figures.messages)


@pytest.mark.slow
def test_files_that_may_not_grow(tmp_path: Path) -> None:
    with small_files(tmp_path) as room:
        assert_harmless(fill_up(room, elsewhere(tmp_path), step=10))
