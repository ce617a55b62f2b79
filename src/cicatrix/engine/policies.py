"""Policies: what the rules of a namespace stop, for people; and what a person decides about it.

===========  ==========================================  =====================================================
act          from                                        to
===========  ==========================================  =====================================================
promote      a policy that was read in part (proposed)   active: a person confirmed the reading, or gave another
promote      a rule that only watches                    active: it stops what it would have stopped
withdraw     an active policy                            proposed: the rule stays, and stops nothing by itself
watch        an active rule                              shadow: judged and recorded, and nothing is stopped by it
===========  ==========================================  =====================================================
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from functools import partial

from cicatrix.core.actions.action import Action
from cicatrix.core.actions.canonical import canonical
from cicatrix.core.codec import decode, encode
from cicatrix.core.entries import EntryKind
from cicatrix.core.episodes import JsonObject
from cicatrix.core.ids import Kind, canonical_handle, parse_handle
from cicatrix.core.known import LIVE
from cicatrix.core.memories import Change, Memory, Status
from cicatrix.core.policies.judgement import Judgement
from cicatrix.core.policies.matching import PolicySet
from cicatrix.core.policies.policy import Effect, Policy, PolicyStatus
from cicatrix.core.policies.rule_index import Enforced
from cicatrix.core.redaction import redact
from cicatrix.core.values import check_name, check_text
from cicatrix.core.verdicts import Ruling
from cicatrix.engine.claims import DURABILITY, EpisodesOf, claims, seal
from cicatrix.engine.compiling import calls_of, compiled, is_read
from cicatrix.engine.context import Context
from cicatrix.engine.enforced import InForce
from cicatrix.engine.record import writing
from cicatrix.engine.reports import Finding, StateChange
from cicatrix.engine.zones import named_zone
from cicatrix.errors import InvalidInput, NotFound, PersonMissing, StateConflict
from cicatrix.ports import LedgerReader

_WITHDRAWN = "a person withdrew it"
STOPS = frozenset({Ruling.DENY, Ruling.UNMET_PRECONDITION, Ruling.REQUIRE_APPROVAL})


@dataclass(frozen=True, slots=True)
class Tried:
    """A call on which a policy was tried: what it says of it, and what it should. ``kind``: ``own`` (of the episode
    that taught the rule), ``must``, ``must_not``."""

    rule: str
    kind: str
    action: JsonObject
    ruling: Ruling
    reason: str
    ok: bool


@dataclass(frozen=True, slots=True)
class Explained:
    """A rule's policy with what was read where, what was not, and what it says of calls."""

    rule: Memory
    policy: Policy
    tried: tuple[Tried, ...]
    enforced: bool


class Policies:
    """The policies of one namespace."""

    def __init__(self, context: Context) -> None:
        self._ctx = context

    def list(self) -> tuple[Memory, ...]:
        """The rules that are not over, each with its policy, in order of their number."""
        with self._reader() as reader:
            return tuple(sorted(_live(self._ctx, reader), key=lambda rule: parse_handle(rule.id)))

    def test(self, id: str | None = None) -> tuple[Tried, ...]:
        """Try each policy, or one rule's, on the calls that it has to stop and on those that it has to spare."""
        with self._reader() as reader:
            rules = [_rule(self._ctx, reader, id)] if id is not None else _live(self._ctx, reader)
            return tuple(one for rule in rules for one in _tried(self._ctx, rule, EpisodesOf(reader)))

    def explain(self, id: str) -> Explained:
        """Raises NotFound, StateConflict for a rule that is over."""
        with self._reader() as reader:
            rule = _rule(self._ctx, reader, id)
            assert rule.policy is not None
            enforced = rule.id in self._ctx.kept.of(InForce).at(reader, self._ctx.lexicon()).rules
            return Explained(rule, rule.policy, tuple(_tried(self._ctx, rule, EpisodesOf(reader))), enforced)

    def lint(self) -> tuple[Finding, ...]:
        """What of the policies waits for somebody, or does not do what it should."""
        found: list[Finding] = []
        with self._reader() as reader:
            broken = self._ctx.kept.of(InForce).at(reader, self._ctx.lexicon()).broken
            for handle, why in broken.items():
                message = f"{why}: every action is denied until it can."
                found.append(Finding(handle, "error", message, "`cicatrix verify` says what is damaged."))
            for version in reader.versions((Kind.RULE,)):
                if version.body is not None and version.handle not in broken:
                    rule = decode(Memory, version.body, seq=version.seq)
                    found += _findings(self._ctx, rule, EpisodesOf(reader)) if rule.status in LIVE else ()
        return tuple(found)

    def promote(self, id: str, *, by: str | None = None, reason: str = "", policy: Policy | None = None) -> StateChange:
        """A person puts in force what was read of a rule, or ``policy``, which is written by hand."""
        return _decide(self._ctx, id, "promoted", by, reason, partial(_promoted, policy))

    def withdraw(self, id: str, *, by: str | None = None, reason: str = "") -> StateChange:
        """A person takes what a rule stops out of force. The rule stays, and is recalled."""
        return _decide(self._ctx, id, "withdrawn", by, reason, _withdrawn)

    def watch(self, id: str, *, by: str | None = None, reason: str = "") -> StateChange:
        """A person has an active rule only watch: verdicts say what it would have stopped."""
        return _decide(self._ctx, id, "watching", by, reason, _watching)

    def _reader(self) -> AbstractContextManager[LedgerReader]:
        return self._ctx.store.reader(self._ctx.namespace)


def _findings(ctx: Context, rule: Memory, episodes: EpisodesOf) -> Iterator[Finding]:
    handle, policy = rule.id, rule.policy
    if policy is None or not is_read(rule):
        yield Finding(
            handle,
            "warning",
            f"{handle} was sealed before rules had policies, so it stops nothing.",
            "`cicatrix distill` reads what it stops.",
        )
        return
    if policy.status is PolicyStatus.PROPOSED:
        why = "; ".join(policy.why) or "it was read in part"
        yield Finding(handle, "note", f"{handle} stops nothing yet: {why}.", f"`cicatrix policy explain {handle}`.")
    if policy.lexicon and policy.lexicon != ctx.lexicon().version and policy.compiler != "hand":
        yield Finding(
            handle,
            "note",
            f"{handle} was read with the words {policy.lexicon}; they are {ctx.lexicon().version} now.",
            f"`cicatrix policy test {handle}` tries it; correcting the rule has it read again.",
        )
    for one in _tried(ctx, rule, episodes) if policy.status is PolicyStatus.ACTIVE else ():
        if not one.ok:
            what = "spares" if one.kind != "must_not" else "stops"
            yield Finding(
                handle,
                "error" if one.kind == "own" else "warning",
                f"{handle} {what} a call that it should not: {_shown(one.action)}.",
                f"`cicatrix policy explain {handle}`; `cicatrix correct {handle}` says it better.",
            )


# -- what a person decides ---------------------------------------------------------------------------------------------


def _promoted(policy: Policy | None, rule: Memory) -> Memory:
    new = policy or rule.policy
    assert new is not None
    if new.effect is Effect.NONE:
        raise StateConflict(
            f"{rule.id} is advice: nothing of it can be enforced as it stands.",
            hint="Say it as a prohibition, an approval or an order of steps, or write its policy by hand.",
        )
    if rule.status not in (Status.ACTIVE, Status.SHADOW):
        raise StateConflict(
            f"{rule.id} is {rule.status.value}: what it stops is in force only when it is active.",
            hint=f"`cicatrix ratify {rule.id}` makes a candidate active; `resume` ends a suspension.",
        )
    if policy is None and new.status is PolicyStatus.ACTIVE and rule.status is Status.ACTIVE:
        raise StateConflict(f"{rule.id} is in force already.")
    why = tuple(each for each in new.why if each != _WITHDRAWN)
    policy = replace(new, status=PolicyStatus.ACTIVE, text=rule.order, why=why)
    return replace(rule, status=Status.ACTIVE, policy=policy)


def _withdrawn(rule: Memory) -> Memory:
    assert rule.policy is not None
    if rule.policy.status is not PolicyStatus.ACTIVE:
        raise StateConflict(f"{rule.id} is not in force: its policy is {rule.policy.status.value}.")
    return replace(rule, policy=replace(rule.policy, status=PolicyStatus.PROPOSED, why=(*rule.policy.why, _WITHDRAWN)))


def _watching(rule: Memory) -> Memory:
    if rule.status is not Status.ACTIVE:
        raise StateConflict(f"{rule.id} is {rule.status.value}; only an active rule can be told to watch.")
    return replace(rule, status=Status.SHADOW)


def _decide(
    ctx: Context, id: str, act: str, by: str | None, reason: str, changed: Callable[[Memory], Memory]
) -> StateChange:
    person = check_name(by or ctx.person or "", "by").strip()
    if not person:
        raise PersonMissing("Nobody is named, and what a rule stops is a person's decision.")
    why, _ = redact(check_text(reason, "reason", limit=2_000), "reason")
    with writing(ctx) as writer:
        rule = changed(_rule(ctx, writer, id))
        assert rule.policy is not None
        rule = replace(
            rule,
            version=rule.version + 1,
            change=Change(act, person, why),
            policy=replace(rule.policy, confirmed_by=person),
        )
        sealed = seal(ctx, writer, rule, EpisodesOf(writer), EntryKind.POLICY_DECIDED)
        notes = tuple(_warned(_tried(ctx, sealed, EpisodesOf(writer)))) if act == "promoted" else ()
    return StateChange(sealed.id, sealed.status.value, sealed.seq, DURABILITY, reason=why, notes=notes)


def _warned(tried: Iterator[Tried]) -> Iterator[str]:
    """A person is obeyed, and told which calls come out otherwise than the rule's words and its episodes want it."""
    for one in tried:
        if not one.ok:
            what = "stops" if one.kind == "must_not" else "lets pass"
            yield f"As it stands it {what} a call that it should not: {_shown(one.action)}."


# -- reading -----------------------------------------------------------------------------------------------------------


def _live(ctx: Context, reader: LedgerReader) -> Iterator[Memory]:
    episodes = EpisodesOf(reader)
    return (compiled(ctx, rule, episodes) for rule in claims(reader, (Kind.RULE,)) if rule.status in LIVE)


def _rule(ctx: Context, reader: LedgerReader, id: str) -> Memory:
    handle = canonical_handle(id)
    if parse_handle(handle)[0] is not Kind.RULE:
        raise InvalidInput(f"{handle} is no rule, and only rules have policies.")
    version = reader.version(handle)
    if version is None or version.body is None:
        raise NotFound(f"There is no {handle} in {ctx.namespace}.")
    rule = decode(Memory, version.body, seq=version.seq)
    if rule.status not in LIVE:
        raise StateConflict(f"{handle} is {rule.status.value} and stops nothing.")
    return compiled(ctx, rule, EpisodesOf(reader))


def _tried(ctx: Context, rule: Memory, episodes: EpisodesOf) -> Iterator[Tried]:
    """The policy as if it were in force, on its own calls."""
    policy = rule.policy
    assert policy is not None
    if policy.effect is Effect.NONE:
        return
    alone = PolicySet([Enforced(rule.id, replace(policy, windows=()))], ctx.lexicon())  # as at an hour when it holds
    for kind, actions in (
        ("own", calls_of(rule, episodes)),
        ("must", [decode(Action, fields) for fields in policy.must]),
        ("must_not", [decode(Action, fields) for fields in policy.must_not]),
    ):
        for action in actions:
            said = _says(ctx, alone, action)
            ok = (said.ruling in STOPS) is (kind != "must_not")
            yield Tried(rule.id, kind, encode(action), said.ruling, said.reason, ok)


def _says(ctx: Context, alone: PolicySet, action: Action) -> Judgement:
    zone = named_zone(ctx.gate.zone)
    assert zone is not None
    asked = canonical(action, ctx.lexicon())
    return alone.judge(asked, now=ctx.clock.now(), zone=zone, evidence=(), strict=False)


def _shown(action: JsonObject) -> str:
    return str(action.get("text") or f"{action.get('name', '')} {action.get('args', '')}".strip())
