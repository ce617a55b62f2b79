"""An action as a caller names it: a tool and its arguments, or a request in plain words."""

from __future__ import annotations

from dataclasses import dataclass, field

from cicatrix.core.episodes import JsonObject


@dataclass(frozen=True, slots=True)
class Action:
    """What an agent wants to do. ``name`` is the tool's; ``text`` is a request in words instead of a call.

    ``context`` is what the caller proves of the moment: ``principal``, ``session``, ``cwd``, ``state`` (records as they
    are now, so that an update can be told from what it leaves alone), ``branch``.
    """

    name: str = ""
    resource: str = ""
    args: JsonObject = field(default_factory=dict)
    context: JsonObject = field(default_factory=dict)
    text: str = ""
