"""Evidence of preconditions: the tool calls that enforcement points and operators recorded, newest first.

They are followed by sequence, from the oldest on that any rule could still ask for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timedelta
from typing import Final, overload

from cicatrix.core.actions.action import Action
from cicatrix.core.actions.canonical import canonical
from cicatrix.core.codec import decode
from cicatrix.core.deeds import is_vouched, went_well
from cicatrix.core.episodes import Episode, EpisodeKind
from cicatrix.core.ids import Kind
from cicatrix.core.moments import to_utc
from cicatrix.core.policies.judgement import Done
from cicatrix.core.policies.lexicon import Lexicon
from cicatrix.core.stamps import stamp
from cicatrix.engine.following import Follower
from cicatrix.ports import LedgerReader, Version

_PAGE: Final = 256
_SLACK: Final = timedelta(hours=1)
"""Threads ask for moments that are not quite in order."""


class Deeds(Follower):
    """The tool calls of a namespace that count as done, as far back as somebody asked."""

    kinds = (Kind.EPISODE,)
    _episodes: list[Episode]
    _read: dict[str, Done]

    def __init__(self) -> None:
        self._from = ""
        super().__init__()

    def since(self, reader: LedgerReader, moment: datetime, lexicon: Lexicon) -> tuple[Done, ...]:
        """Those done at or after a moment, newest first."""
        with self._lock:
            if not self._from or stamp(moment) < self._from:
                self._from = stamp(moment)
                self._forget()
            self._follow(reader)
            self._let_go(moment - _SLACK)
            found = [self._done(episode, lexicon) for episode in self._episodes if _when(episode) >= moment]
        return tuple(sorted(found, key=lambda done: done.at, reverse=True))

    def _let_go(self, moment: datetime) -> None:
        """Forget what nobody asks for any more, now and then."""
        if self._from < stamp(moment - _SLACK):
            self._from = stamp(moment)
            self._episodes = [episode for episode in self._episodes if _when(episode) >= moment]
            self._read = {episode.id: self._read[episode.id] for episode in self._episodes if episode.id in self._read}

    def _clear(self) -> None:
        self._episodes, self._read = [], {}

    def _load(self, reader: LedgerReader) -> None:
        self._episodes = vouched_since(reader, self._from)

    def _put(self, version: Version) -> None:
        self._episodes += _vouched(version)

    def _done(self, episode: Episode, lexicon: Lexicon) -> Done:
        done = self._read.get(episode.id)
        if done is None:
            done = self._read[episode.id] = done_in(episode, lexicon)
        return done


class Asked(Sequence[Done]):
    """Evidence that is read when a rule asks for it: most actions meet none that does."""

    def __init__(self, read: Callable[[], tuple[Done, ...]]) -> None:
        self._load = read
        self._found: tuple[Done, ...] | None = None

    def _all(self) -> tuple[Done, ...]:
        if self._found is None:
            self._found = self._load()
        return self._found

    @overload
    def __getitem__(self, place: int) -> Done: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Done, ...]: ...
    def __getitem__(self, place: int | slice) -> Done | tuple[Done, ...]:
        return self._all()[place]

    def __len__(self) -> int:
        return len(self._all())


def done_in(episode: Episode, lexicon: Lexicon) -> Done:
    """A recorded tool call in the form that preconditions are held against."""
    calls = canonical(Action(episode.tool, episode.resource, episode.arguments), lexicon).calls
    return Done(episode.id, calls, _when(episode), went_well(episode.outcome), episode.session)


def vouched_since(reader: LedgerReader, moment: str, *, before: int | None = None) -> list[Episode]:
    """The vouched tool calls that were recorded at or after a moment (UTC stamp), and before a sequence."""
    return [episode for version in _back_to(reader, moment, before) for episode in _vouched(version)]


def _back_to(reader: LedgerReader, moment: str, before: int | None) -> Iterator[Version]:
    while page := reader.begun((Kind.EPISODE,), before=before, limit=_PAGE):
        for version in page:
            if version.at < moment:
                return
            yield version
        before = page[-1].seq


def _vouched(version: Version) -> list[Episode]:
    if version.body is None or version.body.get("kind") != EpisodeKind.TOOL_CALL:
        return []
    episode = decode(Episode, version.body, seq=version.seq)
    return [episode] if is_vouched(episode) else []


def _when(episode: Episode) -> datetime:
    """A call that claims to be done after it was recorded was done when it was recorded, at the latest."""
    return min(to_utc(episode.occurred_at), to_utc(episode.recorded_at))
