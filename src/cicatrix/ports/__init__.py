"""Ports: what the engine needs from the outside, and what every adapter has to keep."""

from cicatrix.ports.keeping import Anchor, CheckpointFolder, Clock, SigningKeys
from cicatrix.ports.ledger import Durability, Head, LedgerReader, LedgerStore, LedgerWriter, SealedEntry, Version
from cicatrix.ports.logs import Importer, ImportRow, ImportSkip
from cicatrix.ports.models import Model
from cicatrix.ports.search import Embedder, QueryVector, SearchIndex

__all__ = [
    "Anchor",
    "CheckpointFolder",
    "Clock",
    "Durability",
    "Embedder",
    "Head",
    "ImportRow",
    "ImportSkip",
    "Importer",
    "LedgerReader",
    "LedgerStore",
    "LedgerWriter",
    "Model",
    "QueryVector",
    "SealedEntry",
    "SearchIndex",
    "SigningKeys",
    "Version",
]
