"""Running a bench and printing its table."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cicatrix.interfaces.cli.session import Session


def run_bench(
    call: Session, name: str, *, data: Path | None, out: Path | None, seed: int, embedder: str, entries: str | None
) -> None:
    """Raises InvalidInput for an unknown bench, an embedder that is not built, sizes that are none, or missing data."""
    from cicatrix import bench
    from cicatrix.errors import InvalidInput

    sizes = (entries or "").replace(" ", "").split(",") if entries else []
    if not all(size.isascii() and size.isdigit() for size in sizes):
        raise InvalidInput(f"{entries!r} are no sizes.", hint="Give whole numbers: --entries 10000,100000")

    if name in bench.BENCHES:
        call.out.note(f"Measuring {name} …")
    report = bench.run(name, data, out, seed, embedder, [int(size) for size in sizes])
    call.out.data(report.summary(), lambda sheet: sheet.verbatim(f"{report}\n"))
