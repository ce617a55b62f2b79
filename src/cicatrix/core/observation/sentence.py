"""One clause: what it says, or why it says nothing that lasts. A decision list, the plainest sign first."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from typing import Final

from cicatrix.core.memories import MemoryType
from cicatrix.core.observation.findings import Observed, Pass
from cicatrix.core.observation.frame_forms import APPOINTMENT
from cicatrix.core.observation.frames import Frame, framed
from cicatrix.core.observation.heads import Head, is_past, read_head
from cicatrix.core.observation.labels import labelled
from cicatrix.core.observation.leads import after_heading
from cicatrix.core.observation.passing import passing_clause
from cicatrix.core.observation.statements import Telling, stated
from cicatrix.core.observation.subjects import Subject, read_subject
from cicatrix.core.observation.switching import but_elsewhere, switched
from cicatrix.core.observation.times import stretch
from cicatrix.core.observation.validity import observed
from cicatrix.core.observation.values import value
from cicatrix.core.observation.wishes import contact, wish
from cicatrix.core.reading.grammar import table

_CASE: Final = re.compile(
    r"(?:if|when|whenever|every time|each time|as soon as|after|before|while|although|though|even though|since"
    r"|because)\b[^,]*?(?:,\s*|\b(?:i|we|he|she|it|they|there|(?:my|the|a|an) \w+)\b[^,]*?\s+(?=(?:i|we"
    r"|my)\b(?!.*,)))(?=(?P<main>(?:i|we|my|our)\b.+))",
    re.I,
)
_ORDERED: Final = re.compile(
    r"(?:whenever|every time|each time|(?:when|if) (?:i|we) (?:ask|say|write|mention|send|share|paste|post|give"
    r"|request|tell)|(?:when|if|before|after) you (?:write|answer|reply|draft|show|give|summari[sz]e|send|suggest"
    r"|recommend|explain|quote|translate|make|create))\b[^,]*, (?:please |then )?(?P<order>.+)",
    re.I,
)
_HOLDS_IN_IT: Final = re.compile(r"(?:if|when|whenever|every time|each time|as soon as)\b", re.I)
_REACTS: Final = re.compile(
    r"(?:if|when|whenever|every time|each time) (?:i|we) (?:eat|drink|touch|have|take|smell|inhale"
    r"|come near) (?:any |some |a )?(?P<what>[^,]+?),? (?:i|my) .*?\b(?:hives|rash|swell|swells|itch|itchy|can(?:no"
    r"|')t breathe|anaphyla\w+|throw up|get (?:really |very )?(?:sick|ill))",
    re.I,
)
_CANNOT_HAVE: Final = re.compile(
    r"(?:i|we) (?:can't|cannot|don't|can not|do not) (?:have|eat|take|drink|touch) (?P<what>[^,;.]+?)(?:,| because"
    r"| since| as| -)+ "
    r"(?:i'm|i am|im) (?:\w+ly )?(?:allergic|intolerant)(?: to (?:it|them|that))?\W*$",
    re.I,
)
_CAUSES: Final = re.compile(
    r"(?P<what>[\w ]{3,30}?) (?:always )?(?:gives?|makes?|causes?) me (?:\w+ )?(?:an? )?(?:rash|hives|swell|itch"
    r"|anaphyla"
    r"|sick|allergic)",
    re.I,
)
_ADVERBS: Final = r"(?:(?:just|recently|finally|already|also|really|still|absolutely|never)\s+)*"
_LEFT_OUT: Final = re.compile(rf"{_ADVERBS}(?P<verb>[a-z']+)\b", re.I)
_LEFT_OUT_BE: Final = re.compile(
    r"(?:(?:not |badly |severely |also )?allergic to|(?:not )?(?:a )?(?:big |huge |massive )?fan of|living in"
    r"|working (?:at|as|for))\b",
    re.I,
)
_LEFT_OUT_LIKES: Final = re.compile(
    r"(?:love|loved|hate|like|prefer|can't stand|don't like|dislike|enjoy)\b(?! (?:it|that|this|the way|how)\b)", re.I
)
_NEVER_ALONE: Final = table(
    "had was were did left tired set put need based born used excited amazed thrilled pleased delighted inspired"
    " impressed",
    "blessed honored honoured interested relieved stoked pumped worried surprised shocked bored touched moved agreed",
    "noted seed understood supposed misread loved saw felt guessed thought knew figured meant said",
)
_FRONT: Final = re.compile(r"(?:in|on|at|for|of|by|from|during|after|before|since|within|with|back in)\b", re.I)
_WORDS: Final = re.compile(r"[^\W_][^\s,;:!?]*")
_FAR: Final = 9
_OPENS: Final = re.compile(r"(?:i|we|my|our|the)(?=[' ])", re.I)
_CLOSES: Final = re.compile(r"[A-Z\d]|\w+(?:days?|weeks?|months?|years?|mornings?|evenings?)$|today|tomorrow")
_LABEL: Final = re.compile(
    r"(?:the |my |our )?(?P<noun>[\w .&'-]+?)(?: (?:for|of|on) (?:the |our |my )?(?P<owner>.+))?$", re.I
)
_VALUED: Final = re.compile(
    r"(?P<noun>[A-Z][\w-]*(?: (?!(?:this|that|the|me|my|it|an?|for|of|to|in)\b)[a-z][\w-]*){0,3})"
    r"(?: (?:for|of) (?:the )?(?P<owner>[\w .&'-]+))?: "
    r"(?P<value>(?=[^.!?]*[\dA-Z])[\w€$£.,/:+-]+(?: [\w€$£.,/:+-]+){0,4})$"
)
_SHORT_NOTE: Final = 12
"""Words of a note without a verb."""
_LONGEST_VALUE: Final = 8
"""Words of what stands behind a heading; more are a text."""
_ASIDE: Final = re.compile(
    r" (?:that |which |who )?(?:i|we) (?:told|mentioned|showed|sent) (?:to )?you(?: about)?\b", re.I
)
"""Words to the listener inside a phrase: "the neighbour I told you about"."""
_DONE_TO_ME: Final = re.compile(
    r"(?:they|(?:my|the) [\w ]{2,30}?|(?-i:[A-Z][\w&.-]*(?: [A-Z][\w&.-]*)*))"
    r"(?:'ve| have| has| had)?(?: just| recently| finally)? "
    r"(?P<what>fired me|sacked me|dismissed me|laid me off|let me go|made me redundant|dumped me|divorced me|left me"
    r"(?=\W*$| (?:last|in|on|this|yesterday|after|for|because|an?|two|three|\d+)\b))",
    re.I,
)
"""What others did is what happened to the speaker."""
_PUT_OFF: Final = re.compile(
    r"(?:(?:i|we|they|he|she|you|[\w ]{2,30}?)(?:'ve| have| has| had)?(?: just| already| now)? )"
    r"(?:moved|shifted|pushed|postponed|rescheduled|deferred|delayed|brought|put)(?: back| forward| off)? "
    r"(?P<whose>the|my|our|this|that) (?P<what>[\w' -]{2,40}?)(?: back| forward| off)?(?: from [\w :.-]+?)?"
    r" (?:to|until|till) (?P<when>.+)",
    re.I,
)
_AND: Final = re.compile(r"\s+and\s+(?:also\s+)?", re.I)
_NEVER_SECOND: Final = frozenset(["", "plan", "skill", "name", "uses", "has"])
"""Attributes that a few words without a subject may only seem to fill."""
_ASKED_FOR: Final = frozenset([Pass.QUESTION, Pass.JOKE, Pass.QUOTED])
"""What is no statement even of one who asks for it to be remembered."""


def read_clause(clause: str, told: Telling, *, explicit: bool = False) -> tuple[Observed, ...] | Pass:
    """What a clause says: one statement, or two where a second predicate follows ("vegan and allergic to nuts").
    ``explicit``: the speaker asks for it to be remembered, so it is, whatever it says. Offsets are those of the clause,
    whose quotes are straight."""
    found = _read(clause, told)
    if isinstance(found, Pass):
        if not explicit or found in _ASKED_FOR:
            return found
        subject = read_subject(clause, told.speaker)
        name = subject.name if subject and subject.name else told.speaker
        found = (Observed(0, len(clause), MemoryType.SEMANTIC, name),)
    return tuple(replace(one, explicit=explicit) for one in found)


def _read(clause: str, told: Telling) -> tuple[Observed, ...] | Pass:
    reachable = contact(clause)
    if reachable:
        return (observed(reachable, told.speaker, clause, None),)
    if reacts := _REACTS.match(clause) or _CAUSES.match(clause) or _CANNOT_HAVE.match(clause):
        return (Observed(0, len(clause), MemoryType.SEMANTIC, told.speaker, "allergy", value(reacts["what"])),)
    why = passing_clause(clause)
    if why is not None:
        return why
    place = _behind_front(clause)
    if place:
        found = _read(clause[place:], told)
        return found if isinstance(found, Pass) else (replace(found[0], start=0, end=len(clause)),)
    found = _read_plain(clause, told)
    return _headed(clause, told) if found is Pass.NO_STATEMENT else found


def _behind_front(clause: str) -> int:
    """Where the clause begins behind its place or time: "On Mondays standup is at 9:30"; else 0."""
    if not _FRONT.match(clause):
        return 0
    words = list(_WORDS.finditer(clause))
    for before, word in pairwise(words[1:_FAR]):
        rest = clause[word.start() :]
        if not (_OPENS.match(rest) or (_CLOSES.match(before[0]) and rest[:1].islower())):
            continue
        subject = read_subject(rest, "")
        if subject is not None and subject.kind in ("self", "own", "other") and read_head(subject.predicate):
            return word.start()
    return 0


def _headed(clause: str, told: Telling) -> tuple[Observed, ...] | Pass:
    """A sentence behind a heading, or a heading with its value: "Max heap for the indexer: 2 GiB"."""
    start = after_heading(clause)
    if not start:
        return Pass.NO_STATEMENT
    heading, rest = clause[:start].rstrip(" :"), clause[start:]
    found = _read(rest, told)
    if not isinstance(found, Pass):
        return (replace(found[0], start=0, end=len(clause)),)
    label = _LABEL.match(heading)
    if found is not Pass.NO_STATEMENT or label is None or len(rest.split()) > _LONGEST_VALUE:
        return found
    subject, attribute = (label["owner"], labelled(label["noun"])) if label["owner"] else (label["noun"], "value")
    return (Observed(0, len(clause), MemoryType.SEMANTIC, subject, attribute, value(rest) or rest.strip(" .")),)


def _read_plain(clause: str, told: Telling) -> tuple[Observed, ...] | Pass:
    if label := _VALUED.match(clause):  # "Release date: 3 May"
        owner = label["owner"] or label["noun"]
        attribute = labelled(label["noun"]) if label["owner"] else "value"
        return (Observed(0, len(clause), MemoryType.SEMANTIC, owner, attribute, value(label["value"])),)
    if ordered := _ORDERED.match(clause):
        order = wish(ordered["order"], timed=lambda: False)
        if order is Pass.REQUEST:  # for every such case, and so no single one
            order = Frame(MemoryType.PREFERENCE, "instruction", value(ordered["order"]))
        if isinstance(order, Frame):
            return (observed(order, told.speaker, clause, None),)
    if case := _CASE.match(clause):
        return _in_a_case(clause, case["main"], told)
    wished = wish(clause, timed=lambda: stretch(told.whole, told.said, "ahead") is not None)
    if isinstance(wished, Pass):
        return wished
    if wished is not None:
        named = stretch(told.whole, told.said, "ahead") if wished.attribute in ("plan", "goal") else None
        return (observed(wished, told.speaker, clause, named),)
    return _stated(clause, told)


def _in_a_case(clause: str, main: str, told: Telling) -> tuple[Observed, ...] | Pass:
    """What is so in a case. The case belongs to the statement, which fills no attribute without it."""
    found = _read(main, told)
    if isinstance(found, Pass):
        return found
    first = replace(found[0], start=0, end=len(clause))
    if _HOLDS_IN_IT.match(clause) and first.type is not MemoryType.EPISODIC:
        first = replace(first, attribute="", value="")
    return (first,)


def _stated(clause: str, told: Telling) -> tuple[Observed, ...] | Pass:
    plain = _ASIDE.sub("", clause)
    without = _LEFT_OUT_BE.match(plain) is not None
    subject = None if without else read_subject(plain, told.speaker)
    subject = subject or _left_out(plain, told.speaker)
    if subject is None:
        return _appointment(clause, told) or Pass.NO_STATEMENT
    if put_off := _PUT_OFF.match(plain):
        when = framed(Head("be", "put", "past", f"moved to {put_off['when']}"), person=False)
        if when is not None and when.attribute == "schedule":
            return (_rescheduled(when, put_off["what"], put_off["whose"], clause, told),)
    if done := _DONE_TO_ME.match(plain):
        event = Frame(MemoryType.EPISODIC, "", done["what"])
        return (observed(event, told.speaker, clause, stretch(told.whole, told.said, "back")),)
    if subject.kind == "pronoun":
        return Pass.ANAPHORA
    if subject.kind == "people":
        return Pass.GENERALITY
    if subject.kind == "listener":
        return Pass.LISTENER
    head = read_head(subject.predicate)
    if head is None:
        return Pass.NO_STATEMENT
    change = switched(clause, told) if plain == clause else None
    if change is not None:
        return change
    first = stated(subject, head, clause, told)
    if isinstance(first, Pass):
        return first
    return but_elsewhere(first, clause) or _both(subject, head, first, clause, told) or (first,)


def _rescheduled(when: Frame, what: str, whose: str, clause: str, told: Telling) -> Observed:
    """What was given another time, by whomever: it is told of that thing, as "the launch is on Thursday" is."""
    own = whose.casefold() in ("my", "our")
    frame = replace(when, attribute=f"schedule:{what.casefold()}") if own else when
    return observed(frame, told.speaker if own else what, clause, None)


def _appointment(clause: str, told: Telling) -> tuple[Observed, ...] | None:
    """ "Dentist appointment on Friday at 10": a meeting and its day, without a verb."""
    meeting = APPOINTMENT.match(clause)
    named = stretch(told.whole, told.said, "ahead") if meeting and len(clause.split()) < _SHORT_NOTE else None
    if meeting is None or named is None or named.first is None:
        return None
    what = meeting["what"].casefold()
    note = Frame(MemoryType.EPISODIC, f"schedule:{what}", clause[meeting.end() :].strip(" .!"))
    return (observed(note, told.speaker, clause, named),)


def _left_out(clause: str, speaker: str) -> Subject | None:
    """The subject of "Just booked a table" and "Allergic to nuts", which everybody leaves out."""
    said = clause[:1].lower() + clause[1:]
    if _LEFT_OUT_BE.match(clause):
        return Subject("self", speaker, f"am {said}")
    found = _LEFT_OUT.match(clause)
    verb = found["verb"].casefold() if found else ""
    had = verb == "had" and re.match(r"had (?:a|an|my|our|some) ", said) is not None
    told = had or (is_past(verb) and verb not in _NEVER_ALONE and len(clause.split()) > 2)
    return Subject("self", speaker, said) if told or _LEFT_OUT_LIKES.match(clause) else None


def _both(subject: Subject, head: Head, first: Observed, clause: str, told: Telling) -> tuple[Observed, ...] | None:
    """Two statements where a second predicate after "and" fills an attribute of its own; each ends by itself."""
    if not first.attribute or first.attribute == "said":
        return None
    for joint in _AND.finditer(clause):
        rest = clause[joint.end() :]
        second = _second(head, rest)
        if second is None:
            continue
        before = clause[: joint.start()]
        start = read_subject(before, told.speaker) or _left_out(before, told.speaker)
        own = read_head(start.predicate) if start else None
        one = stated(start, own, before, replace(told, whole=before)) if start and own else Pass.NO_STATEMENT
        two = stated(subject, second, rest, replace(told, whole=rest))
        if isinstance(one, Observed) and isinstance(two, Observed) and one.attribute and one.value:
            shared = head.rest if second.verb == "be" and head.verb == "be" else subject.predicate
            lead = clause[: clause.find(shared)].strip() if shared in clause else ""
            return one, replace(two, end=len(clause), text=f"{lead} … {rest}" if lead else rest)
    return None


def _second(head: Head, rest: str) -> Head | None:
    """The head of a predicate that shares its subject, and its "am", with the one before."""
    word = rest.split(" ")[0].casefold()
    agrees = not word.endswith("ing") and word not in ("love", "like") if head.verb != "be" else True
    for second in (
        read_head(rest) if agrees else None,
        Head("be", word, "present", rest) if head.verb == "be" else None,
    ):
        found = framed(second, person=True) if second is not None and rest else None
        if found is not None and found.attribute not in _NEVER_SECOND and found.value:
            return second
    return None
