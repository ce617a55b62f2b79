"""Statements in other languages: kept whole as one memory where they plainly are somebody's own, never taken apart."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from cicatrix.core.observation.findings import Pass
from cicatrix.core.reading import languages
from cicatrix.core.reading.grammar import table
from cicatrix.core.reading.verdicts import Code


@dataclass(frozen=True, slots=True)
class _Marks:
    """``own``: of a statement on the speaker; ``asks``: of a question or order; ``unsure``: of a guess; ``denies``: of
    a no."""

    own: re.Pattern[str]
    asks: re.Pattern[str]
    unsure: re.Pattern[str]
    denies: re.Pattern[str]
    tells: re.Pattern[str]  # of a statement on anything else


def _any(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


_MARKS: Final = {
    "de": _Marks(
        _any(r"\b(?:ich|wir|mein\w*|unser\w*|mir|mich)\b"),
        _any(r"^(?:bitte|kannst|könntest|können|zeig|sag|gib|schreib|mach|erinnere|hilf|wer|was|wie|wo|wann|warum)\b"),
        _any(r"\b(?:vielleicht|würde|könnte|wäre|falls|angenommen|hätte|möchte gern wissen)\b"),
        _any(r"\b(?:nicht|kein\w*|nie|niemals|nicht mehr)\b"),
        _any(r"\b(?:ist|sind|hat|haben|läuft|wird|soll|sollen|heißt|kostet|war|waren|gibt|liegt|geht|bekommt|arbeitet|wohnt|mag|braucht|hatte|kann)\b"),
    ),
    "es": _Marks(
        _any(
            r"\b(?:yo|mi|mis|nuestr\w+|nosotros|me (?:gusta\w*|encanta\w*|llamo|mudé|molesta\w*)|soy|vivo|tengo"
            r"|trabajo|prefiero|odio|vivimos|tenemos|usamos|decidimos|estoy|uso|hablo|como|bebo|no (?:como|bebo"
            r"|puedo))\b"
        ),
        _any(r"^¿|^(?:por favor|puedes|podrías|dime|haz|recuérdame|ayúdame|escribe)\b"),
        _any(r"\b(?:quizás?|tal vez|si (?:fuera|tuviera)|podría|sería|ojalá)\b"),
        _any(r"\b(?:no|nunca|jamás|ya no|tampoco)\b"),
        _any(r"\b(?:es|está|están|son|tiene|tienen|fue|fuimos|hemos|ha|han|cuesta|vive|trabaja|usa|hay|era|va|vamos|pasamos)\b"),
    ),
    "fr": _Marks(
        _any(r"(?:\b(?:je|mon|ma|mes|nous|notre|nos|moi)\b|\bj['’])"),
        _any(
            r"^(?:s['’]il (?:te|vous) plaît|peux-tu|pouvez-vous|dis-moi|rappelle|aide|écris|qui|que|quoi|comment|où"
            r"|quand|pourquoi)\b"
        ),
        _any(r"\b(?:peut-être|si j['’](?:étais|avais)|\w+rais|serait|pourrait)\b"),
        _any(r"\b(?:ne|pas|jamais|plus|aucune?)\b|\bn['’]"),
        _any(r"\b(?:est|sont|ont|a|paie|sera|fait|coûte|habite|travaille|utilise|était|va|vont|aura)\b|\bc['’]est\b"),
    ),
    "zh": _Marks(
        _any("我|咱"),
        _any("请|帮我|提醒我|告诉我|给我|叫我起|能不能|可以吗|吗$|什么|怎么|为什么|哪|谁|几点|多少"),
        _any("如果|要是|可能|也许|大概|假如|万一"),
        _any("不|没|别"),
        _any(r"是|有|在|了|用|住|要|改成|喜欢|定"),
    ),
    "ja": _Marks(
        _any("私|僕|俺|わたし|ぼく|うちの"),
        _any("ください|下さい|お願い|ですか|ますか|教えて|何|どう|誰|いつ|どこ"),
        _any("かもしれ|もし|たら|でしょう|だろう"),
        _any("ない|ません"),
        _any(r"です|ます|ました|である|(?:だ|る|た)[。.]?$"),
    ),
    "ko": _Marks(
        _any("나는|난 |저는|전 |제 |내 |우리|나의|저희"),
        _any("주세요|해줘|까요|나요|습니까|알려|무엇|어떻게|누구|언제|어디"),
        _any("만약|아마|지도 모|텐데"),
        _any("안 |못 |않|없"),
        _any(r"(?:다|요)[.。]?$"),
    ),
}  # fmt: skip


_CALM: Final = frozenset([Code.PRAISE, Code.COMPLAINT])
_ENGLISH: Final = table("the is was are were of by my has have with this been does likes lives works")
_FIRST_WORD: Final = {
    **dict.fromkeys(("ich", "wir", "mein", "meine", "mir"), "de"),
    **dict.fromkeys(("je", "j'ai", "j'aime", "j'habite", "nous"), "fr"),
    **dict.fromkeys(("i", "i'm", "i've", "my", "we", "we're", "our", "the"), "en"),
    **dict.fromkeys(("yo", "nosotros", "soy", "vivo", "tengo"), "es"),
}


def language_of(sentence: str, whole: str) -> str:
    """The language of a sentence in a turn of another; a short one is told by a first word that only one has."""
    words = sentence.split()
    first = _FIRST_WORD.get(words[0].casefold().replace("’", "'")) if words else None
    if first is not None:
        return first
    if len(words) < 4 and sentence.isascii():
        return whole
    plain = [word for word in words if word.isascii()]
    named = len(plain) < len(words) and not _ENGLISH.isdisjoint(plain)
    return languages.language(" ".join(plain) if named else sentence)  # "Kūkai is a monk": the name tells nothing


@dataclass(frozen=True, slots=True)
class Told:
    """A plain statement. ``own``: it speaks of the speaker; else nobody can tell here of whom."""

    own: bool
    negated: bool


def statement(sentence: str, language: str) -> Told | Pass:
    """What a sentence plainly states, or why it is no statement that can be told."""
    marks = _MARKS.get(language)
    if marks is None:
        return Pass.LANGUAGE
    if sentence.rstrip("\"'”»。. ").endswith(("?", "？")) or sentence.rstrip("。. ").endswith(("吗", "か")):
        return Pass.QUESTION
    if marks.asks.search(sentence):
        return Pass.REQUEST if languages.language(sentence) == language else Pass.LANGUAGE
    if marks.unsure.search(sentence):
        return Pass.HYPOTHESIS
    own = marks.own.search(sentence) is not None
    if not own and languages.read(sentence, language).code in _CALM:
        return Pass.SMALL_TALK
    if own or marks.tells.search(sentence):
        return Told(own, marks.denies.search(sentence) is not None)
    return Pass.LANGUAGE
