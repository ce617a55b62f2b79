"""``replay`` over a whole ledger: every recorded recall runs again, and each outcome is counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from cicatrix.core.ids import Kind
from cicatrix.engine.context import Context
from cicatrix.engine.replay import replay
from cicatrix.engine.reports import ReplayReport


@dataclass(frozen=True, slots=True)
class LedgerReplay:
    """How the recalls of a namespace came out; together the four counts are all ``recalls``."""

    recalls: int
    identical: int
    differs: int  # each is a defect
    erased: int
    algorithm_changed: int
    others: tuple[ReplayReport, ...]  # those that are not identical, in the order in which they were recorded


def replay_all(ctx: Context, *, progress: Callable[[int, int], None] | None = None) -> LedgerReplay:
    """Replay each recall that is in the ledger now; those recorded meanwhile are left to the next call.

    ``progress`` is called with the number of recalls done and of all. Nothing is sealed.
    """
    with ctx.store.reader(ctx.namespace) as reader:
        handles = [version.handle for version in reader.versions([Kind.RECALL])]
    outcomes: Counter[str] = Counter()
    others: list[ReplayReport] = []
    for done, handle in enumerate(handles, 1):
        report = replay(ctx, handle)
        outcomes[report.outcome] += 1
        if not report.identical:
            others.append(report)
        if progress is not None:
            progress(done, len(handles))
    return LedgerReplay(
        recalls=len(handles),
        identical=outcomes["identical"],
        differs=outcomes["differs"],
        erased=outcomes["erased"],
        algorithm_changed=outcomes["algorithm_changed"],
        others=tuple(others),
    )
