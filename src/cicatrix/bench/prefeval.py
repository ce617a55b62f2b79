"""Standing preferences, in the layout of PrefEval: does a question bring back the one that must shape its answer?

All preferences of all topics are observed as turns of one user in one namespace; then each question is asked once
under the default budget. ``surfaced`` is the share of the questions whose own preference stands in the block, as a
memory that cites its turn or as the turn, ``first_ten`` the share of those where it is among the first ten. Questions
and preferences share few words: that is the point of the set. ``surfaced_in_topic`` asks the same where each topic is
a mind of its own, as if somebody else had each.

Beside it stand, in the same budget and over the same turns, plain BM25 and, with an embedder, similarity alone: turns
by the cosine of their words with the question's.
"""

from __future__ import annotations

import hashlib
import json
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from cicatrix.bench.bm25 import PlainBM25
from cicatrix.bench.opening import open_memory
from cicatrix.bench.report import BenchReport, Item, Measured, mean, used_settings
from cicatrix.core.episodes import JsonObject, JsonValue
from cicatrix.core.recall import Recall
from cicatrix.core.text import count_tokens
from cicatrix.core.vectors import cosine
from cicatrix.engine.memory import Memory
from cicatrix.errors import InvalidInput

FIRST: Final = 10
SESSION: Final = "preferences"


@dataclass(frozen=True, slots=True)
class Pair:
    topic: str
    preference: str
    question: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """``rank`` counts from 0; None: not in the block."""

    rank: int | None
    as_memory: bool = False

    @property
    def surfaced(self) -> bool:
        return self.rank is not None


def run(data: Path | None, seed: int, *, embedder: str = "none") -> Measured:  # noqa: ARG001 - nothing here is random
    """Measure the files of the folder ``data``. Raises InvalidInput when it is no such folder."""
    pairs, sha256 = _read(data)
    outcomes: dict[str, list[Outcome]] = {"cicatrix": [], "bm25": []}
    items: list[Item] = []
    with (
        tempfile.TemporaryDirectory(prefix="cicatrix-bench-") as folder,
        open_memory(Path(folder), "prefeval/all", embedder) as memory,
    ):
        turns = [memory.observe(pair.preference, session=f"{SESSION}-{n}") for n, pair in enumerate(pairs)]
        taught = sum(bool(turn.stored) for turn in turns)
        plain = PlainBM25([pair.preference for pair in pairs])
        near = _Similarity(memory, pairs)
        settings = used_settings(memory) | {"embedder": embedder}
        budget = memory.context.recall_settings.budget
        for place, pair in enumerate(pairs):
            ours = _rank(memory.recall(pair.question), turns[place].episode)
            beside = {"bm25": _in_budget(plain.rank(pair.question), pairs, place, budget)}
            if near.knows:
                beside["similarity alone"] = _in_budget(near.rank(pair.question), pairs, place, budget)
            for name, outcome in {"cicatrix": ours, **beside}.items():
                outcomes.setdefault(name, []).append(outcome)
            items.append(_item(pair, ours, beside))
    in_topic = mean([float(each.surfaced) for each in _topic_by_topic(pairs, embedder)])
    report = BenchReport(
        bench="prefeval",
        data_sha256=sha256,
        settings=settings,
        n=len(pairs),
        metrics=_figures(outcomes["cicatrix"]) | {"surfaced_in_topic": in_topic},
        per_category=_by_topic(pairs, outcomes["cicatrix"]),
        beside={name: _figures(found) for name, found in outcomes.items() if name != "cicatrix"},
        beside_per_category={},
        notes=(
            f"preferences observed: {len(pairs)}, of which {taught} became memories; the others stay turns",
            "one namespace for all topics, each preference in a session of its own, the default budget",
            "surfaced_in_topic: one namespace a topic, the rest the same",
        ),
    )
    return Measured(report, tuple(items))


# -- the data ----------------------------------------------------------------------------------------------------------


def _read(folder: Path | None) -> tuple[list[Pair], str]:
    """The pairs of every topic's file, and one SHA-256 over the files in order of name."""
    hint = "Name the folder with the topics: cicatrix bench prefeval --data PATH."
    if folder is None or not folder.is_dir():
        raise InvalidInput("The bench prefeval needs a folder of topics.", hint=hint)
    digest = hashlib.sha256()
    pairs: list[Pair] = []
    for file in sorted(folder.glob("*.json")):
        raw = file.read_bytes()
        digest.update(raw)
        try:
            rows: JsonValue = json.loads(raw)
        except ValueError as error:
            raise InvalidInput(f"{file.name} is no JSON: {error}.", hint=hint) from None
        pairs += _pairs(file.stem, rows)
    if not pairs:
        raise InvalidInput(f"{folder} holds no preferences with questions.", hint=hint)
    return pairs, digest.hexdigest()


def _pairs(topic: str, rows: JsonValue) -> Iterator[Pair]:
    for row in rows if isinstance(rows, list) else []:
        if isinstance(row, dict) and row.get("preference") and row.get("question"):
            yield Pair(topic, str(row["preference"]), str(row["question"]))


# -- the systems -------------------------------------------------------------------------------------------------------


def _topic_by_topic(pairs: Sequence[Pair], embedder: str) -> Iterator[Outcome]:
    """The same questions, each asked of a mind that holds its own topic only."""
    for topic in sorted({pair.topic for pair in pairs}):
        part = [pair for pair in pairs if pair.topic == topic]
        with (
            tempfile.TemporaryDirectory(prefix="cicatrix-bench-") as folder,
            open_memory(Path(folder), "prefeval/one", embedder) as memory,
        ):
            turns = [memory.observe(pair.preference, session=f"{SESSION}-{n}") for n, pair in enumerate(part)]
            for turn, pair in zip(turns, part, strict=True):
                yield _rank(memory.recall(pair.question), turn.episode)


def _rank(recall: Recall, episode: str) -> Outcome:
    for rank, item in enumerate(recall.items):
        if item.id == episode or episode in item.episodes:
            return Outcome(rank, as_memory=item.id != episode)
    return Outcome(None)


def _in_budget(ranked: Sequence[int], pairs: Sequence[Pair], wanted: int, budget: int) -> Outcome:
    """The place of a preference where whole ones fill a budget best first, passing over what does not fit."""
    held = 0
    for place in ranked:
        cost = count_tokens(f"- {pairs[place].preference} [ep{place}, 2026-01-01]\n")
        if cost <= budget:
            budget -= cost
            if place == wanted:
                return Outcome(held)
            held += 1
    return Outcome(None)


class _Similarity:
    """Preferences by the cosine of their words with a question's; nothing without an embedder."""

    def __init__(self, memory: Memory, pairs: Sequence[Pair]) -> None:
        self._embedder = memory.context.embedder
        texts = [pair.preference for pair in pairs]
        self._vectors = self._embedder.embed(texts, role="passage") if self._embedder is not None else []

    @property
    def knows(self) -> bool:
        return bool(self._vectors)

    def rank(self, question: str) -> list[int]:
        asked = self._embedder.embed([question], role="query")[0] if self._embedder is not None else None
        near = [cosine(vector, asked) if vector and asked else 0 for vector in self._vectors]
        return sorted(range(len(near)), key=lambda place: (-near[place], place))


# -- the figures -------------------------------------------------------------------------------------------------------


def _figures(outcomes: Sequence[Outcome]) -> dict[str, float]:
    return {
        "surfaced": mean([float(each.surfaced) for each in outcomes]),
        "first_ten": mean([float(each.rank is not None and each.rank < FIRST) for each in outcomes]),
    }


def _by_topic(pairs: Sequence[Pair], outcomes: Sequence[Outcome]) -> dict[str, dict[str, float]]:
    found: dict[str, dict[str, float]] = {}
    for topic in sorted({pair.topic for pair in pairs}):
        part = [outcome for pair, outcome in zip(pairs, outcomes, strict=True) if pair.topic == topic]
        found[topic] = _figures(part) | {"n": float(len(part))}
    return found


def _item(pair: Pair, ours: Outcome, beside: dict[str, Outcome]) -> Item:
    facts: JsonObject = {"topic": pair.topic, "preference": pair.preference, "rank": ours.rank}
    facts["as_memory"] = ours.as_memory
    facts |= {f"{name} rank": outcome.rank for name, outcome in beside.items()}
    return Item(pair.question, facts)
