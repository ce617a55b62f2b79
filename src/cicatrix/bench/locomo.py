"""Recall on long dialogues in the layout of LoCoMo: does a question bring back the turns that answer it?

Each conversation is imported into a namespace of its own and asked its questions twice, by the calls that anybody
makes: ``recall(limit=20)`` under no real budget, and ``recall(budget=800)``. Beside it plain BM25 ranks the same turns.

``recall@k`` is the share of a question's evidence among the first k, ``all@10`` whether all of it is, ``mrr`` one over
the rank of the first (0 past 20), ``recall_in_800_tokens`` the share of the evidence that the budget holds; each is a
mean over all questions with evidence, all five categories. The conversations that the weights were chosen on stand
beside those that they were only checked on.
"""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, cast

from cicatrix.bench.bm25 import K1, B, PlainBM25
from cicatrix.bench.opening import open_memory
from cicatrix.bench.report import BenchReport, Item, Measured, Metrics, mean, read_data, used_settings
from cicatrix.core.episodes import Episode, JsonObject, JsonValue
from cicatrix.core.text import count_tokens
from cicatrix.engine.memory import Memory
from cicatrix.errors import InvalidInput

DEEPEST: Final = 20
BUDGET: Final = 800
CHOSEN_ON: Final = frozenset({"conv-26", "conv-30"})
"""The conversations that the weights of core/scoring.py were chosen on; figures of others stand apart from theirs."""

NO_BUDGET: Final = 10**9

_EVIDENCE = re.compile(r"D\s*:?\s*0*(\d+)\s*:\s*0*(\d+)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Question:
    """``evidence`` are ``dia_id`` of turns, repaired, each once."""

    text: str
    category: str
    evidence: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sample:
    name: str
    raw: JsonObject
    questions: tuple[Question, ...]
    repaired: int  # evidence ids that had to be read by pattern
    without: int  # questions that name no turn of the conversation


@dataclass(frozen=True, slots=True)
class Outcome:
    """Ranks count from 0; a turn that was not found has none."""

    ranks: tuple[int | None, ...]
    in_budget: tuple[bool, ...]

    def metrics(self) -> Metrics:
        found = [rank for rank in self.ranks if rank is not None]
        within = {depth: [rank is not None and rank < depth for rank in self.ranks] for depth in (5, 10, DEEPEST)}
        return {
            "recall@5": mean(within[5]),
            "recall@10": mean(within[10]),
            "recall@20": mean(within[DEEPEST]),
            "mrr": 1 / (min(found) + 1) if found and min(found) < DEEPEST else 0.0,
            "all@10": float(all(within[10])),
            "recall_in_800_tokens": mean(self.in_budget),
        }


def run(data: Path | None, seed: int, *, embedder: str = "none") -> Measured:  # noqa: ARG001 - nothing here is random
    """Measure the file ``data``. Raises InvalidInput when it is no LoCoMo file."""
    raw, sha256 = read_data(data, "locomo")
    samples = list(_samples(raw))
    ours: list[tuple[Question, Outcome]] = []
    floor: list[tuple[Question, Outcome]] = []
    held_out: list[bool] = []
    items: list[Item] = []
    settings: JsonObject = {}
    with tempfile.TemporaryDirectory(prefix="cicatrix-bench-") as folder:
        for number, sample in enumerate(samples):
            file = Path(folder) / f"{number}.json"
            file.write_text(json.dumps([sample.raw]), encoding="utf-8")
            namespace = f"locomo/{re.sub(r'[^a-z0-9]+', '-', sample.name.lower()).strip('-') or number}"
            with open_memory(Path(folder), namespace, embedder) as memory:
                memory.import_file(file, format="locomo", trust="human")
                settings = used_settings(memory) | {"embedder": embedder, "bm25": {"k1": K1, "b": B}}
                turns = _turns(memory)
                plain = PlainBM25([f"{turn.speaker}: {turn.text}" for turn in turns.values()])
                for question in sample.questions:
                    answers = (_recall(memory, question, turns), _rank_plainly(plain, question, turns))
                    ours.append((question, answers[0]))
                    floor.append((question, answers[1]))
                    held_out.append(sample.name not in CHOSEN_ON)
                    items.append(_item(sample, question, *answers))
    report = BenchReport(
        bench="locomo",
        data_sha256=sha256,
        settings=settings,
        n=len(ours),
        metrics=_means(ours),
        per_category=_by_category(ours) | _by_use(ours, held_out),
        beside={"bm25": _means(floor)},
        beside_per_category={"bm25": _by_category(floor) | _by_use(floor, held_out)},
        notes=(
            f"conversations, each a namespace of its own: {len(samples)}",
            f"malformed evidence ids, read by pattern: {sum(sample.repaired for sample in samples)}",
            f"questions without evidence, left out: {sum(sample.without for sample in samples)}",
        ),
    )
    return Measured(report, tuple(items))


# -- the data ----------------------------------------------------------------------------------------------------------


def _samples(raw: bytes) -> Iterator[Sample]:
    try:
        parsed: JsonValue = json.loads(raw)
    except ValueError as error:
        raise InvalidInput(f"The data is no JSON: {error}.", hint="Name a LoCoMo file.") from None
    rows = parsed if isinstance(parsed, list) else [parsed]
    for place, row in enumerate(rows, start=1):
        if not isinstance(row, dict) or not isinstance(row.get("qa"), list) or "conversation" not in row:
            raise InvalidInput(f"Sample {place} has no conversation with questions.", hint="Name a LoCoMo file.")
        yield _sample(row, str(row.get("sample_id", f"sample-{place}")))


def _sample(row: JsonObject, name: str) -> Sample:
    conversation = cast(JsonObject, row["conversation"])
    turns = {
        turn["dia_id"]
        for session in conversation.values()
        if isinstance(session, list)
        for turn in session
        if isinstance(turn, dict) and "dia_id" in turn
    }
    questions: list[Question] = []
    repaired = without = 0
    for asked in cast(list[JsonObject], row["qa"]):
        listed = [str(entry) for entry in cast(list[JsonValue], asked.get("evidence") or [])]
        named = [f"D{session}:{turn}" for entry in listed for session, turn in _EVIDENCE.findall(entry)]
        repaired += sum(entry not in named for entry in listed)
        evidence = tuple(dict.fromkeys(name for name in named if name in turns))
        if evidence:
            questions.append(Question(str(asked["question"]), str(asked.get("category", "")), evidence))
        else:
            without += 1
    raw: JsonObject = {"sample_id": name, "conversation": conversation}
    return Sample(name, raw, tuple(questions), repaired, without)


# -- the two systems ---------------------------------------------------------------------------------------------------


def _turns(memory: Memory) -> dict[str, Episode]:
    """``dia_id`` → the turn as it was imported, in order."""
    episodes = reversed(memory.read().episodes(limit=NO_BUDGET))
    return {episode.source.where.rsplit(" ", 1)[-1]: episode for episode in episodes if episode.source is not None}


def _recall(memory: Memory, question: Question, turns: dict[str, Episode]) -> Outcome:
    ranked = [item.id for item in memory.recall(question.text, limit=DEEPEST, budget=NO_BUDGET).items]
    held = {item.id for item in memory.recall(question.text, budget=BUDGET).items}
    wanted = [turns[name].id for name in question.evidence]
    return Outcome(
        tuple(ranked.index(handle) if handle in ranked else None for handle in wanted),
        tuple(handle in held for handle in wanted),
    )


def _rank_plainly(plain: PlainBM25, question: Question, turns: dict[str, Episode]) -> Outcome:
    """The floor fills the budget as ours does: whole turns, best first, passing over what does not fit."""
    names, episodes = list(turns), list(turns.values())
    ranked = [names[place] for place in plain.rank(question.text)]
    held: set[str] = set()
    room = BUDGET
    for place in plain.rank(question.text):
        cost = count_tokens(f"{episodes[place].speaker}: {episodes[place].text}\n")
        if cost <= room:
            room -= cost
            held.add(names[place])
    return Outcome(
        tuple(ranked.index(name) if name in ranked else None for name in question.evidence),
        tuple(name in held for name in question.evidence),
    )


# -- the figures -------------------------------------------------------------------------------------------------------


def _means(answered: Sequence[tuple[Question, Outcome]]) -> Metrics:
    each = [outcome.metrics() for _, outcome in answered]
    return {name: mean([metrics[name] for metrics in each]) for name in (each[0] if each else {})}


def _by_category(answered: Sequence[tuple[Question, Outcome]]) -> dict[str, Metrics]:
    """The number of questions stands beside the figures."""
    found: dict[str, Metrics] = {}
    for category in sorted({question.category for question, _ in answered}):
        part = [(question, outcome) for question, outcome in answered if question.category == category]
        found[category] = _means(part) | {"n": float(len(part))}
    return found


def _by_use(answered: Sequence[tuple[Question, Outcome]], held_out: Sequence[bool]) -> dict[str, Metrics]:
    """Apart: the conversations that the weights were chosen on, and those that they were checked on."""
    found: dict[str, Metrics] = {}
    for name, is_checked in (("weights chosen on", False), ("weights checked on", True)):
        part = [each for each, held in zip(answered, held_out, strict=True) if held is is_checked]
        if part:
            found[name] = _means(part) | {"n": float(len(part))}
    return found


def _item(sample: Sample, question: Question, ours: Outcome, floor: Outcome) -> Item:
    return Item(
        f"{sample.name}: {question.text}",
        {
            "category": question.category,
            "evidence": list(question.evidence),
            "ranks": list(ours.ranks),
            "in_800_tokens": list(ours.in_budget),
            "bm25_ranks": list(floor.ranks),
            "bm25_in_800_tokens": list(floor.in_budget),
        },
    )
