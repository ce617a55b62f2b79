"""One recall: what was asked, what was chosen, what was left out and why.

All recorded numbers are integers (scores in millionths, 0..1_000_000), so that a replay can be compared byte for byte.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from cicatrix.core import brief
from cicatrix.core.excerpts import Passage
from cicatrix.core.memories import Evidence
from cicatrix.core.trust import Origin

ONE = 1_000_000
"""A score of 1.0."""

ALGORITHM = "recall/10"
"""Changes with every change of what a recall returns or how it is graded; a replay says so instead of comparing."""


class Grade(StrEnum):
    ACT = "ACT"
    ACT_AND_FLAG = "ACT_AND_FLAG"
    ASK_HUMAN = "ASK_HUMAN"


class RejectReason(StrEnum):
    BELOW_FLOOR = "below_floor"
    OVER_BUDGET = "over_budget"
    OVER_LIMIT = "over_limit"
    SUPERSEDED = "superseded"  # a newer one replaced it
    RETIRED = "retired"  # a person ended it
    FORGOTTEN = "forgotten"
    MERGED = "merged"
    EXPIRED = "expired"  # it held until a day that lies behind
    NOT_ACTIVE = "not_active"  # waits for a person, or is suspended
    OUT_OF_WINDOW = "out_of_window"
    UNTRUSTED_SHARE = "untrusted_share"
    SAME_TEXT = "same_text"  # what is shown, or was too big, says it word for word: same speaker, trust and kind
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
    reserved: int = 120  # tokens kept for hard constraints and binding preferences that concern the query
    pinned: int = 200  # tokens that pinned memories may take whatever is asked
    rescue_importance: int = 850


@dataclass(frozen=True, slots=True)
class Thresholds:
    """Where the grades begin. Provisional until they are calibrated on data; stored with each recall.

    Shares are in millionths.
    """

    act_tags: int = 2  # tags of one active rule that the query must name to act on it
    act_text: int = 400_000  # with one tag only: the share of the rule's own stems that the query must name
    act_terms: int = 24  # in a query of more terms, tags are met by chance: the share is asked of every rule
    question_coverage: int = 550_000  # share of a question's idf that one memory must carry to answer it
    task_coverage: int = 250_000  # the same for a task that has words which no memory speaks of, and no rule's tags
    rescue_coverage: int = 50_000  # least share at which a safety-critical memory enters without a safety link
    external_share: int = 250_000  # of the budget, for external words beside better-trusted ones
    excerpt_share: int = 300_000  # of the budget, for what is given of an episode that is too big
    excerpts: int = 2  # so many episodes at most are given in excerpts
    head: int = 12  # tokens kept for the grade and why, at most a tenth of the budget; what stays free is theirs too


@dataclass(frozen=True, slots=True)
class Item:
    """A chosen memory or rule, whole; an episode whole, or the passages of it that are named in ``excerpt``."""

    id: str
    type: str  # preference, semantic, episodic, procedural, or the kind of an episode
    text: str
    score: int
    components: dict[str, int]  # name → millionths; weighted sum and tie-break are in core/scoring.py
    tokens: int  # of its line in the brief, citation included
    trust: Origin
    namespace: str
    seq: int
    occurred_at: str
    rescued: bool = False
    evidence: tuple[Evidence, ...] = ()
    excerpt: tuple[Passage, ...] = ()  # of an episode too big for the budget: what ``text`` shows of it; else empty
    conflicts: tuple[str, ...] = ()  # rules that cannot be followed together with this one
    ended: str = ""  # of what was asked for though it does not hold now: "replaced by M-2 on 2026-06-01"
    corrected_at: int = -1  # where in ``text`` a person's correction begins, under words of lower origin; -1: nowhere
    quotes: tuple[str, ...] = ()  # the words of each piece of evidence, in the same order; empty where erased

    @property
    def episodes(self) -> tuple[str, ...]:
        """The episodes that taught it, each once, in order of citation; none for an episode itself."""
        return tuple(dict.fromkeys(span.episode for span in self.evidence))


@dataclass(frozen=True, slots=True)
class Rejected:
    id: str
    reason: RejectReason
    score: int = 0
    components: dict[str, int] = field(default_factory=dict)
    detail: str = ""  # in figures, for people: "needs 1140 tokens, 680 were left"


@dataclass(frozen=True, slots=True)
class Asked:
    """The query as a vector, recorded so that a replay compares what was compared: by which model (``em-n``), and the
    same query in the first person of the one whom it names. Vectors in base64."""

    embedder: str
    vector: str
    first_person: str = ""


@dataclass(frozen=True, slots=True)
class Beside:
    """What one more namespace, read beside the recall's own, came to for itself; its items stand among the recall's."""

    namespace: str
    grade: Grade
    reason: str
    rejected: tuple[Rejected, ...]
    rejected_counts: dict[str, int]
    spent: int
    mind: int
    matched: int = 0
    tags: tuple[str, ...] = ()
    terms: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    statistics: dict[str, int] = field(default_factory=dict)
    asked: Asked | None = None


@dataclass(frozen=True, slots=True)
class Recall:
    """What was recalled from ``namespace``, and from those ``beside`` it, which the caller named.

    ``grade``, ``reason`` and ``spent`` are of the whole; ``items`` stand by namespace, the own ones first; all other
    figures are of the own namespace, and those of the others stand in ``beside``.
    """

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
    namespace: str
    thresholds: Thresholds = field(default_factory=Thresholds)
    question: str | None = None
    matched: int = 0  # candidates above the floor; items may be fewer
    seq: int = 0  # 0: not recorded, and ``reason_unrecorded`` says why
    reason_unrecorded: str = ""
    tags: tuple[str, ...] = ()  # the tags of active rules that the query met
    terms: tuple[str, ...] = ()  # the query's content stems
    unknown: tuple[str, ...] = ()  # those that nothing in the mind speaks of
    statistics: dict[str, int] = field(default_factory=dict)  # of the mind, as the score used them
    asked: Asked | None = None  # None: it was searched by words alone
    degraded: str = ""  # why, where an embedder is there and could not be asked
    beside: tuple[Beside, ...] = ()

    def items_of(self, namespace: str) -> tuple[Item, ...]:
        """The items of one of the namespaces that were read."""
        return tuple(item for item in self.items if item.namespace == namespace)

    def brief(self) -> str:
        """The block an agent is given; never above the budget.

        The grade and why come first, with the question that waits for a person; then one line an item, cited. What was
        left out for its size is named in last lines where the budget still holds them.
        """
        lines = [
            brief.line(
                item.id,
                item.text,
                trust=item.trust,
                episodes=item.episodes,
                occurred_at=item.occurred_at,
                is_excerpt=bool(item.excerpt),
                conflicts=item.conflicts,
                ended=item.ended,
                corrected_at=item.corrected_at,
                namespace="" if item.namespace == self.namespace else item.namespace,
            )
            for item in self.items
        ]
        too_big = [(out.id, out) for out in self.rejected]
        too_big += [(f"{part.namespace} {out.id}", out) for part in self.beside for out in part.rejected]
        left_out = [(name, out.detail) for name, out in too_big if out.reason is RejectReason.OVER_BUDGET]
        return brief.block(
            self.grade.value,
            self.reason,
            lines,
            left_out,
            question=self.question,
            room=self.settings.budget - self.spent,
        )


@dataclass(frozen=True, slots=True)
class Use:
    """Which items of one recall were acted on or cited, as the calling agent reports.

    There is one ``us-n`` for a recall, with the recall's handle as key; a later report seals a new version that holds
    the earlier handles too. The usage of a memory at a sequence is the number of Use versions there that name it.
    """

    id: str
    recall: str
    handles: tuple[str, ...]
    seq: int = 0
