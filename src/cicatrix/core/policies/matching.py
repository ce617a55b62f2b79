"""A call judged against all rules of a mind. The worst of all counts, and every rule that spoke is told.

A rule speaks of a call when its verbs, things, conditions and window are all true of it and none of its exceptions is.
What cannot be known is no excuse: a call that nobody could read, or that hides what it is, is stopped where a rule may
be meant; where only words decide, a person is asked.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, tzinfo
from functools import lru_cache
from typing import Final

from cicatrix.core.actions.call import Call, Canonical, Doubt, Source, Thing, Unknown
from cicatrix.core.actions.words import split
from cicatrix.core.policies import conditions, gist, preconditions, targets, unsaid
from cicatrix.core.policies.amounts import moment_of
from cicatrix.core.policies.judgement import Done, Judgement
from cicatrix.core.policies.lexicon.lexicon import Lexicon
from cicatrix.core.policies.policy import Effect, Except, Policy
from cicatrix.core.policies.rule_index import Enforced, RuleIndex
from cicatrix.core.policies.timing import is_open
from cicatrix.core.verdicts import Matched, Ruling

_HARD: Final = frozenset({Doubt.UNPARSED, Doubt.LOOKALIKE, Doubt.MISSING})
_ORDER: Final = tuple(Ruling)
_RULINGS: Final = {
    Effect.DENY: Ruling.DENY,
    Effect.PRECONDITION: Ruling.UNMET_PRECONDITION,
    Effect.REQUIRE_APPROVAL: Ruling.REQUIRE_APPROVAL,
}
_UNSEEN: Final = frozenset({Doubt.OPAQUE, Doubt.COMPUTED, Doubt.UNPARSED, Doubt.LOOKALIKE})


@dataclass(frozen=True, slots=True)
class _Moment:
    here: datetime  # now, in the namespace's zone
    zone: tzinfo
    evidence: Sequence[Done]


class PolicySet:
    """Rules that are enforced, indexed. Never changes: another set of rules is another object."""

    def __init__(self, rules: Iterable[Enforced], lexicon: Lexicon | None = None) -> None:
        self.lexicon = lexicon or Lexicon.default()
        self._index = RuleIndex([rule for rule in rules if rule.policy.effect is not Effect.NONE], self.lexicon)

    def __len__(self) -> int:
        return len(self._index.rules)

    def judge(
        self, canonical: Canonical, *, now: datetime, zone: tzinfo, evidence: Sequence[Done] = (), strict: bool = False
    ) -> Judgement:
        """The judgement of an action. ``now`` is zone-aware, ``zone`` the namespace's; ``strict`` asks about whatever
        no rule speaks of and may do more than look."""
        if not canonical.asks:
            return Judgement(Ruling.NO_ACTION, reason="The words ask for nothing to be done.")
        moment = _Moment(now.astimezone(zone), zone, evidence)
        spoke: dict[str, Matched] = {}
        met: list[str] = []
        for one in canonical.calls:
            call = replace(one, unknown=(*one.unknown, *canonical.unknown)) if canonical.unknown else one
            for rule in self._index.candidates(call):
                matched = self._speaks(rule, call, moment, met)
                if matched is not None and _is_worse(matched, spoke.get(matched.id)):
                    spoke[matched.id] = matched
        found = tuple(sorted(spoke.values(), key=lambda one: (one.shadow, _ORDER.index(one.ruling))))
        unknown = tuple(dict.fromkeys(one for call in canonical.calls for one in call.unknown)) + canonical.unknown
        enforced = [one for one in found if not one.shadow]
        if enforced:
            return Judgement(enforced[0].ruling, found, unknown, enforced[0].reason, tuple(dict.fromkeys(met)))
        if strict and (reason := _strictly(canonical, unknown)):
            return Judgement(Ruling.REQUIRE_APPROVAL, found, unknown, reason, tuple(dict.fromkeys(met)))
        return Judgement(Ruling.NO_OPINION, found, unknown, "No rule speaks of this call.", tuple(dict.fromkeys(met)))

    def _speaks(self, rule: Enforced, call: Call, moment: _Moment, met: list[str]) -> Matched | None:
        policy = rule.policy
        if not any(is_open(policy.windows, when, moment.zone) for when in _moments(policy, call, moment)):
            return None
        doubts: list[Unknown] = []
        answer = self._is_meant(policy, call, moment.here, doubts)
        if answer is False:
            return None
        if policy.before is not None and policy.effect is Effect.PRECONDITION:
            episode = preconditions.meeting(policy.before, call, moment.evidence, moment.here, self.lexicon)
            if episode:
                met.append(episode)
                return None
        ruling = _RULINGS[policy.effect]
        if answer is None and not any(doubt.doubt in _HARD for doubt in doubts) and ruling is Ruling.DENY:
            ruling = Ruling.REQUIRE_APPROVAL
        unknown = tuple(dict.fromkeys(doubt.what for doubt in doubts)) if answer is None else ()
        return Matched(
            id=rule.id,
            ruling=ruling,
            episodes=rule.episodes,
            quote="",
            reason=_reason(rule, ruling, unknown),
            version=rule.version,
            unknown=unknown,
            shadow=rule.shadow,
        )

    def _is_meant(self, policy: Policy, call: Call, here: datetime, doubts: list[Unknown]) -> bool | None:
        """Whether a policy speaks of a call; the order is from cheap to dear."""
        lexicon = self.lexicon
        answers: list[bool | None] = []
        if policy.tools and not _is_tool(policy.tools, call.tool):
            return False
        if policy.argv:
            answers.append(_has_argv(policy.argv, call, doubts))
            if answers[-1] is False:
                return False
        if not policy.verbs and not policy.argv and not policy.tools and call.reads:
            return False
        asked = _asked_for(policy, call, lexicon, doubts)
        if asked is False:
            return False
        answers.append(asked)
        if policy.verbs and not call.verbs and not _is_hidden(call):
            if asked is not True or not any(target.mods or target.literal for target in policy.targets):
                return False
            doubts.append(Unknown(Doubt.WORDS, f"what {call.tool or 'it'} does"))
            answers.append(None)
        for condition in policy.conditions:
            if False in answers:
                return False
            answers.append(conditions.holds(condition, call, lexicon, here, doubts))
        if False in answers:
            return False
        for exception in policy.exceptions:
            excused = self._is_excused(exception, call, here, doubts)
            if excused is True:
                return False
            answers.append(None if excused is None else True)
        return None if None in answers else True

    def _is_excused(self, exception: Except, call: Call, here: datetime, doubts: list[Unknown]) -> bool | None:
        """Whether an exception is true of a call. Whole things only, and all of those that stand in one list."""
        lexicon = self.lexicon
        if not exception.targets and not exception.conditions and not exception.verbs:
            doubts.append(Unknown(Doubt.WORDS, f"whether this is so: {exception.text}"))
            return None
        answers: list[bool | None] = []
        if exception.verbs:
            excused = frozenset[str]().union(*(lexicon.covered(verb) for verb in exception.verbs))
            answers.append(bool(call.verbs) and call.verbs <= excused)
        if exception.targets:
            named = [thing for target in exception.targets for thing in targets.matching_things(target, call, lexicon)]
            answers.append(bool(named) and _covers_list(named, call))
        unsure: list[Unknown] = []
        answers += [conditions.holds(condition, call, lexicon, here, unsure) for condition in exception.conditions]
        if False in answers:
            return False
        doubts += unsure
        return None if None in answers else True


def _is_hidden(call: Call) -> bool:
    return any(unknown.doubt in _HARD for unknown in call.unknown)


def _asked_for(policy: Policy, call: Call, lexicon: Lexicon, doubts: list[Unknown]) -> bool | None:
    """Whether the call is about what the rule speaks of, and all that must stand beside it."""
    groups = [group for group in (policy.targets, *((target,) for target in policy.all_of)) if group]
    if not groups and not (policy.argv or policy.tools) and gist.is_partial(policy):
        return gist.touches(policy, call, lexicon)
    here: list[Unknown] = []
    answers = [_any(targets.holds(target, call, lexicon, here) for target in group) for group in groups]
    missing = answers.count(False)
    if missing:
        if not (policy.verbs and policy.targets) and not gist.is_partial(policy):
            return False
        left = unsaid.is_open(groups, policy.text, call, lexicon)
        if left:
            here.append(Unknown(Doubt.WORDS, f"whether it is {left}"))
        elif gist.is_partial(policy) and gist.shares(policy, call, lexicon):
            here.append(Unknown(Doubt.WORDS, "whether it is what the rule means, which was read in part"))
        else:
            return False
    doubts += here
    return None if missing or None in answers else True


def _moments(policy: Policy, call: Call, moment: _Moment) -> Sequence[datetime]:
    """When it would be done: now, or where something is arranged, at the time that the call names."""
    if policy.windows and not call.verbs.isdisjoint(_ARRANGING):
        named = [when for value in call.values.values() if (when := moment_of(value, moment.here)) is not None]
        return named or [moment.here]
    return [moment.here]


_ARRANGING: Final = frozenset(["schedule", "reschedule", "book", "invite"])


def _any(answers: Iterable[bool | None]) -> bool | None:
    worst: bool | None = False
    for answer in answers:
        if answer:
            return True
        if answer is None:
            worst = None
    return worst


def _covers_list(named: Sequence[Thing], call: Call) -> bool:
    """Whether all neighbours of the things in their lists are named too: one excuses none beside it."""
    pointers = {thing.pointer for thing in named}
    lists = {_list_of(pointer) for pointer in pointers}
    return all(
        thing.pointer in pointers
        for thing in call.things
        if thing.role != "field" and _list_of(thing.pointer) in lists and _list_of(thing.pointer)
    )


def _list_of(pointer: str) -> str:
    before, _, last = pointer.rpartition("/")
    return before if last.isdigit() else ""


def _has_argv(argv: Sequence[str], call: Call, doubts: list[Unknown]) -> bool | None:
    """Whether a command, or what wraps it, begins so, and the words stand in this order; in a tool that is no command,
    anywhere in the call."""
    if call.argv or call.source is Source.SHELL:
        around = " ".join(call.wrappers).split()
        words = iter([*around, *call.argv])
        begins = argv[0].startswith("-") or argv[0] in (*around, *call.argv[:1])
        if begins and all(word in words for word in argv):
            return True
        unseen = [unknown for unknown in call.unknown if unknown.doubt in _UNSEEN]
        if unseen and not call.tool and _could_be(argv, call):
            doubts += unseen
            return None
        return False
    said = {word for thing in call.things for word in thing.words} | {*split(call.tool)} | call.verbs
    return {word for part in argv for word in split(part)} <= said


def _could_be(argv: Sequence[str], call: Call) -> bool:
    """Whether a command whose program is computed could be this one: nothing is known of it, or all but the program."""
    words = iter(call.argv)
    return not call.argv or (len(argv) > 1 and all(word in words for word in argv[1:]))


def _is_tool(globs: Sequence[str], tool: str) -> bool:
    return any(_glob(glob.lower()).fullmatch(tool) for glob in globs)


@lru_cache(maxsize=1024)
def _glob(glob: str) -> re.Pattern[str]:
    return re.compile(re.escape(glob).replace(r"\*", ".*").replace(r"\?", "."))


def _is_worse(one: Matched, other: Matched | None) -> bool:
    return other is None or _ORDER.index(one.ruling) < _ORDER.index(other.ruling)


def _reason(rule: Enforced, ruling: Ruling, unknown: Sequence[str]) -> str:
    policy = rule.policy
    if ruling is Ruling.DENY:
        said = f"{rule.id} forbids this"
    elif ruling is Ruling.UNMET_PRECONDITION:
        first = policy.before.text if policy.before is not None else ""
        said = f"{rule.id} asks for something first" + (f" ({first})" if first else "")
    else:
        said = f"{rule.id} asks for a yes" + (f" by {policy.by}" if policy.by else " by a person")
    doubt = f" What the call does not say: {', '.join(unknown)}." if unknown else ""
    return f"{said}: {policy.text}{doubt}"


def _strictly(canonical: Canonical, unknown: Sequence[Unknown]) -> str:
    """Why a strict gate asks about an action of which no rule speaks; empty if it only looks."""
    hidden = [one.what for one in unknown if one.doubt in _UNSEEN]
    if hidden:
        return f"No rule speaks of this call, and what it does cannot be seen: {', '.join(dict.fromkeys(hidden))}."
    if all(call.reads for call in canonical.calls):
        return ""
    return "No rule speaks of this call, and the gate is strict."
