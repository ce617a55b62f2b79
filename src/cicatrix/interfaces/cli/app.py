"""The tree of commands. Modules in ``commands/`` hang theirs into it with :func:`command`."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Annotated, ParamSpec, TypeVar

import typer

from cicatrix.interfaces.cli.help import Command, Group, Root, examples

P = ParamSpec("P")
R = TypeVar("R", bound=int | None)

app = typer.Typer(
    name="cicatrix",
    cls=Root,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    add_completion=False,
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110},
)


def _print_version(wanted: bool) -> None:
    if wanted:
        from cicatrix import __version__

        typer.echo(f"cicatrix {__version__}")
        raise typer.Exit


@app.callback(
    epilog=examples(
        "cicatrix demo                                    see it all on sixteen episodes",
        "cicatrix init --namespace acme/support           say whose memory this is",
        "cicatrix import runs.jsonl --trust human         bring a log with its corrections",
        "cicatrix distill                                 turn corrections into cited rules",
        'cicatrix recall "Refund of 300 for order 8812"   what should the agent do?',
    )
)
def root(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and leave.")
    ] = False,
) -> None:
    """Memory an AI agent can defend: every rule cites, word for word, the experience that taught it."""


def group(name: str, help: str, under: typer.Typer = app) -> typer.Typer:
    """A group of commands under ``cicatrix NAME``, or under another group."""
    made = typer.Typer(name=name, cls=Group, rich_markup_mode=None, no_args_is_help=True, help=help)
    under.add_typer(made)
    return made


def command(
    name: str, *lines: str, under: typer.Typer = app, hands_on: bool = False
) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Hang a function into the tree, with the examples of its help. It returns its exit code, or None for 0.

    ``hands_on``: what follows its first argument is another command with its options, and is left for that one.
    """
    settings = {"ignore_unknown_options": True, "allow_interspersed_args": False} if hands_on else None

    def hang(function: Callable[P, R]) -> Callable[P, R]:
        hanging = under.command(name, cls=Command, epilog=examples(*lines), context_settings=settings)
        hanging(_told_when_stopped(function))
        return function

    return hang


def _told_when_stopped(function: Callable[P, R]) -> Callable[P, R]:
    """Ctrl-C says how far the call was, where the engine knows; the library above us would keep that to itself."""

    @wraps(function)
    def run(*args: P.args, **given: P.kwargs) -> R:
        try:
            return function(*args, **given)
        except KeyboardInterrupt as stop:
            for note in getattr(stop, "__notes__", ()):
                typer.echo(note, err=True)
            raise

    return run
