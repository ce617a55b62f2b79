"""A program that writes to a ledger until it is done or killed, and says after each call what it was promised.

``python -m tests.crash.writer FILE NAME --seed S [--threads T] [--turns N] [--lives L] [--dies]``

Each thread takes its turns from the plan. A line on standard output is one JSON object: what a call has sealed, told
after it returned, or the error that it raised. With several lives the file is closed and opened again in between. One
that dies kills itself when a call has failed, and neither writes again nor closes anything.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import threading
import traceback
from collections.abc import Callable
from datetime import UTC, datetime

from tests.crash.plan import Turn, turn

from cicatrix import Memory
from cicatrix.core.codec import encode
from cicatrix.core.entries import Draft, EntryKind
from cicatrix.core.episodes import Episode, EpisodeKind
from cicatrix.core.ids import Kind
from cicatrix.core.stamps import stamp
from cicatrix.core.trust import Origin
from cicatrix.errors import CicatrixError

NAMESPACE = "acme/support"
FOREVER = 10**9

Line = dict[str, object]
Tell = Callable[[Line], None]


def take(memory: Memory, what: Turn) -> list[int]:
    """Do one turn; returns the sequences it sealed."""
    if what.way in ("record", "lesson"):
        lesson = what.way == "lesson"
        done = memory.record(
            task=f"Ship build {what.number}",
            outcome=what.words(0),
            correction=what.correction if lesson else "",
            correction_by="dana" if lesson else None,
            actor=what.by,
        )
        return [done.seq, *(rule.seq for rule in done.rules)]
    if what.way == "many":
        many = memory.record_many(
            {"task": f"Ship build {what.number}", "outcome": what.words(part)} for part in range(what.parts)
        )
        return list(range(many.seq - many.recorded + 1, many.seq + 1))
    if what.way == "recall":
        return [memory.recall(what.query).seq]
    return _append(memory, what)


def _append(memory: Memory, what: Turn) -> list[int]:
    """Episodes put straight into the store."""
    now = datetime.now(UTC)
    at = stamp(now)
    with memory.context.store.writer(NAMESPACE, now=now, durability=what.durability) as writer:
        seqs = []
        for part in range(what.parts):
            handle = writer.next_handle(Kind.EPISODE)
            episode = Episode(handle, EpisodeKind.EXPERIENCE, what.by, Origin.AGENT, at, at, outcome=what.words(part))
            draft = Draft(EntryKind.EPISODE, Kind.EPISODE, handle, encode(episode), what.by, Origin.AGENT)
            seqs.append(writer.append(draft))
    return seqs


def write(memory: Memory, seed: int, by: str, turns: range, tell: Tell) -> None:
    """Take turns and tell of each. An error of the house ends a turn, not the writer; any other ends the writer."""
    for number in turns:
        what = turn(seed, by, number)
        about: Line = {"by": by, "turn": number, "durability": what.durability}
        try:
            seqs = take(memory, what)
        except CicatrixError as error:
            tell(about | {"failed": error.code, "message": error.message})
        except Exception:
            tell(about | {"crashed": traceback.format_exc()})
            raise
        else:
            tell(about | {"seqs": seqs})


def run(path: str, name: str, seed: int, *, threads: int, turns: int, lives: int, tell: Tell) -> None:
    """Open the file, write with so many threads, close it; ``lives`` times. An error at opening is told too."""
    for life in range(lives):
        own = range(life * turns, (life + 1) * turns)
        try:
            memory = Memory.open(path, namespace=NAMESPACE)
        except CicatrixError as error:
            tell({"by": name, "turn": own.start, "failed": error.code, "message": error.message, "opening": True})
            continue
        except Exception:
            tell({"by": name, "crashed": traceback.format_exc()})
            raise
        with memory:
            if threads == 1:
                write(memory, seed, name, own, tell)
                continue
            crew = [
                threading.Thread(target=write, args=(memory, seed, f"{name}.{number}", own, tell))
                for number in range(threads)
            ]
            for thread in crew:
                thread.start()
            for thread in crew:
                thread.join()


def teller(fd: int) -> Tell:
    """Tells in one system call a line, so that a killed writer leaves no line that mixes with another's."""

    def tell(line: Line) -> None:
        os.write(fd, json.dumps(line).encode() + b"\n")

    return tell


def last_words(tell: Tell) -> Tell:
    """Tells, and kills this process after the first failure it told of."""

    def tell_and_die(line: Line) -> None:
        tell(line)
        if "failed" in line:
            os.kill(os.getpid(), signal.SIGKILL)

    return tell_and_die


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("file")
    parser.add_argument("name")
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--turns", type=int, default=FOREVER)
    parser.add_argument("--lives", type=int, default=1)
    parser.add_argument("--dies", action="store_true")
    given = parser.parse_args()
    run(
        given.file,
        given.name,
        given.seed,
        threads=given.threads,
        turns=given.turns,
        lives=given.lives,
        tell=last_words(teller(1)) if given.dies else teller(1),
    )


if __name__ == "__main__":
    main()
