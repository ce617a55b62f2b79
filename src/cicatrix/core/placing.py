"""What is shown of a candidate, and what that costs: its line in the brief, whole or an excerpt."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from cicatrix.core import brief
from cicatrix.core.candidates import Candidate, SearchResult
from cicatrix.core.excerpts import Excerpt, excerpt
from cicatrix.core.ids import Kind
from cicatrix.core.memories import told
from cicatrix.core.recall import ONE, RecallSettings, Thresholds
from cicatrix.core.text import count_tokens
from cicatrix.core.trust import Origin

_MARKS: Final = 12  # tokens that marking and quoting an excerpt costs beside its words


@dataclass(frozen=True, slots=True)
class Placed:
    """A candidate that goes before the model, and the tokens of its line in the brief.

    ``conflicts`` are rules that cannot be followed together with this one; ``excerpt`` is what is shown of an episode
    that is too big.
    """

    candidate: Candidate
    tokens: int
    rescued: bool = False
    conflicts: tuple[str, ...] = ()
    excerpt: Excerpt | None = None

    @property
    def text(self) -> str:
        """What is shown."""
        return told(self.candidate.text, self.candidate.later) if self.excerpt is None else self.excerpt.text

    @property
    def corrected_at(self) -> int:
        """Where a person's correction begins in what is shown; -1 where there is none."""
        if not self.candidate.corrected_by:
            return -1
        if self.excerpt is not None:
            return self.excerpt.lines.get("correction", -1)
        return next((field.line for field in self.candidate.fields if field.name == "correction"), -1)

    @property
    def line(self) -> str:
        """Its line in the brief."""
        candidate = self.candidate
        return brief.line(
            candidate.handle,
            self.text,
            trust=candidate.trust,
            episodes=candidate.episodes,
            occurred_at=candidate.occurred_at,
            is_excerpt=self.excerpt is not None,
            conflicts=self.conflicts,
            ended=candidate.ended,
            corrected_at=self.corrected_at,
            namespace=candidate.namespace,
        )


def place(candidate: Candidate, conflicts: tuple[str, ...] = (), passages: Excerpt | None = None) -> Placed:
    """A candidate with what its line costs."""
    placed = Placed(candidate, 0, conflicts=conflicts, excerpt=passages)
    return replace(placed, tokens=count_tokens(placed.line))


def in_excerpts(
    standing: dict[str, Candidate],
    tokens: dict[str, int],
    result: SearchResult,
    settings: RecallSettings,
    thresholds: Thresholds,
) -> dict[str, Placed]:
    """The best episodes that are too big for their share of the budget, by the passages that share most with the query.

    What only comes after other things filled the budget is not cut: a short turn is whole or not there.
    """
    share = thresholds.excerpt_share
    if any(candidate.trust is not Origin.EXTERNAL for candidate in standing.values()):
        share_external = min(share, thresholds.external_share)
    else:
        share_external = share
    weights = dict(zip(result.terms, result.weights, strict=False))
    found: dict[str, Placed] = {}
    for handle, candidate in standing.items():
        room = settings.budget * (share_external if candidate.trust is Origin.EXTERNAL else share) // ONE
        if len(found) >= thresholds.excerpts or candidate.kind is not Kind.EPISODE or tokens[handle] <= room:
            continue
        around = place(replace(candidate, text="", fields=())).tokens  # citation and quoting
        passages = excerpt(candidate.text, candidate.fields, weights, room=room - around - _MARKS)
        if passages is not None:
            placed = place(candidate, (), passages)
            if placed.tokens <= room:
                found[handle] = placed
    return found
