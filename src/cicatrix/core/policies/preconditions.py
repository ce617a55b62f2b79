"""Whether what must come first was done: a recorded call of the right kind, on the same thing, not too long ago."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from cicatrix.core.actions.call import Call, Thing
from cicatrix.core.actions.words import split
from cicatrix.core.policies.identity import is_kin
from cicatrix.core.policies.judgement import Done
from cicatrix.core.policies.lexicon.lexicon import Lexicon
from cicatrix.core.policies.policy import Before, Target
from cicatrix.core.policies.targets import acts_named, matching_things
from cicatrix.core.reading.grammar import table

_APPROVING = ("approve", "check", "sign", "accept", "grant")
_VAGUE = table("repo repository all it this id number")


def meeting(before: Before, call: Call, done: Iterable[Done], now: datetime, lexicon: Lexicon) -> str:
    """The episode that meets a precondition of a call; empty if none does.

    Only a call with a good outcome counts, done before ``now`` and at most ``max_age`` seconds ago.
    """
    oldest = now - timedelta(seconds=before.max_age)
    for one in done:
        if one.good and oldest <= one.at <= now and any(_meets(before, call, past, lexicon) for past in one.calls):
            return one.episode
    return ""


def _meets(before: Before, call: Call, past: Call, lexicon: Lexicon) -> bool:
    wanted = before.verbs or (_APPROVING if before.kind == "approval" else ())
    if wanted and past.verbs.isdisjoint(wanted) and not _is_noun_done(before, past, lexicon):
        return False
    if before.by and not _says(before.by, past):
        return False
    if before.targets and not any(_is_about(target, past, lexicon) for target in before.targets):
        return False
    return not before.same or is_same(call, past, lexicon)


def _is_noun_done(before: Before, past: Call, lexicon: Lexicon) -> bool:
    """Whether the noun says what was to be done, and its verb says little: who takes a backup backs up."""
    if not _LIGHT.issuperset(before.verbs):
        return False
    return any(target.head and not past.verbs.isdisjoint(acts_named(target.head, lexicon)) for target in before.targets)


_LIGHT = table("book create run add edit issue submit use schedule send start grant check receive perform")
"""Families of verbs that say little beside a noun: take, make, do, give."""


def _is_about(target: Target, past: Call, lexicon: Lexicon) -> bool:
    """Whether the past call was about a target; who searched trains has looked up a train connection."""
    if matching_things(target, past, lexicon):
        return True
    named = {word for thing in past.things if thing.role == "tool" for word in thing.words}
    if target.mods:
        return {*target.mods} <= named
    said = {word for thing in past.things for word in thing.words} | {*split(past.tool)}
    return bool(target.head) and any(is_kin(target.head, word) for word in said)


def _says(words: str, past: Call) -> bool:
    said = {word for thing in past.things for word in thing.words} | {*split(past.tool)}
    return {*split(words)} <= said


def is_same(call: Call, past: Call, lexicon: Lexicon) -> bool:
    """Whether two calls are about one thing: all that identifies the past one stands in the other.

    A path names its file whole; elsewhere the words count, without classes of things, which name nothing.
    """
    mine = _identities(call.things, lexicon)
    theirs = [thing for thing in past.things if thing.role not in ("tool", "field", "flag", "content", "state")]
    literals = {thing.literal for thing in call.things if thing.literal and thing.role not in ("tool", "place")}
    if any(thing.literal in literals for thing in theirs):
        return True
    said = [_identifying(thing, lexicon) for thing in theirs if thing.kind != "text"]
    return any(words and words <= mine for words in said)


def _identities(things: Sequence[Thing], lexicon: Lexicon) -> frozenset[str]:
    kept = (thing for thing in things if thing.role not in ("field", "flag", "tool"))
    return frozenset(word for thing in kept for word in _identifying(thing, lexicon))


def _identifying(thing: Thing, lexicon: Lexicon) -> frozenset[str]:
    if thing.kind == "path":
        return frozenset([f"/{thing.literal.strip('/')}"])
    return frozenset(word for word in thing.words if word not in _VAGUE and not lexicon.knows(word))
