"""Sealing: bodies become entries of one log, one after the other."""

from __future__ import annotations

from cicatrix.core.entries import EntryKind, chain_hash, commitment, leaf_hash, write_header
from cicatrix.core.merkle import Frontier, TreeNode
from cicatrix.core.trust import Origin


class Sealer:
    """The end of a log, and how it grows: chain value, tree, and the nodes of the tree that were completed on the way.

    All entries of one Sealer have the same time ``at`` and the same maker ``by``.
    """

    __slots__ = ("at", "by", "chain", "namespace", "nodes", "tree")

    def __init__(self, namespace: str, chain: bytes, tree: Frontier, *, at: str, by: str) -> None:
        self.namespace = namespace
        self.chain = chain
        self.tree = tree
        self.at = at
        self.by = by
        self.nodes: list[TreeNode] = []

    def seal(
        self,
        kind: EntryKind,
        salt: bytes,
        body: bytes,
        *,
        actor: str,
        origin: Origin,
        parents: tuple[int, ...] = (),
        subjects: tuple[str, ...] = (),
    ) -> tuple[bytes, bytes]:
        """Seal a body as the next entry; returns its header and its leaf. ``actor``, ``subjects``: pseudonyms."""
        tree, chain = self.tree, self.chain
        seq = tree.size + 1
        commit = commitment(salt, body).hex()
        header = write_header(
            self.namespace, seq, chain.hex(), kind, self.at, actor, origin, commit, parents, subjects, self.by
        )
        leaf = leaf_hash(header)
        self._grow(leaf)
        return header, leaf

    def follow(self, header: bytes, at: str) -> bytes:
        """Take over the next entry's header as it was sealed elsewhere; returns its leaf. The caller has checked it."""
        leaf = leaf_hash(header)
        self.at = at
        self._grow(leaf)
        return leaf

    def _grow(self, leaf: bytes) -> None:
        self.chain = chain_hash(self.chain, leaf)
        self.nodes += self.tree.extend([leaf])
