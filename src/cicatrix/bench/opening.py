"""A memory to measure with, and the embedder that the call named."""

from __future__ import annotations

from pathlib import Path

from cicatrix.bootstrap import open_context
from cicatrix.config import load_settings
from cicatrix.core.attributes import Attributes
from cicatrix.engine.memory import Memory


def open_memory(folder: Path, namespace: str, embedder: str = "none", attributes: Attributes | None = None) -> Memory:
    """A namespace of ``bench.db`` in a folder. ``embedder``: none, local or openai, as in the settings; ``attributes``:
    which hold one value, where the data has a policy of its own.

    Raises InvalidInput for an embedder that is not there.
    """
    settings = load_settings({"embedder": embedder, "user": "bench"}, {}, folder)
    return Memory(open_context(folder / "bench.db", namespace, user="bench", embedder=settings, attributes=attributes))
