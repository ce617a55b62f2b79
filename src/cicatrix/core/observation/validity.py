"""When a statement holds: from the first to the last day that it names, or as long as such a state usually lasts."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date
from typing import Final

from cicatrix.core.attributes import HOLDS
from cicatrix.core.memories import MemoryType
from cicatrix.core.observation.findings import Observed
from cicatrix.core.observation.frame_forms import MEETING
from cicatrix.core.observation.frames import Frame
from cicatrix.core.observation.heads import Head, base
from cicatrix.core.observation.times import Direction, Stretch, stretch

_NAMED_BY_VALUE: Final = frozenset(["birthday", "deadline", "value"])
"""Attributes whose day is what they say, and not when they hold."""

_ARRANGES: Final = frozenset(map(base, ("book", "reserve", "schedule", "arrange", "plan", "register", "rebook")))

_HAPPENS: Final = re.compile(
    rf"(?:[\w'’-]+ )*?(?:{MEETING}|move|hotel|room|ticket|tour|talk|visit|ferry|handover|ceremony)s?"
    r"(?= (?:to|for|at|in|with|of|on|from)\b|$)",
    re.I,
)
"""What is named by a noun for something that happens on a day; "ticket prices" are none."""
_LONGEST: Final = 60
"""Days of a happening; what takes longer is a state."""

_MOVED: Final = re.compile(
    r"\b(?:moved|postponed|rescheduled|pushed(?: back)?|put off|delayed|deferred|shifted|changed|brought forward)"
    r" (?:[^,;]+? )??(?:to|until|till) (?=(?:the |next |this |early |late )*(?:\d|tomorrow|week|month|year"
    r"|(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:january|february|march|april|may|june|july|august|september"
    r"|october|november|december)\b))",
    re.I,
)
"""What is given another time, which lies ahead whatever the tense: "The meeting moved from Friday to Monday"."""

_IN_AID_OF: Final = re.compile(
    r"for (?:the|my|our|his|her|their|an?) (?!last\b|past\b|next\b|first\b|whole\b)[^,;:]+,", re.I
)
"""What was done for something has that thing's time: "For the wedding in August, I ordered chairs"."""


def timed(found: Frame, subject: str, head: Head, clause: str, whole: str, said: date) -> Observed:
    """A frame with the days it names. ``whole``: the clause with what sets its time ("Yesterday, …")."""
    named = _named(whole, said, _direction(found, head, whole))
    ahead = named is not None and named.first is not None and (named.first > said or (named.last or said) > said)
    if head.progressive and head.tense == "present" and found.attribute in ("", "trip") and ahead:
        found = replace(found, type=MemoryType.EPISODIC, attribute="plan")
    elif found.attribute == "has" and named is not None and named.first and named.last:
        found = replace(found, type=MemoryType.EPISODIC, attribute=f"schedule:{found.value.casefold()}")
    elif found.attribute.startswith("schedule:") and named is not None and named.first:
        found = replace(found, type=MemoryType.EPISODIC)
    if found.days is not None and head.tense != "past":
        named = _passing(found.days, named, said)
    told = observed(found, subject, clause, named, within=head.verb == "be" and not found.attribute)
    if head.over and head.tense == "past" and told.valid_to is None:  # "I used to live in Leeds": over when it was told
        told = replace(told, valid_to=_later(said, -1).isoformat())
    return told


def observed(found: Frame, subject: str, clause: str, named: Stretch | None, *, within: bool = False) -> Observed:
    """``within``: the state holds in the stretch that is named, not before and not after."""
    first, last = (named.first, named.last) if named else (None, None)
    bounded = found.type is MemoryType.EPISODIC or found.days is not None or within
    if first and last and not bounded:
        first, last = (first, None) if found.turns else (None, None)
    if found.attribute in _NAMED_BY_VALUE:
        first = last = None
    return Observed(
        0,
        len(clause),
        found.type,
        subject,
        found.attribute,
        found.value,
        found.negated,
        first.isoformat() if first else None,
        last.isoformat() if last else None,
    )


def happening(found: Observed, clause: str, speaker: str, whole: str, said: date) -> Observed:
    """A statement as what happens once, where it tells of a trip, a booking or a meeting and names its days: "my flight
    to Lisbon is TP1234 on 3 May". What has a known attribute, and what names no day, stays as it is."""
    event = found.attribute or found.subject
    if found.type is not MemoryType.SEMANTIC or found.negated or found.attribute in HOLDS:
        return found
    named = _named(whole, said, "ahead") if _HAPPENS.match(event) else None
    if named is None or named.first is None or named.last is None or (named.last - named.first).days > _LONGEST:
        return found
    own = re.match(r"(?:my|our)\s", clause, re.I) is not None and not found.attribute
    return replace(
        found,
        type=MemoryType.EPISODIC,
        subject=speaker if own else found.subject,
        attribute=f"schedule:{event.casefold()}" if own or found.attribute else "",
        valid_from=named.first.isoformat(),
        valid_to=named.last.isoformat(),
    )


def _named(whole: str, said: date, direction: Direction) -> Stretch | None:
    """The days that a clause names; of what was moved only the new ones."""
    moved = _MOVED.search(whole)
    return stretch(whole[moved.end() :], said, "ahead") if moved else stretch(whole, said, direction)


def _direction(found: Frame, head: Head, whole: str) -> Direction:
    if head.verb in _ARRANGES:
        return "ahead"  # "I booked the hotel for May"
    if _IN_AID_OF.match(whole):
        return "near"
    if head.tense == "past" or head.perfect:
        return "back"
    if found.days is not None and re.search(r"\bafter\b", whole, re.I):
        return "back"  # "sore after Sunday's race"
    if head.tense == "future" or head.intends or head.progressive or found.type is MemoryType.SEMANTIC:
        return "ahead"
    return "ahead" if found.attribute.startswith(("schedule:", "plan")) else "near"


def _passing(days: int, named: Stretch | None, said: date) -> Stretch:
    """A state that passes ends where it is said to, or after the days it usually takes."""
    if named is None:
        return Stretch(said, _later(said, 0 if days == 1 else days))
    first = named.first if named.first and named.first >= said else said
    return Stretch(first, named.last if named.last and named.last >= first else _later(first, days))


def _later(day: date, days: int) -> date:
    return date.fromordinal(max(1, min(day.toordinal() + days, date.max.toordinal())))
