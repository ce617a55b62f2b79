"""The command line. ``main`` is the entry point; everything behind it loads on first use."""

from __future__ import annotations


def main() -> None:
    """Run ``cicatrix`` with the arguments of this process and leave with its exit code."""
    import sys

    from cicatrix.interfaces.cli.run import run

    sys.exit(run(sys.argv[1:]))


__all__ = ["main"]
