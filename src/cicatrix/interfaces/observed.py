"""The JSON of observed turns: what each taught, and what taught nothing and why. The rest is in :mod:`.shapes`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cicatrix.core.episodes import JsonObject
from cicatrix.interfaces.shapes import plain

if TYPE_CHECKING:
    from cicatrix.engine.observe import Learnt, ManyObserved, Observation


def observed(report: Observation) -> JsonObject:
    return {
        "episode": report.episode,
        "stored": [learnt(item) for item in report.stored],
        "rejected": plain(report.rejected),
        "notes": list(report.notes),
        "seq": report.seq,
        "durability": report.durability,
    }


def learnt(item: Learnt) -> JsonObject:
    noun = item.memory
    return {
        "id": noun.id,
        "type": noun.type.value,
        "text": noun.text,
        "status": noun.status.value,
        "importance": noun.importance / 1000,
        "revision": item.revision,
        "supersedes": list(item.supersedes),
        "doubts": list(item.doubts),
        "reason": item.reason,
        "subject": noun.subject,
        "attribute": noun.attribute,
        "value": noun.value,
        "negated": noun.negated,
        "valid_from": noun.valid_from,
        "valid_to": noun.valid_to,
    }


def observed_many(report: ManyObserved, skipped: list[tuple[int, str]]) -> JsonObject:
    """``skipped``: lines of the file that did not go in, with the reason."""
    turns = report.observations
    return {
        "observed": len(turns),
        "stored": sum(len(turn.stored) for turn in turns),
        "rejected": sum(len(turn.rejected) for turn in turns),
        "turns": [observed(turn) for turn in turns],
        "skipped": [{"line": line, "reason": reason} for line, reason in skipped],
        "notes": plain(report.notes),
        "seq": report.seq,
        "durability": report.durability,
    }
