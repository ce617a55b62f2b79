"""The tests of a policy on a call, each three-valued: True, False, and None where the call does not say."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Final

from cicatrix.core.actions import paths, urls
from cicatrix.core.actions.call import Call, Doubt, Source
from cicatrix.core.actions.words import folded, split
from cicatrix.core.policies import amounts, content, membership
from cicatrix.core.policies.evaluation import Asked, Doubts, is_about, listed
from cicatrix.core.policies.lexicon.lexicon import Lexicon
from cicatrix.core.policies.policy import Condition
from cicatrix.core.policies.targets import plays


def holds(condition: Condition, call: Call, lexicon: Lexicon, here: datetime, doubts: Doubts) -> bool | None:
    """Whether a condition is true of a call; what is not known is added to ``doubts``. ``here`` is now, in the zone."""
    settle = _SETTLES.get(condition.kind)
    asked = Asked(condition, call, lexicon, here, doubts)
    if settle is None:
        asked.missing(f"a condition in words: {condition.value or condition.kind}", Doubt.WORDS)
        return None
    return settle(asked)


def _exists(asked: Asked) -> bool | None:
    return _given(asked)


def _absent(asked: Asked) -> bool | None:
    return not _given(asked)


def _given(asked: Asked) -> bool:
    pointer, role = asked.condition.pointer, asked.condition.role
    for known, value in asked.call.values.items():
        if value is None or value == "":
            continue
        if known == pointer or known.startswith(f"{pointer}/") if pointer else is_about(known, role, asked.lexicon):
            return True
    return any(plays(thing, role, asked.lexicon) for thing in asked.call.things) if role else False


def _prefix_path(asked: Asked) -> bool | None:
    found = [thing for thing in asked.call.things if thing.kind == "path"]
    patterns = [f"{item.rstrip('/')}/**" for item in listed(asked.condition.value)] + listed(asked.condition.value)
    if any(paths.matches(pattern, thing.literal) for pattern in patterns for thing in found):
        return True
    if not found and asked.condition.pointer:
        asked.missing(f"the path at {asked.condition.pointer}")
        return None
    if not found and not any(unknown.doubt is Doubt.COMPUTED for unknown in asked.call.unknown):
        return False
    if any(unknown.doubt is Doubt.COMPUTED for unknown in asked.call.unknown):
        asked.missing("a path that is computed", Doubt.COMPUTED)
        return None
    return False


def _host_in(asked: Asked) -> bool | None:
    hosts = [thing.literal for thing in asked.call.things if thing.kind == "host"]
    hosts += [thing.literal.rpartition("@")[2] for thing in asked.call.things if thing.kind == "email"]
    if not hosts:
        computed = [unknown for unknown in asked.call.unknown if unknown.doubt is Doubt.COMPUTED]
        asked.doubts.extend(computed)
        return None if computed else False
    within = [any(urls.host_matches(item, host) for item in listed(asked.condition.value)) for host in hosts]
    return any(within) if asked.condition.op != "ne" else not all(within)


def _content(asked: Asked) -> bool | None:
    """A detector's name finds forms, other values are words that stand in the text."""
    call = asked.call
    text = call.words if call.words or call.source is not Source.SHELL else "\n".join(map(str, call.values.values()))
    if call.source is Source.JSON:
        text = "\n".join([text, *(value for value in call.values.values() if isinstance(value, str))])
    said = tuple(split(text))
    for item in listed(asked.condition.value):
        if item in content.DETECTORS:
            if content.holds(item, text, named=call.source is Source.TEXT):
                return True
            continue
        words = split(item)
        if words and any(said[place : place + len(words)] == words for place in range(len(said))):
            return True
        if not item.isascii() and folded(item) in folded(text):
            return True
    if any(unknown.doubt in (Doubt.LOOKALIKE, Doubt.COMPUTED) for unknown in call.unknown):
        asked.missing("what the text holds", Doubt.COMPUTED)
        return None
    return False


def _changed(asked: Asked) -> bool | None:
    """Whether the call changes a field: it gives another value than the state that was proven, or none was proven."""
    pointer, role, changed = asked.condition.pointer, asked.condition.role, asked.call.changed
    if pointer:
        return any(one.rstrip("#") == pointer or one.startswith(f"{pointer}/") for one in changed)
    return any(is_about(one, role, asked.lexicon) for one in changed)


_SETTLES: Final[dict[str, Callable[[Asked], bool | None]]] = {
    "number": amounts.number,
    "in": membership.is_in,
    "not_in": membership.is_not_in,
    "equals": membership.equals,
    "exists": _exists,
    "absent": _absent,
    "prefix_path": _prefix_path,
    "host_in": _host_in,
    "subset": membership.is_subset,
    "content": _content,
    "changed": _changed,
    "count": amounts.count,
    "time": amounts.time_of_day,
    "age": amounts.age,
}
KINDS: Final[Sequence[str]] = tuple(_SETTLES)
"""Kinds of conditions that are settled here; any other is one in words, which asks."""
