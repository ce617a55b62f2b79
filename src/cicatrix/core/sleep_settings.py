"""What a night may do: the choices of a person, apart from the nouns of a night (:mod:`cicatrix.core.sleep`)."""

from __future__ import annotations

from dataclasses import dataclass

from cicatrix.core.memories import MemoryType
from cicatrix.core.retention import FADING, Fading


@dataclass(frozen=True, slots=True)
class SleepSettings:
    """What a night may do, and how each type fades."""

    merge: bool = True
    forget: bool = True
    insights: bool = True
    preference: Fading = FADING[MemoryType.PREFERENCE]
    semantic: Fading = FADING[MemoryType.SEMANTIC]
    episodic: Fading = FADING[MemoryType.EPISODIC]

    def fading(self, type: MemoryType) -> Fading:
        """Raises KeyError for rules, which do not fade."""
        return {
            MemoryType.PREFERENCE: self.preference,
            MemoryType.SEMANTIC: self.semantic,
            MemoryType.EPISODIC: self.episodic,
        }[type]
