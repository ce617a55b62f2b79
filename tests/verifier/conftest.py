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
