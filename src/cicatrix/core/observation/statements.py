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
from cicatrix.core.observation.frame_forms import APPOINTMENT, IN_MIND
from cicatrix.core.observation.frames import Frame, framed, is_state
from cicatrix.core.observation.heads import Head
from cicatrix.core.observation.labels import labelled
from cicatrix.core.observation.remarks import is_remark, says_nothing
from cicatrix.core.observation.subjects import KIN, Subject, possessor
from cicatrix.core.observation.times import stretch
from cicatrix.core.observation.validity import happening, observed, timed
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
    " imagine bet doubt remember forget promise admit seem notice realise realize figure mention look wait"
)
"""What speakers say about their talk and their mind, and not about their life."""
_EMPTY: Final = _verbs("be do get go have make take be try come put let want need love like enjoy keep give")
_SUPPOSES: Final = frozenset(["would", "could", "might", "may"])
_OUGHT: Final = frozenset(["should", "ought"])
_ABILITIES: Final = _verbs(
    "speak swim play drive cook sing dance ride code program read write ski type juggle knit sew draw paint sail fly"
    " bake surf climb skate whistle understand weld touch-type"
)
_CANNOT: Final = _verbs(
    "eat drink have tolerate digest walk see hear swim drive fly come attend make work travel sleep stand run take"
    " climb lift use stay do meet join wear go leave"
)
_VAGUE_PLANS: Final = _verbs("keep try continue make do get be stay help push work give find think rock miss need")
_RATHER: Final = re.compile(r"(?:'d|\bwould) (?P<word>rather|prefer|never)\b(?: to)?\s*(?P<what>.*)", re.I)
_LISTENER: Final = re.compile(r"\b(?:you|your|yours|yourself|u|ya)\b", re.I)
_ASIDE: Final = re.compile(
    r"\bi (?:told|mentioned to|showed) you(?: about)?|, (?:who|which) [^,]+,|\bwith you,|,? in case you[^,.]*", re.I
)
_POINTS_AT: Final = re.compile(r"(?:this|that|these|those|it)\b", re.I)
_ENDS_ON_IT: Final = re.compile(r"\b(?:this|that|these|those|it|them|him|her)$", re.I)
_OF_SOMEBODY: Final = re.compile(r"(?:his|her|their|its|theirs|hers)\b", re.I)
_CALLED: Final = re.compile(r"(?:called|named) (?P<what>[^.,;!]+)")
_NAMED: Final = re.compile(r"(?:(?:Dr|Mr|Mrs|Ms|Prof)\.? )?[A-Z][^\W\d_]+(?: [A-Z][^\W\d_]+)*(?=\W*$| now\b|,)")
_MINE: Final = re.compile(
    r"(?:my|our) (?P<noun>(?:all-time )?favou?rite [\w ]+|\w+(?: (?!now\b|these\b|today\b)\w+)?)", re.I
)
_ONES: Final = re.compile(
    r"(?:^|\s)ones?$|^(?:rest|other|others|latter|former"
    r"|whole thing)$",
    re.I,
)
_STRESSED: Final = re.compile(
    r"\b(?:is|are|was|were)(?:n't)? (?:so|such|really|truly|just|too|super|pretty|absolutely) (?!far\b)", re.I
)
_MOVES_US: Final = re.compile(
    r"\b(?:me|us|people|(?:our|my|their|your) (?:life|lives)|joy|happiness|hope|love|source of|the world|each other"
    r"|ourselves|what matters|inspir\w+|power|special|meaningful|important|crucial|necessary|possible|worth)\b",
    re.I,
)
_ADJECTIVE: Final = re.compile(r"(?:(?:so|very|really|too|quite|just|\w+ly|such) )*[a-z-]+[.!]*", re.I)
_KIN_OF_ONE: Final = frozenset(["spouse", "partner", "child", "sibling", "parent", "pet", "boss", "manager"])
_PERSONAL: Final = table(
    "residence employer job age food likes allergy diet speaks condition medication fear marital_status origin spouse",
    "pet child sibling",
)
"""What only somebody has: then "my …" is a person of whom no table knows."""
_TITLE: Final = re.compile(
    r"(?:new |current )?(?P<what>c[a-z]o|team lead|product owner|treasurer|chair(?:man|woman)?|director)"
)
_ALLERGY: Final = re.compile(r"(?:severe |bad |mild )?(?P<what>.+?) allerg(?:y|ies)", re.I)
_STANDS_ALONE: Final = frozenset(["state", "status", "condition", "allergy", "diet"])


def stated(subject: Subject, head: Head, clause: str, told: Telling) -> Observed | Pass:
    """What a clause with this subject and head says."""
    found = _said(subject, head, clause, told)
    if isinstance(found, Observed) and subject.kind != "self":
        found = happening(found, clause, told.speaker, told.whole, told.said)
    if _LISTENER.search(_ASIDE.sub("", clause)) is None:
        return found
    of_itself = isinstance(found, Observed) and found.attribute and not _LISTENER.search(found.value)
    return found if of_itself else Pass.LISTENER


def _said(subject: Subject, head: Head, clause: str, told: Telling) -> Observed | Pass:
    if subject.kind == "there":
        return _there(head, clause)
    if head.modal in _SUPPOSES or (head.modal in _OUGHT and subject.kind == "self"):
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
    if clause[:1] in "Hh":  # "Here's to a good time"
        return Pass.SMALL_TALK
    enough = len(content_stems(head.rest)) >= 3 and len(content_stems(value(head.rest))) > 0
    tells = head.verb == "be" and enough and not _POINTS_AT.match(head.rest)
    return _whole(clause, MemoryType.SEMANTIC, value(head.rest)) if tells else Pass.NO_STATEMENT


def _rather(subject: Subject, clause: str) -> Observed | Pass:
    """ "I'd rather take the train": the one thing that "would" says for certain."""
    found = _RATHER.search(clause)
    if found is None or not value(found["what"]):
        return Pass.HYPOTHESIS
    never = found["word"].casefold() == "never"
    return _whole(clause, MemoryType.PREFERENCE, subject.name, "likes", value(found["what"]), never)


def _of_self(subject: Subject, head: Head, clause: str, told: Telling) -> Observed | Pass:
    if head.verb in _TALK and not head.progressive and not re.match(r"in\b", head.rest):
        return Pass.SMALL_TALK
    if head.verb == "have" and IN_MIND.match(head.rest):
        return Pass.OPINION
    if head.verb == "feel":
        head = replace(head, verb="be", tense="present")
        if not is_state(head):
            return Pass.OPINION
    found = framed(head, person=True, many=subject.many)
    if found is not None and head.modal == "can":
        found = _able(head, found)
    if found is None or (found.attribute == "plan" and _is_vague(head, told)):
        return Pass.ANAPHORA if _POINTS_AT.search(head.rest) else Pass.OPINION
    if is_remark(head, found):
        return Pass.OPINION
    if found.attribute and not found.value:
        return Pass.ANAPHORA  # "allergic to it"
    if not found.value and (
        head.progressive or head.verb in _EMPTY or (head.rest.strip(" .!") and not content_stems(head.rest))
    ):
        return Pass.ANAPHORA if _POINTS_AT.search(head.rest) else Pass.NO_STATEMENT
    if _ENDS_ON_IT.search(found.value) and len(content_stems(found.value)) < 2:
        return Pass.ANAPHORA
    return timed(found, subject.name, head, clause, told.whole, told.said)


def _able(head: Head, found: Frame) -> Frame | None:
    """What somebody can or cannot do, where it is an ability and not only a thing that could be done."""
    if found.negated:
        if head.verb == "have" and found.attribute == "has":
            return replace(found, type=MemoryType.PREFERENCE, attribute="food")
        return found if head.verb in _CANNOT or found.attribute else None
    if head.alone or found.attribute not in ("", "uses"):
        return found
    return replace(found, attribute="skill", value=found.value or head.word) if head.verb in _ABILITIES else None


def _is_vague(head: Head, told: Telling) -> bool:
    """A plan of nothing in particular: without a day "I'll" promises, and "I'm going to keep trying" says nothing."""
    named = stretch(told.whole, told.said, "ahead") is not None
    return not named and (not head.intends or head.verb in _VAGUE_PLANS)


def _of_other(subject: Subject, head: Head, clause: str, told: Telling) -> Observed | Pass:
    if head.verb == "be" and _OF_SOMEBODY.match(head.rest):
        return Pass.ANAPHORA  # "Veggies are his favourite"
    if head.verb in _SAYS and subject.kind == "other":
        words = value(head.rest)
        return _whole(clause, MemoryType.SEMANTIC, subject.name, "said", words) if words else Pass.ANAPHORA
    if head.verb == "be" and head.tense != "past":
        named = _named(subject, head, clause, told)
        if named is not None:
            return named
    thing = re.match(r"(?:the|a|an|our)\s", clause, re.I) is not None
    kin = subject.name.startswith(f"{told.speaker}'s ")
    person = (all(word[:1].isupper() for word in subject.name.split()) or kin) and not thing
    found = framed(head, person=person)
    if found is None or (found.attribute == "plan" and _is_vague(head, told)):
        return Pass.OPINION
    if not kin and _is_remark(subject, head, clause, thing=thing):
        return Pass.OPINION
    if not found.attribute and not found.value and _POINTS_AT.fullmatch(head.rest.strip(" .!")):
        return Pass.ANAPHORA  # "My kids loved it"
    if not found.attribute and found.type is not MemoryType.PREFERENCE and says_nothing(head):
        return Pass.OPINION
    if found.attribute == "name":  # "Jonas is Dutch Reformed": who is named already is not named again
        found = replace(found, attribute="")
    if subject.kind == "own":
        personal = framed(head, person=True)
        if personal is not None and personal.attribute in _PERSONAL:  # "my barber lives in Leith": he is somebody
            owner = possessor(told.speaker, subject.noun.casefold())
            return timed(personal, owner, head, clause, told.whole, told.said)
        found = _possession(subject, found)
    elif not found.attribute and found.type is not MemoryType.EPISODIC:
        if not content_stems(head.rest) and head.verb in _EMPTY:
            return Pass.NO_STATEMENT
        if head.verb == "be" and len(head.rest.split()) <= 3 and re.search(r"\d", head.rest):
            found = replace(found, attribute="value")  # "is MARKER-7734", "is 4417#"
    return timed(found, subject.name, head, clause, told.whole, told.said)


def _is_remark(subject: Subject, head: Head, clause: str, *, thing: bool) -> bool:
    """How a thing strikes somebody: "The stories were inspiring", "The colours are so vivid", "Books guide me"."""
    if head.progressive and _STRESSED.search(clause):  # "The energy was really motivating"
        return True
    if head.verb == "be" and (_STRESSED.search(clause) or (head.tense == "past" and _ADJECTIVE.fullmatch(head.rest))):
        return True
    return (
        subject.kind == "other"
        and not thing
        and not any(map(str.isdigit, clause))
        and _MOVES_US.search(clause) is not None
    )


def _named(subject: Subject, head: Head, clause: str, told: Telling) -> Observed | Pass | None:
    """A label with its value, in each of the orders in which it is said; None where the clause is none."""
    if subject.noun or subject.kind == "own":
        return _labelled(subject, head, clause)
    called = _CALLED.match(head.rest)
    noun = subject.name.removeprefix(f"{told.speaker}'s ")
    if noun != subject.name:
        kin = KIN.get(noun.rpartition(" ")[2])
        named = _NAMED.match(head.rest)
        if called and kin:
            return _whole(clause, MemoryType.SEMANTIC, told.speaker, kin, value(called["what"]), head.denied)
        if named and kin:  # "my dentist is Dr. Falk"
            return _whole(clause, MemoryType.SEMANTIC, told.speaker, _held(noun, kin), named[0], head.denied)
    mine = _MINE.match(head.rest)
    if mine is None:
        return None
    noun = value(mine["noun"]).casefold()
    if title := _TITLE.fullmatch(noun):  # "Rosa is our new CFO"
        return _whole(clause, MemoryType.SEMANTIC, subject.name, "job", title["what"], head.denied)
    kin = KIN.get(noun.rpartition(" ")[2], "")
    attribute = _held(noun, kin) if kin else labelled(mine["noun"])
    return _whole(clause, _type_of(attribute), told.speaker, attribute, subject.name, head.denied)


def _held(noun: str, kin: str) -> str:
    """The attribute that a person fills for somebody: ``spouse`` of "wife", but ``account manager`` by its own name."""
    return kin if kin in _KIN_OF_ONE and " " not in noun else noun


def _labelled(subject: Subject, head: Head, clause: str) -> Observed | Pass:
    """ "My favourite colour is teal", "the deadline for Atlas is 14 June", "Kestrel's owner is Marta"."""
    found = framed(head, person=False)
    if found is None:
        return Pass.OPINION
    words = subject.noun.casefold().split()
    attribute = labelled(subject.noun)
    if words[-1:] == ["name"] and len(words) > 1:  # "my dog's name is Rex"
        attribute = KIN.get(re.sub(r"'s?$", "", words[-2]), attribute)
    if allergy := _ALLERGY.fullmatch(subject.noun):  # "my nut allergy is severe"
        return _whole(clause, MemoryType.SEMANTIC, subject.name, "allergy", allergy["what"], head.denied)
    kind = _type_of(attribute)
    if found.attribute in _STANDS_ALONE:
        own = "" if subject.kind == "own" else found.attribute
        return observed(replace(found, type=kind, attribute=own, days=None), subject.name, clause, None)
    if called := _CALLED.match(head.rest):
        return _whole(clause, kind, subject.name, attribute, value(called["what"]), head.denied)
    if attribute == "address":
        return _whole(clause, kind, subject.name, attribute, head.rest.strip(" .!"), head.denied)
    filled = value(
        re.sub(r"^(?:(?:located|based|situated) )?(?:on|at|in|by) (?=\w)", "", head.rest)
    ) or head.rest.strip(" .!")
    return _whole(clause, kind, subject.name, attribute, filled, head.denied)


def _type_of(attribute: str) -> MemoryType:
    return MemoryType.PREFERENCE if attribute.startswith("favourite") else MemoryType.SEMANTIC


def _possession(subject: Subject, found: Frame) -> Frame:
    """What somebody's thing does is said of its owner: "my flight leaves at six"."""
    if found.type is not MemoryType.PREFERENCE and APPOINTMENT.search(subject.noun):
        return replace(found, attribute=f"schedule:{subject.noun.casefold()}")
    return found
