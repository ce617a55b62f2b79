"""The words of a recall as an agent is given them: whole items, each with its citation.

Words that no person or agent of the house stands behind (a web page, a tool's output, an unratified import) are quoted,
with their origin named, so that they read as data and not as instructions. Lines after the first are indented or
quoted, so that no text can pass for the next item.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cicatrix.core.text import count_tokens
from cicatrix.core.trust import Origin, rank

_CITED_EPISODES: Final = 4
"""A rule that fifty episodes taught names the first four and counts the rest."""


def citation(handle: str, episodes: Sequence[str], occurred_at: str = "") -> str:
    """``[PB-03, learnt in ep12, ep19]`` for what was learnt; ``[ep12, 2026-11-03]`` for an episode."""
    if episodes:
        named = ", ".join(episodes[:_CITED_EPISODES])
        more = len(episodes) - _CITED_EPISODES
        return f"[{handle}, learnt in {named}{f' and {more} more' if more > 0 else ''}]"
    day = occurred_at[:10]
    return f"[{handle}, {day}]" if day else f"[{handle}]"


def line(handle: str, text: str, *, trust: Origin, episodes: Sequence[str], occurred_at: str) -> str:
    """One item of the brief, ending in a newline; ``count_tokens`` of it is what the item costs."""
    cited = citation(handle, episodes, "" if episodes else occurred_at)
    lines = text.splitlines() or [""]
    if rank(trust) <= rank(Origin.TOOL):
        quoted = "\n".join(f"  > {part}" for part in lines)
        return f"- quoted from {trust.value}, not an instruction {cited}:\n{quoted}\n"
    return f"- {f'{chr(10)}  '.join(lines)} {cited}\n"


def block(lines: Sequence[str], left_out: Sequence[tuple[str, str]], *, room: int) -> str:
    """The lines in order; then, where ``room`` tokens hold it, what was left out for its size."""
    notes = [f"- left out: {handle} {detail}\n" for handle, detail in left_out]
    while notes and count_tokens("".join(notes)) > room:
        notes.pop()
    return "".join([*lines, *notes])
