"""The account: what writers were promised, held against what the file holds when it is opened again."""

from __future__ import annotations

import contextlib
import json
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from tests.crash.plan import mark, turn
from tests.crash.writer import NAMESPACE

from cicatrix.adapters.sqlite import SqliteStore
from cicatrix.core.codec import decode
from cicatrix.core.episodes import Episode
from cicatrix.core.ids import Kind
from cicatrix.engine.verify import verify_namespace
from cicatrix.errors import CicatrixError, Unsettled
from cicatrix.ports import Durability, Version

Name = tuple[str, int]
"""A turn: who took it, and its number."""


@dataclass(frozen=True, slots=True)
class Promise:
    """A call that returned: the sequences it named, and how durable it said they are."""

    seqs: tuple[int, ...]
    durability: Durability


@dataclass(slots=True)
class Account:
    """What the writers of one file were told, in the order in which it was heard."""

    seed: int
    promises: dict[Name, Promise] = field(default_factory=dict)
    failures: dict[Name, str] = field(default_factory=dict)  # turn → code and message
    codes: Counter[str] = field(default_factory=Counter)

    def hear(self, lines: Iterable[bytes]) -> None:
        """Whole lines of a writer. A crash that it reports is an AssertionError with its traceback."""
        for raw in lines:
            line = json.loads(raw)
            assert "crashed" not in line, f"seed {self.seed}: a writer met an error without a name:\n{line['crashed']}"
            name = (line["by"], line["turn"])
            if "failed" in line:
                self.codes[line["failed"]] += 1
                self.failures[name] = f"{line['failed']}: {line['message']}"
            else:
                self.promises[name] = Promise(tuple(line["seqs"]), line["durability"])

    def kept(self, *durabilities: Durability) -> dict[Name, Promise]:
        return {name: promise for name, promise in self.promises.items() if promise.durability in durabilities}


@dataclass(frozen=True, slots=True)
class Findings:
    """One look at a file: entries it holds, and promises that were checked. ``wrong`` is empty when all is well."""

    entries: int
    checked: int
    unpromised: int  # turns that are there whole though nobody was told: they were committed, and the word was cut off
    failed_but_there: int  # turns whose call raised "unsettled", and that are there whole all the same
    wrong: tuple[str, ...]


def look(path: Path, account: Account, *durabilities: Durability) -> Findings:
    """Open the file as anybody would, verify it in depth, and check the promises of those durabilities."""
    try:
        with contextlib.closing(SqliteStore(path, by="cicatrix/test")) as store:
            report = verify_namespace(store, NAMESPACE, deep=True)
            if not report.ok:
                return Findings(report.entries, 0, 0, 0, (f"corrupt: {report.first_bad}",))
            with store.reader(NAMESPACE) as reader:
                versions = {v.seq: v for v in reader.changes(0, [Kind.EPISODE, Kind.RULE, Kind.RECALL])}
    except CicatrixError as error:
        return Findings(0, 0, 0, 0, (f"it cannot be used: {error.code}: {error.message}",))
    wrong: list[str] = []
    there = _turns(account.seed, versions, wrong)
    failed = there.keys() & account.failures.keys()
    for name in failed:
        if not account.failures[name].startswith(f"{Unsettled.code}: "):
            wrong.append(f"turn {name[1]} by {name[0]} is there, and was told {account.failures[name]}")
    for name, promise in account.kept(*durabilities).items():
        wrong += _broken(account.seed, name, promise, there, versions)
    return Findings(
        entries=report.entries,
        checked=len(account.kept(*durabilities)),
        unpromised=len(there.keys() - account.promises.keys() - account.failures.keys()),
        failed_but_there=len(failed),
        wrong=tuple(wrong),
    )


def _turns(seed: int, versions: dict[int, Version], wrong: list[str]) -> dict[Name, list[int]]:
    """The sequences of the turns that left episodes in the file. What is there in part, or in other words, is wrong."""
    parts: dict[Name, dict[int, int]] = defaultdict(dict)
    for seq, version in versions.items():
        if version.kind is Kind.EPISODE:
            assert version.body is not None
            outcome = decode(Episode, version.body).outcome
            found = mark(outcome)
            if found is None:
                wrong.append(f"#{seq} holds what no writer wrote: {outcome[:60]!r}")
                continue
            by, number, part = found
            if outcome != turn(seed, by, number).words(part):
                wrong.append(f"#{seq} holds other words than {by} wrote in turn {number}")
            if part in parts[by, number]:
                wrong.append(f"#{seq} is part {part} of turn {number} by {by} a second time")
            parts[by, number][part] = seq
    for (by, number), places in parts.items():
        what, seqs = turn(seed, by, number), [places[part] for part in sorted(places)]
        if sorted(places) != list(range(what.parts)):
            wrong.append(f"of turn {number} by {by} the parts {sorted(places)} of {what.parts} are there")
        elif seqs != list(range(seqs[0], seqs[0] + what.parts)):
            wrong.append(f"turn {number} by {by} is scattered over {seqs}")
        elif what.way == "lesson" and not _cited(versions.get(seqs[0] + 1), versions[seqs[0]].handle):
            wrong.append(f"the lesson of turn {number} by {by} has no rule beside it")
    return {name: [places[part] for part in sorted(places)] for name, places in parts.items()}


def _cited(rule: Version | None, episode: str) -> bool:
    if rule is None or rule.kind is not Kind.RULE or rule.body is None:
        return False
    evidence = rule.body["evidence"]
    return isinstance(evidence, list) and any(isinstance(e, dict) and e["episode"] == episode for e in evidence)


def _broken(
    seed: int, name: Name, promise: Promise, there: dict[Name, list[int]], versions: dict[int, Version]
) -> list[str]:
    """What is not as a call said when it returned."""
    what = turn(seed, *name)
    for seq in promise.seqs:
        if seq not in versions:
            return [f"lost: #{seq}, which turn {name[1]} by {name[0]} was told is sealed ({promise.durability})"]
    if what.way == "recall":
        body = versions[promise.seqs[0]].body
        return [] if body is not None and body["query"] == what.query else [f"#{promise.seqs[0]} is another recall"]
    found = there.get(name, [])
    if found != list(promise.seqs[: what.parts]):
        return [f"lost: turn {name[1]} by {name[0]} was told {promise.seqs}, and {found} hold it"]
    return []
