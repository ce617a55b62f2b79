"""The command line. ``main`` is the entry point; everything behind it loads on first use."""

from __future__ import annotations

from itertools import pairwise


def main() -> None:
    """Run ``cicatrix`` with the arguments of this process and leave with its exit code."""
    import sys

    arguments = sys.argv[1:]
    if not {"-h", "--help"} & set(arguments):
        # What a harness calls around every tool goes past the tree of commands: it has a fraction of a second.
        called = set(pairwise(arguments))
        if ("hook", "pre-tool-use") in called:
            _guard(arguments)
        if ("hook", "post-tool-use") in called:
            sys.exit(_record(arguments))
    sys.exit(_run(arguments))


def _run(arguments: list[str]) -> int:
    from cicatrix.interfaces.cli.run import run

    return run(arguments)


def _guard(arguments: list[str]) -> None:
    """Judge a call and leave. It must not fail, so that even a broken installation is a no."""
    import os

    try:
        from cicatrix.interfaces.hook.entry import guard

        guard(arguments)
    except BaseException as error:
        message = (
            f"Denied: this installation of Cicatrix is broken ({type(error).__name__}: {error}). A person mends it."
        )
        os.write(2, f"{message}\n".encode(errors="backslashreplace"))
    finally:
        os._exit(2)


def _record(arguments: list[str]) -> int:
    from cicatrix.errors import UsageError
    from cicatrix.interfaces.cli.flags import split
    from cicatrix.interfaces.hook.after import run

    try:
        flags = split(arguments)
    except UsageError:
        return _run(arguments)  # which says what is wrong with it
    return run(flags)


__all__ = ["main"]
