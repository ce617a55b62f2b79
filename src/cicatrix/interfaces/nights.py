"""The JSON of nights: what a plan would do, what one did. The rest is in :mod:`.shapes`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from cicatrix.core.episodes import JsonObject
from cicatrix.core.recall import ONE
from cicatrix.core.sleep import COUNTER
from cicatrix.interfaces.shapes import plain

if TYPE_CHECKING:
    from cicatrix.core.sleep import Conflict, Fade, Insight, LeftOut, Merge, Sleep
    from cicatrix.engine.sleep import SleepReport


def slept(report: SleepReport) -> JsonObject:
    return {
        "id": report.id,
        **_deeds(report.merged, report.forgotten, report.doubts, report.insights, report.refused),
        "tokens": {"before": report.tokens_before, "after": report.tokens_after, "counter": report.counter},
        "passes": plain(report.passes),
        "plan": report.plan,
        "mind": report.mind,
        "dry_run": report.dry_run,
        "seq": report.seq,
        "durability": report.durability,
    }


def night(noun: Sleep) -> JsonObject:
    """A night as it was sealed."""
    return {
        "id": noun.id,
        **_deeds(noun.merges, noun.fades, noun.doubts, noun.insights, noun.left_out),
        "tokens": {"before": noun.tokens_before, "after": noun.tokens_after, "counter": COUNTER},
        "plan": noun.plan,
        "day": noun.day,
        "by": noun.by,
        "undone_by": noun.undone_by or None,
        "undone_for": noun.undone_for or None,
        "seq": noun.seq,
    }


def _deeds(
    merges: Iterable[Merge],
    fades: Sequence[Fade],
    doubts: Iterable[Conflict],
    insights: Iterable[Insight],
    left_out: Iterable[LeftOut],
) -> JsonObject:
    return {
        "merged": [
            {
                "into": merge.into,
                "from": list(merge.ids),
                "text": merge.text,
                "likeness": merge.likeness / ONE,
                "measure": merge.measure,
                "tokens": {"before": merge.before, "after": merge.after},
            }
            for merge in merges
        ],
        "forgotten": [fade.id for fade in fades],
        "faded": [{"id": fade.id, "reason": fade.reason} for fade in fades],
        "doubts": [
            {"id": conflict.doubt or None, "new": conflict.new.id, "old": conflict.old.id, "reason": conflict.reason}
            for conflict in doubts
        ],
        "insights": [
            {"id": found.rule or None, "text": found.text, "episodes": list(found.episodes)} for found in insights
        ],
        "refused": [{"ids": list(out.ids), "code": out.code, "reason": out.reason} for out in left_out],
    }
