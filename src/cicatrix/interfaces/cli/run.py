"""One run of the command line, from its arguments to its exit code. No traceback ever reaches the person who called."""

from __future__ import annotations

import io
import os
import sys
import traceback
from collections.abc import Sequence
from contextlib import nullcontext, redirect_stdout

from cicatrix.errors import CicatrixError, StoreError, UsageError
from cicatrix.interfaces.cli.flags import Flags, split
from cicatrix.interfaces.cli.output import Output

INTERRUPTED = 130
BROKEN_PIPE = 141  # as a shell reports a program that SIGPIPE ended


def run(arguments: Sequence[str]) -> int:
    """Run one command and return its exit code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a letter that the terminal lacks is spelt out
    output = Output(json="--json" in arguments, quiet=False)
    try:
        flags = split(arguments)
        code = _dispatch(flags)
        sys.stdout.flush()
        return code
    except CicatrixError as error:
        _debug()
        output.error(error)
        return error.exit_code
    except KeyboardInterrupt:
        sys.stderr.write("\n")
        return INTERRUPTED
    except BrokenPipeError:
        _forget_stdout()
        return BROKEN_PIPE
    except OSError as error:
        _debug()
        named = f"{error.filename}: " if error.filename else ""
        output.error(
            StoreError(f"{named}{error.strerror or error}.", hint="Check the disk, the path and its permissions.")
        )
        return StoreError.exit_code
    except Exception as error:
        _debug()
        output.error(
            CicatrixError(
                f"This should not have happened: {type(error).__name__}: {error}",
                hint="Nothing half-done was kept. CICATRIX_LOG=debug shows where it happened; please report it.",
            )
        )
        return CicatrixError.exit_code


def _dispatch(flags: Flags) -> int:
    import typer

    from cicatrix.interfaces.cli import commands  # noqa: F401  every command hangs itself into the tree
    from cicatrix.interfaces.cli.app import app
    from cicatrix.interfaces.cli.session import Session

    tree = typer.main.get_command(app)
    about = _about(flags)
    spoken = io.StringIO()
    try:
        with redirect_stdout(spoken) if about else nullcontext():
            code = tree.main(
                list(flags.rest),
                prog_name="cicatrix",
                standalone_mode=False,
                obj=Session(flags),
                windows_expand_args=False,
            )
    except typer.Abort:
        return INTERRUPTED
    except typer.TyperException as error:
        return _wrong_call(error, flags)
    if about:
        text = spoken.getvalue().strip()
        output = Output(json=True, quiet=flags.quiet)
        output.write_json({about: text.removeprefix("cicatrix ") if about == "version" else text})
    return code if isinstance(code, int) else 0


def _about(flags: Flags) -> str:
    """``help`` or ``version`` where that is all a call with ``--json`` asks for; those speak in plain text."""
    words = flags.rest[: flags.rest.index("--")] if "--" in flags.rest else flags.rest
    if not flags.json:
        return ""
    if {"-h", "--help"} & set(words):
        return "help"
    return "version" if words[:1] == ("--version",) else ""


def _wrong_call(error: Exception, flags: Flags) -> int:
    """A call that cannot be read: say what is wrong and how it is written. Bare groups show their help instead."""
    message = error.format_message() if hasattr(error, "format_message") else str(error)
    context = getattr(error, "ctx", None)
    if type(error).__name__ == "NoArgsIsHelpError":
        sys.stderr.write(message + "\n")
        return UsageError.exit_code
    path = context.command_path if context is not None else "cicatrix"
    usage = UsageError(message, hint=f"`{path} --help` shows how it is written, with examples.")
    Output(json=flags.json, quiet=flags.quiet).error(usage)
    return usage.exit_code


def _debug() -> None:
    if os.environ.get("CICATRIX_LOG", "").lower() == "debug":
        traceback.print_exc()


def _forget_stdout() -> None:
    """Whoever read our output has gone; the interpreter must not complain about it when it flushes at the end."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
