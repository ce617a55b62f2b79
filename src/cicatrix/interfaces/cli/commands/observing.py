"""Conversations in: ``observe`` one turn, or a file of them, and learn what people say in it."""

from __future__ import annotations

from typing import Annotated

import typer

from cicatrix.errors import UsageError
from cicatrix.interfaces.cli.app import command
from cicatrix.interfaces.cli.commands.experience import REFUSED, Strict
from cicatrix.interfaces.cli.session import Session, session_of

_SPEAKER = "user"


@command(
    "observe",
    'cicatrix observe "I\'m allergic to peanuts" --session s1',
    'cicatrix observe "I adopted two guinea pigs last year" --speaker Caroline --occurred-at 2023-05-08T13:56:00Z',
    "cicatrix observe --file turns.jsonl",
    "tail -f turns.jsonl | cicatrix observe --file -",
)
def observe(
    ctx: typer.Context,
    text: Annotated[str | None, typer.Argument(metavar="TEXT", help="What was said.", show_default=False)] = None,
    speaker: Annotated[
        str, typer.Option(metavar="NAME", help="Who said it: a role (user, assistant, tool …) or a name.")
    ] = _SPEAKER,
    session: Annotated[
        str | None, typer.Option("--session", metavar="ID", help="Groups what belongs together.")
    ] = None,
    subject: Annotated[
        str | None, typer.Option(metavar="NAME", help="What memories call the one who speaks. Default: the speaker.")
    ] = None,
    occurred_at: Annotated[
        str | None, typer.Option(metavar="TIME", help="When it was said, ISO 8601 with a zone. Default: now.")
    ] = None,
    file: Annotated[
        str | None, typer.Option("--file", metavar="FILE", help="JSON Lines of turns; - is standard input.")
    ] = None,
    strict: Strict = False,
) -> int:
    """Keep a turn of a conversation, and remember what its speaker says.

    Facts, preferences and events become memories, word for word, with whom they speak of. Questions, requests,
    guesses, jokes, quotations and what a program says teach nothing; each is named with the reason.
    """
    call = session_of(ctx)
    if file is not None:
        if text or session or subject or occurred_at or speaker != _SPEAKER:
            raise UsageError("--file brings whole turns; beside it only --strict says something more.")
        return _observe_file(call, file, strict)
    if text is None:
        raise UsageError("There is nothing to observe.", hint="Give the words of a turn, or --file turns.jsonl.")
    from cicatrix.interfaces import observed
    from cicatrix.interfaces.cli import observations

    with call.open(writes=True) as memory:
        report = memory.observe(text, speaker=speaker, session=session, subject=subject, occurred_at=occurred_at)
    call.out.data(observed.observed(report), lambda sheet: observations.observed(sheet, report))
    return 0


def _observe_file(call: Session, file: str, strict: bool) -> int:
    from cicatrix.interfaces import observed
    from cicatrix.interfaces.cli import observations
    from cicatrix.interfaces.cli.lines import Lines

    with call.open(writes=True) as memory, Lines.open(file) as lines, call.out.progress("observing") as progress:
        report = memory.observe_many(lines.rows(), progress=lambda done: progress(done, 0))
        skipped = lines.skipped(report.skipped)
    call.out.data(
        observed.observed_many(report, skipped), lambda sheet: observations.observed_many(sheet, report, skipped)
    )
    return REFUSED if skipped and (strict or not report.observations) else 0
