"""Other memories of agents, measured beside ours where they are installed: mem0, and LangGraph's store on SQLite.

They are no dependency: ``pip install mem0ai langgraph-checkpoint-sqlite`` into the environment brings them. Each gets
the same texts, the same embedder, a folder of its own on the same disk, and SQLite's own default for a commit, which is
on disk when it returns, as ours is. mem0 stores what it is given (``infer=False``): no model is called, and its
telemetry is off.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final, Protocol
from uuid import UUID, uuid5

from cicatrix.bench.generated import DIMENSION

Floats = Callable[[str], list[float]]

FOUND: Final = 20
"""Memories that a search is asked for."""

_USER: Final = "bench"
_IDS: Final = UUID(int=0)


class Peer(Protocol):
    """A memory of another house."""

    def fill(self, texts: Sequence[str]) -> None:
        """Store many at once, by the quickest way it has."""
        ...

    def add(self, text: str) -> None:
        """Store one, on disk when this returns."""
        ...

    def search(self, query: str) -> int:
        """How many it finds, ``FOUND`` at most."""
        ...


class Unavailable(Exception):
    """The peer cannot be measured here; its message says why, and what would help."""


@contextmanager
def open_peer(name: str, folder: Path, embed: Floats) -> Iterator[Peer]:
    """``mem0`` or ``langgraph``, empty, in a folder. Raises Unavailable."""
    opened = {"mem0": _mem0, "langgraph": _langgraph}[name]
    with opened(folder, embed) as peer:
        yield peer


PEERS: Final = ("mem0", "langgraph")


@contextmanager
def _mem0(folder: Path, embed: Floats) -> Iterator[Peer]:
    # Read when the package is imported, which happens here and nowhere else.
    os.environ["MEM0_TELEMETRY"] = "False"
    os.environ["MEM0_DIR"] = str(folder)
    try:
        module = import_module("mem0")
    except ImportError:
        raise Unavailable("mem0 is not installed: pip install mem0ai") from None
    unused = {"provider": "openai", "config": {"api_key": "unused"}}  # neither is ever called
    store = {"path": str(folder / "vectors"), "on_disk": True, "embedding_model_dims": DIMENSION}
    memory = module.Memory.from_config(
        {
            "vector_store": {"provider": "qdrant", "config": store | {"collection_name": "bench"}},
            "history_db_path": str(folder / "history.db"),
            "embedder": unused,
            "llm": unused,
        }
    )
    memory.embedding_model = SimpleNamespace(
        config=memory.embedding_model.config,
        embed=lambda text, *_args, **_named: embed(text),
        embed_batch=lambda texts, *_args, **_named: [embed(text) for text in texts],
    )
    try:
        yield _Mem0(memory, embed)
    finally:
        memory.vector_store.client.close()


class _Mem0:
    def __init__(self, memory: Any, embed: Floats) -> None:
        self._memory = memory
        self._embed = embed

    def fill(self, texts: Sequence[str]) -> None:
        self._memory.vector_store.insert(
            vectors=[self._embed(text) for text in texts],
            ids=[str(uuid5(_IDS, text)) for text in texts],
            payloads=[{"data": text, "user_id": _USER} for text in texts],
        )

    def add(self, text: str) -> None:
        self._memory.add(text, user_id=_USER, infer=False)

    def search(self, query: str) -> int:
        found = self._memory.search(query, filters={"user_id": _USER}, top_k=FOUND, threshold=0.0)
        return len(found["results"])


@contextmanager
def _langgraph(folder: Path, embed: Floats) -> Iterator[Peer]:
    try:
        module = import_module("langgraph.store.sqlite")
    except ImportError:
        raise Unavailable("LangGraph's store is not installed: pip install langgraph-checkpoint-sqlite") from None
    connection = _sqlite().connect(str(folder / "store.db"), check_same_thread=False, isolation_level=None)
    try:
        index = {"dims": DIMENSION, "embed": lambda texts: [embed(text) for text in texts], "fields": ["text"]}
        store = module.SqliteStore(connection, index=index)
        store.setup()
        yield _LangGraph(store)
    finally:
        connection.close()


def _sqlite() -> Any:
    """A sqlite3 that loads extensions, which LangGraph's store needs for vectors."""
    usual = import_module("sqlite3")
    if hasattr(usual.Connection, "enable_load_extension"):
        return usual
    try:
        return import_module("pysqlite3.dbapi2")
    except ImportError:
        raise Unavailable(
            "This Python's sqlite3 loads no extension, which LangGraph's store needs: pip install pysqlite3-binary"
        ) from None


class _LangGraph:
    def __init__(self, store: Any) -> None:
        self._store = store
        self._put = import_module("langgraph.store.base").PutOp

    def fill(self, texts: Sequence[str]) -> None:
        self._store.batch([self._put((_USER,), str(uuid5(_IDS, text)), {"text": text}) for text in texts])

    def add(self, text: str) -> None:
        self._store.put((_USER,), str(uuid5(_IDS, text)), {"text": text})

    def search(self, query: str) -> int:
        return len(self._store.search((_USER,), query=query, limit=FOUND))
