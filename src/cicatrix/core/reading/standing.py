"""Standing orders without a word of command: "that is my call", "not without my go-ahead", "weigh it, then print".

What they ask for is told by the turn of phrase alone: somebody's yes, something that comes first, or a plain no. The
reader of corrections takes such a sentence for a lesson, and the compiler takes its outline for a policy that a person
confirms.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from cicatrix.core.patterns import regex
from cicatrix.core.text import fold


class Asks(StrEnum):
    YES = "yes"
    FIRST = "first"
    NO = "no"


_SOMEBODY: Final = r"(?:me|us|(?:the|my|our) \w+|\w+)"
_WHOSE: Final = r"(?:my|our|his|her|their|a|an|the|your|\w+(?: \w+)?'s?|explicit|prior|written|express)"
_NOD: Final = (
    r"(?:ok|okay|go[- ]ahead|sign[- ]?off|approval|nod|blessing|permission|consent|say-so|green light|thumbs[- ]up"
    r"|clearance|authori[sz]ation|signature|agreement|yes)"
)
_YES: Final = regex(
    rf"\b(?:without|needs?|requires?|gets?|wait(?:s)? for|only with|only on|until|takes?|wants?|have|obtain)\b"
    rf"(?: first)? (?:{_WHOSE} )*(?:\w+ )?{_NOD}\b"
    r"|\b(?:is|are|stays?|remains?) (?:always |still )?(?:my|our|(?:\w+ ){0,3}\w+'s) (?:call|decision|say|choice)\b"
    rf"|\b(?:is|are) (?:only |\w+ )?for {_SOMEBODY}(?: \w+)? to (?:give|decide|approve|sign|make|grant|release|allow)\b"
    rf"|\b(?:run|clear|check|square|agree|discuss|share|confirm) (?:it|them|that|this|these|those) "
    rf"(?:past|by|with) {_SOMEBODY}\b"
    rf"|\bcheck(?:s)? in with {_SOMEBODY}|\b(?:check|talk|speak|come|go)s? (?:to|with) {_SOMEBODY}(?: \w+)? "
    r"(?:first|before|beforehand)\b"
    r"|\b(?:four eyes|(?:second|another) pair of eyes|two (?:signatures|approvals))\b"
    r"|\b(?:i|we)(?:'d| would)? (?:want|need|have|like) to (?:know|hear|see|be asked|be told|approve|okay|sign)\b"
    r".*\b(?:first|before\w*|in advance|ahead|prior)\b"
    rf"|\b(?:ask|tell|call|consult|ping|warn) {_SOMEBODY}(?: \w+)?,? (?:first|before|beforehand)\b"
    r"|\bask(?: first)?,? (?:then|and then|before)\b"
    rf"|\b(?:goes|go|run|runs|passes|pass|comes|come) (?:by|past|through|via|across) {_SOMEBODY}\b.*"
    r"\b(?:first|before|beforehand)\b"
    r"|\b(?:have|has) to (?:go|run|pass|come) (?:by|past|through|via) (?:me|us|the|\w+)"
    rf"|\b(?:has|have|needs?) to be (?:confirmed|approved|okayed|cleared|signed off|agreed|signed) (?:by|with) \w+"
    r"|\b(?:ohne|nur mit|nur nach|brauch\w+|bedarf|bedurfen|erst nach)\b.*\b(?:freigabe|zustimmung|genehmigung|okay|ok"
    r"|einverstandnis|rucksprache|erlaubnis|abnahme|segen|einwilligung)\b"
    r"|\bfrag\w*\b.*\b(?:mich|mir|uns|bei)\b|\b(?:mit|bei) (?:mir|uns) (?:\w+ )?(?:absprechen|abklaren|abstimmen)\b"
    r"|\b(?:entscheide|entscheidet|genehmige|genehmigt) (?:nur |allein |immer )?(?:ich|die|der|das)\b"
    r"|\b(?:sans|avec|apres) (?:mon|ma|notre|l'|le|la) ?(?:accord|feu vert|validation|autorisation|aval|ok)\b"
    r"|\b(?:m'en|nous en|en) parle[sz]?\b.*\bavant\b|\bavant\b.*\b(?:m'en|nous en) parle[sz]?\b|\bdemande[sz]?-moi\b"
    r"|\b(?:passe|passer|passent) (?:par|devant) (?:moi|nous|le|la)\b"
    r"|\b(?:sin|con|tras|necesita\w*|requiere\w*)\b.*\b(?:visto bueno|permiso|aprobacion|autorizacion|consentimiento"
    r"|ok)\b|\b(?:preguntame|consultame|avisame|consultalo|hablalo|preguntale)\b",
)
_FIRST: Final = regex(
    r"\bfirst\b.*\bthen\b|\b\w+, then \w+|\bonly\b.*\b(?:once|after)\b"
    r"|\bonly (?:when|if)\b.*\b(?:has|have) been\b|\bonly (?:gets?|goes|go) .*\b(?:once|when|after)\b"
    r"|\b(?:not|no|never|nothing|nobody)\b.*\b(?:until|before|unless) .*\b(?:has|have|is|are)"
    r" (?:been )?\w+(?:ed|en|t)\b"
    r"|\bafter (?:the|its|their|a|an) .*\b(?:is|are|has been|have been) \w+(?:ed|en|t)\b"
    r"|\bbefore (?:any|every|each|you|we|a|an|the)\b.*\b(?:there has to be|there must be|must|has to|have to"
    r"|needs? to)\b"
    r"|\bwithout (?:a|an|any|the) (?:\w+ )*(?:check|backup|test|review|inspection|audit|snapshot|dry run|rehearsal)\b"
    r"|\berst\b.*\bdann\b|\berst,? (?:wenn|nachdem|sobald|nach)\b|\bbevor\b.*\b(?:muss|mussen)\b"
    r"|\bd'abord\b.*\b(?:ensuite|puis|apres)\b|\bprimero\b.*\b(?:luego|despues)\b|\bno\b.*\bhasta que\b"
)
_NO: Final = regex(
    r"\b(?:is|are) (?:an? )?(?:absolute |strict |total |big )?no-?go(?:es|s)?\b|\b(?:is|are) not on\b"
    r"|\b(?:do|does) not belong\b|\b(?:don't|doesn't) belong\b"
    r"|\bstays? (?:with us|in[- ]house|in the house|shut|closed|put|off|where)\b"
    r"|\b(?:do|does)(?: not|n't) (?:\w+ )+(?:between|after|before|past|during|until|on (?:week|mon|tues|wednes|thurs"
    r"|fri|satur|sun)\w*)\b"
    r"|\bkeeps? (?:\w+ )+(?:off|out of|away from|inside|within)\b|\b(?:done|finished|through) with\b"
    r"|\bafter .*\bnothing (?:gets?|is|goes)\b|\bplease (?:not|don't)\b|\bstop (?:\w+ )?\w+ing\b|\bhands off\b"
    r"|\bbleib(?:t|en) (?:im|in|bei|auf|unter|hier)\b|\bweder\b.*\bnoch\b|\bfinger weg\b|\bhande weg\b"
    r"|\bon ne \w+ (?:pas|plus|jamais)\b|\bse queda\w* (?:en|con)\b"
)


def asks(sentence: str) -> Asks | None:
    """What a sentence asks for by its turn of phrase; None where it has none of these."""
    found = place(sentence)
    return found[0] if found else None


def place(sentence: str) -> tuple[Asks, int, int] | None:
    """What a sentence asks for, and where the turn of phrase stands in ``folded(sentence)``."""
    flat = folded(sentence)
    for kind, pattern in ((Asks.YES, _YES), (Asks.FIRST, _FIRST), (Asks.NO, _NO)):
        found = pattern.search(flat)
        if found:
            return kind, found.start(), found.end()
    return None


def folded(sentence: str) -> str:
    """Small letters without accents, plain apostrophes."""
    return fold(sentence.replace("’", "'"))
