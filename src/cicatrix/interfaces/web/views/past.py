"""A page of the past: which mind it shows, the way back, and the slider that leads to others."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from cicatrix.engine.browse import Browser
from cicatrix.errors import InvalidInput
from cicatrix.interfaces.web.views.seal import sealed_at
from cicatrix.interfaces.web.views.times import When

PAST_ROOMS: Final = ("playbook", "rules", "memories", "episodes", "recalls", "questions", "sleep", "actions")
"""What can be looked at as it was. The ledger and its proofs are today's: they only grow."""

_OF_NOW: Final = frozenset({"/sleep/plan"})
"""Pages in these rooms that have no past."""


@dataclass(frozen=True, slots=True)
class Past:
    """The mind after entry ``seq`` of a ledger of ``head``."""

    seq: int
    head: int
    at: When | None  # when that entry was sealed
    root: str  # /at/900
    back: str  # the same page today
    room: str  # the part of the address that another moment keeps


def past_of(browser: Browser, moment: str, path: str, query: str, now: datetime) -> Past:
    """``moment``: 900, or a date. Raises InvalidInput where it is not there, InvalidTime."""
    seq, head = browser.sequence_at(moment), browser.head().seq
    if not seq:
        raise InvalidInput(f"There was no mind yet at {moment}.", hint="The first is @1: /at/1.")
    root = f"/at/{seq}"
    rest = path.removesuffix(".json").split("/", 3)[3:]
    room = f"/{rest[0]}" if rest else ""
    return Past(seq, head, sealed_at(browser, seq, now), root, (room or "/") + query, room)


def to_moment(past: Past, now: datetime) -> datetime:
    """The clock of that mind: what was three days ago then, is said to be so."""
    return datetime.fromisoformat(past.at.iso) if past.at else now


def looks_back(path: str, head: int) -> str:
    """The address of a page of today as a page of the newest mind, from which the slider leads back; empty for none."""
    return f"/at/{head}{path}" if head and path.split("/")[1] in PAST_ROOMS and path not in _OF_NOW else ""
