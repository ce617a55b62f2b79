"""Experience in: ``record`` one episode or a file of them, ``import`` a log."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from cicatrix.errors import UsageError
from cicatrix.interfaces.cli.app import command
from cicatrix.interfaces.cli.commands.options import By
from cicatrix.interfaces.cli.session import Session, session_of

_ACTOR = "agent"
REFUSED = 1
"""A file of which every row was refused is a failure; one of which some went in is a success with a report, unless
``--strict`` is given."""

Strict = Annotated[bool, typer.Option("--strict", help="Leave with 1 when a row was refused; the others go in.")]


@command(
    "record",
    'cicatrix record --task "Refund order 8812" --action "Paid 300 back" \\',
    '    --correction "Refunds above 200 need a manager." --by dana',
    "cicatrix record --file episodes.jsonl",
    "tail -f episodes.jsonl | cicatrix record --file -",
)
def record(
    ctx: typer.Context,
    task: Annotated[str, typer.Option(metavar="TEXT", help="What was to be done.")] = "",
    action: Annotated[str, typer.Option(metavar="TEXT", help="What the agent did.")] = "",
    outcome: Annotated[str, typer.Option(metavar="TEXT", help="What came of it.")] = "",
    correction: Annotated[str, typer.Option(metavar="TEXT", help="What a person said should have been done.")] = "",
    by: By = None,
    actor: Annotated[str, typer.Option(metavar="NAME", help="Who acted.")] = _ACTOR,
    session: Annotated[
        str | None, typer.Option("--session", metavar="ID", help="Groups what belongs together.")
    ] = None,
    occurred_at: Annotated[
        str | None, typer.Option(metavar="TIME", help="When it happened, ISO 8601 with a zone. Default: now.")
    ] = None,
    file: Annotated[
        str | None,
        typer.Option("--file", metavar="FILE", help="JSON Lines of the episode schema; - is standard input."),
    ] = None,
    strict: Strict = False,
) -> int:
    """Record what the agent did and what a person said of it.

    An operator's correction (--by, or yours at a terminal) becomes a rule at once. A correction that nobody stands
    behind is the agent's report, and waits in the inbox.
    """
    call = session_of(ctx)
    if file is not None:
        if task or action or outcome or correction or session or occurred_at or actor != _ACTOR:
            raise UsageError("--file brings whole episodes; beside it only --by says something more.")
        return _record_file(call, file, by, strict)
    from cicatrix.interfaces import shapes
    from cicatrix.interfaces.cli import receipts

    with call.open(writes=True) as memory:
        receipt = memory.record(
            task=task,
            action=action,
            outcome=outcome,
            correction=correction,
            correction_by=call.speaker(by) if correction else by,
            actor=actor,
            session=session,
            occurred_at=occurred_at,
        )
        read = memory.read()
        call.out.data(shapes.recorded(receipt, read.quote), lambda sheet: receipts.recorded(sheet, receipt, read.quote))
    return 0


def _record_file(call: Session, file: str, by: str | None, strict: bool) -> int:
    """Rows with a correction that name nobody take ``by``, where it is given."""
    from cicatrix.interfaces import shapes
    from cicatrix.interfaces.cli import receipts
    from cicatrix.interfaces.cli.lines import Lines

    with call.open(writes=True) as memory, Lines.open(file) as lines, call.out.progress("recording") as progress:
        report = memory.record_many(lines.rows(by=by), progress=lambda done: progress(done, 0))
        skipped = lines.skipped(report.skipped)
    payload = {
        "recorded": report.recorded,
        "skipped": [{"line": line, "reason": reason} for line, reason in skipped],
        "ids": list(report.ids),
        "notes": shapes.plain(report.notes),
        "seq": report.seq,
        "durability": report.durability,
    }
    call.out.data(payload, lambda sheet: receipts.recorded_many(sheet, report, skipped))
    return REFUSED if skipped and (strict or not report.recorded) else 0


@command(
    "import",
    "cicatrix import runs.jsonl --dry-run                what would come in, and what not",
    "cicatrix import runs.jsonl --trust human            you stand behind what people say in it",
    "cicatrix import dialogues.json --format locomo --observe",
)
def import_(
    ctx: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A log: episodes, dialogues, trajectories, messages.")],
    format: Annotated[str | None, typer.Option(metavar="NAME", help="The log's format. Default: looked at.")] = None,
    trust: Annotated[
        Literal["external", "human"],
        typer.Option(help="human: you stand behind what people say in it. An assistant stays an agent."),
    ] = "external",
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Read and report; write nothing.")] = False,
    zone: Annotated[
        str | None, typer.Option(metavar="ZONE", help="Of times that name none: +02:00, Europe/Berlin. Default: UTC.")
    ] = None,
    observe: Annotated[
        bool, typer.Option("--observe", help="Remember what people say in the turns that come in.")
    ] = False,
    strict: Strict = False,
) -> int:
    """Bring in a log: episodes, dialogues, trajectories, messages.

    Twice is once: what is there already is counted, not added.

    Imported words are external until a person stands behind them: --trust human now, or `cicatrix ratify im-1` later.
    """
    from cicatrix.interfaces import shapes
    from cicatrix.interfaces.cli import receipts

    call = session_of(ctx)
    with call.open(writes=True) as memory, call.out.progress("importing") as progress:
        report = memory.import_file(
            file, format=format, trust=trust, dry_run=dry_run, zone=zone, observe=observe, progress=progress
        )
    call.out.data(shapes.imported(report), lambda sheet: receipts.imported(sheet, report))
    nothing_went_in = report.skipped and not report.imported and not report.already
    return REFUSED if nothing_went_in or (strict and report.skipped) else 0
