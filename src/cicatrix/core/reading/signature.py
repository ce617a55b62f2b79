"""What a text says, as far as code can tell: its :class:`Signature`.

A text is read word by word; kept are its content stems, the numbers, names and conditions in it, where each stem stands
and whether it stands under a negation. Two texts are compared by this, never by how alike they look.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from cicatrix.core.patterns import regex
from cicatrix.core.reading import grammar
from cicatrix.core.reading.languages import language
from cicatrix.core.reading.reasons import point
from cicatrix.core.text import content_stems, fold, stem

_TOKEN: Final = regex(r"[^\W_][\w'’-]*(?:[./@:][\w-]+)*|[.,:;!?…。，：；！？()\n]|\s[–—-]+\s|—")
_NUMBER: Final = regex(r"(?<!\w)\d+(?:[.,:]\d+)*(?!\w)")
_NUMBER_WORDS: Final = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_COUNT: Final = rf"(?:\d[\d.,:]*|(?:{'|'.join(_NUMBER_WORDS)})\b)"
_FIGURE: Final = rf" (?:about |the |of )?(?:[€$£]\s?)?{_COUNT}"
_AFTER: Final = rf"\b{_COUNT}(?: [^\W\d]+){{0,2}}?,? "
_LONG: Final = r"(?:more|greater|larger|longer|older|higher|heavier|bigger|later)"
_SHORT: Final = r"(?:less|fewer|smaller|shorter|younger|lower|lighter|earlier)"


def _side(than: str, not_than: str, before: str, after: str) -> re.Pattern[str]:
    """ "More than 5", "no fewer than 5", "above 5", "5 or more"."""
    compared = rf"(?<!no )(?<!not )\b{than} than|\b(?:no|not) {not_than} than"
    return regex(rf"(?:{compared}|\b(?:{before})){_FIGURE}|{_AFTER}(?:{after})\b", re.I)


_SIDES: Final = {
    "above": _side(
        _LONG,
        _SHORT,
        "above|over|beyond|exceeding|at least|minimum|from|über|mehr als|ab|mindestens|más de|por encima de|a partir de"
        "|plus de|au-dessus de|à partir de",
        "or more|or above|and above|and up|upwards|at least|minimum",
    ),
    "below": _side(
        _SHORT,
        _LONG,
        "below|under|up to|at most|within|maximum|max|unter|weniger als|höchstens|bis zu|menos de|por debajo de|hasta"
        "|moins de|au-dessous de|jusqu['’]à",
        "or less|or fewer|or below|at most|maximum|max|tops",
    ),
}
"""On which side of a figure a condition lies."""
_NEGATORS: Final = grammar.table(
    "never no not don't dont cannot avoid stop nothing nobody none neither nor without nie niemals kein keine",
    "keinen keinem",
    "keiner nicht nunca jamas sin ningun ninguna ne pas jamais aucun aucune sans ohne",
    "isnt arent doesnt didnt wont shouldnt mustnt cant forbidden",
)
_FORBIDDEN: Final = regex(
    r"\b(?:off[ -]limits|prohibited|banned|taboo|not (?:allowed|permitted|acceptable)|verboten|untersagt|prohibid[oa]s?"
    r"|interdite?s?)\b",
    re.I,
)
_KEPT_OUT: Final = regex(
    r"\b(?:stays?|keeps?|kept|leaves?|left)\b((?: [\w'’-]+){0,4}?) (?:out of|off|away from)\b", re.I
)
_ONLY_COUNT: Final = regex(r"\b(?:only|nur|solo|sólo) (?=once\b|twice\b|einmal\b|una vez\b|\d)", re.I)  # but a stress
_ALL_OF_IT: Final = grammar.table("nie niemals nicht nunca jamas jamais")  # deny their whole clause wherever they stand
_CARRIERS: Final = grammar.table(  # what a negation follows that denies a whole clause, its subject too
    "is are was were be must may should shall can could will would has have had do does did need needs get gets",
)
_CLAUSES: Final = frozenset(["and", "but", "or", "und", "aber", "y", "pero", "et", "mais"])
_POLARITY: Final = frozenset(map(stem, _NEGATORS | {"always"}))  # their sense is compared, not their words
_TURNS: Final = frozenset(["but", "instead", "only", "rather", "always", "just", "sondern", "sino", "mais"])
_GOES_ON: Final = frozenset(",()")  # marks that a negation reaches across
_OPENS: Final = frozenset(".:!?。！？\n")  # marks after which a capital says nothing
_CUTS: Final = frozenset(".;!?:")
_CJK_NEGATION: Final = regex(r"不(?:要|得|许|准|能|可)|别|勿|禁止|严禁|绝不|ない|禁止|마세요|금지")
_MARKERS: Final[dict[str, str]] = {
    **dict.fromkeys(["if", "when", "whenever", "once", "wenn", "sobald", "si", "cuando", "quand"], "if"),
    **dict.fromkeys(["unless", "except", "excluding", "ausser", "salvo", "excepto", "sauf"], "except"),
    **dict.fromkeys(["before", "until", "till", "bevor", "vor", "antes", "avant"], "before"),
    **dict.fromkeys(["after", "nachdem", "nach", "despues", "apres"], "after"),
    **dict.fromkeys(["only", "nur", "solo", "seulement"], "only"),
    **dict.fromkeys(["without", "ohne", "sin", "sans"], "without"),
}
_DATES: Final = frozenset(map(stem, grammar.DAYS | grammar.MONTHS))


@dataclass(frozen=True, slots=True)
class Signature:
    """What a text says, as far as code can tell. ``signed``: content stem → whether it stands under a negation."""

    stems: frozenset[str]
    signed: dict[str, frozenset[bool]]
    numbers: frozenset[str]
    names: frozenset[str]  # stems of proper names and identifiers
    markers: frozenset[str]  # kinds of condition and exception
    slots: dict[str, frozenset[str]]  # stem → what it follows: a preposition or the stem before it
    governed: dict[str, frozenset[str]]  # "before" and "after" → the stems of what comes after, or came before


@lru_cache(maxsize=65536)
def signature(text: str) -> Signature:
    plain = _ONLY_COUNT.sub("", text.replace("’", "'"))
    plain = _FORBIDDEN.sub("forbidden", _KEPT_OUT.sub(r"\1 forbidden in", plain))
    seen = _Reader(negative=_CJK_NEGATION.search(text) is not None, spanish=language(text) == "es")
    for found in _TOKEN.finditer(plain):
        seen.take(found[0].strip())
    return Signature(
        stems=frozenset(content_stems(plain)) - _POLARITY,
        signed={term: frozenset(signs) for term, signs in seen.signed.items()},
        numbers=_numbers(text),
        names=frozenset(seen.names),
        markers=frozenset(seen.markers | {side for side, form in _SIDES.items() if form.search(text)}),
        slots={term: frozenset(places) for term, places in seen.slots.items()},
        governed={marker: frozenset(terms) for marker, terms in seen.governed.items()},
    )


@lru_cache(maxsize=65536)
def sense(text: str) -> Signature:
    """The signature of a rule's point, without its reasons: what another episode has to say again."""
    return signature(point(text))


class _Reader:
    """Goes through a text word by word and keeps what a signature needs."""

    def __init__(self, negative: bool, spanish: bool) -> None:
        self._spanish = spanish  # its "no" stands before the verb and denies the subject too
        self.signed: dict[str, set[bool]] = {}
        self.slots: dict[str, set[str]] = {}
        self.names: set[str] = set()
        self.markers: set[str] = set()
        self.governed: dict[str, set[str]] = {}
        self._always = self._negative = negative
        self._opening = True
        self._before = ""  # what the next content word follows
        self._word = ""  # the word before, whatever it is
        self._clause: list[str] = []  # content stems since the clause began
        self._marker = ""  # "before" or "after" while their part goes on

    def take(self, written: str) -> None:
        """The next word or mark."""
        word = fold(written)
        if not written[:1].isalnum():
            self._mark(written)
            return
        if _MARKERS.get(word) == "without" and self._negative:
            self._permit()
        elif word in _NEGATORS or word.endswith("n't"):
            self._deny(word)
        elif word in _TURNS:
            self._negative = self._always
        elif word in _CLAUSES:
            self._clause = []
        if word in _MARKERS and not (_MARKERS[word] == "without" and "before" in self.governed):
            self.markers.add(_MARKERS[word])
            self._marker = _MARKERS[word] if _MARKERS[word] in ("before", "after") else self._marker
        self._content(written, word)
        self._word = word

    def _mark(self, written: str) -> None:
        self._negative = self._always or (self._negative and written in _GOES_ON)
        self._opening = self._opening or written in _OPENS
        self._before = "" if written in _CUTS else self._before
        self._word, self._clause, self._marker = "", [], ""

    def _deny(self, word: str) -> None:
        """A negation reaches on; "must not", "is never" and "is forbidden" reach back to their subject too."""
        if (
            self._word in _CARRIERS
            or word in _ALL_OF_IT
            or word == "forbidden"
            or (self._spanish and word == "no")
            or (word.endswith("n't") and word != "don't")
        ):
            for term in self._clause:
                self.signed[term] = {True}
        self._negative = True

    def _permit(self) -> None:
        """ "Never A without B" asks for B before A, and forbids neither."""
        for term in self._clause:
            self.signed[term] = {False}
        self.governed.setdefault("before", set()).update(self._clause)
        self.markers.add("before")
        self._negative = self._always

    def _content(self, written: str, word: str) -> None:
        stems = [term for term in content_stems(written) if term not in _POLARITY]
        for term in stems:
            self.signed.setdefault(term, set()).add(self._negative)
            if self._before:
                self.slots.setdefault(term, set()).add(self._before)
            if self._marker:
                self.governed.setdefault(self._marker, set()).add(term)
        self._clause += stems
        if stems and (_is_name(written, self._opening) or not _DATES.isdisjoint(stems)):
            self.names.update(stems)
        if stems:
            self._before = stems[-1]
        elif word in grammar.SLOTS:
            self._before = f"{word} "
        self._opening = False


def _numbers(text: str) -> frozenset[str]:
    found = {number.rstrip(".,:") for number in _NUMBER.findall(text)}
    plain = {re.sub(r"[,.](?=\d{3}(?!\d))", "", number) for number in found}
    words = frozenset(re.findall("[a-z]+", text.casefold()))
    spoken = {str(value) for value, word in enumerate(_NUMBER_WORDS, start=2) if word in words}
    return frozenset(plain | spoken)


def _is_name(written: str, opening: bool) -> bool:
    """A capital inside a sentence, or an identifier anywhere; not a word that is only shouted."""
    if any(char.isdigit() for char in written):
        return any(char.isalpha() for char in written)
    if "_" in written or "/" in written or "." in written.strip("."):
        return True
    if written.isupper():
        return len(written) > 1 and fold(written) not in grammar.VERBS | grammar.NOT_VERBS | grammar.LIGHT
    if any(char.isupper() for char in written[1:]):
        return True
    return not opening and written[0].isupper() and written != "I"
