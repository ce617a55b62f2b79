"""The token budget: which of the ranked items are put before a model, whole or, of an episode, an excerpt.

Rescued items come first and are guaranteed; hard constraints have a reserved slice that nothing else may use; the rest
follows by score. An item that does not fit is named with its figures, and smaller ones after it may still enter. Words
of external origin fill at most their share where better-trusted ones stand beside them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cicatrix.core.recall import RejectReason


@dataclass(frozen=True, slots=True)
class Bid:
    """One item that wants a place: what it costs, and what it may claim."""

    handle: str
    tokens: int
    rescued: bool = False
    hard: bool = False  # a constraint that concerns the query: may use the reserved slice
    external: bool = False
    excerpt: int = 0  # what an excerpt of it costs, where it may stand for the whole; 0: only the whole will do


@dataclass(frozen=True, slots=True)
class Loss:
    """An item that got no place, with the figures in words."""

    handle: str
    reason: RejectReason
    detail: str


@dataclass(frozen=True, slots=True)
class Allocation:
    """Handles in the order of the brief, those left out, and the tokens spent."""

    placed: tuple[str, ...]
    lost: tuple[Loss, ...]
    spent: int
    excerpted: frozenset[str] = frozenset()  # placed as an excerpt


def allocate(
    bids: Sequence[Bid],
    *,
    budget: int,
    reserved: int,
    head: int = 0,
    limit: int | None = None,
    external_cap: int | None = None,
) -> Allocation:
    """Share ``budget`` tokens out among bids that stand best first; handles are unique.

    ``reserved`` tokens (at most the budget) are kept for hard bids; what they do not need goes to all. ``head`` tokens
    of the budget are for no bid. ``limit`` is the most items, None for any number. ``external_cap`` is the most tokens
    of external bids, applied only where another bid is not external; None for no cap.
    """
    order = [bid for bid in bids if bid.rescued] + [bid for bid in bids if not bid.rescued]
    if all(bid.external for bid in bids):
        external_cap = None
    waiting = _reserve(order, min(reserved, budget - head))
    placed: list[str] = []
    lost: list[Loss] = []
    excerpted: set[str] = set()
    spent = external_spent = 0
    for bid in order:
        kept = sum(tokens for handle, tokens in waiting.items() if handle != bid.handle) if not bid.rescued else 0
        waiting.pop(bid.handle, None)
        room = budget - head - spent - kept
        share = None if external_cap is None or not bid.external else external_cap - external_spent
        tokens = bid.tokens
        if bid.excerpt and tokens > (room if share is None else min(room, share)):
            tokens = bid.excerpt
        if limit is not None and len(placed) >= limit:
            lost.append(Loss(bid.handle, RejectReason.OVER_LIMIT, f"comes after the limit of {limit}"))
        elif tokens > room:
            lost.append(Loss(bid.handle, RejectReason.OVER_BUDGET, _shortage(bid.tokens, room, budget)))
        elif share is not None and tokens > share:
            detail = f"needs {bid.tokens} tokens, {share} of {external_cap} for external words were left"
            lost.append(Loss(bid.handle, RejectReason.UNTRUSTED_SHARE, detail))
        else:
            placed.append(bid.handle)
            spent += tokens
            external_spent += tokens if bid.external else 0
            if tokens != bid.tokens:
                excerpted.add(bid.handle)
    return Allocation(tuple(placed), tuple(lost), spent, frozenset(excerpted))


def _reserve(order: Sequence[Bid], slice_: int) -> dict[str, int]:
    """The hard bids that the reserved slice holds, best first, with their tokens."""
    kept: dict[str, int] = {}
    for bid in order:
        if bid.hard and sum(kept.values()) + bid.tokens <= slice_:
            kept[bid.handle] = bid.tokens
    return kept


def _shortage(tokens: int, room: int, budget: int) -> str:
    if tokens > budget:
        return f"needs {tokens} tokens, the budget is {budget}"
    return f"needs {tokens} tokens, {max(room, 0)} of {budget} were left"
