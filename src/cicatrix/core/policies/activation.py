"""Whether a reading may stop calls by itself, or waits for a person.

It may where all of it was read, code can settle every part, it stops the calls that taught it, and spares near misses
that are made up from it. Whatever fails is said in ``why``, and the policy is proposed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Final

from cicatrix.core.actions.action import Action
from cicatrix.core.actions.canonical import canonical
from cicatrix.core.episodes import JsonObject
from cicatrix.core.patterns import regex
from cicatrix.core.policies import conditions, examples
from cicatrix.core.policies.lexicon import Lexicon
from cicatrix.core.policies.matching import PolicySet
from cicatrix.core.policies.policy import Condition, Effect, Policy, PolicyStatus, Target
from cicatrix.core.policies.rule_index import Enforced
from cicatrix.core.reading import languages
from cicatrix.core.verdicts import Ruling

_STOPS: Final = (Ruling.DENY, Ruling.UNMET_PRECONDITION, Ruling.REQUIRE_APPROVAL)
_NOW: Final = datetime(2026, 1, 1, tzinfo=UTC)
"""Any moment: windows are left out of what is tried."""


def checked(policy: Policy, lexicon: Lexicon, episodes: Sequence[Action]) -> Policy:
    """The policy with made-up calls, its status, and why it is not active. Advice stays advice."""
    if policy.effect is Effect.NONE:
        return replace(policy, status=PolicyStatus.ADVICE)
    policy = replace(policy, must=examples.must(policy), must_not=examples.must_not(policy, lexicon))
    why = [
        *policy.why,
        *_unread(policy),
        *_unsettled(policy),
        *_loose(policy, lexicon),
        *_tried(policy, lexicon, episodes),
    ]
    status = PolicyStatus.PROPOSED if why else PolicyStatus.ACTIVE
    return replace(policy, status=status, why=tuple(dict.fromkeys(why)))


def _unread(policy: Policy) -> Iterable[str]:
    if policy.residue:
        yield f"not read: {', '.join(policy.residue)}"
    if not policy.verbs and not policy.argv and not policy.tools:
        yield "it does not say what must not be done"
    if policy.effect is Effect.PRECONDITION and (policy.before is None or not policy.before.verbs):
        yield "what has to come first was not understood"


def _unsettled(policy: Policy) -> Iterable[str]:
    everything = [*policy.conditions, *(each for one in policy.exceptions for each in one.conditions)]
    for condition in everything:
        if not condition.evaluator or condition.kind not in conditions.KINDS:
            yield f"only a person can tell: {_said(condition)}"
    for exception in policy.exceptions:
        if not exception.targets and not exception.conditions and not exception.verbs:
            yield f"an exception was not understood: {exception.text}"


def _loose(policy: Policy, lexicon: Lexicon) -> Iterable[str]:
    """What was read, but may stand in a call in too many ways for code to be sure of it."""
    things = (*policy.targets, *policy.all_of)
    for target in things:
        state = next((word for word in target.mods if word.endswith("ed") and len(word) > _SHORT), "")
        if state and not target.literal:
            yield f"calls say in many ways that a thing is {state}"
    strange = next((target for target in policy.all_of if _is_strange(target, policy.text, lexicon)), None)
    if strange is not None:
        yield f"no table knows how calls name this: {' '.join((*strange.mods, strange.head))}"
    if _GOES.search(policy.text) and "send" in policy.verbs:
        yield "things go in many ways, and calls name each of them"
    if len(policy.all_of) > 1:
        yield "it names many things at once, and calls may leave one of them out"
    if policy.verbs == ("use",) and not any(target.literal or lexicon.knows(target.head) for target in things):
        yield "it does not say what must not be done with it"
    told = any(condition.kind == "not_in" and condition.role == "recipient" for condition in policy.conditions)
    if told and any(target.head and not target.literal for target in policy.targets):
        yield "what a message is about, a person can tell better"


def _is_strange(target: Target, text: str, lexicon: Lexicon) -> bool:
    """Whether a thing is called by a common noun that the lexicon does not have: calls may say it in other words. A
    name is the same everywhere; German writes every noun like a name."""
    if target.literal or not target.head or lexicon.knows(target.head) or lexicon.families(target.head):
        return False
    if lexicon.list_named(target.head) or any(target.head in lexicon.values(name) for name in _LISTS):
        return False
    word = re.escape(target.head.split("_")[0])
    named = re.search(rf"(?i:\b{word})", text)
    capital = named is not None and named[0][:1].isupper()
    return not capital or languages.language(text) == "de"


_LISTS: Final = ("messengers", "social_media")
_GOES: Final = regex(r"(?i)\bgo(?:es)? (?!out\b|live\b)")

_SHORT: Final = 4
"""Letters of words that end in "ed" and are no participles: bed, feed."""


def _said(condition: Condition) -> str:
    return str(condition.value or condition.role or condition.kind)


def _tried(policy: Policy, lexicon: Lexicon, episodes: Sequence[Action]) -> Iterable[str]:
    plain = replace(policy, windows=(), exceptions=())  # calls are made up without them
    alone = PolicySet([Enforced("PB-0", plain)], lexicon)
    if episodes and not any(_stops(alone, episode, lexicon) for episode in episodes):
        yield "it would not stop the call that taught it"
    for call in policy.must:
        if not _stops(alone, _action(call), lexicon):
            yield f"it would not stop {_shown(call)}"
    for call in policy.must_not:
        if _stops(alone, _action(call), lexicon):
            yield f"it would stop {_shown(call)} as well"


def _stops(alone: PolicySet, action: Action, lexicon: Lexicon) -> bool:
    judged = alone.judge(canonical(action, lexicon), now=_NOW, zone=UTC, evidence=())
    return judged.ruling in _STOPS


def _action(call: JsonObject) -> Action:
    args = call.get("args")
    return Action(name=str(call.get("name", "")), args=args if isinstance(args, dict) else {})


def _shown(call: JsonObject) -> str:
    return f"{call.get('name')} {call.get('args')}"
