"""What a rule stops, as the pages show it: its words with what was read of them, each field, what it says of calls."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from cicatrix.core.policies.policy import Policy, PolicyStatus
from cicatrix.interfaces import readings
from cicatrix.interfaces.readings import Words
from cicatrix.interfaces.web.views.action import GLYPHS, TITLES
from cicatrix.interfaces.web.views.words import clip

if TYPE_CHECKING:
    from cicatrix.engine.policies import Tried

_TRIED: Final = {"own": "the episode’s own call", "must": "has to stop", "must_not": "has to spare"}


@dataclass(frozen=True, slots=True)
class Trial:
    call: str
    title: str
    glyph: str
    meant: str  # what it should do
    ok: bool


@dataclass(frozen=True, slots=True)
class PolicyView:
    status: str
    status_words: str
    glyph: str
    words: tuple[Words, ...]
    facts: tuple[tuple[str, str], ...]
    why: tuple[str, ...]
    tried: tuple[Trial, ...]

    @property
    def unread(self) -> bool:
        return any(piece.state == "unread" for piece in self.words)


_GLYPHS: Final = {PolicyStatus.ACTIVE: "act", PolicyStatus.PROPOSED: "question", PolicyStatus.ADVICE: "none"}


def policy_view(policy: Policy, tried: Sequence[Tried] = ()) -> PolicyView:
    return PolicyView(
        status=policy.status.value,
        status_words=readings.STATUSES[policy.status],
        glyph=_GLYPHS[policy.status],
        words=readings.pieces(policy),
        facts=tuple((name, value) for name, value in readings.facts(policy) if name != "unread"),
        why=policy.why,
        tried=tuple(_trial(one) for one in tried),
    )


def for_a_person(policy: Policy, tried: Sequence[Tried]) -> PolicyView:
    """The same with the calls that somebody who confirms it has to see: the episode's own, and two near misses."""
    stops = [one for one in tried if one.kind != "must_not"]
    own = [one for one in stops if one.kind == "own"] or stops
    return policy_view(policy, [*own[:1], *[one for one in tried if one.kind == "must_not"][:2]])


def _trial(one: Tried) -> Trial:
    return Trial(
        call=clip(readings.action(one.action), 160),
        title=TITLES[one.ruling],
        glyph=GLYPHS[one.ruling],
        meant=_TRIED[one.kind],
        ok=one.ok,
    )
