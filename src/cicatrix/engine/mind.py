"""The mind as it was: the rules and memories that held at one sequence, and what they would have answered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cicatrix.core.ids import Kind
from cicatrix.core.memories import RECALLABLE, Memory
from cicatrix.core.recall import Recall
from cicatrix.core.stamps import stamp
from cicatrix.engine import recall
from cicatrix.engine.browse import Browser
from cicatrix.engine.context import Context
from cicatrix.engine.past import clock_of, sequence_of


@dataclass(frozen=True, slots=True)
class Mind:
    """Looks only; a recall from it is recorded now, as one of what was known then. ``time`` is the clock of its last
    entry, UTC."""

    context: Context
    seq: int
    time: str

    @property
    def _read(self) -> Browser:
        return Browser(self.context)

    def rules(self) -> list[Memory]:
        """The rules that were in force, in order of their number."""
        return [rule for rule in self._read.rules(at=self.seq) if rule.status in RECALLABLE] if self.seq else []

    def memories(self) -> list[Memory]:
        """The memories that stood, in order of their number."""
        return [each for each in self._read.memories(at=self.seq) if each.status in RECALLABLE] if self.seq else []

    def memory(self, handle: str) -> Memory:
        """One rule or memory as it was, whatever its status. Raises NotFound."""
        return self._read.memory(handle, at=self.seq)

    def episodes(self) -> int:
        """How many episodes there were."""
        return self._read.count(Kind.EPISODE, self.seq)

    def recall(
        self, query: str, *, budget: int | None = None, limit: int | None = None, also: Sequence[str] = ()
    ) -> Recall:
        """What it would have answered, with its own clock; ``also`` with the minds that others had at its time. It
        opens no question."""
        return recall.recall(self.context, query, budget=budget, limit=limit, at=self.seq, also=also)


def at(ctx: Context, moment: int | str) -> Mind:
    """The mind at a sequence, or at a date (its end, in UTC). Raises InvalidInput for a sequence that is not there yet,
    InvalidTime."""
    with ctx.store.reader(ctx.namespace) as reader:
        seq = sequence_of(reader, moment)
        time = stamp(clock_of(ctx, reader, seq)) if seq else ""
    return Mind(ctx, seq, time)
