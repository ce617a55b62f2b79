"""Where rules and memories were used: retrieved, put before the model, cited. Three marks, never one.

Bodies of recalls are read as they are stored, not as nouns: a page looks at hundreds, each with fifty handles left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal

from cicatrix.core.codec import decode
from cicatrix.core.episodes import JsonObject, JsonValue
from cicatrix.core.ids import Kind
from cicatrix.core.recall import ONE, Use
from cicatrix.engine.browse import Browser
from cicatrix.interfaces.web.views.times import When, when

LOOKED_AT: Final = 200
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
    uses: tuple[UsedIn, ...]  # newest first
    counts: dict[UseMark, int]  # each mark counts for the ones before it: what was cited was injected and retrieved
    more: int  # uses that are not listed
    looked_at: int  # recalls searched; 0 when all were
    last: UsedIn | None  # the newest that put it before a model


def reported(browser: Browser, limit: int = LOOKED_AT) -> dict[str, tuple[str, ...]]:
    """For each of the newest recalls, the handles that the agent reported as used."""
    versions = browser.bodies(Kind.USE, limit=limit)
    uses = [decode(Use, item.body, seq=item.seq) for item in versions if item.body is not None]
    return {use.recall: use.handles for use in uses}


def usages(browser: Browser, handles: Collection[str], now: datetime) -> dict[str, Usage]:
    """The marks of each of these handles in the newest recalls."""
    recalls = browser.bodies(Kind.RECALL, limit=LOOKED_AT)
    cited = reported(browser)
    found: dict[str, list[UsedIn]] = {handle: [] for handle in handles}
    for version in recalls:
        if version.body is None:
            continue
        query, grade, now_then = (str(version.body.get(key)) for key in ("query", "grade", "now"))
        at = when(now_then, now)
        for handle, mark, detail in _marks(version.body, cited.get(version.handle, ())):
            if handle in found:
                found[handle].append(UsedIn(version.handle, query, mark, detail, grade, at))
    looked_at = len(recalls) if len(recalls) == LOOKED_AT else 0
    return {handle: _usage(uses, looked_at) for handle, uses in found.items()}


def _marks(recall: JsonObject, cited: Sequence[str]) -> Iterator[tuple[str, UseMark, str]]:
    """(handle, mark, detail) of everything a recall met."""
    for item in _objects(recall.get("chosen")):
        handle, score = str(item.get("handle")), item.get("score")
        amount = score / ONE if isinstance(score, int) else 0.0
        yield handle, "cited" if handle in cited else "injected", f"score {amount:.3f}"
    for item in _objects(recall.get("rejected")):
        reason, detail = str(item.get("reason")).replace("_", " "), item.get("detail")
        yield str(item.get("id")), "retrieved", f"{reason}: {detail}" if detail else reason


def _objects(value: JsonValue) -> Iterator[JsonObject]:
    for item in value if isinstance(value, list) else ():
        if isinstance(item, dict):
            yield item


def _usage(uses: Sequence[UsedIn], looked_at: int) -> Usage:
    marks = Counter[str](use.mark for use in uses)
    return Usage(
        uses=tuple(uses[:LISTED]),
        counts={
            "retrieved": len(uses),
            "injected": marks["injected"] + marks["cited"],
            "cited": marks["cited"],
        },
        more=max(0, len(uses) - LISTED),
        looked_at=looked_at,
        last=next((use for use in uses if use.mark != "retrieved"), None),
    )
