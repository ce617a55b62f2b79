"""Killed writers lose nothing that they were told is sealed, and leave nothing half. Thousands: scripts/soak."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.crash.kills import kill_writers


@pytest.mark.slow
@pytest.mark.parametrize(("writers", "threads"), [(1, 4), (4, 2)])
def test_killed_writers_lose_nothing(tmp_path: Path, writers: int, threads: int) -> None:
    figures = kill_writers(tmp_path, seed=writers * 10 + threads, kills=14, writers=writers, threads=threads)
    assert figures.wrong == []
    assert figures.kills >= 14
    assert figures.promises > 20
