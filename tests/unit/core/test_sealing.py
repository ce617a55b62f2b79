"""A Sealer against the single steps that it joins."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from cicatrix.core.entries import GENESIS, EntryKind, Header, chain_hash, commitment, leaf_hash
from cicatrix.core.merkle import TILE, Frontier, tree_root
from cicatrix.core.sealing import Sealer, Unsealed
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


@given(st.lists(st.lists(DRAFTS, max_size=4), max_size=3))
def test_entries_are_sealed_as_the_single_steps_say(
    batches: list[list[tuple[EntryKind, bytes, bytes, Origin, tuple[int, ...], tuple[str, ...]]]],
) -> None:
    log = Sealer("acme/a", GENESIS, Frontier(), at=AT, by="cicatrix/test")
    chain = GENESIS
    leaves: list[bytes] = []
    expected: list[tuple[bytes, bytes]] = []
    sealed: list[tuple[bytes, bytes]] = []
    for drafts in batches:
        for kind, salt, body, origin, parents, subjects in drafts:
            commit = commitment(salt, body).hex()
            header = Header(
                "acme/a",
                len(leaves) + 1,
                chain.hex(),
                kind,
                AT,
                "a" * 32,
                origin,
                commit,
                parents,
                subjects,
                "cicatrix/test",
            ).canonical()
            leaves.append(leaf_hash(header))
            expected.append((header, leaves[-1]))
            chain = chain_hash(chain, leaves[-1])
        bodies = [(kind, body, "a" * 32, origin, before, who) for kind, _, body, origin, before, who in drafts]
        headers, found = log.seal(bodies, [draft[1] for draft in drafts])
        sealed += zip(headers, found, strict=True)
    assert sealed == expected
    assert (log.size, log.chain, log.tree.root()) == (len(leaves), chain, tree_root(leaves))


def test_entries_sealed_elsewhere_are_followed() -> None:
    log, other = (Sealer("acme/a", GENESIS, Frontier(), at=AT, by="cicatrix/test") for _ in range(2))
    headers, leaves = log.seal([(EntryKind.EPISODE, b"{}", "a", Origin.HUMAN, (), ())] * 3, [bytes(32)] * 3)
    later = AT.replace("2026", "2027")
    assert [other.follow(header, later) for header in headers] == leaves
    assert (other.size, other.chain, other.tree.root(), other.at) == (3, log.chain, log.tree.root(), later)


def test_completed_nodes_are_told_once() -> None:
    log = Sealer("acme/a", GENESIS, Frontier(), at=AT, by="cicatrix/test")
    body: Unsealed = (EntryKind.EPISODE, b"{}", "a", Origin.HUMAN, (), ())
    told = []
    for count in (TILE + 3, 1, TILE - 4):
        log.seal([body] * count, [bytes(32)] * count)
        told.append([(node.level, node.index) for node in log.completed()])
    assert told == [[(8, 0)], [], [(8, 1), (9, 0)]]
