"""The head of an English predicate: its verb, when, and whether it is denied. A table of words, no tagger."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal

from cicatrix.core.lexicon import IRREGULAR
from cicatrix.core.reading import grammar
from cicatrix.core.text import stem

Tense = Literal["past", "present", "future"]


@dataclass(frozen=True, slots=True)
class Head:
    """``verb``: the stem of the main verb, ``be`` and ``have`` where these are it; ``word``: as it is written, of
    ``be`` the first word behind it; ``rest``: what stands behind the verb, of ``be`` with that word."""

    verb: str
    word: str
    tense: Tense
    rest: str
    denied: bool = False
    over: bool = False  # "used to", "no longer", "not … any more"
    modal: str = ""
    perfect: bool = False
    progressive: bool = False
    intends: bool = False  # "going to", "about to"
    alone: bool = False  # "only", "exclusively", "never", "always": it holds without exception


_WORD: Final = re.compile(r"[^\W_]+(?:['-][^\W_]+)*")
_BREAK: Final = re.compile(r"[,;:.!?(]")
_ADVERBS: Final = grammar.table(
    "also really just still always usually actually absolutely currently now already recently often sometimes",
    "definitely strictly only totally truly simply generally normally typically rarely seldom mostly mainly quite very",
    "so pretty finally both all even ever officially probably originally basically personally especially kinda sorta",
    "deeply particularly regularly occasionally frequently once first soon nearly almost merely literally certainly",
    "hardly barely completely too much rather therefore then thus instead again fully strongly formerly",
)
_NO_ADVERBS: Final = grammar.table(
    "family reply apply supply rely comply imply multiply italy july early likely friendly lovely elderly monthly"
    " weekly",
    "daily hourly yearly nightly belly jelly assembly ugly lonely bully fly",
)
_ALONE: Final = grammar.table("only exclusively strictly never always solely religiously")
_DENIES: Final = grammar.table("not never rarely seldom hardly barely")
_BE: Final = grammar.table("am is are was were be been being isn't aren't wasn't weren't ain't m re s")
_HAVE: Final = grammar.table("have has had haven't hasn't hadn't ve having")
_DO: Final = grammar.table("do does did don't doesn't didn't dont doesnt didnt")
_WILL: Final = grammar.table("will shall ll won't shan't gonna")
_MODALS: Final[dict[str, str]] = {
    **{word: word for word in ("would", "could", "might", "may", "should", "must", "can", "ought")},
    **{f"{word}n't": word for word in ("would", "could", "might", "should", "must")},
    **{"d": "would", "can't": "can", "cannot": "can", "cant": "can"},
}
_NOT_IN_ONE: Final = grammar.table("cannot cant dont doesnt didnt ain't")
_AFTER_DO: Final = (
    grammar.VERBS
    | _DENIES
    | grammar.table("really still also always like love hate need want live own eat drink enjoy")
)
_PAST_FORMS: Final = grammar.table("was were had did wasn't weren't hadn't didn't didnt")
_PARTICIPLES: Final = grammar.table(
    "been gone done seen taken given written eaten drunk driven flown grown known worn broken chosen spoken stolen",
    "begun become come run had made bought caught taught met left lost found felt kept put read sent spent told won",
    "got gotten built sold held heard cut hit hurt set moved led brought thought born married divorced engaged",
)
_IRREGULAR_PAST: Final = grammar.PAST | grammar.table(
    "ate drank drove swam sang met taught caught slept rode read spent quit set hit cut lent bit blew drew forgave hid",
    "swore tore woke wore wound bent bet bid bled bred burst dug dreamt learnt burnt spelt smelt spilt stung",
)
_BASES: Final = {
    "has": "have",
    "had": "have",
    "having": "have",
    "does": "do",
    "did": "do",
    "got": "get",
    "gotten": "get",
}
_NO_PAST: Final = grammar.table("need feed speed seed bleed breed embed indeed red bed shed exceed proceed succeed")
_NO_PLURALS: Final = grammar.table("us this his as always is was classes")
_NO_PARTICIPLES_IN_ING: Final = grammar.table(
    "something anything nothing everything amazing interesting boring morning stunning inspiring challenging rewarding",
    "relaxing exhausting depressing disappointing outstanding charming fascinating annoying confusing thrilling"
    " satisfying",
    "overwhelming heartwarming upsetting encouraging surprising tiring entertaining exciting refreshing touching",
)
_INTENDS: Final = re.compile(r"\W*(?:going|about) to (?!the\b|a\b|my\b|[A-Z])(?=\w)")
_LONGER: Final = re.compile(r"\s+longer\b", re.I)
_TO: Final = re.compile(r"\s+to\b", re.I)
_ANY_MORE: Final = re.compile(r"\b(?:any ?more|any longer)\b", re.I)


def is_past(word: str) -> bool:
    """Whether a verb as it is written stands in the past, as far as its form tells."""
    word = word.casefold()
    return word in _IRREGULAR_PAST or (word.endswith("ed") and len(word) > 3 and word not in _NO_PAST)


def base(word: str) -> str:
    """The stem of a verb: ``lives`` and ``living`` as ``live``."""
    word = word.casefold()
    return stem(_BASES.get(word) or IRREGULAR.get(word, word))


@lru_cache(maxsize=1024)
def read_head(predicate: str) -> Head | None:
    """The head of a predicate that begins with its verb or what stands before it; None where there is no word.
    Quotes are straight."""
    return _Reader(predicate).read()


class _Reader:
    """Goes through what stands before the main verb, word by word."""

    def __init__(self, predicate: str) -> None:
        self._text = predicate
        self._place = 0
        self._tense: Tense = "present"
        self._modal = ""
        self._denied = self._over = self._perfect = self._intends = False
        self._be = self._have = self._do = self._alone = False

    def read(self) -> Head | None:
        while found := _WORD.search(self._text, self._place):
            word = found[0].casefold()
            if self._place and _BREAK.search(self._text, self._place, found.start()) and not self._helps(word):
                break
            self._place = found.end()
            if word.endswith("n't") or word in _NOT_IN_ONE:
                self._denied = not self._denied
            self._alone = self._alone or word in _ALONE
            if not (self._denies(word) or self._adverb(word) or self._auxiliary(word)):
                return self._main(found[0], found.start())
        if self._be or self._have:
            return self._made("be" if self._be else "have", "", "")
        return None

    def _helps(self, word: str) -> bool:
        return word in _ADVERBS or word in _BE | _HAVE | _DO | _WILL or word in _MODALS

    def _denies(self, word: str) -> bool:
        if word in _DENIES:
            self._denied = not self._denied
            return True
        longer = _LONGER.match(self._text, self._place) if word == "no" else None
        if longer:
            self._denied = self._over = True
            self._place = longer.end()
        return longer is not None

    def _adverb(self, word: str) -> bool:
        """An adverb; "so" at the end of "I am so" is what somebody is."""
        manner = word.endswith("ly") and len(word) > 4 and word not in _NO_ADVERBS
        return (word in _ADVERBS or manner) and (not self._be or _WORD.search(self._text, self._place) is not None)

    def _auxiliary(self, word: str) -> bool:
        if word in _WILL:
            self._tense, self._intends = "future", self._intends or word == "gonna"
        elif word in _MODALS:
            self._modal = _MODALS[word]
        elif word == "used" and not self._be and (to := _TO.match(self._text, self._place)):
            self._tense, self._denied, self._over = "past", True, True
            self._place = to.end()
        elif word in _BE and not self._be:
            self._be = True
            self._perfect = self._perfect or (word == "been" and self._have)
            self._tense = "past" if word in _PAST_FORMS else self._tense
            if intends := _INTENDS.match(self._text, self._place):
                self._tense, self._intends = "future", True
                self._place = intends.end()
        elif word in _HAVE and not self._have and not self._be and self._participle_follows():
            self._have = self._perfect = True
            self._tense = "past" if word in _PAST_FORMS else self._tense
        elif word in _DO and not self._do and (word not in ("do", "does", "did") or self._next() in _AFTER_DO):
            self._do = True
            self._tense = "past" if word in _PAST_FORMS else self._tense
        else:
            return False
        return True

    def _main(self, written: str, start: int) -> Head:
        word = written.casefold()
        ing = word.endswith("ing") and len(word) > 4 and word not in _NO_PARTICIPLES_IN_ING
        if self._be and not self._intends and not ing:
            return self._made("be", word, self._text[start:])
        helped = self._be or self._have or self._do or self._modal or self._intends or self._tense == "future"
        if not helped and is_past(word):
            self._tense = "past"
        if word in ("got", "gotten") and self._have and self._tense == "present":  # "we've got a puppy"
            self._perfect = False
            return self._made("have", word, self._text[self._place :])
        return self._made(base(word), word, self._text[self._place :], progressive=self._be and ing)

    def _made(self, verb: str, word: str, rest: str, *, progressive: bool = False) -> Head:
        over = self._over or (self._denied and _ANY_MORE.search(rest) is not None)
        return Head(
            verb,
            word,
            self._tense,
            rest.strip(),
            denied=self._denied,
            over=over,
            modal=self._modal,
            perfect=self._perfect,
            progressive=progressive,
            intends=self._intends,
            alone=self._alone,
        )

    def _next(self) -> str:
        found = _WORD.search(self._text, self._place)
        return found[0].casefold() if found else ""

    def _participle_follows(self) -> bool:
        """Whether a form of "have" only helps: "have lived", "have never been", but not "have two dogs"."""
        for found in _WORD.finditer(self._text, self._place):
            word = found[0].casefold()
            if word in _ADVERBS or word in _DENIES:
                continue
            if word in _PARTICIPLES:
                return True
            after = _WORD.search(self._text, found.end())
            plural = after is not None and after[0].endswith("s") and after[0].casefold() not in _NO_PLURALS
            return word.endswith("ed") and word not in _NO_PAST and not plural  # "have mixed feelings"
        return False
