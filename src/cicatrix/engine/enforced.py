"""What a namespace enforces, kept beside its store: it follows the ledger, so that an action meets ten thousand rules
without reading them again, and never meets a rule as it was before.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from typing import Final

from cicatrix.core.codec import decode
from cicatrix.core.episodes import JsonObject, JsonValue
from cicatrix.core.erasures import named_by
from cicatrix.core.ids import Kind
from cicatrix.core.memories import Status
from cicatrix.core.policies.lexicon import Lexicon
from cicatrix.core.policies.matching import PolicySet
from cicatrix.core.policies.policy import Effect, Policy, PolicyStatus, Window
from cicatrix.core.policies.rule_index import Enforced
from cicatrix.engine.following import Follower
from cicatrix.ports import LedgerReader, Version

_DAY: Final = len("2026-01-31")
_MALFORMED: Final = (ValueError, KeyError, TypeError, AttributeError)


@dataclass(frozen=True, slots=True)
class Standing:
    """The rules that stop something, or watch what they would stop, as one reader or writer sees them. ``root`` is the
    hash of their versions, ``broken`` says which rules could not be read, and why: nobody knows what they stop."""

    rules: dict[str, Enforced]
    policies: PolicySet
    count: int  # that do not only watch
    root: str
    oldest: int = 0  # seconds: how far back evidence of a precondition may lie
    broken: Mapping[str, str] = field(default_factory=dict)  # why, by handle
    unread: int = 0  # rules in force that were sealed before rules had policies


class Rules:
    """The newest versions of rules, one after the other: those that are enforced, those that cannot be read and why,
    and those in force that were sealed before rules had policies."""

    def __init__(self) -> None:
        self.enforced: dict[str, Enforced] = {}
        self.broken: dict[str, str] = {}
        self.unread: set[str] = set()

    @classmethod
    def of(cls, reader: LedgerReader, at: int | None = None) -> Rules:
        """As they stand now, or stood at a sequence."""
        rules = cls()
        for version in reader.versions((Kind.RULE,), at=at):
            rules.put(version)
            if version.body is None and not _is_erased(reader, version.seq):
                why = f"{version.handle} cannot be read: its words are gone, and no erasure took them"
                rules.broken[version.handle] = why
        return rules

    def put(self, version: Version) -> None:
        handle = version.handle
        self.enforced.pop(handle, None)
        self.broken.pop(handle, None)
        self.unread.discard(handle)
        if version.body is None:  # erased, and with it what it stopped
            return
        try:
            rule = enforced_in(handle, version.body, version.seq)
        except _MALFORMED as error:
            self.broken[handle] = f"{handle} cannot be read ({type(error).__name__})"
            return
        if rule is not None:
            self.enforced[handle] = rule
        elif version.body.get("status") == Status.ACTIVE and "policy" not in version.body:
            self.unread.add(handle)

    def standing(self, lexicon: Lexicon) -> Standing:
        rules, named = self.enforced, hashlib.sha256()
        for rule in sorted(rules.values(), key=lambda rule: rule.version):
            named.update(f"{rule.id} {rule.version}\n".encode())
        befores = (rule.policy.before for rule in rules.values())
        return Standing(
            rules=dict(rules),
            policies=PolicySet(rules.values(), lexicon),
            count=sum(not rule.shadow for rule in rules.values()),
            root=named.hexdigest(),
            oldest=max((before.max_age for before in befores if before is not None), default=0),
            broken=dict(sorted(self.broken.items())),
            unread=len(self.unread),
        )


class InForce(Follower):
    """The newest version of every rule, as one reader or writer sees them."""

    kinds = (Kind.RULE,)
    _rules: Rules
    _standing: Standing | None

    def at(self, reader: LedgerReader, lexicon: Lexicon) -> Standing:
        """What stands at the end of the ledger."""
        with self._lock:
            self._follow(reader)
            if self._standing is None:
                self._standing = self._rules.standing(lexicon)
            return self._standing

    def _clear(self) -> None:
        self._rules, self._standing = Rules(), None

    def _load(self, reader: LedgerReader) -> None:
        self._rules = Rules.of(reader)

    def _put(self, version: Version) -> None:
        if version.end is None:
            self._standing = None
            self._rules.put(version)


def _is_erased(reader: LedgerReader, seq: int) -> bool:
    erasures = (erasure.seq for erasure in reader.changes(seq, (Kind.ERASURE,)))
    return any(seq in named_by(sealed.header) for at in erasures for sealed in reader.entries(at, at + 1))


def enforced_in(handle: str, body: JsonObject, seq: int) -> Enforced | None:
    """What is enforced of a rule as it was sealed; None for one that stops nothing. The rule's other fields are not
    read: a process that judges one action reads all rules first. Raises what a body raises that is none of a rule."""
    policy, status = body.get("policy"), Status(str(body["status"]))
    if policy is None or status not in (Status.ACTIVE, Status.SHADOW):
        return None
    if not isinstance(policy, dict):
        raise TypeError("its policy is no object")
    if PolicyStatus(str(policy["status"])) is not PolicyStatus.ACTIVE or Effect(str(policy["effect"])) is Effect.NONE:
        return None
    spans = body["evidence"]
    assert isinstance(spans, list)
    cited = (span["episode"] for span in spans if isinstance(span, dict))
    return Enforced(
        handle,
        _while_it_holds(decode(Policy, policy), body.get("valid_from"), body.get("valid_to")),
        version=seq,
        episodes=tuple(dict.fromkeys(str(episode) for episode in cited)),
        shadow=status is Status.SHADOW,
    )


def _while_it_holds(policy: Policy, since: JsonValue, until: JsonValue) -> Policy:
    """The policy of a rule that holds from a day or moment on, or until one. A day ends with that day; a month or a
    year limits nothing here: such a rule is recalled no more, and stops until a person says that it is over."""
    first = since if isinstance(since, str) and len(since) >= _DAY else ""
    last = until if isinstance(until, str) and len(until) >= _DAY else ""
    if last and len(last) == _DAY:
        last = (date.fromisoformat(last) + timedelta(days=1)).isoformat()
    if not first and not last:
        return policy
    held = policy.windows or (Window(),)
    return replace(policy, windows=tuple(_within(window, first, last) for window in held))


def _within(window: Window, since: str, until: str) -> Window:
    return replace(window, since=max(window.since, since), until=min(filter(None, (window.until, until)), default=""))
