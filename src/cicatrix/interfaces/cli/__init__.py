"""The command line. ``main`` is the entry point; everything behind it loads on first use."""

from __future__ import annotations

from itertools import pairwise


def main() -> None:
    """Run ``cicatrix`` with the arguments of this process and leave with its exit code."""
    import sys

    arguments = sys.argv[1:]
    if _stands_before_a_tool(arguments):
        _guard(arguments)

    from cicatrix.interfaces.cli.run import run

    sys.exit(run(arguments))


def _stands_before_a_tool(arguments: list[str]) -> bool:
    """``hook pre-tool-use`` alone goes past the tree of commands: it has a fraction of a second, and must not fail."""
    called = ("hook", "pre-tool-use") in pairwise(arguments)
    return called and not {"-h", "--help"} & set(arguments)


def _guard(arguments: list[str]) -> None:
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


__all__ = ["main"]
