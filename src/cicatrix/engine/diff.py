"""The difference between two minds: what holds at one sequence and not at the other.

A mind holds the active rules and memories. Learnt is what holds at the end and did not at the start; let go is the
opposite; changed is what holds at both in another version. Beside the two minds stands what neither shows: what was
learnt and let go again in between, and what came in between and waits for a person.
"""

from __future__ import annotations

from collections.abc import Iterator, Set

from cicatrix.core.codec import decode
from cicatrix.core.evidence import quote
from cicatrix.core.ids import Kind, handle_order
from cicatrix.core.memories import RECALLABLE, Memory, Status
from cicatrix.engine.claims import EpisodesOf
from cicatrix.engine.context import Context
from cicatrix.engine.past import sequence_of
from cicatrix.engine.reports import DiffLine, DiffReport
from cicatrix.errors import InvalidInput
from cicatrix.ports import LedgerReader

_CLAIMS = (Kind.RULE, Kind.MEMORY)
_WAITS = frozenset({Status.CANDIDATE, Status.QUARANTINED})


def diff(ctx: Context, start: int | str, end: int | str) -> DiffReport:
    """Compare the minds at two sequences (0: before the first entry) or dates. ``end`` may lie before ``start``: then
    it tells what going back would change. Raises InvalidInput for a sequence that the ledger has not reached,
    InvalidTime."""
    with ctx.store.reader(ctx.namespace) as reader:
        start, end = (side if isinstance(side, int) else sequence_of(reader, side) for side in (start, end))
        last = reader.head().seq
        for sequence in (start, end):
            if not 0 <= sequence <= last:
                raise InvalidInput(
                    f"There is no #{sequence} in {ctx.namespace}.", hint=f"The ledger goes from #0 (empty) to #{last}."
                )
        before, after = _mind(reader, start), _mind(reader, end)
        episodes = EpisodesOf(reader)
        learnt = [_line(after[name], None, episodes) for name in _sorted(after.keys() - before.keys())]
        changed = [
            _line(after[name], before[name], episodes)
            for name in _sorted(after.keys() & before.keys())
            if after[name].version != before[name].version
        ]
        ended = [
            _line(_ending(reader, name, end) or before[name], before[name], episodes)
            for name in _sorted(before.keys() - after.keys())
        ]
        seen = before.keys() | after.keys()
        first, last = sorted((start, end))
        passed, waiting = _between(reader, first, last, seen)
        return DiffReport(
            start,
            end,
            tuple(learnt),
            tuple(changed),
            tuple(ended),
            tuple(_line(memory, None, episodes) for memory in passed),
            tuple(_line(memory, None, episodes) for memory in waiting),
        )


def _mind(reader: LedgerReader, at: int) -> dict[str, Memory]:
    """The active rules and memories at a sequence."""
    if at == 0:
        return {}
    found = (decode(Memory, v.body, seq=v.seq) for v in reader.versions(_CLAIMS, at=at) if v.body is not None)
    return {memory.id: memory for memory in found if memory.status in RECALLABLE}


def _between(reader: LedgerReader, first: int, last: int, seen: Set[str]) -> tuple[list[Memory], list[Memory]]:
    """What held for a while after ``first`` and no more at ``last``, and what came and waits; each as it was last."""
    newest: dict[str, Memory] = {}
    held: set[str] = set()
    for version in reader.changes(first, _CLAIMS):
        if version.seq > last:
            break
        if version.body is None or version.handle in seen:
            continue
        memory = decode(Memory, version.body, seq=version.seq)
        newest[memory.id] = memory
        if memory.status in RECALLABLE:
            held.add(memory.id)
    ordered = [newest[name] for name in _sorted(newest.keys())]
    return (
        [memory for memory in ordered if memory.id in held],
        [memory for memory in ordered if memory.id not in held and memory.status in _WAITS],
    )


def _ending(reader: LedgerReader, handle: str, at: int) -> Memory | None:
    """The version that stands in the place of one that does not hold any more."""
    version = reader.version(handle, at) if at else None
    return decode(Memory, version.body, seq=version.seq) if version is not None and version.body is not None else None


def _line(memory: Memory, before: Memory | None, episodes: EpisodesOf) -> DiffLine:
    return DiffLine(
        id=memory.id,
        text=memory.text,
        before=before.text if before is not None else None,
        act=memory.change.act,
        evidence=tuple(_quotes(memory, episodes)),
        seq=memory.seq,
    )


def _quotes(memory: Memory, episodes: EpisodesOf) -> Iterator[tuple[str, str]]:
    for span in memory.evidence:
        episode = episodes.get(span.episode)
        yield span.episode, (quote(episode, span) or "") if episode is not None else ""


def _sorted(handles: Set[str]) -> list[str]:
    return sorted(handles, key=handle_order)
