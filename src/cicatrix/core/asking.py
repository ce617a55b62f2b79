"""What a query asks for: a piece of work, a fact, a yes or no, or leave to do something.

The difference decides how far a memory reaches. A *task* is covered by a rule about its kind however new its object is
("Draft a post announcing the beta"). A *question* is answered only by a memory that speaks of the very thing.
The form is read from the last sentence: "The customer asks what we charge. Draft a reply." is a task.
English first; in other languages the question mark decides.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import StrEnum
from typing import Final

from cicatrix.core.text import fold


class Form(StrEnum):
    TASK = "task"  # something to do, or a bare topic
    QUESTION = "question"  # what, when, who …: wants a fact
    YES_NO = "yes_no"  # did, is, has …: rests on a premise
    LEAVE = "leave"  # may, can, should …: wants a rule's word
    SMALL_TALK = "small_talk"  # a greeting, thanks: wants nothing that memory holds

    @property
    def wants_fact(self) -> bool:
        return self in (Form.QUESTION, Form.YES_NO)


_SENTENCE: Final = re.compile(r"(?<=[.!?])[\"')\]]*\s+|(?<=[？！。])|\n+")
_WORD: Final = re.compile(r"[^\W_]+(?:'[^\W_]+)*")


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _phrases(*lines: str) -> tuple[tuple[str, ...], ...]:
    """Phrases separated by commas, as tuples of words."""
    return tuple(tuple(phrase.split()) for line in lines for phrase in line.split(","))


_FILLERS: Final = _words("hi hey hello ok okay so and but well now please also btw hmm then kindly just")
_GREETINGS: Final = _words("hi hey hello")
_TELL_ME: Final = _phrases(
    "tell me, tell us, remind me, remind us, let me know, i wonder, i'm wondering, i was wondering, just wondering",
    "i want to know, i need to know, i'd like to know, i would like to know, do you know, do you remember",
    "do you recall, do we know, do you have any idea, any idea, can you tell me, could you tell me, can you remind me",
    "could you remind me, can you tell us, could you tell us, would you tell me, will you tell me",
    "can you please tell me, could you please tell me, can you remember, can you recall, find out, look up",
)
_PROPOSALS: Final = _phrases("why don't, why not, how about, what about, what if, let's, lets")
_ASKS: Final = _words("what which who whom whose when where why how what's who's where's when's how's")
_CLAUSE_OPENERS: Final = _words("when where who whenever wherever whatever whichever")
_PREPOSITIONS: Final = _words(
    "in on at by for from to of with under until since about during after before within against through"
)
_PRONOUNS: Final = _words(
    "i we you he she it they there this that these those anyone anybody someone somebody everyone everybody people"
)
_LEAVE: Final = _words("can could may might should shall must ought can't cannot couldn't shouldn't mustn't")
_ALLOWED: Final = _words(
    "ok okay fine alright allowed permitted forbidden supposed safe acceptable legal required obliged necessary"
)
_BE: Final = _words("is are am was were isn't aren't wasn't weren't")
_ALWAYS_ASK: Final = _BE | _words("does did has doesn't didn't hasn't")
_HAPPENED: Final = _words("did has have had was were")
_CERTAIN: Final = _words("the this that these those my our your his her its their")
_MAY_ASK: Final = _words("do have had will would don't haven't hadn't won't wouldn't")
_POLITE: Final = _words("can could would will")


_SMALL_TALK: Final = _phrases(
    "how are you, how are you doing, how is it going, how's it going, how do you do, how have you been, what's up",
    "are you there, are you ok, are you well, nice to meet you, who are you, good morning, good afternoon",
    "good evening, good night, good day, good bye, goodbye, bye, see you, see you later, see you soon, take care",
    "thanks, thank you, many thanks, thanks a lot, thanks so much, thank you so much, thank you very much, thx, cheers",
    "well done, good job, great job, nice work, great, nice, cool, perfect, awesome, wow, lol, haha",
    "yes, no, sure, yep, nope, sorry, never mind, got it, all right, alright, no problem, you're welcome",
    "have a nice day, welcome back",
    "tell me a joke, hallo, hola, bonjour, ola, ciao, danke, merci, gracias, obrigado, obrigada, grazie, guten tag",
    "guten morgen, bom dia, boa noite, buenos dias, привет, здравствуйте, спасибо, как дела, 你好, 谢谢",
    "こんにちは, ありがとう",
)
_CHATTER: Final = _FILLERS | _words("there today tonight everyone everybody all again you friend team very much doing")


_PROCEDURE: Final = re.compile(
    r"\b(?:(?:do|should|must|shall|can|may|could|to|would) (?:i|we|you|one|agents?|people|they)"
    r"|(?:how|what|who|whom|when|where) to|must|should|have to|has to|need to|needs to"
    r"|allowed|permitted|forbidden|polic(?:y|ies)|rules?|procedure)\b|\A\W*(?:do|don't)\b"  # "do hashtags go last?"
)


_ADVICE: Final = re.compile(
    r"\b(?:recommend(?:ations?|ed)?|suggest(?:ions?|ed)?|advi[sc]e|tips|ideas|options|must-\w+|should i"
    r"|what (?:are|is) (?:some|the best|a good)|which (?:one|ones) should|help me (?:find|choose|pick|plan)"
    r"|looking (?:for|to (?:buy|try|get)))\b"
)
PLAIN_ADVICE: Final = "What would you recommend for me?"
"""What is left of any wish for advice when its subject is taken out."""


def asks_for_advice(query: str) -> bool:
    """Whether somebody wants something recommended: then most of the words ask, and the few others say what for."""
    return _ADVICE.search(fold(query)) is not None


def asks_what_to_do(query: str) -> bool:
    """Whether a question is after how something is to be done, which a rule answers, and not after how things are."""
    return _PROCEDURE.search(fold(query)) is not None


def asks_what_happened(query: str) -> bool:
    """Whether a yes/no question is about what is done or presumed: "Did we ship?", "Isn't it free?"."""
    words = _last_words(query)
    return bool(words) and (words[0] in _HAPPENED or words[0].endswith("n't"))


def presumes_its_subject(query: str) -> bool:
    """Whether a yes/no question is about a certain thing: "Are the night trains punctual?" presumes that they run.

    "Is insurance refundable?" presumes nothing, and no is an answer to it.
    """
    return any(word in _CERTAIN for word in _last_words(query)[1:2])


def _last_words(query: str) -> list[str]:
    """The words of the last sentence that has any, without greetings and "can you tell me"."""
    for sentence in reversed(_SENTENCE.split(fold(query))):
        words, _ = _strip_opening(_WORD.findall(sentence))
        if words:
            return words
    return []


def is_small_talk(query: str) -> bool:
    """Whether a query is made of greetings, thanks and the like alone."""
    words = _WORD.findall(fold(query))
    greeted = False
    while words:
        length = _starts(words, _SMALL_TALK)
        greeted = greeted or length > 0 or words[0] in _GREETINGS
        if not length and words[0] not in _CHATTER:
            return False
        words = words[length or 1 :]
    return greeted


def form(query: str) -> Form:
    """The form of a query, read from its last sentence."""
    if is_small_talk(query):
        return Form.SMALL_TALK
    sentences = [part for part in _SENTENCE.split(fold(query)) if _WORD.search(part)]
    if not sentences:
        return Form.TASK
    sentence = sentences[-1]
    marked = "?" in sentence or "？" in sentence or "؟" in sentence
    words, told = _strip_opening(_WORD.findall(sentence))
    if not words:
        return Form.QUESTION if marked or told else Form.TASK
    if _starts(words, _PROPOSALS):
        return Form.TASK
    if words[0] in _CLAUSE_OPENERS and "," in sentence and not marked and not told:
        return Form.TASK  # "When a refund ticket comes in, route it to Priya."
    if words[0] in _ASKS or (words[0] in _PREPOSITIONS and len(words) > 1 and words[1] in _ASKS):
        return Form.QUESTION
    if words[0] in ("if", "whether") and told:
        return _polar(words[1:], marked=True) or Form.YES_NO
    polar = _polar(words, marked)
    if polar is not None:
        return polar
    return Form.QUESTION if marked or told else Form.TASK


def _polar(words: Sequence[str], marked: bool) -> Form | None:
    """The form of a sentence that opens with a verb before its subject; None for any other."""
    first, second = words[0] if words else "", words[1] if len(words) > 1 else ""
    asked = marked or second in _PRONOUNS
    if first in _POLITE and second == "you":
        return Form.TASK
    if first in _LEAVE and asked:
        return Form.LEAVE
    if first in _BE and _ALLOWED.intersection(words[1:6]):
        return Form.LEAVE
    if first in ("do", "don't") and second in _PRONOUNS and ({"have", "need"} & set(words[2:3])) and "to" in words[3:4]:
        return Form.LEAVE
    if first in _ALWAYS_ASK or (first in _MAY_ASK and asked):
        return Form.YES_NO
    return None


def _strip_opening(words: list[str]) -> tuple[list[str], bool]:
    """Without greetings and "can you tell me": and whether something of the latter kind stood there."""
    told = False
    while words:
        if words[0] in _FILLERS:
            words = words[1:]
            continue
        length = _starts(words, _TELL_ME)
        if not length:
            break
        told = True
        words = words[length:]
    return words, told


def _starts(words: Sequence[str], phrases: Sequence[tuple[str, ...]]) -> int:
    """The length of the phrase that the words start with; 0 if there is none."""
    return max((len(phrase) for phrase in phrases if tuple(words[: len(phrase)]) == phrase), default=0)
