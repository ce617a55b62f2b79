"""Which rules can speak of a call at all: found by what they do and one word that must stand in the call."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from typing import Final

from cicatrix.core.actions.call import Call, Doubt, Source, Thing
from cicatrix.core.actions.words import is_unspaced, split
from cicatrix.core.patterns import regex
from cicatrix.core.policies.classes import MAKES
from cicatrix.core.policies.gist import gist_of, is_partial
from cicatrix.core.policies.lexicon.lexicon import Lexicon
from cicatrix.core.policies.policy import Policy, Target
from cicatrix.core.policies.targets import acts_named, reaches_far

_UNSURE: Final = frozenset({Doubt.UNPARSED, Doubt.LOOKALIKE, Doubt.COMPUTED})
_GLOBBED = regex(r"[^\s/.@:_-]*[*?\[][^\s/.@:_-]*")


@dataclass(frozen=True, slots=True)
class Enforced:
    """A rule's policy as it is enforced. ``version`` is the sequence of the rule's version; a shadow only watches."""

    id: str
    policy: Policy
    version: int = 0
    episodes: tuple[str, ...] = ()
    shadow: bool = False


@dataclass(slots=True)
class _Bucket:
    always: list[int] = field(default_factory=list)
    paths: list[int] = field(default_factory=list)  # whose words a call that reaches far need not hold
    by_word: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))


class RuleIndex:
    """Rules by family of what they speak of, then by a word without which they cannot match."""

    def __init__(self, rules: Sequence[Enforced], lexicon: Lexicon) -> None:
        self.rules = tuple(rules)
        self._lexicon = lexicon
        self._buckets: dict[str, _Bucket] = defaultdict(_Bucket)
        for place, rule in enumerate(self.rules):
            words = _needed(rule.policy, lexicon)
            if words and is_partial(rule.policy):
                said = gist_of(rule.policy, lexicon)
                words |= said.names | said.words
            for family in _families(rule.policy, lexicon):
                bucket = self._buckets[family]
                if any(target.kind == "path" for target in (*rule.policy.targets, *rule.policy.all_of)):
                    bucket.paths.append(place)
                if words:
                    for word in words:
                        bucket.by_word[word].append(place)
                else:
                    bucket.always.append(place)

    def candidates(self, call: Call) -> Iterator[Enforced]:
        """The rules that may speak of a call, in their order."""
        unnamed = not call.things and bool(call.verbs) and call.source is not Source.SHELL
        unsure = unnamed or any(unknown.doubt in _UNSURE for unknown in call.unknown)
        mute = not call.verbs and not call.reads  # nobody knows what it does: any rule about its things may mean it
        unseen = mute and any(unknown.doubt in (Doubt.UNPARSED, Doubt.LOOKALIKE) for unknown in call.unknown)
        buckets = (
            self._buckets.values()
            if mute
            else [self._buckets[family] for family in (*call.verbs, _ANY) if family in self._buckets]
        )
        free = self._buckets.get(_ANY)
        places: set[int] = set()
        words: set[str] | None = None
        far = reaches_far(call)
        for bucket in buckets:
            if unseen or not mute or bucket is free:
                places.update(bucket.always)
            if far:
                places.update(bucket.paths)
            if unsure:
                places.update(place for found in bucket.by_word.values() for place in found)
            elif bucket.by_word:
                words = words or _said(call, self._lexicon)
                smaller, larger = (
                    (words, bucket.by_word) if len(words) < len(bucket.by_word) else (bucket.by_word, words)
                )
                for word in smaller:
                    if word in larger:
                        places.update(bucket.by_word[word])
        return (self.rules[place] for place in sorted(places))


_ANY: Final = ""
"""The family of rules that name no verb: whatever is done."""


def _families(policy: Policy, lexicon: Lexicon) -> Iterable[str]:
    if not policy.verbs:
        return (_ANY,)
    return dict.fromkeys(family for verb in policy.verbs for family in lexicon.covered(verb))


def _needed(policy: Policy, lexicon: Lexicon) -> frozenset[str]:
    """Words of which one must stand in any call that the policy speaks of; empty where none is sure."""
    if policy.argv:
        first = split(policy.argv[0])
        return frozenset([lexicon.head(first[0])]) if len(first) == 1 else frozenset()
    for group in (policy.targets, *((target,) for target in policy.all_of)):
        words = [_word_of(target, lexicon) for target in group]
        if group and all(words):
            joined = {"".join(split("".join(target.mods))) for target in group if not target.literal}
            return (
                frozenset(words)
                | joined
                | {_bare(target.head, lexicon) for target in group if target.head and target.mods}
            )
    return frozenset()


def _word_of(target: Target, lexicon: Lexicon) -> str:
    if target.literal:
        words = split(_GLOBBED.sub(" ", target.literal))
    elif target.mods:
        joined = not target.head and lexicon.knows("_".join(target.mods))
        words = () if joined else tuple(part for word in target.mods for part in split(word))
    else:  # a noun that names an act may be said by the tool's verb alone
        noun = (target.head,) if target.head.replace("_", "").isalnum() else split(target.head)
        words = () if acts_named(target.head, lexicon) else noun
    plain = [word for word in words if not is_unspaced(word)]
    if not plain or len(plain) < len(words):
        return ""
    return lexicon.head(max(plain, key=len))


def _bare(noun: str, lexicon: Lexicon) -> str:
    """The key under which a rule is found by calls that name the class of their thing and not which one it is."""
    return f"#{lexicon.head(noun)}"


def _said(call: Call, lexicon: Lexicon) -> set[str]:
    """Every word of a call, as the class that it is in, or as itself."""
    words = {_class(word, lexicon) for thing in call.things for word in thing.words}
    words.update(_class(thing.kind, lexicon) for thing in call.things if thing.kind)
    words.update(MAKES[word] for thing in call.things for word in thing.words if word in MAKES)
    words.update(_class(word, lexicon) for argument in (*call.argv, *call.wrappers) for word in split(argument))
    words.update(
        _class("_".join(pair), lexicon)
        for thing in call.things
        if len(thing.words) < _MANY
        for pair in pairwise(thing.words)
    )
    words.update(_class(word, lexicon) for word in split(call.tool))
    if call.source in (Source.JSON, Source.TEXT):
        words.update(_bare(word, lexicon) for thing in call.things if _may_anchor(thing) for word in thing.words)
    return words


def _may_anchor(thing: Thing) -> bool:
    return thing.role in ("tool", "field") or (thing.pointer == "/text" and bool(thing.kind))


_MANY: Final = 16
"""Words from which a thing is a text, in which no noun of two words is sought."""


@lru_cache(maxsize=65536)
def _class(word: str, lexicon: Lexicon) -> str:
    return lexicon.head(word)
