"""Running a bench and printing its table."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cicatrix.interfaces.cli.session import Session


def run_bench(call: Session, name: str, *, data: Path | None, out: Path | None, seed: int, embedder: str) -> None:
    from cicatrix import bench
    from cicatrix.interfaces import shapes

    report = bench.run(name, data, out, seed, embedder)
    call.out.data(shapes.fields_of(report), lambda sheet: sheet.verbatim(str(report)))
