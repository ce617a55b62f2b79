"""Episodes in which somebody teaches something, for the tests of learning."""

from __future__ import annotations

from collections.abc import Iterable

from cicatrix.core.distillation import Outcome, distill
from cicatrix.core.episodes import Episode, EpisodeKind
from cicatrix.core.evidence import find
from cicatrix.core.ids import Kind, format_handle
from cicatrix.core.known import Known
from cicatrix.core.memories import Evidence, Memory
from cicatrix.core.trust import Corrector, Origin, Role

WHEN = "2026-11-03T10:12:00+01:00"


def corrected(
    number: int,
    correction: str,
    *,
    task: str = "",
    by: str = "dana",
    role: Role = "operator",
    origin: Origin = Origin.AGENT,
) -> Episode:
    """An experience that somebody corrected."""
    return Episode(
        id=f"ep{number}",
        kind=EpisodeKind.EXPERIENCE,
        actor="agent",
        origin=origin,
        occurred_at=WHEN,
        recorded_at=WHEN,
        task=task,
        correction=correction,
        corrector=Corrector(by, role),
        seq=number,
    )


def said(number: int, text: str, *, origin: Origin = Origin.HUMAN, kind: EpisodeKind = EpisodeKind.TURN) -> Episode:
    """A turn, a document or a reply."""
    return Episode(
        id=f"ep{number}", kind=kind, actor="someone", origin=origin, occurred_at=WHEN, recorded_at=WHEN, text=text,
        speaker="someone", seq=number,
    )  # fmt: skip


def by_id(*episodes: Episode) -> dict[str, Episode]:
    return {episode.id: episode for episode in episodes}


def span(episode: Episode, words: str) -> Evidence:
    """Where these words stand in an episode; they have to be there."""
    found = find(episode, words)
    assert found is not None
    return found


class Mind:
    """Rules that are learnt one run after the other, as a ledger would keep them."""

    def __init__(self, *memories: Memory) -> None:
        self.known = Known(memories)
        self.episodes: dict[str, Episode] = {}
        self.rules: dict[str, Memory] = {memory.id: memory for memory in memories}

    def learn(self, *episodes: Episode) -> Outcome:
        self.episodes.update(by_id(*episodes))
        return self.distill(episodes)

    def distill(self, episodes: Iterable[Episode]) -> Outcome:
        outcome = distill(episodes, self.episodes, self.known, self._next)
        self.rules.update(outcome.admitted)
        self.rules.update(outcome.joined)
        return outcome

    def _next(self) -> str:
        handle = format_handle(Kind.RULE, len(self.rules) + 1)
        self.rules[handle] = None  # type: ignore[assignment]
        return handle

    def texts(self) -> list[str]:
        return [rule.text for rule in self.rules.values()]
