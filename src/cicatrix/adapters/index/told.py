"""How a version is put before a model. Read from the store when a search hands it on: most never are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from cicatrix.adapters.index.contents import KINDS, Contents
from cicatrix.adapters.index.documents import searched, speaker_of
from cicatrix.core.codec import decode
from cicatrix.core.episodes import Episode
from cicatrix.core.ids import Kind
from cicatrix.core.memories import Memory, Status
from cicatrix.core.shown import Field, correcting, shown
from cicatrix.core.text import content_stems, terms
from cicatrix.core.trust import Origin, lowest
from cicatrix.core.voices import vouched
from cicatrix.ports import LedgerReader, Version

KEPT: Final = 8192
"""Versions that are kept, about a kilobyte each."""

_LONG: Final = 200
"""Characters of an episode from which an excerpt of it may be wanted."""


@dataclass(frozen=True, slots=True)
class Told:
    """The words of a version, and whose they are.

    ``vouched_*`` is what holds once a person vouched for the import it came in. ``fields`` are those of an episode that
    is long or was corrected; ``corrected_by`` is the person behind its correction.
    """

    handle: str
    kind: Kind
    type: str
    seq: int
    text: str
    trust: Origin
    vouched_trust: Origin
    importance: int
    occurred_at: str
    session: str | None = None
    speaker: str = ""
    subject: str = ""
    status: str = Status.ACTIVE.value
    valid_from: str | None = None
    valid_to: str | None = None
    said_at: str = ""
    superseded_by: str | None = None
    later: tuple[str, ...] = ()
    refines: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    pinned: bool = False
    episodes: tuple[str, ...] = ()
    fields: tuple[Field, ...] = ()
    corrected_by: str = ""
    vouched_corrected_by: str = ""
    vouched_by: str | None = None  # the import whose ratification raises it

    def speaks_of(self, stems: frozenset[str]) -> bool:
        """Whether one of these stems stands in it, or is one of its tags."""
        return not stems.isdisjoint(content_stems(self.text)) or not stems.isdisjoint(self.tags)


class Telling:
    """The versions that were handed on lately, read once. Not safe to share: its owner holds a lock."""

    def __init__(self) -> None:
        self._kept: dict[int, Told] = {}  # by document, those handed on last at the end

    def told(self, reader: LedgerReader, contents: Contents, places: list[int]) -> list[Told | None]:
        """The versions of documents, in their order; None where the words were erased since they were indexed."""
        kept = self._kept
        found = {place: kept.pop(place, None) for place in places}
        unread = {contents.columns.begin[place]: place for place, told in found.items() if told is None}
        for version in reader.begun_by(KINDS, sorted(unread)):
            found[unread[version.seq]] = read_told(version)
        kept.update((place, told) for place, told in found.items() if told is not None)
        while len(kept) > KEPT:
            del kept[next(iter(kept))]
        return [found[place] for place in places]


def terms_of(reader: LedgerReader, contents: Contents, place: int) -> frozenset[str]:
    """The terms of an episode, again; none where the words were erased."""
    version = reader.version(contents.handle(place), contents.columns.begin[place])
    if version is None or version.body is None:
        return frozenset()
    return frozenset(terms(searched(decode(Episode, version.body))))


def read_told(version: Version) -> Told | None:
    """None where the words were erased."""
    if version.body is None:
        return None
    if version.kind is Kind.EPISODE:
        return _episode(decode(Episode, version.body), version)
    return _claim(decode(Memory, version.body), version)


def _claim(memory: Memory, version: Version) -> Told:
    return Told(
        handle=memory.id,
        kind=version.kind,
        type=memory.type.value,
        seq=version.seq,
        text=memory.text,
        trust=memory.trust,
        vouched_trust=memory.trust,
        importance=memory.importance,
        occurred_at=memory.valid_from or version.at,
        speaker=memory.speaker,
        subject=memory.subject,
        status=memory.status.value,
        valid_from=memory.valid_from,
        valid_to=memory.valid_to,
        said_at=memory.said_at or version.at,
        superseded_by=memory.superseded_by,
        later=memory.exceptions,
        refines=memory.refines,
        tags=memory.tags,
        pinned=memory.pinned,
        episodes=memory.episodes,
    )


def _episode(episode: Episode, version: Version) -> Told:
    text, fields = shown(episode)
    vouched_by = episode.source.import_id if episode.source and episode.origin is Origin.EXTERNAL else None
    as_vouched = vouched(episode) if vouched_by else episode
    return Told(
        handle=episode.id,
        kind=version.kind,
        type=episode.kind.value,
        seq=version.seq,
        text=text,
        trust=_lowest_origin(episode),
        vouched_trust=_lowest_origin(as_vouched),
        importance=500,
        occurred_at=episode.occurred_at,
        session=episode.session,
        speaker=speaker_of(episode),
        fields=fields if episode.correction or len(text) >= _LONG else (),
        corrected_by=correcting(episode),
        vouched_corrected_by=correcting(as_vouched),
        vouched_by=vouched_by,
    )


def _lowest_origin(episode: Episode) -> Origin:
    """Of all words that are shown: a tool's result is not worth more for being in an agent's report."""
    said = [episode.origin_of(name) for name in ("correction", "result") if episode.words(name)]
    own = episode.task or episode.action or episode.outcome or episode.text or episode.title or episode.tool
    return lowest([*said, episode.origin] if own or episode.resource else said)
