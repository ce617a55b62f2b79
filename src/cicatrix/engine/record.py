"""Record: seal what was experienced. One episode with its lessons, or many without (they wait for ``distill``)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final, TypeVar

from cicatrix import engine
from cicatrix.core.codec import encode
from cicatrix.core.entries import Draft, EntryKind
from cicatrix.core.episodes import Episode, EpisodeKind, Source
from cicatrix.core.ids import Kind
from cicatrix.core.intake import Taken, content_key, take
from cicatrix.core.stamps import stamp
from cicatrix.engine.context import Context
from cicatrix.engine.embedding import embedded, prefetch, settle, text_of
from cicatrix.engine.reports import DistillReport, Note, Recorded
from cicatrix.engine.zones import named_zone
from cicatrix.errors import CicatrixError, InvalidInput, NotFound, UsageError
from cicatrix.ports import Durability, LedgerReader, LedgerWriter

BATCH: Final = 500
"""Episodes of one transaction: large enough that the disk is not waited for, small enough that others get a turn."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class SkippedRow:
    """A row that was not stored. ``line`` counts the rows as they were given, from 1."""

    line: int
    reason: str


@dataclass(frozen=True, slots=True)
class ManyRecorded:
    recorded: int
    ids: tuple[str, ...]
    skipped: tuple[SkippedRow, ...]
    notes: tuple[Note, ...]
    seq: int  # head after the last batch
    durability: Durability


def record(ctx: Context, given: Mapping[str, object]) -> Recorded:
    """Seal one episode; with an operator's correction or reply, its rules are admitted in the same transaction.

    Raises InvalidInput, InvalidText, InvalidTime, NotFound, ClockBehind, Busy, ReadOnly; then nothing was written.
    """
    taken = take(given, named=named_zone)
    prefetch(ctx, [text_of(taken.episode)])
    learn = engine.distill.learn if has_lesson(taken.episode) else None  # loaded before the file is locked
    with writing(ctx) as writer:
        check_question(writer, taken.episode)
        episode = seal_episode(ctx, writer, taken.episode, recorded_at=recording_time(ctx, writer))
        report = learn(ctx, writer, [episode]) if learn is not None else DistillReport()
    return Recorded(
        id=episode.id,
        seq=episode.seq,
        durability="full",
        rules=(*report.admitted, *report.joined),
        refused=report.refused,
        superseded=report.superseded,
        doubts=report.doubts,
        notes=(*taken.notes, *settle(ctx, after=episode.seq - 1)),
    )


def record_many(
    ctx: Context, rows: Iterable[Mapping[str, object]], *, progress: Callable[[int], None] | None = None
) -> ManyRecorded:
    """Seal rows of the episode schema, 500 a transaction. A row that is none is skipped with its reason.

    ``progress`` is called with the number of rows done after each transaction. An error of the store ends the call; its
    hint says how many rows are in. Raises ClockBehind, Busy, ReadOnly, StoreError.
    """
    ids: list[str] = []
    skipped: list[SkippedRow] = []
    notes = Notes()
    seq = done = begun = 0
    with stored_so_far(lambda: len(ids), advice="Record the rest again, without those"):
        for batch in batches(enumerate(rows, start=1), BATCH):
            taken: list[Episode] = []
            with ctx.store.reader(ctx.namespace) as reader:
                for line, row in batch:
                    try:
                        found = take_row(row)
                        check_question(reader, found.episode)
                    except (InvalidInput, NotFound) as error:
                        skipped.append(SkippedRow(line, why_refused(error)))
                        continue
                    notes.add(found.notes, f"line {line}")
                    taken.append(found.episode)
            if taken:
                prefetch(ctx, map(text_of, taken))
                with writing(ctx) as writer:
                    at = recording_time(ctx, writer)
                    sealed = [seal_episode(ctx, writer, episode, recorded_at=at) for episode in taken]
                begun = begun or sealed[0].seq
                ids += (episode.id for episode in sealed)
                seq = sealed[-1].seq
            done += len(batch)
            if progress is not None:
                progress(done)
    if begun:
        notes.add(settle(ctx, after=begun - 1), ids[0])
    else:
        seq = ctx.store.data_version(ctx.namespace)
    return ManyRecorded(len(ids), tuple(ids), tuple(skipped), notes.listed(), seq, "full")


def check_question(reader: LedgerReader, episode: Episode) -> None:
    """Raises NotFound for a reply to a question that was never asked here."""
    if episode.question is not None and reader.version(episode.question) is None:
        raise NotFound(
            f"There is no question {episode.question} in {reader.namespace}.",
            hint="Leave the question out, or name one that was asked: `cicatrix inbox` lists the open ones.",
        )


def take_row(row: object) -> Taken:
    """``take`` for rows of files, which may be anything."""
    if not isinstance(row, Mapping):
        raise InvalidInput("the row is no object of fields.")
    return take(row, named=named_zone)


# -- for all use cases that seal episodes ------------------------------------------------------------------------------


@contextmanager
def writing(ctx: Context) -> Iterator[LedgerWriter]:
    """A durable transaction at the context's clock; a clock that somebody set may not run behind the ledger."""
    with ctx.store.writer(ctx.namespace, now=ctx.clock.now(), durability="full", strict_now=ctx.clock.fixed) as writer:
        yield writer


def recording_time(ctx: Context, writer: LedgerWriter) -> str:
    """The time that this transaction's entries carry: now, or the last entry's where the clock ran behind it."""
    return max(stamp(ctx.clock.now()), writer.head().at)


def seal_episode(
    ctx: Context,
    writer: LedgerWriter,
    episode: Episode,
    *,
    recorded_at: str,
    parents: Sequence[int] = (),
    source: Source | None = None,
) -> Episode:
    """Seal an episode that intake made, with its vector, and return it with its handle, time and sequence.

    The key of its version is the source's, or that of its content, so that an import finds what was recorded by hand.
    """
    sealed = replace(
        episode,
        id=writer.next_handle(Kind.EPISODE),
        recorded_at=recorded_at,
        occurred_at=episode.occurred_at or recorded_at,
        source=source or episode.source,
    )
    seq = writer.append(
        Draft(
            entry=EntryKind.EPISODE,
            kind=Kind.EPISODE,
            handle=sealed.id,
            body=encode(sealed),
            actor=sealed.actor,
            origin=sealed.origin,
            parents=tuple(parents),
            subjects=sealed.subjects,
            key=source.key if source else content_key(episode),
            vector=embedded(ctx, writer, sealed),
        )
    )
    return replace(sealed, seq=seq)


def has_lesson(episode: Episode) -> bool:
    """Whether a person taught something here that distillation should look at before the receipt is given."""
    if episode.corrector_role != "operator":
        return False
    return bool(episode.correction) or episode.kind is EpisodeKind.REPLY


@contextmanager
def stored_so_far(count: Callable[[], int], *, advice: str) -> Iterator[None]:
    """An error of a later transaction, or whoever interrupts, says what the earlier ones have stored."""
    try:
        yield
    except CicatrixError as error:
        if count():
            error.hint = f"{count():,} episodes are in already. {advice}. {error.hint}"
        raise
    except KeyboardInterrupt as stop:
        stop.add_note(f"Stopped: {count():,} episodes are in. {advice}." if count() else "Stopped: nothing is in yet.")
        raise


def why_refused(error: InvalidInput | NotFound) -> str:
    """Why a row was not taken, and what to do about it, on one line."""
    return error.message if error.hint == UsageError.default_hint else f"{error.message} {error.hint}"


def batches(items: Iterable[T], size: int) -> Iterator[list[T]]:
    """The items in lists of ``size``; the last may be shorter."""
    source = iter(items)
    while batch := list(islice(source, size)):
        yield batch


class Notes:
    """Collects notes of many rows: each text once, with its count and the first place."""

    def __init__(self) -> None:
        self._found: dict[str, tuple[int, str]] = {}

    def add(self, texts: Iterable[str], where: str) -> None:
        for text in texts:
            count, first = self._found.get(text, (0, where))
            self._found[text] = (count + 1, first)

    def listed(self) -> tuple[Note, ...]:
        """In the order in which they first occurred."""
        return tuple(Note(text, count, where) for text, (count, where) in self._found.items())
