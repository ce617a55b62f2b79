"""Pinned memories: what a person wants in every block, whatever is asked, within a slice of the budget."""

from __future__ import annotations

from collections.abc import Mapping

from cicatrix.core.candidates import Candidate
from cicatrix.core.ids import handle_order
from cicatrix.core.recall import RecallSettings


def held_by_slice(
    pinned: Mapping[str, Candidate], tokens: Mapping[str, int], settings: RecallSettings
) -> tuple[str, ...]:
    """The names of the pinned memories that their slice of the budget holds, the best first."""
    room, held = settings.pinned, []
    for each in sorted(pinned.values(), key=lambda each: (-each.score, -each.importance, handle_order(each.handle))):
        if tokens[each.name] <= room:
            room -= tokens[each.name]
            held.append(each.name)
    return tuple(held)
