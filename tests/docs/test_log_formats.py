"""The page of log formats names every format and nothing that is none."""

from __future__ import annotations

import re
from pathlib import Path

from cicatrix.adapters.importers import IMPORTERS

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "log-formats.md"


def test_every_format_has_its_row() -> None:
    table = PAGE.read_text("utf-8").split("## What becomes")[0]
    assert set(re.findall(r"^\| `([^`]+)` \|", table, re.MULTILINE)) == {importer.name for importer in IMPORTERS}
