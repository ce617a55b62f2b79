"""Patterns of English instructions and of what looks like them, for :mod:`cicatrix.core.reading.english`.

Each is a list of alternatives, one thought a line; all are matched without regard to case on text with straight quotes.
"""

from __future__ import annotations

import re
from typing import Final

from cicatrix.core.patterns import regex
from cicatrix.core.reading import grammar


def _any(*alternatives: str, start: bool = False) -> re.Pattern[str]:
    body = "|".join(alternatives)
    return regex(f"^(?:{body})" if start else f"(?:{body})", re.IGNORECASE)


_PAUSE: Final = r"\s*(?:[,:;!]|\s[-–]+(?=\s)|—|\.{3}|…)\s*"

LEAD: Final = _any(
    rf"(?:once |yet )?again{_PAUSE}",
    rf"(?:h+m+|um+|uh+|er+m?|ah+|oh well|to be clear|one (?:more )?thing|heads[- ]up|psa|psst){_PAUSE}",
    rf"(?:i|we)(?:'ve| have)? (?:already )?(?:said|told you|mentioned|written|explained) (?:this|that|it|so)"
    rf"(?: (?:before|already|(?:once|twice|\w+ times)(?: (?:before|already|now))?))*(?:,? but)?{_PAUSE}",
    rf"for the (?:\w+th|second|third|last) time{_PAUSE}",
    rf"(?:ok|okay|right|well|yeah|yes|no|and|alright) (?:so|well|now|look|then|again){_PAUSE}",
    rf"(?:once more|one more time|and another thing){_PAUSE}",
    r"for (?:heaven's|god's|goodness'?|pete's) sake,? ",
    rf"(?:as|like) (?:i|we) (?:have )?(?:said|told you|mentioned|wrote|keep saying)(?: before| already| last time)?"
    rf"{_PAUSE}",
    rf"(?:the )?same (?:as|trouble|problem|mistake|thing|issue|story)\b[^.:;!?—]{{0,60}}{_PAUSE}",
    rf"(?:no|nope|yes|yep|ok|okay|right|well|so|now|and|but|also|plus|hey|hi|hello|look|listen){_PAUSE}",
    rf"(?:note|nb|reminder|remember|rule|new rule|important|fyi|lesson(?: learn(?:t|ed))?|feedback|correction){_PAUSE}",
    rf"(?:(?:for )?next time|for the future|seriously|honestly|sorry|thanks|thank you|please){_PAUSE}",
    r"(?:so|and|but|also|please|pls|kindly|again)\s+",
    r"(?:nice|good|great|solid|lovely|fine)\b[^,.:;!?—]{0,40}[,;!—]\s*(?:but\s+)?",
)
"""What may stand before an instruction and is no part of it."""

BUT: Final = regex(r"[^,;:—]{3,80}[,;—]\s*(?:but|next time)[,:]?\s+", re.IGNORECASE)
"""A judgement, then "but" and the instruction."""

CONDITION: Final = _any(
    r"(?:if|when|whenever|before|after|once|until|unless|as soon as|in case|for|in|on|at|during|with|without)\b",
    r"(?:outside|between|from|instead of|rather than|to|while)\b",
)
"""What opens a sentence whose instruction comes later."""

GENERAL: Final = _any(
    r"\b(?:always|never|every|each|any|all|from now on|in (?:the )?future|going forward|next time|whenever|before)\b",
    r"\b(?:after|when|if|unless|until|only|no more|any ?more|ever)\b",
)
"""Words that reach beyond the piece of work at hand."""

QUOTED: Final = _any(r">", r"[\"“«][^\"“”«»]*[\"”»][.!]?$", start=True)

_TELLS: Final = (
    r"(?:said|says|say|wrote|writes|write|asked|asks|thinks?|thought|claims?|claimed|wants?|wanted|told|tells)"
)
_RULEBOOK: Final = "(?:policy|policies|rules?|guides?|handbook|manual|law|contract|style|checklist|regulation|standard)"
_TOLD: Final = r"(?:said|says|wrote|writes|asked|asks|thinks|thought|claims|claimed|wants|wanted|told|tells)"
REPORTED: Final = _any(
    r"(?:the |a |our |one |some |their )?(?:customer|client|user|reader|caller|guest|patient|visitor|vendor"
    r"|supplier|he|she"
    rf"|they|somebody|someone|people|everyone|website|page|article|e-?mail|log|model|bot)s?\b[^.]{{0,30}}?\b{_TELLS}\b",
    rf"(?:the|a|an|our|one|some|their) [^.,:]{{1,40}}? {_TELLS} (?:that|me|us|you|we|:|\")",
    rf"(?!(?:we|you|i|always|never|don't|do not|please|just|only|then|instead)\b)[^.,:]{{1,40}} {_TOLD}:? [\"“«]",
    rf"(?!(?:we|you|i)\b)(?:(?:the|an?|our) )?(?:[\w'-]+ ){{0,2}}?(?!{_RULEBOOK}\b)[\w'-]+"
    r" (?:says|said|claims|claimed|insists|insisted|reckons|thinks|thought|swears|swore|told|heard|denied|promised)"
    r" (?:that |(?:he|she|they|it|we|i|you|me|us|him|her|them|the|an?|his|her|their|our|there|nobody|no one|no)\b)",
    start=True,
)
"""Somebody else's words or wishes."""

POLITE: Final = _any(r"(?:can|could|would|will) (?:you|we) (?:please )?", start=True)
ASKS: Final = _any(
    r"(?:why|what|where|who|how|which|whose|did you|do you|are you|have you|is it|is this|was it|has the|does)\b",
    start=True,
)

SARCASM: Final = _any(
    r"^(?:oh|sure|wow|yeah|bravo|ha|haha|brilliant|wonderful|fantastic|lovely|great|perfect|nice|good job)\b[,!.…]*\s*"
    r"(?:oh|yeah|great|sure|right|just|by all means|of course|why not|another|let's|because|as always|again|go ahead"
    r"|brilliant|perfect|wonderful|lovely|fantastic|more)\b",
    r"\bby all means\b",
    r"\bwhat could (?:possibly )?go wrong",
    r"\bworked so well\b",
    r"\bthanks for nothing\b",
    r"\bi'm sure (?:they|he|she|the \w+|our \w+|everyone|nobody)\b[^.]*\b(?:love|enjoy|thrilled|delighted)",
    r"^(?:go ahead|do go on|feel free)\b.*\b(?:why not|i'm sure|see (?:if|whether) i care|as you like)\b",
    r"\bwhy (?:don't|not) (?:we |you )?(?:just|also) ",
    r"/s$",
)

HYPOTHESIS: Final = _any(
    r"^(?:maybe|perhaps|possibly|i wonder|i guess|not sure|what if|suppose|imagine|i'm thinking)\b",
    r"^(?:it would be|it might|we might|we could|you could|you might|one could|ideally we could)\b",
    r"^i think (?:we|you|it|they) (?:could|might|may)\b",
    r"^if (?:i|we|you|it|they|he|she|the \w+) (?:had|were|was)\b.*\b(?:would|could|might)\b",
    r"^(?!.*\bthan\b.*\bhave\b).*\b(?:would|could|might|i'd|we'd) have\b(?!.*\bshould have\b)",
)
"""Nothing was decided. What is only measured by a wish ("kinder than I would have been") was not wished."""

PROHIBITION: Final = _any(r"(?:don't|dont|do not|never|stop|avoid|quit|refrain|no more|must not)\b", start=True)
COMFORT: Final = _any(
    r"(?:don't|do not|dont|never) (?:worry|mind|get me wrong|know|think so|care|bother|be (?:afraid|sorry))\b",
    r"(?:check (?:it|this|them) out|keep it up|hang in there|take care|good luck|enjoy)\b",
    start=True,
)
NO_THING: Final = _any(r"not? (?:more )?\w", start=True)
NO_IDIOM: Final = _any(
    r"no (?:problem|worries|idea|doubt|wonder|thanks|comment|way|one|need|luck|excuse|question(?! marks?)|clue"
    r"|surprise)\b",
    r"not (?:what|how|the way|as i|again|bad|good|great|sure|really|quite|exactly|ideal|my|impressed|happy|helpful"
    r"|funny|cool|ok|okay|yet|enough|too|much|so|very)\b",
    r"no (?:big deal|offen[cs]e|kidding|chance|sign|news|response|reply|harm|hurry|rush|clicks?|views?|results?)\b",
    start=True,
)
SO_NO: Final = _any(r"(?:\bso|\btherefore|\bhence),? (?=no (?!longer\b)\w)")
"""A reason, then what follows from it: "… so no postings after that"."""

_STATE: Final = (
    "(?:located|based|called|named|known|used|made|sold|closed|broken|delayed|affected|involved|interested"
    "|worried|tired"
    "|confused|pleased|born|expected|supposed|overwhelmed|annoyed|excited|opened|lost|hurt|scared|scheduled|planned)"
)
"""What things are, not what is done with them."""

_OUTSIDERS: Final = "nobody|no one|who|what|customers?|clients?|users?|readers?|guests?|they|everyone|people|this|that"
_MONTHS: Final = "|".join(sorted(grammar.MONTHS))
_DAYS: Final = "|".join(sorted(grammar.DAYS))
_DONE: Final = r"(?:\w+ed|read|sent|kept|put|written|sold|told|paid|shown|given|taken|made|done|held|drawn|cut|seen)"
NORM: Final = _any(
    r"\b(?:must|mustn't|shall|should(?:n't)?|ought to|may (?:not|only|never)|(?:can|could)(?:not|'t| not| only"
    r"| never))\b",
    r"\bha(?:s|ve) to\b",
    r"\bneeds? \w+",
    r"\b(?:requires?|(?:is|are|was) supposed to|no longer|count as)\b",
    r"\b(?:is|are|be|stays?|remains?) (?:\w+ly |now |not |only |never |always )*(?:to be|not to|allowed|permitted"
    r"|forbidden"
    r"|prohibited|required|mandatory|compulsory|banned|off[- ]limits|off the (?:list|table|menu)|out|frozen"
    r"|read-only|locked|confidential|private|reserved|off|taboo|obligatory|optional|exempt)\b",
    r"\b(?:is|are|gets?|be|being) (?:never|always|only)\b",
    r"\b(?:stays?|remains?) \w+ed\b",
    rf"\b(?:is|are|gets?) {_DONE}\b.*\b(?:before|by|until|without|unless|except|once|after|whenever)\b",
    rf"^(?:every|each|all|any)\w*\b.*\b(?:is|are|gets?) {_DONE}\b",
    r"\b(?:nothing|nobody|no one|none)(?! (?:cares?|stops?|wants?|likes?|reads?|knows?|minds?|asked|needs?|is perfect))"
    r"\b[^.]*\b(?:goes|gets?|leaves|ships|may|must|can|before|after|without|until|unless|outside|(?:is|are"
    r"|be) \w+ed)\b",
    r"\bpast me\b",
    r"\b(?:passe?s?|goe?s?|comes?|belongs?|moves?|runs?|routes?) (?:\w+ )?(?:to|in|into|at|through|past|via|first|last"
    r"|before|after|under|behind|on|out|with|live|above|below|by)\b"
    rf"(?! (?:the )?(?:week \d+|next|last|\d+(?:st|nd|rd|th)|spring|summer|autumn|winter|{_MONTHS}|{_DAYS})\b)",
    r"\bonly (?:after|once|when|if|with|through|via|by|on|in|from|for|to|gets? to)\b",
    r"\b(?:instead of|rather than|(?:has|have|takes?) (?:precedence|priority)|starts? with|ends? with)\b",
    r"\b(?:outranks?|trumps?|overrides?|prevails?|wins? over|no matter wh\w+|regardless of|irrespective of)\b",
    r",? (?:otherwise|or else)\b|\bor (?:we|it|they|you) (?:do(?:es)?n't|do not|won't|will not|can't|cannot)\b",
    r"\b(?:no exceptions?|without exception)\b",
    r"\b(?:is|are) (?:needed|necessary) (?:for|before|when|if|on|by|from)\b|\b(?:is|are) a must\b",
    r"\byou (?:can|may) \w+\b.*\b(?:yourself|without asking|freely)\b",
    rf"^(?!(?:the|our|your|my|his|her|this|that|these|those)\b)[\w' -]{{2,40}}\b(?:are|get) {_DONE}"
    r"(?: \w+){0,3}? (?:with|as|via|using|through|every|daily|weekly|monthly|yearly|twice)\b",
    # what is done with whatever is of a kind: "Milk above 6 degrees is discarded", "Statements are taken separately"
    rf"^(?!(?:it|he|she|this|that|we|you|i)\b).*\bgets? {_DONE}\b",
    rf"\b(?:above|below|over|under|without|exceeding|\w+er than|more than|less than) (?:[^,.;]|[.,](?=\d)){{1,40}}"
    rf" (?:(?:is|are) (?:not )?{_DONE}|gets?|receives?|waits?)\b",
    rf"^(?:an?|any) [^,.;]{{1,60}} (?:is|are) (?:not |never )?{_DONE}\b",
    rf"^(?!(?:the|our|your|my|his|her|this|that|these|those|they|we|you)\b)(?:[\w'-]+ ){{0,3}}\w+s"
    rf" are (?!{_STATE}\b)(?:not )?{_DONE} (?:\w+ly|on|at|by|in|to|from|for|into|under|through|within|the same)\b",
    # who does it: "Legal signs off on every banner", "The form tutor answers parents' mails"
    rf"^(?!(?:the |our )?(?:{_OUTSIDERS})\b)(?:only )?(?:the |our )?(?:[\w-]+ ){{1,3}}"
    r"(?:approves|signs|countersigns|answers|decides|owns|reviews|authori[sz]es)\b",
    rf"^(?!(?:the |our )?(?:{_OUTSIDERS})\b)(?:[\w-]+ ){{0,2}}\w+s"
    r" (?:approve|sign|countersign|check|confirm|review|verify)\b"
    r".*\b(?:every|each|any|all)\b",
)
"""How things are to be, said of the things: "Refunds above 200 need a manager", "X goes to Y", "never refunded"."""

OBSERVED: Final = _any(
    rf"(?:the |our |some |most )?(?:{_OUTSIDERS}|\w+s) (?:always|never)"
    r" (?:complain|hate|love|like|dislike|ask|forget|want|think|read"
    r"|notice|expect|ignore|laugh|struggle|understand|know|care|believe|see|find|seem|look|feel|arrive|come|cry)s?\b",
    start=True,
)
"""How people are, not how things are to be."""

GUESS: Final = _any(
    r"(?:(?:it|that|this|they|you) )?must(?:'ve| have| be (?:so |really |very |quite |super )*(?:awesome|nice|great"
    r"|hard|tough|fun|lovely|amazing|exciting|satisfying|difficult|tiring|proud|\w+ing))\b",
    start=True,
)
"""What somebody concludes: "Must have been the cache"."""

PERSONAL_NORM: Final = _any(
    r"\b(?:must|mustn't|should|shouldn't|ought to|may(?! have)|(?:can|could)(?:not|'t| only)|ha(?:ve|s) to"
    r"|needs? to)\b",
    r"^you can \w+\b.*\b(?:yourself|without asking|freely)\b",
    r"\b(?:is|are) (?:never |not |only )?(?:allowed|permitted|supposed|to|forbidden)\b",
)
"""The same, said of "you" or "it": there fewer words make a norm."""

NOT_A_NORM: Final = _any(r"^(?:i|it|this|that|he|she) (?:can't|cannot|could|can|must (?:be|have))\b", r"\bmust have\b")

HABIT: Final = regex(
    r"^(?:[^,]*,\s*|(?:in|on|at|for|with|during) [\w ]{1,40}? )?we(?: only| always| never| also)* ([\w'-]+)",
    re.IGNORECASE,
)
WORDING: Final = _any(r"(?:it's|it is) [\"“][^\"”\d]+[\"”].*\bnot [\"“]", start=True)
"""Which word the house writes: "It's “shall” in definitions, not “will”"."""
HOUSE_IN_A_CASE: Final = _any(r"\bwe (?:never|always|only|don't|do not|must|should|need to|have to)\b")
"""What the house does where a condition opens the sentence."""
WISH: Final = _any(
    r"(?:i|we)(?:'d| would)? (?:never |don't (?:ever )?|do not |always |rather |only )?"
    r"(?:want|like|expect|prefer|rather|need you to|insist|have)\b",
    start=True,
)
WISHES: Final = _any(r"^(?:i|we) (?:have|like)\b")
OVERDUE: Final = _any(r"\b(?:should(?:n't| not)? have|(?:were|was) supposed to|ought to have) \w+")
PERSONAL: Final = _any(r"(?:you|it|he|she|that|this|i)\b", start=True)
CONTRAST: Final = _any(r"^(?!.*\b(?:is|are|isn't|aren't)\b).*, not (?!\d)[^,\d]{1,40}$")
"""How a practice is set against a wrong one; with "is" it is a fact that is put right."""

LIMIT: Final = _any(
    r"\b(?:max(?:imum)?|min(?:imum)?|at most|at least|no more than|or (?:less|fewer|more))\b",
    r"\bonly[.!]?$",
    r"\b(?:under|below|within|up to|no longer than|not over) (?:[€$£]\s?)?\d",
)
FINITE: Final = _any(r"\b(?:is|are|isn't|aren't|i|you|am|has|have)\b")
STATES: Final = _any(r"\b(?:is|are|was|were|costs?|has|have|takes?|lasts?|opens?|closes?|lives?)\b")
IN_ORDER: Final = _any(
    r"\b(?:first|last)(?=[.!]*$| (?:in|on|at|of|for|to|out|and|as|with|please|pls|always|then|too|everywhere)\b)"
    r"[^,]{0,20}[.!]?$",
    r"\b(?:first|last),",
    r"^(?:[\w-]+ ){1,3}before (?:the )?[\w-]+(?: [\w-]+)?(?:[,.!]|$)",
)
IT_SHOULD: Final = _any(r"(?:it|that|this) should (?:be|say|read) (?:an? |the |at |on )?[\d\"“']", start=True)

_PIECE: Final = (
    "one|post|draft|version|ticket|e-?mail|message|paragraph|headline|image|picture|file|sentence|page|report"
    "|article|tweet"
    "|reply|line|link|chart|title|order|invoice|branch|commit|slide|section|photo|table|column|row|query|customer"
    "|client"
    "|case|call|job|run|build|release|pr|batch|hotel|booking|dish|plate"
)
AT_HAND: Final = _any(
    rf"\b(?:this|that) (?:{_PIECE}|morning|afternoon|evening|week|month)\b",  # not "make sure that invoices …"
    rf"\b(?:these|those) (?:{_PIECE})s?\b",
    r"\b(?:this time|for now|right now|right away|asap|today|tonight|tomorrow|by (?:eod|noon|tonight))\b",
    r"\bby (?:the end of the day|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b",
    r"\bthe (?:typo|draft)\b|\byet[.!]?$",
)
"""The piece of work at hand, and the day."""

PLACE_IN_IT: Final = _any(
    r"\b(?:line|row|slide|page|paragraph|section|step|item|column|cell) (?:\d+|one|two|three)\b",
    r"\b(?:first|second|third|fourth|last|above|below|previous) (?:line|sentence|paragraph|word|slide|section|image"
    r"|link)\b",
    r"\b(?:first|second|third|fourth|last|above|below|previous) (?:bullet|row|column|one|half|page|part|heading"
    r"|chart|item)\b",
    rf"\b(?:{_PIECE}|claim|account|shipment|parcel|bug|issue|patient|bed|room|exercise|task|level|contract)"
    r" (?:no\.? ?|number |#|[a-z]{1,5}-)?\d{2,}\b",
)
"""A place in it; only an order to change it is a one-off ("the second signature must …" is a norm)."""

NUMBERED: Final = _any(
    r"(?!(?:use|keep|prefer|treat|avoid|call|label|mark|put|never|don't|do|stop|no)\b)[\w-]+ (?:the )?[a-z]+ #?\d+"
    r"(?: (?:to|from|into|by|at|with|until|on|off|for)\b|[.!]?$)",
    start=True,
)
"""One certain thing out of many: "move truck 14 to gate B"."""
MY_NOW: Final = _any(r"\bi(?:'ll|'m| am| will|'ve)\b|\b(?:where|when|whether|if|what|why) my\b")
"""In an order: an errand of the moment ("tell Aiko I'll be late")."""
FETCH: Final = _any(
    r"(?:send|give|show|forward|get|bring|e-?mail|fetch|pass|hand) me (?:the|that|this|those|your|an?|it|them)\b",
    start=True,
)
"""An errand for the one who speaks."""

BY_DOING: Final = _any(
    r"(?!(?:the|a|an|our|your|my|their|this|that|these|those|we|you|they|it|he|she|i)\b)[a-z]+ (?!of\b)[\w' -]+?"
    r" by (?:\w+ly )?[a-z]+ing\b(?!.*\b(?:is|are|was|were|has|have|had)\b)",
    start=True,
)
"""An act and the way to do it: "Free space by removing old logs instead"."""

OPEN_END: Final = regex(r"[:：]\s*$")
"""It announces something that does not follow."""

NO_SUBJECT: Final = _any(
    r"(?:still |just |also |really )?(?:needs|has|must|should|ought) ",
    r"(?:no|without(?: an)?) exceptions?[.!]*$",
    start=True,
)
"""What is spoken of stands in the sentence before, or nowhere."""
HAND_OVER: Final = _any(r"(?:the|that|this|your) [\w ]{1,30} (?:please|pls|plz)[.!]?$", start=True)
ASKED_NICELY: Final = _any(r"\w\w.*\b(?:please|pls|plz)(?:[,;.!]|$)", start=True)
THE_OTHER: Final = _any(r"\bthe (?:other|same) (?!(?:day|hour|week|month|year|evening|morning|night)\b)[\w'-]+[.!]?$")
BACK_THERE: Final = _any(
    r"(?:in|for|with|after|before|from|to) (?:that|this|those|these|them|such)(?: cases?\b|,| (?:we|you|use|do|ask)\b)",
    r"(?:anything|everything|all|whatever|amounts?|orders?|those) (?:below|above|else|beyond|over|under|less|more)"
    r" (?!€|\$|£|\d|than\b)",
    r"(?:the (?:latter|former|others?|rest)|such|if so|if not|do (?:the same|likewise))\b",
    r"(?:the )?same (?:for|goes|applies)\b",
    r"(?:its|their|his|her) \w+",
    start=True,
)
"""An opening that takes its case from the sentence before."""
FRAGMENT: Final = _any(
    r"(?:not|never|only|even|also)(?: ever)?"
    r" (?:on|at|in|with|without|for|by|to|from|after|before|during|when|until)\b[^,:]*$",
    start=True,
)
"""A limit of something said before: "Only with approval."."""
MERELY_MORE: Final = _any(
    r"(?:it |this |that )?(?:still |just |really )?(?:needs?|has|have|should|could|must|ought)(?: to)? be"
    r" (?:much |a bit |a little |way |far |more )*\w+(?:er|ly)?[.!]*$",
    start=True,
)
APPOSITION: Final = _any(r", (?:the|our|all|any) [\w'-]+(?: [\w'-]+){0,2}[.!]?$")
"""A pronoun that is named after all: "Put them last, the hashtags."."""
PRAISES: Final = _any(
    r"\b(?:i|we|they|really) (?:really |did |do )?liked?\b",
    r"\b(?:very|so|really|done|handled|reads?|written|looks?|went) well\b",
    r"\b(?:much|even|way|already) better\b",
)
"""Where a word of many senses praises."""
COMPLAINS: Final = _any(
    r"\b(?:makes? no sense|waste of)\b",
    r"\bnot (?:good|great|what|helpful|acceptable|ok|okay|funny|how|the way|right|enough)\b",
    r"\b(?:is|was|does|do|did)n't (?:good|great|what|helpful|ok|okay|right|enough|work|help|make sense)\b",
)
ORDINAL_TIME: Final = _any(r"\b(?:second|third|fourth|fifth|\d+(?:nd|rd|th)|umpteenth|nth) time\b")
TOLD_PAST: Final = _any(
    r"^(?:[\w'-]+ ){1,6}?\w{2,}ed (?:the|an?|for|to|us|me|him|her|them|it|my|our|his|their|in|on|at|by|from|with|after"
    r"|before|again|\d)"
)
"""A regular verb in the past with what it happened to."""

POINTING: Final = _any(r"\b(?:it|them|this|that|these|those|there|one|so|him|her|other|same|things?)\b")

CLOSES: Final = _any(
    r"^(?:nobody|no one) (?:(?:but|except) \w+ )?(?:touches|changes|edits|deletes|merges|pushes|deploys|restarts|sends"
    r"|signs|pays|books|approves|publishes|moves|closes|opens|cancels|ships)\b",
    r"\bwe no longer (?!need|have|use|know|see|think)\w+",
    r"\b(?:stays?|remains?) (?:as (?:they are|it is)|inside the|inside [A-Z]|where (?:it is|they are))\b",
    r"[:,] (?:not|nothing|never) without\b",
)
"""What is closed without a word of command: "nobody touches the file", "prices stay as they are"."""
