"""The only place where things are wired together: a store, an index, a clock, the log formats."""

from __future__ import annotations

import os
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

from cicatrix import __version__
from cicatrix.config import Settings, SystemClock, home_folder, load_settings, read_toml
from cicatrix.core.attributes import Attributes
from cicatrix.core.ids import check_namespace
from cicatrix.core.policies.settings import GateSettings
from cicatrix.core.recall import RecallSettings
from cicatrix.core.sleep_settings import SleepSettings
from cicatrix.engine.cached_embedder import CachedEmbedder
from cicatrix.engine.context import Context
from cicatrix.errors import InvalidInput
from cicatrix.ports import Anchor, Clock, Embedder, Importer, Model, SearchIndex

if TYPE_CHECKING:
    from cicatrix.core.policies.lexicon import Lexicon


def open_context(
    path: str | Path,
    namespace: str,
    *,
    clock: Clock | None = None,
    read_only: bool = False,
    user: str | None = None,
    user_speaks: bool = True,
    recall_settings: RecallSettings | None = None,
    sleep_settings: SleepSettings | None = None,
    attributes: Attributes | None = None,
    embedder: Embedder | Settings | None = None,
    gate: GateSettings | None = None,
    model: Model | None = None,
) -> Context:
    """Open (or make) the database at ``path`` and bind everything to one namespace of it.

    A ``user`` who is named speaks where a call names nobody else, unless ``user_speaks`` says that he only started the
    program. ``embedder`` is one, or the settings that name it; None takes those of the environment and of the files
    that hold here. So do ``gate`` and ``model``.
    """
    from cicatrix.adapters.checkpoints import CheckpointFiles
    from cicatrix.adapters.keys import KeyFiles
    from cicatrix.adapters.sqlite import SqliteStore

    settings = embedder if isinstance(embedder, Settings) else load_settings({}, os.environ, Path.cwd())
    gate = gate or settings.gate
    name = check_namespace(namespace)
    store = SqliteStore(Path(path), by=f"cicatrix/{__version__}", read_only=read_only)
    return Context(
        store=store,
        namespace=name,
        clock=clock or SystemClock(),
        index_of=cache(_index),
        recall_settings=recall_settings or RecallSettings(),
        sleep_settings=sleep_settings or SleepSettings(),
        importers=_importers,
        keys=KeyFiles(home_folder(os.environ) / "keys"),
        checkpoints=CheckpointFiles(Path(path)),
        anchor=_anchor,
        user=user or "local",
        read_only=read_only,
        person=user if user_speaks else None,
        attributes=attributes or Attributes(),
        embedder=_embedder(embedder or settings),
        gate=gate,
        lexicon=partial(_lexicon, gate.lexicon),
        model_of=cache(partial(_model, model, settings)),
    )


@cache
def _lexicon(path: str) -> Lexicon:
    """The words of the gate, with those of a user's file. Raises InvalidInput for a file that cannot be read."""
    from cicatrix.core.policies.lexicon import Lexicon

    if not path:
        return Lexicon.default()
    try:
        return Lexicon.default().extended(read_toml(Path(path)))
    except FileNotFoundError:
        raise InvalidInput(f"{path} does not exist.", hint="gate.lexicon names it; mend the setting.") from None


def _anchor(folder: Path) -> Anchor:
    from cicatrix.adapters.git import GitAnchor

    return GitAnchor(folder)


def _index(namespace: str) -> SearchIndex:
    from cicatrix.adapters.index import NamespaceIndex

    return NamespaceIndex(namespace)


def _importers() -> tuple[Importer, ...]:
    from cicatrix.adapters.importers import IMPORTERS

    return IMPORTERS


def _model(given: Model | None, settings: Settings) -> Model | None:
    from cicatrix.adapters.models.choice import choose

    return given or choose(settings, os.environ)


def _embedder(given: Embedder | Settings) -> CachedEmbedder | None:
    from cicatrix.adapters.embedders.choice import choose

    if isinstance(given, Settings):
        chosen = choose(
            given.get("embedder"),
            base_url=given.get("llm.base_url"),
            model=given.get("embed.model"),
            dimensions=given.get("embed.dimensions"),
            env=os.environ,
        )
        return CachedEmbedder(chosen) if chosen is not None else None
    return CachedEmbedder(given)
