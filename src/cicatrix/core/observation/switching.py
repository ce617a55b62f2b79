"""A change told in one breath: "I left Halden and joined Tarn", "I don't live in Leith any more, I'm in Perth now".

What is over is a denied statement of its own; what came in its place is the current one.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from cicatrix.core.memories import MemoryType
from cicatrix.core.observation.findings import Finding, Observed
from cicatrix.core.observation.frames import Frame
from cicatrix.core.observation.heads import read_head
from cicatrix.core.observation.statements import Telling
from cicatrix.core.observation.subjects import read_subject
from cicatrix.core.observation.validity import timed
from cicatrix.core.observation.values import NAME, holder, place

_LEFT: Final = re.compile(
    rf"(?P<gone>.*?\b(?:left|quit|leaving|resigned from)(?: (?:working (?:at|for)|my (?:job|post|role) (?:at|with)))?"
    rf" (?:the )?(?P<old>(?-i:{NAME})))"
    r"(?:,? (?:and|but)(?: (?:i|we))?(?: have|['’]ve)?(?: now| just| recently)?|,?(?: and)? i now)? "
    r"(?P<came>(?:to )?(?:join(?:ed|ing)?|work(?:ing)? (?:at|for)|start(?:ed|ing)?(?: (?:work(?:ing)?|a (?:new )?job))?"
    rf" (?:at|with)) (?:the )?(?P<new>(?-i:{NAME})))",
    re.I,
)
_BUT: Final = re.compile(r"(?P<gone>.+?),? but (?:now )?(?P<came>(?P<new>(?:in|at|for|with) .+))", re.I)
_THERE: Final = re.compile(r"(?:in|at|with|over in|living in|based in) ", re.I)
_HELD: Final = {"employer": holder, "residence": place}


def switched(clause: str, told: Telling) -> tuple[Observed, ...] | None:
    """Both statements of a clause in which its subject goes from one employer to another; None for other clauses.
    Offsets are those of the clause."""
    subject = read_subject(clause, told.speaker)
    head = read_head(subject.predicate) if subject is not None else None
    found = _LEFT.match(clause) if subject is not None and subject.kind in ("self", "other") else None
    if subject is None or head is None or found is None:
        return None
    if head.modal or head.intends or head.denied or head.tense == "future":
        return None
    old, new = (found[name].rstrip(".") for name in ("old", "new"))
    came = Frame(MemoryType.SEMANTIC, "employer", new, turns=True)
    lead = clause[: clause.find(subject.predicate)].strip() if subject.predicate in clause else ""
    rest = clause[found.start("came") :]
    return (
        Observed(0, found.end("gone"), MemoryType.SEMANTIC, subject.name, "employer", old, negated=True),
        replace(
            timed(came, subject.name, head, clause, told.whole, told.said), text=f"{lead} … {rest}" if lead else rest
        ),
    )


def but_elsewhere(found: Observed, clause: str) -> tuple[Observed, ...] | None:
    """What follows "but" behind a denied home or employer: "I don't work for Acme any more but for Globex"."""
    held = _HELD.get(found.attribute) if found.negated else None
    told = _BUT.match(clause) if held is not None else None
    new = held(told["new"]) if held is not None and told is not None else ""
    if told is None or not new:
        return None
    return (
        replace(found, start=0, end=told.end("gone")),
        replace(found, start=0, end=len(clause), value=new, negated=False),
    )


def in_its_place(before: Finding | None, now: Finding, words: str) -> Finding:
    """A bare "I'm in York now" behind "I don't live in Leeds any more" tells the home; "I'm at Globex" the employer.
    ``words``: those of the second."""
    if not (isinstance(before, Observed) and isinstance(now, Observed)) or now.attribute or now.negated:
        return now
    held = _HELD.get(before.attribute) if before.negated and before.subject == now.subject else None
    subject = read_subject(words, "")
    head = read_head(subject.predicate) if held is not None and subject is not None else None
    if held is None or head is None or head.verb != "be" or not _THERE.match(head.rest):
        return now
    new = held(re.sub(r"^(?:over|living|based) ", "", head.rest))
    return replace(now, type=before.type, attribute=before.attribute, value=new) if new else now
