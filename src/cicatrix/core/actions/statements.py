"""What a statement of SQL does: its kind as families, its tables and columns as things."""

from __future__ import annotations

from cicatrix.core.actions.call import Call
from cicatrix.core.policies.lexicon.lexicon import Lexicon


def read_statements(text: str, lexicon: Lexicon) -> tuple[Call, ...]:
    """The calls of a text of SQL, one for each statement."""
    raise NotImplementedError
