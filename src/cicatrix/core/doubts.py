"""Doubts: a new memory met an older one, and code cannot say what it means for it. Both stand until a person says."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Doubt:
    """``verdict`` is empty while it is open; then what a person said the new one is for the old one."""

    id: str
    new: str
    old: str
    reason: str
    signals: dict[str, int | str] = field(default_factory=dict)
    verdict: str = ""
    by: str = ""
    why: str = ""
    seq: int = 0

    @property
    def is_open(self) -> bool:
        return not self.verdict


def doubt_key(new: str, old: str) -> str:
    """Two things are doubted once, whichever of them came first."""
    return "|".join(sorted((new, old)))
