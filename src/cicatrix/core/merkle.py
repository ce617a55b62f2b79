"""The Merkle tree over a log (RFC 6962, RFC 9162): one root for all leaves, and short proofs about it.

Words: a *leaf* is the hash of an entry. The *root* of ``n`` leaves splits them at the largest power of two below ``n``
and hashes both halves' roots under a 0x01 prefix. An *inclusion proof* shows that a leaf is in a tree, a
*consistency proof* that a tree is the beginning of a larger one. A *subtree* is a range ``[start, end)`` that a tree of
any size keeps as it is: ``start`` is a multiple of the next power of two at or above its length.

Proofs are lists of 32-byte hashes. Making one is a question of which ranges to hash (``inclusion_ranges``,
``consistency_ranges``); who keeps inner nodes can answer with those instead of the leaves (``range_root``). Kept are
the nodes of ``TILE_LEVEL`` and above, one for each tile of 256 leaves and half as many again of each higher level: with
them a proof costs at most two tiles of leaves, however long the log.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

HASH_SIZE: Final = 32
EMPTY_ROOT: Final = sha256(b"").digest()

TILE_LEVEL: Final = 8
TILE: Final = 1 << TILE_LEVEL

Range = tuple[int, int]
"""Leaves ``start <= i < end``."""


@dataclass(frozen=True, slots=True)
class TreeNode:
    """A complete inner node: the root over leaves ``index << level`` up to ``(index + 1) << level``."""

    level: int
    index: int
    hash: bytes


def node_hash(left: bytes, right: bytes) -> bytes:
    """The hash of an inner node. The prefix keeps it from ever being taken for a leaf."""
    return sha256(b"\x01" + left + right).digest()


class Frontier:
    """The right edge of a growing tree: the roots of its complete subtrees, largest first ("peaks").

    A tree of ``size`` leaves has one peak for each bit set in ``size``; so an append costs O(log size) and the leaves
    need not be kept.
    """

    __slots__ = ("_peaks", "size")

    def __init__(self, size: int = 0, peaks: bytes = b"") -> None:
        """Take up again where ``peaks`` (32 bytes a peak) left off. Raises ValueError when they do not fit ``size``."""
        if size < 0 or len(peaks) != size.bit_count() * HASH_SIZE:
            raise ValueError(f"{len(peaks)} bytes of peaks do not fit a tree of {size} leaves")
        self.size = size
        self._peaks = [peaks[at : at + HASH_SIZE] for at in range(0, len(peaks), HASH_SIZE)]

    def add(self, leaf: bytes) -> None:
        carry, filled = leaf, self.size
        while filled & 1:
            carry = node_hash(self._peaks.pop(), carry)
            filled >>= 1
        self._peaks.append(carry)
        self.size += 1

    def extend(self, leaves: Sequence[bytes]) -> list[TreeNode]:
        """Add many, level by level; returns the nodes of TILE_LEVEL and above that they complete, lowest first."""
        begun, end = self.size, self.size + len(leaves)
        peaks = self._peaks
        completed: list[TreeNode] = []
        added: list[bytes] = []  # peaks of the new tree, smallest first
        row, level = list(leaves), 0
        while row:
            if level >= TILE_LEVEL:
                completed += [TreeNode(level, at, hash_) for at, hash_ in enumerate(row, begun >> level)]
            if begun >> level & 1:
                row.insert(0, peaks.pop())
            if end >> level & 1:
                added.append(row.pop())
            row = [sha256(b"\x01" + left + right).digest() for left, right in zip(row[::2], row[1::2], strict=True)]
            level += 1
        peaks += reversed(added)
        self.size = end
        return completed

    @property
    def peaks(self) -> bytes:
        return b"".join(self._peaks)

    def root(self) -> bytes:
        if not self._peaks:
            return EMPTY_ROOT
        *left, root = self._peaks
        for peak in reversed(left):
            root = node_hash(peak, root)
        return root


def tree_root(leaves: Sequence[bytes]) -> bytes:
    """The root over leaf hashes; SHA-256 of nothing when there are none."""
    frontier = Frontier()
    frontier.extend(leaves)
    return frontier.root()


def is_subtree(start: int, end: int) -> bool:
    """Whether every tree that reaches to ``end`` or beyond holds the range as one node, or would if it ended there."""
    if not 0 <= start <= end:
        return False
    return start == end or start & ((1 << (end - start - 1).bit_length()) - 1) == 0


# -- making proofs ---------------------------------------------------------------------------------------------------


def inclusion_ranges(index: int, size: int) -> list[Range]:
    """The ranges whose roots prove leaf ``index`` (from 0) in a tree of ``size``, nearest first. Raises ValueError."""
    if not 0 <= index < size:
        raise ValueError(f"leaf {index} is not in a tree of {size}")
    ranges: list[Range] = []
    start, end = 0, size
    while end - start > 1:
        middle = start + _split(end - start)
        if index < middle:
            ranges.append((middle, end))
            end = middle
        else:
            ranges.append((start, middle))
            start = middle
    ranges.reverse()
    return ranges


def consistency_ranges(start: int, end: int, size: int) -> list[Range]:
    """The ranges whose roots prove the subtree ``[start, end)`` consistent with a tree of ``size``. Raises ValueError.

    ``start`` is 0 for the proof that a whole earlier tree is the beginning of this one.
    """
    if not (is_subtree(start, end) and start < end <= size):
        raise ValueError(f"[{start}, {end}) is no subtree of a tree of {size}")
    ranges: list[Range] = []
    low, high = 0, size
    while (low, high) != (start, end):
        if high == end and low > start:
            # The range ends inside its parent with this part on its right: the verifier has to be given it.
            ranges.append((low, high))
            break
        middle = low + _split(high - low)
        if end <= middle:
            ranges.append((middle, high))
            high = middle
        else:
            ranges.append((low, middle))
            low = middle
    ranges.reverse()
    return ranges


def range_root(
    start: int,
    end: int,
    leaves: Callable[[int, int], Sequence[bytes]],
    node: Callable[[int, int], bytes],
) -> bytes:
    """The root over leaves ``start`` to ``end`` of a range that a proof asks for, from kept nodes and few leaves.

    ``leaves`` gives the leaf hashes of a range of at most TILE; ``node`` the hash of (level, index).
    """
    size = end - start
    if size < TILE:
        return tree_root(leaves(start, end))
    level = size.bit_length() - 1
    if size == 1 << level and start & (size - 1) == 0:
        return node(level, start >> level)
    middle = start + _split(size)
    return node_hash(range_root(start, middle, leaves, node), range_root(middle, end, leaves, node))


def inclusion_proof(leaves: Sequence[bytes], index: int) -> list[bytes]:
    """Hashes that lead from leaf ``index`` to the root over all ``leaves``."""
    return [tree_root(leaves[start:end]) for start, end in inclusion_ranges(index, len(leaves))]


def consistency_proof(leaves: Sequence[bytes], old_size: int) -> list[bytes]:
    """Hashes that show the first ``old_size`` leaves' tree to be the beginning of the tree over all ``leaves``."""
    return subtree_consistency_proof(leaves, 0, old_size)


def subtree_consistency_proof(leaves: Sequence[bytes], start: int, end: int) -> list[bytes]:
    return [tree_root(leaves[low:high]) for low, high in consistency_ranges(start, end, len(leaves))]


def _split(size: int) -> int:
    """The largest power of two below ``size``."""
    return 1 << ((size - 1).bit_length() - 1)


# -- checking proofs -------------------------------------------------------------------------------------------------


def verify_inclusion(leaf: bytes, index: int, size: int, proof: Sequence[bytes], root: bytes) -> bool:
    """RFC 9162, 2.1.3.2: whether ``leaf`` is number ``index`` (from 0) in a tree of ``size`` with this root."""
    return verify_subtree_inclusion(leaf, index, 0, size, proof, root)


def verify_subtree_inclusion(
    leaf: bytes, index: int, start: int, end: int, proof: Sequence[bytes], root: bytes
) -> bool:
    """The same for a leaf of the subtree ``[start, end)``, whose root is given."""
    if not (is_subtree(start, end) and start <= index < end and _are_hashes([leaf, *proof])):
        return False
    node, last, current = index - start, end - start - 1, leaf
    for sibling in proof:
        if last == 0:
            return False
        if node & 1 or node == last:
            current = node_hash(sibling, current)
            while not node & 1 and node:
                node, last = node >> 1, last >> 1
        else:
            current = node_hash(current, sibling)
        node, last = node >> 1, last >> 1
    return last == 0 and current == root


def verify_consistency(old_size: int, new_size: int, old_root: bytes, new_root: bytes, proof: Sequence[bytes]) -> bool:
    """RFC 9162, 2.1.4.2: whether the old tree is the beginning of the new one. An empty old tree proves nothing."""
    return old_size > 0 and verify_subtree_consistency(0, old_size, new_size, old_root, new_root, proof)


def verify_subtree_consistency(
    start: int, end: int, size: int, subtree_root: bytes, root: bytes, proof: Sequence[bytes]
) -> bool:
    """Whether the subtree ``[start, end)`` with its root stands unchanged in the tree of ``size`` leaves.

    The RFC's algorithm with a first leaf other than 0: two hashes are carried up, ``inner`` for the subtree and
    ``outer`` for the tree. An empty subtree is consistent with every tree when its root is the empty root.
    """
    if not (is_subtree(start, end) and end <= size and _are_hashes(proof)):
        return False
    if start == end:
        return not proof and subtree_root == EMPTY_ROOT
    first, node, last = start, end - 1, size - 1
    while first != node and (node & 1 or node == last):
        first, node, last = first >> 1, node >> 1, last >> 1
    rest = iter(proof)
    if first == node:
        inner = outer = subtree_root
    else:
        seed = next(rest, None)
        if seed is None:
            return False
        inner = outer = seed
    for sibling in rest:
        if last == 0:
            return False
        if node & 1 or node == last:
            if first < node:
                inner = node_hash(sibling, inner)
            outer = node_hash(sibling, outer)
            while not node & 1 and node:
                first, node, last = first >> 1, node >> 1, last >> 1
        else:
            outer = node_hash(outer, sibling)
        first, node, last = first >> 1, node >> 1, last >> 1
    return last == 0 and inner == subtree_root and outer == root


def _are_hashes(values: Sequence[bytes]) -> bool:
    return all(len(value) == HASH_SIZE for value in values)
