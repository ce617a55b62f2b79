"""Whether a call is about the thing that a rule speaks of: True, False, or None where it cannot be known.

Identity differs by kind. ``orders_archive`` is not the table ``orders``; ``billing-7d9f8b6c5d-x2x4z`` is a billing pod
and ``billing-dashboard`` is none; a host has subdomains, a path has folders above it, ``Brennmark AG`` is Brennmark.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final

from cicatrix.core.actions import paths, urls
from cicatrix.core.actions.call import Call, Doubt, Source, Thing, Unknown
from cicatrix.core.actions.words import folded, is_unspaced, split, split_name
from cicatrix.core.patterns import regex
from cicatrix.core.policies.classes import class_of, is_kind, is_of_class
from cicatrix.core.policies.identity import are_segments, fits, is_negated, phrase_stands, place_of, same_name
from cicatrix.core.policies.lexicon.lexicon import Lexicon
from cicatrix.core.policies.policy import Target
from cicatrix.core.reading.grammar import table

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
    """What a call leaves out that names nothing. A statement says all that it does, and so does a command whose verb is
    known, but where it runs: that nobody told its folder says nothing of payments."""
    if call.source is Source.SQL or (call.source is Source.SHELL and target.literal):
        return []
    if call.source is Source.SHELL and call.verbs:
        return [Unknown(Doubt.OPAQUE, "where it runs")] if target.head in _MACHINES else []
    return [Unknown(Doubt.MISSING, "what it is done to")]


_MACHINES: Final = table("machine server host cluster box laptop node")


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
    if call.argv[:1] and call.argv[0] in _REMOVERS and unknown.doubt is Doubt.COMPUTED:
        last = target.head or (split(target.literal) or ("",))[-1]
        return target.kind == "path" or last not in _NO_FILES
    known = next((thing for thing in call.things if thing.pointer == unknown.pointer), None)
    if known is None:
        return True
    return known.kind != "text" or target.kind in ("", "text")


_REMOVERS: Final = table("rm unlink rmdir trash")
"""Programs whose operands are paths, whatever computes them."""

_NO_FILES: Final = table("message email mail post tweet channel chat call payment refund dish meal guest")


def _is_literally(target: Target, thing: Thing, lexicon: Lexicon) -> bool:
    kind, value = target.kind, target.literal
    if kind == "path":
        if thing.kind == "path":
            return paths.matches(value, thing.literal)
        return "/" not in value and "*" in value and fits(folded(value), thing.literal)
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
        return phrase_stands(split(value), thing.words) if "*" not in value else _glob_stands(value, thing)
    if fits(folded(value), thing.literal or " ".join(thing.words)):
        return True
    if kind == "id":
        return " " in (thing.literal or " ") and phrase_stands(split(value), thing.words)
    return same_name(split(value), thing, lexicon)


def _is_table(value: str, thing: Thing) -> bool:
    literal = thing.literal or "_".join(thing.words)
    if "*" in value:
        return fits(value, literal)
    return literal == value or ("." not in value and literal.rpartition(".")[2] == value)


def _glob_stands(pattern: str, thing: Thing) -> bool:
    return fits(f"*{folded(pattern)}*", " ".join(thing.words))


def _named(target: Target, things: Sequence[Thing], call: Call, lexicon: Lexicon) -> tuple[Thing, ...]:
    """By noun and the words that stand with it."""
    target = _spelled(target)
    head = lexicon.head(target.head) if target.head else ""
    if not head and len(target.mods) > 1 and lexicon.knows("_".join(target.mods)):
        return tuple(thing for thing in things if is_of_class(thing, lexicon.head("_".join(target.mods)), lexicon))
    if not target.mods:
        if not target.head.replace("_", "").isalnum() and len(split(target.head)) > 1:  # a name: db-primary
            return tuple(thing for thing in things if same_name(split(target.head), thing, lexicon))
        return tuple(thing for thing in things if is_of_class(thing, head, lexicon)) if head else ()
    whole = [thing for thing in things if _has_all(target, head, thing, lexicon)]
    if not whole:
        whole = _spread(target, head, things, lexicon)
    if not whole or not head or head in _SAYING_LITTLE:
        return tuple(whole)
    if any(thing.kind == "text" or thing.role == "type" or is_kind(thing, head, lexicon) for thing in whole):
        return tuple(whole)
    elsewhere = any(is_of_class(thing, head, lexicon) for thing in call.things)
    elsewhere = elsewhere or _names_act(target.head, call, lexicon)
    if elsewhere or any(_stands_alone(target, thing, call, lexicon) for thing in whole):
        return tuple(whole)
    named = any(thing.role == "tool" and thing.words for thing in call.things)
    return () if named or any(class_of(thing, lexicon) for thing in whole) else tuple(whole)


@lru_cache(maxsize=8192)
def _spelled(target: Target) -> Target:
    """With its words cut as those of a call are: *body-cam* is (body, cam)."""
    if not any("-" in word for word in target.mods):
        return target
    return replace(target, mods=tuple(part for word in target.mods for part in split(word)))


def _stands_alone(target: Target, thing: Thing, call: Call, lexicon: Lexicon) -> bool:
    """Whether the words that describe a thing stand for it: ``cabin: business`` is business class, *legal* the team."""
    if any(place_of(word, target.mods, lexicon) is None for word in thing.words):
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
    if len(target.mods) > 1 and "".join(target.mods) in thing.words:
        target = replace(target, mods=("".join(target.mods),))
    if any(map(is_unspaced, target.mods)):
        said = "".join(thing.words)
        return all(word in said or place_of(word, thing.words, lexicon) is not None for word in target.mods)
    if thing.kind == "path" and head and _phrase_of(target, head, thing.words, lexicon):
        return True
    if thing.kind in ("path", "host", "email"):
        return all(place_of(word, thing.words, lexicon) is not None for word in target.mods) and (
            thing.kind != "path" or are_segments(target.mods, thing.literal)
        )
    return same_name(target.mods, thing, lexicon, head)


def _phrase_of(target: Target, head: str, words: Sequence[str], lexicon: Lexicon) -> bool:
    """Whether the words that describe a noun stand before one of its class: *lab result* is a lab finding."""
    size = len(target.mods)
    return any(
        tuple(words[place : place + size]) == target.mods and lexicon.head(words[place + size]) == head
        for place in range(len(words) - size)
    ) or phrase_stands((*target.mods, target.head), words)
