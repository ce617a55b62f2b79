"""Looking: reads for people and pages. Nothing here writes, and nothing here decides."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from cicatrix.core.codec import decode
from cicatrix.core.entries import Header, read_header
from cicatrix.core.episodes import Episode, JsonObject
from cicatrix.core.erasures import named_by
from cicatrix.core.evidence import quote
from cicatrix.core.ids import Kind, canonical_handle, parse_handle
from cicatrix.core.memories import Evidence, Memory
from cicatrix.engine.context import Context
from cicatrix.engine.past import sequence_of
from cicatrix.engine.proof import inclusion
from cicatrix.engine.signing import SignedLog, signed_log
from cicatrix.errors import NotFound, VerificationFailed
from cicatrix.ports import Head, LedgerReader, SealedEntry, Version

CLAIMS = (Kind.RULE, Kind.MEMORY)
FOREVER: Final = 2**62
"""A sequence that no ledger reaches."""


@dataclass(frozen=True, slots=True)
class MemoryVersion:
    """One state of a memory or rule, with the sequence that began it and the one that ended it."""

    noun: Memory
    seq: int
    end: int | None
    at: str
    entry: str


@dataclass(frozen=True, slots=True)
class Cited:
    """A piece of evidence with its words and the episode they stand in."""

    span: Evidence
    quote: str | None  # None: erased
    episode: Episode | None


@dataclass(frozen=True, slots=True)
class EntryView:
    """An entry for people: its header, its seal, and what it began."""

    sealed: SealedEntry
    header: Header
    handle: str | None
    version: Version | None = None  # what it began; None only in a damaged ledger


@dataclass(frozen=True, slots=True)
class EntryLine:
    """An entry in a list: its leaf and what it began. Its header is not read, so one that is damaged is listed too."""

    sealed: SealedEntry
    version: Version | None

    @property
    def seq(self) -> int:
        return self.sealed.seq


class Browser:
    """Reads of one namespace. Each call is one snapshot; :meth:`snapshot` binds several calls to one, and
    :meth:`as_of` looks at the things as they were (their words only where they stand: what was erased is gone)."""

    def __init__(self, context: Context, reader: LedgerReader | None = None, *, at: int | None = None) -> None:
        self._ctx = context
        self._reader = reader
        self._at = at
        self._signed: SignedLog | None = None

    @contextmanager
    def snapshot(self) -> Iterator[Browser]:
        """A browser whose calls all see the same sequence."""
        with self._read() as reader:
            yield Browser(self._ctx, reader, at=self._at)

    def as_of(self, seq: int) -> Browser:
        """The same reads of things as they were after entry ``seq``. The ledger itself and its proofs stay today's."""
        return Browser(self._ctx, self._reader, at=seq)

    def beside(self, namespace: str) -> Browser:
        """Reads of another namespace of this store, which a recall named."""
        return Browser(self._ctx.beside(namespace))

    def sequence_at(self, moment: int | str) -> int:
        """The sequence that somebody means: 900, '#900', a date (its end, in UTC). Raises InvalidInput, InvalidTime."""
        with self._read() as reader:
            return sequence_of(reader, moment)

    @contextmanager
    def _read(self) -> Iterator[LedgerReader]:
        if self._reader is not None:
            yield self._reader
            return
        with self._ctx.store.reader(self._ctx.namespace) as reader:
            yield reader

    @property
    def namespace(self) -> str:
        return self._ctx.namespace

    def head(self) -> Head:
        with self._read() as reader:
            return reader.head()

    def count(self, kind: Kind, at: int | None = None) -> int:
        with self._read() as reader:
            return reader.count(kind, self._at if at is None else at)

    def kinds(self) -> list[str]:
        """The kind of every entry from #1 on, as the headers say it; ``unknown`` where one cannot be read.

        Reads the whole log: for small ones.
        """
        with self._read() as reader:
            headers = [_header(sealed) for sealed in reader.entries()]
        return [header.kind if header else "unknown" for header in headers]

    def sequence_of(self, handle: str) -> int | None:
        """The sequence at which a thing was last sealed; None when nothing has this handle."""
        with self._read() as reader:
            version = reader.version(canonical_handle(handle), self._at)
        return version.seq if version is not None else None

    # -- rules and memories --------------------------------------------------------------------------------------

    def rules(self, *, at: int | None = None) -> list[Memory]:
        """All rules in order of their number, whatever their status."""
        return self._claims((Kind.RULE,), at)

    def memories(self, *, at: int | None = None) -> list[Memory]:
        return self._claims((Kind.MEMORY,), at)

    def _claims(self, kinds: Sequence[Kind], at: int | None) -> list[Memory]:
        with self._read() as reader:
            found = [
                decode(Memory, version.body, seq=version.seq)
                for version in reader.versions(kinds, at=self._at if at is None else at)
                if version.body is not None
            ]
        return sorted(found, key=lambda noun: parse_handle(noun.id))

    def memory(self, handle: str, *, at: int | None = None) -> Memory:
        """One rule or memory. Raises NotFound."""
        version = self._version(handle, CLAIMS, at)
        assert version.body is not None
        return decode(Memory, version.body, seq=version.seq)

    rule = memory

    def chain(self, noun: Memory, among: Sequence[Memory] | None = None) -> list[Memory]:
        """What stood in the place of a memory or rule before it, itself, and what came in its place; oldest first. One
        that is in no chain is alone in it. ``among``: all of its kind, where the caller has read them already."""
        claims = {each.id: each for each in (self._claims((noun.kind,), None) if among is None else among)}
        before: dict[str, list[str]] = {}
        for each in claims.values():
            if each.superseded_by:
                before.setdefault(each.superseded_by, []).append(each.id)
        last = noun
        while last.superseded_by in claims:
            last = claims[last.superseded_by]
        return [claims[handle] for handle in _line(last.id, before)]

    def history(self, handle: str) -> list[MemoryVersion]:
        """All versions of a rule or memory, oldest first; erased ones are left out of the list."""
        name = canonical_handle(handle)
        with self._read() as reader:
            versions = reader.history(name)
        if not versions:
            raise self._unknown(name)
        last = FOREVER if self._at is None else self._at
        return [
            MemoryVersion(
                decode(Memory, found.body, seq=found.seq),
                found.seq,
                found.end if found.end is not None and found.end <= last else None,
                found.at,
                found.entry,
            )
            for found in versions
            if found.body is not None and found.kind in CLAIMS and found.seq <= last
        ]

    def history_of(self, handle: str) -> list[Version]:
        """All versions of anything with a handle, as stored, oldest first; empty when there is none."""
        with self._read() as reader:
            versions = reader.history(canonical_handle(handle))
        return [found for found in versions if self._at is None or found.seq <= self._at]

    def cited(self, noun: Memory) -> list[Cited]:
        """The evidence of a memory with its words, in order of citation."""
        with self._read() as reader:
            episodes: dict[str, Episode | None] = {}
            for name in noun.episodes:
                version = reader.version(name, self._at)
                found = version is not None and version.body is not None
                episodes[name] = (
                    decode(Episode, version.body, seq=version.seq) if found and version and version.body else None
                )
        cited: list[Cited] = []
        for span in noun.evidence:
            episode = episodes[span.episode]
            cited.append(Cited(span, quote(episode, span) if episode else None, episode))
        return cited

    def quote(self, span: Evidence) -> str | None:
        """The words of one piece of evidence; None when they were erased."""
        with self._read() as reader:
            version = reader.version(span.episode, self._at)
        if version is None or version.body is None:
            return None
        return quote(decode(Episode, version.body, seq=version.seq), span)

    # -- episodes ------------------------------------------------------------------------------------------------

    def episodes(self, *, before: int | None = None, limit: int = 50) -> list[Episode]:
        """Newest first, a page at a time: ``before`` is the sequence of the last one seen."""
        with self._read() as reader:
            return [
                decode(Episode, version.body, seq=version.seq)
                for version in self._latest(reader, Kind.EPISODE, before, limit)
                if version.body is not None
            ]

    def episode(self, handle: str) -> Episode:
        """Raises NotFound."""
        version = self._version(handle, (Kind.EPISODE,), None)
        assert version.body is not None
        return decode(Episode, version.body, seq=version.seq)

    def taught_by(self, episode: str) -> list[Memory]:
        """Rules and memories that cite an episode, in order of handle."""
        name = canonical_handle(episode)
        return [noun for noun in self._claims(CLAIMS, None) if name in noun.episodes]

    # -- recalls, questions, the rest ------------------------------------------------------------------------------

    def bodies(self, kind: Kind, *, before: int | None = None, limit: int = 50) -> list[Version]:
        """The newest things of a kind as stored: recalls, questions, imports, dead letters, tombstones."""
        with self._read() as reader:
            return self._latest(reader, kind, before, limit)

    def body(self, handle: str) -> JsonObject:
        """The stored body of anything with a handle. Raises NotFound."""
        version = self._version(handle, tuple(Kind), None)
        assert version.body is not None
        return version.body

    def entry(self, seq: int) -> EntryView:
        """One sealed entry. Raises NotFound, VerificationFailed when its header cannot be read."""
        with self._read() as reader:
            sealed = next(reader.entries(seq, seq + 1), None)
            if sealed is None:
                raise NotFound(
                    f"There is no entry #{seq} in {self.namespace}.", hint=f"The last is #{reader.head().seq}."
                )
            version = next(iter(reader.begun(tuple(Kind), before=seq + 1, limit=1)), None)
        found = version if version is not None and version.seq == seq else None
        header = _header(sealed)
        if header is None:
            raise VerificationFailed(
                f"The header of #{seq} cannot be read: it is not what was sealed.", hint="`cicatrix verify` says more."
            )
        return EntryView(sealed, header, found.handle if found else None, found)

    def erased_by(self, seq: int) -> int | None:
        """The erasure that took an entry's words; None while they stand, and when they were destroyed without one."""
        with self._read() as reader:
            for erasure in reader.changes(seq, (Kind.ERASURE,)):
                for sealed in reader.entries(erasure.seq, erasure.seq + 1):
                    if seq in named_by(sealed.header):
                        return erasure.seq
        return None

    def entries(self, *, before: int | None = None, kind: Kind | None = None, limit: int = 50) -> list[EntryLine]:
        """Entries newest first, a page at a time: those below ``before``, of one kind of thing or of all."""
        with self._read() as reader:
            stop = min(reader.head().seq + 1, before or FOREVER)
            if kind is None:
                start = max(1, stop - limit)
                begun = {found.seq: found for found in reader.begun(tuple(Kind), before=stop, limit=limit)}
                lines = [EntryLine(sealed, begun.get(sealed.seq)) for sealed in reader.entries(start, stop)]
                return lines[::-1]
            return [
                EntryLine(sealed, found)
                for found in reader.begun((kind,), before=stop, limit=limit)
                for sealed in reader.entries(found.seq, found.seq + 1)
            ]

    # -- proof ---------------------------------------------------------------------------------------------------

    def signed_log(self) -> SignedLog:
        """The checkpoints whose signatures hold. Raises VerificationFailed when one does not."""
        if self._signed is not None:
            return self._signed
        with self._read() as reader:
            found = signed_log(self._ctx, reader)
        if self._reader is not None:  # within a snapshot it stays as it is
            self._signed = found
        return found

    def root_of(self, size: int) -> bytes:
        """The root over the first ``size`` entries, by the kept nodes of the tree. Raises VerificationFailed."""
        with self._read() as reader:
            return reader.range_root(0, size)

    def inclusion(self, seq: int) -> JsonObject:
        """The proof that an entry is in the log (:func:`cicatrix.engine.proof.inclusion`), made and checked now."""
        return inclusion(self._ctx, seq)

    def _version(self, handle: str, kinds: Sequence[Kind], at: int | None) -> Version:
        name = canonical_handle(handle)
        with self._read() as reader:
            version = reader.version(name, self._at if at is None else at)
        if version is None or version.body is None or version.kind not in kinds:
            raise self._unknown(name)
        return version

    def _latest(self, reader: LedgerReader, kind: Kind, before: int | None, limit: int) -> list[Version]:
        """The versions of a kind that hold, newest first: what was begun later, or had ended, is passed over."""
        if self._at is None:
            return list(reader.latest(kind, before=before, limit=limit))
        found: list[Version] = []
        last = self._at + 1 if before is None else min(before, self._at + 1)
        while len(found) < limit and (page := reader.begun((kind,), before=last, limit=limit)):
            found += [version for version in page if version.end is None or version.end > self._at]
            last = page[-1].seq
        return found[:limit]

    def _unknown(self, handle: str) -> NotFound:
        if self._at is None:
            return NotFound(f"There is no {handle} in {self.namespace}.")
        return NotFound(
            f"There was no {handle} in {self.namespace} at #{self._at}.", hint="It may have come later: look at it now."
        )


def _line(last: str, before: dict[str, list[str]]) -> list[str]:
    """The handles that end in the last one, each after those that ended in it."""
    waiting, found = [last], list[str]()
    while waiting:
        handle = waiting.pop()
        found.append(handle)
        waiting += sorted(before.get(handle, ()), key=parse_handle)
    return found[::-1]


def _header(sealed: SealedEntry) -> Header | None:
    """None for bytes that are no header: damage, which is told where the entry is shown."""
    try:
        return read_header(sealed.header)
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
