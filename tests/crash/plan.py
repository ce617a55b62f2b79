"""What a writer does, turn by turn. The seed, the writer's name and the turn's number decide all of it, so that
whoever reads the ledger afterwards knows every byte that has to stand there.
"""

from __future__ import annotations

import random
import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal

from cicatrix.ports import Durability

Way = Literal["record", "lesson", "many", "batch", "loose", "recall"]
"""``record`` one episode, or one with a ``lesson`` (its rule is admitted in the same transaction), ``many`` rows, a
``batch`` of drafts of the store, the same without waiting for the disk (``loose``), a ``recall``, which is recorded."""

_WAYS: Final[tuple[Way, ...]] = ("record", "record", "record", "lesson", "many", "batch", "batch", "loose", "recall")
_SIZES: Final = (20, 20, 400, 9_000)
_PARTS: Final = (2, 3, 12)
_WORDS: Final = ("amber", "brisk", "cedar", "ember", "fjord", "grain", "harbour", "inlet", "jetty", "moss", "oak")
_MARK: Final = re.compile(r"part (\d+) of turn (\d+) by ([\w.-]+): ")


@dataclass(frozen=True, slots=True)
class Turn:
    """One call of a writer, and so one transaction: all of its episodes, or none."""

    by: str
    number: int
    way: Way
    parts: int  # episodes
    size: int  # characters of each

    @property
    def durability(self) -> Durability:
        return "normal" if self.way in ("loose", "recall") else "full"

    def words(self, part: int) -> str:
        """The outcome of an episode; it says itself where it belongs."""
        return _words(f"part {part} of turn {self.number} by {self.by}: ", self.size)

    @property
    def correction(self) -> str:
        return f"Never ship build {self.number} of {self.by} without a signed note."

    @property
    def query(self) -> str:
        return f"May I ship build {self.number} of {self.by}?"


@lru_cache(maxsize=8_192)  # whoever looks at thousands of states of one file asks for the same words each time
def _words(start: str, size: int) -> str:
    return start + " ".join(random.Random(start).choices(_WORDS, k=size // 6))


@lru_cache(maxsize=8_192)
def turn(seed: int, by: str, number: int) -> Turn:
    """The turn of that number. Every fortieth writes a megabyte at once, so that the log of the file wraps around."""
    source = random.Random(f"{seed}/{by}/{number}")
    if number % 40 == 39:
        return Turn(by, number, "batch", 30, 35_000)
    way = source.choice(_WAYS)
    parts = source.choice(_PARTS) if way in ("many", "batch", "loose") else 0 if way == "recall" else 1
    return Turn(by, number, way, parts, source.choice(_SIZES))


def mark(words: str) -> tuple[str, int, int] | None:
    """Writer, turn and part of an outcome; None where it is not a writer's."""
    found = _MARK.match(words)
    return None if found is None else (found[3], int(found[2]), int(found[1]))
