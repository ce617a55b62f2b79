"""Claims in the ledger: the episodes that they cite, the newest versions, and how a version or a refusal is sealed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from cicatrix import engine
from cicatrix.core.codec import decode, encode
from cicatrix.core.dead_letters import DeadLetter, letter_key
from cicatrix.core.entries import Draft, EntryKind
from cicatrix.core.episodes import Episode
from cicatrix.core.ids import Kind
from cicatrix.core.imports import Import
from cicatrix.core.memories import Evidence, Memory
from cicatrix.core.trust import Origin
from cicatrix.core.voices import vouched
from cicatrix.engine.context import Context
from cicatrix.engine.embedding import embedded
from cicatrix.engine.reports import Refusal
from cicatrix.ports import Durability, LedgerReader, LedgerWriter, Version

DURABILITY: Durability = "full"
"""Of all that changes what is believed."""


class EpisodesOf(Mapping[str, Episode]):
    """The episodes of a ledger by handle, read once each, as they count today: people's words in an import that a
    person ratified are theirs."""

    def __init__(self, reader: LedgerReader) -> None:
        self._reader = reader
        self._seen: dict[str, Episode] = {}
        self._ratified: dict[str, bool] = {}

    def add(self, episode: Episode) -> Episode:
        source = episode.source
        if source is not None and episode.origin is Origin.EXTERNAL and self._is_ratified(source.import_id):
            episode = vouched(episode)
        self._seen[episode.id] = episode
        return episode

    def of(self, version: Version) -> Episode:
        assert version.body is not None
        return self._seen.get(version.handle) or self.add(decode(Episode, version.body, seq=version.seq))

    def __getitem__(self, handle: str) -> Episode:
        if handle not in self._seen:
            version = self._reader.version(handle)
            if version is None or version.body is None or version.kind is not Kind.EPISODE:
                raise KeyError(handle)
            self.of(version)
        return self._seen[handle]

    def __iter__(self) -> Iterator[str]:
        return iter(self._seen)

    def __len__(self) -> int:
        return len(self._seen)

    def _is_ratified(self, import_id: str) -> bool:
        if import_id not in self._ratified:
            version = self._reader.version(import_id)
            found = version is not None and version.body is not None
            self._ratified[import_id] = bool(found and version and decode(Import, version.body or {}).trust == "human")
        return self._ratified[import_id]


def claims(
    reader: LedgerReader, kinds: tuple[Kind, ...] = (Kind.RULE, Kind.MEMORY), *, at: int | None = None
) -> Iterator[Memory]:
    """The version of every rule and memory that holds now, or held at a sequence; without those that were erased."""
    for version in reader.versions(kinds, at=at):
        if version.body is not None:
            yield decode(Memory, version.body, seq=version.seq)


def seal(
    ctx: Context, writer: LedgerWriter, memory: Memory, episodes: Mapping[str, Episode], entry: EntryKind
) -> Memory:
    """Seal a version of a memory with its vector and, of a rule, with what it stops; it rests on the episodes it cites
    and on the version before it. Returns it as it was sealed."""
    if memory.is_rule:
        memory = engine.compiling.compiled(ctx, memory, episodes)
    cited = [episodes[name] for name in memory.episodes if name in episodes]
    before = writer.version(memory.id) if memory.version > 1 else None
    parents = {episode.seq for episode in cited if episode.seq} | ({before.seq} if before is not None else set())
    subjects = {subject for episode in cited for subject in episode.subjects}
    seq = writer.append(
        Draft(
            entry=entry,
            kind=memory.kind,
            handle=memory.id,
            body=encode(memory),
            actor=memory.change.by or ctx.user,
            origin=memory.trust,
            parents=tuple(sorted(parents)),
            subjects=tuple(sorted(subjects)),
            vector=embedded(ctx, writer, memory),
        )
    )
    return replace(memory, seq=seq)


def keep_refusal(
    ctx: Context,
    writer: LedgerWriter,
    text: str,
    code: str,
    reason: str,
    evidence: tuple[Evidence, ...],
    proposer: str,
) -> Refusal:
    """Keep refused words as a dead letter, once however often they are refused."""
    key = letter_key(text, code, evidence)
    kept = writer.find(Kind.DEAD_LETTER, key)
    episode = evidence[0].episode if evidence else None
    if kept is not None:
        return Refusal(text, code, reason, episode, kept.handle, known=True)
    letter = DeadLetter(writer.next_handle(Kind.DEAD_LETTER), text, code, reason, proposer, evidence)
    cited = writer.version(episode) if episode else None
    writer.append(
        Draft(
            entry=EntryKind.DEAD_LETTER,
            kind=Kind.DEAD_LETTER,
            handle=letter.id,
            body=encode(letter),
            actor=ctx.user,
            origin=Origin.AGENT,
            parents=(cited.seq,) if cited is not None else (),
            subjects=decode(Episode, cited.body).subjects if cited is not None and cited.body is not None else (),
            key=key,
        )
    )
    return Refusal(text, code, reason, episode, letter.id)
