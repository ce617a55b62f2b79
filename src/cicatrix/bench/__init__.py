"""Measurements of what is claimed: through the product's public calls, beside a floor in the same run.

Data is read from a path and never shipped. Each bench is a module with ``run(data, seed) -> Measured``.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Final

from cicatrix.adapters.embedders.local import is_installed
from cicatrix.errors import InvalidInput

if TYPE_CHECKING:
    from cicatrix.bench.report import BenchReport, Measured

BENCHES: Final = (
    "ablations",
    "evasions",
    "factconsolidation",
    "gate-agentdojo",
    "gate-speed",
    "gate-taubench",
    "ledger",
    "locomo",
    "policies",
    "precision",
    "prefeval",
    "revision",
    "scale",
    "scenarios",
    "speed",
)

EMBEDDED: Final = frozenset(
    {"ablations", "factconsolidation", "locomo", "precision", "prefeval", "revision", "scenarios"}
)
"""Those that measure with vectors beside words, where the call names an embedder."""

SIZED: Final = frozenset({"ledger", "scale"})
"""Those that measure at a size which the call may name."""


def run(
    name: str,
    data: Path | None,
    out: Path | None,
    seed: int = 0,
    embedder: str = "none",
    entries: Sequence[int] = (),
) -> BenchReport:
    """Run a bench by name; with ``out`` write its report, its items and a chart there.

    ``embedder``: none, local, openai; auto is local where that is installed and the bench takes one.
    ``entries``: how long a ledger the bench ``ledger`` verifies, how many memories the bench ``scale`` searches, once
    for each number. Raises InvalidInput for an unknown name, an embedder for a bench without one, or data that is
    missing or no such set.
    """
    if name not in BENCHES:
        raise InvalidInput(f"There is no bench {name!r}.", hint=f"There are: {', '.join(BENCHES)}.")
    if embedder == "auto":
        embedder = "local" if name in EMBEDDED and is_installed() else "none"
    if embedder != "none" and name not in EMBEDDED:
        raise InvalidInput(f"The bench {name} measures words alone.", hint="Use --embedder none.")
    if entries and (name not in SIZED or min(entries) < 1 or (name == "ledger" and len(entries) > 1)):
        raise InvalidInput(
            "--entries is for the bench ledger, one number, and for scale, one or several; each at least 1.",
            hint="cicatrix bench scale --entries 10000,100000",
        )
    given: dict[str, object] = {}
    if entries:
        given["entries"] = entries[0] if name == "ledger" else tuple(entries)
    if name in EMBEDDED:
        given["embedder"] = embedder
    measured: Measured = import_module(f"cicatrix.bench.{name.replace('-', '_')}").run(data, seed, **given)
    return measured.written(out) if out is not None else measured.report
