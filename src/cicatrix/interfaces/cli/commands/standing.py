"""Second thoughts about what was learnt: ratify, suspend, resume, retire, forget."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from cicatrix.interfaces.cli.app import command
from cicatrix.interfaces.cli.commands.options import By, Reason
from cicatrix.interfaces.cli.session import Session, session_of

if TYPE_CHECKING:
    from cicatrix.engine.reports import StateChange

Id = Annotated[str, typer.Argument(metavar="ID", help="A rule or memory: PB-03, M-7.")]


@command("ratify", "cicatrix ratify PB-14 --by dana", "cicatrix ratify im-1 --by dana    a whole import")
def ratify(
    ctx: typer.Context,
    id: Annotated[
        str, typer.Argument(metavar="ID", help="A candidate rule, a memory, or an import: PB-14, M-9, im-1.")
    ],
    by: By = None,
    reason: Reason = "",
) -> None:
    """Confirm a candidate, a memory or an import in your name.

    A candidate becomes active; what people say in an import counts as theirs.
    """
    call = session_of(ctx)
    person = call.person(by, "ratify")
    with call.open(writes=True) as memory:
        _tell(call, memory.ratify(id, by=person, reason=reason))


@command("suspend", 'cicatrix suspend PB-03 --reason "Not during the sale" --by dana')
def suspend(ctx: typer.Context, id: Id, by: By = None, reason: Reason = "") -> None:
    """Set a rule or memory aside for now.

    It is kept, and no longer recalled, until `resume`.
    """
    call = session_of(ctx)
    person = call.person(by, "suspend")
    with call.open(writes=True) as memory:
        _tell(call, memory.suspend(id, by=person, reason=reason))


@command("resume", "cicatrix resume PB-03 --by dana")
def resume(ctx: typer.Context, id: Id, by: By = None, reason: Reason = "") -> None:
    """End a suspension."""
    call = session_of(ctx)
    person = call.person(by, "resume")
    with call.open(writes=True) as memory:
        _tell(call, memory.resume(id, by=person, reason=reason))


@command("retire", 'cicatrix retire PB-03 --reason "The channel is closed" --by dana')
def retire(ctx: typer.Context, id: Id, by: By = None, reason: Reason = "") -> None:
    """Say that a lesson is wrong or over.

    It is not learnt again from the same episodes.
    """
    call = session_of(ctx)
    person = call.person(by, "retire")
    with call.open(writes=True) as memory:
        _tell(call, memory.retire(id, by=person, reason=reason))


@command("forget", 'cicatrix forget M-7 --reason "No longer true" --by dana', "cicatrix forget dl-1 --by dana")
def forget(
    ctx: typer.Context,
    id: Annotated[str, typer.Argument(metavar="ID", help="A rule, a memory or a dead letter: PB-03, M-7, dl-1.")],
    by: By = None,
    reason: Reason = "",
) -> None:
    """End one memory, or dismiss a dead letter.

    It stays in the ledger, is never recalled again, and is not learnt again from the same episodes. A dead letter
    leaves the inbox.
    """
    call = session_of(ctx)
    person = call.person(by, "forget")
    with call.open(writes=True) as memory:
        _tell(call, memory.forget(id, by=person, reason=reason))


def _tell(call: Session, change: StateChange) -> None:
    from cicatrix.interfaces import shapes
    from cicatrix.interfaces.cli import show

    call.out.data(shapes.state_change(change), lambda sheet: show.state_change(sheet, change))
