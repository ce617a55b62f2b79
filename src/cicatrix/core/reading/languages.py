"""Which language a correction is in, and plain instructions in German, Spanish, French, Chinese, Japanese and Korean.

English is read by :mod:`~cicatrix.core.reading.english`. In the others a sentence is a lesson when it carries a clear
mark of order or prohibition; everything else is told apart only roughly. Words of any other language are kept whole.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from cicatrix.core.patterns import regex
from cicatrix.core.reading.function_words import content_words
from cicatrix.core.reading.grammar import table
from cicatrix.core.reading.verdicts import Code, Reading

_NONE: Final = regex("(?!)")
_LETTERED: Final = regex(r"[^\W\d_]+(?:['’][^\W\d_]+)?")


@dataclass(frozen=True, slots=True)
class _Marks:
    """``order``: of a lesson; ``past``: of narration; ``this_only``: of the work at hand; ``lead``: no part of it."""

    order: re.Pattern[str]
    past: re.Pattern[str]
    this_only: re.Pattern[str]
    lead: re.Pattern[str]
    praise: re.Pattern[str] = _NONE
    complaint: re.Pattern[str] = _NONE
    pointing: re.Pattern[str] = _NONE  # words that stand for something named elsewhere


def _any(*alternatives: str) -> re.Pattern[str]:
    return regex("|".join(alternatives), re.IGNORECASE)


_FUNCTION_WORDS: Final[dict[str, frozenset[str]]] = {
    "en": table(
        "the a an and or of to in on for with is are not don't never always we you it they this that before after",
        "by at be",
        "must should from i as no if when without only my your our do use said any all every each me us so but than",
        "then",
        "has have was were will can may need needs first last above below over under past into out up down their them",
    ),
    "de": table(
        "der die das den dem des ein eine einen einer und oder nicht ist sind kein keine nie niemals immer bitte",
        "erst wenn",
        "auf mit für von zu im am vor nach wir muss darf sie ihr ihre wird werden nur ohne bei bevor ich du mich",
        "dich man",
        "danke gut",
        "etwas alles auch noch wie aus dass es er war hat haben als an um über unter durch bis beim zum zur",
    ),
    "es": table(
        "el la los las un una de del y o no nunca siempre que en con por para antes se al es son debe deben sin",
        "cuando hay",
        "gracias perfecto",
        "lo su me te mi tu si más como pero este esta está fue ya muy después hasta sobre",
    ),
    "fr": table(
        "le la les un une des du de et ou ne pas jamais toujours est sont dans pour avec par avant au aux doit il",
        "vous nous",
        "merci c'est n'est d'accord parfait très bien",
        "sur que ce cette aucune en je tu on mais plus qui sans si était être après tout leur mon ma votre notre",
    ),
}

_LETTERS: Final[dict[str, frozenset[str]]] = {
    "en": frozenset("éèêëïöüçñàâ"),
    "de": frozenset("äöüßé"),
    "es": frozenset("áéíóúüñ"),
    "fr": frozenset("àâæçéèêëîïôœùûüÿ"),
}
"""Letters beside a–z that words of the language may hold: more than that is another language."""

_DE_NO_ORDER: Final = (
    "der|die|das|den|ein|eine|wir|ihr|sie|er|es|ich|wer|was|wie|wo|warum|wann|heute|gestern|leider|auch|nur|so|da|diese"
    "|dieser|dieses|mein|unser|sein|danke|schön|gut"
)
_ES_ORDERS: Final = (
    "usa|use|usen|pon|ponga|escribe|escriba|revisa|revise|comprueba|consulta|consulte|pregunta|pregunte|envía|manda"
    "|deja"
    "|deje|abre|cierra|publica|borra|verifica|verifique|confirma|confirme|espera|espere|pide|pida|haz|haga|incluye"
    "|incluya"
    "|evita|evite|guarda|utiliza|utilice|mantén|cita|cite|empieza|termina"
)
_FR_ORDERS: Final = (
    "mets|utilise|demande|vérifie|écris|évite|envoie|publie|garde|laisse|attends|commence|termine|cite|relis"
)

_TELLING: Final = table("danke gracias merci nie niemals immer bitte keine kein nunca siempre jamais toujours")
"""Words that tell their language alone; any other single small word may have strayed into English."""

_MARKS: Final[dict[str, _Marks]] = {
    "de": _Marks(
        order=_any(
            r"\b(?:nie|niemals|keinesfalls|immer|stets|muss|müssen|darf|dürfen|soll|sollen|sollte|sollten)\b",
            r"\b(?:verboten|untersagt|bitte|ausschließlich)\b",
            r"\bkein(?:e|en|em|er|es)?\b(?! (?:problem|ahnung|wunder|grund)\b)",
            r"\berst\b.*\b(?:wenn|nach|nachdem|sobald)\b",
            r"\bnur (?:nach|mit|wenn|noch|über|an|am|in|im|auf|für|von|bei|durch|zu|vor|per|unter|aus)\b",
            r"\bgehör(?:t|en) (?:in|an|auf|zu)\b",
            r"\b(?:ohne ausnahme|ausnahmslos)\b",
            r"^(?!.*\b(?:ist|sind|war|waren)\b).*, nicht (?!\d)",
            r"^(?:wir|bei uns) \w+en? (?:\w+ ){0,5}nicht\b",
            rf"^(?!(?:{_DE_NO_ORDER})\b)\w+ (?:die|den|das|mich|mir|uns|alle|jede|jeden|jedes|ein|eine|einen|zuerst"
            rf"|sie)\b",
        ),
        past=_any(
            r"\b(?:war|waren|wurde|wurden|hatte|hatten|habe|hast)\b",
            r"\b(?:stand|ging|kam|gab|fand|hielt|lief|rief|schrieb|sah|sprach|nahm|blieb|ließ|fiel|saß|lag|traf)(?:en)?\b",
            r"\b(?:hat|haben|ist|sind)\b.*\b(?:ge|be|ver|er|ent)\w+(?:t|en)[.!]?$",
        ),
        this_only=_any(
            r"\b(?:diesen|diese|dieses|diesem) (?:beitrag|text|entwurf|satz|absatz|mal)\b",
            r"\b(?:noch einmal|heute|jetzt)\b",
        ),
        lead=_any(r"(?:nochmal|noch einmal|wie gesagt|nein|also|übrigens|achtung|hinweis|regel)\s*[,:–—-]\s*"),
        praise=_any(
            r"\b(?:danke|super|toll|prima|perfekt|klasse|großartig|gut gemacht|sehr gut|genau richtig|schön|gefällt)\b"
        ),
        complaint=_any(
            r"\b(?:schlecht|furchtbar|schrecklich|peinlich|nervt|unmöglich|enttäusch\w+|schlampig|ärgerlich)\b"
        ),
        pointing=_any(r"\b(?:das|es|ihn|ihr|ihm|ihnen|sie|den|die|diesen?|dieses|so)\b"),
    ),
    "es": _Marks(
        order=_any(
            r"\b(?:nunca|jamás|siempre|debe|deben|debes|debería|deberían|hay que|tiene que|tienen que|tienes que)\b",
            r"\b(?:prohibid[oa]s?|no se (?:puede|pueden|debe|deben|permite|permiten)|por favor)\b",
            r"\bsolo (?:después|cuando|si|con|tras)\b",
            r"^¡?no \w+(?:es|as|e|a|en|an)\b",
            r"^ning[uú]na?\b|\bsin excepci[oó]n\b|, no (?!\d)",
            r"\bno (?:(?:me|te|se|le|les|lo|la|los|las|nos) )?"
            r"(?!(?:tien|pued|deb|quier|sab|hac|dic|vien|entiend|le|escrib|respond|pon|viv|cre|parec)es\b)\w{2,}es\b",
            r"\bno se \w+[ae]n?\b",
            r"^no \w+(?:amos|emos|imos)\b",
            r"\b\w+[áéíóú]\w*(?:me|nos|lo|la|los|las|le|les)\b",
            rf"(?:^|, )¡?(?:{_ES_ORDERS})\b",
        ),
        past=_any(
            r"\b(?:fue|fueron|era|eran|dijo|hizo|hiciste|estaba|había|quedó)\b|\w{3,}(?:ó|aron|ieron|iste|aste)\b"
        ),
        this_only=_any(
            r"\best[ae] (?:texto|borrador|mensaje|párrafo|vez)\b",
            r"\b(?:ahora|hoy|otra vez)\b",
        ),
        lead=_any(r"(?:otra vez|de nuevo|como dije|no|bueno|ojo|nota|regla)\s*[,:–—-]\s*"),
        praise=_any(r"\b(?:gracias|genial|perfecto|estupendo|excelente|bien hecho|muy bien|buen trabajo|me encanta)\b"),
        complaint=_any(
            r"\b(?:horrible|terrible|pésimo|fatal|qué desastre|desastre|vergüenza|inaceptable|decepcion\w+)\b"
        ),
        pointing=_any(r"\b(?:esto|eso|lo|la|los|las|le|les|así)\b|\w(?:lo|la|los|las)\b"),
    ),
    "fr": _Marks(
        order=_any(
            r"\b(?:jamais|toujours|il faut|doit|doivent|devez|dois|devrait|devraient|interdite?|obligatoire"
            r"|veuillez)\b",
            r"\b(?:uniquement|seulement (?:après|si|avec)|à ne pas|merci de|prière de)\b",
            r"^(?:ne|n['’])\s?\w+",
            r"^pas d(?:e |['’])|\bsans exception\b|, pas (?!\d)",
            r"\bon n(?:e |['’])\w+",
            r"^aucune?\b",
            r"(?:^|, )(?!chez\b|assez\b)\w{3,}ez\b",
            rf"(?:^|, )(?:{_FR_ORDERS})\b",
        ),
        past=_any(
            r"\b(?:étais|avais|\w{2,}ait|\w{2,}aient|était|étaient|avait|avaient|a été|ont été|as fait|avez fait)\b"
        ),
        this_only=_any(
            r"\b(?:ce|cette|cet) (?:texte|brouillon|message|paragraphe|fois)\b",
            r"\b(?:maintenant|aujourd['’]hui)\b",
        ),
        lead=_any(r"(?:encore une fois|comme je l['’]ai dit|non|attention|note|règle)\s*[,:–—-]\s*"),
        praise=_any(
            r"\b(?:merci(?! de\b)|super|parfait|génial|excellent|bravo|bien joué|très bien|j['’]adore|bon travail)\b"
        ),
        complaint=_any(r"\b(?:nul|horrible|catastroph\w+|décevant\w*|honte|inacceptable|n['’]importe quoi|raté)\b"),
        pointing=_any(r"\b(?:ça|cela|ceci|le|la|les|ainsi)\b|-(?:le|la|les)\b"),
    ),
    "zh": _Marks(
        order=_any(
            "不要|别(?!的|人)|勿|禁止|不得|不许|不准|不能|不可|严禁|绝不|避免",
            "必须|必需|务必|应当|应该|一定要|需要?先|只能|只有.*才|一律|永远|请(?!问)",
            "先.*(?:再|让|问|完成)",
        ),
        past=_any("(?!)"),
        this_only=_any("这(?:次|篇|一段)|现在|今天"),
        lead=_any("(?:再说一遍|注意|提醒)[，：:,]\\s*"),
    ),
    "ja": _Marks(
        order=_any(
            "ないでください|ては(?:いけ|なら|だめ)|禁止|厳禁|決して|しないこと",
            "必ず|べき|てください|下さい|すること|なければ",
        ),
        past=_any("ました"),
        this_only=_any("この(?:投稿|文|回)|今すぐ|今回"),
        lead=_any("(?:もう一度|注意)[、：:,]\\s*"),
    ),
    "ko": _Marks(
        order=_any(
            "하지 ?마|마세요|마십시오|금지|절대|안 ?됩니다|안 ?돼",
            "반드시|해야|하세요|십시오|주세요",
        ),
        past=_any("했습니다|했어요"),
        this_only=_any("이번|지금|오늘"),
        lead=_any("(?:다시|주의)[,:]\\s*"),
    ),
}


@lru_cache(maxsize=65536)
def language(text: str) -> str:
    """``en de es fr zh ja ko``, or empty when it is none of them as far as its letters and small words tell."""
    letters = [char for char in text if char.isalpha()]
    if not letters:
        return "en"
    if not text.isascii():
        other = _by_script(letters)
        if other is not None:
            return other
    words = [word.casefold() for word in _LETTERED.findall(text)]
    found = {name: len([word for word in words if word in known]) for name, known in _FUNCTION_WORDS.items()}
    foreign = frozenset() if text.isascii() else frozenset(char for char in "".join(words) if _is_foreign(char))
    likely = {name: hits for name, hits in found.items() if hits and foreign <= _LETTERS[name]}
    if not likely:
        return "en" if not foreign else ""
    name = max(likely, key=lambda name: likely[name])  # the first of equals: English
    if likely[name] == 1 and not foreign and _TELLING.isdisjoint(words):
        return "en"
    return name


def _is_foreign(char: str) -> bool:
    return char.isalpha() and not char.isascii()


def _by_script(letters: list[str]) -> str | None:
    """The language that the letters tell alone; empty for a script of another, None where the words must tell."""
    if any("\u3040" <= char <= "\u30ff" for char in letters):
        return "ja"
    if any("\uac00" <= char <= "\ud7a3" for char in letters):
        return "ko"
    if sum("\u4e00" <= char <= "\u9fff" for char in letters) * 4 >= len(letters):
        return "zh"
    if sum(ord(char) >= 0x0250 for char in letters) * 2 > len(letters):
        return ""
    return None


def read(sentence: str, name: str) -> Reading:
    """What a sentence in one of the languages of this module is."""
    marks = _MARKS[name]
    if sentence.rstrip("\"'”»").endswith(("?", "？")) or (name == "zh" and sentence.rstrip("。").endswith("吗")):
        return Reading(Code.QUESTION)
    lead = marks.lead.match(sentence)
    start = lead.end() if lead and lead.end() < len(sentence) else 0
    text = sentence[start:]
    if marks.this_only.search(text) and not re.search(r"immer|nie|siempre|nunca|toujours|jamais|每|都", text, re.I):
        return Reading(Code.ONE_OFF)
    if marks.order.search(text):
        return Reading(Code.ANAPHORA if _points_only(text, name) else Code.LESSON, start)
    if marks.praise.search(text) and len(text.split()) <= 10:
        return Reading(Code.PRAISE)
    if marks.complaint.search(text):
        return Reading(Code.COMPLAINT)
    return Reading(Code.NARRATION if marks.past.search(text) else Code.NO_INSTRUCTION)


def _points_only(text: str, name: str) -> bool:
    """Whether an order names nothing but its verb: "Mach das nie wieder.", "No lo hagas."."""
    return _MARKS[name].pointing.search(text) is not None and len(content_words(text, name)) <= 1
