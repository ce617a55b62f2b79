"""Reading an English sentence of a correction: does it say what to do from now on?

A decision list, without a model: what certainly is no instruction first (questions, sarcasm, reports, doubts), then the
forms in which people instruct (prohibition, imperative, norm, house habit, verbless rule), then a look at what the
instruction is about. Where in doubt between a lesson and nothing, an operator's correction is taken to teach.
"""

from __future__ import annotations

import re
from typing import Final

from cicatrix.core import grammar as g
from cicatrix.core.reading import Code, Reading
from cicatrix.core.text import content_stems, stem

_WORD: Final = re.compile(r"[^\W_][\w'-]*|[,:;]|\s[-–—]+\s|—")
_BREAKS: Final = frozenset(",:;-–—")

_LEAD: Final = re.compile(
    r"(?:(?:(?:once |yet )?again|once more|one more time|(?:as|like) (?:i|we) (?:have )?(?:said|told you|mentioned|wrote)"
    r"(?: before| already| last time)?|(?:the )?same (?:as|trouble|problem|mistake|thing|issue|story)\b[^.:;!?—]{0,60}"
    r"|no|nope|yes|yep|ok|okay|right|well|so|now|and|but|also|plus|hey|hi|hello|note|nb|reminder|remember|rule"
    r"|new rule|important|fyi|lesson(?: learn(?:t|ed))?|feedback|correction|(?:for )?next time|for the future|look"
    r"|listen|seriously|honestly|sorry|thanks|thank you|please)\s*(?:[,:;!]|\s[-–]+(?=\s)|—|\.{3}|…)\s*"
    r"|(?:so|and|but|also|please|pls|kindly|again)\s+"
    r"|(?:(?:nice|good|great|solid|lovely|fine)\b[^,.:;!?—]{0,40}[,;!—]\s*(?:but\s+)?))",
    re.I,
)
_BUT: Final = re.compile(r"[^,;:—]{3,80}[,;—]\s*(?:but|next time)[,:]?\s+", re.I)

_CONDITION: Final = re.compile(
    r"(?:if|when|whenever|before|after|once|until|unless|as soon as|in case|for|in|on|at|during|with|without|outside|"
    r"between|from|instead of|rather than|to|while)\b",
    re.I,
)
_GENERAL: Final = re.compile(
    r"\b(?:always|never|every|each|any|all|from now on|in (?:the )?future|going forward|next time|whenever|before|after|"
    r"when|if|unless|until|only|no more|anymore|any more|ever)\b",
    re.I,
)
_QUOTED: Final = re.compile(r"^(?:>|[\"“«][^\"“”«»]*[\"”»][.!]?$)")
_REPORTED: Final = re.compile(
    r"^(?:the |a |our |one |some |their )?(?:customer|client|user|reader|caller|guest|patient|visitor|he|she|they|somebody|"
    r"someone|people|everyone|vendor|supplier|website|page|article|email|e-mail|ticket|log|model|bot)s?\b[^.]{0,30}?\b"
    r"(?:said|says|say|wrote|writes|write|asked|asks|thinks?|thought|claims?|claimed|wants?|wanted|told|tells|believes?"
    r"|complain(?:s|ed)?)\b",
    re.I,
)
_POLITE: Final = re.compile(r"^(?:can|could|would|will) you (?:please )?", re.I)
_ASKS: Final = re.compile(
    r"^(?:why|what|where|who|how|which|whose|did you|do you|are you|have you|is it|is this|was it|has the|does)\b", re.I
)
_SARCASM: Final = re.compile(
    r"^(?:oh|sure|wow|yeah|bravo|ha|haha|brilliant|wonderful|fantastic|lovely|great|perfect|nice|good job)\b[,!.…]*\s*"
    r"(?:(?:oh|yeah|great|sure|right|just|by all means|of course|why not|another|let's|because|as always|again|go ahead|"
    r"brilliant|perfect|wonderful|lovely|fantastic|more)\b)"
    r"|\bby all means\b|\bwhat could (?:possibly )?go wrong|\bworked so well\b|\bthanks for nothing\b|\bwhy not just\b"
    r"|\bi'm sure (?:they|he|she|the \w+|our \w+|everyone|nobody)\b[^.]*\b(?:love|enjoy|thrilled|delighted)|/s$"
    r"|^(?:go ahead|do go on|feel free)\b.*\b(?:why not|i'm sure|see (?:if|whether) i care|as you like)\b"
    r"|\bwhy (?:don't|not) (?:we|you) (?:just |also )?\b",
    re.I,
)
_HYPOTHESIS: Final = re.compile(
    r"^(?:maybe|perhaps|possibly|i wonder|i guess|i think (?:we|you|it|they) (?:could|might|may)|not sure|what if|"
    r"suppose|imagine|it might|we might|we could|you could|you might|one could|i'm thinking|ideally we could)\b"
    r"|^if (?:i|we|you|it|they|he|she|the \w+) (?:had|were|was)\b.*\b(?:would|could|might)\b"
    r"|\b(?:would|could|might) have\b(?!.*\bshould have\b)",
    re.I,
)
_PROHIBITION: Final = re.compile(
    r"(?:don't|dont|do not|never|stop|avoid|quit|refrain|no more|do not ever|must not)\b", re.I
)
_COMFORT: Final = re.compile(
    r"(?:don't|do not|dont|never) (?:worry|mind|get me wrong|know|think so|care|bother)\b", re.I
)
_NO_IDIOM: Final = re.compile(
    r"no (?:problem|worries|idea|doubt|wonder|thanks|comment|way|one|need|luck|excuse|question|clue|surprise|big deal|"
    r"offen[cs]e|kidding|chance|sign|news|response|reply|harm|hurry|rush|clicks?|views?|results?)\b",
    re.I,
)
_NORM: Final = re.compile(
    r"\b(?:must|mustn't|shall|should(?:n't)?|ought to|may (?:not|only|never)|(?:can|could)(?:not|'t| not| only| never)|"
    r"ha(?:s|ve) to|needs? (?:to|an?|the|your|my|our|their|written|approval|sign-off|clearance|consent|at least|"
    r"two|three|\d+)|requires?|(?:is|are|was) supposed to|"
    r"(?:is|are|be|stays?|remains?) (?:\w+ly |strictly |now |not |only |never |always )*(?:to be|not to|allowed|permitted|"
    r"forbidden|prohibited|required|mandatory|compulsory|banned|off[- ]limits|off the (?:list|table|menu)|out|closed|"
    r"frozen|read-only|locked|confidential|private|reserved|off|taboo|obligatory|optional|exempt|fine only|ok only)|"
    r"(?:is|are|gets?|be|being) (?:never|always|only)\b|"
    r"no longer|(?:nothing|nobody|no one|none)(?! (?:cares?|stops?|wants?|likes?|reads?|knows?|minds?|asked|needs?|is "
    r"perfect))\b[^.]*\b(?:goes|gets?|leaves|ships|may|must|can|before|after|without|until|unless|outside|(?:is|are|be) "
    r"\w+ed)\b|"
    r"past me\b|(?:passes|pass|goes|go|comes?|belongs?|moves?|run|runs|routes?) (?:\w+ )?(?:to|in|into|at|through|past|via|"
    r"first|last|before|after|under|behind|on|out|with|under|live|above|below|by)\b|"
    r"only (?:after|once|when|if|with|through|via|by|on|in|from|for|to)\b|instead of\b|rather than\b|"
    r"(?:has|have|take|takes) (?:precedence|priority)|starts? with|ends? with|come first|count as)",
    re.I,
)
_HABIT: Final = re.compile(
    r"^(?:.*?,\s*)?(?:we|our house|our style|northern|the house)\b(?: only| always| never| also)* ([\w'-]+)", re.I
)
_WISH: Final = re.compile(
    r"^(?:i|we)(?:'d| would)? (?:never |don't (?:ever )?|do not |always |rather |only )?(?:want|like|expect|prefer|rather|"
    r"need you to|insist)\b",
    re.I,
)
_OVERDUE: Final = re.compile(r"\b(?:should(?:n't| not)? have|(?:were|was) supposed to|ought to have) \w+", re.I)
_ACCUSED: Final = re.compile(r"^(?:you|it|he|she|that|this|i)\b", re.I)
_PAST_ED: Final = re.compile(r"\b(?!need|speed|feed|seed|embed|indeed|red|bed|shed|unless)[a-z]{3,}ed\b", re.I)
_NUMBER_BE: Final = re.compile(r"\b(?:is|are|was|were|costs?|has|have|takes?|lasts?|opens?|closes?)\b", re.I)
_ENDS_FIRST: Final = re.compile(r"\b(?:first|last)\b[^,]{0,20}[.!]?$|\b(?:first|last),", re.I)

_DEICTIC: Final = re.compile(
    r"\b(?:this|that|these|those) (?:one|post|draft|version|ticket|email|e-mail|message|paragraph|headline|image|picture|"
    r"file|sentence|page|report|article|tweet|reply|line|link|chart|title|order|invoice|branch|commit|slide|section|photo|"
    r"table|column|row|query|customer|client|case|call|job|run|build|release|pr|batch|morning|afternoon|evening|week|month)"
    r"\b|\b(?:line|row|slide|page|paragraph|section|step|item|column|cell) (?:\d+|one|two|three)\b|"
    r"\b(?:first|second|third|fourth|last|above|below|previous) (?:line|sentence|paragraph|word|slide|section|image|link|"
    r"bullet|row|column|one|half|page|part|heading|chart|item)\b|"
    r"\b(?:right now|right away|asap|today|tonight|tomorrow|by (?:eod|noon|tonight|monday|tuesday|wednesday|thursday|friday|"
    r"saturday|sunday|the end of the day)|this time|for now)\b|\bthe (?:typo|draft)\b",
    re.I,
)
_POINTERS: Final = frozenset(["it", "them", "those", "one", "ones", "these"])
_OPENS_OWN_TOPIC: Final = frozenset(
    ["if", "when", "make", "check", "ensure", "every", "each", "no", "only", "before", "after"]
)
_POINTING: Final = re.compile(r"\b(?:it|them|this|that|these|those|there|one|so|him|her)\b", re.I)


def read(sentence: str) -> Reading:
    """What an English sentence is. Offsets are code points of ``sentence``."""
    flat = sentence.replace("’", "'").replace("‘", "'")
    if _QUOTED.match(flat):
        return Reading(Code.QUOTED)
    if _SARCASM.search(flat):
        return Reading(Code.SARCASM)
    start = _skip_lead(flat)
    text = flat[start:]
    words = [found[0].casefold().strip() for found in _WORD.finditer(text)]
    if not words:
        return Reading(Code.NO_INSTRUCTION)
    code = _certainly_not(text)
    if code is None:
        code = Code.LESSON if _instructs(text, words) else _told(text, words)
    if code is Code.LESSON:
        code = _about(text, words)
    return Reading(code, start if code is Code.LESSON else 0, leans(text))


def leans(sentence: str) -> bool:
    """Whether a sentence points back: "Use it for that.", "They close their own tickets."."""
    words = [found[0].casefold() for found in _WORD.finditer(sentence.replace("’", "'")) if found[0] not in _BREAKS]
    if not words:
        return False
    if words[0] in (
        "they",
        "it",
        "that",
        "this",
        "these",
        "those",
        "he",
        "she",
        "instead",
        "otherwise",
        "except",
        "then",
    ):
        return True
    if words[0] in ("not", "even", "or", "same", "unless", "exceptions", "exception", "likewise"):
        return True
    if words[0] in _OPENS_OWN_TOPIC:
        return False
    return any(word in _POINTERS for word in words[1:4]) or words[-1] in ("that", "there", "so")


def _skip_lead(text: str) -> int:
    """Where the sentence begins after "Again:", "No —", "Nice work, but"; always at a place like a beginning."""
    start = 0
    while True:
        lead = _LEAD.match(text, start)
        if lead is None or lead.end() >= len(text):
            break
        start = lead.end()
    but = _BUT.match(text, start)
    if but and _imperative(_tokens(text[but.end() :]), 0) and not _CONDITION.match(text[start:]):
        start = but.end()
    return start


def _tokens(text: str) -> list[str]:
    return [found[0].casefold().strip() for found in _WORD.finditer(text)]


def _certainly_not(text: str) -> Code | None:
    polite = _POLITE.match(text)
    if text.rstrip("\"')”").endswith("?"):
        asked = polite is not None and _GENERAL.search(text)
        return None if asked else Code.QUESTION
    if _ASKS.match(text) and not re.search(r",|:", text):
        return Code.QUESTION
    if _REPORTED.match(text) and not _CONDITION.match(text):
        return Code.REPORTED
    if _HYPOTHESIS.search(text):
        return Code.HYPOTHESIS
    return None


def _instructs(text: str, words: list[str]) -> bool:
    if _POLITE.match(text) or _WISH.match(text) or _OVERDUE.search(text):
        return True
    if _clauses_instruct(words):
        return True
    if re.match(r"no(?:t)? (?:more )?\w", text, re.I):
        return bool(not _NO_IDIOM.match(text) and not _is_past(words) and len(words) > 1)
    habit = _HABIT.match(text)
    if habit:
        return habit[1].casefold() in g.PRACTICES or bool(
            re.search(r"\bwe (?:must|should|need to|have to|never|don't)\b", text, re.I)
        )
    if _ACCUSED.match(text):
        return bool(
            re.search(
                r"\b(?:must|mustn't|should|shouldn't|ought to|may (?:not|only)|(?:can|could)(?:not|'t| only)|have to|need to|"
                r"(?:is|are) (?:never |not |only )?(?:allowed|permitted|supposed|to|forbidden))\b",
                text,
                re.I,
            )
            and not re.match(
                r"(?:i|it|this|that|he|she) (?:can't|cannot|could|can|should be|must (?:be|have))\b", text, re.I
            )
            and not re.search(r"\bmust have\b", text, re.I)
        )
    if _NORM.search(text) and not _is_past(words):
        return True
    if re.search(r"\b(?:always|never)\b", text, re.I) and not _is_past(words):
        return True
    return _verbless(text, words)


def _verbless(text: str, words: list[str]) -> bool:
    """ "Hashtags last.", "Euros, not dollars.", "Only refundable fares until August.", "Metric units everywhere."."""
    if _is_past(words) or len(words) > 12 or re.search(r"\b(?:is|are|isn't|aren't|i|you|am|has|have)\b", text, re.I):
        return False
    if _ENDS_FIRST.search(text) or re.search(r"(?:^|, )only\b", text, re.I):
        return True
    return bool(re.search(r", (?:not|never) ", text) and not re.search(r"\d", text))


def _clauses_instruct(words: list[str]) -> bool:
    """Whether the sentence, or a clause after its condition, topic or complaint, is an imperative."""
    starts = [0, *(place + 1 for place, word in enumerate(words) if word in _BREAKS)]
    for start in starts:
        while start < len(words) and words[start] in (
            "and",
            "so",
            "but",
            "then",
            "instead",
            "please",
            "or",
            "next",
            "time",
        ):
            start += 1
        if _imperative(words, start, inner=start > 0):
            return True
    conditional = bool(words) and _CONDITION.fullmatch(words[0]) is not None
    if conditional:
        # "When in doubt ask Ravi" without a comma: a verb after at least three words, followed by an object
        return any(
            words[place] in g.VERBS and words[place - 1] not in g.NOT_VERBS and following in g.DETERMINERS
            for place, following in enumerate(words[1:], start=0)
            if place >= 3
        )
    return False


def _imperative(words: list[str], start: int, inner: bool = False) -> bool:
    place = start
    while place < len(words) and words[place] in g.ADVERBS:
        place += 1
    if place >= len(words):
        return False
    word = words[place]
    following = words[place + 1] if place + 1 < len(words) else ""
    if word in ("don't", "dont"):
        return True
    if word == "do":
        return following not in ("you", "we", "they", "i")
    if word in ("stop", "quit", "avoid", "let's", "lets"):
        return True
    if place > start and words[place - 1] == "never" and word not in g.NOT_VERBS:
        return True
    if word in g.VERBS or ("-" in word and word.split("-")[-1] in g.VERBS):
        return following not in g.AUXILIARIES and not (
            following in _BREAKS and inner and place + 2 < len(words) and len(word) < 3
        )
    if inner or word in g.NOT_VERBS or word.endswith(("s", "ed", "ing", "ly", "'s")):
        return False
    return following in g.DETERMINERS and following not in ("no", "his", "her") and word.isalpha()


def _about(text: str, words: list[str]) -> Code:
    """An instruction: to do what? To this one thing only, to nothing named, to be better?"""
    general = _GENERAL.search(text) is not None
    verb = next((word for word in words if word not in g.ADVERBS and word not in _BREAKS), "")
    after = words[words.index(verb) + 1 :] if verb in words else []
    if not general and (_DEICTIC.search(text) or (words and "again" in words[-2:] and len(words) <= 6)):
        return Code.ONE_OFF
    if (
        not general
        and verb in g.FIXES
        and (not after or after[0] in ("the", "this", "that", "it", "your", "my", "these", "those"))
    ):
        return Code.ONE_OFF
    if not general and verb in g.EDITS and after and after[0] in ("this", "that", "these", "those", "it", "them"):
        return Code.ONE_OFF
    if re.match(r"(?:it|that|this) should (?:be|say|read|have)\b", text, re.I):
        return Code.FACT
    empty = {stem(word) for word in g.LIGHT} | {stem(word) for word in g.VAGUE}
    said = [term for term in content_stems(text) if term not in empty]
    pointing = _POINTING.search(text) is not None or bool({"other", "same", "thing"} & set(words))
    if not said:
        return Code.ANAPHORA if pointing else Code.VAGUE
    if len(said) == 1 and said[0] == stem(verb):
        if pointing and len(words) <= 7:
            return Code.ANAPHORA
        if not _PROHIBITION.match(text):
            return Code.VAGUE
    return Code.VAGUE if _COMFORT.match(text) else Code.LESSON


def _told(text: str, words: list[str]) -> Code:
    """What a sentence is that instructs nobody."""
    plain = set(words)
    if plain & g.COMPLAINT and not plain & g.PRAISE:
        return Code.COMPLAINT
    if _is_past(words) or _ACCUSED.match(text):
        return Code.NARRATION if not (plain & g.PRAISE and len(words) <= 8) else Code.PRAISE
    if plain & g.PRAISE and len(words) <= 12:
        return Code.PRAISE
    if _NUMBER_BE.search(text) or len(words) > 4:
        return Code.FACT
    return Code.NO_INSTRUCTION


def _is_past(words: list[str]) -> bool:
    """Whether the first finite verb, as far as one can tell without a dictionary, is in the past."""
    for place, word in enumerate(words):
        if word in (
            "is",
            "are",
            "am",
            "be",
            "get",
            "gets",
            "must",
            "should",
            "may",
            "can",
            "can't",
            "cannot",
            "will",
            "shall",
        ):
            return False
        if word in _BREAKS and place > 2:
            return False
        if word in g.PAST and not (
            word in ("cut", "put", "read", "let", "cost", "hit", "shut", "broke", "left") and place == 0
        ):
            return word not in ("cut", "put", "read", "let", "cost", "hit", "shut", "left")
    return False
