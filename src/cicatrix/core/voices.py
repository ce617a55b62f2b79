"""Whose words are these? Origins, stamped from the kind of an episode and the role in it, never read out of a text.

=================  =====================================================================================
what               origin
=================  =====================================================================================
experience         agent: it reports what it did and what came of it
tool_call          agent; the words of ``result`` are the tool's (``Episode.origin_of``)
turn               by role, see ``ROLES``: a user is human, but an end user: never a maker of rules
turn, ``system``   agent: the harness wrote it, and nobody is named who stands behind it
turn, other role   agent: somebody reports that somebody said so
reply              human when a person is named, else agent
document           external, whoever recorded it: a page does not become true by being filed
=================  =====================================================================================

A correction has a corrector of its own. In an imported log all of this is external until a person vouches for it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from cicatrix.core.episodes import Episode, EpisodeKind
from cicatrix.core.trust import Origin

ROLES: Final[dict[str, Origin]] = {
    "user": Origin.HUMAN,
    "human": Origin.HUMAN,
    "end_user": Origin.HUMAN,
    "customer": Origin.HUMAN,
    "assistant": Origin.AGENT,
    "agent": Origin.AGENT,
    "ai": Origin.AGENT,
    "bot": Origin.AGENT,
    "model": Origin.AGENT,
    "system": Origin.AGENT,
    "developer": Origin.AGENT,
    "tool": Origin.TOOL,
    "function": Origin.TOOL,
}


def spoken_origin(kind: EpisodeKind, role: str, *, person_named: bool = False) -> Origin:
    """The origin of an episode's words when its log is trusted. ``person_named``: of a reply, whether we know whose."""
    if kind is EpisodeKind.TURN:
        return ROLES.get(role.casefold(), Origin.AGENT)
    if kind is EpisodeKind.REPLY:
        return Origin.HUMAN if person_named else Origin.AGENT
    if kind is EpisodeKind.DOCUMENT:
        return Origin.EXTERNAL
    return Origin.AGENT


def vouched(episode: Episode) -> Episode:
    """An imported episode as it counts once a person vouches for its import: what people said is theirs, no more."""
    return replace(
        episode, origin=spoken_origin(episode.kind, episode.role, person_named=episode.corrector is not None)
    )
