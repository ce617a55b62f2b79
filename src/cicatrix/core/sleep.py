"""The nouns of sleep: what a night would do, and what is sealed of it as ``sl-n``.

A plan names the version of everything that it touches, so that what changed in between is left alone, and its bytes
follow from the ledger, the settings and the day alone: the same plan made twice is the same to the byte.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import Final

from cicatrix.core.canonical import canonical_json
from cicatrix.core.codec import encode
from cicatrix.core.memories import Evidence

COUNTER: Final = "cicatrix estimate, 4 Latin characters a token"
"""What counts the tokens of a sleep (core/text.py)."""


@dataclass(frozen=True, slots=True)
class Part:
    """A memory as a plan saw it: the version that the sequence ``begun`` began."""

    id: str
    begun: int


@dataclass(frozen=True, slots=True)
class Merge:
    """Members in order of time become one. ``likeness`` is that of the least alike pair, in millionths; ``measure``
    says of what: ``cosine em-1``, ``words in common``."""

    members: tuple[Part, ...]
    text: str
    likeness: int
    measure: str
    before: int  # tokens of the members
    after: int  # tokens of the merged words
    into: str = ""  # the handle that the merged memory got, or would get

    @property
    def ids(self) -> tuple[str, ...]:
        return tuple(part.id for part in self.members)


@dataclass(frozen=True, slots=True)
class Fade:
    """A memory that is let go, and why."""

    member: Part
    reason: str
    tokens: int = 0

    @property
    def id(self) -> str:
        return self.member.id


@dataclass(frozen=True, slots=True)
class Conflict:
    """Two memories that are alike, and of which the later may replace the earlier: for a person."""

    new: Part
    old: Part
    reason: str
    signals: dict[str, int | str] = field(default_factory=dict)
    doubt: str = ""  # rv-n, once it was raised


@dataclass(frozen=True, slots=True)
class Insight:
    """Words for a candidate rule: how these experiences ended, each of them."""

    text: str
    episodes: tuple[str, ...]
    evidence: tuple[Evidence, ...]
    rule: str = ""  # the handle that the candidate got, or would get


@dataclass(frozen=True, slots=True)
class LeftOut:
    """What looked like one thing and was not merged or let go, and why."""

    ids: tuple[str, ...]
    code: str  # apart, too_long, would_lose, undone, changed, no_vector
    reason: str


@dataclass(frozen=True, slots=True)
class Plan:
    """What a night would do to the mind at ``mind``, on ``day`` (ISO, UTC)."""

    mind: int
    day: str
    merges: tuple[Merge, ...] = ()
    fades: tuple[Fade, ...] = ()
    doubts: tuple[Conflict, ...] = ()
    insights: tuple[Insight, ...] = ()
    left_out: tuple[LeftOut, ...] = ()
    tokens_before: int = 0  # of all active memories that are no rules
    tokens_after: int = 0
    looked_at: int = 0  # active memories
    ended_badly: int = 0  # experiences

    @property
    def digest(self) -> str:
        """SHA-256 of the plan's canonical JSON, in hex. The sequence that it was made at is no part of it."""
        body = encode(self)
        del body["mind"]
        return hashlib.sha256(canonical_json(body)).hexdigest()

    @property
    def is_empty(self) -> bool:
        return not (self.merges or self.fades or self.doubts or self.insights)


@dataclass(frozen=True, slots=True)
class Sleep:
    """The body of an ``sl-n``: what was done. It is sealed first, and right after it, with its sequence as their
    ``Change.of``, the versions that it made; so it is one act, which one ``undo`` takes back."""

    id: str
    plan: str  # digest
    day: str
    by: str
    merges: tuple[Merge, ...] = ()
    fades: tuple[Fade, ...] = ()
    doubts: tuple[Conflict, ...] = ()
    insights: tuple[Insight, ...] = ()
    left_out: tuple[LeftOut, ...] = ()
    tokens_before: int = 0
    tokens_after: int = 0
    undone_by: str = ""
    undone_for: str = ""
    seq: int = 0
