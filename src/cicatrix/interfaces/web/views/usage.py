"""Where a rule, memory or episode was used: retrieved, put before the model, cited. Three marks, never one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal

from cicatrix.core.codec import decode
from cicatrix.core.ids import Kind
from cicatrix.core.recall import Use
from cicatrix.core.recall_record import RecallRecord
from cicatrix.engine.browse import Browser
from cicatrix.interfaces.web.views.times import When, when

LOOKED_AT: Final = 500
"""The newest recalls that are searched for uses; the page says so when there are more."""
LISTED: Final = 12

UseMark = Literal["retrieved", "injected", "cited"]
GRADE_GLYPHS: Final = {"ACT": "act", "ACT_AND_FLAG": "flag", "ASK_HUMAN": "question"}


@dataclass(frozen=True, slots=True)
class UsedIn:
    recall: str
    query: str
    mark: UseMark
    detail: str  # the reason it was left out, or its score
    grade: str
    at: When | None


@dataclass(frozen=True, slots=True)
class Usage:
    uses: tuple[UsedIn, ...]
    counts: dict[UseMark, int]  # each mark counts for the ones before it: what was cited was injected and retrieved
    more: int
    looked_at: int  # recalls searched; 0 when all were
    last: When | None


def recent_recalls(browser: Browser, limit: int = LOOKED_AT) -> tuple[RecallRecord, ...]:
    """The newest recalls that can still be read, newest first."""
    versions = browser.bodies(Kind.RECALL, limit=limit)
    return tuple(decode(RecallRecord, item.body, seq=item.seq) for item in versions if item.body is not None)


def reported(browser: Browser, limit: int = LOOKED_AT) -> dict[str, tuple[str, ...]]:
    """For each recall, the handles that the agent reported as used."""
    versions = browser.bodies(Kind.USE, limit=limit)
    uses = [decode(Use, item.body, seq=item.seq) for item in versions if item.body is not None]
    return {use.recall: use.handles for use in uses}


def usage_of(browser: Browser, handle: str, now: datetime) -> Usage:
    return find_usage(handle, recent_recalls(browser), reported(browser), now)


def find_usage(handle: str, recalls: Sequence[RecallRecord], cited: dict[str, tuple[str, ...]], now: datetime) -> Usage:
    """The marks of one handle in recalls that were read already, in their order."""
    found = [use for record in recalls if (use := _mark(handle, record, cited.get(record.id, ()), now)) is not None]
    marks = Counter[str](use.mark for use in found)
    injected = marks["injected"] + marks["cited"]
    acted = [use.at for use in found if use.mark != "retrieved"]
    return Usage(
        uses=tuple(found[:LISTED]),
        counts={"retrieved": len(found), "injected": injected, "cited": marks["cited"]},
        more=max(0, len(found) - LISTED),
        looked_at=len(recalls) if len(recalls) >= LOOKED_AT else 0,
        last=acted[0] if acted else None,
    )


def _mark(handle: str, record: RecallRecord, cited: Sequence[str], now: datetime) -> UsedIn | None:
    for item in record.chosen:
        if item.handle == handle:
            mark: UseMark = "cited" if handle in cited else "injected"
            detail = f"score {item.score / 1_000_000:.3f}"
            return UsedIn(record.id, record.query, mark, detail, record.grade.value, when(record.now, now))
    for out in record.rejected:
        if out.id == handle:
            detail = f"{out.reason.value.replace('_', ' ')}{f': {out.detail}' if out.detail else ''}"
            return UsedIn(record.id, record.query, "retrieved", detail, record.grade.value, when(record.now, now))
    return None
