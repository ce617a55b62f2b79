"""RFC 6962/9162 against the recursive definition, written down here a second time."""

from __future__ import annotations

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cicatrix.core.merkle import (
    EMPTY_ROOT,
    TILE,
    TILE_LEVEL,
    Frontier,
    consistency_proof,
    consistency_ranges,
    inclusion_proof,
    inclusion_ranges,
    is_subtree,
    node_hash,
    range_root,
    subtree_consistency_proof,
    tree_root,
    verify_consistency,
    verify_inclusion,
    verify_subtree_consistency,
    verify_subtree_inclusion,
)

LEAVES = [hashlib.sha256(b"\x00%d" % number).digest() for number in range(300)]
SIZES = st.integers(1, len(LEAVES))


def split(size: int) -> int:
    """The largest power of two below ``size``."""
    power = 1
    while power * 2 < size:
        power *= 2
    return power


def naive_root(leaves: list[bytes]) -> bytes:
    """MTH of RFC 6962, 2.1."""
    if not leaves:
        return hashlib.sha256().digest()
    if len(leaves) == 1:
        return leaves[0]
    middle = split(len(leaves))
    return hashlib.sha256(b"\x01" + naive_root(leaves[:middle]) + naive_root(leaves[middle:])).digest()


def naive_path(index: int, leaves: list[bytes]) -> list[bytes]:
    """PATH of RFC 6962, 2.1.1."""
    if len(leaves) <= 1:
        return []
    middle = split(len(leaves))
    if index < middle:
        return [*naive_path(index, leaves[:middle]), naive_root(leaves[middle:])]
    return [*naive_path(index - middle, leaves[middle:]), naive_root(leaves[:middle])]


def naive_proof(old: int, leaves: list[bytes], whole: bool = True) -> list[bytes]:
    """SUBPROOF of RFC 6962, 2.1.2."""
    if old == len(leaves):
        return [] if whole else [naive_root(leaves)]
    middle = split(len(leaves))
    if old <= middle:
        return [*naive_proof(old, leaves[:middle], whole), naive_root(leaves[middle:])]
    return [*naive_proof(old - middle, leaves[middle:], False), naive_root(leaves[:middle])]


def test_the_tree_of_nothing_and_of_one() -> None:
    assert Frontier().root() == EMPTY_ROOT == naive_root([])
    assert tree_root(LEAVES[:1]) == LEAVES[0]


def test_the_root_is_right_after_every_append() -> None:
    frontier = Frontier()
    for size, leaf in enumerate(LEAVES[:130], 1):
        frontier.add(leaf)
        assert frontier.root() == naive_root(LEAVES[:size])


@given(st.integers(0, 120), st.integers(0, 120))
def test_a_frontier_goes_on_from_its_stored_peaks(before: int, after: int) -> None:
    first = Frontier()
    for leaf in LEAVES[:before]:
        first.add(leaf)
    second = Frontier(first.size, first.peaks)
    for leaf in LEAVES[before : before + after]:
        second.add(leaf)
    assert second.root() == naive_root(LEAVES[: before + after])


@pytest.mark.parametrize(("size", "peaks"), [(1, b""), (3, bytes(32)), (0, bytes(32)), (1, bytes(31)), (-1, bytes(64))])
def test_peaks_that_do_not_fit_the_size_are_refused(size: int, peaks: bytes) -> None:
    with pytest.raises(ValueError, match="do not fit"):
        Frontier(size, peaks)


@given(SIZES, st.data())
def test_inclusion_proofs_are_those_of_the_definition(size: int, data: st.DataObject) -> None:
    index = data.draw(st.integers(0, size - 1))
    leaves = LEAVES[:size]
    proof = inclusion_proof(leaves, index)
    assert proof == naive_path(index, leaves)
    assert verify_inclusion(leaves[index], index, size, proof, naive_root(leaves))


@given(SIZES, st.data())
def test_consistency_proofs_are_those_of_the_definition(size: int, data: st.DataObject) -> None:
    old = data.draw(st.integers(1, size))
    leaves = LEAVES[:size]
    proof = consistency_proof(leaves, old)
    assert proof == naive_proof(old, leaves)
    assert verify_consistency(old, size, naive_root(leaves[:old]), naive_root(leaves), proof)


def test_every_subtree_of_every_small_tree_is_proven() -> None:
    for size in range(1, 40):
        root = naive_root(LEAVES[:size])
        for start in range(size):
            for end in range(start + 1, size + 1):
                if is_subtree(start, end):
                    subtree = naive_root(LEAVES[start:end])
                    proof = subtree_consistency_proof(LEAVES[:size], start, end)
                    assert verify_subtree_consistency(start, end, size, subtree, root, proof)
                    inside = inclusion_proof(LEAVES[start:end], 0)
                    assert verify_subtree_inclusion(LEAVES[start], start, start, end, inside, subtree)


@given(st.integers(2, 200), st.data())
def test_a_changed_proof_proves_nothing(size: int, data: st.DataObject) -> None:
    leaves = LEAVES[:size]
    index = data.draw(st.integers(0, size - 1))
    proof, root = inclusion_proof(leaves, index), naive_root(leaves)
    place, bit = data.draw(st.integers(0, len(proof) - 1)), data.draw(st.integers(0, 255))
    flipped = bytearray(proof[place])
    flipped[bit // 8] ^= 1 << bit % 8
    changed = [
        [*proof[:place], bytes(flipped), *proof[place + 1 :]],
        proof[:-1],
        [*proof, root],
        [root, *proof],
        [*proof[:place], proof[place][:-1], *proof[place + 1 :]],
    ]
    for other in changed:
        assert not verify_inclusion(leaves[index], index, size, other, root)
    assert not verify_inclusion(leaves[index], index, size, proof, node_hash(root, root))
    assert not verify_inclusion(leaves[index], size, size, proof, root)
    assert not verify_inclusion(leaves[index], -1, size, proof, root)


@given(st.integers(2, 200), st.data())
def test_a_rewritten_beginning_is_not_consistent(size: int, data: st.DataObject) -> None:
    old = data.draw(st.integers(1, size - 1))
    leaves = LEAVES[:size]
    proof, root = consistency_proof(leaves, old), naive_root(leaves)
    place = data.draw(st.integers(0, old - 1))
    rewritten = [*leaves[:place], hashlib.sha256(b"other").digest(), *leaves[place + 1 :]]
    assert not verify_consistency(old, size, naive_root(rewritten[:old]), root, proof)
    assert not verify_consistency(old, size, naive_root(leaves[:old]), naive_root(rewritten), proof)
    assert not verify_consistency(old, size, naive_root(leaves[:old]), root, [*proof, root])
    assert not verify_consistency(old, size, naive_root(leaves[:old]), root, proof[:-1])
    assert not verify_consistency(size, old, root, naive_root(leaves[:old]), proof)


def test_empty_trees() -> None:
    root = tree_root(LEAVES[:5])
    assert not verify_consistency(0, 5, EMPTY_ROOT, root, [])  # that nothing comes first says nothing
    assert verify_subtree_consistency(2, 2, 5, EMPTY_ROOT, root, [])
    assert not verify_subtree_consistency(2, 2, 5, root, root, [])
    assert not verify_inclusion(LEAVES[0], 0, 0, [], EMPTY_ROOT)
    assert not verify_subtree_consistency(2, 3, 5, LEAVES[2], root, [])
    assert not verify_consistency(3, 5, tree_root(LEAVES[:3]), root, [])


def test_ranges_outside_a_tree_are_errors() -> None:
    with pytest.raises(ValueError, match="not in a tree"):
        inclusion_ranges(5, 5)
    for start, end, size in ((0, 6, 5), (1, 3, 5), (0, 0, 5), (-1, 1, 5)):
        with pytest.raises(ValueError, match="no subtree"):
            consistency_ranges(start, end, size)
    assert not is_subtree(3, 2)


BIG = [hashlib.sha256(b"\x00%d" % number).digest() for number in range(2_100)]


def kept_nodes(leaves: list[bytes]) -> dict[tuple[int, int], bytes]:
    return {(node.level, node.index): node.hash for node in Frontier().extend(leaves)}


@given(st.lists(st.integers(0, 700), max_size=5))
def test_many_leaves_at_once_grow_the_tree_as_one_by_one(parts: list[int]) -> None:
    together, single = Frontier(), Frontier()
    for part in parts:
        leaves = BIG[together.size % 1000 :][:part]
        completed = [(node.level, node.index) for node in together.extend(leaves)]
        expected = [
            (level, index)
            for level in range(TILE_LEVEL, 13)
            for index in range(single.size >> level, (single.size + len(leaves)) >> level)
        ]
        for leaf in leaves:
            single.add(leaf)
        assert completed == expected
        assert (together.size, together.peaks) == (single.size, single.peaks)


def test_completed_nodes_are_the_roots_of_their_leaves() -> None:
    kept = kept_nodes(BIG)
    expected = [(level, place) for level in range(8, 12) for place in range(len(BIG) >> level)]
    assert sorted(kept) == expected
    for (level, place), found in kept.items():
        assert found == naive_root(BIG[place << level : (place + 1) << level])


@given(st.integers(1, len(BIG)), st.data())
def test_proofs_from_kept_nodes_are_the_same_and_read_few_leaves(size: int, data: st.DataObject) -> None:
    kept, read = kept_nodes(BIG[:size]), []

    def leaves(start: int, end: int) -> list[bytes]:
        assert 0 < end - start < TILE
        read.append(end - start)
        return BIG[start:end]

    def node(level: int, place: int) -> bytes:
        return kept[level, place]

    index = data.draw(st.integers(0, size - 1))
    proof = [range_root(start, end, leaves, node) for start, end in inclusion_ranges(index, size)]
    assert proof == inclusion_proof(BIG[:size], index)
    assert sum(read) < 2 * TILE
    old = data.draw(st.integers(1, size))
    proof = [range_root(start, end, leaves, node) for start, end in consistency_ranges(0, old, size)]
    assert proof == consistency_proof(BIG[:size], old)
