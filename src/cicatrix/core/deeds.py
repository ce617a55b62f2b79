"""Which recorded tool calls count as done: what a precondition asks for is met by deeds, and words are none.

A deed is a tool call that somebody else than the agent vouches for, an enforcement point or an operator
(``recorded_by``), and whose outcome says that it went well.
"""

from __future__ import annotations

import re
from typing import Final

from cicatrix.core.approvals import same_name
from cicatrix.core.episodes import Episode, EpisodeKind
from cicatrix.core.trust import Origin

_AGENTS: Final = frozenset({"agent", "assistant", "model", "ai", "bot", "llm", "user", "self", "log", "import"})
"""What calls itself so vouches for nothing."""

_BAD: Final = re.compile(
    r"\b(?:fail|failed|failing|failure|fails|error|errors|errored|abort|aborted|denied|deny|refused|rejected|unreachable|"
    r"timeout|timed out|cancell?ed|skipped|partial(?:ly)?|incomplete|pending|started|queued|running|planned|blocked|"
    r"expired|lapsed|revoked|declined|invalid|missing|outdated|overdue|exceeded|insufficient|mismatch(?:ed)?|wrong|"
    r"crashed|killed|unknown|not|no|never|cannot|can't|couldn't|didn't|wasn't|unable|without|dry[- ]run|simulated|"
    r"exit(?: code| status)? [1-9]\d*|[45]\d\d)\b",
    re.IGNORECASE,
)
_GOOD: Final = re.compile(
    r"(?:ok|okay|success|successful|successfully|succeeded|done|executed|completed?|finished|passed|true|0|20[0-6]|"
    r"exit(?: code| status)? 0|[a-z]+ed)\b",
    re.IGNORECASE,
)


def is_vouched(episode: Episode) -> bool:
    """Whether somebody who may say so recorded this tool call."""
    recorder = same_name(episode.recorded_by)
    return (
        episode.kind is EpisodeKind.TOOL_CALL
        and bool(recorder)
        and recorder not in _AGENTS
        and recorder != same_name(episode.actor)
        and episode.origin is not Origin.EXTERNAL
    )


def went_well(outcome: str) -> bool:
    """Whether an outcome says so, in a word that is known for it. What is not said is no success."""
    words = outcome.strip()
    return _BAD.search(words) is None and _GOOD.match(words) is not None
