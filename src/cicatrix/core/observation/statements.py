"""What a subject and its predicate say: of the speaker, of somebody else, of a thing.

What is said of the one who is spoken to, and what points at something without naming it, says nothing here.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import date
from typing import Final

from cicatrix.core.memories import MemoryType
from cicatrix.core.observation.findings import Observed, Pass
from cicatrix.core.observation.frame_forms import APPOINTMENT
from cicatrix.core.observation.frames import Frame, framed, labelled
from cicatrix.core.observation.heads import Head
from cicatrix.core.observation.subjects import KIN, Subject
from cicatrix.core.observation.validity import observed, timed
from cicatrix.core.observation.values import value
from cicatrix.core.reading.grammar import table
from cicatrix.core.text import content_stems, stem


@dataclass(frozen=True, slots=True)
class Telling:
    """Around a clause: what the first person is called, the day on which it was said, and the clause with the words
    before it that set its time ("Yesterday, …")."""

    speaker: str
    said: date
    whole: str


def _verbs(words: str) -> frozenset[str]:
    return frozenset(map(stem, table(words)))


_SAYS: Final = _verbs("say tell think believe claim mention insist reckon suggest recommend warn write announce")
_TALK: Final = _verbs(
    "say mean know see agree understand hear think believe guess suppose hope wish wonder thank appreciate tell ask"
    " imagine"
    " bet doubt remember forget promise admit seem notice realise realize figure mention look wait"
)
"""What speakers say about their talk and their mind, and not about their life."""
_EMPTY: Final = _verbs("do get go have make take be try come put let want need love like enjoy keep give")
_SUPPOSES: Final = frozenset(["would", "could", "might", "may", "should", "ought"])
_RATHER: Final = re.compile(r"(?:'d|\bwould) (?P<word>rather|prefer|never)\b(?: to)?\s*(?P<what>.*)", re.I)
_LISTENER: Final = re.compile(r"\b(?:you|your|yours|yourself|u|ya)\b", re.I)
_POINTS_AT: Final = re.compile(r"(?:this|that|these|those|it)\b", re.I)
_CALLED: Final = re.compile(r"(?:called|named) (?P<what>[^.,;!]+)")
_MINE: Final = re.compile(r"(?:my|our) (?P<noun>favou?rite [\w ]+|\w+(?: \w+)?)", re.I)
_ONES: Final = re.compile(
    r"(?:(?:new|old|other|first|second|last|next|big|small|only) )?ones?$|^(?:rest|other|others|latter|former"
    r"|whole thing)$",
    re.I,
)
_STANDS_ALONE: Final = frozenset(["state", "status", "condition", "allergy", "diet"])


def stated(subject: Subject, head: Head, clause: str, told: Telling) -> Observed | Pass:
    """What a clause with this subject and head says."""
    if _LISTENER.search(clause):
        return Pass.LISTENER
    if subject.kind == "there":
        return _there(head, clause)
    if head.modal in _SUPPOSES:
        return _rather(subject, clause)
    if subject.kind == "self":
        return _of_self(subject, head, clause, told)
    if _ONES.search(subject.name):
        return Pass.ANAPHORA
    return _of_other(subject, head, clause, told)


def _whole(
    clause: str, type: MemoryType, subject: str, attribute: str = "", value: str = "", negated: bool = False
) -> Observed:
    return Observed(0, len(clause), type, subject, attribute, value, negated)


def _there(head: Head, clause: str) -> Observed | Pass:
    tells = head.verb == "be" and len(content_stems(head.rest)) >= 3 and not _POINTS_AT.match(head.rest)
    return _whole(clause, MemoryType.SEMANTIC, value(head.rest)) if tells else Pass.NO_STATEMENT


def _rather(subject: Subject, clause: str) -> Observed | Pass:
    """ "I'd rather take the train": the one thing that "would" says for certain."""
    found = _RATHER.search(clause)
    if found is None or not value(found["what"]):
        return Pass.HYPOTHESIS
    never = found["word"].casefold() == "never"
    return _whole(clause, MemoryType.PREFERENCE, subject.name, "likes", value(found["what"]), never)


def _of_self(subject: Subject, head: Head, clause: str, told: Telling) -> Observed | Pass:
    if head.verb in _TALK:
        return Pass.SMALL_TALK
    if head.verb == "feel":
        head = replace(head, verb="be", tense="present")
    found = framed(head, person=True)
    if found is not None and head.modal == "can" and not found.attribute and not found.negated:
        found = replace(found, attribute="skill")
    if found is None:
        return Pass.ANAPHORA if _POINTS_AT.search(head.rest) else Pass.OPINION
    event = found.type is MemoryType.EPISODIC
    untold = not found.value and (head.verb in _EMPTY or not content_stems(head.rest))
    if untold if event else not (found.attribute or found.value):
        return Pass.ANAPHORA if _POINTS_AT.search(head.rest) else Pass.NO_STATEMENT
    return timed(found, subject.name, head, clause, told.whole, told.said)


def _of_other(subject: Subject, head: Head, clause: str, told: Telling) -> Observed | Pass:
    if head.verb in _SAYS and subject.kind == "other":
        words = (value(head.rest) or head.rest).strip(" .")
        return _whole(clause, MemoryType.SEMANTIC, subject.name, "said", words) if words else Pass.ANAPHORA
    if head.verb == "be" and head.tense != "past":
        named = _named(subject, head, clause, told)
        if named is not None:
            return named
    thing = re.match(r"(?:the|a|an)\s", clause, re.I) is not None
    kin = subject.name.startswith(f"{told.speaker}'s ")
    found = framed(head, person=(subject.name[:1].isupper() or kin) and not thing)
    if found is None:
        return Pass.OPINION
    if found.attribute == "name":  # "Jonas is Dutch Reformed": who is named already is not named again
        found = replace(found, attribute="")
    if subject.kind == "own":
        found = _possession(subject, found)
    elif not found.attribute and found.type is not MemoryType.EPISODIC:
        if not content_stems(head.rest):
            return Pass.NO_STATEMENT
        if head.verb == "be" and len(head.rest.split()) <= 3 and re.search(r"\d", head.rest):
            found = replace(found, attribute="value")  # "is MARKER-7734", "is 4417#"
    return timed(found, subject.name, head, clause, told.whole, told.said)


def _named(subject: Subject, head: Head, clause: str, told: Telling) -> Observed | Pass | None:
    """A label with its value, in each of the orders in which it is said; None where the clause is none."""
    if subject.noun or subject.kind == "own":
        return _labelled(subject, head, clause)
    called = _CALLED.match(head.rest)
    kin = KIN.get(subject.name.rpartition(" ")[2])
    if called and kin and subject.name.startswith(f"{told.speaker}'s "):
        return _whole(clause, MemoryType.SEMANTIC, told.speaker, kin, value(called["what"]), head.denied)
    mine = _MINE.match(head.rest)
    if mine is None:
        return None
    attribute = KIN.get(value(mine["noun"]).casefold()) or labelled(mine["noun"])
    return _whole(clause, _type_of(attribute), told.speaker, attribute, subject.name, head.denied)


def _labelled(subject: Subject, head: Head, clause: str) -> Observed | Pass:
    """ "My favourite colour is teal", "the deadline for Atlas is 14 June", "Kestrel's owner is Marta"."""
    found = framed(head, person=False)
    if found is None:
        return Pass.OPINION
    words = subject.noun.casefold().split()
    attribute = labelled(subject.noun)
    if words[-1:] == ["name"] and len(words) > 1:  # "my dog's name is Rex"
        attribute = KIN.get(re.sub(r"'s?$", "", words[-2]), attribute)
    kind = _type_of(attribute)
    if found.attribute in _STANDS_ALONE:
        own = "" if subject.kind == "own" else found.attribute
        return observed(replace(found, type=kind, attribute=own, days=None), subject.name, clause, None)
    filled = value(re.sub(r"^(?:on|at|in|by) (?=\w)", "", head.rest)) or head.rest.strip(" .!")
    return _whole(clause, kind, subject.name, attribute, filled, head.denied)


def _type_of(attribute: str) -> MemoryType:
    return MemoryType.PREFERENCE if attribute.startswith("favourite") else MemoryType.SEMANTIC


def _possession(subject: Subject, found: Frame) -> Frame:
    """What somebody's thing does is said of its owner: "my flight leaves at six"."""
    if found.type is not MemoryType.PREFERENCE and APPOINTMENT.search(subject.noun):
        return replace(found, attribute=f"schedule:{subject.noun.casefold()}")
    return replace(found, attribute="") if found.attribute in ("residence", "name") else found
