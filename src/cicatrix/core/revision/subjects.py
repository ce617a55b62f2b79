"""Whom or what a statement speaks of, as far as its wording tells: the speaker, somebody of theirs, or something "
"named."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from cicatrix.core.patterns import regex
from cicatrix.core.reading.grammar import table
from cicatrix.core.revision.tables import KIN
from cicatrix.core.revision.verbs import base_of, finite_places
from cicatrix.core.revision.verdicts import Statement
from cicatrix.core.revision.wording import plain, words
from cicatrix.core.text import fold, stem

_SELF: Final = table(
    "i we my our mine me us",
)
_UNNAMED: Final = frozenset(("", "user", "assistant", "human", "me", "i"))
_KIN_PHRASE: Final = regex(
    rf"\b(?:my|our) (?:[a-z]+ ){{0,2}}?({'|'.join(sorted(KIN, key=len, reverse=True))})(?:'s)?\b", re.IGNORECASE
)
_KIN_NAME: Final = regex(r"\b(Mum|Mom|Dad|Grandma|Grandpa|Gran|Nan|Granny|Mummy|Daddy)(?:'s)?\b")
_SAME_KIN: Final = {
    other: name
    for line in (
        "mother mum mom mummy mommy mama",
        "father dad daddy papa",
        "grandma gran granny nan grandmother",
        "grandpa grandad granddad grandfather",
        "flatmate roommate",
        "neighbour neighbor",
        "partner spouse",
    )
    for name, *others in (line.split(),)
    for other in others
}
_NO_NAME: Final = table(
    "the a an i we you he she it they this that these those there here my our your his her their its in on at",
    "for from to by with when if as after before since until while no not yes please also and but or so all",
    "every each some any monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays",
    "thursdays fridays saturdays sundays january february march april may june july august september october",
    "november december today tomorrow yesterday now never always only just who what where why how which mr mrs",
    "ms dr st ok oops sorry correction update final fyi btw",
)
_INNER_NAME: Final = regex(r"[^\W\d_]+[_.][^\W_].*|[^\W\d_]+(?:-[^\W_]+)*-\d+")


@dataclass(frozen=True, slots=True)
class Subject:
    """``who``: ``self``, ``self.brother``, a folded name or phrase, or nothing. ``names``: folded, in the whole "
    "text."""

    who: str
    names: frozenset[str]
    kin: frozenset[str]  # whose kin are spoken of: "brother"
    heads: frozenset[str]  # the names in front of the first finite verb


@lru_cache(maxsize=4096)
def subject_of(text: str, speaker: str = "", about: str = "") -> Subject:
    """The subject of a normalised text. ``about``: what observation knows."""
    kin = frozenset(_SAME_KIN.get(k, k) for k in (m[1].lower() for m in _KIN_PHRASE.finditer(text))) | frozenset(
        _SAME_KIN.get(m[1].lower(), m[1].lower()) for m in _KIN_NAME.finditer(text)
    )
    names = names_in(text)
    who = fold(about) if fold(about) not in _UNNAMED else ""
    if not who:
        who = _who(text)
    if who == "self" and fold(speaker) not in _UNNAMED:
        who, names = fold(speaker), names | {fold(speaker)}
    return Subject(who, names, kin, names & _head(text))


@lru_cache(maxsize=4096)
def names_in(text: str) -> frozenset[str]:
    """Names in a text, folded: capital words inside it (and in front when no plain word), and identifiers."""
    found = {word.low for word in words(text) if not word.surface.isalpha() and _INNER_NAME.fullmatch(word.surface)}
    opening = True
    for word in words(text):
        after_stop = opening or re.search(r"[.!?:;\"]\s*$", text[: word.start]) is not None
        acronym = word.surface.isupper() and len(word.surface) <= 4
        if word.capital and word.low not in _NO_NAME and not word.figure and len(word.low) > 1 and not acronym:
            lowered = re.search(rf"(?<![\w-]){re.escape(word.low)}\b", text)  # it stands there without a capital too
            if not after_stop or (lowered is None and not _is_plain(word.low)):
                found.add(word.low)
        elif not word.capital and word.surface != word.low and not word.figure:  # camelCase
            found.add(word.low)
        opening = False
    return frozenset(found)


def different(old: Statement, new: Statement) -> str:
    """Why two statements speak of different subjects, or nothing."""
    if old.subject and new.subject and fold(old.subject) != fold(new.subject):
        return f"another subject: {old.subject} / {new.subject}"
    one = subject_of(plain(old.text), old.speaker, old.subject)
    two = subject_of(plain(new.text), new.speaker, new.subject)
    same_name = one.heads & two.names or two.heads & one.names
    if one.kin != two.kin and not same_name and (one.who == "self" or two.who == "self" or one.kin):
        extra, kin_of = (two.kin - one.kin, two) if two.kin - one.kin else (one.kin - two.kin, one)
        told = old.text if kin_of is two else new.text
        if any(re.search(rf"\b{name}\b", told, re.IGNORECASE) for name in extra):  # "I have a dog"
            return ""
        if kin_of.who.startswith("self.") or (two.kin and not one.kin and two.who in two.kin):
            return f"another person: {', '.join(sorted(extra))}"
    if _speakers_differ(old, new) and one.who == fold(old.speaker) and two.who == fold(new.speaker):
        return f"said of themselves by {old.speaker} and {new.speaker}"
    return ""


def _head(text: str) -> frozenset[str]:
    sentence = words(text)
    places = finite_places(sentence)
    return frozenset(word.low for word in (sentence[: places[0]] if places else ()))


def _speakers_differ(old: Statement, new: Statement) -> bool:
    return fold(old.speaker) != fold(new.speaker) and not {fold(old.speaker), fold(new.speaker)} & _UNNAMED


def _who(text: str) -> str:
    kin = _KIN_PHRASE.match(text) or _KIN_NAME.match(text)
    if kin:
        name = kin[1].lower()
        return f"self.{_SAME_KIN.get(name, name)}"
    sentence = words(text)
    if not sentence:
        return ""
    if sentence[0].low in _SELF or (len(sentence) > 1 and sentence[0].low == "please"):
        return "self"
    places = finite_places(sentence)
    if not places:
        return ""
    return " ".join(word.low for word in sentence[: places[0]] if word.low not in ("the", "a", "an"))


_PLAIN: Final = frozenset(map(stem, table(
    "renewal budget release order account project team meeting standup demo invoice delivery refund customer",
    "shipping returns returned metrics alerts port version issue deploys deploy deploying unit tests test",
    "integration wrap commit max maximum live checkout grafana expense claims standups freeze scrap moved",
    "renewed friday managers people nobody everybody somebody someone everyone thank thanks good bad great got",
    "getting had having went going just back whole keep use don dont do does did is are was were can could",
    "would should will must may might let new old first second last effective disregard window root cause",
    "including whatever remember once more half done ran run wrote read went kiwis yoga staging production prod",
    "frontend backend database web page generated files data users user client screen shoes staff survey office",
    "returns wrong price prices payment payments contract deadline due date time name number address email",
    "phone lunch dinner breakfast coffee tea milk",
)))  # fmt: skip


def _is_plain(low: str) -> bool:
    """Whether a word that opens a sentence is an everyday word and no name."""
    return stem(low) in _PLAIN or bool(base_of(low)) or low in KIN or low.endswith(("ing", "ed", "ly", "tion"))
