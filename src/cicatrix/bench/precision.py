"""Exactly what concerns a question, in the layout of PrecisionMemBench: beliefs of one person by scope, sets asserted.

Every belief is a turn that an operator recorded and a claim remembered with it as evidence, its name and aliases as
tags, pinned where it is pinned. A belief that another one superseded was remembered before that one, and is ended by
revision or, where the words alone do not say so, by the person's correction. One that was resolved holds until that
day. A scope is a namespace of its own, what holds everywhere another, and other people's beliefs are in theirs.

A case asks once in the namespace of its scope and once in that of what holds everywhere. The sections that it asserts
are read off the fields of the beliefs that come back: *persona prelude* is all of the second answer; of the first,
pinned beliefs are *pinned facts*, or *open questions* where that is their type, and the others *relevant beliefs*. A
case passes when each section that it names is as it says: ``shouldOnlyInclude`` is an exact set.
"""

from __future__ import annotations

import hashlib
import json
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, cast

from cicatrix.bench.opening import open_memory
from cicatrix.bench.report import BenchReport, Item, Measured, mean, read_data, used_settings
from cicatrix.core.episodes import JsonObject, JsonValue
from cicatrix.core.memories import MemoryType, Status
from cicatrix.engine.memory import Memory
from cicatrix.errors import InvalidInput

EVERYWHERE: Final = "user:universal"
OPEN: Final = "open_question"
_TYPES: Final = {"preference": MemoryType.PREFERENCE}
_SECTIONS: Final = ("personaPrelude", "pinnedFacts", "openQuestions", "relevantBeliefs")


@dataclass(frozen=True, slots=True)
class Belief:
    id: str
    user: str
    type: str
    aliases: tuple[str, ...]
    text: str
    scopes: tuple[str, ...]
    pinned: bool
    superseded_by: str
    resolved_at: str


@dataclass(slots=True)
class Shelf:
    """One namespace: handle of a memory → its belief."""

    memory: Memory
    beliefs: dict[str, Belief] = field(default_factory=dict)
    ended_by_revision: int = 0
    ended_by_person: int = 0


def run(data: Path | None, seed: int, *, embedder: str = "none") -> Measured:  # noqa: ARG001 - nothing here is random
    """Measure the folder ``data``. Raises InvalidInput when it lacks beliefs or cases."""
    beliefs, cases, sha256 = _read(data)
    items: list[Item] = []
    with tempfile.TemporaryDirectory(prefix="cicatrix-bench-") as folder, ExitStack() as stack:
        shelves: dict[tuple[str, str], Shelf] = {}
        for belief in beliefs:
            for scope in belief.scopes:
                key = belief.user, scope
                if key not in shelves:
                    memory = open_memory(Path(folder), f"precision/{len(shelves)}", embedder)
                    shelves[key] = Shelf(stack.enter_context(memory))
                _tell(shelves[key], belief)
        user = beliefs[0].user
        settings = used_settings(shelves[next(iter(shelves))].memory) | {"embedder": embedder}
        for case in cases:
            items.append(_judge(case, {scope: shelf for (whose, scope), shelf in shelves.items() if whose == user}))
    report = BenchReport(
        bench="precision",
        data_sha256=sha256,
        settings=settings,
        n=len(items),
        metrics={"passed": mean([float(bool(item.facts["passed"])) for item in items])},
        per_category=_by_category(items),
        beside={},
        beside_per_category={},
        notes=(
            f"passed {sum(bool(item.facts['passed']) for item in items)} of {len(items)}",
            f"superseded beliefs ended by revision: {sum(shelf.ended_by_revision for shelf in shelves.values())},"
            f" by the person: {sum(shelf.ended_by_person for shelf in shelves.values())}",
            *(f"failed: {item.name}: {item.facts['why']}" for item in items if not item.facts["passed"]),
        ),
    )
    return Measured(report, tuple(items))


# -- the data ----------------------------------------------------------------------------------------------------------


def _read(folder: Path | None) -> tuple[list[Belief], list[JsonObject], str]:
    hint = "Name the folder with the seed of beliefs and the cases: cicatrix bench precision --data PATH."
    if folder is None or not folder.is_dir():
        raise InvalidInput("The bench precision needs a folder.", hint=hint)
    seeds, cases = sorted(folder.glob("beliefs*.json")), sorted(folder.glob("retrieval*.json"))
    if not seeds or not cases:
        raise InvalidInput(f"{folder} lacks beliefs or cases.", hint=hint)
    digest = hashlib.sha256()
    read: list[list[JsonObject]] = []
    for files in (seeds, cases):
        rows: list[JsonObject] = []
        for file in files:
            raw, _ = read_data(file, "precision")
            digest.update(raw)
            try:
                parsed: JsonValue = json.loads(raw)
            except ValueError as error:
                raise InvalidInput(f"{file.name} is no JSON: {error}.", hint=hint) from None
            rows += [row for row in parsed if isinstance(row, dict)] if isinstance(parsed, list) else []
        read.append(rows)
    beliefs = _in_order([_belief(row) for row in read[0] if row.get("content")])
    if not beliefs:
        raise InvalidInput(f"{folder} holds no beliefs.", hint=hint)
    return beliefs, read[1], digest.hexdigest()


def _belief(row: JsonObject) -> Belief:
    return Belief(
        id=str(row["_id"]),
        user=str(row.get("user_id", "")),
        type=str(row.get("type", "")),
        aliases=(str(row.get("canonical_name", "")).replace("_", " "), *_texts(row.get("aliases"))),
        text=str(row["content"]),
        scopes=tuple(_texts(row.get("scope"))),
        pinned=bool(row.get("pinned")),
        superseded_by=str(row.get("superseded_by") or ""),
        resolved_at=str(row.get("resolved_at") or ""),
    )


def _in_order(beliefs: Sequence[Belief]) -> list[Belief]:
    """What was superseded comes before what took its place."""
    by_id = {belief.id: belief for belief in beliefs}
    found: dict[str, Belief] = {}

    def take(belief: Belief) -> None:
        for older in beliefs:
            if older.superseded_by == belief.id and older.id not in found:
                take(older)
        found.setdefault(belief.id, belief)

    for belief in by_id.values():
        take(belief)
    return list(found.values())


def _texts(value: JsonValue | None) -> Iterator[str]:
    for each in value if isinstance(value, list) else []:
        yield str(each)


# -- what is measured --------------------------------------------------------------------------------------------------


def _tell(shelf: Shelf, belief: Belief) -> None:
    memory = shelf.memory
    episode = memory.record(kind="turn", role="user", text=belief.text)
    made = memory.remember(
        belief.text,
        type=_TYPES.get(belief.type, MemoryType.SEMANTIC).value,
        evidence=[episode.id],
        pin=belief.pinned,
        tags=belief.aliases,
        valid_to=belief.resolved_at or None,
    )
    shelf.beliefs[made.id] = belief
    for handle, older in shelf.beliefs.items():
        if older.superseded_by != belief.id:
            continue
        noun = next(noun for noun in memory.read().memories() if noun.id == handle)
        if noun.status is Status.ACTIVE:
            memory.correct(handle, belief.text, by="bench", reason=f"replaced by {made.id}")
            shelf.ended_by_person += 1
        else:
            shelf.ended_by_revision += 1


def _judge(case: JsonObject, shelves: Mapping[str, Shelf]) -> Item:
    found: dict[str, list[Belief]] = {section: [] for section in _SECTIONS}
    query, budget = str(case.get("query", "")), cast(JsonObject, case.get("budget") or {})
    limit = budget.get("maxBeliefs")
    for scope in _texts(case.get("scope")):
        for belief in _recalled(shelves.get(scope), query, limit if isinstance(limit, int) else None):
            section = (
                "relevantBeliefs" if not belief.pinned else "openQuestions" if belief.type == OPEN else "pinnedFacts"
            )
            found[section].append(belief)
    found["personaPrelude"] = _recalled(shelves.get(EVERYWHERE), query, None)
    why = [
        fault
        for section, wanted in cast(JsonObject, case.get("expect") or {}).items()
        for fault in _faults(section, cast(JsonObject, wanted), found.get(section, []))
    ]
    facts: JsonObject = {"category": str(case.get("category", "")), "query": query, "passed": not why}
    facts["why"] = "; ".join(why)
    facts |= {section: [belief.id for belief in each] for section, each in found.items()}
    return Item(str(case.get("caseId", query)), facts)


def _recalled(shelf: Shelf | None, query: str, limit: int | None) -> list[Belief]:
    if shelf is None:
        return []
    recalled = shelf.memory.recall(query, limit=limit)
    handles = [item.id for item in recalled.items]
    cited = {episode: handle for item in recalled.items for episode in item.episodes for handle in [item.id]}
    return [shelf.beliefs[handle] for handle in handles if handle in shelf.beliefs] + [
        Belief(handle, "", "turn", (), "", (), pinned=False, superseded_by="", resolved_at="")
        for handle in handles
        if handle not in shelf.beliefs and handle not in cited
    ]


def _faults(section: str, wanted: JsonObject, found: Sequence[Belief]) -> Iterator[str]:
    names = {belief.id for belief in found}
    for name in _texts(wanted.get("mustInclude")):
        if name not in names:
            yield f"{section} lacks {name}"
    for name in _texts(wanted.get("mustExclude")):
        if name in names:
            yield f"{section} has {name}"
    only = wanted.get("shouldOnlyInclude")
    if isinstance(only, list):
        lacking, more = sorted({str(name) for name in only} - names), sorted(names - {str(name) for name in only})
        if lacking:
            yield f"{section} lacks {', '.join(lacking)}"
        if more:
            yield f"{section} has {', '.join(more)} too"
    if wanted.get("nonEmpty") and not found:
        yield f"{section} is empty"
    text = " ".join(belief.text for belief in found).casefold()
    for word in _texts(wanted.get("contains")):
        if word.casefold() not in text:
            yield f"{section} does not say {word!r}"


def _by_category(items: Sequence[Item]) -> dict[str, dict[str, float]]:
    found: dict[str, dict[str, float]] = {}
    for category in sorted({str(item.facts["category"]) for item in items}):
        part = [float(bool(item.facts["passed"])) for item in items if item.facts["category"] == category]
        found[category] = {"passed": mean(part), "n": float(len(part))}
    return found
