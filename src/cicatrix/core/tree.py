"""A whole Merkle tree in memory, for making many proofs from it: every complete node is hashed once.

Memory: 64 bytes of hashes a leaf, about 170 with Python's objects.
"""

from __future__ import annotations

from collections.abc import Sequence

from cicatrix.core.merkle import EMPTY_ROOT, node_hash


class Tree:
    """Over all leaves of a log, or its first ones."""

    def __init__(self, leaves: Sequence[bytes]) -> None:
        self._levels: list[list[bytes]] = [list(leaves)]
        while len(self._levels[-1]) > 1:
            below = self._levels[-1]
            self._levels.append([node_hash(below[at], below[at + 1]) for at in range(0, len(below) - 1, 2)])

    @property
    def size(self) -> int:
        return len(self._levels[0])

    def root(self, start: int = 0, end: int | None = None) -> bytes:
        """The root over leaves ``start <= i < end``: a range that a proof asks for. Raises ValueError outside."""
        stop = self.size if end is None else end
        if not 0 <= start <= stop <= self.size:
            raise ValueError(f"[{start}, {stop}) is not in a tree of {self.size}")
        if start == stop:
            return EMPTY_ROOT
        return self._root(start, stop)

    def _root(self, start: int, end: int) -> bytes:
        size = end - start
        level = size.bit_length() - 1
        if size == 1 << level and start % size == 0:
            return self._levels[level][start >> level]
        middle = start + (1 << (size - 1).bit_length() - 1)
        return node_hash(self._root(start, middle), self._root(middle, end))
