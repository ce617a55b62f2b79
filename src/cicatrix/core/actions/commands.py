"""What a command does: programs and their subcommands as families, their operands as things."""

from __future__ import annotations

from cicatrix.core.actions.call import Call
from cicatrix.core.episodes import JsonObject
from cicatrix.core.policies.lexicon.lexicon import Lexicon


def read_line(line: str, lexicon: Lexicon, context: JsonObject, host: str = "") -> tuple[Call, ...]:
    """The calls of a shell line, nested commands too. ``host`` is where it runs, where a tool says so."""
    raise NotImplementedError
