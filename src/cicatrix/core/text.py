"""Words for recall: one function for queries and texts, so that the two always agree.

A text becomes *terms*: NFKC, case and accents folded, function words dropped, irregular forms mapped, the rest stemmed
by the Snowball stemmer of its script. Scripts written without spaces become single characters and pairs of neighbours.
Identifiers stay whole and are also taken apart. Everything else (query operators, emoji, punctuation) is no term.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from functools import cache, lru_cache
from importlib import import_module
from itertools import chain
from typing import Final, Protocol, cast

from cicatrix.core.lexicon import IRREGULAR, STOP_WORDS
from cicatrix.core.patterns import regex


class _Stemmer(Protocol):
    def stemWord(self, word: str) -> str: ...  # noqa: N802 (the library's name)


# Combining marks are no "word characters" to `re`, yet belong to words: Latin and Cyrillic diacritics, Hebrew and
# Arabic points, and the vowel signs of the Indic blocks (their two full stops, U+0964 and U+0965, excepted).
_MARKS: Final = "\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u0610-\u061a\u064b-\u065f\u0670"
_INDIC: Final = "\u0900-\u0963\u0966-\u0dff"
# Han, kana, Hangul, bopomofo, and the South-East Asian scripts that put no space between words.
_UNSPACED: Final = (
    "\u0e01-\u0e3a\u0e40-\u0e4e\u0e81-\u0ece\u1000-\u103f\u1780-\u17d3\u1100-\u11ff\u3005-\u3007\u3041-\u3096"
    "\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3105-\u312f\u3131-\u318e\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf"
    "\u4e00-\u9fff\ua960-\ua97c\uac00-\ud7fb\uf900-\ufaff\U00020000-\U0003ffff"
)
_RUN: Final = rf"(?:(?![{_UNSPACED}])(?:[^\W_]|[{_MARKS}{_INDIC}]))+"


def _token_pattern(run: str) -> str:
    """c++ and c#; or a word, or several that are joined (pb-01, v2.3.1, 1,000)."""
    word = f"{run}(?:'{run})*"
    return rf"[a-z](?:\+\+|#)(?!\w)|{word}(?:(?:[-_.@/:]+|(?<=\d),(?=\d)){word})*"


_ASCII_TOKEN = re.compile(_token_pattern("[a-z0-9]+"))
_TOKEN = regex(f"{_token_pattern(_RUN)}|[{_UNSPACED}]+")
_JOINT = re.compile(r"[-_.@/:]+")
_SUFFIX = re.compile(r"'(?:s|d|ll|ve|re|m)$")
_ORDINAL = re.compile(r"(\d+)(?:st|nd|rd|th)")
_IZE = re.compile(r"(?<=\w{3})i[sz](e[ds]?|ing|ations?)$")  # organize, organise
_FOLDED_LETTERS = str.maketrans(
    {"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "ł": "l", "þ": "th", "ı": "i", "ё": "е"}
    | dict.fromkeys("’‘ʼ＇´", "'")
    | dict.fromkeys("‐‑‒–", "-")
    | dict.fromkeys("\u00ad\u200b\u200c\u200d\u2060\ufeff")  # soft hyphen, joiners, zero width
)
_POINTS = regex("[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u0610-\u061a\u064b-\u065f\u0670\u0640]")

# The first code point past a script's letters, and its Snowball algorithm; a word belongs to the script of its first
# letter. Latin is stemmed as English: for other Latin languages that is rough, and the same on both sides.
_SCRIPTS: Final = (
    (0x0250, "english"),
    (0x0370, None),
    (0x0400, "greek"),
    (0x0530, "russian"),
    (0x0590, "armenian"),
    (0x0600, None),
    (0x0700, "arabic"),
    (0x0900, None),
    (0x0980, "hindi"),
    (0x0B80, None),
    (0x0C00, "tamil"),
    (0x110000, None),
)


def terms(text: str) -> tuple[str, ...]:
    """All terms in order of the text, with repeats: what is indexed."""
    chunks, read = _chunks(text)
    return tuple(chain.from_iterable(map(read, chunks)))


def stems_of(text: str) -> Iterable[str]:
    """The terms that a query would seek, in order, with repeats, and not kept: for texts that are read once."""
    chunks, read = _chunks(text)
    if text.isascii():
        return chain.from_iterable(map(read, chunks))
    return chain.from_iterable(_sought(token) for token in _TOKEN.findall(" ".join(chunks)))


@lru_cache(maxsize=4096)
def content_stems(text: str) -> tuple[str, ...]:
    """The text's terms, each once, in order: what a query asks for, what supports a claim, what makes a tag.

    Single characters of an unspaced script stand here only where they stand alone; inside a run its pairs say more.
    """
    return tuple(dict.fromkeys(stems_of(text)))


def is_joined(term: str) -> bool:
    """Whether a term is several words joined without a figure (``proton-bridge``): its parts are terms beside it."""
    return not term.isalnum() and "+" not in term and "#" not in term and not any(char.isdigit() for char in term)


def fold(text: str) -> str:
    """NFKC, case folded, accents and vowel points of alphabetic scripts removed, quotes and hyphens unified."""
    if text.isascii():
        return text.lower()
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    folded = folded.translate(_FOLDED_LETTERS)
    if not folded.isascii():
        folded = _POINTS.sub("", "".join(map(_bare, folded)))
    return folded


@lru_cache(maxsize=65536)
def stem(word: str) -> str:
    """The stem of one word (folded here; irregular forms and other spellings first)."""
    word = fold(word).replace("'", "")
    word = IRREGULAR.get(word, word)
    if word.isdigit():
        return str(int(word)) if word.isascii() and len(word) < 19 else word
    algorithm = _algorithm(word)
    if algorithm is None or not any(char.isalpha() for char in word):
        return word
    if algorithm == "english":
        if any(char.isdigit() for char in word):
            ordinal = _ORDINAL.fullmatch(word)
            return ordinal[1] if ordinal else word
        word = _IZE.sub(r"is\1", word)
    return _new_stemmer(algorithm).stemWord(word) or word


def count_tokens(text: str) -> int:
    """An estimate of a language model's tokens, at least 1 for any text that is not empty.

    In quarters of a token a character: Latin 1, accented Latin, Greek and Cyrillic 2, other alphabets 4, scripts
    without spaces 6, emoji and other symbols 8. Tokenizers differ; for unspaced scripts this stays above all we know.
    """
    if text.isascii():
        return (len(text) + 3) // 4
    return (sum(map(_quarters, text)) + 3) // 4


@lru_cache(maxsize=8192)
def _quarters(char: str) -> int:
    code = ord(char)
    if code < 0x80:
        return 1
    if code < 0x0530:
        return 2
    if re.match(f"[{_UNSPACED}]", char) or 0x3000 <= code < 0x3100 or 0xFF00 <= code < 0xFFF0:
        return 6
    if code < 0x2000:
        return 4
    if code < 0x2070:
        return 2  # dashes, quotes, spaces
    return 8


_LONGEST_KEPT: Final = 48  # code points of a piece between spaces whose terms are kept


def _chunks(text: str) -> tuple[list[str], Callable[[str], tuple[str, ...]]]:
    """The folded pieces between spaces, and how their terms are read. No token has a space in it, and most pieces of a
    text have been seen before: an index is built from what is kept of them.
    """
    chunks = fold(text).split()
    return chunks, _kept if max(map(len, chunks), default=0) <= _LONGEST_KEPT else _read


def _read(chunk: str) -> tuple[str, ...]:
    tokens = (_ASCII_TOKEN if chunk.isascii() else _TOKEN).findall(chunk)
    return tuple(chain.from_iterable(map(_terms, tokens)))


_kept = lru_cache(maxsize=131072)(_read)


def _terms(token: str) -> tuple[str, ...]:
    if token.isalpha() and token.isascii():
        term = _word_term(token)
        return (term,) if term else ()
    return tuple(_pairs(token) if _is_unspaced(token[0]) else _joined(token))


def _sought(token: str) -> tuple[str, ...]:
    """Those of its terms that a query seeks."""
    found = _terms(token)
    return found if len(found) < 2 or not _is_unspaced(token[0]) else tuple(term for term in found if len(term) > 1)


@lru_cache(maxsize=65536)
def _word_term(word: str) -> str:
    """The term of one folded word; empty for function words and lone letters."""
    word = _SUFFIX.sub("", word).replace("'", "")
    if word in STOP_WORDS or (len(word) == 1 and word.isalpha()):
        return ""
    term = stem(word)
    return "" if len(term) == 1 and term.isalpha() and not _is_unspaced(term) else term


def _pairs(run: str) -> Iterator[str]:
    """Single characters and pairs of a run of an unspaced script."""
    for place, char in enumerate(run):
        yield char
        if place + 1 < len(run):
            yield run[place : place + 2]


def _joined(token: str) -> Iterator[str]:
    """An identifier or several words joined: the whole, then its parts."""
    if token[-1] in "+#":
        yield token
        return
    token = re.sub(r"(?<=\d),(?=\d{3}(?!\d))", "", token).replace(",", ".")
    token = _SUFFIX.sub("", token)
    parts = _merge_letters(_JOINT.split(token))
    if len(parts) == 1:
        term = _word_term(parts[0])
        if term:
            yield term
        return
    whole = _JOINT.sub(lambda joint: joint[0][0], token)
    named = [part for part in parts if _word_term(part)]
    # Prose is full of "and/or" and "end.Next": words joined by a slash or a lost space are no name of their own.
    is_name = any(char.isdigit() or char in "@_" for char in whole) or not re.search(r"[./:]", whole)
    is_numbered = any(char.isdigit() for char in whole) and any(char.isalpha() for char in whole)  # lift L-2
    if is_name and (len(named) > 1 or is_numbered or (not named and not whole.replace("-", "").isalpha())):
        yield whole.replace("'", "")
    for part in named:
        if len(part) > 1:
            yield _word_term(part)


def _merge_letters(parts: list[str]) -> list[str]:
    """Lone letters join what follows: e-mail → email, u.s.a → usa, t-shirt → tshirt."""
    merged: list[str] = []
    pending = ""
    for part in parts:
        if len(part) == 1 and part.isalpha():
            pending += part
        elif pending and part.isalpha():
            merged.append(pending + part)
            pending = ""
        else:
            merged.extend(filter(None, (pending, part)))
            pending = ""
    if pending:
        merged.append(pending)
    return merged


@lru_cache(maxsize=8192)
def _bare(char: str) -> str:
    """A letter without its accents. Cyrillic й stays: there the mark makes another letter."""
    if char.isascii() or 0x0400 <= ord(char) < 0x0530 or (ord(char) >= 0x0590 and not 0x1E00 <= ord(char) < 0x2000):
        return char
    return "".join(part for part in unicodedata.normalize("NFD", char) if not unicodedata.combining(part))


@lru_cache(maxsize=8192)
def _is_unspaced(char: str) -> bool:
    return re.match(f"[{_UNSPACED}]", char) is not None


def _algorithm(word: str) -> str | None:
    for char in word:
        if char.isalpha():
            return next(name for end, name in _SCRIPTS if ord(char) < end)
    return None


def _new_stemmer(algorithm: str) -> _Stemmer:
    """A fresh stemmer, which costs less than a stem: they keep state while they work, so threads must not share one.

    The library is Snowball itself, in C; results are cached by `stem`, and its own cache is off.
    """
    return _snowball()(algorithm, 0)


@cache
def _snowball() -> Callable[[str, int], _Stemmer]:
    """Loaded on first use."""
    return cast(Callable[[str, int], _Stemmer], import_module("Stemmer").Stemmer)
