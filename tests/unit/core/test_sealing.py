"""A Sealer against the single steps that it joins."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from cicatrix.core.entries import GENESIS, EntryKind, Header, chain_hash, commitment, leaf_hash
from cicatrix.core.merkle import TILE, Frontier, tree_root
from cicatrix.core.sealing import Sealer
from cicatrix.core.trust import Origin

AT = "2026-11-30T12:00:00.000000Z"
DRAFTS = st.tuples(
    st.sampled_from(EntryKind),
    st.binary(min_size=32, max_size=32),
    st.binary(max_size=40),
    st.sampled_from(Origin),
    st.lists(st.integers(1, 9), max_size=3).map(tuple),
    st.lists(st.sampled_from(["0" * 32, "f" * 32]), max_size=2).map(tuple),
)


@given(st.lists(DRAFTS, max_size=6))
def test_entries_are_sealed_as_the_single_steps_say(
    drafts: list[tuple[EntryKind, bytes, bytes, Origin, tuple[int, ...], tuple[str, ...]]],
) -> None:
    log = Sealer("acme/a", GENESIS, Frontier(), at=AT, by="cicatrix/test")
    chain, leaves = GENESIS, []
    for seq, (kind, salt, body, origin, parents, subjects) in enumerate(drafts, 1):
        sealed = log.seal(kind, salt, body, actor="a" * 32, origin=origin, parents=parents, subjects=subjects)
        commit = commitment(salt, body).hex()
        header = Header(
            "acme/a", seq, chain.hex(), kind, AT, "a" * 32, origin, commit, parents, subjects, "cicatrix/test"
        ).canonical()
        assert sealed == (header, leaf_hash(header))
        leaves.append(leaf_hash(header))
        chain = chain_hash(chain, leaves[-1])
    assert (log.chain, log.tree.size, log.tree.root()) == (chain, len(leaves), tree_root(leaves))


def test_completed_nodes_are_collected() -> None:
    log = Sealer("acme/a", GENESIS, Frontier(), at=AT, by="cicatrix/test")
    for _ in range(2 * TILE):
        log.seal(EntryKind.EPISODE, bytes(32), b"{}", actor="a", origin=Origin.HUMAN)
    assert [(node.level, node.index) for node in log.nodes] == [(8, 0), (8, 1), (9, 0)]
