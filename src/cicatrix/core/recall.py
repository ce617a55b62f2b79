"""One recall: what was asked, what was chosen, what was left out and why.

All recorded numbers are integers (scores in millionths, 0..1_000_000), so that a replay can be compared byte for byte.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from cicatrix.core.memories import Evidence
from cicatrix.core.trust import Origin

ONE = 1_000_000
"""A score of 1.0."""


class Grade(StrEnum):
    ACT = "ACT"
    ACT_AND_FLAG = "ACT_AND_FLAG"
    ASK_HUMAN = "ASK_HUMAN"


class RejectReason(StrEnum):
    BELOW_FLOOR = "below_floor"
    OVER_BUDGET = "over_budget"
    OVER_LIMIT = "over_limit"
    SUPERSEDED = "superseded"
    OUT_OF_WINDOW = "out_of_window"
    UNTRUSTED_SHARE = "untrusted_share"
    SHOWN_AS_MEMORY = "shown_as_memory"  # the episode appears as the memory it taught


@dataclass(frozen=True, slots=True)
class RecallSettings:
    """What a recall can be tuned with; stored with each recall. Weights in thousandths, floors in millionths."""

    budget: int = 800
    limit: int | None = None
    weight_relevance: int = 550
    weight_recency: int = 180
    weight_importance: int = 170
    weight_usage: int = 100
    floor: int = 0  # set by the calibrated default in core/scoring.py when 0
    reserved: int = 120  # tokens kept for hard constraints that concern the query
    rescue_importance: int = 850


@dataclass(frozen=True, slots=True)
class Item:
    """A chosen memory, rule or episode, whole."""

    id: str
    type: str  # preference, semantic, episodic, procedural, or the kind of an episode
    text: str
    score: int
    components: dict[str, int]  # name → millionths; weighted sum and tie-break are in core/scoring.py
    tokens: int
    trust: Origin
    namespace: str
    seq: int
    occurred_at: str
    rescued: bool = False
    evidence: tuple[Evidence, ...] = ()


@dataclass(frozen=True, slots=True)
class Rejected:
    id: str
    reason: RejectReason
    score: int = 0
    components: dict[str, int] = field(default_factory=dict)
    detail: str = ""  # in figures, for people: "needs 1140 tokens, 680 were left"


@dataclass(frozen=True, slots=True)
class Recall:
    id: str
    query: str
    grade: Grade
    reason: str
    items: tuple[Item, ...]
    rejected: tuple[Rejected, ...]  # the best 50
    rejected_counts: dict[str, int]  # by reason, all of them
    spent: int
    mind: int  # the sequence it was recalled from
    now: str  # the clock that recency was reckoned from
    settings: RecallSettings
    algorithm: str
    question: str | None = None
    matched: int = 0  # candidates above the floor; items may be fewer
    seq: int = 0  # 0: not recorded, and ``reason_unrecorded`` says why
    reason_unrecorded: str = ""
    tags: tuple[str, ...] = ()  # the tags of active rules that the query met
