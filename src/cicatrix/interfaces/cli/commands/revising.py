"""Beliefs that change: ``correct`` what is wrong, ``review`` what code was unsure of, ``undo`` what an act did."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from cicatrix.interfaces.cli.app import command
from cicatrix.interfaces.cli.commands.options import By, Reason
from cicatrix.interfaces.cli.session import session_of


@command(
    "correct",
    'cicatrix correct M-7 "Lives in York" --by dana',
    'cicatrix correct "stack PostgreSQL" "Stack: FastAPI + MySQL"    by words that only one memory has',
    'cicatrix correct PB-03 "Only on weekdays" --by dana             narrows the rule',
)
def correct(
    ctx: typer.Context,
    id: Annotated[str, typer.Argument(metavar="ID", help="A memory or rule, M-7 or PB-03, or words that only it has.")],
    text: Annotated[str, typer.Argument(help="What is right.")],
    by: By = None,
    reason: Reason = "",
) -> None:
    """Say what is right in the place of a memory or rule.

    Your words are kept as their own evidence. The old one ends, linked to the new one; a rule that is only narrowed
    stays, with your words beside it.
    """
    from cicatrix.interfaces import shapes
    from cicatrix.interfaces.cli import beliefs

    call = session_of(ctx)
    person = call.person(by, "correct")
    with call.open(writes=True) as memory:
        change = memory.correct(id, text, by=person, reason=reason)
        now = memory.read().memory(change.superseded_by or change.id)
        call.out.data(shapes.state_change(change), lambda sheet: beliefs.corrected(sheet, change, now))


@command(
    "review",
    "cicatrix review rv-1 replaces --by dana",
    "cicatrix review M-9 distinct --by dana    what M-9 replaced stands again beside it",
)
def review(
    ctx: typer.Context,
    id: Annotated[str, typer.Argument(metavar="ID", help="A doubt, rv-1, or a memory that replaced others, M-9.")],
    verdict: Annotated[
        Literal["replaces", "duplicate", "refines", "distinct"],
        typer.Argument(help="What the newer one is for the older one."),
    ],
    by: By = None,
    reason: Reason = "",
) -> None:
    """Say what a newer memory is for an older one.

    replaces: the older one is over. duplicate: they say the same. refines: both stand, the newer tells more. distinct:
    both stand.
    """
    from cicatrix.interfaces import shapes
    from cicatrix.interfaces.cli import beliefs

    call = session_of(ctx)
    person = call.person(by, "review")
    with call.open(writes=True) as memory:
        report = memory.review(id, verdict, by=person, reason=reason)
        read = memory.read()
        now, then = read.memory(report.new), read.memory(report.old)
        call.out.data(shapes.fields_of(report), lambda sheet: beliefs.reviewed(sheet, report, now, then))


@command("undo", "cicatrix undo 42 --by dana", "cicatrix undo M-9", "cicatrix undo sl-2    a whole sleep")
def undo(
    ctx: typer.Context,
    id: Annotated[str, typer.Argument(metavar="SEQ", help="An entry, 42, or a handle: its last act is undone.")],
    by: By = None,
    reason: Reason = "",
) -> None:
    """Take back what one act did.

    Nothing is deleted: the former versions are sealed again, and what the act had brought is withdrawn. An act on which
    a later one builds is refused; that one comes first.
    """
    from cicatrix.interfaces import shapes
    from cicatrix.interfaces.cli import beliefs

    call = session_of(ctx)
    with call.open(writes=True) as memory:
        memory.check_undo(id)
        person = call.person(by, "undo")
        report = memory.undo(id, by=person, reason=reason)
        call.out.data(shapes.fields_of(report), lambda sheet: beliefs.undone(sheet, report))
