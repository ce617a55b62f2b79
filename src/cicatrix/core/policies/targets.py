"""Whether a call is about the thing that a rule speaks of: True, False, or None where it cannot be known.

Identity differs by kind. ``orders_archive`` is not the table ``orders``; ``billing-7d9f8b6c5d-x2x4z`` is a billing pod
and ``billing-dashboard`` is none; a host has subdomains, a path has folders above it, ``Brennmark AG`` is Brennmark.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final

from cicatrix.core.actions import paths, urls
from cicatrix.core.actions.call import Call, Doubt, Source, Thing, Unknown
from cicatrix.core.actions.words import folded, is_unspaced, split, split_name
from cicatrix.core.patterns import regex
from cicatrix.core.policies.lexicon.lexicon import Lexicon
from cicatrix.core.policies.policy import Target
from cicatrix.core.reading.grammar import table

_HASH = regex(r"(?=.*\d)[a-z0-9]{4,}|\d+|[bcdfghjklmnpqrstvwxz]{5}")
"""Generated parts of names: hashes of replica sets, ordinals, numbers."""

_PARTS: Final = table(
    "api app application worker server service svc web backend frontend main primary replica master node core prod",
    "production live eu us canary blue green v1 v2 v3 pod pods deployment container instance default public internal",
    "central north south east west ag gmbh inc ltd llc co corp plc sa se kg ohg ab oy bv nv spa srl the a an of and dr",
    "mr mrs ms prof team group account customer client",
)
"""Words that name a part or a copy of a thing, or a legal form, and no other thing."""

_UNSURE: Final = frozenset({Doubt.UNPARSED, Doubt.LOOKALIKE, Doubt.COMPUTED})


def holds(target: Target, call: Call, lexicon: Lexicon, doubts: list[Unknown]) -> bool | None:
    """Whether anything in the call is what the target says. Why it cannot be known is added to ``doubts``."""
    if matching_things(target, call, lexicon) or _is_done(target, call, lexicon):
        return True
    doubtful = [unknown for unknown in call.unknown if unknown.doubt in _UNSURE and _concerns(unknown, target, call)]
    if not doubtful and not call.things:
        doubtful = _unsaid(target, call)
    if not doubtful and _is_bare(target, call, lexicon):
        doubtful = [Unknown(Doubt.WORDS, f"whether it is {' '.join((*target.mods, target.head))}")]
    doubts.extend(doubtful)
    return None if doubtful else False


def _unsaid(target: Target, call: Call) -> list[Unknown]:
    """What a call leaves out that names nothing. A statement says all that it does, and a command all paths and hosts;
    what else a command is about, nobody knows, and a person may."""
    if call.source is Source.SQL or (call.source is Source.SHELL and target.literal):
        return []
    doubt = Doubt.OPAQUE if call.source is Source.SHELL and call.verbs else Doubt.MISSING
    return [Unknown(doubt, "what it is done to")]


def _is_bare(target: Target, call: Call, lexicon: Lexicon) -> bool:
    """Whether a call names its thing by a number alone, so that nobody can tell which of its kind it is."""
    if not target.head or not target.mods or target.role or not names_by_number(call):
        return False
    head = lexicon.head(target.head)
    tools = [thing for thing in call.things if thing.role == "tool"]
    return any(all(lexicon.head(word) == head for word in thing.words) for thing in tools)


def names_by_number(call: Call) -> bool:
    """Whether a call says of its things nothing but identifiers."""
    if call.source is not Source.JSON:
        return False
    named = [thing for thing in call.things if thing.role not in _ASIDE and thing.kind != "text"]
    if any(thing.role == "state" for thing in call.things):
        return False  # the record is known, and is not so
    return bool(named) and all(_IDENTIFIER.search(thing.pointer) is not None for thing in named)


_ASIDE: Final = table("tool field flag content status amount time count state")
_IDENTIFIER = regex(r"(?i)(?:^|[/_])i?ids?(?:/\d+)?$|(?<=[a-z])Ids?(?:/\d+)?$")


def _is_done(target: Target, call: Call, lexicon: Lexicon) -> bool:
    """Whether the noun names what is done itself: payments are what one pays, whatever the tool is called."""
    if not target.head or target.mods or target.literal:
        return False
    return _names_act(target.head, call, lexicon)


def _names_act(noun: str, call: Call, lexicon: Lexicon) -> bool:
    return not call.verbs.isdisjoint(acts_named(noun, lexicon))


@lru_cache(maxsize=4096)
def acts_named(noun: str, lexicon: Lexicon) -> frozenset[str]:
    """The families of acts that a noun, or a word of it, names: a purchase order buys. A messenger is a name first."""
    if noun in lexicon.values("messengers") or noun in lexicon.values("social_media"):
        return frozenset()
    said = {family for word in {noun, *noun.split("_")} for family in lexicon.families(word)}
    return frozenset(said).union(*map(lexicon.named, lexicon.members(lexicon.head(noun))))


def matching_things(target: Target, call: Call, lexicon: Lexicon) -> tuple[Thing, ...]:
    """The things of a call that the target speaks of."""
    things = [thing for thing in call.things if not target.role or plays(thing, target.role, lexicon)]
    said = (*target.mods, target.head)
    things = [thing for thing in things if not any(is_negated(word, thing) for word in said)]
    if target.literal:
        far = target.kind == "path" and reaches_far(call)
        return tuple(
            thing for thing in things if _is_literally(target, thing, lexicon) or (far and _is_inside(target, thing))
        )
    if target.kind and not target.head and not target.mods:
        return tuple(thing for thing in things if thing.kind == target.kind)
    return _named(target, things, call, lexicon)


def reaches_far(call: Call) -> bool:
    """Whether what is done to a path is done to what lies in it, or to all that a pattern fits."""
    return not call.verbs.isdisjoint(_DEEP) or any(
        thing.kind == "path" and not _WILD.isdisjoint(thing.literal) for thing in call.things
    )


_DEEP: Final = frozenset({"delete", "wipe"})
_WILD: Final = frozenset("*?[")


def _is_inside(target: Target, thing: Thing) -> bool:
    """Whether what the target names lies in the folder that a call is about."""
    return (
        thing.kind == "path"
        and thing.role == "object"
        and paths.holds(thing.literal, target.literal.removesuffix("/**"))
    )


def is_negated(word: str, thing: Thing) -> bool:
    """Whether a thing says that it is not so: ``non-refundable``, or a flag that is false."""
    if word not in thing.words:
        return False
    place = thing.words.index(word)
    return place > 0 and thing.words[place - 1] in ("non", "not")


def plays(thing: Thing, role: str, lexicon: Lexicon) -> bool:
    """Whether a thing plays a role, by itself or by any field that it stands in."""
    return thing.role == role or role in _roles(thing.pointer, lexicon)


@lru_cache(maxsize=8192)
def _roles(pointer: str, lexicon: Lexicon) -> frozenset[str]:
    names = [name.lstrip("-") for name in pointer.split("/") if name and not name.isdigit()]
    words = [word for name in names for word in split_name(name)]
    return frozenset(role for name in (*names, *words) if (role := lexicon.role_of(name)))


def _concerns(unknown: Unknown, target: Target, call: Call) -> bool:
    """Whether what is unknown could be what the target asks for: a message that is computed is no table."""
    if not unknown.pointer:
        return True
    if unknown.pointer == "columns":
        return target.kind == "column" or target.head == "column"
    known = next((thing for thing in call.things if thing.pointer == unknown.pointer), None)
    if known is None:
        return True
    return known.kind != "text" or target.kind in ("", "text")


def _is_literally(target: Target, thing: Thing, lexicon: Lexicon) -> bool:
    kind, value = target.kind, target.literal
    if kind == "path":
        return thing.kind == "path" and paths.matches(value, thing.literal)
    if kind == "host":
        if thing.kind == "email":
            return urls.host_matches(value, thing.literal.rpartition("@")[2])
        return bool(thing.literal) and "." in thing.literal and urls.host_matches(value, thing.literal.rstrip("."))
    if kind in ("table", "schema"):
        return thing.kind in ("table", "schema", "column", "") and _is_table(folded(value), thing)
    if kind == "column":
        return thing.kind in ("column", "field", "") and thing.literal.rpartition(".")[2] == folded(value)
    if kind in ("branch", "ref") and thing.kind not in ("branch", "ref", ""):
        return False
    if thing.kind == "text":
        return _phrase_stands(split(value), thing.words) if "*" not in value else _glob_stands(value, thing)
    if _equal(folded(value), thing.literal or " ".join(thing.words)):
        return True
    if kind == "id":
        return " " in (thing.literal or " ") and _phrase_stands(split(value), thing.words)
    return same_name(split(value), thing, lexicon)


def _is_table(value: str, thing: Thing) -> bool:
    literal = thing.literal or "_".join(thing.words)
    if "*" in value:
        return _equal(value, literal)
    return literal == value or ("." not in value and literal.rpartition(".")[2] == value)


def _equal(pattern: str, literal: str) -> bool:
    if "*" not in pattern and "?" not in pattern:
        return pattern == literal
    return _compiled(pattern).fullmatch(literal) is not None


@lru_cache(maxsize=4096)
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(re.escape(pattern).replace(r"\*", ".*").replace(r"\?", "."))


def _glob_stands(pattern: str, thing: Thing) -> bool:
    return _compiled("*" + folded(pattern) + "*").fullmatch(" ".join(thing.words)) is not None


def _named(target: Target, things: Sequence[Thing], call: Call, lexicon: Lexicon) -> tuple[Thing, ...]:
    """By noun and the words that stand with it."""
    head = lexicon.head(target.head) if target.head else ""
    if not head and len(target.mods) > 1 and lexicon.knows("_".join(target.mods)):
        return tuple(thing for thing in things if _is_of_class(thing, lexicon.head("_".join(target.mods)), lexicon))
    if not target.mods:
        if not target.head.replace("_", "").isalnum() and len(split(target.head)) > 1:  # a name: db-primary
            return tuple(thing for thing in things if same_name(split(target.head), thing, lexicon))
        return tuple(thing for thing in things if _is_of_class(thing, head, lexicon)) if head else ()
    whole = [thing for thing in things if _has_all(target, head, thing, lexicon)]
    if not whole:
        whole = _spread(target, head, things, lexicon)
    if not whole or not head or head in _SAYING_LITTLE:
        return tuple(whole)
    if any(thing.kind == "text" or thing.role == "type" or _is_kind(thing, head, lexicon) for thing in whole):
        return tuple(whole)
    elsewhere = any(_is_of_class(thing, head, lexicon) for thing in call.things)
    elsewhere = elsewhere or _names_act(target.head, call, lexicon)
    if elsewhere or any(_stands_alone(target, thing, call, lexicon) for thing in whole):
        return tuple(whole)
    named = any(thing.role == "tool" and thing.words for thing in call.things)
    return () if named or any(_class_of(thing, lexicon) for thing in whole) else tuple(whole)


def _stands_alone(target: Target, thing: Thing, call: Call, lexicon: Lexicon) -> bool:
    """Whether the words that describe a thing stand for it: ``cabin: business`` is business class, *legal* the team."""
    if any(_stands(word, target.mods, lexicon) is None for word in thing.words):
        return False
    if thing.role not in ("object", "tool", "flag", "field"):
        return True
    fields = (other for other in call.things if other.role == "field" and other.pointer == thing.pointer)
    return thing.pointer != "" and any(not other.kind for other in fields)


_SAYING_LITTLE: Final = table("count figure number level record entry data information detail value item thing row")
"""Nouns that add nothing to the words before them: stock counts are the stock."""


def _spread(target: Target, head: str, things: Sequence[Thing], lexicon: Lexicon) -> list[Thing]:
    """The words of a phrase may stand in several arguments: production here, billing there."""
    found: list[Thing] = []
    for word in target.mods:
        alone = Target(target.head, (word,))
        carriers = [thing for thing in things if thing.kind != "text" and _has_all(alone, head, thing, lexicon)]
        if not carriers:
            return []
        found += carriers
    return found


def _has_all(target: Target, head: str, thing: Thing, lexicon: Lexicon) -> bool:
    if thing.kind == "text":
        return bool(head and target.mods) and _phrase_of(target, head, thing.words, lexicon)
    if any(map(is_unspaced, target.mods)):
        said = "".join(thing.words)
        return all(word in said or _stands(word, thing.words, lexicon) is not None for word in target.mods)
    if thing.kind == "path" and head and _phrase_of(target, head, thing.words, lexicon):
        return True
    if thing.kind in ("path", "host", "email"):
        return all(_stands(word, thing.words, lexicon) is not None for word in target.mods) and (
            thing.kind != "path" or _are_segments(target.mods, thing.literal)
        )
    return same_name(target.mods, thing, lexicon, head)


def _phrase_of(target: Target, head: str, words: Sequence[str], lexicon: Lexicon) -> bool:
    """Whether the words that describe a noun stand before one of its class: *lab result* is a lab finding."""
    size = len(target.mods)
    return any(
        tuple(words[place : place + size]) == target.mods and lexicon.head(words[place + size]) == head
        for place in range(len(words) - size)
    ) or _phrase_stands((*target.mods, target.head), words)


def same_name(words: Sequence[str], thing: Thing, lexicon: Lexicon, head: str = "") -> bool:
    """Whether a thing's name is these words, beside parts that do not make another thing of it."""
    places = [_stands(word, thing.words, lexicon) for word in words]
    if not words or any(place is None for place in places):
        return False
    known = {place for place in places if place is not None}
    spaced = " " in thing.literal or not thing.literal
    first = min(known)
    names_follow = False  # "the flight Ostvik-Halm": what stands behind the noun is its name
    for place, word in enumerate(thing.words):
        if place in known or word in _PARTS or _HASH.fullmatch(word):
            continue
        if head and lexicon.head(word) == head:
            names_follow = spaced
            continue
        if thing.kind and lexicon.head(word) == thing.kind:
            continue
        if (spaced and place < first) or (names_follow and not lexicon.knows(word)):
            continue
        return False
    return True


def _stands(word: str, words: Sequence[str], lexicon: Lexicon) -> int | None:
    for place, other in enumerate(words):
        if other == word:
            return place
    name = lexicon.head(word)
    for place, other in enumerate(words):
        if lexicon.head(other) == name:
            return place
    return None


def _phrase_stands(phrase: Sequence[str], words: Sequence[str]) -> bool:
    size = len(phrase)
    if any(map(is_unspaced, phrase)):
        said = "".join(words)
        return all(word in said for word in phrase)
    wanted = tuple(phrase)
    return any(tuple(words[place : place + size]) == wanted for place in range(len(words) - size + 1))


def _are_segments(words: Iterable[str], path: str) -> bool:
    """Whether each word names a folder or file of the path, which no other word makes into another one."""
    segments = [split(segment) for segment in path.split("/") if segment]
    return all(
        any(word in segment and all(_is_part(word, other) for other in segment) for segment in segments)
        for word in words
    )


def _is_part(word: str, other: str) -> bool:
    return word == other or other in _PARTS or bool(_HASH.fullmatch(other))


def _class_of(thing: Thing, lexicon: Lexicon) -> str:
    if thing.kind:
        return lexicon.head(thing.kind)
    return next((lexicon.head(word) for word in reversed(thing.words) if lexicon.knows(word)), "")


def _is_kind(thing: Thing, head: str, lexicon: Lexicon) -> bool:
    return bool(thing.kind and lexicon.head(thing.kind) == head) or _is_of_class(thing, head, lexicon)


_KINDS: Final = {
    "path": table("file folder script document config code directory path"),
    "environment": table("environment env cluster namespace system workspace project account prod staging dev"),
    "host": table("host server machine site website domain page dns"),
    "email": table("email address customer user"),
    "person": table("person employee customer user patient member candidate doctor manager lawyer traveller"),
}
"""Classes that a kind of thing may be of: a file is named by its path."""


def _is_of_class(thing: Thing, head: str, lexicon: Lexicon) -> bool:
    """Whether a thing is one of a class: by the field it stands in, or by a noun of its name."""
    if thing.role == "state":  # it says which record it is, not what is done to it
        return False
    if thing.kind == "text":
        return _is_headline(thing) and _names(thing.words, head, lexicon)
    if (
        thing.kind
        and thing.role != "field"
        and (lexicon.head(thing.kind) == head or head in _KINDS.get(thing.kind, ()))
    ):
        return True
    if is_unspaced(head) or any(map(is_unspaced, thing.words)):
        return any(head in word or any(name == head for *_, name in lexicon.nouns_within(word)) for word in thing.words)
    return thing.role == head or _names(thing.words, head, lexicon)


def _names(words: tuple[str, ...], head: str, lexicon: Lexicon) -> bool:
    if any(lexicon.head(word) == head for word in words):
        return True
    return "_" in head and any(lexicon.head("_".join(pair)) == head for pair in pairwise(words))


def _is_headline(thing: Thing) -> bool:
    """A subject or a title says what a message is; its body mentions much."""
    return thing.pointer.rpartition("/")[2].lower() in ("subject", "title", "headline") and len(thing.words) <= _TITLE


_TITLE: Final = 12
