"""The search cache of one namespace: rebuildable, following the ledger by sequence, deciding nothing."""

from cicatrix.adapters.index.namespace import NamespaceIndex

__all__ = ["NamespaceIndex"]
