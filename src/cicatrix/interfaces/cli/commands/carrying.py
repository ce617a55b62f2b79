"""Carrying a ledger elsewhere: ``export bundle`` for whoever checks it, ``backup`` and ``restore`` for oneself."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cicatrix.interfaces.cli.app import command, group
from cicatrix.interfaces.cli.session import session_of

export = group("export", "Take the ledger out in a form that others can use.")


@command(
    "bundle",
    "cicatrix export bundle acme.bundle",
    "cicatrix export bundle may.bundle --from 1000 --to 2000",
    under=export,
)
def export_bundle(
    ctx: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where it is written.")],
    start: Annotated[int | None, typer.Option("--from", metavar="SEQ", help="First entry with its words.")] = None,
    end: Annotated[int | None, typer.Option("--to", metavar="SEQ", help="Last entry with its words.")] = None,
) -> None:
    """Everything that a stranger needs to check this ledger, in one file.

    The same ledger gives the same bytes. Of entries outside --from and --to only the hashes are in it.
    """
    from cicatrix.interfaces import shapes
    from cicatrix.interfaces.cli import proofs

    call = session_of(ctx)
    with call.open(writes=False) as memory:
        report = memory.export(file, start=start, end=end)
    call.out.data(shapes.fields_of(report), lambda sheet: proofs.show_bundle(sheet, report))


@command("backup", "cicatrix backup acme.backup")
def backup(
    ctx: typer.Context, file: Annotated[Path, typer.Argument(metavar="FILE", help="Where it is written.")]
) -> None:
    """Write the whole ledger of the namespace into one file.

    It is a bundle, so it can be checked: `cicatrix verify --bundle FILE`. Keys are in no backup.
    """
    from cicatrix.interfaces import shapes
    from cicatrix.interfaces.cli import proofs

    call = session_of(ctx)
    with call.open(writes=False) as memory:
        report = memory.backup(file)
    call.out.data(shapes.fields_of(report), lambda sheet: proofs.show_bundle(sheet, report))


@command("restore", "cicatrix restore acme.backup --db new.db --namespace acme/support")
def restore(
    ctx: typer.Context, file: Annotated[Path, typer.Argument(metavar="FILE", help="The backup.", exists=False)]
) -> None:
    """Take a backup over, byte for byte, into its namespace, which must be empty.

    All of it is verified before the command ends.
    """
    from cicatrix.interfaces import shapes
    from cicatrix.interfaces.cli import proofs

    call = session_of(ctx)
    with call.open(writes=True) as memory:
        report = memory.restore(file)
    call.out.data(shapes.fields_of(report), lambda sheet: proofs.show_restored(sheet, report))
