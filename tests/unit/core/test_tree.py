"""The whole tree in memory gives the same roots and proofs as the leaves."""

from __future__ import annotations

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cicatrix.core.merkle import consistency_proof, consistency_ranges, inclusion_proof, inclusion_ranges, tree_root
from cicatrix.core.tree import Tree

leaves = st.integers(1, 70).map(lambda size: [hashlib.sha256(bytes([number])).digest() for number in range(size)])


@given(leaves, st.data())
def test_roots_and_proofs_are_those_of_the_leaves(made: list[bytes], draw: st.DataObject) -> None:
    tree, size = Tree(made), len(made)
    assert (tree.size, tree.root()) == (size, tree_root(made))
    index = draw.draw(st.integers(0, size - 1))
    assert [tree.root(*span) for span in inclusion_ranges(index, size)] == inclusion_proof(made, index)
    assert [tree.root(*span) for span in consistency_ranges(0, index + 1, size)] == consistency_proof(made, index + 1)
    assert tree.root(0, index) == tree_root(made[:index])


def test_ranges_outside_are_refused() -> None:
    with pytest.raises(ValueError, match="not in a tree"):
        Tree([bytes(32)]).root(0, 2)
