"""The hook: what a coding agent's harness calls before and after every tool, and what sets it up."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from cicatrix.interfaces.cli.app import command, group
from cicatrix.interfaces.cli.session import session_of

hook = group("hook", "The gate in a coding agent's harness.")


@command(
    "pre-tool-use",
    "cicatrix hook install -n acme/support        the harness calls it from then on",
    "cicatrix hook pre-tool-use < call.json       what it would be told",
    under=hook,
)
def pre_tool_use(
    deadline: Annotated[  # noqa: ARG001  read where it is needed before anything can fail
        int, typer.Option(min=1, metavar="SECONDS", help="After so long without a verdict the answer is no.")
    ] = 10,
) -> None:
    """Judge the call of a tool that stands on standard input.

    Silence lets the harness decide as it did before. A deny is JSON with its reason; so is every failure: a memory
    that is missing, busy or broken, a call that cannot be read, a deadline that has passed. It leaves with 0, or with 2
    where nothing can be written; both stop the call.
    """
    from cicatrix.interfaces.hook.entry import guard

    guard(sys.argv[1:])


@command("post-tool-use", "cicatrix hook post-tool-use < call.json", under=hook)
def post_tool_use(ctx: typer.Context) -> int:
    """Record what became of a call.

    The record is evidence: a rule that asks for something first is met by it, and never by words. It stops nothing,
    and says nothing but with --json.
    """
    from cicatrix.interfaces.hook.after import run

    return run(session_of(ctx).flags)


@command(
    "install",
    "cicatrix hook install -n acme/support",
    "cicatrix hook install --print                the settings, and nothing written",
    "cicatrix hook install --settings ~/.claude/settings.json",
    under=hook,
)
def install(
    ctx: typer.Context,
    settings: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The harness's settings. Default: .claude/settings.json here.")
    ] = None,
    print_: Annotated[bool, typer.Option("--print", help="Print the settings and write nothing.")] = False,
) -> None:
    """Put both hooks into Claude Code's settings.

    What stands there is kept, and doing it again changes nothing. The commands name the program, the database and the
    namespace of this call in full, so the settings are this machine's: elsewhere, install again.
    """
    from cicatrix.interfaces.hook.install import SETTINGS, installed, write

    call = session_of(ctx)
    with call.open(writes=True):
        pass  # a gate without its memory denies everything, so it is made or refused now
    done = installed((settings or Path.cwd() / SETTINGS).expanduser(), call.settings.db, call.namespace)
    if print_:
        call.out.write_json(done.settings)
        return
    if done.changed:
        write(done)
    payload = {"file": str(done.file), "changed": done.changed, "hooks": done.settings["hooks"]}

    def shown() -> str:
        return "Both hooks are in place." if done.changed else "Both hooks were there already."

    call.out.data(payload, lambda sheet: sheet.entry("hook", shown(), aside=str(done.file)))
