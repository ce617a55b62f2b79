"""Cutting a sentence where a second statement with a subject of its own begins: "I like tea but I hate coffee"."""

from __future__ import annotations

import re
from typing import Final

from cicatrix.core.observation.heads import read_head
from cicatrix.core.observation.leads import after_cue
from cicatrix.core.observation.subjects import read_subject

_JOINT: Final = re.compile(
    r"(?:\s*[,;]\s*(?:and |but |so |yet )?|\s+(?:and|but)\s+|\s+[–—-]+\s+(?:and |but |so )?)", re.I
)
_OWN_START: Final = re.compile(
    r"(?:i|my|we|our)(?=['’\s])|(?:(?:Dr|Mr|Mrs|Ms)\.? )?[A-Z][a-z]+ (?:is|has|lives|works|likes|loves|hates|runs)\b",
    re.I,
)
_ONLY_WHY: Final = re.compile(r"i'?m (?:\w+ly )?(?:allergic|intolerant)(?: to (?:it|them|that))?\W*$", re.I)
"""What says nothing without the clause before it: "I can't have penicillin, I'm allergic"."""
_SHORTENED: Final = re.compile(
    r"(?:[\w'’]+ ){1,4}?(?:is|are|am|was|were|do|does|did|has|have|can|will|isn't|aren't|doesn't|don't|can't)"
    r"(?: too| as well| not| though)?\W*$",
    re.I,
)
"""What says nothing without the predicate before it: "I'm not allergic to nuts, my sister is"."""
_ASKS: Final = re.compile(
    r"(?:what|who|how|when|where|why|which|can|could|do|does|did|is|are|would|will|any|have|has|right)\b", re.I
)
_HELD: Final = re.compile(
    r"(?:if|when|whenever|because|since|although|though|while|before|after|unless|as|once|until)\b", re.I
)
_EXCLAIMS: Final = re.compile(r"(?:no|none|zero|what an?|such an?|ugh|another|third)\b", re.I)
_INSIDE: Final = re.compile(
    r"\b(?:that|if|when|because|who|which|where|while|since|although|though|said|says|thinks)\b", re.I
)


def cut(sentence: str) -> list[tuple[int, int]]:
    """The clauses of a sentence as offsets in it; one where nothing is to be cut."""
    if _HELD.match(sentence):
        return [(0, len(sentence))]
    parts: list[tuple[int, int]] = []
    start = 0
    for joint in _JOINT.finditer(sentence):
        if joint.start() <= start:
            continue
        before, after = sentence[start : joint.start()], sentence[joint.end() :]
        if _asks(sentence, after) or ((_stands(before) or _EXCLAIMS.match(before)) and _begins(after)):
            parts.append((start, joint.start()))
            start = joint.end()
    return [*parts, (start, len(sentence))]


def _asks(sentence: str, after: str) -> bool:
    """Whether what follows is the question in which the sentence ends."""
    return sentence.rstrip(" \"')").endswith("?") and _ASKS.match(after) is not None


def _stands(clause: str) -> bool:
    if (
        len(clause.split()) < 2
        or _INSIDE.search(clause)
        or clause.count('"') % 2
        or clause.count("(") != clause.count(")")
    ):
        return False
    subject = read_subject(clause[after_cue(clause) :], "")  # "Update: I no longer work at Acme"
    return subject is not None and subject.kind != "people" and read_head(subject.predicate) is not None


def _begins(clause: str) -> bool:
    """Whether a clause has a subject of its own, named or the speaker."""
    if not _OWN_START.match(clause) or _ONLY_WHY.match(clause) or _SHORTENED.match(clause):
        return False
    subject = read_subject(clause, "")
    return subject is not None and subject.kind in ("self", "own", "other") and read_head(subject.predicate) is not None
