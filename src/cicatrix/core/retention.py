"""How much is left of a trace: what nobody used, nobody pinned and nothing makes important fades with its age.

::

    retention = 2^(−age / half-life of the type) · (500 + importance) / 1000        in millionths

so that an ordinary memory (importance 500) has half of itself left after one half-life. The fall between two half-lives
is a straight line, in whole numbers: no machine's ``exp2`` may decide what is forgotten.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from cicatrix.core.memories import Memory, MemoryType

ONE: Final = 1_000_000

WEAK: Final = 100_000
"""Below it a trace may be let go: an ordinary one after three half-lives and a bit."""

IMPORTANT: Final = 850
"""Thousandths from which nothing is ever let go: recall keeps a place for it."""


FADED: Final = "faded"
"""The act by which sleep lets go. Said again in a new episode, such a memory comes back: nobody called it wrong."""


@dataclass(frozen=True, slots=True)
class Fading:
    """How the memories of one type fade. All in days."""

    half_life: int
    grace: int = 30  # so long after it was last touched nothing fades
    time_to_live: int = 0  # then it is let go, used or not; 0: never
    keep: bool = False  # for ever


FADING: Final = {
    MemoryType.PREFERENCE: Fading(270),
    MemoryType.SEMANTIC: Fading(180),
    MemoryType.EPISODIC: Fading(21),
}
"""Rules do not fade: a person ends them."""


def retention(age: int, half_life: int, importance: int) -> int:
    """Of a trace ``age`` days after it was last said, in millionths; more than ONE where it is new and important."""
    halvings, rest = divmod(max(0, age), max(1, half_life))
    if halvings > 30:
        return 0
    left = (ONE >> halvings) - (ONE >> (halvings + 1)) * rest // max(1, half_life)
    return left * (500 + importance) // 1000


def let_go(memory: Memory, fading: Fading, *, age: int, untouched: int, uses: int) -> str:
    """Why a memory is let go, in words; empty where it stays. ``age`` and ``untouched`` are days since it was last said
    and since its last version was sealed."""
    if memory.is_rule or memory.pinned or memory.importance >= IMPORTANT or fading.keep:
        return ""
    if fading.time_to_live and age > fading.time_to_live:
        return f"it is {age:,} days old, and what is {memory.type.value} lives {fading.time_to_live:,}"
    if uses or untouched <= fading.grace:
        return ""
    left = retention(age, fading.half_life, memory.importance)
    if left >= WEAK:
        return ""
    return f"{left * 100 // ONE} % of it is left after {age:,} days, and nobody used it"
