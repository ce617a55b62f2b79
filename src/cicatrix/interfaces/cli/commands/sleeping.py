"""Sleep: what the memories become over night."""

from __future__ import annotations

from typing import Annotated

import typer

from cicatrix.interfaces.cli.app import command
from cicatrix.interfaces.cli.session import session_of


@command(
    "sleep",
    "cicatrix sleep --dry-run                            the plan, and nothing written",
    "cicatrix sleep",
    "cicatrix undo sl-1                                  as if it had not been",
)
def sleep(
    ctx: typer.Context,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show the plan; write nothing.")] = False,
) -> None:
    """Merge fragments of one thing, let weak traces go.

    Nothing is reworded, and nothing that differs in a figure, a name or a yes and no is merged. Rules are never
    merged or let go. Doing it again changes nothing.
    """
    from cicatrix.interfaces.cli import night
    from cicatrix.interfaces.nights import slept

    call = session_of(ctx)
    with call.open(writes=not dry_run) as memory:
        report = memory.sleep(dry_run=dry_run)
        read = memory.read()
        texts = {name: read.memory(name).text for name in night.named(report)}
    call.out.data(slept(report), lambda sheet: night.show(sheet, report, texts))
