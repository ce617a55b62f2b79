"""Facts that change, in the layout of FactConsolidation: does the newest one answer, and does nothing else end?

A context is a list of numbered facts of which later ones win. Each is recorded as a turn and remembered with it as
evidence, in order, by the calls that anybody makes; then each question is asked once. The namespace is set so that
every attribute holds one value at a time, since in this data a later fact always wins. A question is right when the
best memory in the answer holds the expected words. Questions over several facts stand apart: nothing here puts facts
together, so theirs is the share of which the best memory alone happens to hold the answer.

``wrongly_ended`` is the share of the facts that no later fact updates and that ended all the same; ``stale_active`` the
share of the updated ones that still stand. Which fact updates which is read off the words: the same beginning up to and
with the verb, another end. That is for counting only; the product never sees it.

Beside it stand plain BM25 over all facts, and the newest of those that BM25 scores within a tenth of the best.
"""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Final

from cicatrix.bench.bm25 import K1, B, PlainBM25
from cicatrix.bench.opening import open_memory
from cicatrix.bench.report import BenchReport, Item, Measured, Metrics, mean, read_data, used_settings
from cicatrix.core.attributes import HOLDS, Attributes
from cicatrix.core.episodes import JsonObject, JsonValue
from cicatrix.core.memories import Status
from cicatrix.core.reading.grammar import table
from cicatrix.engine.memory import Memory
from cicatrix.errors import InvalidInput

NEAR: Final = 0.9
"""Share of the best score from which a fact counts as a near-tie."""

ONE_EACH: Final = Attributes(dict.fromkeys(HOLDS, "one"))

_FACT: Final = re.compile(r"^\s*\d+[.)]\s+(\S.*)$", re.MULTILINE)
_VERBS: Final = table(
    "is was are were plays played works worked died born located founded created developed performed married employed"
    " associated affiliated famous written speaks has"
)


@dataclass(frozen=True, slots=True)
class Sample:
    """``gold``: for each question the answers of which one has to be there."""

    name: str
    facts: tuple[str, ...]
    questions: tuple[str, ...]
    gold: tuple[tuple[str, ...], ...]

    @property
    def is_multi_hop(self) -> bool:
        return "_mh_" in self.name


@dataclass(frozen=True, slots=True)
class Kept:
    """What became of the facts of one context. Shares are of all facts not updated, and of all that were."""

    untouched: int
    wrongly_ended: tuple[str, ...]
    updated: int
    stale: tuple[str, ...]
    doubts: int


def run(data: Path | None, seed: int, *, embedder: str = "none") -> Measured:  # noqa: ARG001 - nothing is random here
    """Measure the file ``data``. Raises InvalidInput when it is no such file."""
    raw, sha256 = read_data(data, "factconsolidation")
    items: list[Item] = []
    right: dict[str, list[bool]] = {}
    beside: dict[str, dict[str, list[bool]]] = {"bm25": {}, "newest of near-ties": {}}
    kept: dict[tuple[str, ...], Kept] = {}
    settings: JsonObject = {}
    with tempfile.TemporaryDirectory(prefix="cicatrix-bench-") as folder:
        minds: dict[tuple[str, ...], Memory] = {}
        for sample in _samples(raw):
            if sample.facts not in minds:
                minds[sample.facts] = open_memory(Path(folder), f"facts/{len(minds)}", embedder, ONE_EACH)
                kept[sample.facts] = _tell(minds[sample.facts], sample.facts)
            memory, plain = minds[sample.facts], PlainBM25(sample.facts)
            settings = used_settings(memory) | {
                "bm25": {"k1": K1, "b": B},
                "near": NEAR,
                "embedder": embedder,
                "attributes": "one each",
            }
            kind = "accuracy_multi_hop" if sample.is_multi_hop else "accuracy"
            for question, gold in zip(sample.questions, sample.gold, strict=True):
                best = _best(memory, question)
                answers = {"bm25": plain.best(question), "newest of near-ties": _newest_near(plain, question)}
                right.setdefault(kind, []).append(_holds(best, gold))
                for peer, place in answers.items():
                    told = sample.facts[place] if place is not None else ""
                    beside[peer].setdefault(kind, []).append(_holds(told, gold))
                items.append(_item(sample, question, gold, best))
        for memory in minds.values():
            memory.close()
    report = BenchReport(
        bench="factconsolidation",
        data_sha256=sha256,
        settings=settings,
        n=sum(map(len, right.values())),
        metrics={kind: mean(each) for kind, each in right.items()} | _of_facts(list(kept.values())),
        per_category={},
        beside={peer: {kind: mean(each) for kind, each in found.items()} for peer, found in beside.items()},
        beside_per_category={},
        notes=tuple(_notes(kept)),
    )
    items += [
        Item(fact, {"wrongly_ended": fact in found.wrongly_ended, "stale": fact in found.stale})
        for found in kept.values()
        for fact in (*found.wrongly_ended, *found.stale)
    ]
    return Measured(report, tuple(items))


def _of_facts(kept: Sequence[Kept]) -> Metrics:
    return {
        "wrongly_ended": mean([share(len(each.wrongly_ended), each.untouched) for each in kept]),
        "stale_active": mean([share(len(each.stale), each.updated) for each in kept]),
    }


def share(part: int, whole: int) -> float:
    return part / whole if whole else 0.0


def _notes(kept: dict[tuple[str, ...], Kept]) -> Iterator[str]:
    for facts, each in kept.items():
        yield (
            f"{len(facts)} facts: {each.updated} updated by a later one, of which {len(each.stale)} still stand; "
            f"{each.untouched} not updated, of which {len(each.wrongly_ended)} ended; {each.doubts} doubts for a person"
        )


# -- the data ----------------------------------------------------------------------------------------------------------


def _samples(raw: bytes) -> Iterator[Sample]:
    try:
        parsed: JsonValue = json.loads(raw)
    except ValueError as error:
        raise InvalidInput(f"The data is no JSON: {error}.", hint="Name a FactConsolidation file.") from None
    rows = parsed if isinstance(parsed, list) else [parsed]
    for place, row in enumerate(rows, start=1):
        facts = tuple(_FACT.findall(str(row.get("context", "")))) if isinstance(row, dict) else ()
        if not isinstance(row, dict) or not facts:
            raise InvalidInput(f"Sample {place} has no numbered facts.", hint="Name a FactConsolidation file.")
        asked, answers, about = row.get("questions"), row.get("answers"), row.get("metadata")
        if not isinstance(asked, list) or not isinstance(answers, list) or len(asked) != len(answers):
            raise InvalidInput(f"Sample {place} has no questions with answers.", hint="Name a FactConsolidation file.")
        name = str(about.get("source", f"sample-{place}")) if isinstance(about, dict) else f"sample-{place}"
        gold = tuple(tuple(map(str, each)) if isinstance(each, list) else (str(each),) for each in answers)
        yield Sample(name, facts, tuple(map(str, asked)), gold)


def updates(old: str, new: str) -> bool:
    """Whether a later fact tells another end of the same beginning, verb included."""
    one, other = old.rstrip(" .").split(), new.rstrip(" .").split()
    common = next((place for place, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), None)
    if common is None or common < 2:
        return False
    ends = one[common:], other[common:]
    return not _VERBS.isdisjoint(one[:common]) and all(_VERBS.isdisjoint(end) for end in ends)


# -- what is measured --------------------------------------------------------------------------------------------------


def _tell(memory: Memory, facts: Sequence[str]) -> Kept:
    """Tell all facts in order, and see what stands."""
    place_of: dict[str, int] = {}
    for place, fact in enumerate(facts):
        episode = memory.record(kind="turn", role="user", text=fact)
        place_of.setdefault(memory.remember(fact, type="semantic", evidence=[episode.id]).id, place)
    stands = {place_of[noun.id]: noun for noun in memory.read().memories()}
    later = _updated(facts)
    ended = {place for place, noun in stands.items() if noun.status is not Status.ACTIVE}
    return Kept(
        untouched=sum(place not in later for place in stands),
        wrongly_ended=tuple(facts[place] for place in sorted(ended) if place not in later),
        updated=len(later.keys() & stands.keys()),
        stale=tuple(facts[place] for place in sorted(later.keys() & stands.keys()) if place not in ended),
        doubts=sum(noun.revision is not None and noun.revision.verdict == "uncertain" for noun in stands.values()),
    )


def _updated(facts: Sequence[str]) -> dict[int, int]:
    """Place of a fact → place of the one that updates it."""
    order = sorted(range(len(facts)), key=lambda place: facts[place])  # the same beginnings stand together
    found: dict[int, int] = {}
    for one, other in pairwise(order):
        if updates(facts[one], facts[other]):
            old, new = sorted((one, other))
            found[old] = new
    return found


def _best(memory: Memory, question: str) -> str:
    """The words of the best memory in the answer; empty where there is none."""
    return next((item.text for item in memory.recall(question).items if item.id.startswith("M-")), "")


def _newest_near(plain: PlainBM25, question: str) -> int | None:
    scored = plain.scored(question)
    return max((place for place, score in scored if score >= NEAR * scored[0][1]), default=None)


def _holds(text: str, gold: Sequence[str]) -> bool:
    return any(answer.casefold() in text.casefold() for answer in gold)


def _item(sample: Sample, question: str, gold: Sequence[str], best: str) -> Item:
    return Item(question, {"set": sample.name, "gold": list(gold), "best": best, "right": _holds(best, gold)})
