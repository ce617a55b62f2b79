"""The words that fill an attribute, cut out of what stands behind the verb."""

from __future__ import annotations

import re
from typing import Final

NAME: Final = r"[A-Z][\w'’&.-]*(?:\s+(?:(?:of|the|de|la|van|von|der|&)\s+)?[A-Z0-9][\w'’&-]*)*"
"""Words with a capital in a row, as names of people, firms and places are written."""

_CLAUSE: Final = re.compile(
    r"\s*(?:[;!?]|:(?!\d)|,(?!\d)|\s[–—-]+\s|\.\s|\.$|\.\.\.|…)|\s(?:because|since|when|while|but|although|though"
    r"|so that|so (?:i|we|you|please|don|no|can)|which|and (?:i|my|we|he|she|they|it)|if|unless|whenever|cause"
    r"|['’]cause|as (?:it|i|they|we)"
    r"|in case)\b",
    re.I,
)
_TIME: Final = (
    r"(?:any ?more|any longer|these days|at the moment|right now|for now|now|too|as well|either|a lot|very much"
    r"|so much|the most|most of all|at all|please|though|again|already|currently|anyway|nowadays|today|tomorrow"
    r"|yesterday|tonight|(?:last|next|this) (?:week|month|year|weekend|summer|winter|spring|autumn|fall|night"
    r"|\w+day)|\w+ (?:days?|weeks?|months?|years?) ago|in (?:19|20)\d\d|since [\w ]+|until [\w ]+|lol)"
)
_TAIL: Final = re.compile(rf"[\s,]+{_TIME}[\s.!,]*$", re.I)
_ARTICLE: Final = re.compile(r"^(?:a|an|the|some|any|my|our|to be)\s+", re.I)
_EMPTY: Final = re.compile(
    r"^(?:it|that|this|them|these|those|him|her|you|us|me|one|so|to|everything|anything|nothing|something|how|what"
    r"|when|where|seeing you|your\b.*|the way\b.*|being here|doing (?:it|that|this))$|^(?:it|that|this|how|what|your"
    r"|them) ",
    re.I,
)


def value(rest: str) -> str:
    """The first phrase of ``rest``, without article, reasons, times and marks; empty where it names nothing."""
    cut = _CLAUSE.search(rest)
    words = (rest[: cut.start()] if cut and cut.start() else rest if not cut else "").strip(" .,!\"'")
    while (shorter := _TAIL.sub("", words)) != words:
        words = shorter.strip(" ,")
    words = _ARTICLE.sub("", words).strip()
    return "" if points(words) else words


def points(words: str) -> bool:
    """Whether words name nothing: "it", "that", "how you did it"."""
    return _EMPTY.match(words) is not None


def place(rest: str) -> str:
    """The place after "in", "at" or "to": its name where it has one, else the phrase."""
    found = re.match(r"(?:just |right )?(?:in|at|to|near|outside|on|from)\s+(?:the )?(?P<what>.+)", rest)
    if found is None:
        return ""
    name = re.match(rf"{NAME}(?:,\s+{NAME})*", found["what"])
    if name:
        return name[0].rstrip(" .,")
    return value(re.split(r"\s(?:with|and|for|near|by|where|in|at|from)\s", found["what"])[0])


def holder(rest: str) -> str:
    """Whom somebody works for: "at Acme", "for the city library"."""
    found = re.match(r"(?:at|for|with|in)\s+(?:the )?(?P<what>.+)", rest)
    if found is None or re.match(r"(?:home|night|day|weekends?|the evening|a while|now|\d)", found["what"], re.I):
        return ""
    name = re.match(NAME, found["what"])
    return name[0].rstrip(" .,") if name else value(re.split(r"\s(?:as|in|on|since|from|with)\s", found["what"])[0])
