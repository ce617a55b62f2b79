"""Options that several commands share."""

from __future__ import annotations

from typing import Annotated

import typer

By = Annotated[str | None, typer.Option("--by", metavar="NAME", help="Whose word this is. At a terminal: you.")]
Reason = Annotated[str, typer.Option("--reason", metavar="TEXT", help="Why, for the history.")]
