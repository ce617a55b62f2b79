"""Actions that are asked for in plain words."""

from __future__ import annotations

from cicatrix.core.actions.call import Call
from cicatrix.core.policies.lexicon.lexicon import Lexicon


def read_request(text: str, lexicon: Lexicon) -> tuple[Call, ...]:
    """Every action that the words ask for; none where they ask for nothing to be done."""
    raise NotImplementedError
