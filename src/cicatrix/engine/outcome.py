"""``outcome``: what became of an action that was judged. A call that was carried out is a deed, which others may rest
on: it is recorded as a tool call of the enforcement point that saw it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, Literal, get_args

from cicatrix.core.codec import decode
from cicatrix.core.entries import EntryKind
from cicatrix.core.ids import Kind, canonical_handle, parse_handle
from cicatrix.core.intake import take
from cicatrix.core.values import check_name
from cicatrix.core.verdicts import GateMode, Ruling, Verdict
from cicatrix.engine.check import seal_verdict
from cicatrix.engine.context import Context
from cicatrix.engine.record import recording_time, seal_episode, writing
from cicatrix.errors import InvalidInput, NotFound, StateConflict
from cicatrix.ports import Durability, LedgerReader

State = Literal["executed", "failed", "skipped"]
_STOPPED: Final = frozenset({Ruling.DENY, Ruling.UNMET_PRECONDITION, Ruling.REQUIRE_APPROVAL})


@dataclass(frozen=True, slots=True)
class Outcome:
    """The receipt. ``episode`` is the tool call as an experience, None for one that was skipped; ``warning`` says that
    a call was carried out which the gate had stopped."""

    id: str
    outcome: State
    episode: str | None
    seq: int
    durability: Durability = "full"
    warning: str = ""


def outcome(
    ctx: Context, id: str, state: str, *, result: str = "", recorded_by: str = "gate", actor: str | None = None
) -> Outcome:
    """Seal what became of the action of a verdict: executed, failed or skipped. ``result`` is what the tool answered.

    ``recorded_by`` names the enforcement point or the operator who saw it: a call that only the agent itself tells of
    is evidence of nothing. Said again the same way changes nothing. Raises NotFound, InvalidInput for another state,
    StateConflict for a verdict whose outcome is another.
    """
    if state not in get_args(State):
        raise InvalidInput(f"{state!r} is no outcome.", hint="The outcomes are executed, failed and skipped.")
    handle = canonical_handle(id)
    with writing(ctx) as writer:
        verdict = _verdict(ctx, writer, handle)
        if verdict.outcome:
            if verdict.outcome != state:
                raise StateConflict(f"{handle} was {verdict.outcome} already, in #{verdict.seq}.")
            return Outcome(handle, state, verdict.episode, verdict.seq)  # type: ignore[arg-type]
        if not verdict.given.get("name"):
            raise StateConflict(
                f"{handle} judged a request in words, which no tool carries out.",
                hint="Check the calls that come of it; each has a verdict and an outcome of its own.",
            )
        episode = None
        if state != "skipped":
            taken = take(
                {
                    "kind": "tool_call",
                    "tool": verdict.given.get("name"),
                    "resource": verdict.given.get("resource"),
                    "arguments": verdict.given.get("args"),
                    "outcome": "ok" if state == "executed" else "failed",
                    "result": result,
                    "actor": check_name(actor or verdict.principal, "actor"),
                    "session": verdict.session,
                    "recorded_by": recorded_by,
                }
            )
            at = recording_time(ctx, writer)
            episode = seal_episode(ctx, writer, taken.episode, recorded_at=at, parents=(verdict.seq,))
        told = replace(
            verdict, executed=state == "executed", outcome=state, episode=episode.id if episode is not None else None
        )
        parents = (verdict.seq, episode.seq) if episode is not None else (verdict.seq,)
        seq = seal_verdict(writer, EntryKind.OUTCOME, told, parents)
    ran = state != "skipped" and verdict.effect in _STOPPED and verdict.mode is GateMode.ENFORCE
    warning = f"{handle} was {verdict.effect.value}, and the call was made all the same." if ran else ""
    return Outcome(handle, state, told.episode, seq, warning=warning)  # type: ignore[arg-type]


def _verdict(ctx: Context, reader: LedgerReader, handle: str) -> Verdict:
    version = reader.version(handle) if parse_handle(handle)[0] is Kind.VERDICT else None
    if version is None or version.body is None:
        raise NotFound(f"There is no verdict {handle} in {ctx.namespace}.", hint="Verdicts are called gd-1, gd-2, ….")
    return decode(Verdict, version.body, seq=version.seq)
