"""How long things take: search alone, recall with its recording, building the index, adding.

Generated data: words of a Zipf vocabulary, texts of 8 to 27 words; a query is four words of some text. Search alone is
measured on experiences and on dialogue turns, which cost more because neighbours lend each other words. Everything
runs in this process on one real database file; the medians of a busy machine say more about the machine.

Beside it, in the same run, the memories of other houses where they are installed (bench/peers.py): one embedder for
all, which takes its time in each figure; a store that is on disk when the call returns; twenty results.
"""

from __future__ import annotations

import random
import tempfile
from bisect import bisect_right
from collections.abc import Callable, Iterator
from itertools import accumulate
from pathlib import Path
from time import perf_counter
from typing import Final

from cicatrix.adapters.index import NamespaceIndex
from cicatrix.bench.generated import GeneratedEmbedder, floats
from cicatrix.bench.opening import open_memory
from cicatrix.bench.peers import PEERS, Unavailable, open_peer
from cicatrix.bench.report import BenchReport, Item, Measured, Metrics, percentile, used_settings
from cicatrix.bootstrap import open_context
from cicatrix.core.episodes import JsonObject
from cicatrix.engine.embedding import Question, ask
from cicatrix.engine.memory import Memory

SIZES: Final = (1_000, 10_000)
QUERIES: Final = 200
ADDS: Final = 100
VOCABULARY: Final = 20_000
SESSION: Final = 20  # turns

_ONSETS: Final = "b c d f g h k l m n p r s t v z bl dr fl gr kl pr st tr".split()  # noqa: SIM905 - a list of syllables
_NUCLEI: Final = "a e i o u ai ea ou".split()  # noqa: SIM905


def run(data: Path | None, seed: int, *, sizes: tuple[int, ...] = SIZES) -> Measured:  # noqa: ARG001 - generated
    """Measure at each size; medians and 99th percentiles in milliseconds."""
    metrics: Metrics = {}
    items: list[Item] = []
    settings: JsonObject = {}
    beside: dict[str, Metrics] = {}
    notes: dict[str, None] = {}
    with tempfile.TemporaryDirectory(prefix="cicatrix-bench-") as folder:
        for size in sizes:
            for kind, fields in (("", _experience), ("turns_", _turn)):
                words = _Words(seed)
                database = Path(folder) / f"{kind}{size}"
                database.mkdir()
                with open_memory(database, f"bench/{kind or 'experiences_'}{size}") as memory:
                    rows = [fields(number, words.text()) for number in range(size)]
                    seconds = _seconds(lambda memory=memory, rows=rows: memory.record_many(rows))  # type: ignore[misc]
                    queries = [words.query() for _ in range(QUERIES)]
                    measured = _search(memory, queries)
                    metrics[f"{kind}search_p50_ms_{size}"] = percentile(measured, 0.5)
                    metrics[f"{kind}search_p99_ms_{size}"] = percentile(measured, 0.99)
                    if not kind:
                        metrics |= _rest(memory, queries, words, size)
                        metrics[f"add_many_per_second_{size}"] = size / seconds
                    settings = used_settings(memory)
                    items += [Item(f"{kind}search {size}", {"ms": round(value, 4)}) for value in measured]
            ours, others, missing = _beside(Path(folder), seed, size)
            metrics |= ours
            for name, found in others.items():
                beside.setdefault(name, {}).update(found)
                for metric, value in found.items():
                    metrics[f"{metric}_{name}_ratio"] = value / ours[metric]
            notes |= dict.fromkeys(missing)
    report = BenchReport(
        bench="speed",
        data_sha256="",
        settings=settings | {"seed": seed, "queries": QUERIES},
        n=QUERIES,
        metrics=metrics,
        per_category={},
        beside=beside,
        beside_per_category={},
        notes=(
            *notes,
            "vector_…: with the embedder that the others are given too; …_ratio: how many times as long they take",
            "search is the search alone; recall records itself and is on disk (normal durability) when it returns",
            "add is one record() with full durability: the disk's own flush is most of it",
        ),
    )
    return Measured(report, tuple(items))


def _search(memory: Memory, queries: list[str]) -> list[float]:
    """Milliseconds of each search, catching up with the ledger excluded: the first query does that."""
    context = memory.context
    now = context.clock.now()
    with context.store.reader(context.namespace) as reader:

        def search(query: str) -> object:
            return context.index.search(reader, query, at=None, now=now, settings=context.recall_settings)

        search(queries[0])
        return [_milliseconds(search, query) for query in queries]


def _beside(folder: Path, seed: int, size: int) -> tuple[Metrics, dict[str, Metrics], list[str]]:
    """Adding one and searching, among so many, with vectors: ours, each other that is here, and why one is not."""
    words = _Words(seed)
    texts = [words.text() for _ in range(size)]
    queries = [words.query() for _ in range(QUERIES)]
    more = [words.text() for _ in range(ADDS)]
    ours: Metrics = {}
    database = folder / f"vector_{size}.db"
    with Memory(open_context(database, "bench/vectors", user="bench", embedder=GeneratedEmbedder())) as memory:
        memory.record_many([_experience(number, text) for number, text in enumerate(texts)])
        ours = _timed(
            lambda text: memory.record(task=text, outcome="done"),
            lambda query: _found(memory, query),
            more,
            queries,
            size,
        )
    others: dict[str, Metrics] = {}
    missing: list[str] = []
    for name in PEERS:
        place = folder / f"{name}_{size}"
        place.mkdir()
        try:
            with open_peer(name, place, floats) as peer:
                peer.fill(texts)
                others[name] = _timed(peer.add, peer.search, more, queries, size)
        except Unavailable as reason:
            missing.append(f"{name} is not measured. {reason}")
    return ours, others, missing


def _timed(
    add: Callable[[str], object], search: Callable[[str], object], more: list[str], queries: list[str], size: int
) -> Metrics:
    """Medians. Searching first: no system is measured while it still takes in what was added."""
    search(queries[0])
    return {
        f"vector_search_p50_ms_{size}": percentile([_milliseconds(search, query) for query in queries], 0.5),
        f"vector_add_p50_ms_{size}": percentile([_milliseconds(add, text) for text in more], 0.5),
    }


def _found(memory: Memory, query: str) -> object:
    """A search with the question's vector, not recorded as a recall is."""
    context = memory.context
    vector = ask(context, Question(query))[0]
    with context.store.reader(context.namespace) as reader:
        return context.index.search(
            reader, query, at=None, now=context.clock.now(), settings=context.recall_settings, vector=vector
        )


def _rest(memory: Memory, queries: list[str], words: _Words, size: int) -> Metrics:
    recalls = [_milliseconds(memory.recall, query) for query in queries[: QUERIES // 2]]
    with memory.context.store.reader(memory.context.namespace) as reader:
        build = _seconds(lambda: NamespaceIndex(memory.context.namespace).sync(reader))
    adds = [
        _milliseconds(lambda text: memory.record(task=text, outcome="done", session="more"), words.text())
        for _ in range(ADDS)
    ]
    return {
        f"recall_p50_ms_{size}": percentile(recalls, 0.5),
        f"recall_p99_ms_{size}": percentile(recalls, 0.99),
        f"index_build_ms_{size}": build * 1000,
        f"add_p50_ms_{size}": percentile(adds, 0.5),
    }


class _Words:
    """Texts of a vocabulary in which the n-th word is met in proportion to 1 / (n + 3)."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)  # noqa: S311 - test data, not a secret
        vocabulary: dict[str, None] = {}
        while len(vocabulary) < VOCABULARY:
            vocabulary["".join(self._syllables())] = None
        self._vocabulary = list(vocabulary)
        self._weights = list(accumulate(1 / (place + 3) for place in range(VOCABULARY)))
        self._texts: list[list[str]] = []

    def text(self) -> str:
        words = [self._word() for _ in range(self._random.randint(8, 27))]
        self._texts.append(words)
        return " ".join(words)

    def query(self) -> str:
        """Four words of a text that was given out."""
        return " ".join(self._random.sample(self._random.choice(self._texts), 4))

    def _word(self) -> str:
        return self._vocabulary[bisect_right(self._weights, self._random.random() * self._weights[-1])]

    def _syllables(self) -> Iterator[str]:
        for _ in range(self._random.randint(2, 4)):
            yield self._random.choice(_ONSETS) + self._random.choice(_NUCLEI)


def _experience(_number: int, text: str) -> JsonObject:
    return {"kind": "experience", "task": text, "action": "done", "outcome": "as asked"}


def _turn(number: int, text: str) -> JsonObject:
    speaker = "Ana" if number % 2 else "Ben"
    session = f"s{number // SESSION}"
    return {"kind": "turn", "role": "user", "speaker": speaker, "text": text, "session": session}


def _seconds(call: Callable[[], object]) -> float:
    start = perf_counter()
    call()
    return perf_counter() - start


def _milliseconds(call: Callable[[str], object], argument: str) -> float:
    start = perf_counter()
    call(argument)
    return (perf_counter() - start) * 1000
