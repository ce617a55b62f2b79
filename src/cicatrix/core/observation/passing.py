"""What a sentence certainly is not: a statement that lasts. Looked at before anything else, the plainest sign first."""

from __future__ import annotations

import re
from typing import Final

from cicatrix.core.observation.findings import Pass
from cicatrix.core.reading import english_forms as form


def _any(*alternatives: str) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{one})" for one in alternatives), re.IGNORECASE)


_JOKE: Final = _any(
    r"\b(?:lol|lmao|rofl|jk|just kidding|only joking|just joking|i'm kidding|i'm joking|yeah right)\b",
    r"\b(?:as a (?:joke|prank)|jokingly|for a laugh)\b|\b(?:was|were|is|are) (?:only |just )?(?:joking|kidding)\b",
    r"^as if\b|\bas if[.!]*$",
    r"\s/s\s*$",
    r"\bha(?:ha)+[.!]*$",
    r"^(?:sure|right|oh great|of course), because\b",
    r"[😂🤣]",
)
_QUOTE_LINE: Final = re.compile(r"^\s*>|^(?:on .{6,60} wrote:|from: |fwd?: |re: )", re.I)
_SPEECH: Final = r"[\"“«„][^\"”»“]{3,}[\"”»“]"
_QUOTED: Final = _any(rf"^{_SPEECH}", rf"(?:\w+|[:,]) {_SPEECH}\s*[.!]?$", rf":\s*{_SPEECH}")
_ECHO: Final = re.compile(r"\[(?:M|PB)-\d+\b[^\]]*\]|\blearnt in ep\d+|^(?:ACT|ACT_AND_FLAG|ASK_HUMAN)\b")
_NAMED_THING: Final = re.compile(
    r"\b(?:called|named|titled|is|says|reads|label(?:led)?|value|code|word|book|film|song)\s+[\"“]", re.I
)
_TOLD: Final = re.compile(
    r"\b(?:said|says|shouted|replied|joked|yelled|whispered|answered|wrote|texted)"
    r"[,:]? [\"'](?=(?:i|i'm|i've|my|we|our)\b)",
    re.I,
)
"""Somebody else's first person between quotes: "My sister said 'I live in Paris'"."""
_ONCE_THOUGHT: Final = re.compile(
    r"\b(?:i|we)(?:'d| had)? (?:\w+ )?(?:thought|believed|assumed|suspected|feared|figured"
    r"|(?:used to|did) (?:think|believe))"
    r"\b(?P<what>.*?)(?:[,;–—-]\s*|\s)(?:but|though|yet|however|until|turns out|turned out|only to)\b(?P<then>.*)",
    re.I,
)
_NOT_SO: Final = re.compile(
    r"\b(?:not|no longer|never|negative|wrong|mistaken|false|incorrect|fine|cleared|ruled (?:it )?out)\b|n't\b", re.I
)
_SO_AFTER_ALL: Final = re.compile(
    r"\b(?:positive|confirmed|i'?m (?:\w+ )?(?:allerg|intoleran|diabet|epilep)|i have)", re.I
)
_QUESTION: Final = _any(
    r"^(?:who|what|when|where|why|how|which|whose|whom)\b(?!ever)[^,]*$",
    r"^(?:what|how) about\b",
    r"^(?:do|does|did|are|is|was|were|have|has|can|could|would|will|should|shall|may|am) (?:i|you|we|they|he|she|it"
    r"|there|my|the|your|this|that|anyone|someone)\b",
    r"^(?:any (?:idea|ideas|tips|advice|thoughts|chance)|guess what|you know what)\b",
    r"^i (?:was )?wonder(?:ed|ing)?\b",
)
_SUPPOSES: Final = _any(
    r"^(?:maybe|perhaps|possibly|probably i should|what if|suppose|supposing|imagine|pretend|let's (?:say|pretend"
    r"|imagine|assume|suppose)|assume|assuming|say i|hypothetically|in theory|for example|e\.g\.|for instance"
    r"|once upon)\b",
    r"^if (?:i|we|you|he|she|they|it|my|the|only|there)\b.*\b(?:would|could|might|['’]d|will|['’]ll|may|should"
    r"|can you)\b",
    r"^if (?:i|we) (?:were|was|had|could|moved|lived|won|got)\b",
    r"^(?:i|we) (?:wish|hope|might|may|could|would|wouldn't|couldn't|should|shouldn't|guess|suppose|doubt|wonder"
    r"|imagine|dream)\b(?! (?:rather|prefer|never|not eat|always))",
    r"^(?:i|we) (?:could|would|might) have\b",
    r"^(?:i|we)['’]?(?:m| am| are|['’]re) (?:thinking (?:of|about)|considering|not sure|unsure|wondering|tempted"
    r"|toying)\b",
    r"^it (?:would|might|could|may)\b",
    r"^(?:(?!\b(?:that|which|who|because|where|in case)\b).)*"
    r"\b(?:might|maybe|perhaps|possibly|presumably|supposedly)\b",
    r"^(?:hopefully|ideally|probably)\b",
    r"^unless\b",
    r"^in (?:my|this|the) (?:story|novel|game|role-?play|dream)\b|\bin (?:my|this|the) (?:story|novel"
    r"|role-?play)\W*$",
)
_SMALL_TALK: Final = _any(
    r"^(?:hi|hey|hello|yo|good (?:morning|evening|afternoon|night|day|luck|job|call|idea|point|work|thing|for you)"
    r"|bye|goodbye|see you|see ya|take care|cheers|thanks?|thank you|thx|ty|welcome|congrats|congratulations"
    r"|well done|nice|great|awesome|amazing|wow|cool|lovely|perfect|wonderful|fantastic|yay|ok|okay|yes|yeah|yep|no"
    r"|nope|sure|exactly|absolutely|definitely|totally|true|right|agreed|indeed|of course|no (?:problem|worries"
    r"|prob)|sounds? |looks? (?:like|great|good|amazing)|glad|happy to|so (?:glad|happy|cool|sweet|true)|can't wait"
    r"|looking forward|appreciate|keep (?:it )?up|enjoy|have (?:a|fun)|talk (?:soon|to you)|ugh|oh|ah|aw|hmm|sorry"
    r"|bless|best of luck|go for it|no way|really\W*$|same here|me too|me neither|got it|i see|noted|done|understood"
    r"|what an?|how )\b",
    r"^(?:i|we) (?:see|agree|understand|know|get it|appreciate|totally|hear you|bet|promise|mean|think so|thought so"
    r"|get that|feel (?:you|that)|can imagine|can relate|couldn't agree|can't wait|guess so|hope so|thank|swear"
    r"|admit|can(?:'t| not)? believe|apologi[sz]e|beg|owe you one)\b",
    r"^(?:i['’]m|i am|we['’]re|we are) (?:\w+ly |so |very |super |also |just |here |always |pretty |quite |more "
    r"|still |all )*(?:glad|sorry|sure|happy|excited|proud|grateful|thankful|thrilled|stoked|pumped|curious"
    r"|impressed|looking forward|here for|rooting|all ears|fine|good|great|ok|okay|well|ready|lucky|up for"
    r"|getting there|in (?:to|for)|all for|in for|done with|down for|doing (?:ok|okay|well|good|great|fine|my best"
    r"|alright|better)|blessed|honou?red|touched|delighted|pleased|positive|certain|afraid|with you|on (?:it|board)"
    r"|keen to hear|happy for|inspired|psyched|hyped)\b(?! (?:from|in [A-Z]|at \w|with (?:names|numbers|kids"
    r"|children|animals|money)))",
    r"^(?:that|this|it)['’]?s? (?:is |was |sounds |looks )?(?:so |really |very |super |absolutely |pretty |totally "
    r"|such |just )*(?:an? )?(?:awesome|great|cool|amazing|nice|lovely|sweet|wonderful|fantastic|good|true|right"
    r"|fine|helpful|perfect|okay|ok|brilliant|incredible|beautiful|fun|funny|interesting|inspiring|impressive|sad"
    r"|tough|hard|rough)\b",
)
_OPINION: Final = _any(
    r"^(?:i|we) (?:just |really |also |still |personally |honestly )?(?:think|believe(?! in\b)|guess|feel like"
    r"|feel that|reckon|find it (?!\w+ to\b)|found it|felt|assume|figure|suspect|understand|realise|realize|realised"
    r"|realized|learnt that|learned that)\b",
    r"^(?:i|we) (?:feel|felt) (?:so |really |very |super |pretty |like |that |as |more |a bit |quite )*(?:good|great"
    r"|happy|bad|better|proud|grateful|excited|amazing|alive|blessed|lucky|free|safe|loved|supported|confident"
    r"|motivated|inspired|like|that|as|accomplished|connected|accepted|at home|hopeful|empowered)\b",
    r"\bmak(?:e|es|ing) (?:a|an|such a|all the|some) (?:\w+ )?(?:difference|impact|change)\b",
    r"^(?:i|we)(?:'ve)? (?:gotta|got to|have to|must|should) (?!not\b|wear\b|use\b|inject\b|take\b|carry\b|eat\b"
    r"|.*\b(?:every|each|daily|twice|once a|always|never"
    r"|avoid|only|before|by|on|at)\b)",
    r"^in my opinion\b|^imo\b|^to me\b",
)


def passing(sentence: str) -> Pass | None:
    """Why a whole sentence teaches nothing; None where it has to be read further. Quotes are straight already."""
    if _ECHO.search(sentence):
        return Pass.ECHO
    if (
        _QUOTE_LINE.match(sentence)
        or _TOLD.search(sentence)
        or (_QUOTED.search(sentence) and not _NAMED_THING.search(sentence))
    ):
        return Pass.QUOTED
    if _JOKE.search(sentence) or form.SARCASM.search(sentence):
        return Pass.JOKE
    return Pass.MISTAKEN if _is_mistaken(sentence) else None


def _is_mistaken(sentence: str) -> bool:
    """Whether it says what somebody thought and then that it is not so. What proved to be so after all, or was thought
    not to be so, is none."""
    found = _ONCE_THOUGHT.search(sentence)
    if found is None or _NOT_SO.search(found["what"]) or _SO_AFTER_ALL.search(found["then"]):
        return False
    return _NOT_SO.search(found["then"]) is not None


def passing_clause(clause: str) -> Pass | None:
    """Why one clause teaches nothing, by how it begins and ends."""
    bare = clause.rstrip(" \"')”")
    if bare.endswith("?") or _QUESTION.search(clause):
        return Pass.QUESTION
    if _SUPPOSES.search(clause):
        return Pass.HYPOTHESIS
    if _SMALL_TALK.match(clause):
        return Pass.SMALL_TALK
    return Pass.OPINION if _OPINION.search(clause) else None
