"""What is sealed of a recall: handles and whole numbers, enough to run it again and compare every byte.

The query is the only text (with what the reason quotes of it): the words of what was recalled stay where they stand.
Settings and thresholds are written out in full, so that a later default never changes what an old recall ran with.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass, field

from cicatrix.core.excerpts import Passage
from cicatrix.core.recall import Asked, Beside, Grade, Item, Recall, RecallSettings, Rejected, Thresholds


@dataclass(frozen=True, slots=True)
class Chosen:
    """One item: the thing, the sequence that began its version, what it scored and what it cost."""

    handle: str
    begun: int
    score: int
    components: dict[str, int]
    tokens: int
    rescued: bool = False
    excerpt: tuple[Passage, ...] = ()  # what was shown of an episode that was too big


@dataclass(frozen=True, slots=True)
class RecordBeside:
    """What one more namespace came to, and what was chosen of it."""

    came_to: Beside
    chosen: tuple[Chosen, ...] = ()


@dataclass(frozen=True, slots=True)
class RecallRecord:
    """The body of an ``rc-n``. What was chosen of other namespaces stands in ``beside``, by namespace."""

    id: str
    query: str
    grade: Grade
    reason: str
    mind: int
    now: str
    algorithm: str
    settings: dict[str, int | None]
    thresholds: dict[str, int]
    chosen: tuple[Chosen, ...] = ()
    rejected: tuple[Rejected, ...] = ()
    rejected_counts: dict[str, int] = field(default_factory=dict)
    spent: int = 0
    matched: int = 0
    question: str | None = None
    tags: tuple[str, ...] = ()
    terms: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    statistics: dict[str, int] = field(default_factory=dict)
    asked: Asked | None = None
    beside: tuple[RecordBeside, ...] = ()
    seq: int = 0

    def ran_with(self) -> tuple[RecallSettings, Thresholds]:
        """The settings of the recall. Names that this version does not know are another algorithm's and left out."""
        settings = {name: value for name, value in self.settings.items() if name in asdict(RecallSettings())}
        thresholds = {name: value for name, value in self.thresholds.items() if name in asdict(Thresholds())}
        limit = settings.pop("limit", None)
        return RecallSettings(limit=limit, **{name: value or 0 for name, value in settings.items()}), Thresholds(
            **thresholds
        )


def record_of(recall: Recall) -> RecallRecord:
    """The record of a recall; :func:`cicatrix.core.codec.encode` makes its body."""
    return RecallRecord(
        id=recall.id,
        query=recall.query,
        grade=recall.grade,
        reason=recall.reason,
        mind=recall.mind,
        now=recall.now,
        algorithm=recall.algorithm,
        settings=asdict(recall.settings),
        thresholds=asdict(recall.thresholds),
        chosen=_chosen(recall.items_of(recall.namespace)),
        rejected=recall.rejected,
        rejected_counts=recall.rejected_counts,
        spent=recall.spent,
        matched=recall.matched,
        question=recall.question,
        tags=recall.tags,
        terms=recall.terms,
        unknown=recall.unknown,
        statistics=recall.statistics,
        asked=recall.asked,
        beside=tuple(RecordBeside(part, _chosen(recall.items_of(part.namespace))) for part in recall.beside),
    )


def _chosen(items: Iterable[Item]) -> tuple[Chosen, ...]:
    return tuple(
        Chosen(item.id, item.seq, item.score, item.components, item.tokens, item.rescued, item.excerpt)
        for item in items
    )
