"""A mind to search in: a real store in a real file, filled with claims and episodes by hand, and its index."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cicatrix.adapters.index import NamespaceIndex
from cicatrix.adapters.sqlite import SqliteStore
from cicatrix.core.candidates import SearchResult
from cicatrix.core.codec import decode, encode
from cicatrix.core.entries import Draft, EntryKind
from cicatrix.core.episodes import Episode, EpisodeKind, JsonObject
from cicatrix.core.evidence import cite
from cicatrix.core.ids import Kind
from cicatrix.core.memories import Change, Evidence, Memory, MemoryType, Status
from cicatrix.core.recall import RecallSettings, Use
from cicatrix.core.trust import Origin

NS = "acme/search"
NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
MOMENT = "2026-11-30T12:00:00Z"


@dataclass
class Mind:
    """Every method seals one entry; ``search`` asks the index that has followed so far."""

    store: SqliteStore
    index: NamespaceIndex = field(default_factory=lambda: NamespaceIndex(NS))
    now: datetime = NOON

    @classmethod
    def at(cls, path: Path) -> Mind:
        return cls(SqliteStore(path, by="cicatrix/test"))

    # -- what it holds -------------------------------------------------------------------------------------------

    def claim(
        self,
        text: str,
        *,
        type: MemoryType = MemoryType.SEMANTIC,
        importance: int = 500,
        status: Status = Status.ACTIVE,
        tags: Sequence[str] = (),
        evidence: Sequence[str] = (),
        speaker: str = "",
        subject: str = "",
        valid_from: str | None = None,
    ) -> str:
        """A memory, or with type procedural a rule; ``evidence`` are episodes, cited by their first word."""
        noun = Memory(
            id="",
            type=type,
            text=text,
            status=status,
            trust=Origin.HUMAN,
            evidence=tuple(self._span(handle) for handle in evidence),
            change=Change("admitted", "ana"),
            importance=importance,
            tags=tuple(tags),
            speaker=speaker,
            subject=subject,
            valid_from=valid_from,
        )
        return self._seal(noun.kind, EntryKind.MEMORY_ADMITTED, lambda handle: encode(replace(noun, id=handle)))

    def change(self, handle: str, *, status: Status | None = None, text: str | None = None) -> int:
        """Seal a new version of a claim."""
        with self.store.reader(NS) as reader:
            version = reader.version(handle)
        assert version is not None
        assert version.body is not None
        noun = decode(Memory, version.body)
        noun = replace(noun, status=status or noun.status, text=text or noun.text, version=noun.version + 1)
        return self._append(noun.kind, EntryKind.MEMORY_CORRECTED, handle, encode(noun))

    def turn(
        self, text: str, *, speaker: str = "Ana", session: str | None = "s1", role: str = "user", at: str = MOMENT
    ) -> str:
        return self.episode(EpisodeKind.TURN, text=text, speaker=speaker, session=session, role=role, occurred_at=at)

    def episode(self, kind: EpisodeKind = EpisodeKind.EXPERIENCE, **fields: object) -> str:
        given: dict[str, object] = {"actor": "ana", "origin": Origin.HUMAN, "occurred_at": MOMENT} | fields

        def body(handle: str) -> JsonObject:
            return encode(Episode(id=handle, kind=kind, recorded_at=MOMENT, **given))  # type: ignore[arg-type]

        return self._seal(Kind.EPISODE, EntryKind.EPISODE, body)

    def use(self, report: str | None, recall: str, *handles: str) -> str:
        """Report handles as used; with the handle of an earlier report seal it anew."""
        if report is None:
            return self._seal(Kind.USE, EntryKind.USED, lambda name: encode(Use(name, recall, handles)))
        self._append(Kind.USE, EntryKind.USED, report, encode(Use(report, recall, handles)))
        return report

    def note(self) -> int:
        """An entry that is nothing to search."""
        return self._append(Kind.DEAD_LETTER, EntryKind.DEAD_LETTER, None, {})

    # -- asking --------------------------------------------------------------------------------------------------

    def search(
        self,
        query: str,
        *,
        at: int | None = None,
        index: NamespaceIndex | None = None,
        settings: RecallSettings | None = None,
    ) -> SearchResult:
        with self.store.reader(NS) as reader:
            return (index or self.index).search(
                reader, query, at=at, now=self.now, settings=settings or RecallSettings()
            )

    def found(self, query: str, *, at: int | None = None) -> list[str]:
        """Handles of the active mind past the floor, best first."""
        return [
            candidate.handle
            for candidate in self.search(query, at=at).candidates
            if candidate.above_floor and candidate.status == Status.ACTIVE
        ]

    def head(self) -> int:
        with self.store.reader(NS) as reader:
            return reader.head().seq

    # -- inside --------------------------------------------------------------------------------------------------

    def _span(self, handle: str) -> Evidence:
        with self.store.reader(NS) as reader:
            version = reader.version(handle)
        assert version is not None
        assert version.body is not None
        episode = decode(Episode, version.body)
        name = "text" if episode.text else "task"
        return cite(episode, name, 0, len(episode.words(name).split()[0]))

    def _seal(self, kind: Kind, entry: EntryKind, body: object) -> str:
        assert callable(body)
        with self.store.writer(NS, now=self._tick(), durability="normal") as writer:
            handle = writer.next_handle(kind)
            writer.append(Draft(entry, kind, handle, body(handle), "ana", Origin.HUMAN))
        return handle

    def _append(self, kind: Kind, entry: EntryKind, handle: str | None, body: JsonObject) -> int:
        with self.store.writer(NS, now=self._tick(), durability="normal") as writer:
            return writer.append(Draft(entry, kind, handle or writer.next_handle(kind), body, "ana", Origin.HUMAN))

    def _tick(self) -> datetime:
        self.now += timedelta(minutes=1)
        return self.now
