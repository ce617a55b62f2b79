"""Memories and rules: claims that were admitted with evidence.

A rule is a memory of type ``procedural`` and always has a ``PB`` handle; all others have ``M`` handles. A memory is a
chain of versions: each change seals a complete new version, the old one ends at that sequence and stays readable.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from cicatrix.core.ids import Kind
from cicatrix.core.policies.policy import Policy
from cicatrix.core.trust import Origin


class MemoryType(StrEnum):
    PREFERENCE = "preference"
    SEMANTIC = "semantic"
    EPISODIC = "episodic"
    PROCEDURAL = "procedural"


class Status(StrEnum):
    CANDIDATE = "candidate"
    SHADOW = "shadow"
    ACTIVE = "active"
    SUSPENDED = "suspended"
    RETIRED = "retired"
    SUPERSEDED = "superseded"
    MERGED = "merged"
    FORGOTTEN = "forgotten"
    QUARANTINED = "quarantined"


RECALLABLE = frozenset({Status.ACTIVE})
"""Only these stand in the active mind; all other statuses are never put before a model."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """A verbatim span of an episode: ``words(field)[start:end]``, in code points, with the SHA-256 of its UTF-8."""

    episode: str
    field: str
    start: int
    end: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Change:
    """What made this version: an act, by whom, why, in words for the history."""

    act: str  # admitted, joined, ratified, corrected, suspended, resumed, retired, forgotten, superseded …
    by: str
    reason: str = ""
    at: str = ""
    of: int = 0  # the entry whose act this change is a part of, sealed right before it; 0: an act of its own


@dataclass(frozen=True, slots=True)
class Revision:
    """The verdict when a new claim met an old one (core/revision), with the signals that gave it, for people."""

    verdict: str  # duplicate, replaces, refines, distinct, uncertain
    old: str  # the handle that was met
    reason: str  # "one slot, single-valued attribute residence"
    signals: dict[str, int | str] = field(default_factory=dict)  # similarities in millionths, spans as words


@dataclass(frozen=True, slots=True)
class Memory:
    id: str
    type: MemoryType
    text: str
    status: Status
    trust: Origin
    evidence: tuple[Evidence, ...]
    change: Change
    version: int = 1
    importance: int = 500  # thousandths, 0..1000; set by code from grounded signals
    tags: tuple[str, ...] = ()  # stems
    subject: str = ""  # whom or what it speaks of: "user", "Jonas", "the billing service"
    speaker: str = ""  # who said it
    attribute: str = ""  # what it says of the subject, as core/attributes.py names it: "residence", "diet", "deadline"
    value: str = ""  # the words that fill the attribute, verbatim
    negated: bool = False  # "does not like", "is no longer"
    said_at: str = ""  # when it was last said, UTC; orders corrections
    pinned: bool = False
    valid_from: str | None = None  # when the state or event that it tells of began, ISO 8601; orders changes of state
    valid_to: str | None = None  # and when it is over; after that it is history, not recalled as true now
    review_by: str | None = None
    exceptions: tuple[str, ...] = ()
    supersedes: tuple[str, ...] = ()  # older memories that this one ended, or whose place it took in a merge
    superseded_by: str | None = None
    inherited_uses: int = 0  # how often the memories were used that it was merged from
    refines: tuple[str, ...] = ()  # older ones that it tells more exactly; they stand, linked
    revision: Revision | None = None  # how this version met an older memory; None: it met none
    policy: Policy | None = None  # of a rule: what of it the gate enforces
    proposer: str = "extractive"  # what made the candidate: extractive/1, a model, an agent, a person
    seq: int = 0  # of the entry that sealed this version

    @property
    def kind(self) -> Kind:
        return Kind.RULE if self.type is MemoryType.PROCEDURAL else Kind.MEMORY

    @property
    def is_rule(self) -> bool:
        return self.type is MemoryType.PROCEDURAL

    @property
    def told(self) -> str:
        """Its words as they are put before a model: with what was said of it later, word for word."""
        return told(self.text, self.exceptions)

    @property
    def order(self) -> str:
        """Its words as the gate reads them: with what was said of it later, one sentence after the other."""
        return order(self.text, self.exceptions)

    @property
    def episodes(self) -> tuple[str, ...]:
        """The cited episodes, each once, in order of citation."""
        return tuple(dict.fromkeys(span.episode for span in self.evidence))


def told(text: str, later: Sequence[str]) -> str:
    """A rule with the conditions and exceptions that a person added to it."""
    return f"{text} (later: {'; '.join(later)})" if later else text


def order(text: str, later: Sequence[str]) -> str:
    """A rule's words as the gate reads them."""
    return " ".join(_sentence(words) for words in (text, *later))


def _sentence(words: str) -> str:
    """Ended, if another one follows or not: the same words stay the same policy."""
    return words if words[-1:] in ".!?…。！？" else f"{words}."
