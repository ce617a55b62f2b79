"""What may stand before a statement: a greeting, a request to remember it, a cue, the time of which it tells."""

from __future__ import annotations

import re
from typing import Final

_EXPLICIT: Final = re.compile(
    r"(?:(?:please|pls|also|and|ok|okay|hey|so|just|can you|could you|i want you to"
    r"|i need you to)[, ]+)*(?:(?:remember|note|keep in mind|bear in mind|don't forget|do not forget|never forget"
    r"|make a note|take note|save|store|memori[sz]e|write down|jot down)(?: this| the following"
    r"| it down)?(?: that\b,?|\s*[:–—-]|,?(?= (?:i|i'm|i've|im|my|we|our)\b))|(?:for the record|for future reference"
    r"|fyi"
    r"|note to self|important|reminder|nb|n\.b\.|heads[- ]up|just so you know|for your information)\s*[:,–—-])\s*",
    re.I,
)
_TO_NAME: Final = r"(?:(?: so much| a lot| again| all| everyone)?,? [A-Z][a-z]+(?=[,!.:;]))?(?: so much| a lot| again)?"
_GREETING: Final = re.compile(
    r"(?:(?:hi|hey|hello|oh|ah|aw+|wow|well|so|and|yes|yeah|yep|ok|okay|sure|thanks|thank you|thx|haha|hmm+|ugh|look"
    r"|listen|cool|great|nice|awesome|good (?:morning|evening|afternoon)|hi there|hey there|dear \w+|congrats"
    r"|of course|definitely|absolutely|exactly|totally|true|right|amazing|perfect|you know|lol|also|plus|but|because"
    r"|man|anyway|(?:i have |i've got )?(?:some |big |good |great |bad |sad )*news"
    rf"|guess what|no problem|no worries|sounds good|oops|oof|phew|yay|whoa|gosh|omg|look|aww"
    rf"|hooray){_TO_NAME}\s*[,!.:;–—-]+\s*"
    r"|(?:hey|hi|ok|okay|yeah|yes|well|oh|um|uh)\s+(?=(?:so|i|i'm|im|i've|my|we|our|just)\b)"
    r"|[^\w\s\"'(\[#@$€£¿¡+-]+\s+"
    r"|(?!\w+ly,|(?:no|sorry|correction|update|today|tomorrow|now|nowadays|sometimes|btw"
    r"|fyi),)[A-Z][a-z]+,\s+(?=(?:i|i'm|we|that|that's|those|this|it|it's|you|your|what|how|the|there|can|do|don't"
    r"|please)\b)|(?:so(?! far\b)|and|but|also|plus|because|well|oh|yeah)\s+)",
    re.I,
)  # fmt: skip
_UNIT: Final = "(?:week|month|year|weekend|night|morning|afternoon|evening|summer|winter|spring|autumn|fall)"
_TIME: Final = (
    rf"(?:currently|recently|lately|nowadays|these days|today|yesterday|tomorrow|tonight|this {_UNIT}|(?:last"
    rf"|next) \w+"
    r"|right now|at the moment|from now on|in (?:19|20)\d\d|in [A-Z][a-z]+|on \w+days?|every \w+|now|so far|(?:a "
    r"|two |three |few |couple of |\d+ )*(?:days?|weeks?|months?|years?) ago|since [\w ]{2,20}|back in \w+|(?:from"
    r"|as of|effective|starting) (?:today|tomorrow|now|next \w+|\w+day))"
)
_CUE: Final = re.compile(
    rf"(?:(?:actually|no|correction|sorry|honestly|in fact|to be honest|tbh|by the way|btw|update|fyi|anyway|{_TIME}"
    r"|since (?:we|i) (?:last )?(?:spoke|talked|chatted|met)\b[^,.;:!?]{0,30}"
    r"|usually|normally|generally|sometimes|in general|other than that|once|one day|just so you know|once more"
    r"|(?!hopefully|possibly|probably)\w+ly|(?:on|for|at|in|after|before|during|with|over|due to|because of|given|as"
    r"|about|through|besides|despite)\b(?:(?!\b(?:i|we|he|she|they|it)\b)[^,.;:!?]){2,100})(?:[,:]|\s+[–—-]+)\s+"
    rf"|(?:actually|honestly|fyi|btw|usually|normally|personally|sometimes|{_TIME})\s+(?=(?:i|we|my|our|the)\b)"
    r"|(?:fyi|btw)\s+)",
    re.I,
)
_AFTERWARDS: Final = re.compile(
    r"(?:,? (?:as|like) (?:i|we)(?:['’]ve)? (?:already |just )?(?:said|told you|mentioned|wrote|noted)"
    r"(?: before| already| earlier)?|,? as you (?:already |surely |probably )?(?:know|remember|may know|will remember)"
    r"|, remember)[.!…]*$",
    re.I,
)
_HEADING: Final = re.compile(r"(?P<noun>[^\W_][^:.!?]{1,60}?):\s+(?=\S)")


def after_request(sentence: str) -> int | None:
    """Where the statement begins behind "Please remember that"; None where nobody asks for it to be remembered."""
    found = _EXPLICIT.match(sentence)
    return found.end() if found and found.end() < len(sentence) else None


def after_greeting(sentence: str, start: int) -> int:
    """Where the statement begins behind greetings and exclamations, which are no part of it."""
    return _after(_GREETING, sentence, start)


def after_cue(clause: str) -> int:
    """Where the clause itself begins behind "Actually," and "Yesterday,", which belong to what it says."""
    return _after(_CUE, clause, 0)


def _after(pattern: re.Pattern[str], text: str, start: int) -> int:
    while (found := pattern.match(text, start)) and found.end() < len(text):
        start = found.end()
    return start


def before_aside(clause: str) -> int:
    """Where words to the listener begin that end a clause and are no part of it: "…, as I said"."""
    found = _AFTERWARDS.search(clause)
    return found.start() if found else len(clause)


def after_heading(clause: str) -> int:
    """Where a sentence begins behind "Hawthorn Clinics:"; 0 where it has no heading."""
    found = _HEADING.match(clause)
    return found.end() if found and found.end() < len(clause) else 0
