"""Where the stories are told: a fresh memory for each telling, and what it is made without."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from cicatrix.bench.scenarios.stories import Turn
from cicatrix.bootstrap import open_context
from cicatrix.config import load_settings
from cicatrix.core.memories import Memory as Noun
from cicatrix.core.recall import RecallSettings
from cicatrix.core.sleep_settings import SleepSettings
from cicatrix.engine.beliefs import Beliefs
from cicatrix.engine.memory import Memory
from cicatrix.ports import Embedder, LedgerReader

DAY_ONE: Final = datetime(2026, 3, 2, 9, tzinfo=UTC)
"""A Monday, on which every telling begins."""


@dataclass(frozen=True, slots=True)
class Setup:
    """How a memory is made and called. An ablation takes one of these away."""

    embedder: Embedder | None = None  # None: words alone
    recall: RecallSettings = field(default_factory=RecallSettings)
    sleep: SleepSettings = field(default_factory=SleepSettings)
    revises: bool = True
    keeps_sessions: bool = True  # turns say to which conversation they belong
    reports_use: bool = True  # the caller says what it acted on


class Unmet(Beliefs):
    """Beliefs of which none meets another: admission as ever, and no revision."""

    def near(
        self,
        reader: LedgerReader,  # noqa: ARG002 - whatever it is, nobody is near
        memory: Noun,  # noqa: ARG002
        *,
        ending: Iterable[tuple[str, str]] = (),  # noqa: ARG002
    ) -> list[Noun]:
        return []


class Moving:
    """A clock that stands still until it is told how many days have passed."""

    fixed = False

    def __init__(self) -> None:
        self.day = 0

    def now(self) -> datetime:
        return DAY_ONE + timedelta(days=self.day)


class Stage:
    """Memories in one database, each in a namespace of its own. Close each before the next is opened."""

    def __init__(self, folder: Path, setup: Setup) -> None:
        self._folder, self.setup = folder, setup
        self._opened = 0
        self._clock = Moving()

    def open(self) -> Memory:
        """A fresh memory on the first day."""
        self._opened += 1
        self._clock.day = 0
        context = open_context(
            self._folder / "bench.db",
            f"bench/{self._opened}",
            clock=self._clock,
            user="bench",
            recall_settings=self.setup.recall,
            sleep_settings=self.setup.sleep,
            embedder=self.setup.embedder or load_settings({"embedder": "none"}, {}, self._folder),
        )
        return Memory(context if self.setup.revises else replace(context, believing=Unmet))

    def pass_days(self, days: int) -> None:
        self._clock.day += days

    def tell(self, memory: Memory, *turns: Turn | str, session: str) -> None:
        """Observe turns in order; without a speaker they are the user's."""
        memory.observe_many(
            {
                "text": turn if isinstance(turn, str) else turn.text,
                "speaker": "user" if isinstance(turn, str) else turn.speaker,
                "session": session if self.setup.keeps_sessions else None,
            }
            for turn in turns
        )


def embedder_named(name: str, folder: Path) -> Embedder | None:
    """The embedder that a call named, shared by all memories. Raises InvalidInput for one that is not there."""
    context = open_context(folder / "bench.db", "bench/0", embedder=load_settings({"embedder": name}, {}, folder))
    context.store.close()
    return context.embedder
