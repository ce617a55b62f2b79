"""What a sentence is about by its words alone, for policies that were read in part and that a person put in force.

Whoever confirms such a policy is asked where a call does what the sentence forbids and shares its telling words. It
never denies, and it never frees what the parts that were read do stop.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from cicatrix.core.actions.call import Call, Source, Thing
from cicatrix.core.actions.words import is_unspaced, split
from cicatrix.core.patterns import regex
from cicatrix.core.policies.identity import is_kin
from cicatrix.core.policies.lexicon.lexicon import Lexicon
from cicatrix.core.policies.policy import Effect, Policy
from cicatrix.core.policies.unsaid import names_other
from cicatrix.core.reading.function_words import FUNCTION_WORDS
from cicatrix.core.reading.grammar import table

_WORD: Final = regex(r"[^\W_]+(?:[-_/.][^\W_]+)*")
_FIGURE: Final = regex(r"\d")
_DIGITS: Final = regex(r"\d{1,9}")
_SMALL: Final = frozenset[str]().union(*FUNCTION_WORDS.values()) | table(
    "anyone anybody anything everything nothing nobody please first until again already never always ever only just",
    "whole full new old good bad thing stuff way time day week month year today tomorrow half people person else",
    "kind sort lot bit something someone somebody without within behind above below over under because since while",
    "monday tuesday wednesday thursday friday saturday sunday ok okay yes approval consent permission nod",
    "need want know think mean say ask tell make take put get give keep let use go come stay leave stop start run",
)
"""Words that say nothing of what a sentence is about."""

_VAGUE: Final = frozenset(["use", "touch", "edit"])


@dataclass(frozen=True, slots=True)
class Gist:
    """``names`` are names, numbers and marks of single things, ``words`` what else a sentence speaks of."""

    names: frozenset[str]
    words: frozenset[str]


def is_partial(policy: Policy) -> bool:
    """Whether a policy holds less than its sentence says."""
    return bool(policy.why or policy.residue)


def gist_of(policy: Policy, lexicon: Lexicon) -> Gist:
    """The telling words of a policy's sentence, of the classes that they are in."""
    apart = frozenset((*split(policy.by), *(split(policy.before.by) if policy.before else ())))
    return _gist(policy.text, policy.effect is Effect.DENY, apart, _numbers_read(policy), lexicon)


def _numbers_read(policy: Policy) -> frozenset[int]:
    """Numbers that a limit or a time has taken: an hour of the afternoon in both ways of writing it."""
    said = [str(condition.value) for condition in policy.conditions]
    said += [f"{one.start} {one.end} {one.since} {one.until}" for one in policy.windows]
    found = {int(digits) for text in said for digits in _DIGITS.findall(text)}
    return frozenset(found | {hour - 12 for hour in found if 12 < hour < 24})


@lru_cache(maxsize=8192)
def _gist(sentence: str, names_count: bool, apart: frozenset[str], counted: frozenset[int], lexicon: Lexicon) -> Gist:
    names: set[str] = set()
    words: set[str] = set()
    for match in _WORD.finditer(sentence):
        text = match[0]
        parts = split(text)
        before = sentence[: match.start()].rstrip()
        if _FIGURE.search(text):
            if not (text.isdecimal() and int(text) in counted) and "." not in text:
                names.update(part for part in parts if _FIGURE.search(part))
            continue
        parts = tuple(word for word in parts if len(word) > _SHORT and word not in _SMALL and not is_unspaced(word))
        capital = text[0].isupper() and before[-1:] not in ("", ".", "!", "?", ":", '"')
        if capital and names_count and lexicon.list_named(text) == "":
            names.update(word for word in parts if not lexicon.knows(word) and word not in apart)
        words.update(lexicon.head(word) for word in parts if word not in apart and not lexicon.acts(word))
    return Gist(frozenset(names), frozenset(words - names))


_SHORT: Final = 2


def shares(policy: Policy, call: Call, lexicon: Lexicon) -> bool:
    """Whether a call that may do what the policy speaks of is about what its sentence is about."""
    if call.reads or not call.things:
        return False
    gist = gist_of(policy, lexicon)
    said = {word for thing in call.things if _counts(thing) for word in thing.words}
    names = len(gist.names & said)
    if gist.names and not names:
        return False
    heads = {lexicon.head(word) for word in said} | {lexicon.head(thing.kind) for thing in call.things if thing.kind}
    words = sum(word in heads or any(is_kin(word, other) for other in said) for word in gist.words)
    targets = (*policy.targets, *policy.all_of)
    known = gist.words | gist.names | {lexicon.head(word) for target in targets for word in (*target.mods, target.head)}
    if names_other(known, {lexicon.head(target.head) for target in targets}, call, lexicon):
        return False
    vague = not policy.verbs or _VAGUE.issuperset(policy.verbs)
    return names + words >= (_MANY if vague or not names else 1)


_MANY: Final = 2


def touches(policy: Policy, call: Call, lexicon: Lexicon) -> bool:
    """Whether a call shares any word with a sentence of which nothing was read but what is done."""
    gist = gist_of(policy, lexicon)
    if not (gist.names or gist.words) or call.source is Source.TEXT:
        return True
    said = {word for thing in call.things for word in (*thing.words, thing.kind)}
    heads = {lexicon.head(word) for word in said}
    return any(
        word in said or word in heads or any(is_kin(word, one) for one in said) for word in gist.names | gist.words
    )


def _counts(thing: Thing) -> bool:
    return thing.kind != "text" and thing.role != "state"
