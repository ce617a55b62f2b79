"""What somebody's health hangs on is looked for in every sentence, also in a joke, a guess or what a doctor said: an
allergy that is not remembered does more harm than one too many."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date
from typing import Final

from cicatrix.core.importance import VITAL_ATTRIBUTES
from cicatrix.core.memories import MemoryType
from cicatrix.core.observation.findings import Observed, Pass
from cicatrix.core.observation.sentence import read_clause
from cicatrix.core.observation.statements import Telling
from cicatrix.core.observation.subjects import possessor

_WORDS: Final = re.compile(
    r"allerg|intoleran|anaphyla|epi-?pen|epilep|diabet|asthma|c(?:o)?eliac|pacemaker|insulin|blood thinner"
    r"|ha?emophil|seizure",
    re.I,
)
_STARTS: Final = re.compile(r"(?<![\w'])(?=(?:i|i'm|im|i've|ive|my|our|we)\b)", re.I)
_NOT_SO: Final = re.compile(
    r"\b(?:if|whether|unless|suppose|imagine|wish|pretend|novel|story|not true|never said|wasn't|used to think"
    r"|you think"
    r"|was it|character)\b",
    re.I,
)
_ASKS: Final = re.compile(r"\?[\s\"')]*$")
_TELLS: Final = re.compile(
    r"(?:did i (?:tell|mention|say)|did you know|do you remember|you know|have i (?:told|mentioned))\b", re.I
)
_MENTIONED: Final = re.compile(
    r"my (?:(?P<kin>\w+)'s )?(?:severe |bad |mild |deadly )?(?P<what>(?!no\b)[\w-]+(?: [\w-]+)?) allerg(?:y"
    r"|ies)\b(?! (?:is|was) (?:gone|over))",
    re.I,
)
_SO_AFTER_ALL: Final = re.compile(
    r"\b(?:i|we)(?:'d| had)? (?:\w+ )?(?:(?:thought|believed|assumed|figured|was (?:\w+ )?sure|was convinced)(?: that)?"
    r" (?:i|we) (?P<no>wasn't|was not|weren't|were not|didn't have|did not have|had no)"
    r"|(?:didn't|did not|never) (?:think|thought|believed?|knew|know|reali[sz]ed?)(?: that)? (?:i|we) (?P<yes>was|were"
    r"|had|have)) (?P<what>[^,;.!?]+?)(?=[,;.!?]| and | but | until | then )(?P<then>.*)",
    re.I | re.S,
)
"""What somebody thought not to be so."""
_PROVED: Final = re.compile(
    r"\b(?<!not )(?:positive|confirmed|otherwise|wrong|mistaken|after all"
    r"|turn(?:s|ed) out (?:that )?(?:i|we) (?:am|was|do|did|have|had)|(?:i|we) (?:am|do|have)|i'm)\b(?! not\b)",
    re.I,
)
_MAY_BE: Final = re.compile(r"\b(?:might|may|could) be\b", re.I)


_GOVERNED: Final = re.compile(
    r"(?<!\bas i )(?<!\bas we )\b(?:th(?:ink|inks|ought)|believe[sd]?|assumed?s?|suspect(?:s|ed)?|fear(?:s|ed)?"
    r"|guess(?:ed)?|figured?|suppose[sd]?"
    r"|sa(?:y|ys|id)|t(?:ell|ells|old)|claim(?:s|ed)?|insist(?:s|ed)?|reckon(?:s|ed)?|sure|convinced|afraid|worried)"
    r"(?: me| us)?(?: that)?,?\s*$",
    re.I,
)
"""Whose word it is, or how sure: that is never cut off a statement of health."""


def vital(sentence: str, *, speaker: str, said: date) -> Observed | None:
    """The first statement of an allergy, a medication or a condition in a sentence; None where there is none, or where
    it is only asked or supposed. The whole sentence is its evidence, and its text are the words from whom it speaks of;
    the whole sentence where those hang on somebody's word or guess.
    Quotes are straight; offsets are those of the sentence."""
    if not _WORDS.search(sentence) or (_ASKS.search(sentence) and not _TELLS.match(sentence)):
        return None
    proved = proved_after_all(sentence)
    if proved and (found := _read(proved, Telling(speaker, said, sentence))) is not None:
        return replace(found, start=0, end=len(sentence), text="")
    for start in _STARTS.finditer(sentence):
        if _NOT_SO.search(sentence[: start.start()].rpartition(",")[2]):
            continue
        words = sentence[start.start() :].rstrip(" ?\"')")
        found = _read(words, Telling(speaker, said, words))
        if found is not None:
            governed = _GOVERNED.search(sentence[: start.start()]) is not None
            return replace(found, start=0, end=len(sentence), text="" if governed else words)
    return None


def doubted(sentence: str) -> bool:
    """Whether it tells what was thought not to be so, and nothing of how that came out."""
    found = _SO_AFTER_ALL.search(sentence) if _WORDS.search(sentence) else None
    return found is not None and not _PROVED.search(found["then"])


def proved_after_all(sentence: str) -> str:
    """What turned out to be so though it was not thought so, as the speaker would put it plainly; else nothing."""
    found = _SO_AFTER_ALL.search(sentence)
    if found is None or not _PROVED.search(found["then"]):
        return ""
    has = found["no"] in ("didn't have", "did not have", "had no") or found["yes"] in ("had", "have")
    return f"I {'have' if has else 'am'} {found['what'].strip()}"


def _read(words: str, told: Telling) -> Observed | None:
    mentioned = _MENTIONED.match(words)  # "… because of my bee allergy"
    if mentioned:
        owner = possessor(told.speaker, mentioned["kin"].lower()) if mentioned["kin"] else told.speaker
        return Observed(0, 1, MemoryType.SEMANTIC, owner, "allergy", mentioned["what"])
    found = read_clause(_MAY_BE.sub("are", words), told)
    if isinstance(found, Pass) or found[0].attribute not in VITAL_ATTRIBUTES:
        return None
    return found[0] if found[0].value and not found[0].negated else None
