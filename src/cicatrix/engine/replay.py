"""``replay``: run a recorded recall again against the mind as it was, and compare every byte."""

from __future__ import annotations

from dataclasses import replace

from cicatrix.core.canonical import canonical_json
from cicatrix.core.codec import encode
from cicatrix.core.episodes import JsonValue
from cicatrix.core.ids import Kind, canonical_handle, parse_handle
from cicatrix.core.moments import to_utc
from cicatrix.core.recall_record import RecallRecord, record_of
from cicatrix.engine.context import Context
from cicatrix.engine.embedding import as_searched
from cicatrix.engine.recall import read_record, reckon
from cicatrix.engine.reports import ReplayReport
from cicatrix.ports import LedgerReader


def replay(ctx: Context, recall_id: str) -> ReplayReport:
    """Search, assemble and grade again with the recorded clock, settings and thresholds; nothing is sealed.

    The outcome is ``identical``; ``differs``, which is a defect; ``erased``, where words it rested on are gone; or
    ``algorithm_changed``, where this version recalls in another way, or the vectors are gone that it was searched with.
    Raises NotFound for an unknown recall.
    """
    name = canonical_handle(recall_id)
    with ctx.store.reader(ctx.namespace) as reader:
        version = reader.version(name) if parse_handle(name)[0] is Kind.RECALL else None
        if version is not None and version.body is None:
            return ReplayReport(name, False, "erased", (f"the words of {name} itself were erased",))
        record = read_record(reader, name)
        lost = _erased(reader, record)
        changed = _vectors_changed(reader, record)
        again = rerun(ctx, reader, record)
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


def rerun(ctx: Context, reader: LedgerReader, record: RecallRecord) -> RecallRecord:
    """What the recall comes to today: its handle and its question are given, all else is reckoned again."""
    settings, thresholds = record.ran_with()
    found, _ = reckon(
        ctx.index,
        reader,
        record.query,
        mind=record.mind,
        now=to_utc(record.now),
        settings=settings,
        thresholds=thresholds,
        vector=as_searched(record),
    )
    return record_of(replace(found, id=record.id, question=record.question))


def _erased(reader: LedgerReader, record: RecallRecord) -> list[str]:
    """What the recall had found and is without words now."""
    handles = [*(item.handle for item in record.chosen), *(out.id for out in record.rejected)]
    lost: list[str] = []
    for handle in handles:
        version = reader.version(handle, record.mind)
        if version is None or version.body is None:
            lost.append(handle)
    return lost


def _vectors_changed(reader: LedgerReader, record: RecallRecord) -> str:
    """What became of the vectors that the recall was searched with, in words; empty where they are the same."""
    if record.asked is None:
        return ""
    embedder = record.asked.embedder
    missing = record.statistics.get("vectors", 0) - reader.vector_count(embedder)
    if missing > 0:
        return f"{missing} of the vectors of {embedder} that it was searched with are not there; no backup holds them"
    version = reader.version(embedder)
    if version is not None and version.seq > record.seq:
        return f"the vectors of {embedder} that it was searched with were made again, see #{version.seq}"
    return ""


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
