"""What a text asserts. Questions, suppositions, plans, others' words, the past and exceptions change nothing.

A text is read clause by clause, for "Back when I was there I'd have known, but I left at Easter" tells of the past
first and then asserts something.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Final

from cicatrix.core.patterns import regex


class Standing(StrEnum):
    ASSERTED = "asserted"
    QUESTION = "question"
    SUPPOSED = "supposed"
    PLANNED = "planned"
    QUOTED = "quoted"
    PAST = "past"
    EXCEPTION = "exception"


@dataclass(frozen=True, slots=True)
class Clause:
    text: str
    standing: Standing


def _any(*alternatives: str) -> re.Pattern[str]:
    return regex("|".join(alternatives), re.IGNORECASE)


_ABBREVIATIONS: Final = "Dr Mr Ms Mrs St Inc Ltd Co Jr Sr vs etc approx No no Prof Gen Sen Rep e.g i.e a.m p.m"
_SENTENCE: Final = regex(
    r"(?<=[.!?;。！？])"
    + "".join(rf"(?<!\b{re.escape(word)}\.)" for word in _ABBREVIATIONS.split())
    + r"(?<!\b[A-Z]\.)\s+|(?<=[。！？])|\n+"
)
_BUT: Final = regex(r",? (?=but\b)|; |(?<=,) (?=so\b)| [–—] |, (?=not\b)", re.IGNORECASE)

_JOINT: Final = regex(
    r", (?:so|and|but|because) |[,;:] | [–—] | (?:and|so|but|because|that) "
    r"| (?:since|after|when|as|where) (?=(?:i|we|he|she|it|they|the|a|an|my|our|his|her|some\w*) )",
    re.IGNORECASE,
)

_QUESTION: Final = _any(
    r"\?[\"')]*\s*$",
    r"^(?:what|who|whom|whose|which|where|when|why|how) (?:is|are|was|were|do|does|did|would|should|could|can|will"
    r"|much|many|long)\b.*(?<![.!])$",
)
_SUPPOSED: Final = _any(
    r"\b(?:might|could|would|may)\b(?! (?:not )?(?:be )?(?:expected))(?=.*\bif\b(?! (?:you (?:could|can)|possible)))",
    r"\bif\b(?! (?:you (?:could|can|would)|possible))(?=.*\b(?:might|could|would|may|will)\b)",
    r"\bshould \w+(?: \w+){0,3} (?:ever|be down|fail|go down|happen)\b",
    r"\b(?:i|we|he|she|they|it)(?: really)? would (?:have|love to|consider|never|write|move|use)\b(?!.*\bknown\b)",
    r"\b(?:might|may) (?:have to|need to|want to|be|go|cut|move|switch|change|drop|raise|not|get|take|become|end"
    r"|have|leave|stop)\b",
    r"(?<!\byou )\bcould (?:need|become|end up|be (?:a|the|worth|changed|moved)|move|switch|change|go)\b",
    r"\b(?:maybe|perhaps|possibly|hypothetically|in theory|suppose|supposing|imagine|what if|wondering|wonder (?:if"
    r"|whether))\b",
    r"\bif i (?:could|were|had|was)\b|\bif only\b|\bi wish\b|\bhad i\b|\bwould not say no\b",
    r"\b(?:thinking|thought|talked?|talking|dreaming|toying|mulling|tempted|discussing)\b(?: \w+){0,2} (?:about|of"
    r"|whether)\b",
    r"\b(?:tempted to|toying with|mulling over|considering|debating|(?:thinking|dreaming) of)\b",
    r"\b(?:considering|debating|contemplating) (?:a|an|the|whether|moving|switching|getting|using)\b",
    r"\b(?:contingency|disaster|worst case|just in case|in the event|in case)\b",
    r"\b(?:not (?:yet )?(?:decided|approved|sure)|undecided|up for debate|if approved|unless)\b",
    r"\b(?:hope|hoping|hopes|wish|wishing) (?:to|that|we|i|for)\b|\blet us hope\b",
    r"\b(?:vielleicht|wäre|würde|könnte|falls)\b|\b(?:peut-être|serait|si jamais|pourrait)\b|\b(?:quizás?|ojalá"
    r"|podría)\b",
)
_PLANNED: Final = _any(
    r"\b(?:plan|planning|intend|intending|aim|aiming|proposal|propose|proposed|proposing|suggest|suggested"
    r"|suggesting)\b"
    r"(?: \w+){0,2} (?:to|on|that|we|is)\b",
    r"\b(?:going to|gonna|will) (?:try|look at|think about|see (?:if|whether)|consider|evaluate|discuss)\b",
    r"\b(?:some ?day|one day|eventually|at some point|sooner or later)\b",
    r"\bon (?:the|my|our) (?:wish ?list|bucket list|roadmap)\b",
)
_OUTSIDE: Final = _any(
    r"\b(?:essay|novel|book|song|film|movie|poem|play|story|joke|t-?shirt|poster|tweet|meme|game|show|episode"
    r"|article|blog"
    r"|podcast|headline|horoscope|fortune cookie|competitor|competition|rival|review|forum|reddit|advert|ad|commercial"
    r"|slogan|lyrics?|character|stranger|somebody|someone|guy|kid|gossip|rumou?r)\b"
)
_SOURCE: Final = _any(
    r"\b(?:e?-?mail|mail|announcement|announced|notice|pr|pull request|commit|changelog|release notes?"
    r"|contributing\S*|readme\S*"
    r"|policy|handbook|letter|ticket|message|memo|minutes|invoice|status page|banner|title|reads?|config|wiki"
    r"|runbook|slack)\b"
)
_QUOTE: Final = regex(r'"[^"]{6,}"?')
_TOLD: Final = _any(
    r"^(?:the|a|an|this|that|my|our|his|her) (?:\w+ )?(?:film|movie|song|book|novel|play|poem|story|essay|article"
    r"|blog|podcast"
    r"|series|joke|sitcom|musical|opera|documentary|advert)\b(?!'s)",
    r"\b(?:claims (?:that|it|they|to)|claimed|reckons?|reckoned|insists?|insisted|swears?|swore|allegedly|rumou?r "
    r"has it"
    r"|supposedly)\b",
    r"\b(?:asked|asks) (?:if|whether|why|how|what)\b",
)
_PAST: Final = _any(
    r"\bback (?:in (?:the )?(?:19|20)?\d\d|when|then)\b",
    r"\b(?:in|during|around|before) (?:the )?(?:(?:19|20)\d\d|'?\d0s|eighties|nineties|seventies|sixties"
    r"|noughties)\b(?=.*\b(?:\w+ed|was|were|had|lived|did)\b)",
    r"\bmy (?:very )?first (?!name|priority|language|choice|day)",
    r"\b(?:years|months|decades|ages) ago\b",
    r"\bas a (?:kid|child|boy|girl|student|teenager|toddler|young)\b",
    r"\bwhen i was\b|\bwhen we were\b|\bin my (?:twenties|thirties|teens|youth|childhood|20s|30s|student days)\b",
    r"\bgrowing up\b|\bin those days\b|\bonce upon\b|\bat the time\b|\bi used to\b(?=.*\b(?:as|when|back)\b)",
)
_EXCEPTION: Final = _any(
    r"\bth(?:is|ese) (?:coming |one )?(?:\w+ )?(?:only|once|time only)\b",
    r"\b(?:just|only) (?:this|for (?:this|the|one|today|tomorrow))(?: \w+)?\b(?! customers)",
    r"\bjust (?:this )?once\b|\bone-?off\b|\bas an exception\b|\bexceptionally\b|\bexception(?:al)?\b|\bno precedent\b",
    r"\bfor (?:them|him|her|it|you) (?:alone|only)\b|\bonly for (?:them|him|her|this|that)\b",
    r"\b(?:today|tomorrow|tonight|this (?:mon|tues|wednes|thurs|fri|satur|sun)day|this week) (?:only|alone)\b",
    r"\b(?:ausnahmsweise|nur diesmal|nur heute)\b|\bexceptionnellement\b|\bpor esta vez\b",
)


@lru_cache(maxsize=4096)
def clauses(text: str) -> tuple[Clause, ...]:
    """The clauses of a normalised text, each with its standing."""
    found: list[Clause] = []
    for sentence in _sentences(text):
        if _QUESTION.search(sentence):
            found.append(Clause(sentence, Standing.QUESTION))
            continue
        found += [Clause(part, _standing(part, sentence)) for part in _BUT.split(sentence) if part.strip(" ,.;:!")]
    return tuple(found)


@lru_cache(maxsize=4096)
def asserted(text: str) -> str:
    """The part of a text that asserts something; empty when none does."""
    return " ".join(clause.text for clause in clauses(text) if clause.standing is Standing.ASSERTED)


@lru_cache(maxsize=4096)
def sentences(text: str) -> tuple[str, ...]:
    """The sentences of a text."""
    return tuple(_sentences(text))


@lru_cache(maxsize=4096)
def fragments(text: str) -> tuple[str, ...]:
    """The sentences of a text, and the parts between their commas and joints: each may be a statement of its own."""
    found: list[str] = []
    for sentence in _sentences(text):
        parts = [part.strip() for part in _JOINT.split(sentence)]
        found += [sentence, *(part for part in parts if part and part != sentence)]
    return tuple(dict.fromkeys(found))


def _sentences(text: str) -> list[str]:
    return [part.strip() for part in _SENTENCE.split(text) if part and part.strip(" .!?;")]


def _standing(clause: str, sentence: str) -> Standing:
    if _QUOTE.search(clause) and (_OUTSIDE.search(sentence) or not _SOURCE.search(sentence)):
        return Standing.QUOTED
    if _TOLD.search(clause):
        return Standing.QUOTED
    if _EXCEPTION.search(clause):
        return Standing.EXCEPTION
    if _PAST.search(clause):
        return Standing.PAST
    if _SUPPOSED.search(clause):
        return Standing.SUPPOSED
    if _PLANNED.search(clause):
        return Standing.PLANNED
    return Standing.ASSERTED
