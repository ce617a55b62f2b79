"""What every use case is handed: one namespace, its store, its index, the clock, and who is calling."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from cicatrix.core.attributes import Attributes
from cicatrix.core.recall import RecallSettings
from cicatrix.core.sleep_settings import SleepSettings
from cicatrix.engine.beliefs import Beliefs
from cicatrix.engine.cached_embedder import CachedEmbedder
from cicatrix.ports import Anchor, CheckpointFolder, Clock, Importer, LedgerStore, SearchIndex, SigningKeys


@dataclass(frozen=True, slots=True)
class Context:
    store: LedgerStore
    namespace: str
    clock: Clock
    index: SearchIndex
    recall_settings: RecallSettings
    importers: tuple[Importer, ...]
    keys: SigningKeys
    checkpoints: CheckpointFolder
    anchor: Callable[[Path], Anchor]  # opens one; raises InvalidInput for a place that is none
    user: str  # the local user: whose words "--by" defaults to at a terminal
    read_only: bool = False
    embedder: CachedEmbedder | None = None  # None: words alone; everything works
    person: str | None = None  # whose word a call is that names nobody; None: nobody's, and so the agent's
    sleep_settings: SleepSettings = field(default_factory=SleepSettings)
    attributes: Attributes = field(default_factory=Attributes)  # which hold one value in this namespace
    beliefs: Beliefs = field(default_factory=Beliefs, compare=False)
