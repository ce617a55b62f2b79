"""Sealing: bodies become entries of one log, one after the other."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

from cicatrix.core.entries import EntryKind, chain_hash, commitments, fill_header, frame_header, leaf_hash
from cicatrix.core.merkle import Frontier, TreeNode
from cicatrix.core.trust import Origin

Unsealed = tuple[EntryKind, bytes, str, Origin, tuple[int, ...], tuple[str, ...]]
"""A body with what its header will say of it: kind, body, actor, origin, parents, subjects. People are pseudonyms."""


class Sealer:
    """The end of a log, and how it grows: its size, chain value and tree.

    All entries of one Sealer have the same time ``at`` and the same maker ``by``.
    """

    __slots__ = ("_frames", "_leaves", "_nodes", "_tree", "at", "by", "chain", "namespace", "size")

    def __init__(self, namespace: str, chain: bytes, tree: Frontier, *, at: str, by: str) -> None:
        self.namespace = namespace
        self.chain = chain
        self.size = tree.size
        self.at = at
        self.by = by
        self._tree = tree
        self._leaves: list[bytes] = []  # not in the tree yet
        self._nodes: list[TreeNode] = []
        self._frames: dict[tuple[str, str, str], tuple[str, str]] = {}

    @property
    def tree(self) -> Frontier:
        """Over all leaves. Leaves are added many at a time, which costs half as much as one by one."""
        if self._leaves:
            self._nodes += self._tree.extend(self._leaves)
            self._leaves = []
        return self._tree

    def completed(self) -> list[TreeNode]:
        """The nodes of the tree that were completed since this was asked last."""
        assert self.tree.size == self.size
        nodes, self._nodes = self._nodes, []
        return nodes

    def seal(self, bodies: Sequence[Unsealed], salts: Sequence[bytes]) -> tuple[list[bytes], list[bytes]]:
        """Seal bodies as the next entries, each under its salt; returns their headers and their leaves."""
        chain, seq, frames = self.chain, self.size, self._frames
        headers: list[bytes] = []
        leaves: list[bytes] = []
        commits = commitments(salts, [body for _, body, *_ in bodies])
        for (kind, _, actor, origin, parents, subjects), commit in zip(bodies, commits, strict=True):
            seq += 1
            frame = frames.get((kind, actor, origin))
            if frame is None:
                frame = frame_header(self.namespace, kind, self.at, actor, origin, self.by)
                frames[kind, actor, origin] = frame
            header = fill_header(frame, f'"{commit}"', parents, f'"{chain.hex()}"', seq, subjects)
            leaf = sha256(b"\x00" + header).digest()
            chain = sha256(chain + leaf).digest()
            headers.append(header)
            leaves.append(leaf)
        self.chain, self.size = chain, seq
        self._leaves += leaves
        return headers, leaves

    def follow(self, header: bytes, at: str) -> bytes:
        """Take over the next entry's header as it was sealed elsewhere; returns its leaf. The caller has checked it."""
        leaf = leaf_hash(header)
        self.at = at
        self.size += 1
        self.chain = chain_hash(self.chain, leaf)
        self._leaves.append(leaf)
        return leaf
