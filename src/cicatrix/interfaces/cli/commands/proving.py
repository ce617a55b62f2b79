"""Proof: ``explain`` where a thing comes from, ``replay`` a recall, ``diff`` two minds, ``verify`` the ledger."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cicatrix.errors import UsageError, VerificationFailed
from cicatrix.interfaces.cli.app import command
from cicatrix.interfaces.cli.session import session_of


@command(
    "explain",
    "cicatrix explain PB-01",
    "cicatrix explain PB-05 --for rc-1      why was it not recalled?",
)
def explain(
    ctx: typer.Context,
    id: Annotated[
        str, typer.Argument(metavar="ID", help="Anything with a handle, or an entry: PB-01, ep12, rc-41, dl-3, '#42'.")
    ],
    for_: Annotated[str | None, typer.Option("--for", metavar="RECALL", help="Where it stood in that recall.")] = None,
) -> None:
    """Where a thing comes from, and what became of it.

    Its evidence word for word, its history, the recalls that used it; with --for, where it fell out of a recall.
    """
    from cicatrix.interfaces import shapes
    from cicatrix.interfaces.cli import show

    call = session_of(ctx)
    with call.open(writes=False) as memory:
        found = memory.explain(id, for_=for_)
    call.out.data(shapes.explained(found), lambda sheet: show.explanation(sheet, found))


@command("replay", "cicatrix replay rc-41", "cicatrix replay --all      every recall of the ledger")
def replay(
    ctx: typer.Context,
    id: Annotated[str | None, typer.Argument(metavar="RECALL", help="The recall: rc-41.")] = None,
    every: Annotated[bool, typer.Option("--all", help="Every recorded recall.")] = False,
) -> int:
    """Run a recorded recall again against the mind as it was, or all of them.

    Leaves with 3 when an answer differs, for that is a defect.
    """
    from cicatrix.errors import UsageError
    from cicatrix.interfaces import shapes
    from cicatrix.interfaces.cli import show

    call = session_of(ctx)
    if every == (id is not None):
        raise UsageError("Name one recall, or --all.", hint="cicatrix replay rc-41, or cicatrix replay --all.")
    if id is not None:
        with call.open(writes=False) as memory:
            report = memory.replay(id)
        call.out.data(shapes.fields_of(report), lambda sheet: show.replayed(sheet, report))
        return VerificationFailed.exit_code if report.outcome == "differs" else 0
    with call.open(writes=False) as memory, call.out.progress("replaying") as progress:
        whole = memory.replay_all(progress=progress)
    call.out.data(shapes.fields_of(whole), lambda sheet: show.replayed_all(sheet, whole))
    return VerificationFailed.exit_code if whole.differs else 0


@command(
    "diff",
    "cicatrix diff 900..1042",
    "cicatrix diff 2026-05-01..2026-06-01      the minds at the ends of two days",
    "cicatrix diff 900..                       up to now",
)
def diff(
    ctx: typer.Context,
    span: Annotated[str, typer.Argument(metavar="A..B", help="Two sequences or dates. Left out: the start, or now.")],
) -> None:
    """What the mind learnt, changed and let go between two sequences or dates."""
    from cicatrix.interfaces import shapes
    from cicatrix.interfaces.cli import show
    from cicatrix.interfaces.cli.text import sequence_span

    call = session_of(ctx)
    with call.open(writes=False) as memory:
        start, end = sequence_span(span, head=memory.read().head().seq)
        report = memory.diff(start, end)
    call.out.data(shapes.difference(report), lambda sheet: show.difference(sheet, report))


@command(
    "verify",
    "cicatrix verify",
    "cicatrix verify --deep --json",
    "cicatrix verify --anchor docs/agent            against every checkpoint committed there",
    "cicatrix verify --bundle acme.bundle           a file, without any database",
)
def verify(
    ctx: typer.Context,
    deep: Annotated[bool, typer.Option("--deep", help="Also check pseudonyms, and the whole database file.")] = False,
    anchor: Annotated[
        Path | None, typer.Option("--anchor", metavar="DIR", help="Compare with the checkpoints committed there.")
    ] = None,
    bundle: Annotated[
        Path | None, typer.Option("--bundle", metavar="FILE", help="Check a bundle or backup instead, offline.")
    ] = None,
    key: Annotated[
        list[str] | None, typer.Option("--key", metavar="KEY", help="Of a bundle: the key that you trust.")
    ] = None,
    checkpoint: Annotated[
        list[Path] | None,
        typer.Option("--checkpoint", metavar="NOTE", help="Of a bundle: one that you kept elsewhere."),
    ] = None,
) -> int:
    """Hash everything again and name the first bad entry.

    The ledger is compared with its checkpoints too. Leaves with 3 when something does not hold.
    """
    from cicatrix.engine.reports import VerifyReport
    from cicatrix.interfaces import shapes
    from cicatrix.interfaces.cli import outside, proofs, show

    call = session_of(ctx)
    if bundle is not None:
        if deep or anchor is not None:
            raise UsageError("--deep and --anchor are of a ledger, not of a bundle.", hint="Give --key, --checkpoint.")
        found, text = outside.check_bundle(bundle, key or (), checkpoint or ())
        call.out.data(found, lambda sheet: proofs.show_checked(sheet, found, text))
        return 0 if found["ok"] else VerificationFailed.exit_code
    if key or checkpoint:
        raise UsageError("--key and --checkpoint are of a bundle.", hint="Name it: --bundle FILE.")
    try:
        with call.open(writes=False) as memory:
            report = memory.verify(deep=deep, anchor=anchor)
    except VerificationFailed as error:  # the file is too broken to be read entry by entry
        report = VerifyReport(ok=False, entries=0, state="UNSIGNED", root="", first_bad=None, erased=0)
        reason = error.message
        call.out.data({**shapes.verified(report), "reason": reason}, lambda sheet: show.broken(sheet, reason))
        return error.exit_code
    call.out.data(shapes.verified(report), lambda sheet: show.verified(sheet, report))
    return 0 if report.ok else VerificationFailed.exit_code
