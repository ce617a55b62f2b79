"""What it costs that nothing can be changed unseen: sealing, appending, sharing commits, verifying, proving.

The floor is bare SQLite, measured in turn with the ledger, on the same disk, in the same run. It inserts the same bytes
(header, leaf, salt, body) into one table with a primary key and does nothing else: no hashing, no index of things, no
counters. One transaction for each append, or for each hundred, with the log synced at each commit.
"""

from __future__ import annotations

import multiprocessing
import platform
import random
import resource
import sqlite3
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from time import perf_counter
from typing import Final

from cicatrix import __version__
from cicatrix.adapters.sqlite import SqliteStore
from cicatrix.bench.report import BenchReport, Item, Measured, Metrics, percentile
from cicatrix.core.codec import encode
from cicatrix.core.entries import GENESIS, Draft, EntryKind
from cicatrix.core.episodes import Episode, EpisodeKind, JsonObject
from cicatrix.core.ids import Kind
from cicatrix.core.merkle import Frontier, inclusion_ranges, verify_inclusion
from cicatrix.core.projection import seal_body
from cicatrix.core.sealing import Sealer, Unsealed
from cicatrix.core.trust import Origin
from cicatrix.engine.verify import verify_namespace
from cicatrix.ports import LedgerReader

ENTRIES: Final = 20_000
BATCH: Final = 100
BATCHES: Final = 60
SINGLES: Final = 200
THREADS: Final = 16
PROOFS: Final = 200

_NS: Final = "bench/ledger"
_BY: Final = f"cicatrix/{__version__}"
_START: Final = datetime(2026, 1, 1, tzinfo=UTC)
_SYLLABLES: Final = "ba de fi go lu mar nes pol ri sta ter vo".split()  # noqa: SIM905 - a list of syllables

Row = tuple[str, int, bytes, bytes, bytes | None, bytes | None]


def run(
    data: Path | None,  # noqa: ARG001 - generated
    seed: int,
    *,
    entries: int = ENTRIES,
    batches: int = BATCHES,
    singles: int = SINGLES,
    appends: int = 100,
) -> Measured:
    """Medians in milliseconds, microseconds an entry, appends a second. ``entries``: the length of the ledger that is
    verified and proven from; ``appends``: of each thread that shares commits."""
    bodies = _Bodies(seed)
    with tempfile.TemporaryDirectory(prefix="cicatrix-bench-") as name:
        folder = Path(name)
        metrics: Metrics = {"hash_and_tree_us": _sealing(bodies)}
        batch, bare = _beside_bare(folder / "batches", bodies, size=BATCH, rounds=batches)
        metrics |= _medians("batch_of_100_ms", batch, bare)
        metrics["batch_of_100_over_bare"] = metrics["batch_of_100_ms"] / metrics["batch_of_100_ms_bare"]
        metrics["batch_appends_per_second"] = BATCH * 1000 / metrics["batch_of_100_ms"]
        single, bare = _beside_bare(folder / "singles", bodies, size=1, rounds=singles)
        metrics |= _medians("single_append_ms", single, bare)
        metrics["single_append_ms_more_than_bare"] = metrics["single_append_ms"] - metrics["single_append_ms_bare"]
        metrics |= _threads(folder / "group.db", bodies, "group_commit", stores=1, appends=appends)
        # Connections of their own sleep while the file is locked: a tenth of the appends says enough about them.
        separate = max(1, appends // 10)
        metrics |= _threads(folder / "separate.db", bodies, "separate", stores=THREADS, appends=separate)
        metrics |= _long_ledger(folder / "long.db", bodies, entries, random.Random(seed))  # noqa: S311 - no secret
    report = BenchReport(
        bench="ledger",
        data_sha256="",
        settings={
            "seed": seed,
            "entries": entries,
            "batches": batches,
            "singles": singles,
            "threads": THREADS,
            "cicatrix": __version__,
            "python": platform.python_version(),
            "sqlite": sqlite3.sqlite_version,
            "machine": platform.machine(),
        },
        n=entries,
        metrics=metrics,
        per_category={},
        beside={},
        beside_per_category={},
        notes=(
            "bare: the same header, leaf, salt and body bytes into one table with a primary key, synced like ours",
            "separate: each thread has a connection of its own, as if it were a process",
        ),
    )
    items = [Item("batch", {"ms": round(value, 4)}) for value in batch]
    items += [Item("single", {"ms": round(value, 4)}) for value in single]
    return Measured(report, tuple(items))


class _Bodies:
    """Episodes as ``record`` makes them, about 400 bytes each."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)  # noqa: S311 - test data, not a secret

    def make(self, count: int) -> list[JsonObject]:
        return [self._episode(number) for number in range(count)]

    def _episode(self, number: int) -> JsonObject:
        moment = "2026-01-01T00:00:00Z"
        return encode(
            Episode(
                f"ep{number + 1}",
                EpisodeKind.EXPERIENCE,
                "bench",
                Origin.AGENT,
                moment,
                moment,
                task=self._text(12),
                action=self._text(8),
                outcome=self._text(6),
            )
        )

    def _text(self, words: int) -> str:
        return " ".join("".join(self._random.choices(_SYLLABLES, k=2)) for _ in range(words))


def _sealing(bodies: _Bodies) -> float:
    """Commitment, header, leaf, chain and tree of an entry whose body is written already: microseconds, median."""
    drafts = [_draft(f"ep{number}", body) for number, body in enumerate(bodies.make(BATCH), 1)]
    unsealed: list[Unsealed] = [
        (EntryKind.EPISODE, seal_body(draft), "a" * 32, Origin.AGENT, (), ()) for draft in drafts
    ]
    log = Sealer(_NS, GENESIS, Frontier(), at="2026-01-01T00:00:00.000000Z", by=_BY)
    salts = [bytes(32)] * BATCH

    def seal() -> None:
        log.seal(unsealed, salts)
        assert log.tree.size == log.size

    return percentile([_milliseconds(seal) * 1000 / BATCH for _ in range(50)], 0.5)


def _beside_bare(path: Path, bodies: _Bodies, *, size: int, rounds: int) -> tuple[list[float], list[float]]:
    """Milliseconds of each transaction, ours and bare in turn."""
    ours: list[float] = []
    bare: list[float] = []
    with (
        closing(SqliteStore(path.with_suffix(".db"), by=_BY)) as store,
        closing(_bare(path.with_suffix(".bare"))) as other,
    ):
        for round_ in range(rounds):
            words = bodies.make(size)
            ours.append(_milliseconds(lambda words=words: _append(store, words)))  # type: ignore[misc]
            with store.reader(_NS) as reader:
                rows = list(_rows(reader, round_ * size + 1))
            bare.append(_milliseconds(lambda rows=rows: _insert(other, rows)))  # type: ignore[misc]
    return ours, bare


def _append(store: SqliteStore, bodies: list[JsonObject]) -> None:
    with store.writer(_NS, now=_START, durability="full") as writer:
        for body in bodies:
            writer.append(_draft(writer.next_handle(Kind.EPISODE), body))


def _draft(handle: str, body: JsonObject) -> Draft:
    return Draft(EntryKind.EPISODE, Kind.EPISODE, handle, body, "bench", Origin.AGENT)


def _rows(reader: LedgerReader, start: int) -> Iterator[Row]:
    for entry in reader.entries(start):
        yield reader.namespace, entry.seq, entry.header, entry.leaf, entry.salt, entry.body


def _bare(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute(
        "CREATE TABLE entries(ns TEXT, seq INTEGER, header BLOB, leaf BLOB, salt BLOB, body BLOB,"
        " PRIMARY KEY (ns, seq)) WITHOUT ROWID"
    )
    return connection


def _insert(connection: sqlite3.Connection, rows: list[Row]) -> None:
    connection.execute("BEGIN IMMEDIATE")
    connection.executemany("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?)", rows)
    connection.execute("COMMIT")


def _threads(path: Path, bodies: _Bodies, name: str, *, stores: int, appends: int) -> Metrics:
    """Sixteen threads that append one durable entry after the other, on one store or on one each."""
    opened = [SqliteStore(path, by=_BY) for _ in range(stores)]
    body = bodies.make(1)
    taken: list[float] = []

    def work(store: SqliteStore) -> None:
        for _ in range(appends):
            taken.append(_milliseconds(lambda: _append(store, body)))

    threads = [threading.Thread(target=work, args=(opened[number % stores],)) for number in range(THREADS)]

    def together() -> None:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    seconds = _milliseconds(together) / 1000
    for store in opened:
        store.close()
    return {
        f"threads_16_{name}_per_second": len(taken) / seconds,
        f"threads_16_{name}_p99_ms": percentile(taken, 0.99),
    }


def _long_ledger(path: Path, bodies: _Bodies, entries: int, source: random.Random) -> Metrics:
    """Verify a long ledger in a process of its own, so that its memory is its own; then prove entries of it."""
    words = bodies.make(1000)
    with closing(SqliteStore(path, by=_BY)) as store:
        for start in range(0, entries, len(words)):
            with store.writer(_NS, now=_START, durability="normal") as writer:
                for body in words[: entries - start]:
                    writer.append(_draft(writer.next_handle(Kind.EPISODE), body))
        with store.reader(_NS) as reader:
            root = reader.head().root
            proofs = [
                _milliseconds(lambda: _prove(reader, source.randrange(entries), entries, root)) for _ in range(PROOFS)
            ]
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        seconds, peak = pool.apply(_verify, (path,))
    return {
        "proof_ms": percentile(proofs, 0.5),
        "proof_p99_ms": percentile(proofs, 0.99),
        "verify_seconds": seconds,
        "verify_us_per_entry": seconds * 1e6 / entries,
        "verify_peak_mb": peak,
    }


def _prove(reader: LedgerReader, index: int, size: int, root: bytes) -> None:
    proof = [reader.range_root(start, end) for start, end in inclusion_ranges(index, size)]
    (entry,) = reader.entries(index + 1, index + 2)
    assert verify_inclusion(entry.leaf, index, size, proof, root)


def _verify(path: Path) -> tuple[float, float]:
    """Seconds, and the most memory this process ever had, in MB."""
    with closing(SqliteStore(path, by=_BY, read_only=True)) as store:
        start = perf_counter()
        report = verify_namespace(store, _NS)
        seconds = perf_counter() - start
    assert report.ok, report.first_bad
    return seconds, _peak_megabytes()


def _peak_megabytes() -> float:
    try:
        # What the kernel counts as this process's maximum may begin with its parent's; this does not.
        status = Path("/proc/self/status").read_text(encoding="ascii")
        return int(status.partition("VmHWM:")[2].split()[0]) / 1024
    except (OSError, IndexError):
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return peak / 2**20 if sys.platform == "darwin" else peak / 2**10


def _medians(name: str, ours: list[float], bare: list[float]) -> Metrics:
    return {name: percentile(ours, 0.5), f"{name}_bare": percentile(bare, 0.5)}


def _milliseconds(call: Callable[[], object]) -> float:
    start = perf_counter()
    call()
    return (perf_counter() - start) * 1000
