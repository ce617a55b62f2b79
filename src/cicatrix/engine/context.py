"""What every use case is handed: one namespace, its store, its index, the clock, and who is calling."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from cicatrix.core.attributes import Attributes
from cicatrix.core.policies.settings import GateSettings
from cicatrix.core.recall import RecallSettings
from cicatrix.core.sleep_settings import SleepSettings
from cicatrix.engine.cached_embedder import CachedEmbedder
from cicatrix.engine.kept import Kept
from cicatrix.ports import Anchor, CheckpointFolder, Clock, Importer, LedgerStore, Model, SearchIndex, SigningKeys

if TYPE_CHECKING:
    from cicatrix.core.policies.lexicon import Lexicon
    from cicatrix.engine.beliefs import Beliefs


def _lexicon() -> Lexicon:
    from cicatrix.core.policies.lexicon import Lexicon  # most use cases ask nothing of it

    return Lexicon.default()


def _beliefs() -> Beliefs:
    from cicatrix.engine.beliefs import Beliefs

    return Beliefs()


def _no_model() -> None:
    """Everything works without one."""


@dataclass(frozen=True, slots=True)
class Context:
    """What a use case may not need is made when it is asked for: a process that judges one action loads no search."""

    store: LedgerStore
    namespace: str
    clock: Clock
    recall_settings: RecallSettings
    importers: Callable[[], tuple[Importer, ...]]
    keys: SigningKeys
    checkpoints: CheckpointFolder
    anchor: Callable[[Path], Anchor]  # opens one; raises InvalidInput for a place that is none
    user: str  # the local user: whose words "--by" defaults to at a terminal
    read_only: bool = False
    embedder: CachedEmbedder | None = None  # None: words alone; everything works
    person: str | None = None  # whose word a call is that names nobody; None: nobody's, and so the agent's
    sleep_settings: SleepSettings = field(default_factory=SleepSettings)
    attributes: Attributes = field(default_factory=Attributes)  # which hold one value in this namespace
    gate: GateSettings = field(default_factory=GateSettings)
    lexicon: Callable[[], Lexicon] = _lexicon  # the words of the gate, with what users added to them
    model_of: Callable[[], Model | None] = _no_model
    believing: Callable[[], Beliefs] = _beliefs
    kept: Kept = field(default_factory=Kept, compare=False)
    index_of: Callable[[str], SearchIndex] = field(kw_only=True, compare=False)  # the one index of any namespace

    @property
    def index(self) -> SearchIndex:
        return self.index_of(self.namespace)

    @property
    def model(self) -> Model | None:
        """The model that the settings name; None where they name none. Raises InvalidInput for settings that are
        wrong."""
        return self.model_of()

    @property
    def beliefs(self) -> Beliefs:
        return self.kept.of(self.believing)

    def beside(self, namespace: str) -> Context:
        """The same for another namespace of this store, for reading."""
        return replace(self, namespace=namespace, kept=Kept(), read_only=True)
