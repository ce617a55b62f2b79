"""Wishes and orders of a speaker: which say how he wants to be served from now on, and which ask for one thing now.

"Always answer in Dutch" is a preference of the one who says it, and no rule for anybody else; "book me a table" is a
request and says nothing that lasts.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from cicatrix.core.memories import MemoryType
from cicatrix.core.observation import frame_forms as forms
from cicatrix.core.observation.findings import Pass
from cicatrix.core.observation.frames import Frame
from cicatrix.core.observation.heads import is_past
from cicatrix.core.observation.subjects import read_subject
from cicatrix.core.observation.values import NAME, value
from cicatrix.core.reading import english_forms as form
from cicatrix.core.reading.english_orders import imperative, words_of
from cicatrix.core.reading.grammar import ADVERBS, VERBS

_WANTS_YOU: Final = re.compile(
    r"(?:i|we)(?:['’]d| would)? (?:really |also |just )?(?:like|love|want|need|prefer|expect) you to (?P<what>.+)",
    re.I,
)
_WANTS_TO: Final = re.compile(
    r"(?:i|we)(?:['’]d| would)? (?:really |also |just |still |always )?(?:like|love|want|wanna|hope|dream of"
    r"|wish)(?: to)? (?P<what>\w+.*)",
    re.I,
)
_WANTS: Final = re.compile(
    r"(?:i|we)(?:['’]d| would)? (?:really |also |just |always |only )?(?:want|like|need|expect)(?: to (?:have|see"
    r"|get))? (?P<what>.+)",
    re.I,
)
_WISHING: Final = re.compile(
    r"(?:i|we)(?:(?:['’]d| would) (?:really |also |just )?(?:like|love|need)| (?:really |also |just |only |always "
    r"|do )?(?:want|wanna|need|expect))\b",
    re.I,
)
_GOALS: Final = re.compile(
    r"(?:learn|become|visit|travel|own|move|live|study|write|start|open|build|retire|climb|master|earn|save|lose"
    r"|adopt|publish|found|win|qualify|quit|improve|graduate|see the|run (?:a|my)|have (?:kids|children|a family"
    r"|my own)|be an?|get (?:fit|married|better|into|a (?:degree|dog|cat|licen[cs]e))|buy a (?:house|home|flat)"
    r"|make a (?:difference|career)|help (?:people|others|kids))\b",
    re.I,
)
_NEEDS_TO: Final = re.compile(r"(?:i|we) (?:really |also |just |still )?need to (?P<what>.+)", re.I)
_ONE: Final = re.compile(r"(?:an?|the|this|that|some|another|one|two|three|more|help|it|your|\d+|to)\b", re.I)
_ABOUT_ANSWERS: Final = re.compile(
    r"\b(?:answers?|reply|replies|responses?|respond|explanations?|explained?|emojis?|bullet ?points?|bullets?"
    r"|metric|imperial|units?|tone|markdown|comments?|summar(?:y|ies)|messages?|jargon|examples?|sources?|citations?"
    r"|code|snippets?|sentences?|languages?|currenc(?:y|ies)|prices?|euros?|dollars?|celsius|fahrenheit|kilomet(?:re"
    r"|er)s|format|style|plain english|step by step|in (?:dutch|german|english|french|spanish|italian|finnish"
    r"|chinese|japanese)|tabs|spaces|call me|address me|talk to me|speak to me|when you|with me|to me)\b",
    re.I,
)
_CALL_ME: Final = re.compile(
    rf"(?:(?:[Aa]lways|[Pp]lease|[Jj]ust|[Yy]ou can|[Yy]ou may) )*[Cc]all me (?P<what>{NAME})(?=\W*$|[,.]| instead"
    rf"| please| and\b| from (?:now|today|here)\b| now\b)"
)
_KEEPS: Final = re.compile(
    r"(?:please )?(?:keep|use|treat|prefer|assume|default|wrap|indent) (?!going|it|up|in touch|me|on)\w+ ?\w+", re.I
)
_CALLS_ME: Final = re.compile(
    rf"(?:(?:every(?:one|body)|people|friends|my \w+|most people) (?:just )?calls?"
    rf"|i go by) (?:me )?(?P<what>{NAME})(?=\W*$|[,.])",
    re.I,
)
_THIS_IS: Final = re.compile(rf"[Tt]his is (?P<what>{NAME})(?=,? (?:speaking|here|calling|from|writing)\b)")
_FORBIDS: Final = re.compile(r"(?:please )?(?:never|don['’]?t|do not|avoid|stop|no more|no)\b", re.I)
_REACH: Final = re.compile(
    r"(?:reach|call|text|e-?mail|mail|contact|write|message|ping|phone)(?: to)? me (?:at|on|under"
    r"|via) (?P<what>[^\s,]+@[^\s,]+\w|\+?[\d][\d ()/-]{4,}\d)",
    re.I,
)
_ONCE: Final = re.compile(
    r"\b(?:this(?! (?:codebase|repo|repository|project|house|team|company|account|workspace|folder|channel)\b)|that"
    r"|these|the following|below|above|tomorrow|tonight|today)\b"
    r"|^(?:make|leave|put|turn|cut|change|rewrite|rephrase|translate|shorten|move) (?:it|them)\b",
    re.I,
)
_CHEERS: Final = re.compile(
    r"(?:never|don't|do not|always|keep|stay|just) (?:(?:always|ever|on) )?(?:give up|giving up|quit|forget|worry"
    r"|let|going|believ|shin|push|be (?:afraid|scared|yourself|proud)|doubt|hesitate|miss|lose|remember|smil|learn"
    r"|motivat|dream|strong|safe|positive|tuned|true|feel|stop|trying|fighting|growing|chasing|inspiring|cool|calm"
    r"|saw|seen|thought|been)|(?:feel free|tackle any|believe in|love (?:all|how|the)|cherish|trust (?:the|your)"
    r"|follow your|let me know|show me)\b",
    re.I,
)
_INNER: Final = re.compile(r"\b(?:that|who|which|when|where|whether|me|us|if|it|them|the|my|our|your|a|an)\b", re.I)
_FINITE: Final = re.compile(
    r"(?:is|are|was|were|has|have|needs?|will|must|should|can(?:not|'t)?|isn't|aren't|won't)\b", re.I
)
_REMINDS: Final = re.compile(
    r"(?:remind|tell|show|give|send|book|order|buy|find|help|let|get|bring|make|play|set|check|look|google"
    r"|search) (?:me|us|up)?\b",
    re.I,
)


def contact(clause: str) -> Frame | None:
    """What the speaker is called and how he can be reached: "you can reach me at ana@example.org"."""
    called = _CALLS_ME.match(clause) or _THIS_IS.match(clause)
    if called:
        return Frame(MemoryType.SEMANTIC, "name", called["what"].rstrip("."))
    found = _REACH.search(clause)
    if found is None:
        return None
    attribute = "email" if "@" in found["what"] else "phone"
    return Frame(MemoryType.SEMANTIC, attribute, found["what"].rstrip(" ."))


def wish(clause: str, *, timed: Callable[[], bool]) -> Frame | Pass | None:
    """What a wish or an order is; None for a clause that is neither. ``timed`` says whether it names a day."""
    text = re.sub(r"^(?:please|pls|kindly|just|so|then)\s+", "", clause, flags=re.I)
    if found := _CALL_ME.match(text):
        return Frame(MemoryType.SEMANTIC, "name", found["what"].rstrip("."))
    if found := _WANTS_YOU.match(text):
        return _served(found["what"])
    if re.match(r"(?:i|we) (?:only|exclusively|don't|do not) want to\b", text, re.I) or forms.TO_AVOID.match(
        re.sub(r"^(?:i|we) need ", "", text, flags=re.I)
    ):
        return None
    if found := _NEEDS_TO.match(text):
        return Frame(MemoryType.EPISODIC, "plan", value(found["what"])) if timed() else Pass.REQUEST
    if _WISHING.match(text):
        return _wanted(text)
    if form.POLITE.match(text):
        return Pass.REQUEST
    if re.match(r"let['’]?s\b", text, re.I):
        return Pass.REQUEST
    return _ordered(text)


def _ordered(text: str) -> Frame | Pass | None:
    words = words_of(text)
    if not words or not imperative(words, 0) or _is_told(text, words):
        return None
    return Pass.SMALL_TALK if form.COMFORT.match(text) or _CHEERS.match(text) else _served(text)


def _is_told(text: str, words: list[str]) -> bool:
    """Whether what begins like an order is a statement: "Release 6.2 is delayed", "Stock calls Orders"."""
    if is_past(words[0]) and words[0] not in VERBS:
        return True
    if len(words) == 2 and is_past(words[1]):
        return True
    subject = read_subject(text, "")
    if subject is None or subject.kind != "other" or _INNER.search(subject.name):
        return False
    alone = " " not in subject.name and subject.name.casefold() not in ADVERBS and not is_past(words[1])
    return _FINITE.match(subject.predicate) is not None or alone


def _wanted(text: str) -> Frame | Pass:
    to = _WANTS_TO.match(text)
    if (to and re.search(r"\b(?:to|wanna)\s+$", text[: to.start("what")])) or (to and _GOALS.match(to["what"])):
        assert to is not None
        what = to["what"]
        lasts = _GOALS.match(what) or re.search(r"\b(?:some ?day|one day|eventually)\b", what)
        return Frame(MemoryType.SEMANTIC, "goal", value(what)) if lasts else Pass.REQUEST
    found = _WANTS.match(text)
    if found is None:
        return Pass.REQUEST
    what = found["what"]
    if _ABOUT_ANSWERS.search(what) and not re.match(r"(?:an?|this|that|some|another)\b", what):
        return Frame(MemoryType.PREFERENCE, "instruction", value(what))
    if _ONE.match(what) and not form.GENERAL.search(what):
        return Pass.REQUEST
    return Frame(MemoryType.PREFERENCE, "wants", value(what)) if value(what) else Pass.REQUEST


def _served(text: str) -> Frame | Pass:
    """An order: for always, or for how answers are to be, it is a preference."""
    forbids = _FORBIDS.match(text) is not None
    general = form.GENERAL.search(text) is not None
    at_hand = form.AT_HAND.search(text) is not None
    about = _ABOUT_ANSWERS.search(text) is not None
    once = _ONCE.search(text) is not None
    if general and not (at_hand and not about) and not _REMINDS.match(text):
        return Frame(MemoryType.PREFERENCE, "instruction", value(text), forbids)
    keeps = _KEEPS.match(text) is not None
    if (
        (about or forbids or keeps)
        and not at_hand
        and not once
        and not re.match(r"(?:write|give|show|explain|find|send)(?: me)? (?:an?|the|some|your|my)\b", text, re.I)
    ):
        return Frame(MemoryType.PREFERENCE, "instruction", value(text), forbids)
    return Pass.REQUEST
