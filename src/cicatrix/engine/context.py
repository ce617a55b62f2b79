"""What every use case is handed: one namespace, its store, its index, the clock, and who is calling."""

from __future__ import annotations

from dataclasses import dataclass

from cicatrix.core.recall import RecallSettings
from cicatrix.ports import Clock, Importer, LedgerStore, SearchIndex


@dataclass(frozen=True, slots=True)
class Context:
    store: LedgerStore
    namespace: str
    clock: Clock
    index: SearchIndex
    recall_settings: RecallSettings
    importers: tuple[Importer, ...]
    user: str  # the local user: whose words "--by" defaults to at a terminal
    read_only: bool = False
