"""Replies that answer nothing: "no idea", "I don't know", "ask somebody else". A question that got one stays open."""

from __future__ import annotations

from typing import Final

from cicatrix.core.patterns import regex
from cicatrix.core.text import fold

_LONGEST: Final = 200
"""Code points of a reply that can be nothing but a shrug."""

_I: Final = r"(?:(?:i|we) (?:really |honestly |just )?)?"
_OPENING: Final = (
    r"(?:(?:sorry|hm+|hmm+|well|honestly|frankly|uh+|um+|no|nope|tbh|to be honest|good question|leider"
    r"|lo siento|desole)"
    r"\W+)*"
)
_SHRUG: Final = "|".join(
    (
        rf"{_I}(?:have |'ve |got )?(?:absolutely |really )?(?:no|not the (?:slightest|faintest)|not a) (?:idea|clue)",
        rf"{_I}(?:do not|don'?t|dont|would not|wouldn'?t|did not|didn'?t) (?:really |actually )?(?:know|have a clue)",
        rf"{_I}(?:can'?t|cannot|can not|could not|couldn'?t) (?:say|tell|answer|help|decide)",
        r"(?:i'?m |i am |we'?re |we are )?not (?:really |entirely |quite )?(?:sure|certain)",
        r"(?:no|not) (?:answer|comment|opinion)|unknown|dunno|idk|tbd|n ?/ ?a|pass|later|skip|whatever|who knows",
        r"(?:nobody|no one) (?:here )?knows|(?:it )?beats me|search me|how (?:would|should) i know",
        r"(?:you(?:'d| would|'ll| will)? (?:have to|should|must|had better|better) )?(?:please )?"
        r"(?:ask|check with|talk to|try) (?:some(?:body|one) else|(?:any)?(?:body|one) else|another person|others?"
        r"|some(?:body|one) who knows)",
        r"(?:that'?s |that is |it'?s |it is )?not (?:mine|my (?:call|area|job|department|decision)"
        r"|for me to (?:say|decide))",
        r"keine ahnung|(?:das )?wei(?:ss|ß) ich (?:leider )?(?:auch )?nicht"
        r"|ich wei(?:ss|ß) (?:es |das )?(?:leider )?nicht",
        r"frag(?:en sie|t)? (?:bitte )?(?:jemand(?:en)? ander(?:s|en|em)|wen anders)|wei(?:ss|ß) nicht",
        r"(?:yo )?no (?:lo )?se|ni idea|no tengo (?:ni )?idea|pregunt[ae](?:le)? a otr[oa](?: persona)?",
        r"aucune idee|(?:je )?(?:ne )?sais pas|je n'en sais rien|demande[zr]? a (?:quelqu'un d'autre|un autre)",
        r"不知道|不清楚|不太清楚|わかりません|分かりません|知りません|모르겠습니다|몰라요",
    )
)
_ABOUT: Final = (
    r"(?: (?:yet|either|sorry|myself|right now|at the moment|for now|off ?hand|here|now|about (?:this|that|it)"
    r"|(?:what|how) to (?:say|answer)|the answer|that|this|it))*"
)
_AFTER: Final = rf"(?:{_SHRUG}|sorry|leider|thanks|thank you){_ABOUT}"
_NO_ANSWER: Final = regex(rf"\W*{_OPENING}(?:{_SHRUG}){_ABOUT}(?:\W+(?:and |but |so |then )?{_AFTER})*\W*")


def is_no_answer(text: str) -> bool:
    """Whether a reply says nothing but that its author does not know, or that somebody else should be asked.

    A reply that goes on to answer ("Not sure, but never on a Friday"), or that says whom to ask ("Ask legal first"), is
    an answer. So is silence no business of this function: an empty text is refused elsewhere.
    """
    if len(text) > _LONGEST:
        return False
    return _NO_ANSWER.fullmatch(fold(text).replace("’", "'")) is not None
