"""``replay``: run a recorded recall, verdict or answer again against the mind as it was, and compare every byte."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from cicatrix import engine
from cicatrix.core.canonical import canonical_json
from cicatrix.core.codec import encode
from cicatrix.core.episodes import JsonValue
from cicatrix.core.ids import Kind, canonical_handle, parse_handle
from cicatrix.core.moments import to_utc
from cicatrix.core.recall import Asked, Rejected
from cicatrix.core.recall_record import Chosen, RecallRecord, record_of
from cicatrix.engine.context import Context
from cicatrix.engine.embedding import as_searched
from cicatrix.engine.recall import read_record
from cicatrix.engine.reckoning import Reading, opened, reckon
from cicatrix.engine.reports import ReplayReport
from cicatrix.ports import LedgerReader


def replay(ctx: Context, recall_id: str) -> ReplayReport:
    """Search, assemble and grade again with the recorded clock, settings and thresholds; nothing is sealed.

    The outcome is ``identical``; ``differs``, which is a defect; ``erased``, where words it rested on are gone; or
    ``algorithm_changed``, where this version recalls in another way, or the vectors are gone that it was searched with.
    A verdict (``gd-1``) is judged again in the same way, an answer (``an-1``) or turn checked again. Raises NotFound
    for an unknown one.
    """
    name = canonical_handle(recall_id)
    kind = parse_handle(name)[0]
    if kind is Kind.VERDICT:
        return engine.rejudge.rejudge(ctx, name)
    if kind in (Kind.ANSWER, Kind.TURN):
        return engine.reanswer.reanswer(ctx, name)
    with ctx.store.reader(ctx.namespace) as reader:
        version = reader.version(name) if kind is Kind.RECALL else None
        if version is not None and version.body is None:
            return ReplayReport(name, False, "erased", (f"the words of {name} itself were erased",))
        record = read_record(reader, name)
        sealed_at = to_utc(version.at) if version is not None else ctx.clock.now()
    again, lost, changed = _again(ctx, record, sealed_at)
    recorded, fresh = encode(record), encode(again)
    if canonical_json(recorded) == canonical_json(fresh):
        return ReplayReport(name, True, "identical", ())
    differences = tuple(_differences(recorded, fresh))
    if record.algorithm != again.algorithm:
        return ReplayReport(name, False, "algorithm_changed", differences)
    if changed:
        return ReplayReport(name, False, "algorithm_changed", (changed, *differences))
    if lost:
        return ReplayReport(name, False, "erased", (*(f"{handle} was erased" for handle in lost), *differences))
    return ReplayReport(name, False, "differs", differences)


def _again(ctx: Context, record: RecallRecord, sealed_at: datetime) -> tuple[RecallRecord, list[str], str]:
    """The record as it would be today, its handle and its question given; the handles that had words then and have none
    now; and what became of the vectors."""
    settings, thresholds = record.ran_with()
    contexts = [ctx, *(ctx.beside(part.came_to.namespace) for part in record.beside)]
    with opened(contexts) as readers:
        parts = _searched(record, readers, sealed_at)
        found, _ = reckon(
            [
                Reading(each.index, part.reader, part.mind, as_searched(part.asked, part.statistics))
                for each, part in zip(contexts, parts, strict=True)
            ],
            record.query,
            now=to_utc(record.now),
            settings=settings,
            thresholds=thresholds,
        )
        lost = [handle for part in parts for handle in part.erased()]
        changed = next(filter(None, (part.vectors_changed() for part in parts)), "")
    return record_of(replace(found, id=record.id, question=record.question)), lost, changed


@dataclass(frozen=True, slots=True)
class _Searched:
    """What was read of one namespace, at its sequence ``seq``."""

    reader: LedgerReader
    seq: int
    mind: int
    asked: Asked | None
    statistics: dict[str, int]
    handles: tuple[str, ...]

    def erased(self) -> list[str]:
        """What the recall had found and is without words now."""
        versions = ((handle, self.reader.version(handle, self.mind)) for handle in self.handles)
        return [handle for handle, version in versions if version is None or version.body is None]

    def vectors_changed(self) -> str:
        """What became of the vectors that the recall was searched with, in words; empty where they are the same."""
        if self.asked is None:
            return ""
        embedder = self.asked.embedder
        missing = self.statistics.get("vectors", 0) - self.reader.vector_count(embedder)
        if missing > 0:
            return (
                f"{missing} of the vectors of {embedder} that it was searched with are not there; no backup holds them"
            )
        version = self.reader.version(embedder)
        if version is not None and version.seq > self.seq:
            return f"the vectors of {embedder} that it was searched with were made again, see #{version.seq}"
        return ""


def _searched(record: RecallRecord, readers: Sequence[LedgerReader], sealed_at: datetime) -> list[_Searched]:
    """The recall's own namespace, and those that were read beside it."""
    own, *further = readers
    found = [
        _Searched(
            own, record.seq, record.mind, record.asked, record.statistics, _handles(record.chosen, record.rejected)
        )
    ]
    for reader, part in zip(further, record.beside, strict=True):
        come = part.came_to
        handles = _handles(part.chosen, come.rejected)
        seq = reader.sequence_at(sealed_at)
        found.append(_Searched(reader, seq, come.mind, come.asked, come.statistics, handles))
    return found


def _handles(chosen: Sequence[Chosen], rejected: Sequence[Rejected]) -> tuple[str, ...]:
    return (*(item.handle for item in chosen), *(out.id for out in rejected))


def _differences(recorded: JsonValue, fresh: JsonValue, path: str = "") -> list[str]:
    """Where two bodies differ, in words; lists are compared place by place."""
    if isinstance(recorded, dict) and isinstance(fresh, dict):
        found: list[str] = []
        for key in sorted({*recorded, *fresh}):
            found += _differences(recorded.get(key), fresh.get(key), f"{path}.{key}" if path else key)
        return found
    if isinstance(recorded, list) and isinstance(fresh, list):
        found = []
        if len(recorded) != len(fresh):
            found.append(f"{path}: {len(recorded)} were recorded, {len(fresh)} are found now")
        for place, (before, after) in enumerate(zip(recorded, fresh, strict=False)):
            found += _differences(before, after, f"{path}[{place}]")
        return found
    if recorded == fresh:
        return []
    return [f"{path}: recorded {recorded!r}, now {fresh!r}"]
