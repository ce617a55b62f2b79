"""``check``: the gate's word on an action, judged against all rules in force and sealed before it is returned.

The action is read outside the transaction, and judged inside the one that seals the verdict, against the rules and the
evidence that this transaction sees: no verdict is ever sequenced after a rule that it did not know. Whatever goes wrong
on the way is a deny that says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from cicatrix.core.actions.action import Action
from cicatrix.core.actions.call import Canonical
from cicatrix.core.actions.canonical import canonical
from cicatrix.core.codec import decode, encode
from cicatrix.core.entries import Draft, EntryKind
from cicatrix.core.episodes import Episode, JsonObject, JsonValue
from cicatrix.core.evidence import quote
from cicatrix.core.ids import Kind
from cicatrix.core.memories import Memory
from cicatrix.core.policies.judgement import Done, Judgement
from cicatrix.core.redaction import redact, redact_object
from cicatrix.core.stamps import stamp
from cicatrix.core.trust import Origin
from cicatrix.core.values import check_name, check_object, check_text
from cicatrix.core.verdicts import GateMode, Matched, Ruling, Verdict
from cicatrix.engine import approvals
from cicatrix.engine.context import Context
from cicatrix.engine.enforced import InForce, Standing
from cicatrix.engine.evidence import Asked, Deeds
from cicatrix.engine.zones import named_zone
from cicatrix.errors import CicatrixError, InvalidInput
from cicatrix.ports import LedgerReader, LedgerWriter

ALGORITHM: Final = "gate/1"
UNAVAILABLE: Final = "policy unavailable"
_ORDER: Final = tuple(Ruling)
_ASKER: Final = "agent"
"""Who asks where the context names no principal."""


@dataclass(frozen=True, slots=True)
class _Read:
    """An action as it is judged, and as it may be sealed (``given`` and ``form``, without secrets). ``failure``: why it
    could not be read."""

    action: Action
    given: JsonObject
    name: str
    principal: str
    session: str | None
    canonical: Canonical
    form: JsonValue
    failure: str = ""


def check(
    ctx: Context,
    action: Action | str,
    *,
    now: datetime | None = None,
    strict: bool | None = None,
    dry_run: bool = False,
) -> Verdict:
    """Judge an action; a string is a request in plain words.

    ``now`` is the moment for windows and ages, the clock's where none is given; ``strict`` as the settings say.
    ``dry_run`` judges and seals nothing: such a verdict has no handle, asks for no approval and spends none. Raises
    InvalidInput for what is no action at all, InvalidTime for a ``now`` without a zone; all else that goes wrong is a
    deny whose reason begins with "policy unavailable", without a handle where not even that could be sealed.
    """
    asked = Action(text=action) if isinstance(action, str) else action
    if not isinstance(asked, Action) or not (asked.name or asked.text):
        raise InvalidInput(
            "There is no action: it needs a name, or a request in words.",
            hint='Give the tool that would be called, Action("send_message", args={…}), or what was asked for.',
        )
    if now is not None:
        stamp(now)
    read = _read(ctx, asked)
    strict = ctx.gate.strict if strict is None else strict
    try:
        rules = ctx.kept.of(InForce)
        if dry_run or rules.is_new:  # all rules are read for the first time before the file is locked
            with ctx.store.reader(ctx.namespace) as reader:
                standing = rules.at(reader, ctx.lexicon())
                if dry_run:
                    return _judged(ctx, reader, standing, read, now or ctx.clock.now(), strict)
        with ctx.store.writer(
            ctx.namespace, now=ctx.clock.now(), durability="full", strict_now=ctx.clock.fixed
        ) as writer:
            return _sealed(ctx, writer, read, now or ctx.clock.now(), strict)
    except Exception as error:
        return _watched(_verdict(ctx, read, _denied(_told(error)), now or ctx.clock.now(), strict))


# -- reading what was given --------------------------------------------------------------------------------------------


def _read(ctx: Context, action: Action) -> _Read:
    """The action in canonical form; one that cannot be read is one that is denied, not an error of the caller."""
    try:
        args, _ = check_object(action.args, "args")
        context, _ = check_object(action.context, "context")
        taken = Action(
            check_name(action.name, "name"),
            check_text(action.resource, "resource"),
            args,
            context,
            check_text(action.text, "text"),
        )
        principal, session = context.get("principal"), context.get("session")
        whole = canonical(taken, ctx.lexicon())
        given, secrets = redact_object(encode(taken), "action")
        return _Read(
            taken,
            given,
            redact(taken.name or taken.text, "name")[0],
            check_name(principal, "principal") if principal else _ASKER,
            check_name(session, "session") if session else None,
            whole,
            canonical(decode(Action, given), ctx.lexicon()).form if secrets else whole.form,
        )
    except Exception as error:
        nothing = Canonical((), None, "")
        return _Read(action, {}, "", _ASKER, None, nothing, None, f"the action cannot be read: {_told(error)}")


def _told(error: Exception) -> str:
    """Why something failed; what other code says of its errors may hold anything, and is not passed on."""
    return error.message if isinstance(error, CicatrixError) else f"an internal error ({type(error).__name__})"


# -- judging -----------------------------------------------------------------------------------------------------------


def _judged(
    ctx: Context, reader: LedgerReader, standing: Standing, read: _Read, moment: datetime, strict: bool
) -> Verdict:
    """The verdict as it stands at the end of the ledger that the reader sees, not sealed."""
    since = moment - timedelta(seconds=standing.oldest)
    evidence = Asked(lambda: ctx.kept.of(Deeds).since(reader, since, ctx.lexicon()))
    judgement, would = judge(standing, read.canonical, moment, ctx.gate.zone, evidence, strict)
    if read.failure:
        judgement, would = _denied(read.failure), None
    verdict = _verdict(ctx, read, judgement, moment, strict)
    verdict = replace(
        verdict,
        rules=tuple(_quoted(reader, rule) for rule in verdict.rules),
        policies=standing.count,
        root=standing.root,
        mind=reader.head().seq,
        would=would,
        warning=_warning(standing),
    )
    return _watched(verdict)


def _watched(verdict: Verdict) -> Verdict:
    """Where the gate only watches, nothing is stopped, whatever went wrong."""
    if verdict.mode is GateMode.ENFORCE or verdict.effect is Ruling.NO_ACTION:
        return verdict
    return replace(verdict, effect=Ruling.NO_OPINION, would=verdict.would or verdict.effect)


def _warning(standing: Standing) -> str:
    told = "" if standing.count else "No rule is enforced here: nothing can be stopped."
    if standing.unread:
        told += f" Sealed before rules had policies: {standing.unread:,}; `cicatrix distill` reads what they stop."
    return told.strip()


def judge(
    standing: Standing, asked: Canonical, moment: datetime, zone: str, evidence: Sequence[Done], strict: bool
) -> tuple[Judgement, Ruling | None]:
    """What the rules say, and what they would say with those that only watch (None where none of them spoke)."""
    if standing.broken:
        return _denied("; ".join(standing.broken.values())), None
    known = named_zone(zone)
    if known is None:
        return _denied(f"nobody here knows the time zone {zone!r}"), None
    try:
        judgement = standing.policies.judge(asked, now=moment, zone=known, evidence=evidence, strict=strict)
    except CicatrixError:
        raise
    except Exception as error:
        return _denied(_told(error)), None
    watching = [rule.ruling for rule in judgement.matched if rule.shadow]
    return judgement, min((judgement.ruling, *watching), key=_ORDER.index) if watching else None


def algorithm(ctx: Context) -> str:
    """How actions are judged here, and with which words; without those where they cannot be read."""
    try:
        return f"{ALGORITHM} {ctx.lexicon().version}"
    except CicatrixError:
        return ALGORITHM


def _denied(why: str) -> Judgement:
    return Judgement(Ruling.DENY, reason=f"{UNAVAILABLE}: {why}")


def _verdict(ctx: Context, read: _Read, judgement: Judgement, moment: datetime, strict: bool) -> Verdict:
    unknown = (redact(each.what, "unknown")[0] for each in (*judgement.unknown, *read.canonical.unknown))
    return Verdict(
        id="",
        effect=judgement.ruling,
        reason=redact(judgement.reason, "reason")[0],
        rules=judgement.matched,
        canonical=read.form,
        digest=read.canonical.digest,
        actions=len(read.canonical.calls),
        policies=0,
        root="",
        mind=0,
        name=read.name,
        given=read.given,
        unknown=tuple(dict.fromkeys(unknown)),
        evidence=judgement.evidence,
        principal=read.principal,
        session=read.session,
        mode=ctx.gate.mode,
        strict=strict,
        now=stamp(moment),
        zone=ctx.gate.zone,
        algorithm=algorithm(ctx),
    )


def _quoted(reader: LedgerReader, matched: Matched) -> Matched:
    """With the words that taught the rule, as they stand in the first of its episodes that still has them."""
    unknown = tuple(redact(each, "unknown")[0] for each in matched.unknown)
    matched = replace(matched, reason=redact(matched.reason, "reason")[0], unknown=unknown)
    version = reader.version(matched.id)
    if version is None or version.body is None:
        return matched
    rule = decode(Memory, version.body)
    for span in rule.evidence:
        cited = reader.version(span.episode)
        if cited is not None and cited.body is not None and (words := quote(decode(Episode, cited.body), span)):
            return replace(matched, quote=words)
    return replace(matched, quote=rule.text)


# -- sealing -----------------------------------------------------------------------------------------------------------


def _sealed(ctx: Context, writer: LedgerWriter, read: _Read, moment: datetime, strict: bool) -> Verdict:
    standing = ctx.kept.of(InForce).at(writer, ctx.lexicon())
    verdict = _judged(ctx, writer, standing, read, moment, strict)
    met = approvals.Met()
    if verdict.mode is GateMode.ENFORCE and verdict.digest:
        met = approvals.meet(writer, verdict, approvals.bound_by(verdict, standing), moment)
        verdict = _with_approval(writer, verdict, met)
    verdict = replace(verdict, id=writer.next_handle(Kind.VERDICT))
    verdict = replace(verdict, seq=seal_verdict(writer, EntryKind.VERDICT, verdict, _parents(writer, verdict)))
    if met.approval is not None and met.voids:
        approvals.void(writer, met.approval, verdict)
    if met.approval is not None and met.spends:
        approvals.spend(writer, met.approval, verdict)
    if verdict.approval is not None and (met.approval is None or met.voids):
        approvals.ask(ctx, writer, verdict, standing, moment)
    return verdict


def _with_approval(writer: LedgerWriter, verdict: Verdict, met: approvals.Met) -> Verdict:
    if verdict.effect is not Ruling.REQUIRE_APPROVAL:
        return verdict
    if met.approval is None or met.voids:
        return replace(verdict, approval=writer.next_handle(Kind.APPROVAL))
    if met.spends:
        reason = f"{met.approval.by} approved this very call in {met.approval.id}; the permit is spent with it."
        return replace(verdict, effect=Ruling.ALLOW, approval=met.approval.id, reason=reason)
    return replace(verdict, approval=met.approval.id)


def seal_verdict(writer: LedgerWriter, entry: EntryKind, verdict: Verdict, parents: tuple[int, ...]) -> int:
    return writer.append(
        Draft(
            entry=entry,
            kind=Kind.VERDICT,
            handle=verdict.id,
            body=encode(verdict),
            actor=verdict.principal or _ASKER,
            origin=Origin.AGENT,
            parents=parents,
        )
    )


def _parents(writer: LedgerWriter, verdict: Verdict) -> tuple[int, ...]:
    """The versions of the rules that spoke, and the deeds that met what they ask for."""
    deeds = (writer.version(handle) for handle in verdict.evidence)
    found = {rule.version for rule in verdict.rules} | {deed.seq for deed in deeds if deed is not None}
    return tuple(sorted(seq for seq in found if seq))
