"""Running a bench and printing its table."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cicatrix.interfaces.cli.session import Session


def run_bench(
    call: Session, name: str, *, data: Path | None, out: Path | None, seed: int, embedder: str, entries: int | None
) -> None:
    """Raises InvalidInput for an unknown bench, an embedder that is not built, or missing data."""
    from cicatrix import bench

    if name in bench.BENCHES:
        call.out.note(f"Measuring {name} …")
    report = bench.run(name, data, out, seed, embedder, entries)
    call.out.data(report.summary(), lambda sheet: sheet.verbatim(f"{report}\n"))
