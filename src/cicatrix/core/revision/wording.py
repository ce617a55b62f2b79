"""Statements in one wording: contractions, figures and the first person written the same way on both sides.

What comes out keeps the case of names and stands in no other language's way: what is no English passes unchanged.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from cicatrix.core.lexicon import STOP_WORDS
from cicatrix.core.patterns import regex
from cicatrix.core.reading.grammar import table
from cicatrix.core.text import content_stems, fold, stem

NEGATIONS: Final = table(
    "no not never none nobody nothing neither nor without hardly cannot nowhere",
)

FUNCTION: Final = (
    STOP_WORDS
    | NEGATIONS
    | table(
        "user s t re ve ll d ago oops sorry yes",
    )
) - {
    "like",
    "own",
}
"""Words that carry no content here."""


_MARKS: Final = str.maketrans({"’": "'", "‘": "'", "`": "'", "“": '"', "”": '"', "«": '"', "»": '"'})
_PSEUDO: Final = regex(
    r"\b(?:do not|don't|never) (?:forget|hesitate|fail)(?: to)?\b|\bnot (?:only|just)\b|\bno (?:doubt|matter|problem)\b"
    r"|\b(?:no|not) (?:more|less|fewer|later|earlier|longer) than\b|\bno more, no (?:less|fewer)\b"
    r"|\bnot to mention\b|\bwhy not\b|\bnot without\b|\b(?:should|must|can) not be (?:skipped|missed|omitted"
    r"|forgotten)\b"
    r"|\b(?:shouldn't|mustn't|can't|cannot) be (?:skipped|missed|omitted|forgotten)\b",
    re.IGNORECASE,
)
_NEEDS: Final = regex(
    r"\b(?:cannot|can not|can't|could not|couldn't|must not|mustn't|never) (\w+(?: \w+){0,2}) without\b", re.IGNORECASE
)
_SHORT: Final = tuple(
    (regex(pattern, re.IGNORECASE), full)
    for pattern, full in (
        (r"\bwon't\b", "will not"),
        (r"\b(?:can't|cannot|cant)\b", "can not"),
        (r"\bshan't\b", "shall not"),
        (r"n't\b", " not"),
        (r"\b(do|does|did|is|are|was|were|has|have|had|would|could|should|must)nt\b", r"\1 not"),
        (r"\bno[ -]one\b", "nobody"),
        (r"\banymore\b", "any more"),
        (r"\bzero (?=[a-z])", "no "),
        (r"\bi'?m\b", "I am"),
        (r"\bits (?=\d)", "it is "),
        (r"'re\b", " are"),
        (r"'ve\b", " have"),
        (r"'ll\b", " will"),
        (r"\b(i|we|you|he|she|they|it)'d (?=\w+(?:ed|en)\b)", r"\1 had "),
        (r"'d\b", " would"),
        (r"\b(he|she|it|that|there|what|here|who)'s\b", r"\1 is"),
        (r"(?<=\w)'s (?=(?:out|off|gone|over|dead|back|no more|closed|done|cancel+ed|not|now|no longer)\b)", " is "),
    )
)
_BARE_SHORT: Final = regex(
    r"\b(?:cannot|cant|anymore|(?:do|does|did|is|are|was|were|has|have|had|would|could|should|must)nt|no[ -]one"
    r"|zero|im|its)\b",
    re.IGNORECASE,
)
_FIRST_PERSON: Final = (
    (regex(r"\b(?:the )?user's\b", re.IGNORECASE), "my"),
    (regex(r"\b(?:the )?user (?:is|was)\b", re.IGNORECASE), "I am"),
    (regex(r"\b(?:the )?user has\b", re.IGNORECASE), "I have"),
    (regex(r"\b(?:the )?user does\b", re.IGNORECASE), "I do"),
    (regex(r"^(?:the )?user (\w+(?:[sx]|ch|sh))es\b", re.IGNORECASE), r"I \1"),
    (regex(r"^(?:the )?user (\w{2,}[^\Ws])s\b", re.IGNORECASE), r"I \1"),
    (regex(r"^(?:the )?user\b", re.IGNORECASE), "I"),
)
_IDIOMS: Final = tuple(
    (regex(pattern, re.IGNORECASE), plain)
    for pattern, plain in (
        (r"\b(am|is|are) (?:a |an )?(?:big |huge |great )?fans? of\b", "like"),
        (r"\bcan(?:not| not) (?:stand|bear)\b", "hate"),
        (r"\bcomes? from\b", "is from"),
        (r"\b(?:gave|give|giving) up(?: on)?\b", "quit"),
        (r"\bhave (?:got )?to\b", "must"),
        (r"\bhas (?:got )?to\b", "must"),
        (r"\b(have|has) got\b", r"\1"),
        (r"\bdoes not mind\b|\bdo not mind\b", "accept"),
        (r"\bline manager\b", "manager"),
        (r"\bon time\b", "punctually"),
        (r"\b(?:nobody|none|nothing|no \w+) (?:but|except|other than)\b", "only"),
        (r"\bany longer\b", "any more"),
    )
)
_UNITS_AND_TEENS: Final = (
    "zero one two three four five six seven eight nine ten eleven twelve "
    "thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
)
_SMALL: Final = {word: number for number, word in enumerate(_UNITS_AND_TEENS.split())}
_TENS_WORDS: Final = "twenty thirty forty fifty sixty seventy eighty ninety"
_TENS: Final = {word: 10 * number for number, word in enumerate(_TENS_WORDS.split(), start=2)}
_NUMBER_WORD: Final = "|".join([*_SMALL, *_TENS])
_NUMBER_WORDS: Final = regex(rf"\b(?:{_NUMBER_WORD})(?:[ -](?:and |hundred\b ?|{_NUMBER_WORD})+)?\b", re.IGNORECASE)
_ONE: Final = regex(
    r"one(?= (?!of|day|thing|another|is|was|ending|who|that|which|more|can|should|to|for|in|on|at|and|or|by)"
    r"[a-z]{3,}\b)"
)
_THE_ONE: Final = regex(r"\b(?:the|this|that|no|any|every|each|which|some)\s+$", re.IGNORECASE)
_HALF: Final = regex(r"\b(half|quarter) (past|to) (\d{1,2}|one)\b", re.IGNORECASE)
_TOKEN: Final = regex(r"[^\W_]+(?:(?:[.,/@'_+-]|://|(?<=\d):|:(?=\D))[^\W_]+)*(?:\+\+|#)?|%|[€$£¥]", re.UNICODE)
_UNSPACED: Final = regex("[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff]")
_LETTERS: Final = regex(r"[^\W\d_]")


@dataclass(frozen=True, slots=True)
class Word:
    """One word of a normalised statement. ``place`` counts words from 0; ``start`` is its offset in the text."""

    surface: str
    low: str
    stem: str
    place: int
    start: int
    content: bool
    figure: bool  # it holds a digit
    negates: bool

    @property
    def capital(self) -> bool:
        return self.surface[:1].isupper()


@lru_cache(maxsize=4096)
def plain(text: str) -> str:
    """The statement in the wording that is compared."""
    text = " ".join(text.translate(_MARKS).split())
    text = _NEEDS.sub(r"\1 with", _PSEUDO.sub(" ", text))
    if "'" in text or _BARE_SHORT.search(text):
        for short, full in _SHORT:
            text = short.sub(full, text)
    if "user" in text.lower():
        for user, first in _FIRST_PERSON:
            text = user.sub(first, text)
    for idiom, same in _IDIOMS:
        text = idiom.sub(same, text)
    text = _NUMBER_WORDS.sub(_figure, text)
    text = _HALF.sub(_clock, text)
    return " ".join(text.split())


@lru_cache(maxsize=4096)
def words(text: str) -> tuple[Word, ...]:
    """The words of a text that :func:`plain` has made. A script without spaces gives pairs of characters."""
    found: list[Word] = []
    for match in _TOKEN.finditer(text):
        surface = match[0].removesuffix("'s")
        if _UNSPACED.search(surface):
            pairs = [term for term in content_stems(surface) if len(term) > 1] or [surface]
            found += [_word(term, len(found) + place, match.start()) for place, term in enumerate(pairs)]
        elif surface:
            found.append(_word(surface, len(found), match.start()))
    return tuple(found)


def is_unspaced(text: str) -> bool:
    """Whether some of a text is in a script that puts no spaces between words."""
    return _UNSPACED.search(text) is not None


def same_words(one: str, two: str) -> bool:
    """Whether two texts have the same letters and figures in the same order; case, space and marks do not count."""
    return _bare(one) == _bare(two)


@lru_cache(maxsize=4096)
def _bare(text: str) -> str:
    return re.sub(r"(?<!\d)[^\w+#%$€£-]+|[^\w+#%$€£.,:-]+", " ", fold(text)).strip(" .,:!-")


def _word(surface: str, place: int, start: int) -> Word:
    low = fold(surface).strip("'.")
    figure = any(char.isdigit() for char in low)
    if figure:
        low = re.sub(r"(?<=\d)(?:st|nd|rd|th)$", "", low.replace(",", "") if low[:1].isdigit() else low)
    negates = low in NEGATIONS and (place == 0 or not surface[:1].isupper())
    letter = len(surface) == 1 and surface.isupper() and surface != "I" and place > 0  # "zone B"
    several = figure or len(low) > 1 or not _LETTERS.match(low)
    content = letter or (low not in FUNCTION and not negates and several)
    return Word(surface, low, low if figure else stem(low), place, start, content, figure, negates)


def _figure(match: re.Match[str]) -> str:
    number = match[0].lower()
    if number == "one":
        text, start = match.string, match.start()
        counts = _ONE.match(text[start:].lower()) and not _THE_ONE.search(text[:start])
        return "1" if counts else match[0]
    total = current = 0
    for part in re.split(r"[ -]", number):
        if part == "hundred":
            current = max(1, current) * 100
        elif part in _SMALL:
            current += _SMALL[part]
        elif part in _TENS:
            current += _TENS[part]
    spaced = " " if match[0].endswith(" ") else ""
    return f"{total + current}{spaced}"


def _clock(match: re.Match[str]) -> str:
    hour, minute = 1 if match[3].lower() == "one" else int(match[3]), 30 if match[1].lower() == "half" else 15
    if match[2].lower() == "to":
        hour, minute = (hour - 2) % 12 + 1, 60 - minute
    return f"{hour}:{minute:02}"


_FRONT: Final = regex(r"(?:\w[\w'’-]*[ ]){2,}\w[\w'’-]*, ")


def shared_front(one: str, other: str) -> int:
    """Where what two texts say begins, behind a phrase of three words or more that opens both word for word and ends in
    a comma: the occasion of both ("For the wedding, …"), which is no subject of theirs. 0 where there is none."""
    front = _FRONT.match(one)
    return front.end() if front and other.startswith(front[0]) else 0
