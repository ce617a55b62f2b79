"""One rich bundle for all tests of the verifier."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from tests.verifier.ledgers import rich_bundle

SOAK = os.environ.get("CICATRIX_SOAK") == "1"


@pytest.fixture(scope="session")
def rich(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the rich ledger: ``ledger.db``, ``ledger.bundle``, ``home``."""
    folder = tmp_path_factory.mktemp("rich")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CICATRIX_HOME", str(folder / "home"))
        rich_bundle(folder)
    return folder


@pytest.fixture(scope="session")
def data(rich: Path) -> bytes:
    return (rich / "ledger.bundle").read_bytes()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """In the soak everything here runs at full length, so all of it is slow."""
    here = Path(__file__).parent
    for item in items:
        if SOAK and here in item.path.parents:
            item.add_marker("slow")
