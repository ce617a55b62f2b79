"""Serve one ledger on a free port and print the address: the real server, in a process of its own."""

from __future__ import annotations

import sys
from pathlib import Path

from tests.e2e.stories import Clock

from cicatrix import Memory
from cicatrix.interfaces.web import serve


def main(path: str, namespace: str) -> None:
    def say(address: str) -> None:
        sys.stdout.write(f"{address}\n")
        sys.stdout.flush()

    with Memory.open(Path(path), namespace=namespace, clock=Clock(), user="dana") as memory:
        serve(memory, port=0, on_ready=say)


if __name__ == "__main__":
    main(*sys.argv[1:])
