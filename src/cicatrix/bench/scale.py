"""How search holds at a size: memories with vectors, up to a million, in one namespace of one real file.

Generated data: texts of 8 to 27 words of a Zipf vocabulary; unit vectors of 384 coordinates in clusters, of which a
query's is another draw. Memories are sealed directly through the store's public writer, in batches. A query is four
words of some memory's text, and a vector of its cluster.

Search is timed without embedding the question, which costs the same at any size. ``overlap@20`` is the share of the
best twenty that are the best twenty when every row is scored exactly. Processor time stands beside the clock's: on a
busy machine the clock measures the others.
"""

from __future__ import annotations

import resource
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from time import perf_counter, thread_time
from typing import Final

import numpy as np
from numpy.typing import NDArray

from cicatrix import __version__
from cicatrix.adapters.index import NamespaceIndex
from cicatrix.adapters.index.estimates import Choice
from cicatrix.adapters.sqlite import SqliteStore
from cicatrix.bench.generated import DIMENSION
from cicatrix.bench.report import BenchReport, Item, Measured, Metrics, percentile
from cicatrix.core import scoring
from cicatrix.core.candidates import SearchResult
from cicatrix.core.codec import encode
from cicatrix.core.embedding_model import EmbeddingModel
from cicatrix.core.entries import Draft, Embedded, EntryKind
from cicatrix.core.episodes import JsonObject
from cicatrix.core.ids import Kind
from cicatrix.core.memories import Change, Memory, MemoryType, Status
from cicatrix.core.recall import RecallSettings
from cicatrix.core.trust import Origin
from cicatrix.core.vectors import SCALE, quantize
from cicatrix.ports import LedgerReader, QueryVector

ENTRIES: Final = (10_000, 100_000)
QUERIES: Final = 200
COMPARED: Final = 40
"""Queries for which every row is scored too."""

ADDS: Final = 200
VOCABULARY: Final = 50_000

_NS: Final = "bench/scale"
_BATCH: Final = 1000
_CLUSTERS: Final = 3000
_TOPICS: Final = 96  # directions in which clusters differ
_NOW: Final = datetime(2026, 6, 1, tzinfo=UTC)
_MODEL: Final = EmbeddingModel("generated", DIMENSION, "0" * 64, 900_000, 600_000, 250_000)
_TYPES: Final = (MemoryType.SEMANTIC, MemoryType.PREFERENCE, MemoryType.EPISODIC)
_EVERY_ROW: Final = Choice(exact=2**40)


def run(
    data: Path | None,  # noqa: ARG001 - generated
    seed: int,
    *,
    entries: Sequence[int] = ENTRIES,
    queries: int = QUERIES,
) -> Measured:
    """Times in milliseconds, memory in MB. ``entries``: how many memories, one measurement each."""
    metrics: Metrics = {}
    items: list[Item] = []
    for size in entries:
        with tempfile.TemporaryDirectory(prefix="cicatrix-bench-") as folder:
            found, measured = _measure(Path(folder) / "scale.db", size, seed, queries)
        metrics |= {f"{name}_{size}": value for name, value in found.items()}
        items += measured
    settings: JsonObject = {"seed": seed, "queries": queries, "dimension": DIMENSION}
    report = BenchReport(
        bench="scale",
        data_sha256="",
        settings=settings | {"algorithm": scoring.ALGORITHM, "cicatrix": __version__},
        n=queries,
        metrics=metrics,
        per_category={},
        beside={},
        beside_per_category={},
        notes=(
            "search: of words and vectors, without embedding the question; cpu: the processor's time of the same calls",
            "first: the same questions when none of the memories that they find was read before",
            "index_build: from the file, the first search excluded; index_mb: what the process grew by",
        ),
    )
    return Measured(report, tuple(items))


def _measure(database: Path, size: int, seed: int, queries: int) -> tuple[Metrics, list[Item]]:
    made = _Made(seed)
    store = SqliteStore(database, by=f"cicatrix/{__version__}")
    try:
        start = perf_counter()
        _fill(store, made, size)
        metrics: Metrics = {"fill_s": perf_counter() - start, "file_mb": database.stat().st_size / 2**20}
        asked = [made.query() for _ in range(queries)]
        index, before = NamespaceIndex(_NS), _resident()
        start, processor = perf_counter(), thread_time()
        with store.reader(_NS) as reader:
            index.sync(reader)
            _search(index, reader, *asked[0])
            metrics |= {"index_build_s": perf_counter() - start, "index_build_cpu_s": thread_time() - processor}
            metrics["index_mb"] = _resident() - before
            items = _searches(index, reader, asked, size, metrics)
            metrics["overlap@20"] = _overlap(index, reader, asked[:COMPARED])
        metrics |= _adds(store, index, made)
    finally:
        store.close()
    return metrics, items


def _searches(
    index: NamespaceIndex,
    reader: LedgerReader,
    asked: Sequence[tuple[str, QueryVector]],
    size: int,
    metrics: Metrics,
) -> list[Item]:
    """Each way of searching, first with what it finds unread, then again."""
    items: list[Item] = []
    for name, with_vector in (("hybrid", True), ("words", False)):
        for turn in ("first_", ""):
            took = []
            for words, vector in asked:
                clock, processor = perf_counter(), thread_time()
                _search(index, reader, words, vector if with_vector else None)
                took.append(((perf_counter() - clock) * 1000, (thread_time() - processor) * 1000))
            clocks, processors = [each[0] for each in took], [each[1] for each in took]
            metrics[f"{name}_{turn}p50_ms"] = percentile(clocks, 0.5)
            metrics[f"{name}_{turn}p99_ms"] = percentile(clocks, 0.99)
            metrics[f"{name}_{turn}cpu_p50_ms"] = percentile(processors, 0.5)
            items += [Item(f"{turn}{name} {size}", {"ms": round(ms, 4)}) for ms in clocks]
    return items


def _overlap(index: NamespaceIndex, reader: LedgerReader, asked: Sequence[tuple[str, QueryVector]]) -> float:
    """The share of the best twenty that scoring every row finds too."""
    shares = []
    for words, vector in asked:
        chosen = _best(_search(index, reader, words, vector))
        every = _best(_search(index, reader, words, vector, _EVERY_ROW))
        shares.append(len(chosen & every) / len(every) if every else 1.0)
    return sum(shares) / len(shares)


def _adds(store: SqliteStore, index: NamespaceIndex, made: _Made) -> Metrics:
    """What the index takes to follow one more memory, its vector included: the search after it minus one without."""
    took = []
    _, vector = made.query()
    for _ in range(ADDS):
        _fill(store, made, 1)
        with store.reader(_NS) as reader:
            start = perf_counter()
            index.sync(reader, vector.embedder)
            took.append((perf_counter() - start) * 1000)
    return {"add_p50_ms": percentile(took, 0.5), "add_worst_ms": max(took)}


def _search(
    index: NamespaceIndex, reader: LedgerReader, words: str, vector: QueryVector | None, choice: Choice | None = None
) -> SearchResult:
    return index.search(
        reader, words, at=None, now=_NOW, settings=RecallSettings(), vector=vector, choice=choice or Choice()
    )


def _best(found: SearchResult) -> set[str]:
    return {candidate.handle for candidate in found.candidates[:20] if candidate.above_floor}


def _fill(store: SqliteStore, made: _Made, size: int) -> None:
    """Seal memories, and first the embedder that made their vectors."""
    with store.writer(_NS, now=_NOW, durability="normal") as writer:
        if writer.head().seq == 0:
            handle = writer.next_handle(Kind.EMBEDDER)
            writer.append(
                Draft(EntryKind.EMBEDDER, Kind.EMBEDDER, handle, encode(_MODEL), "bench", Origin.HUMAN, key=_MODEL.id)
            )
    memories = made.memories()
    while size > 0:
        with store.writer(_NS, now=_NOW, durability="normal") as writer:
            for body, vector in islice(memories, min(size, _BATCH)):
                handle = writer.next_handle(Kind.MEMORY)
                writer.append(
                    Draft(
                        entry=EntryKind.MEMORY_ADMITTED,
                        kind=Kind.MEMORY,
                        handle=handle,
                        body=body | {"id": handle},
                        actor="bench",
                        origin=Origin.HUMAN,
                        vector=Embedded("em-1", vector),
                    )
                )
        size -= _BATCH


class _Made:
    """Texts, vectors and queries, by a seed."""

    def __init__(self, seed: int) -> None:
        self._random = np.random.default_rng(seed)
        self._vocabulary = np.array(_words(self._random))
        self._chances = np.cumsum(1 / (np.arange(VOCABULARY) + 2.0))
        fading = 1 / np.sqrt(1 + np.arange(_TOPICS))
        self._directions = self._random.standard_normal((_TOPICS, DIMENSION)) * fading[:, None]
        self._centres = self._random.standard_normal((_CLUSTERS, _TOPICS))
        sizes = 1 / (1 + np.arange(_CLUSTERS)) ** 0.6
        self._sizes = np.cumsum(sizes)
        self._kept: list[tuple[list[str], int]] = []  # some of what was made, to ask about

    def memories(self) -> Iterator[tuple[JsonObject, bytes]]:
        """Bodies without a handle, each with its vector."""
        while True:
            clusters = self._drawn(self._sizes, _BATCH)
            vectors = self._vectors(clusters)
            for cluster, vector in zip(clusters.tolist(), vectors, strict=True):
                text = self._text()
                if len(self._kept) < 4 * QUERIES:
                    self._kept.append((text, cluster))
                kind = _TYPES[cluster % len(_TYPES)]
                noun = Memory("", kind, " ".join(text), Status.ACTIVE, Origin.HUMAN, (), Change("admitted", "bench"))
                noun = replace(noun, importance=self._importance())
                yield encode(noun), vector

    def query(self) -> tuple[str, QueryVector]:
        text, cluster = self._kept[int(self._random.integers(len(self._kept)))]
        words = self._random.choice(text, 4, replace=False)
        return " ".join(words), QueryVector("em-1", quantize(self._drawn_vectors(np.array([cluster]))[0]))

    def _importance(self) -> int:
        """One of a thousand may not be missed; the others lie about the middle."""
        return 900 if self._random.random() < 0.001 else int(self._random.triangular(200, 500, 700))

    def _text(self) -> list[str]:
        places = self._drawn(self._chances, int(self._random.integers(8, 28)))
        return list(self._vocabulary[places].tolist())

    def _drawn(self, chances: NDArray[np.float64], count: int) -> NDArray[np.intp]:
        found: NDArray[np.intp] = np.searchsorted(chances, self._random.random(count) * chances[-1])
        return found

    def _vectors(self, clusters: NDArray[np.intp]) -> list[bytes]:
        rows = np.rint(self._drawn_vectors(clusters) * SCALE).astype("<i2")
        return [row.tobytes() for row in rows]

    def _drawn_vectors(self, clusters: NDArray[np.intp]) -> NDArray[np.float64]:
        """Unit vectors about the centres of clusters."""
        near = self._centres[clusters] + 0.55 * self._random.standard_normal((len(clusters), _TOPICS))
        rows = near @ self._directions + 0.15 * self._random.standard_normal((len(clusters), DIMENSION))
        unit: NDArray[np.float64] = rows / np.linalg.norm(rows, axis=1, keepdims=True)
        return unit


def _words(random: np.random.Generator) -> list[str]:
    """A vocabulary of words of two to five syllables."""
    syllables = [onset + nucleus for onset in "bcdfghklmnprstvz" for nucleus in ("a", "e", "i", "o", "u", "ai", "ou")]
    found: dict[str, None] = {}
    while len(found) < VOCABULARY:
        found["".join(random.choice(syllables, int(random.integers(2, 6))).tolist())] = None
    return list(found)


def _resident() -> float:
    """MB of memory that the process holds; where the system does not say, the most it ever held."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return pages * resource.getpagesize() / 2**20
