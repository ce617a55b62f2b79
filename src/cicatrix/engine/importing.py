"""Import: bring in somebody's log. The same file twice adds nothing, and an interrupted import goes on where it was."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, tzinfo
from pathlib import Path
from typing import Final

from cicatrix.core.codec import decode, encode
from cicatrix.core.entries import Draft, EntryKind
from cicatrix.core.episodes import Episode, EpisodeKind, Source
from cicatrix.core.ids import Kind
from cicatrix.core.imports import Import, ImportState, ImportTrust
from cicatrix.core.intake import Taken, content_key, take
from cicatrix.core.memories import Status
from cicatrix.core.moments import read_zone
from cicatrix.core.redaction import redact
from cicatrix.core.trust import Origin
from cicatrix.engine.claims import EpisodesOf
from cicatrix.engine.context import Context
from cicatrix.engine.embedding import catch_up, prefetch, text_of
from cicatrix.engine.observe import BATCH as OBSERVED
from cicatrix.engine.observe import learn_from
from cicatrix.engine.record import (
    BATCH,
    Notes,
    batches,
    recording_time,
    seal_episode,
    stored_so_far,
    why_refused,
    writing,
)
from cicatrix.engine.reports import ImportReport, Skipped
from cicatrix.engine.zones import named_zone
from cicatrix.errors import InvalidInput
from cicatrix.ports import Importer, ImportRow, ImportSkip, LedgerReader, LedgerWriter

SNIFFED: Final = 64 * 1024
"""Bytes at the start of a file by which its format is told."""


def import_file(
    ctx: Context,
    path: Path,
    *,
    format: str | None = None,
    trust: str = "external",
    dry_run: bool = False,
    zone: str | None = None,
    observe: bool = False,
    progress: Callable[[int, int], None] | None = None,
) -> ImportReport:
    """Import a log file, 500 rows a transaction. ``progress`` gets rows done and rows in all.

    ``zone`` (``+02:00``, ``Europe/Berlin``; UTC otherwise) is for times in the log that name none.

    ``trust`` "external": nobody vouches for the log, and corrections in it make candidates only. "human": the caller
    vouches that people said what the log has them say; assistants stay agents, tools stay tools.
    ``observe``: what people say in turns that come in becomes memories, on the trust of the import.
    A row counts as ``already`` when the namespace holds the same words from the same place of a log, whichever file or
    trust they came with. A dry run says what would happen and writes nothing.

    Raises InvalidInput for a file, format, trust or zone that is none; ClockBehind, Busy, ReadOnly, StoreError.
    """
    vouched = _trust(trust)
    importer, sha256 = _recognise(ctx.importers(), path, format)
    total = sum(1 for _ in importer.read(path)) if progress is not None else 0
    name = redact(path.name, "file")[0]
    noun = Import("", name, sha256, importer.name, vouched, ctx.user)
    run = _Run(ctx, noun, UTC if zone is None else read_zone(zone, named_zone), observe)
    done = 0
    source = batches(importer.read(path), OBSERVED if observe else BATCH)
    advice = "Import the file again: it goes on there, and nothing comes twice"
    with stored_so_far(lambda: run.imported, advice=advice):
        batch = next(source, [])
        while batch:
            following = next(source, [])
            run.check(batch)
            if dry_run:
                run.look()
            else:
                run.store(last=not following)
            done += len(batch)
            if progress is not None:
                progress(done, max(total, done))
            batch = following
        if not dry_run:
            run.finish()
    return run.report(dry_run)


def _trust(given: str) -> ImportTrust:
    if given == "external":
        return "external"
    if given == "human":
        return "human"
    raise InvalidInput(f"There is no trust {given!r}.", hint="It is 'external' or 'human'.")


def _recognise(importers: Sequence[Importer], path: Path, format: str | None) -> tuple[Importer, str]:
    """The importer for a file and the SHA-256 of its bytes."""
    digest = hashlib.sha256()
    try:
        with path.open("rb") as file:
            head = file.read(SNIFFED)
            digest.update(head)
            while chunk := file.read(2**20):
                digest.update(chunk)
    except OSError as error:
        reason = (error.strerror or type(error).__name__).lower()
        raise InvalidInput(f"{path} cannot be read: {reason}.", hint="Name a log file that exists.") from None
    known = ", ".join(importer.name for importer in importers)
    for importer in importers:
        if importer.name == format or (format is None and importer.sniff(path, head)):
            return importer, digest.hexdigest()
    if format is not None:
        raise InvalidInput(f"There is no log format {format!r}.", hint=f"The formats are {known}.")
    raise InvalidInput(f"{path.name} is in no log format that is known here.", hint=f"Name one of {known}.")


@dataclass(frozen=True, slots=True)
class _Row:
    episode: Episode
    where: str
    key: str
    notes: tuple[str, ...]


@dataclass(slots=True)
class _Run:
    """One import on its way: what became of the rows so far, and those that were checked but not stored yet."""

    ctx: Context
    noun: Import
    zone: tzinfo
    observe: bool = False
    imported: int = 0
    already: int = 0
    taught: int = 0
    learnt: int = 0
    ended: int = 0
    waiting: int = 0
    seq: int = 0
    skipped: list[Skipped] = field(default_factory=list)
    notes: Notes = field(default_factory=Notes)
    _waiting: list[_Row] = field(default_factory=list)
    _resumed: int | None = None  # episodes of an earlier run of the same import; None before the first entry
    _seen: Counter[str] = field(default_factory=Counter)

    def check(self, batch: Sequence[ImportRow | ImportSkip]) -> None:
        """Make episodes of the next rows; what cannot become one is skipped with its reason."""
        for row in batch:
            if isinstance(row, ImportSkip):
                self.skipped.append(Skipped(row.where, row.reason))
                continue
            try:
                taken = take(row.fields, trust=self.noun.trust, zone=self.zone, named=named_zone)
            except InvalidInput as error:
                self.skipped.append(Skipped(row.where, why_refused(error)))
                continue
            self._waiting.append(self._keyed(row, taken))

    def _keyed(self, row: ImportRow, taken: Taken) -> _Row:
        """The row with its key. The same words twice in one place are two experiences: the second is counted."""
        key = content_key(taken.episode, row.key, untimed=taken.untimed)
        self._seen[key] += 1
        if self._seen[key] > 1:
            key = f"{key}#{self._seen[key]}"
        return _Row(taken.episode, redact(row.where, "where")[0], key, taken.notes)

    def look(self) -> None:
        """A dry run's turn: count, and write nothing."""
        self._account(self._new()[0])

    def store(self, *, last: bool) -> None:
        """Seal what is new of the waiting rows, after an entry that says how far the import is."""
        new, head = self._new()
        if new:
            prefetch(self.ctx, (text_of(row.episode) for row in new))
            with writing(self.ctx) as writer:
                if writer.head().seq != head:  # somebody was faster; it may have been the same file
                    new = [row for row in new if writer.find(Kind.EPISODE, row.key) is None]
                if new:
                    self._seal_rows(writer, new, last=last)
        self._account(new)

    def _seal_rows(self, writer: LedgerWriter, new: Sequence[_Row], *, last: bool) -> None:
        at, seen = recording_time(self.ctx, writer), EpisodesOf(writer)
        begun = self._seal(writer, len(new), "finished" if last else "open")
        for row in new:
            source = Source(self.noun.id, row.where, row.key)
            sealed = seal_episode(self.ctx, writer, row.episode, recorded_at=at, parents=(begun,), source=source)
            self.seq = sealed.seq
            if self.observe and sealed.kind is EpisodeKind.TURN:
                told = learn_from(self.ctx, writer, sealed, seen)
                self.learnt += len(told.stored)
                self.ended += sum(len(each.supersedes) for each in told.stored)
                self.waiting += sum(each.memory.status is Status.QUARANTINED for each in told.stored)
                self.seq = told.seq

    def finish(self) -> None:
        """Close the import where its last rows were no news, or where an earlier run was cut off before that."""
        with self.ctx.store.reader(self.ctx.namespace) as reader:
            current = self._open(reader)
        if current is not None:
            with writing(self.ctx) as writer:
                self.seq = self._seal(writer, 0, "finished")
        caught = catch_up(self.ctx)
        if caught.reason:
            self.notes.add([caught.reason], self.noun.id)

    def report(self, dry_run: bool) -> ImportReport:
        return ImportReport(
            id=self.noun.id or None,
            imported=self.imported,
            already=self.already,
            skipped=tuple(self.skipped),
            format=self.noun.format,
            trust=self.noun.trust,
            dry_run=dry_run,
            seq=self.seq or self.ctx.store.data_version(self.ctx.namespace),
            notes=self.notes.listed(),
            taught=self.taught,
            learnt=self.learnt,
            ended=self.ended,
            waiting=self.waiting,
        )

    def _new(self) -> tuple[list[_Row], int]:
        """The waiting rows that are not in yet, and the sequence that was looked at."""
        new: list[_Row] = []
        with self.ctx.store.reader(self.ctx.namespace) as reader:
            for row in self._waiting:
                version = reader.find(Kind.EPISODE, row.key)
                if version is None:
                    new.append(row)
                elif self.noun.trust == "human" and version.body is not None:
                    self._compare_trust(reader, row, decode(Episode, version.body))
            return new, reader.head().seq

    def _compare_trust(self, reader: LedgerReader, row: _Row, known: Episode) -> None:
        """Words that are in as external stay so, whatever trust they come with now; say so, and what raises them."""
        if known.origin is not Origin.EXTERNAL or row.episode.origin is Origin.EXTERNAL or known.source is None:
            return
        brought_by = known.source.import_id
        if not self._is_vouched(reader, brought_by):
            note = f"is in as external by {brought_by}: `cicatrix ratify {brought_by}` raises it"
            self.notes.add([note], row.where)

    def _is_vouched(self, reader: LedgerReader, import_id: str) -> bool:
        version = reader.version(import_id)
        return version is not None and version.body is not None and decode(Import, version.body).trust == "human"

    def _account(self, new: Sequence[_Row]) -> None:
        for row in new:
            self.notes.add(row.notes, row.where)
            self.taught += bool(row.episode.correction) or row.episode.kind is EpisodeKind.REPLY
        self.imported += len(new)
        self.already += len(self._waiting) - len(new)
        self._waiting.clear()

    def _seal(self, writer: LedgerWriter, new: int, state: ImportState) -> int:
        """Seal the import as it stands with this transaction. One that was left open, by whomever, goes on."""
        current = self._open(writer)
        if current is None:
            current = replace(self.noun, id=writer.next_handle(Kind.IMPORT))
        if self._resumed is None:
            self._resumed = current.imported
        already = self.already + len(self._waiting) - new
        self.noun = replace(
            current,
            state=state,
            imported=current.imported + new,
            already=max(0, already - self._resumed),
            skipped=len(self.skipped),
        )
        return writer.append(
            Draft(
                entry=EntryKind.IMPORT,
                kind=Kind.IMPORT,
                handle=self.noun.id,
                body=encode(self.noun),
                actor=self.noun.by,
                origin=Origin.SYSTEM,
                key=self._key,
            )
        )

    def _open(self, reader: LedgerReader) -> Import | None:
        """The import of this very file that is not finished."""
        version = reader.find(Kind.IMPORT, self._key)
        if version is None or version.body is None:
            return None
        noun = decode(Import, version.body, seq=version.seq)
        return noun if noun.state == "open" else None

    @property
    def _key(self) -> str:
        return f"{self.noun.sha256}:{self.noun.format}:{self.noun.trust}"
