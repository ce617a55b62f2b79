"""Letters as people see them. Two texts that look alike come to one skeleton, and what only looks like a word is told.

``clean`` takes out what nobody sees and marks it: such characters have no honest use in the name of a thing. Joiners
inside emoji, Persian and Indic words have one, and are taken out unmarked. A word whose letters come from two scripts,
or a lone one that is spelt with lookalikes of Latin letters only, is marked too, and written as what it looks like.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from cicatrix.core.actions.call import Doubt, Unknown
from cicatrix.core.patterns import regex


@dataclass(frozen=True, slots=True)
class Cleaned:
    """``text`` in NFKC, without hidden characters, lookalikes replaced in the words that were marked."""

    text: str
    unknown: tuple[Unknown, ...] = ()


def clean(text: str, pointer: str = "") -> Cleaned:
    """The text as it is read. Lone surrogates and NUL are UNPARSED, hidden and mixed letters LOOKALIKE."""
    if text.isascii() and not _CONTROL.search(text):
        return Cleaned(text)
    unknown: list[Unknown] = []
    if _BROKEN.search(text):
        unknown.append(Unknown(Doubt.UNPARSED, "a character that no text may hold", pointer))
        text = _BROKEN.sub("", text)
    seen = _HONEST.sub("", text)
    hidden = sorted({f"U+{ord(char):04X}" for char in _HIDDEN.findall(seen)})
    if hidden:
        unknown.append(Unknown(Doubt.LOOKALIKE, f"hidden characters: {', '.join(hidden[:5])}", pointer))
    text = unicodedata.normalize("NFKC", _HIDDEN.sub("", text))
    if text.isascii():
        return Cleaned(text, tuple(unknown))
    foreign = frozenset(_script(char) for char in text if char.isalpha() and char not in _LATIN_LIKE)
    written: list[str] = []
    end = 0
    for match in _WORD.finditer(text):
        word = match[0]
        if word.isascii() or not _is_lookalike(word, foreign):
            continue
        written += [text[end : match.start()], skeleton(word)]
        end = match.end()
        unknown.append(Unknown(Doubt.LOOKALIKE, f"letters that only look like others: {word[:40]!r}", pointer))
    return Cleaned("".join([*written, text[end:]]), tuple(unknown))


def skeleton(text: str) -> str:
    """The text with each letter that looks like a Latin one replaced by it: two that look alike become equal."""
    if text.isascii():
        return text
    return unicodedata.normalize("NFKC", text).translate(_SKELETON)


def _is_lookalike(word: str, foreign: frozenset[str]) -> bool:
    scripts = {_script(char) for char in word if char.isalpha()}
    if scripts <= _WRITTEN_TOGETHER:
        return any(char in _LATIN_LIKE for char in word)
    if len(scripts) > 1:
        return any(char in _LATIN_LIKE for char in word)
    # One script that is not Latin, and every letter has a Latin double: a word of that script only in its company.
    return (
        all(char in _LATIN_LIKE or not char.isalpha() for char in word)
        and not scripts & foreign
        and (
            len(word) > 1 or "GREEK" not in scripts  # a symbol
        )
    )


@lru_cache(maxsize=4096)
def _script(char: str) -> str:
    """The script of a letter: the first word of its name in Unicode."""
    return unicodedata.name(char, "UNNAMED").partition(" ")[0]


# Scripts that share words with Latin letters: "billing重启", "Tシャツ", and the marks that belong to any of them.
_WRITTEN_TOGETHER: Final = frozenset(
    ["LATIN", "CJK", "HIRAGANA", "KATAKANA", "HANGUL", "BOPOMOFO", "MODIFIER", "COMBINING", "KATAKANA-HIRAGANA"]
)

# A Latin letter, and what may be taken for it. Digits that pass for letters (0, 1) are left to their readers.
_PAIRS: Final = (
    "aаɑαａᴀ AАΑᎪ bЬᏏʙƅ BВΒᏴ cсϲᴄⅽ CСϹᏟ dԁᏧɗᴅ DᎠ eеєҽᴇ℮ EЕΕᎬ fſẝғꜰ FϜ gɡᶃցɢ GԌᏀ hһհᏂʜ HНΗᎻ iіιıɩɪ IІΙӀΊ "
    "jјϳᴊ JЈᎫ kкκᴋ KКΚᏦ lӏᏞʟⅼ LᏞ mмᴍⅿ MМΜᎷ nпողɴη NΝ oоοօσᴏ૦ OОΟՕ pрρᴘ PРΡᏢ qԛգզ QԚ rгᴦʀ RᎡ sѕꜱʂ SЅᏚՏ "
    "tтτᴛ TТΤᎢ uυսцᴜʋ UՍ vνѵᴠ VѴᏙ wѡԝաᴡ WԜᏔ xхχ× XХΧ yуγүყʏ YУΥҮ zᴢʐ ZΖᏃ"
)
_SKELETON: Final = {ord(double): pair[0] for pair in _PAIRS.split() for double in pair[1:]}
_LATIN_LIKE: Final = frozenset(map(chr, _SKELETON)) - {"ı", "ſ"}  # letters of Turkish, and of old print

_CONTROL: Final = regex("[\0-\x08\x0b\x0c\x0e-\x1f\x7f]")
_BROKEN: Final = regex("[\0\ud800-\udfff\ufffe\uffff]")
_HIDDEN: Final = regex(
    "[\x01-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f"
    "\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\U0001d173-\U0001d17a"
    "\U000e0000-\U000e0fff]"
)
# Joiners and marks of direction that belong where they stand: in emoji, between letters of scripts that join, beside
# letters that are written from right to left, and the mark that opens a file.
_JOINING: Final = "\u0600-\u08ff\u0900-\u0dff\u1000-\u109f\u1780-\u17ff"
_RIGHT: Final = "\u0590-\u08ff"
_PICTURE: Final = "\u00a9\u00ae\u203c-\u3299\U0001f000-\U0001faff#*0-9"
_HONEST: Final = regex(
    f"(?<=[{_JOINING}])[\u200c\u200d](?=[{_JOINING}])|(?<=[{_PICTURE}])\ufe0f(?![A-Za-z])|(?<=[{_PICTURE}\ufe0f])\u200d(?=[{_PICTURE}])"
    f"|(?<=[{_RIGHT}])[\u200e\u200f\u061c]|[\u200e\u200f\u061c](?=[{_RIGHT}])|^\ufeff"
)
_WORD: Final = regex(r"[^\W_]+")
