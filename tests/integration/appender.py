"""A process that appends to a ledger until it is done or killed: ``appender.py FILE NAME ROUNDS SEED [SIZE]``.

``SIZE``: entries of each transaction; without it they differ. After each commit it says on standard output which
sequences are on disk, and only then goes on.
"""

from __future__ import annotations

import random
import sys
from datetime import UTC, datetime

from cicatrix.adapters.sqlite import SqliteStore
from cicatrix.core.entries import Draft, EntryKind
from cicatrix.core.episodes import JsonObject
from cicatrix.core.ids import Kind
from cicatrix.core.trust import Origin

NAMESPACE = "acme/support"


def main(path: str, name: str, rounds: int, seed: int, *sizes: int) -> None:
    source = random.Random(seed)
    store = SqliteStore(path, by="cicatrix/test")
    for turn in range(rounds):
        with store.writer(NAMESPACE, now=datetime.now(UTC), durability="full") as writer:
            seqs = []
            for _ in range(source.choice(sizes or (1, 1, 2, 9))):
                handle = writer.next_handle(Kind.EPISODE)
                text = "x" * source.choice((10, 500, 9000))
                body: JsonObject = {"by": name, "turn": turn, "text": text}
                draft = Draft(EntryKind.EPISODE, Kind.EPISODE, handle, body, name, Origin.AGENT)
                seqs.append(writer.append(draft))
        sys.stdout.write(f"{seqs[0]} {seqs[-1]} {name} {turn}\n")
        sys.stdout.flush()
    store.close()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], *map(int, sys.argv[3:]))
