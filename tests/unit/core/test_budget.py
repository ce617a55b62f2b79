"""Whole items only, the best first, nothing lost in silence."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from cicatrix.core.budget import Allocation, Bid, allocate
from cicatrix.core.recall import RejectReason


def share(
    *bids: Bid, budget: int = 100, reserved: int = 0, limit: int | None = None, cap: int | None = None
) -> Allocation:
    return allocate(bids, budget=budget, reserved=reserved, limit=limit, external_cap=cap)


def test_the_best_come_first_and_whole() -> None:
    got = share(Bid("a", 60), Bid("b", 40), Bid("c", 1))
    assert got.placed == ("a", "b")
    assert got.spent == 100
    assert [(loss.handle, loss.reason) for loss in got.lost] == [("c", RejectReason.OVER_BUDGET)]


def test_what_is_too_big_is_named_with_its_figures_and_smaller_ones_follow() -> None:
    got = share(Bid("big", 2400), Bid("noise", 40), budget=900)
    assert got.placed == ("noise",)
    assert got.lost[0].detail == "needs 2400 tokens, the budget is 900"


def test_the_figures_of_what_did_not_fit_any_more() -> None:
    got = share(Bid("a", 60), Bid("b", 50))
    assert got.lost[0].detail == "needs 50 tokens, 40 of 100 were left"


def test_a_rescued_item_is_first_even_when_the_others_fill_the_budget() -> None:
    got = share(Bid("best", 90), Bid("allergy", 30, rescued=True))
    assert got.placed == ("allergy",)
    assert got.lost[0].detail == "needs 90 tokens, 70 of 100 were left"


def test_a_hard_constraint_has_its_slice_although_it_ranks_last() -> None:
    bids = (Bid("a", 50), Bid("b", 40), Bid("never", 20, hard=True))
    assert share(*bids, reserved=20).placed == ("a", "never")
    assert share(*bids, reserved=19).placed == ("a", "b")  # the slice does not hold it


def test_the_slice_that_nobody_needs_is_for_all() -> None:
    assert share(Bid("a", 100), reserved=50).placed == ("a",)


def test_a_slice_larger_than_the_budget_is_the_budget() -> None:
    assert share(Bid("a", 10), Bid("never", 100, hard=True), reserved=500).placed == ("never",)


def test_several_hard_constraints_share_the_slice_best_first() -> None:
    bids = (Bid("a", 80), Bid("h1", 20, hard=True), Bid("h2", 20, hard=True))
    assert share(*bids, reserved=20).placed == ("a", "h1")


def test_limits() -> None:
    bids = (Bid("a", 1), Bid("b", 1))
    got = share(*bids, limit=1)
    assert got.placed == ("a",)
    assert got.lost[0].reason is RejectReason.OVER_LIMIT
    assert got.lost[0].detail == "comes after the limit of 1"
    assert share(*bids, limit=0).placed == ()
    assert share(*bids, budget=0).placed == ()
    assert share(budget=0).placed == ()


def test_external_words_fill_at_most_their_share_beside_better_trusted_ones() -> None:
    outside = (Bid("x", 20, external=True), Bid("y", 10, external=True))
    got = share(*outside, Bid("house", 10), cap=25)
    assert got.placed == ("x", "house")
    assert got.lost[0].reason is RejectReason.UNTRUSTED_SHARE
    assert got.lost[0].detail == "needs 10 tokens, 5 of 25 for external words were left"
    assert share(*outside, cap=25).placed == ("x", "y")  # nothing better stands beside them


bids_strategy = st.lists(
    st.builds(
        Bid,
        handle=st.just(""),
        tokens=st.integers(1, 60),
        rescued=st.booleans(),
        hard=st.booleans(),
        external=st.booleans(),
    ),
    max_size=12,
).map(lambda bids: [replace(bid, handle=f"M-{place}") for place, bid in enumerate(bids, 1)])


@given(
    bids=bids_strategy,
    budget=st.integers(0, 120),
    reserved=st.integers(0, 60),
    limit=st.none() | st.integers(0, 6),
    cap=st.none() | st.integers(0, 60),
)
def test_every_bid_is_placed_or_lost_once_and_no_bound_is_broken(
    bids: list[Bid], budget: int, reserved: int, limit: int | None, cap: int | None
) -> None:
    got = allocate(bids, budget=budget, reserved=reserved, limit=limit, external_cap=cap)
    by_handle = {bid.handle: bid for bid in bids}
    placed = [by_handle[handle] for handle in got.placed]
    assert sorted([*got.placed, *(loss.handle for loss in got.lost)]) == sorted(by_handle)
    assert got.spent == sum(bid.tokens for bid in placed) <= budget
    assert limit is None or len(placed) <= limit
    if cap is not None and any(not bid.external for bid in bids):
        assert sum(bid.tokens for bid in placed if bid.external) <= cap
    ranks = {handle: place for place, handle in enumerate(by_handle)}
    rescued = [bid.handle for bid in placed if bid.rescued]
    assert list(got.placed) == rescued + sorted((h for h in got.placed if h not in rescued), key=ranks.__getitem__)
    for loss in got.lost:
        if by_handle[loss.handle].rescued and loss.reason is RejectReason.OVER_BUDGET:
            assert by_handle[loss.handle].tokens + sum(bid.tokens for bid in placed if bid.rescued) > budget
