"""Sentences of a correction that taught nothing, and why: read again by the same code that distils."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cicatrix.core.distillation import lessons
from cicatrix.core.episodes import Episode
from cicatrix.core.reading.verdicts import REASONS, Code


@dataclass(frozen=True, slots=True)
class Silent:
    """A piece no rule stands on, and the engine's reason."""

    text: str
    reason: str


def silent_pieces(episode: Episode, field: str, cited: Sequence[tuple[int, int]]) -> tuple[Silent, ...]:
    """The pieces of a field that share no letter with a cited span (code points, half open), in order."""
    words = episode.words(field)
    return tuple(
        Silent(words[span.start : span.end], _reason(code))
        for span, code in lessons(episode)
        if span.field == field and not any(span.start < end and start < span.end for start, end in cited)
    )


def _reason(code: Code) -> str:
    if code is Code.LESSON:
        return "It says what to do, and no rule stands on it: see `cicatrix inbox`, or `cicatrix distill`."
    return REASONS[code]
