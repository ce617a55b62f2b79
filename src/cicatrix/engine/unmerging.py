"""What a merged memory is made of, when a newer one meets it.

It is judged part by part, for a new fact may end only what it speaks of. Where it ends, the parts that the newer one
leaves alone stand again: the flight does not go with the hotel.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from cicatrix.core.cohesion import words_in_common
from cicatrix.core.consolidation import PROPOSER, WORDS_RELATED
from cicatrix.core.entries import EntryKind
from cicatrix.core.episodes import Episode
from cicatrix.core.memories import Change, Memory, Status
from cicatrix.engine.claims import seal
from cicatrix.engine.context import Context
from cicatrix.ports import LedgerReader, LedgerWriter


def parts_of(ctx: Context, reader: LedgerReader, memory: Memory) -> tuple[Memory, ...]:
    """The memories whose words stand in a merged one, oldest first; none for any other memory."""
    if memory.proposer != PROPOSER:
        return ()
    found = [ctx.beliefs.get(reader, name) for name in memory.supersedes]
    return tuple(
        part for part in found if part is not None and (part.status, part.superseded_by) == (Status.MERGED, memory.id)
    )


def part_ways(
    ctx: Context,
    writer: LedgerWriter,
    parts: Sequence[Memory],
    new: Memory,
    episodes: Mapping[str, Episode],
    *,
    replaces: Callable[[Memory], bool],
    by: str,
    of: int,
) -> int:
    """After a merged memory ended for ``new``: end the parts that this one replaces, and let the others stand again.

    Where code finds none that it ``replaces`` (a person said it of the whole), it is those that share its words; where
    there are none of these either, all of it is over. Returns the last sequence, 0 where nothing was sealed.
    """
    gone = [one.id for one in parts if replaces(one)]
    gone = gone or [one.id for one in parts if words_in_common(one, new) >= WORDS_RELATED]
    seq = 0
    for one in parts if gone else ():
        if one.id in gone:
            change = Change("superseded", by, f"{new.id} replaces it.", of=of)
            after = replace(one, status=Status.SUPERSEDED, superseded_by=new.id, valid_to=new.valid_from or new.said_at)
            entry = EntryKind.MEMORY_SUPERSEDED
        else:
            change = Change(
                "restored", by, f"It was merged into {one.superseded_by}, and {new.id} leaves it alone.", of=of
            )
            after = replace(one, status=Status.ACTIVE, superseded_by=None)
            entry = EntryKind.MEMORY_RESTORED
        seq = seal(ctx, writer, replace(after, version=one.version + 1, change=change), episodes, entry).seq
    return seq
