"""Reading an English sentence of a correction: does it say what to do from now on?

A decision list, without a model: what certainly is no instruction first (questions, sarcasm, reports, doubts), then the
forms in which people instruct (prohibition, imperative, norm, house habit, verbless rule), then a look at what the
instruction is about. Where in doubt between a lesson and nothing, an operator's correction is taken to teach.
"""

from __future__ import annotations

import re
from typing import Final

from cicatrix.core.reading import english_forms as form
from cicatrix.core.reading import grammar as g
from cicatrix.core.reading import standing
from cicatrix.core.reading.english_orders import BEFORE_VERB, BREAKS, WITH_A_CLAUSE, imperative, orders, words_of
from cicatrix.core.reading.verdicts import Code, Reading
from cicatrix.core.text import content_stems, stem

_BACK: Final = g.table(
    "they it that this these those he she instead otherwise except then not even or same unless exception exceptions",
    "likewise",
)
_POINTERS: Final = g.table("it them one ones these")
_OWN_TOPIC: Final = g.table("if when make check ensure every each no only before after")
_PRESENT: Final = g.table("is are am be get gets must should may can can't cannot will shall")
_SAME_IN_PAST: Final = g.table("cut put read let cost hit shut left")
_THIS: Final = g.table("this that these those it them")
_PERSONS: Final = g.table("it them him her they this that these those one")
_PRONOUNS: Final = g.table("it them him her they he she")
_NAMES_IT: Final = g.table("who which that with where whose from of in")
_OF_MANY_SENSES: Final = g.table("like well better liked")
_CALM: Final = frozenset([Code.NARRATION, Code.FACT, Code.NO_INSTRUCTION])
_EMPTY: Final = frozenset(stem(word) for word in g.LIGHT | g.VAGUE | g.NO_THINGS)


def read(sentence: str) -> Reading:
    """What an English sentence is. Offsets are code points of ``sentence``."""
    flat = sentence.replace("’", "'").replace("‘", "'")
    if form.QUOTED.search(flat):
        return Reading(Code.QUOTED)
    if form.SARCASM.search(flat):
        return Reading(Code.SARCASM)
    start = _skip_lead(flat)
    text = flat[start:]
    words = words_of(text)
    if not words:
        return Reading(Code.NO_INSTRUCTION)
    code = _certainly_not(text)
    if code is None:
        code = Code.LESSON if _instructs(text, words) else _told(text, words)
    if code is Code.LESSON:
        code = Code.ANAPHORA if form.OPEN_END.search(text) else _about(text, words)
    if code in _CALM and not (g.PRAISE - {"well", "like"}).isdisjoint(words_of(flat[:start])) and "but" not in words:
        code = Code.PRAISE  # "Nice, that query is fast now"
    loose = code is Code.LESSON and dangles(text)
    return Reading(code, start if code is Code.LESSON else 0, loose or leans(text), loose)


def leans(sentence: str) -> bool:
    """Whether a sentence points back: "Use it for that.", "They close their own tickets."."""
    words = [word for word in words_of(sentence.replace("’", "'")) if word not in BREAKS]
    if not words or words[0] in _OWN_TOPIC:
        return False
    if " in there" in " ".join(words):
        return True
    if words[0] in _BACK or words[-1] in ("that", "there", "so", "too") or "those" in words:
        return True
    return any(word in _POINTERS for word in words[1:4])


def dangles(sentence: str) -> bool:
    """Whether a sentence speaks of something that only its neighbours name: "File them as P0.", "Must be signed."."""
    text = sentence.replace("’", "'")
    words = words_of(text)
    if form.BACK_THERE.match(text) or form.NO_SUBJECT.match(text):
        return True
    if form.FRAGMENT.match(text) and not orders(words) and g.AUXILIARIES.isdisjoint(words):
        return True
    if form.CONDITION.match(text):
        return len(content_stems(text)) <= 2 and not _PRONOUNS.isdisjoint(words)
    if form.APPOSITION.search(text):
        return False
    if form.THE_OTHER.search(text) and imperative(words, 0):
        return True
    verb = next((place for place, word in enumerate(words) if word not in BEFORE_VERB), len(words))
    after = words[verb + 1 : verb + 3]
    if not after or after[0] not in _PERSONS or not imperative(words, 0):
        return False
    # "those who", "those customers with …" name what they point at; "them", "it" and a bare "that" do not.
    if after[0] in g.BARE or len(after) == 1 or after[1] in g.NOT_VERBS - _NAMES_IT | BREAKS:
        return True
    return after[0] in _THIS and words[verb] not in WITH_A_CLAUSE and _NAMES_IT.isdisjoint(words[verb + 2 :])


def _skip_lead(text: str) -> int:
    """Where the sentence begins after "Again:", "No —", "Nice work, but"; always at a place like a beginning."""
    start = 0
    while True:
        lead = form.LEAD.match(text, start)
        if lead is None or lead.end() >= len(text):
            break
        start = lead.end()
    but = form.BUT.match(text, start)
    if but and imperative(words_of(text[but.end() :]), 0) and not form.CONDITION.match(text, start):
        start = but.end()
    return start


def _certainly_not(text: str) -> Code | None:
    if text.rstrip("\"')”").endswith("?"):
        asked = form.POLITE.match(text) is not None and form.GENERAL.search(text) is not None
        return None if asked else Code.QUESTION
    if form.ASKS.match(text) and not re.search("[,:]", text):
        return Code.QUESTION
    if form.REPORTED.match(text) and not form.CONDITION.match(text) and not _concludes(text):
        return Code.REPORTED
    if form.HYPOTHESIS.search(text):
        return Code.HYPOTHESIS
    return Code.FACT if form.IT_SHOULD.match(text) else None


def _concludes(text: str) -> bool:
    """Whether what others want is only the reason: "Readers want short sentences, so write short ones"."""
    _, so, conclusion = text.partition(", so ")
    return bool(so) and imperative(words_of(conclusion), 0)


def _instructs(text: str, words: list[str]) -> bool:
    if form.POLITE.match(text) or form.OVERDUE.search(text) or form.WORDING.match(text) or _wishes(text):
        return True
    if orders(words) or (form.BY_DOING.match(text) and not _is_past(words)):
        return True
    if form.NO_THING.match(text):
        return not form.NO_IDIOM.match(text) and not _is_past(words) and len(words) > 1
    follows = form.SO_NO.search(text)
    if follows and not _is_past(words):
        return not form.NO_IDIOM.match(text[follows.end() :])
    if form.CONDITION.match(text) and form.HOUSE_IN_A_CASE.search(text):
        return True
    habit = form.HABIT.match(text)
    if habit and (_is_habit(habit[1].casefold(), text) or "," not in habit[0]):
        return _is_habit(habit[1].casefold(), text)  # what stands before ", we …" is read on its own
    if form.PERSONAL.match(text):
        return form.PERSONAL_NORM.search(text) is not None and not form.NOT_A_NORM.search(text)
    if _is_past(words):
        return False
    if standing.asks(text) and not form.GUESS.match(text):
        return True
    if form.OBSERVED.match(text) or form.GUESS.match(text):
        return False
    if form.CLOSES.search(text) or form.NORM.search(text) or "always" in words or "never" in words:
        return True
    return form.CONTRAST.search(text) is not None or _verbless(text, words)


def _wishes(text: str) -> bool:
    return form.WISH.match(text) is not None and not form.WISHES.match(text)


def _is_habit(verb: str, text: str) -> bool:
    """Whether "we …" tells a practice of the house, not what happened to it."""
    if verb in g.PRACTICES or re.search(r"\bwe (?:must|should|need to|have to|never|don't)\b", text, re.I):
        return True
    known = verb in g.VERBS and verb not in ("have", "do", "be", "read", "put", "cut")
    if verb in g.PAST | g.AUXILIARIES:
        return False
    return (known and verb not in g.STATES and (g.PRAISE - {verb}).isdisjoint(words_of(text))) or (
        not verb.endswith("ed") and _reaches_on(text)
    )


def _reaches_on(text: str) -> bool:
    return form.GENERAL.search(text) is not None


def _verbless(text: str, words: list[str]) -> bool:
    """ "Hashtags last.", "Euros, not dollars.", "Until August, only refundable fares."."""
    if len(words) > 12 or form.FINITE.search(text) or not g.PRAISE.isdisjoint(words):
        return False
    if form.ASKED_NICELY.match(text) and len(words) > 2:
        return True
    if re.search(r", no (?!longer\b)\w", text) and form.NO_IDIOM.search(text) is None:
        return True  # "Dimensions in mm, no decimals."
    if form.IN_ORDER.search(text) or form.LIMIT.search(text) or re.search(r"(?:^|, )only\b", text, re.I):
        return True
    return re.search(r", (?:not|never) ", text) is not None and not re.search(r"\d", text)


def _about(text: str, words: list[str]) -> Code:
    """An instruction: to do what? To this one thing only, to nothing named, to be better?"""
    if not _reaches_on(text) and _is_one_off(text, words):
        return Code.ONE_OFF
    if form.MERELY_MORE.match(text):
        return Code.VAGUE
    said = [term for term in content_stems(text) if term not in _EMPTY]
    pointing = form.POINTING.search(text) is not None
    if not said:
        return Code.ANAPHORA if pointing else Code.VAGUE
    if imperative(words, 0) and len(words) <= 4 and _object(words) in _THIS:
        return Code.ANAPHORA  # "Make it shorter."
    if len(said) == 1 and imperative(words, 0) and said[0] == stem(_verb(words)):
        if pointing and len(words) <= 7:
            return Code.ANAPHORA
        if not form.PROHIBITION.match(text):
            return Code.VAGUE
    return Code.VAGUE if form.COMFORT.match(text) else Code.LESSON


def _is_one_off(text: str, words: list[str]) -> bool:
    verb, after = _verb(words), _object(words)
    if form.POLITE.match(text) or form.FETCH.match(text) or form.HAND_OVER.match(text):
        return True
    if form.AT_HAND.search(text) and not form.BACK_THERE.match(text):
        return True
    if "again" in words[-2:] and len(words) <= 6 and not form.PROHIBITION.match(text):
        return True
    if imperative(words, 0) and any(pattern.search(text) for pattern in (form.PLACE_IN_IT, form.NUMBERED, form.MY_NOW)):
        return True
    if verb in g.FIXES and after in _THIS | {"", "the", "your", "my"}:
        return True
    return verb in g.EDITS and after in _THIS


def _verb(words: list[str]) -> str:
    """The first word that is no adverb and no "don't": the verb, if the sentence is an order."""
    return next((word for word in words if word not in BEFORE_VERB), words[0])


def _object(words: list[str]) -> str:
    """The word after the verb; empty if it is the last."""
    return "".join(words[words.index(_verb(words)) + 1 :][:1])


def _told(text: str, words: list[str]) -> Code:
    """What a sentence is that instructs nobody."""
    plain = frozenset(words)
    praising = not plain.isdisjoint(g.PRAISE - _OF_MANY_SENSES) or form.PRAISES.search(text) is not None
    praises = praising and plain.isdisjoint(["not", "isn't", "wasn't", "aren't", "never", "no"])
    wrong = form.ORDINAL_TIME.search(text) or form.COMPLAINS.search(text)
    if wrong or (not praises and not plain.isdisjoint(g.COMPLAINT)):
        return Code.COMPLAINT
    if _is_past(words) or form.PERSONAL.match(text):
        return Code.PRAISE if praises and len(words) <= 8 else Code.NARRATION
    if praises and len(words) <= 12:
        return Code.PRAISE
    if form.TOLD_PAST.search(text) and _PRESENT.isdisjoint(words):
        return Code.NARRATION
    if form.STATES.search(text) or len(words) > 4:
        return Code.FACT
    return Code.NO_INSTRUCTION if set(content_stems(text)) - _EMPTY else Code.VAGUE


def _is_past(words: list[str]) -> bool:
    """Whether the first finite verb, as far as one can tell without a dictionary, is in the past."""
    for place, word in enumerate(words):
        if word in _PRESENT or (word in BREAKS and place > 2):
            return False
        if word in g.PAST and not (word in _SAME_IN_PAST and place == 0):
            return word not in _SAME_IN_PAST
    return False
