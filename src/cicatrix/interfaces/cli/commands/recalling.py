"""Recall: ask the mind, say what was used, answer its questions."""

from __future__ import annotations

from typing import Annotated

import typer

from cicatrix.core.recall import Grade
from cicatrix.interfaces.cli.app import command
from cicatrix.interfaces.cli.commands.options import At, By
from cicatrix.interfaces.cli.session import session_of

ASK_HUMAN = 6


@command(
    "recall",
    'cicatrix recall "Draft a LinkedIn post announcing the beta"',
    'cicatrix recall "Refund of 300 for order 8812" --budget 400 --json',
    'cicatrix recall "What did we promise Ana?" --at 1042       the mind as it was at #1042',
    'cicatrix recall "Write the readme" --also acme/team        with what the team has learnt',
)
def recall(
    ctx: typer.Context,
    query: Annotated[str, typer.Argument(help="A task or a question.")],
    budget: Annotated[int | None, typer.Option(metavar="TOKENS", help="What it may spend. Default: 800.")] = None,
    limit: Annotated[int | None, typer.Option(metavar="N", help="At most so many items.")] = None,
    at: At = None,
    also: Annotated[
        list[str] | None, typer.Option(metavar="NAMESPACE", help="Read this namespace of the file too; repeatable.")
    ] = None,
    brief: Annotated[bool, typer.Option("--brief", help="Print only the block that an agent is given.")] = False,
) -> int:
    """What the mind holds on a task, and how far to trust it.

    The grade is ACT, ACT_AND_FLAG or ASK_HUMAN. The recall is
    recorded with all its figures, and can be replayed. ASK_HUMAN opens a question and leaves with 6.

    With --also, further namespaces are read beside this one: each is graded for itself, all share the budget, and what
    comes from elsewhere says so.
    """
    from cicatrix.engine.past import mind_at
    from cicatrix.interfaces import shapes
    from cicatrix.interfaces.cli import show
    from cicatrix.interfaces.cli.text import sequence_or_date

    call = session_of(ctx)
    with call.open(writes=True) as memory:
        moment = sequence_or_date(at)
        if moment is not None:
            with memory.context.store.reader(memory.context.namespace) as reader:
                mind_at(reader, moment)  # somebody who types a date before the first entry is told so
        found = memory.recall(query, budget=budget, limit=limit, at=moment, also=also or ())
    call.out.data(shapes.recall(found), lambda sheet: (show.brief if brief else show.recall)(sheet, found))
    return ASK_HUMAN if found.grade is Grade.ASK_HUMAN else 0


@command("used", "cicatrix used rc-1 PB-01 PB-05")
def used(
    ctx: typer.Context,
    recall: Annotated[str, typer.Argument(metavar="RECALL", help="The recall: rc-1.")],
    ids: Annotated[list[str], typer.Argument(metavar="ID...", help="What the agent cited or acted on.")],
) -> None:
    """Say which items of a recall were acted on.

    Only this counts as use; finding and showing do not.
    """
    from cicatrix.core.ids import canonical_handle

    call = session_of(ctx)
    with call.open(writes=True) as memory:
        seq = memory.used(recall, ids)
    named = [canonical_handle(name) for name in ids]
    payload = {"recall": canonical_handle(recall), "used": named, "seq": seq, "durability": "full"}
    call.out.data(payload, lambda sheet: sheet.entry(canonical_handle(recall), f"used {', '.join(named)}"))


@command("reply", 'cicatrix reply q-1 "Thirty days for enterprise, as the contract says." --by dana')
def reply(
    ctx: typer.Context,
    question: Annotated[str, typer.Argument(metavar="QUESTION", help="The question: q-1.")],
    text: Annotated[str, typer.Argument(help="The answer.")],
    by: By = None,
) -> None:
    """Answer a question that a recall asked.

    The answer is an episode, and the next recall knows it. Only a person answers: without --by, away from a
    terminal, the words are the agent's report and the question stays open.
    """
    from cicatrix.interfaces import shapes
    from cicatrix.interfaces.cli import receipts

    call = session_of(ctx)
    with call.open(writes=True) as memory:
        report = memory.reply(question, text, by=call.speaker(by))
        read = memory.read()
        call.out.data(shapes.reply(report, read.quote), lambda sheet: receipts.replied(sheet, report, read.quote))
