"""Where words came from, and how far they are trusted.

Origin is stamped by the engine from the authenticated caller and never read out of text. What is derived from
several pieces of evidence takes the lowest origin among them; only a person's ratification raises it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal


class Origin(StrEnum):
    """Highest first. Compare with :func:`rank`, never by name."""

    SYSTEM = "system"
    RATIFIED = "ratified"
    HUMAN = "human"
    AGENT = "agent"
    TOOL = "tool"
    EXTERNAL = "external"


_ORDER: dict[Origin, int] = {origin: place for place, origin in enumerate(reversed(Origin))}

Role = Literal["operator", "end_user", "agent"]
"""Operators teach rules; an end user's words are facts about that user; an agent only reports."""


@dataclass(frozen=True, slots=True)
class Corrector:
    """Whose words a correction is, as the engine knows it (not as a text claims)."""

    name: str
    role: Role

    @property
    def origin(self) -> Origin:
        return Origin.AGENT if self.role == "agent" else Origin.HUMAN


def rank(origin: Origin) -> int:
    """0 for external up to 5 for system."""
    return _ORDER[origin]


def lowest(origins: Iterable[Origin]) -> Origin:
    """The origin of something derived from all of these. An empty derivation is external: nothing vouches for it."""
    return min(origins, key=rank, default=Origin.EXTERNAL)


def may_teach_rules(origin: Origin, role: Role | None) -> bool:
    """Whether words of this origin make a rule *active* at once: only an operator's, or what a person ratified."""
    if origin in (Origin.SYSTEM, Origin.RATIFIED):
        return True
    return origin is Origin.HUMAN and role == "operator"
