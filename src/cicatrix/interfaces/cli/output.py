"""Where output goes: data on standard output, everything else on standard error."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING

from cicatrix.errors import CicatrixError
from cicatrix.interfaces.cli.text import visible

if TYPE_CHECKING:
    from cicatrix.interfaces.cli.sheet import Sheet

Progress = Callable[[int, int], None]
"""Called with (done, total); a total of 0 means that nobody knows yet."""


class Output:
    """The two streams of one call, and how it speaks: JSON for programs, a sheet for people."""

    def __init__(self, *, json: bool, quiet: bool) -> None:
        self.json = json
        self.quiet = quiet
        self.scope = ""  # the options that a call must repeat to be about the same memory
        self._began = ""

    def data(self, payload: Mapping[str, object], human: Callable[[Sheet], None]) -> None:
        """The answer of a command: the payload as JSON, or written for people."""
        if self.json:
            self.write_json({**payload, "new_namespace": self._began} if self._began else payload)
            return
        from cicatrix.interfaces.cli.sheet import Sheet

        human(Sheet(sys.stdout, scope=self.scope))

    def began(self, told: str, namespace: str) -> None:
        """This call writes to a namespace that was not there: a note, and a key of the JSON."""
        self._began = namespace
        self.note(told)

    def write_json(self, payload: Mapping[str, object]) -> None:
        """One line, or indented where a person looks at a terminal. Only what the stream cannot hold is escaped."""
        unicode_stream = (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"
        indent = 2 if sys.stdout.isatty() else None
        sys.stdout.write(json.dumps(payload, ensure_ascii=not unicode_stream, indent=indent) + "\n")

    def note(self, text: str) -> None:
        """Something worth knowing that is not the answer. With ``--json`` the answer says it."""
        if not self.quiet and not self.json:
            sys.stderr.write(f"{visible(text)}\n")

    def error(self, error: CicatrixError) -> None:
        """What went wrong and what to do next, on standard error; one JSON line with ``--json``."""
        if self.json:
            sys.stderr.write(json.dumps(error.as_json()) + "\n")
            return
        sys.stderr.write(f"cicatrix: {visible(error.message)}\n")
        if error.hint:
            sys.stderr.write(f"  → {visible(error.hint)}\n")

    @contextmanager
    def progress(self, label: str) -> Iterator[Progress]:
        """A bar on standard error, on a terminal only; elsewhere nothing is drawn."""
        if self.quiet or not sys.stderr.isatty():
            yield lambda _done, _total: None
            return
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        from cicatrix.interfaces.cli.sheet import SCAR

        columns = (
            TextColumn("  {task.description}"),
            BarColumn(complete_style=SCAR, finished_style=SCAR),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
        )
        with Progress(*columns, console=Console(file=sys.stderr), transient=True) as bar:
            task = bar.add_task(label, total=None)
            yield lambda done, total: bar.update(task, completed=done, total=total or None)
