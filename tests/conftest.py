"""Fixtures for everybody, and the rules of the suite.

- No test is skipped in silence on a build machine: with ``CI=true`` a skip counts as a failure.
- The data suite (``tests/data``, the marker ``data``) is left out, and one line says so, where no data folder is named.
- Hypothesis is derandomized: the same tree gives the same examples. ``--hypothesis-profile soak`` runs many more.
"""

from __future__ import annotations

import os
from collections.abc import Generator, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import pytest
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from cicatrix import Memory

NAMESPACE = "acme/support"
NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
DATA_VARIABLE = "CICATRIX_TEST_DATA"
os.environ["CICATRIX_EMBEDDER"] = "none"  # a test that wants vectors says so; all others are quick, and about words

_COMMON = {"deadline": None, "database": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("house", derandomize=True, max_examples=60, **_COMMON)  # type: ignore[arg-type]
settings.register_profile("soak", derandomize=False, max_examples=2_000, print_blob=True, **_COMMON)  # type: ignore[arg-type]
settings.load_profile("house")


@dataclass(slots=True)
class TestClock:
    """A clock that stands still until a test moves it."""

    __test__ = False
    moment: datetime = NOON
    fixed: bool = False

    def now(self) -> datetime:
        return self.moment

    def tick(self, **by: float) -> datetime:
        """Move on by ``hours=1`` or any other words of ``timedelta``, and return the new moment."""
        self.moment += timedelta(**by)
        return self.moment


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """Where a test may make its database file; nothing is there yet."""
    return tmp_path / "cicatrix.db"


@pytest.fixture
def clock() -> TestClock:
    return TestClock()


@pytest.fixture
def memory(database: Path, clock: TestClock) -> Iterator[Memory]:
    """A real, empty memory in a real file, as ``Memory.open`` gives it to anybody."""
    from cicatrix import Memory

    with Memory.open(database, namespace=NAMESPACE, clock=clock, user="dana") as opened:
        yield opened


@pytest.fixture(scope="session")
def data() -> Path:
    """The folder of public data sets. Only tests that the data suite runs may ask for it."""
    return Path(os.environ[DATA_VARIABLE])


@pytest.fixture(autouse=True)
def _no_settings_from_outside(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Tests see no settings and no keys of the person who runs them."""
    for name in [name for name in os.environ if name.startswith(_SETTINGS) and name not in _KEPT]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("CICATRIX_HOME", str(tmp_path_factory.getbasetemp() / "no-home"))


_SETTINGS = ("CICATRIX_", "DASHSCOPE_", "OPENAI_", "OLLAMA_")
_KEPT = frozenset({DATA_VARIABLE, "CICATRIX_SOAK", "CICATRIX_EMBEDDER"})


def _data_folder() -> Path | None:
    named = os.environ.get(DATA_VARIABLE)
    return Path(named) if named and Path(named).is_dir() else None


def pytest_report_header() -> str:
    folder = _data_folder()
    if folder is None:
        return f"data suite: left out, {DATA_VARIABLE} names no folder"
    return f"data suite: runs on {folder}"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark what lies in ``tests/data`` and ``tests/e2e``; leave the data suite out where there is no data."""
    here = Path(__file__).parent
    for item in items:
        for suite in ("data", "e2e"):
            if here / suite in item.path.parents:
                item.add_marker(suite)
    if _data_folder() is None:
        left_out = [item for item in items if item.get_closest_marker("data")]
        if left_out:
            config.hook.pytest_deselected(items=left_out)
            items[:] = [item for item in items if not item.get_closest_marker("data")]


Report = TypeVar("Report", pytest.TestReport, pytest.CollectReport)


def _fail_a_skip(report: Report) -> Report:
    """On a build machine nothing may be missing, so a skip is a failure that names what is."""
    if report.skipped and os.environ.get("CI") == "true" and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"skipped although CI=true: {report.longrepr}"
    return report


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    return _fail_a_skip((yield))


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    return _fail_a_skip((yield))
