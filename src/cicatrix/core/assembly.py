"""From what may be shown to what is put before a model, and why the rest is not.

Where a recall reads several namespaces, each was searched and sifted for itself, and only the budget is shared: what
each holds stands behind its own handles. An episode too big for the budget is shown by the passages that share most
with the query.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from heapq import merge
from typing import Final

from cicatrix.core.budget import Allocation, Bid, allocate
from cicatrix.core.candidates import Candidate, SearchResult
from cicatrix.core.conflicts import Conflicts, conflicts_of
from cicatrix.core.ids import Kind
from cicatrix.core.pinning import held_by_slice
from cicatrix.core.placing import Placed, in_excerpts, place
from cicatrix.core.polarity import prohibits
from cicatrix.core.recall import ONE, RecallSettings, Rejected, RejectReason, Thresholds
from cicatrix.core.safety import linked_hazards
from cicatrix.core.sifting import Sifted, is_vital, rejected
from cicatrix.core.trust import Origin

KEPT_REJECTED: Final = 50
"""So many of the best that were left out are kept one by one; the rest is counted by reason."""


@dataclass(frozen=True, slots=True)
class Assembly:
    """What becomes of one namespace. ``standing`` are the candidates past the floor that may be shown, best first,
    placed or not; ``missing`` those of them whose absence matters: the best one, a hard constraint or a rule whose tags
    the query names, too big. ``matched`` counts what is past the floor, with what the search only counted.
    ``conflicts`` are pairs of rules that cannot both be followed, placed or not.
    """

    placed: tuple[Placed, ...]
    standing: tuple[Candidate, ...]
    missing: tuple[Rejected, ...]
    rejected: tuple[Rejected, ...]
    rejected_counts: dict[str, int]
    spent: int
    matched: int = 0
    conflicts: tuple[tuple[str, str], ...] = ()

    @property
    def rescued(self) -> tuple[Candidate, ...]:
        return tuple(item.candidate for item in self.placed if item.rescued)


def assemble(sifted: Sequence[Sifted], settings: RecallSettings, thresholds: Thresholds) -> tuple[Assembly, ...]:
    """Share one budget out, and say what each namespace has of it, in the order given: the nearest first.

    Pure: the same gives the same.
    """
    found, conflicts = conflicts_of(sifted)
    standing = _merged(part.standing for part in found)
    rescued = _merged(part.rescued for part in found)
    pinned = _merged(part.pinned for part in found)
    wholes = {name: place(each, conflicts.against(name)) for name, each in {**standing, **rescued, **pinned}.items()}
    tokens = {name: placed.tokens for name, placed in wholes.items()}
    excerpts = {
        name: placed
        for part in found
        for name, placed in in_excerpts(_merged([part.standing]), tokens, part.result, settings, thresholds).items()
    }
    cost = {name: placed.tokens for name, placed in excerpts.items()}
    held = held_by_slice(pinned, tokens, settings)
    hazards = {each.namespace: linked_hazards(part.result.terms) for part in found for each in part.standing.values()}
    bids = [_bid(each, tokens, rescued=True) for each in sorted(rescued.values(), key=_most_important)]
    bids += [_bid(pinned[name], tokens, rescued=True) for name in held if name not in rescued]
    bids += [
        _bid(
            each,
            tokens,
            rescued=is_vital(each, hazards[each.namespace], settings),
            hard=is_hard(each, settings),
            excerpt=cost.get(each.name, 0),
        )
        for each in merge(*(part.standing.values() for part in found), key=lambda each: -each.score)
        if each.name not in held
    ]
    allocation = allocate(
        bids,
        budget=settings.budget,
        head=min(thresholds.head, settings.budget // 10),
        reserved=settings.reserved,
        limit=settings.limit,
        external_cap=settings.budget * thresholds.external_share // ONE,
    )
    placed = [
        replace(excerpts[name] if name in allocation.excerpted else wholes[name], rescued=name in rescued)
        for name in allocation.placed
    ]
    losses = _lost(allocation, wholes)
    for name, each in pinned.items():
        if name not in standing and name not in rescued and name not in held:
            detail = f"finds no room: others fill the {settings.pinned} tokens for pinned memories"
            losses[name] = rejected(each, RejectReason.OVER_BUDGET, detail)
    full = settings.limit is not None and len(placed) >= settings.limit
    return tuple(_assembly(part, placed, losses, conflicts, settings, thresholds, full=full) for part in found)


def _merged(parts: Iterable[Mapping[str, Candidate]]) -> dict[str, Candidate]:
    return {each.name: each for part in parts for each in part.values()}


def _assembly(
    part: Sifted,
    placed: Sequence[Placed],
    lost: Mapping[str, Rejected],
    conflicts: Conflicts,
    settings: RecallSettings,
    thresholds: Thresholds,
    *,
    full: bool,
) -> Assembly:
    """What the whole comes to for one namespace. ``full`` says that the limit of items is reached."""
    mine = tuple(item for item in placed if item.candidate.name in {each.name for each in part.shown.values()})
    losses = {**part.losses, **{each.handle: lost[each.name] for each in part.shown.values() if each.name in lost}}
    ranked = [losses[candidate.handle] for candidate in part.result.candidates if candidate.handle in losses]
    above, under = _only_counted(part.result)
    counts = Counter(loss.reason for loss in ranked)
    counts[RejectReason.OVER_LIMIT if full else RejectReason.OVER_BUDGET] += above
    counts[RejectReason.BELOW_FLOOR] += under
    standing = tuple(part.standing.values())
    return Assembly(
        placed=mine,
        standing=standing,
        missing=tuple(_missing(standing, part.rescued, losses, settings, thresholds)),
        rejected=tuple(ranked[:KEPT_REJECTED]),
        rejected_counts={reason.value: count for reason, count in sorted(counts.items()) if count},
        spent=sum(item.tokens for item in mine),
        matched=len(standing) + above,
        conflicts=conflicts.met_by(standing),
    )


def is_hard(candidate: Candidate, settings: RecallSettings) -> bool:
    """A rule that forbids something, a standing preference that binds whatever is asked for here, or what is as
    important as what is rescued: it has a slice of the budget reserved."""
    if candidate.kind is Kind.EPISODE:
        return False
    if candidate.importance >= settings.rescue_importance or "bound" in candidate.components:
        return True
    return candidate.kind is Kind.RULE and prohibits(candidate.text)


def _lost(allocation: Allocation, wholes: Mapping[str, Placed]) -> dict[str, Rejected]:
    return {loss.handle: rejected(wholes[loss.handle].candidate, loss.reason, loss.detail) for loss in allocation.lost}


def _only_counted(result: SearchResult) -> tuple[int, int]:
    """How many candidates past the floor, and below it, the search found and did not hand on one by one."""
    listed_above = sum(candidate.above_floor for candidate in result.candidates)
    listed_below = sum(
        not candidate.above_floor and candidate.components.get("reach", candidate.coverage) > 0
        for candidate in result.candidates
    )
    above = result.statistics.get("above_floor", listed_above) - listed_above
    below = result.statistics.get("below_floor", listed_below) - listed_below
    return above, below


def _bid(
    candidate: Candidate, tokens: Mapping[str, int], *, rescued: bool = False, hard: bool = False, excerpt: int = 0
) -> Bid:
    name, external = candidate.name, candidate.trust is Origin.EXTERNAL
    return Bid(name, tokens[name], rescued=rescued, hard=hard, external=external, excerpt=excerpt)


def _missing(
    standing: Sequence[Candidate],
    rescued: Mapping[str, Candidate],
    losses: Mapping[str, Rejected],
    settings: RecallSettings,
    thresholds: Thresholds,
) -> list[Rejected]:
    """What was too big and may not be missed in silence."""
    best = standing[0].handle if standing else ""
    wanted = [*rescued.values()]
    wanted += [
        candidate
        for candidate in standing
        if candidate.handle == best
        or is_hard(candidate, settings)
        or (candidate.kind is Kind.RULE and len(candidate.tags_met) >= thresholds.act_tags)
    ]
    lost = [losses[candidate.handle] for candidate in wanted if candidate.handle in losses]
    return [loss for loss in lost if loss.reason is RejectReason.OVER_BUDGET]


def _most_important(candidate: Candidate) -> tuple[int, int]:
    return -candidate.importance, -candidate.score
