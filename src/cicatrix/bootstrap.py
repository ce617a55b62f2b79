"""The only place where things are wired together: a store, an index, a clock, the log formats."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

from cicatrix import __version__
from cicatrix.config import Settings, SystemClock, home_folder, load_settings
from cicatrix.core.attributes import Attributes
from cicatrix.core.ids import check_namespace
from cicatrix.core.recall import RecallSettings
from cicatrix.core.sleep_settings import SleepSettings
from cicatrix.engine.cached_embedder import CachedEmbedder
from cicatrix.engine.context import Context
from cicatrix.ports import Clock, Embedder


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
) -> Context:
    """Open (or make) the database at ``path`` and bind everything to one namespace of it.

    A ``user`` who is named speaks where a call names nobody else, unless ``user_speaks`` says that he only started the
    program. ``embedder`` is one, or the settings that name it; None takes those of the environment and of the files
    that hold here.
    """
    from cicatrix.adapters.checkpoints import CheckpointFiles
    from cicatrix.adapters.git import GitAnchor
    from cicatrix.adapters.importers import IMPORTERS
    from cicatrix.adapters.index import NamespaceIndex
    from cicatrix.adapters.keys import KeyFiles
    from cicatrix.adapters.sqlite import SqliteStore

    name, index_of = check_namespace(namespace), cache(NamespaceIndex)
    store = SqliteStore(Path(path), by=f"cicatrix/{__version__}", read_only=read_only)
    return Context(
        store=store,
        namespace=name,
        clock=clock or SystemClock(),
        index=index_of(name),
        index_of=index_of,
        recall_settings=recall_settings or RecallSettings(),
        sleep_settings=sleep_settings or SleepSettings(),
        importers=IMPORTERS,
        keys=KeyFiles(home_folder(os.environ) / "keys"),
        checkpoints=CheckpointFiles(Path(path)),
        anchor=GitAnchor,
        user=user or "local",
        read_only=read_only,
        person=user if user_speaks else None,
        attributes=attributes or Attributes(),
        embedder=_embedder(embedder or load_settings({}, os.environ, Path.cwd())),
    )


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
