"""What an event ends without naming it: who was dismissed works there no longer, who is divorced has no spouse, who
died lives nowhere.

The table is small and open. An event ends only what is listed, of the one to whom it happened, and nothing where it
names another value than the one that is known: "I left Tarn" ends no job at Halden.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from cicatrix.core.observation.subjects import KIN
from cicatrix.core.patterns import regex
from cicatrix.core.reading.grammar import table
from cicatrix.core.revision.guards import not_asserted
from cicatrix.core.revision.pair import Pair
from cicatrix.core.revision.polarity import is_negative
from cicatrix.core.revision.verdicts import Judged, Statement, Verdict
from cicatrix.core.revision.wording import plain
from cicatrix.core.sought import SELF
from cicatrix.core.text import fold

_WORK: Final = regex(
    r"\b(?:(?:got|get|was|were|been|being|am|is|are)(?: (?:just|recently|finally|now|also|all))? "
    r"(?:fired(?! up)|sacked|laid off|let go|made redundant|dismissed|unemployed|out of work|out of a job"
    r"|between jobs|jobless|retired)"
    r"|(?:fired|sacked|dismissed|laid off) me|laid me off|let me go|made me redundant"
    r"|(?:quit|left|lost|resigned from|gave up|walked out of) (?:my|his|her|their|the|our) (?:\w+ )?"
    r"(?:job|post|position|role)\b"
    r"|(?:resigned|retired)(?=\W*$| (?:from|last|in|on|at|this|yesterday|after|because|and)\b)"
    r"|(?:quit|left)(?= (?-i:[A-Z]))|(?:i|he|she|they) (?:just )?quit\W*$)",
    re.IGNORECASE,
)
_EMPLOYERS: Final = regex(r"\b(?:from|at|left|quit) (?:the |my |our )?((?-i:[A-Z])[\w&.'-]*)", re.IGNORECASE)
_TIMES: Final = table(
    "january february march april may june july august september october november december monday tuesday wednesday",
    "thursday friday saturday sunday christmas easter",
)
_MATE: Final = r"(?:husband|wife|spouse|partner|boyfriend|girlfriend|fianc\w+)"
_COUPLE: Final = regex(
    r"\b(?:(?:got|get|am|is|are|were|was|been|getting|finally|officially|now) (?:\w+ )?(?:divorced|widowed)"
    r"|(?:am|is|are) (?:now )?separated|divorce (?:is|was|came|went) (?:final|through|finalised|finalized)"
    r"|(?:broke up|broken up|split(?: up)?)(?=\W*$| (?:with|last|in|on|this|yesterday|after|and|because"
    r"|(?:a|two|three|\d+) (?:year|month|week|day)s?)\b)"
    r"|parted ways|(?:called|broke) off (?:the|our|my) (?:engagement|wedding)"
    rf"|(?:left|dumped|divorced) (?:me|my (?:now )?(?:ex-)?{_MATE}|(?-i:[A-Z]\w+))(?=\W*$"
    r"| (?:last|in|on|this|yesterday|after|for|because|(?:a|two|three|\d+) (?:year|month|week|day)s?)\b))",
    re.IGNORECASE,
)
_MATES: Final = regex(
    r"\b(?:from|with|dumped|divorced|left) ((?-i:[A-Z])\w+)|\b((?-i:[A-Z])\w+) and (?:i|me)\b|\b(?:me|i) and"
    r" ((?-i:[A-Z])\w+)\b|^((?-i:[A-Z])\w+) (?:left|dumped|divorced) me\b",
    re.IGNORECASE,
)
_DEATH: Final = regex(
    r"\b(?:died|dead(?! (?:tired|serious|wrong|sure|broke|set|certain|against|on|end|line)\b)|passed (?:away|on)"
    r"|(?:was|were|had to be) put (?:down|to sleep)|lost (?:my|our) (?:\w+ )??(?P<kin>[a-z-]+))",
    re.IGNORECASE,
)

_NOT_SO: Final = regex(
    r"\b(?:almost|nearly|about to|going to|might|(?-i:may)|could|would|will|afraid|scared|worried|dream(?:t|ed)|if"
    r"|unless|whether|want(?:s|ed)? to|plan(?:s|ning)? to|think(?:ing)? (?:of|about)|rumou?r)\b",
    re.IGNORECASE,
)
"""What has not happened, or not yet."""

_EMPLOYMENT: Final = frozenset(("employer", "workplace", "job", "role", "position", "boss", "manager", "commute"))
_PARTNERS: Final = frozenset(("spouse", "partner"))
_HOLDERS: Final = frozenset(("pet", "spouse", "partner", "boss", "manager"))
"""Attributes that somebody fills as long as he lives."""
_OF_THE_LIVING: Final = table(
    "residence address employer workplace job role position boss manager commute phone email state plan goal school",
    "schedule status",
)
_COUPLED: Final = frozenset(("married", "engaged"))
_WORKS_AS: Final = regex(r"\bwork(?:s|ing|ed)?\b|\bjob\b", re.IGNORECASE)
_POST: Final = regex(r"\b(?:at|for|with) (?:the )?(?P<where>[A-Z][\w&.'-]*(?: [A-Z][\w&.'-]*)*)")
FOR_GOOD: Final = "for_good"
"""The signal of an end after which it cannot be so again, whenever it was."""
_SEVERAL: Final = regex(r",| and ")


@dataclass(frozen=True, slots=True)
class Ending:
    """``words`` tell that any of ``attributes`` of ``subject`` (folded) is over; where ``values`` are known, only that
    with one of them. ``for_good``: it cannot be so again."""

    words: str
    subject: str
    attributes: frozenset[str]
    values: frozenset[str] = frozenset()
    for_good: bool = False


def endings(new: Statement) -> Iterator[Ending]:
    """What a statement ends by what it tells, each of somebody's attributes apart."""
    text, subject = plain(new.text), fold(new.subject)
    if is_negative(text) or _NOT_SO.search(text):
        return
    if found := _WORK.search(text):
        named = frozenset(fold(name.strip(".,'")) for name in _EMPLOYERS.findall(text)) - _TIMES
        yield Ending(found[0].strip(), subject, _EMPLOYMENT, named)
    if found := _COUPLE.search(text):
        people = frozenset(fold(name) for each in _MATES.findall(text) for name in each if name) - _TIMES
        yield Ending(found[0].strip(), subject, _PARTNERS, people)
        yield Ending(found[0].strip(), subject, frozenset(("marital_status",)), _COUPLED)
    if found := _DEATH.search(text):
        yield from _of_the_dead(new, found[0].strip(), found["kin"])


def slots_of(new: Statement) -> Iterator[tuple[str, str]]:
    """Subject and attribute of all that a statement may end: what it has to be compared with."""
    for ending in endings(new):
        for attribute in sorted(ending.attributes):
            yield ending.subject, attribute
    if new.attribute in ("job", "employer"):
        yield fold(new.subject), "employer" if new.attribute == "job" else "job"


def ended_by_event(pair: Pair) -> Judged | None:
    """Whether the new statement tells of an event that ends what the old one tells."""
    old = pair.old
    if not old.attribute or old.negated:
        return None
    for ending in endings(pair.new):
        if fold(old.subject) != ending.subject or old.attribute not in ending.attributes:
            continue
        if old.attribute == "job" and not (_WORKS_AS.search(old.text) or _POST.search(old.text)):
            continue  # a trade outlasts its employer
        if ending.values and not any(value in fold(f"{old.value} {old.text}") for value in ending.values):
            continue
        if not_asserted(pair):
            return None
        shown: dict[str, int | str] = {"cue": ending.words, "attribute": old.attribute}
        if ending.for_good:
            shown[FOR_GOOD] = 1
        if ending.values and _SEVERAL.search(old.value):
            return Judged(Verdict.UNCERTAIN, f"{ending.words!r} ends one of the {old.attribute}s, not all", shown)
        return Judged(Verdict.REPLACES, f"{ending.words!r} ends the {old.attribute}", shown)
    return None


def another_employer(pair: Pair) -> Judged | None:
    """Whether a trade was told with its employer ("a welder at Siemens"), and the new statement names another one."""
    old, new = pair.old, pair.new
    if fold(old.subject) != fold(new.subject) or old.negated or new.negated or not_asserted(pair):
        return None
    if {old.attribute, new.attribute} - {"job", "employer"} or "job" not in (old.attribute, new.attribute):
        return None
    one, two = _employer(old), _employer(new)
    if not one or not two or fold(one) in fold(two) or fold(two) in fold(one):
        return None
    return Judged(Verdict.REPLACES, f"another employer: {one} / {two}", {"old_value": one, "new_value": two})


def _employer(said: Statement) -> str:
    if said.attribute == "employer":
        return said.value
    found = _POST.search(said.text)
    return found["where"].rstrip(".") if found else ""


def _of_the_dead(new: Statement, words: str, lost: str | None) -> Iterator[Ending]:
    """Whoever died: somebody of the speaker's ("user's grandmother"), or one who is named."""
    subject, speaker = fold(new.subject), fold(new.speaker) or SELF
    owner, _, noun = (subject, "", lost.casefold()) if lost else subject.rpartition("'s ")
    kin = KIN.get(noun.rpartition(" ")[2], "")
    if owner and kin:
        yield Ending(words, f"{owner}'s {noun}", _OF_THE_LIVING, for_good=True)
        if kin in _HOLDERS:
            values = frozenset((noun,)) if kin == "pet" else frozenset[str]()
            yield Ending(words, owner, frozenset((kin,)), values, for_good=True)
    elif not lost and new.subject[:1].isupper() and subject != speaker:
        yield Ending(words, subject, _OF_THE_LIVING, for_good=True)
        yield Ending(words, speaker, _HOLDERS, frozenset((subject,)), for_good=True)
