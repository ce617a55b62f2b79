"""Reading one sentence, for the tests of the parts that read it."""

from __future__ import annotations

from datetime import date

from cicatrix.core.observation.findings import Observed, Pass, Passed
from cicatrix.core.observation.turns import read_turn

WEDNESDAY = date(2026, 5, 20)


def told(text: str, speaker: str = "user", day: date = WEDNESDAY) -> Observed:
    """The one statement of a text."""
    (found,) = read_turn(text, speaker=speaker, said=day)
    assert isinstance(found, Observed), found
    return found


def refused(text: str) -> Pass:
    """Why the one sentence of a text teaches nothing."""
    (found,) = read_turn(text, speaker="user", said=WEDNESDAY)
    assert isinstance(found, Passed), found
    return found.why
