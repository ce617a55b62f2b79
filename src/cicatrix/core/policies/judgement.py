"""What judging needs beside the rules, and what comes of it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from cicatrix.core.actions.call import Call, Unknown
from cicatrix.core.verdicts import Matched, Ruling


@dataclass(frozen=True, slots=True)
class Done:
    """A tool call that was recorded by somebody who may vouch for it, canonical, as a precondition asks for it.

    ``at`` is when it was done, zone-aware; ``good`` whether it ended well.
    """

    episode: str
    calls: tuple[Call, ...]
    at: datetime
    good: bool = True
    session: str | None = None


@dataclass(frozen=True, slots=True)
class Judgement:
    """The worst of all calls and rules. ``matched`` are the rules that spoke, worst first, without quotes, which the
    engine adds; ``evidence`` the episodes that met preconditions; ``reason`` one sentence to be shown to the model."""

    ruling: Ruling
    matched: tuple[Matched, ...] = ()
    unknown: tuple[Unknown, ...] = ()
    reason: str = ""
    evidence: tuple[str, ...] = ()
