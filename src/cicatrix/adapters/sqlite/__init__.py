"""The embedded store: one SQLite file in WAL mode, many namespaces, many threads, several processes."""

from cicatrix.adapters.sqlite.store import SqliteStore

__all__ = ["SqliteStore"]
