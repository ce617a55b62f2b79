"""Which language a correction is in, and plain instructions in German, Spanish, French, Chinese, Japanese and Korean.

English is read by :mod:`cicatrix.core.english`. In the others a sentence is a lesson when it carries a clear mark of
order or prohibition; everything else is told apart only roughly. Words of any other language are kept whole.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from cicatrix.core.reading import Code, Reading


@dataclass(frozen=True, slots=True)
class _Marks:
    order: re.Pattern[str]
    past: re.Pattern[str]
    this_only: re.Pattern[str]
    lead: re.Pattern[str]


def _marks(order: str, past: str, this_only: str, lead: str) -> _Marks:
    return _Marks(*(re.compile(pattern, re.IGNORECASE) for pattern in (order, past, this_only, lead)))


_FUNCTION_WORDS: Final[dict[str, frozenset[str]]] = {
    "en": frozenset(
        ["the", "a", "an", "and", "or", "of", "to", "in", "on", "for", "with", "is", "are", "not", "don't", "never"]
        + [
            "always",
            "we",
            "you",
            "it",
            "they",
            "this",
            "that",
            "before",
            "after",
            "by",
            "at",
            "be",
            "must",
            "should",
            "from",
        ]
    ),
    "de": frozenset(
        [
            "der",
            "die",
            "das",
            "den",
            "dem",
            "ein",
            "eine",
            "einen",
            "und",
            "oder",
            "nicht",
            "ist",
            "sind",
            "kein",
            "keine",
        ]
        + [
            "nie",
            "niemals",
            "immer",
            "bitte",
            "erst",
            "wenn",
            "auf",
            "mit",
            "für",
            "von",
            "zu",
            "im",
            "vor",
            "nach",
            "wir",
        ]
        + ["muss", "darf", "sie", "ihr", "wird", "werden", "nur", "ohne", "bei"]
    ),
    "es": frozenset(
        [
            "el",
            "la",
            "los",
            "las",
            "un",
            "una",
            "de",
            "del",
            "y",
            "o",
            "no",
            "nunca",
            "siempre",
            "que",
            "en",
            "con",
            "por",
        ]
        + ["para", "antes", "se", "al", "es", "son", "debe", "deben", "sin", "cuando", "hay", "lo", "su"]
    ),
    "fr": frozenset(
        [
            "le",
            "la",
            "les",
            "un",
            "une",
            "des",
            "du",
            "de",
            "et",
            "ou",
            "ne",
            "pas",
            "jamais",
            "toujours",
            "est",
            "sont",
        ]
        + [
            "dans",
            "pour",
            "avec",
            "par",
            "avant",
            "au",
            "aux",
            "doit",
            "il",
            "vous",
            "nous",
            "sur",
            "que",
            "ce",
            "aucune",
        ]
    ),
}

_MARKS: Final[dict[str, _Marks]] = {
    "de": _marks(
        r"\b(?:nie|niemals|keinesfalls|immer|stets|muss|müssen|darf|dürfen|soll|sollen|sollte|sollten|verboten|untersagt|"
        r"bitte|ausschließlich)\b|\bkein(?:e|en|em|er|es)?\b(?! (?:problem|ahnung|wunder|grund)\b)|"
        r"\berst\b.*\b(?:wenn|nach|nachdem|sobald)\b|\bnur (?:nach|mit|wenn|noch|über)\b|\bgehör(?:t|en) (?:in|an|auf|zu)\b|"
        r"^(?!(?:der|die|das|den|ein|eine|wir|ihr|sie|er|es|ich|wer|was|wie|wo|warum|wann|heute|gestern|leider|auch|nur|so|da|"
        r"diese|dieser|dieses|mein|unser|sein|danke|schön|gut)\b)\w+ (?:die|den|das|mich|mir|uns|alle|jede|jeden|jedes|"
        r"ein|eine|einen|zuerst|sie|vor|niemand)\b",
        r"\b(?:war|waren|wurde|wurden|hatte|hatten|habe|hast)\b",
        r"\b(?:diesen|diese|dieses|diesem) (?:beitrag|text|entwurf|satz|absatz|mal)\b|\bnoch einmal\b|\bheute\b|\bjetzt\b",
        r"(?:nochmal|noch einmal|wie gesagt|nein|also|übrigens|achtung|hinweis|regel)\s*[,:–—-]\s*",
    ),
    "es": _marks(
        r"\b(?:nunca|jamás|siempre|debe|deben|debes|debería|deberían|hay que|tiene que|tienen que|tienes que|prohibid[oa]s?|"
        r"no se (?:puede|pueden|debe|deben|permite|permiten)|solo (?:después|cuando|si|con|tras)|"
        r"por favor)\b|^¡?no \w+(?:es|as|e|a|en|an)\b|^ning[uú]n(?:a)?\b|\b\w+[áéíóú]\w*(?:me|nos|lo|la|los|las|le|les)\b|"
        r"^¡?(?:usa|use|usen|pon|ponga|escribe|escriba|revisa|revise|comprueba|consulta|consulte|pregunta|pregunte|envía|"
        r"manda|deja|deje|abre|cierra|publica|borra|verifica|verifique|confirma|confirme|espera|espere|pide|pida|haz|haga|"
        r"incluye|incluya|evita|evite|guarda|utiliza|utilice|mantén|cita|cite|empieza|termina)\b",
        r"\b(?:fue|fueron|era|eran|dijo|hizo|hiciste|estaba|había|quedó)\b",
        r"\best[ae] (?:texto|borrador|mensaje|párrafo|vez)\b|\bahora\b|\bhoy\b|\botra vez\b",
        r"(?:otra vez|de nuevo|como dije|no|bueno|ojo|nota|regla)\s*[,:–—-]\s*",
    ),
    "fr": _marks(
        r"\b(?:jamais|toujours|il faut|doit|doivent|devez|dois|devrait|devraient|interdit|interdite|obligatoire|veuillez|"
        r"uniquement|seulement (?:après|si|avec)|à ne pas|merci de|prière de)\b|^(?:ne|n['’])\s?\w+|^pas d(?:e |['’])|"
        r"^aucune?\b|^\w{3,}ez\b|"
        r"^(?:mets|utilise|demande|vérifie|écris|évite|envoie|publie|garde|laisse|attends|commence|termine|cite|relis)\b",
        r"\b(?:était|étaient|avait|avaient|a été|ont été|as fait|avez fait)\b",
        r"\b(?:ce|cette|cet) (?:texte|brouillon|message|paragraphe|fois)\b|\bmaintenant\b|\baujourd['’]hui\b",
        r"(?:encore une fois|comme je l['’]ai dit|non|attention|note|règle)\s*[,:–—-]\s*",
    ),
    "zh": _marks(
        r"不要|别(?!的|人)|勿|禁止|不得|不许|不准|不能|不可|必须|必需|务必|应当|应该|一定要|需要?先|只能|只有.*才|一律|永远|绝不|"
        r"请(?!问)|先.*(?:再|让|问|完成)|严禁|避免",
        r"(?!)",
        r"这(?:次|篇|一段)|现在|今天",
        r"(?:再说一遍|注意|提醒)[，：:,]\s*",
    ),
    "ja": _marks(
        r"ないでください|ては(?:いけ|なら|だめ)|禁止|必ず|べき|てください|すること|しないこと|決して|なければ|厳禁|下さい",
        r"ました",
        r"この(?:投稿|文|回)|今すぐ|今回",
        r"(?:もう一度|注意)[、：:,]\s*",
    ),
    "ko": _marks(
        r"하지 ?마|마세요|마십시오|금지|반드시|해야|하세요|십시오|주세요|절대|안 ?됩니다|안 ?돼",
        r"했습니다|했어요",
        r"이번|지금|오늘",
        r"(?:다시|주의)[,:]\s*",
    ),
}


def language(text: str) -> str:
    """``en de es fr zh ja ko``, or empty when it is none of them as far as its letters and small words tell."""
    letters = [char for char in text if char.isalpha()]
    if not letters:
        return "en"
    if any("\u3040" <= char <= "\u30ff" for char in letters):
        return "ja"
    if any("\uac00" <= char <= "\ud7a3" for char in letters):
        return "ko"
    if sum("\u4e00" <= char <= "\u9fff" for char in letters) * 4 >= len(letters):
        return "zh"
    if sum(ord(char) >= 0x0250 for char in letters) * 2 > len(letters):
        return ""
    words = [word.casefold() for word in re.findall(r"[^\W\d_]+(?:['’][^\W\d_]+)?", text)]
    found = {name: sum(word in known for word in words) for name, known in _FUNCTION_WORDS.items()}
    best = max(found.values())
    if best == 0:
        return "en" if all(char.isascii() for char in letters) else ""
    return next(name for name, hits in found.items() if hits == best)


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
        return Reading(Code.LESSON, start)
    return Reading(Code.NARRATION if marks.past.search(text) else Code.NO_INSTRUCTION)
