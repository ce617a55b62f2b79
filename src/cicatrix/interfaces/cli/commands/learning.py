"""Learning: ``distill`` corrections into rules, ``remember`` a ready claim, and the ``inbox`` of what waits."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Literal

import typer

from cicatrix.errors import UsageError
from cicatrix.interfaces.cli.app import command
from cicatrix.interfaces.cli.commands.options import By
from cicatrix.interfaces.cli.session import session_of


@command(
    "distill",
    "cicatrix distill",
    "cicatrix distill --model                             a model reads what code could not",
    "cicatrix distill --json | jq '.admitted[].text'",
)
def distill(
    ctx: typer.Context,
    model: Annotated[
        bool | None,
        typer.Option(
            "--model/--no-model",
            help="Let a model read the rest too, or extract only, word for word. Default: as llm.model and "
            "llm.model_distill say; a key alone sends nothing.",
        ),
    ] = None,
) -> None:
    """Turn corrections into rules that cite them, word for word.

    Doing it again changes nothing. What is refused is named, with the reason.

    With --model, or where llm.model or llm.model_distill names one, a model then reads the corrections and turns of
    which code could not learn everything: their words are sent to it. What it says passes the same checks, and its
    rules wait for a person.
    """
    from cicatrix.interfaces import answer_shapes, shapes
    from cicatrix.interfaces.cli import receipts
    from cicatrix.interfaces.cli.proposals import proposed, sends_words
    from cicatrix.interfaces.cli.sheet import Sheet

    call = session_of(ctx)
    with call.open(writes=True) as memory:
        sends, note = sends_words(memory.context.model, call.settings, model)
        with call.out.progress("distilling") as progress:
            report = memory.distill(progress=progress)
        found = None
        if note:
            report = replace(report, notes=(*report.notes, note))
        if sends:
            with call.out.progress("asking the model") as progress:
                found = memory.propose(progress=progress)
        read = memory.read()
        payload = shapes.distilled(report, read.quote)
        if found is not None:
            payload["proposed"] = answer_shapes.proposed(found, read.quote)

        def write(sheet: Sheet) -> None:
            receipts.distilled(sheet, report, read.quote)
            if found is not None:
                proposed(sheet, found, read.quote)

        call.out.data(payload, write)


@command("retry", "cicatrix retry", "cicatrix retry dl-3")
def retry(
    ctx: typer.Context,
    id: Annotated[str | None, typer.Argument(metavar="ID", help="One dead letter: dl-3. Default: all of them.")] = None,
) -> None:
    """Ask the model again where its reply could not be used."""
    from cicatrix.interfaces import answer_shapes
    from cicatrix.interfaces.cli.proposals import proposed

    call = session_of(ctx)
    with call.open(writes=True) as memory:
        report = memory.retry(id)
        read = memory.read()
        call.out.data(answer_shapes.proposed(report, read.quote), lambda sheet: proposed(sheet, report, read.quote))


@command(
    "remember",
    'cicatrix remember "Never email customers without sign-off" --type procedural --evidence ep4',
    'cicatrix remember "Ana is allergic to peanuts" --type preference --evidence ep12,ep15 --pin',
)
def remember(
    ctx: typer.Context,
    text: Annotated[str, typer.Argument(help="The claim.")],
    type: Annotated[
        Literal["preference", "semantic", "episodic", "procedural"], typer.Option(help="procedural is a rule.")
    ],
    evidence: Annotated[str, typer.Option(metavar="EP[,EP]", help="The episodes whose words carry it.")],
    importance: Annotated[float | None, typer.Option(min=0.0, max=1.0, help="From 0 to 1. Default: read.")] = None,
    pin: Annotated[bool, typer.Option("--pin", help="Never let it fade.")] = False,
    subject: Annotated[str, typer.Option(help="Whom or what it speaks of: Ana, the billing service.")] = "",
    tag: Annotated[list[str] | None, typer.Option(help="A further name of what it is about: k8s. Repeatable.")] = None,
    valid_from: Annotated[str | None, typer.Option(metavar="TIME", help="Since when it is so.")] = None,
    valid_to: Annotated[str | None, typer.Option(metavar="TIME", help="Until when it is so.")] = None,
    by: By = None,
) -> None:
    """Propose a ready claim, with the episodes that carry it.

    It passes the same checks as everything else: no provenance, no memory.
    """
    from cicatrix.interfaces import shapes
    from cicatrix.interfaces.cli import receipts

    episodes = [name.strip() for name in evidence.split(",") if name.strip()]
    if not episodes:
        raise UsageError(
            "--evidence names no episode.", hint="Name the episodes whose words carry it: --evidence ep4,ep5."
        )
    call = session_of(ctx)
    with call.open(writes=True) as memory:
        report = memory.remember(
            text,
            type=type,
            evidence=episodes,
            importance=importance,
            pin=pin,
            by=call.speaker(by),
            subject=subject,
            tags=tag or (),
            valid_from=valid_from,
            valid_to=valid_to,
        )
    call.out.data(shapes.fields_of(report), lambda sheet: receipts.remembered(sheet, report))


@command(
    "inbox",
    "cicatrix inbox",
    "cicatrix inbox --dead-letters",
    "cicatrix approve ap-1",
    'cicatrix reply q-1 "Ask legal first"',
)
def inbox(
    ctx: typer.Context,
    dead_letters: Annotated[
        bool, typer.Option("--dead-letters", help="Only what was refused, with its raw words and the reason.")
    ] = False,
    limit: Annotated[int, typer.Option(min=1, help="At most so many of each kind, newest first.")] = 50,
) -> None:
    """What waits for a person: approvals, policies, questions, doubts, candidates, dead letters."""
    from cicatrix.interfaces.cli.inbox import show
    from cicatrix.interfaces.waiting import gather

    call = session_of(ctx)
    with call.open(writes=False) as memory, memory.read().snapshot() as read:
        found = gather(memory, read, limit=limit, only_dead_letters=dead_letters)
        call.out.data(found.as_json(), lambda sheet: show(sheet, found))
