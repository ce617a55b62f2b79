"""From scored candidates to what is put before a model, and why the rest is not.

One lesson appears once: an episode whose memory stands in the recall is shown as that memory. An episode of which a
memory has ended is shown only as what still stands, so that a retired lesson never comes back through the words that
taught it. An episode too big for the budget is shown by the passages that share most with the query.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Final

from cicatrix.core.asking import Form
from cicatrix.core.budget import Bid, allocate
from cicatrix.core.candidates import Candidate, SearchResult
from cicatrix.core.concern import SMALL, concerns
from cicatrix.core.dating import is_of_any
from cicatrix.core.echoes import echoes
from cicatrix.core.grasp import Grasp, is_rule
from cicatrix.core.holding import About, labelled
from cicatrix.core.ids import Kind
from cicatrix.core.memories import RECALLABLE, Status
from cicatrix.core.pinning import held_by_slice
from cicatrix.core.placing import Placed, in_excerpts, place
from cicatrix.core.polarity import contradict, prohibits
from cicatrix.core.quantities import quantities, shares_only_other_numbers
from cicatrix.core.recall import ONE, RecallSettings, Rejected, RejectReason, Thresholds
from cicatrix.core.safety import linked_hazards
from cicatrix.core.text import content_stems
from cicatrix.core.trust import Origin
from cicatrix.core.windows import Window

KEPT_REJECTED: Final = 50
"""So many of the best that were left out are kept one by one; the rest is counted by reason."""

_SPEAKS_FOR_ITSELF: Final = 4
"""Content stems, the speaker's name included, from which a turn says the same wherever it stands."""

_KEPT_FIGURES: Final[tuple[str, ...]] = ("coverage", "relevance")
_ENDED: Final = {
    Status.SUPERSEDED: RejectReason.SUPERSEDED,
    Status.RETIRED: RejectReason.RETIRED,
    Status.FORGOTTEN: RejectReason.FORGOTTEN,
    Status.MERGED: RejectReason.MERGED,
}
_OVER: Final = frozenset({Status.SUPERSEDED, Status.RETIRED, Status.FORGOTTEN})
"""Of the memories of an episode; the words of a merged one stand in another that cites it too."""

_COMPARED: Final = 20  # so many of the best rules are compared with each other
_PAUSED: Final = frozenset({Status.SUSPENDED, Status.QUARANTINED})


@dataclass(frozen=True, slots=True)
class Assembly:
    """``standing`` are the candidates past the floor that may be shown, best first, placed or not; ``missing`` those
    of them whose absence matters: the best one, a hard constraint or a rule whose tags the query names, too big.
    ``matched`` counts what is past the floor, with what the search only counted. ``conflicts`` are pairs of rules that
    cannot both be followed, placed or not.
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


def assemble(
    result: SearchResult,
    settings: RecallSettings,
    thresholds: Thresholds,
    *,
    query: str = "",
    asked: Form = Form.TASK,
    windows: Sequence[Window] = (),
    about: About | None = None,
) -> Assembly:
    """Sort the candidates of one search into placed and rejected. Pure: the same result gives the same assembly.

    ``asked`` is the form of the query, ``windows`` are the times that it names, ``about`` is the time that it is about;
    without that nothing is over.
    """
    if not result.terms or asked is Form.SMALL_TALK:
        candidates = tuple(replace(each, above_floor=False) for each in result.candidates if each.pinned)
        result = replace(result, candidates=candidates, statistics={})
    standing, rescued, losses = _sorted(result, settings, thresholds, query, asked, windows, about)
    pinned = {each.handle: each for each in result.candidates if each.pinned and each.handle not in losses}
    shown = {**standing, **rescued, **pinned}
    conflicts = _conflicts(list(standing.values()))
    against = {handle: tuple(_others(handle, conflicts)) for handle in shown}
    wholes = {handle: place(candidate, against[handle]) for handle, candidate in shown.items()}
    tokens = {handle: placed.tokens for handle, placed in wholes.items()}
    head = min(thresholds.head, settings.budget // 10)
    excerpts = in_excerpts(standing, tokens, result, settings, thresholds)
    cost = {handle: placed.tokens for handle, placed in excerpts.items()}
    held = held_by_slice(pinned, tokens, settings)
    below = [each for each in pinned.values() if each.handle not in standing and each.handle not in rescued]
    bids = [_bid(each, tokens, rescued=True) for each in sorted(rescued.values(), key=_most_important)]
    bids += [_bid(pinned[handle], tokens, rescued=True) for handle in held if handle not in rescued]
    hazards = linked_hazards(result.terms)
    bids += [
        _bid(
            each,
            tokens,
            rescued=is_vital(each, hazards, settings),
            hard=is_hard(each, settings),
            excerpt=cost.get(each.handle, 0),
        )
        for each in standing.values()
        if each.handle not in held
    ]
    allocation = allocate(
        bids,
        budget=settings.budget,
        head=head,
        reserved=settings.reserved,
        limit=settings.limit,
        external_cap=settings.budget * thresholds.external_share // ONE,
    )
    for each in below:
        if each.handle not in held:
            detail = f"finds no room: others fill the {settings.pinned} tokens for pinned memories"
            losses[each.handle] = _rejected(each, RejectReason.OVER_BUDGET, detail)
    for loss in allocation.lost:
        losses[loss.handle] = _rejected(shown[loss.handle], loss.reason, loss.detail)
    ranked = [losses[candidate.handle] for candidate in result.candidates if candidate.handle in losses]
    above, under = _only_counted(result)
    full = settings.limit is not None and len(allocation.placed) >= settings.limit
    counts = Counter(loss.reason for loss in ranked)
    counts[RejectReason.OVER_LIMIT if full else RejectReason.OVER_BUDGET] += above
    counts[RejectReason.BELOW_FLOOR] += under
    return Assembly(
        placed=tuple(
            replace(
                excerpts[handle] if handle in allocation.excerpted else wholes[handle],
                rescued=handle in rescued,
            )
            for handle in allocation.placed
        ),
        standing=tuple(standing.values()),
        missing=tuple(_missing(list(standing.values()), rescued, losses, settings, thresholds)),
        rejected=tuple(ranked[:KEPT_REJECTED]),
        rejected_counts={reason.value: count for reason, count in sorted(counts.items()) if count},
        spent=allocation.spent,
        matched=len(standing) + above,
        conflicts=conflicts,
    )


def _conflicts(standing: Sequence[Candidate]) -> tuple[tuple[str, str], ...]:
    """The pairs of standing rules of which one forbids what the other asks, where that is not settled."""
    rules = [candidate for candidate in standing if is_rule(candidate)][:_COMPARED]
    return tuple(
        (one.handle, two.handle)
        for one, two in combinations(rules, 2)
        if one.handle not in two.refines and two.handle not in one.refines and contradict(one.text, two.text)
    )


def _others(handle: str, conflicts: Sequence[tuple[str, str]]) -> list[str]:
    return [two if one == handle else one for one, two in conflicts if handle in (one, two)]


def _sorted(
    result: SearchResult,
    settings: RecallSettings,
    thresholds: Thresholds,
    query: str,
    asked: Form,
    windows: Sequence[Window],
    about: About | None,
) -> tuple[dict[str, Candidate], dict[str, Candidate], dict[str, Rejected]]:
    """The candidates that may be shown, those that are rescued, and the others with the reason; each by handle."""
    hazards = linked_hazards(result.terms)
    standing: dict[str, Candidate] = {}
    rescued: dict[str, Candidate] = {}
    losses: dict[str, Rejected] = {}
    has_numbers = bool(quantities(query))
    grasp = Grasp(query, result, SMALL)
    for candidate in labelled(result.candidates, about):
        loss = _status_loss(candidate, about)
        if loss is not None:
            losses[candidate.handle] = loss
        elif candidate.above_floor and has_numbers and _is_of_other_numbers(candidate, query, result.terms):
            losses[candidate.handle] = _rejected(
                candidate, RejectReason.BELOW_FLOOR, "shares only a number, which counts another thing there"
            )
        elif candidate.above_floor and concerns(candidate, grasp):
            standing[candidate.handle] = candidate
        elif _is_rescued(candidate, hazards, settings, thresholds):
            rescued[candidate.handle] = candidate
        elif not candidate.pinned:
            losses[candidate.handle] = _below_floor(candidate)
    shown = {**standing, **rescued}
    for candidate in list(standing.values()):
        loss = _lesson_loss(candidate, shown, asked, losses)
        if loss is not None:
            losses[candidate.handle] = loss
            del standing[candidate.handle]
    for handle, old in ({} if windows else echoes(standing, result.candidates, result.terms)).items():
        detail = f"repeats what {old.handle} said, which {old.superseded_by} replaced"
        losses[handle] = _rejected(standing.pop(handle), RejectReason.SUPERSEDED, detail)
    for handle in _out_of_window(standing, windows):
        candidate = standing.pop(handle)
        losses[handle] = _rejected(candidate, RejectReason.OUT_OF_WINDOW, f"is of {candidate.occurred_at[:10]}")
    for handle, first in ({} if windows else _repeats(standing)).items():
        losses[handle] = _rejected(
            standing.pop(handle), RejectReason.SAME_TEXT, f"says word for word what {first} says"
        )
    return standing, rescued, losses


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


def is_hard(candidate: Candidate, settings: RecallSettings) -> bool:
    """A rule that forbids something, or what is as important as what is rescued: it has a slice of the budget
    reserved."""
    if candidate.kind is Kind.EPISODE:
        return False
    return candidate.importance >= settings.rescue_importance or (
        candidate.kind is Kind.RULE and prohibits(candidate.text)
    )


def is_vital(candidate: Candidate, hazards: frozenset[str], settings: RecallSettings) -> bool:
    """A critical memory or rule that speaks of a hazard of this query: its place is guaranteed, whatever its rank."""
    if candidate.kind is Kind.EPISODE or candidate.importance < settings.rescue_importance:
        return False
    return bool(hazards) and not hazards.isdisjoint(content_stems(candidate.text))


def _is_of_other_numbers(candidate: Candidate, query: str, terms: Sequence[str]) -> bool:
    return not candidate.tags_met and shares_only_other_numbers(query, terms, candidate.text)


def _is_rescued(
    candidate: Candidate, hazards: frozenset[str], settings: RecallSettings, thresholds: Thresholds
) -> bool:
    """Whether a safety-critical memory enters below the floor: by a few of the query's words, or by a safety link."""
    if candidate.kind is Kind.EPISODE or candidate.importance < settings.rescue_importance:
        return False
    return is_vital(candidate, hazards, settings) or candidate.coverage >= thresholds.rescue_coverage


def _status_loss(candidate: Candidate, about: About | None) -> Rejected | None:
    """A memory that does not stand in the mind is never shown, however well it matches; one that is over only where
    the query asks for it."""
    if candidate.kind is Kind.EPISODE or (candidate.status in RECALLABLE and not candidate.ended):
        return None
    if about is not None and candidate.ended and about.means(candidate):
        return None
    if candidate.status in RECALLABLE:
        return _rejected(candidate, RejectReason.EXPIRED, f"is {candidate.ended}")
    return _rejected(candidate, _reason_of(candidate.status), f"is {candidate.ended or candidate.status}")


def _reason_of(status: str) -> RejectReason:
    """What became of a memory that does not stand: replaced, retired, merged, forgotten, or not active yet or now."""
    return _ENDED.get(Status(status), RejectReason.NOT_ACTIVE)


def _lesson_loss(
    candidate: Candidate, shown: dict[str, Candidate], asked: Form, losses: dict[str, Rejected]
) -> Rejected | None:
    """What becomes of an episode that taught something.

    It stands as its memory. Only a question of fact may want the episode too: where that carries more of the question
    than any lesson drawn from it. One that matches only by the words its neighbours lend, or by being near, is noise:
    what it taught would have matched.
    """
    if not candidate.lessons:
        return None
    held = [handle for handle, status in candidate.lessons if status in RECALLABLE]
    if held and not candidate.coverage:
        detail = f"carries nothing of the query itself; stands as {', '.join(held)}"
        return _rejected(candidate, RejectReason.BELOW_FLOOR, detail)
    standing = [shown[handle] for handle, _ in candidate.lessons if handle in shown]
    low = [losses[handle] for handle in held if handle in losses and losses[handle].reason is RejectReason.BELOW_FLOOR]
    if low and not standing and candidate.coverage <= max(loss.components.get("coverage", 0) for loss in low):
        detail = f"says no more than {', '.join(loss.id for loss in low)}, which does not concern the query"
        return _rejected(candidate, RejectReason.BELOW_FLOOR, detail)
    over = [(handle, status) for handle, status in candidate.lessons if status in _OVER]
    expired = [handle for handle, _ in candidate.lessons if _is_over(losses.get(handle))]
    paused = [(handle, status) for handle, status in candidate.lessons if status in _PAUSED]
    says_more = all(candidate.coverage > lesson.coverage for lesson in standing) and asked.wants_fact
    if standing and (over or expired or paused or not says_more):
        detail = f"stands as {', '.join(lesson.handle for lesson in standing)}"
        return _rejected(candidate, RejectReason.SHOWN_AS_MEMORY, detail)
    if over:
        return _rejected(candidate, _reason_of(over[0][1]), _statuses(over))
    if expired:
        return _rejected(candidate, RejectReason.EXPIRED, f"taught {expired[0]}, which {losses[expired[0]].detail}")
    if paused:
        return _rejected(candidate, RejectReason.NOT_ACTIVE, _statuses(paused))
    return None


def _is_over(loss: Rejected | None) -> bool:
    return loss is not None and loss.reason is RejectReason.EXPIRED


def _statuses(lessons: Sequence[tuple[str, str]]) -> str:
    return "taught " + "; ".join(f"{handle}, which is {status}" for handle, status in lessons)


def _out_of_window(standing: dict[str, Candidate], windows: Sequence[Window]) -> list[str]:
    """The episodes of another time than the one that words like "last week" name.

    None where no episode is of that time: then they are shown with their dates, and the router says so. A month or day
    that is named outright leaves nothing out, since people tell of it at other times; nor does what may lie ahead.
    """
    windows = [window for window in windows if window.looks_back]
    episodes = [candidate for candidate in standing.values() if candidate.kind is Kind.EPISODE]
    outside = [candidate.handle for candidate in episodes if windows and not is_of_any(candidate, windows)]
    return outside if len(outside) < len(episodes) else []


def _repeats(standing: dict[str, Candidate]) -> dict[str, str]:
    """Handles of what says word for word the same as a better one, with the handle of that one.

    Both stay where it matters which is which: other speakers, origins or kinds; and short turns, whose sense lies in
    what was said before them ("Yes, please do."). In a query that names a time nothing is a repeat.
    """
    first: dict[tuple[str, ...], str] = {}
    repeats: dict[str, str] = {}
    for handle, candidate in standing.items():
        said = (candidate.text, candidate.speaker, candidate.trust.value, candidate.type, candidate.ended)
        best = first.setdefault(said, handle)
        if best == handle:
            continue
        if candidate.type != "turn" or len(content_stems(candidate.text)) >= _SPEAKS_FOR_ITSELF:
            repeats[handle] = best
    return repeats


def _below_floor(candidate: Candidate) -> Rejected:
    share = candidate.coverage * 100 // ONE
    return _rejected(candidate, RejectReason.BELOW_FLOOR, f"carries {share} % of the query")


def _rejected(candidate: Candidate, reason: RejectReason, detail: str) -> Rejected:
    """There may be many, so that only the figures that place it are kept; a replay reckons the others again."""
    figures = {name: candidate.components[name] for name in _KEPT_FIGURES if name in candidate.components}
    return Rejected(candidate.handle, reason, candidate.score, figures, detail)


def _bid(
    candidate: Candidate, tokens: dict[str, int], *, rescued: bool = False, hard: bool = False, excerpt: int = 0
) -> Bid:
    handle, external = candidate.handle, candidate.trust is Origin.EXTERNAL
    return Bid(handle, tokens[handle], rescued=rescued, hard=hard, external=external, excerpt=excerpt)


def _missing(
    standing: Sequence[Candidate],
    rescued: dict[str, Candidate],
    losses: dict[str, Rejected],
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
