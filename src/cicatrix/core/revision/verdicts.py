"""The five verdicts, and what is judged."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum


class Verdict(StrEnum):
    DUPLICATE = "duplicate"  # says the same: the old one gains evidence
    REPLACES = "replaces"  # the old one is no longer true: it ends, linked
    REFINES = "refines"  # says more of the same: both stand, linked
    DISTINCT = "distinct"  # speaks of something else: both stand
    UNCERTAIN = "uncertain"  # code cannot say: both stand, and a person is asked


@dataclass(frozen=True, slots=True)
class Statement:
    """What somebody said, as it is compared. Without a speaker or times the words alone are judged."""

    text: str
    speaker: str = ""
    said_at: str = ""  # when it was said, ISO 8601
    subject: str = ""
    attribute: str = ""
    value: str = ""
    negated: bool = False
    valid_from: str | None = None
    valid_to: str | None = None


@dataclass(frozen=True, slots=True)
class Judged:
    """``signals``: similarities and shares in millionths, spans and cues as words; recorded with the memory."""

    verdict: Verdict
    reason: str
    signals: dict[str, int | str] = field(default_factory=dict)
