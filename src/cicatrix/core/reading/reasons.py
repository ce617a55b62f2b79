"""The point of a rule without its reasons.

"Do not deploy on Friday afternoons, we have nobody on call over the weekend." teaches one thing and says why. A person
who repeats the lesson rarely repeats the reason, and two lessons may share one. So what is compared (and what makes
tags) is the point; the text of the rule stays word for word. A clause is a reason if what is left is an instruction by
itself and the clause is none: it has a subject and a verb of its own, no number, no condition and no exception.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import islice
from typing import Final

from cicatrix.core.patterns import regex
from cicatrix.core.reading import english, grammar, languages
from cicatrix.core.reading.sentences import split
from cicatrix.core.reading.verdicts import Code
from cicatrix.core.text import content_stems

MOST_CLAUSES: Final = 8
"""Places of a sentence at which a reason is looked for."""

_PERSON: Final = r"(?:we|they|it|he|she|you|i|there|nobody|no one|people|that|this)\b"
_BECAUSE: Final = {
    "en": regex(
        r"(?:\s*[,;(–—-])*\s+(?:because|'?cause|cos|given that|seeing that|otherwise|or else|in order to|so that"
        rf"|(?:as|since|so|for) (?={_PERSON}))\b",
        re.I,
    ),
    "de": regex(r"(?:\s*[,;(–—-])*\s+(?:weil|denn|da|sonst|ansonsten|damit)\b", re.I),
    "es": regex(r"(?:\s*[,;(–—-])*\s+(?:porque|ya que|puesto que|pues|para que|si no,)(?=\s)", re.I),
    "fr": regex(r"(?:\s*[,;(–—-])*\s+(?:parce qu\w*|car|puisqu\w*|sinon|vu qu\w*|afin qu\w*)\b", re.I),
}
"""What opens a reason. "As they arrive" and "since Monday" are times: see :data:`_TIME`."""

_ELSE: Final = regex(r"\b(?:otherwise|or else|sonst|ansonsten|si no|sinon)\b", re.I)
"""What follows if it is not done; so what stands before it is to be done, however it is put."""

_TIME: Final = regex(r"\s+(?:as|so) ", re.I)  # without a comma it may be a time or a manner
_FIRST: Final = regex(
    rf"(?:because|given that|seeing that|(?:since|as) (?={_PERSON}|the\b|our\b|\w+s\b))[^,]*,\s*", re.I
)
_BREAK: Final = regex(r"\s*[,;:]\s+|\s+[-–]+\s+|\s*—\s*|\s+\((?=\w)")
_GOES_ON: Final = regex(r"\s*[,;]\s*(?:unless|except|but|only|if|when|and|so)\b|[;)]", re.I)
_BINDS: Final = grammar.SLOTS | grammar.table(
    "and or but not never no also even max min which who whose where only just unless except if when whenever once",
    "until before after while including especially then else than plus mostly both either neither",
)
"""What a clause that goes on with the instruction begins with."""

_CASE: Final = regex(r"\d|\b(?:if|when|whenever|unless|except|until|before|after|only|never|always)\b", re.I)
_SUBJECT: Final = regex(_PERSON, re.I)
_ASIDE: Final = {
    "de": regex(
        r"(?:das|es|wir|sie|er|niemand|keiner) \w+(?:t|en|st)\b(?!.*\b(?:muss|darf|soll|nie|immer|nur)\b)", re.I
    ),
    "es": regex(
        r"(?:nadie|eso|esto|luego|(?:(?:el|la|los|las) )?[a-záéíóúñ]+ (?:las?|los?|les?|nos|se|no)) \w+[ae]n?\b",
        re.I,
    ),
    "fr": regex(r"(?:on|nous|ils?|elles?|ça|cela|personne|c['’]est)\b(?!.*\b(?:doi\w+|jamais|toujours)\b)", re.I),
}
_EXPLAINS: Final = frozenset(
    [Code.FACT, Code.NARRATION, Code.COMPLAINT, Code.PRAISE, Code.NO_INSTRUCTION, Code.REPORTED]
)


@lru_cache(maxsize=65536)
def point(text: str) -> str:
    """The text without its reasons; the whole text where too little would be left. Only for comparing."""
    kept = " ".join(_without_reasons(span.of(text)) for span in split(text))
    return kept if len(content_stems(kept)) >= 2 else text


def _without_reasons(sentence: str) -> str:
    name = languages.language(sentence)
    if name not in _BECAUSE:
        return sentence
    first = _FIRST.match(sentence) if name == "en" else None
    if first and not re.search(r"\d", first[0]) and _instructs(sentence[first.end() :], name):
        sentence = sentence[first.end() :]
    return _before_aside(_before_because(sentence, name), name)


def _before_because(sentence: str, name: str) -> str:
    for because in islice(_BECAUSE[name].finditer(sentence), MOST_CLAUSES):
        head = sentence[: because.start()]
        if _TIME.match(because[0]) and not re.match(r"nobody|no one|there", sentence[because.end() :].strip(), re.I):
            continue
        if _instructs(head, name) or (_ELSE.search(because[0]) and _instructs(sentence, name)):
            rest = _GOES_ON.search(sentence, because.end())
            return head + (sentence[rest.start() :].rstrip(")") if rest else "")
    return sentence


def _before_aside(sentence: str, name: str) -> str:
    for gap in islice(_BREAK.finditer(sentence), MOST_CLAUSES):
        head, tail = sentence[: gap.start()], sentence[gap.end() :]
        if _explains(tail, name) and _instructs(head, name):
            return head
    return sentence


def _instructs(clause: str, name: str) -> bool:
    if name != "en":
        return languages.read(clause, name).is_lesson
    reading = english.read(clause)
    return reading.is_lesson and not reading.dangles


def _explains(clause: str, name: str) -> bool:
    """Whether a clause stands by itself and asks for nothing."""
    if re.search(r"\d", clause):
        return False
    if name == "en" and re.search(r"\b(?!I\b)[A-Z]", clause):
        return False  # a name: "Refunds go to Ana, Bert handles exchanges"
    if name != "en":
        return _ASIDE[name].match(clause) is not None
    words = re.findall(r"[\w'-]+", clause.replace("’", "'").casefold())
    if len(words) < 3 or words[0] in _BINDS or _CASE.search(clause):
        return False
    return (_SUBJECT.match(clause) is not None or _has_verb(words)) and english.read(clause).code in _EXPLAINS


def _has_verb(words: list[str]) -> bool:
    """Whether a finite verb follows a subject, as far as one can tell without a dictionary."""
    for word, after in zip(words[1:], [*words[2:], ""], strict=True):
        if word in grammar.AUXILIARIES | grammar.PAST:
            return True
        if word not in grammar.NOT_VERBS and after in grammar.DETERMINERS | {"when", "if"} and not word.endswith("ly"):
            return True
        if word.endswith("s") and word[:-1] in grammar.VERBS and words.index(word) > 0 and after:
            return True
    return False
