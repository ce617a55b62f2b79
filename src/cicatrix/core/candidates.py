"""What the search index hands to recall: scored candidates, before budget, rescue and grade.

Scores and components are integers in millionths (1_000_000 is 1.0); higher is better.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from cicatrix.core.ids import Kind
from cicatrix.core.shown import Field
from cicatrix.core.trust import Origin


@dataclass(frozen=True, slots=True)
class Candidate:
    """One version of a memory, rule or episode that shares something with the query."""

    handle: str
    kind: Kind  # RULE, MEMORY or EPISODE
    type: str  # memory type, or kind of the episode
    seq: int  # of the version
    text: str  # whole, as it would be put before a model
    score: int  # the final, fused score
    components: dict[str, int]  # relevance, recency, importance, usage, and what relevance was made of
    coverage: int  # share of the query's idf that this candidate itself carries
    above_floor: bool
    trust: Origin
    importance: int  # thousandths
    occurred_at: str
    session: str | None = None
    speaker: str = ""
    subject: str = ""  # of a memory: whom or what it speaks of
    status: str = "active"
    valid_from: str | None = None  # of a memory or rule: since when and until when it holds, ISO 8601
    valid_to: str | None = None
    said_at: str = ""  # of a memory: when it was last said, ISO 8601
    superseded_by: str | None = None
    later: tuple[str, ...] = ()  # of a rule: the exceptions and conditions that were added to it
    refines: tuple[str, ...] = ()  # of a rule: older ones that it narrows, which is settled
    ended: str = ""  # how one is labelled that is shown though it does not hold now: "replaced by M-2 on 2026-06-01"
    tags: tuple[str, ...] = ()
    tags_met: tuple[str, ...] = ()  # those of which the query has every word
    pinned: bool = False  # by a person: always in the block, within its slice
    episodes: tuple[str, ...] = ()  # evidence of a memory or rule
    fields: tuple[
        Field, ...
    ] = ()  # of an episode: where its fields stand in the text; of long ones, and corrected ones
    corrected_by: str = ""  # of an episode: the person behind its correction, where one stands behind it
    lessons: tuple[tuple[str, str], ...] = ()  # of an episode: the memories and rules that cite it, with their status
    denies: bool = False  # of the attribute that the query asks for it only says what it is not
    namespace: str = ""  # where it is, where that is another one than the recall's own

    @property
    def name(self) -> str:
        """What tells it from all others of a recall: ``PB-03``, of another namespace ``acme/team PB-03``."""
        return f"{self.namespace} {self.handle}" if self.namespace else self.handle

    @property
    def tells(self) -> bool:
        """Whether it is a memory of the very attribute that the query asks for, and holds."""
        return "attribute" in self.components and not self.ended and not self.denies

    @property
    def is_heir(self) -> bool:
        """Whether it matches for what it took the place of."""
        return "in_place_of" in self.components


@dataclass(frozen=True, slots=True)
class SearchResult:
    """Candidates, best first: by score, then kind and number of the handle.

    A search may hand on only those that can matter; ``statistics`` then counts all: ``above_floor``, ``below_floor``.
    """

    candidates: tuple[Candidate, ...]
    terms: tuple[str, ...]  # the query's content stems, in order
    unknown: tuple[str, ...]  # those that nothing in the mind speaks of
    mind: int  # sequence searched
    considered: int  # documents in the mind at that sequence
    weights: tuple[int, ...] = ()  # idf of each of ``terms``, in thousandths; unknown ones weigh the most
    statistics: dict[str, int] = field(default_factory=dict)  # recorded with the recall: documents, average length …
