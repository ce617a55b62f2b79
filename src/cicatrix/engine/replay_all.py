"""``replay`` over a whole ledger: every recorded recall and verdict runs again, and each outcome is counted."""

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
    """How the recalls and verdicts of a namespace came out; together the four counts are all of them."""

    recalls: int
    identical: int
    differs: int  # each is a defect
    erased: int
    algorithm_changed: int
    others: tuple[ReplayReport, ...]  # those that are not identical, in the order in which they were recorded
    verdicts: int = 0


def replay_all(ctx: Context, *, progress: Callable[[int, int], None] | None = None) -> LedgerReplay:
    """Replay each recall and verdict that is in the ledger now; those recorded meanwhile are left to the next call.

    ``progress`` is called with the number of them done and of all. Nothing is sealed.
    """
    with ctx.store.reader(ctx.namespace) as reader:
        recalls = [version.handle for version in reader.versions([Kind.RECALL])]
        handles = recalls + [version.handle for version in reader.versions([Kind.VERDICT])]
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
        recalls=len(recalls),
        verdicts=len(handles) - len(recalls),
        identical=outcomes["identical"],
        differs=outcomes["differs"],
        erased=outcomes["erased"],
        algorithm_changed=outcomes["algorithm_changed"],
        others=tuple(others),
    )
