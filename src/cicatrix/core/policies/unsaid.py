"""Whether a call leaves open what a rule asks for beside the thing itself: a person can tell, the call does not.

``cancel_booking(id=7)`` may be a guest's booking or none. A call that names another value where the one of the rule
would stand has said that it is none.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from cicatrix.core.actions.call import Call, Source, Thing
from cicatrix.core.actions.words import split_name
from cicatrix.core.patterns import regex
from cicatrix.core.policies.classes import is_of_class
from cicatrix.core.policies.lexicon.lexicon import Lexicon
from cicatrix.core.policies.policy import Target
from cicatrix.core.policies.targets import matching_things
from cicatrix.core.reading.grammar import table

_SILENT: Final = table("tool field flag content status amount time count state currency")
"""Parts of a call that say nothing of which thing it is."""

_POINTS: Final = regex(r"(?i)(?:^|[/_-])(?:i?ids?|ref|uuid|key|number|code)(?:/\d+)?$|(?<=[a-z])Ids?(?:/\d+)?$")
_LIKE_NUMBERS: Final = regex(r"[^\s@/]*\d[^\s@/]*")
"""An identifier by its look: a figure in it, and no space."""


def is_open(groups: Sequence[Sequence[Target]], text: str, call: Call, lexicon: Lexicon) -> str:
    """What a call leaves unsaid, to be shown; empty where it says that the rule does not mean it.

    The first of the ``groups`` holds the things that the rule speaks of, each other one what must stand beside them;
    ``text`` is its sentence.
    """
    if call.source not in (Source.JSON, Source.TEXT) or any(thing.role == "state" for thing in call.things):
        return ""
    found = [[thing for target in group for thing in matching_things(target, call, lexicon)] for group in groups]
    left = [target for group, things in zip(groups, found, strict=True) if not things for target in group]
    anchored = found[0] or any(_stands_in(target, call, lexicon) for target in groups[0])
    if not anchored or found.count([]) > _MISSING or any(_is_exact(target) for target in left):
        return ""
    names = any(_is_name(word, text) for target in left for word in (*target.mods, target.head))
    heads = {lexicon.head(target.head) for group in groups for target in group if target.head}
    known = {id(thing) for things in found for thing in things}
    words = {lexicon.head(word) for group in groups for target in group for word in (*target.mods, target.head) if word}
    if any(
        id(thing) not in known and _tells(thing, words, lexicon) and (names or _is_rival(thing, heads, lexicon))
        for thing in call.things
    ):
        return ""
    return ", ".join(dict.fromkeys(said for target in left if (said := _shown(target))))


_MISSING: Final = 3


def _stands_in(target: Target, call: Call, lexicon: Lexicon) -> bool:
    """Whether the noun of a target stands in the call, so that it may be what is meant."""
    if not target.head or target.role or target.literal:
        return False
    head = lexicon.head(target.head)
    return any(thing.kind != "text" and is_of_class(thing, head, lexicon) for thing in call.things)


def _is_exact(target: Target) -> bool:
    """Whether it names one thing by a figure or a value: what has another one is another."""
    return bool(target.literal or target.kind) or any(_FIGURE.search(word) for word in (*target.mods, target.head))


_FIGURE: Final = regex(r"\d")


def _is_name(word: str, text: str) -> bool:
    """Whether the sentence writes a word as a name: with a capital, and not at its beginning."""
    place = text.lower().find(word.lower()) if word else -1
    return place > 0 and text[place].isupper() and text[:place].rstrip()[-1:] not in (".", "!", "?", ":")


def _is_rival(thing: Thing, heads: Collection[str], lexicon: Lexicon) -> bool:
    """Whether a value stands where the words of the rule would: in a field of the thing itself, in one that says of
    which kind it is or how it is done, or in words that nobody sorted into fields."""
    if thing.role in _MANNERS or thing.pointer in ("", "/text", "resource"):
        return True
    names = [name for name in thing.pointer.split("/") if name and not name.isdigit()]
    last = split_name(names[-1]) if names else ()
    return any(word in _MANNERS or lexicon.head(word) in heads for word in last)


_MANNERS: Final = table(
    "type kind category class tag channel place environment host branch path table source mode method way via medium",
    "service transport level tier scope audience visibility target destination name title label flag status section",
    "action option reason purpose role group team department plan region language format priority severity resource to",
    "recipient item object subject what model tool key",
)


def names_other(words: Collection[str], heads: Collection[str], call: Call, lexicon: Lexicon) -> bool:
    """Whether a call with fields names something else where these words would stand."""
    return call.source is Source.JSON and any(
        _tells(thing, words, lexicon) and _is_rival(thing, heads, lexicon) for thing in call.things
    )


def _tells(thing: Thing, words: Collection[str], lexicon: Lexicon) -> bool:
    """Whether a value names something else, so that the call is about that."""
    if thing.role in _SILENT or thing.kind == "text" or not thing.words:
        return False
    if _POINTS.search(thing.pointer) or _LIKE_NUMBERS.fullmatch(thing.literal):
        return False
    return any(lexicon.head(word) not in words for word in thing.words)


def _shown(target: Target) -> str:
    return target.literal or " ".join((*target.mods, target.head.replace("_", " "))).strip()
