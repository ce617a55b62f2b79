"""Options that several commands share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from cicatrix.engine.memory import Memory

By = Annotated[str | None, typer.Option("--by", metavar="NAME", help="Whose word this is. At a terminal: you.")]
Reason = Annotated[str, typer.Option("--reason", metavar="TEXT", help="Why, for the history.")]
At = Annotated[str | None, typer.Option("--at", metavar="SEQ|DATE", help="The mind as it was then.")]


def mind_of(memory: Memory, at: str | None) -> int | None:
    """The sequence that ``--at`` means; None for now. Raises InvalidInput, InvalidTime."""
    from cicatrix.interfaces.cli.text import sequence_or_date

    moment = sequence_or_date(at)
    return None if moment is None else memory.at(moment).seq
