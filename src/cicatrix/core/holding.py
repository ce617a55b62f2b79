"""Whether a memory holds at the time that a query is about.

What is over is history: it is not put before a model as true now. It is shown, and labelled, only where the query asks
for it: for what was before ("my previous number"), for a past time that is named ("in July"), or, of what simply ended,
in the past tense ("where did I stay?"). English first; in other languages a named date is understood.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from cicatrix.core.candidates import Candidate
from cicatrix.core.clocks import compare, is_past
from cicatrix.core.ids import Kind
from cicatrix.core.memories import RECALLABLE, MemoryType, Status
from cicatrix.core.windows import Window

_BEFORE: Final = re.compile(
    r"\bprevious(?:ly)?\b(?! (?:day|week|month|quarter|year|\d|few|two|three))|\bformer(?:ly)?\b|\boriginal(?:ly)?\b"
    r"|(?<=my )(?:old|earlier|prior|past)\b|(?<=our )(?:old|earlier|prior|past)\b|(?<=his )(?:old|earlier|prior|past)\b"
    r"|(?<=her )(?:old|earlier|prior|past)\b|(?<=their )(?:old|earlier|prior|past)\b|(?<=['’]s )(?:old|earlier|prior)\b"
    r"|\bbefore\b(?: (?:that|this|it|now|then|the (?:change|move|switch|update)))?(?=\s*[?.!]*\s*$)"
    r"|(?<=\bI )used to\b|(?<=\bwe )used to\b|(?<=\byou )used to\b|(?<=\bhe )used to\b|(?<=\bshe )used to\b"
    r"|(?<=\bthey )used to\b|(?<=\bit )used to\b|\buse to\b(?=.*\?)",
    re.IGNORECASE,
)
_PAST_TENSE: Final = re.compile(r"\b(?:did|was|were|had|didn't|wasn't|weren't)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class About:
    """What time a query is about. ``sought``: the query without the words that ask for what was before, which stand in
    no memory."""

    now: datetime
    sought: str
    before: bool = False
    past: bool = False
    windows: tuple[Window, ...] = ()

    def means(self, candidate: Candidate) -> bool:
        """Whether a memory that is over is asked for."""
        if self.before or _overlaps(candidate, self.windows, self.now):
            return True
        return self.past and candidate.status in RECALLABLE

    def came_after(self, candidate: Candidate) -> bool:
        """Whether it began only after a past time that is named. One that was said again may be older than it looks."""
        began = _day(candidate.valid_from or (candidate.said_at if len(candidate.episodes) == 1 else ""))
        last = max((end for window in self.windows for _, end in window.ranges), default=None)
        return began is not None and last is not None and last <= min(began, self.now.date().toordinal())

    def without_before(self, query: str) -> About:
        """The same for a query whose words turned out to ask for no earlier value."""
        return replace(self, sought=query, before=False)


def about(query: str, windows: Sequence[Window], now: datetime) -> About:
    """What time a query is about; ``windows`` are the times that it names. Never raises."""
    sought = " ".join(_BEFORE.sub(" ", query).split())
    before = _BEFORE.search(query) is not None
    past = "?" in query and _PAST_TENSE.search(query) is not None
    return About(now, sought if before else query, before, past, tuple(windows))


def ended(candidate: Candidate, now: datetime) -> str:
    """How a memory that does not hold now is labelled: "replaced by M-2 on 2026-06-01", "over since 2026-07-25"; empty
    for one that holds, and for whatever ended otherwise. What was over when it was told ("I went to Lisbon last week")
    holds: it happened, and stays so."""
    if candidate.kind is Kind.EPISODE or _happened(candidate):
        return ""
    until = (candidate.valid_to or "")[:10]
    if candidate.status == Status.SUPERSEDED:
        return " ".join(
            filter(
                None, ("replaced", candidate.superseded_by and f"by {candidate.superseded_by}", until and f"on {until}")
            )
        )
    return f"over since {until}" if candidate.status in RECALLABLE and is_past(candidate.valid_to, now) else ""


def labelled(candidates: Sequence[Candidate], about: About | None) -> list[Candidate]:
    """The candidates, those that are over with their label; what was before comes first where that is asked for, else
    what tells the very attribute that is asked for, whatever others share of the words."""
    if about is None:
        return list(candidates)
    labelled = [
        replace(candidate, ended=label) if (label := ended(candidate, about.now)) else candidate
        for candidate in candidates
    ]
    return sorted(labelled, key=lambda candidate: not (candidate.ended if about.before else candidate.tells))


def _happened(candidate: Candidate) -> bool:
    """Whether it stands, and tells of an event that lay behind when it was last said."""
    if candidate.type != MemoryType.EPISODIC or candidate.status not in RECALLABLE:
        return False
    return bool(candidate.valid_to and candidate.said_at) and compare(candidate.valid_to or "", candidate.said_at) < 0


def _overlaps(candidate: Candidate, windows: Sequence[Window], now: datetime) -> bool:
    """Whether it held in a time that is named and lies behind."""
    since = candidate.valid_from or candidate.said_at or candidate.occurred_at
    first, last = _day(since), _day(candidate.valid_to)
    if first is None or last is None:
        return False
    today = now.date().toordinal()
    return any(start <= last and first < end <= today for window in windows for start, end in window.ranges)


def _day(text: str | None) -> int | None:
    try:
        return datetime.fromisoformat(text[:10]).toordinal() if text else None
    except ValueError:
        return None
