"""Which candidates of one search may be shown, and why the others may not.

One lesson appears once: an episode whose memory stands in the recall is shown as that memory. An episode of which a
memory has ended is shown only as what still stands, so that a retired lesson never comes back through the words that
taught it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from cicatrix.core.asking import Form
from cicatrix.core.attributes import HOLDS
from cicatrix.core.candidates import Candidate, SearchResult
from cicatrix.core.concern import SMALL, concerns
from cicatrix.core.dating import is_of_any
from cicatrix.core.echoes import echoes
from cicatrix.core.grasp import Grasp
from cicatrix.core.holding import About, labelled
from cicatrix.core.ids import Kind
from cicatrix.core.memories import RECALLABLE, Status
from cicatrix.core.quantities import quantities, shares_only_other_numbers
from cicatrix.core.recall import ONE, RecallSettings, Rejected, RejectReason, Thresholds
from cicatrix.core.revision.wording import plain, words
from cicatrix.core.safety import linked_hazards
from cicatrix.core.sought import sought
from cicatrix.core.text import content_stems
from cicatrix.core.windows import Window

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

_PAUSED: Final = frozenset({Status.SUSPENDED, Status.QUARANTINED})


@dataclass(frozen=True, slots=True)
class Sifted:
    """The candidates of one namespace, by handle: past the floor and ``standing``, best first; ``rescued`` from below
    it; ``pinned`` wherever they came; and lost, with the reason.
    """

    result: SearchResult
    standing: dict[str, Candidate]
    rescued: dict[str, Candidate]
    pinned: dict[str, Candidate]
    losses: dict[str, Rejected]

    @property
    def shown(self) -> dict[str, Candidate]:
        """All that may be shown."""
        return {**self.standing, **self.rescued, **self.pinned}


def sift(
    result: SearchResult,
    settings: RecallSettings,
    thresholds: Thresholds,
    *,
    query: str = "",
    asked: Form = Form.TASK,
    windows: Sequence[Window] = (),
    about: About | None = None,
) -> Sifted:
    """Sort the candidates of one search. Pure.

    ``asked`` is the form of the query, ``windows`` are the times that it names, ``about`` is the time that it is about;
    without that nothing is over.
    """
    if not result.terms or asked is Form.SMALL_TALK:
        candidates = tuple(replace(each, above_floor=False) for each in result.candidates if each.pinned)
        result = replace(result, candidates=candidates, statistics={})
    hazards = linked_hazards(result.terms)
    standing: dict[str, Candidate] = {}
    rescued: dict[str, Candidate] = {}
    losses: dict[str, Rejected] = {}
    has_numbers = bool(quantities(query))
    grasp = Grasp(query, result, SMALL)
    for candidate in labelled(_denying(result.candidates, query, asked), about):
        loss = _status_loss(candidate, about)
        if loss is not None:
            losses[candidate.handle] = loss
        elif candidate.above_floor and has_numbers and _is_of_other_numbers(candidate, query, result.terms):
            losses[candidate.handle] = rejected(
                candidate, RejectReason.BELOW_FLOOR, "shares only a number, which counts another thing there"
            )
        elif candidate.above_floor and concerns(candidate, grasp):
            standing[candidate.handle] = candidate
        elif _is_rescued(candidate, hazards, settings, thresholds):
            rescued[candidate.handle] = candidate
        elif not candidate.pinned:
            losses[candidate.handle] = _below_floor(candidate)
    for heir in _came_after(standing, result, about):
        losses[heir.handle] = rejected(
            standing.pop(heir.handle), RejectReason.OUT_OF_WINDOW, f"is so since {_since(heir)}"
        )
    shown = {**standing, **rescued}
    for candidate in list(standing.values()):
        loss = _lesson_loss(candidate, shown, asked, losses)
        if loss is not None:
            losses[candidate.handle] = loss
            del standing[candidate.handle]
    for handle, old in ({} if windows else echoes(standing, result.candidates, result.terms)).items():
        detail = f"repeats what {old.handle} said, which {old.superseded_by} replaced"
        losses[handle] = rejected(standing.pop(handle), RejectReason.SUPERSEDED, detail)
    for handle in _out_of_window(standing, windows):
        candidate = standing.pop(handle)
        losses[handle] = rejected(candidate, RejectReason.OUT_OF_WINDOW, f"is of {candidate.occurred_at[:10]}")
    for handle, first in ({} if windows else _repeats(standing)).items():
        losses[handle] = rejected(standing.pop(handle), RejectReason.SAME_TEXT, f"says word for word what {first} says")
    pinned = {each.handle: each for each in result.candidates if each.pinned and each.handle not in losses}
    return Sifted(result, standing, rescued, pinned, losses)


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
    if about is not None and candidate.tells and about.came_after(candidate):
        return rejected(candidate, RejectReason.OUT_OF_WINDOW, f"is so since {_since(candidate)}")
    if candidate.kind is Kind.EPISODE or (candidate.status in RECALLABLE and not candidate.ended):
        return None
    if about is not None and candidate.ended and about.means(candidate):
        return None
    if candidate.status in RECALLABLE:
        return rejected(candidate, RejectReason.EXPIRED, f"is {candidate.ended}")
    return rejected(candidate, _reason_of(candidate.status), f"is {candidate.ended or candidate.status}")


def _denying(candidates: Sequence[Candidate], query: str, asked: Form) -> list[Candidate]:
    """The candidates; those marked that only say no where the query asks what the one value is: who does not live in
    Ghent any more has not told where he lives."""
    wanted = sought(query) if asked is not Form.YES_NO else None
    if wanted is None or not all(HOLDS.get(attribute) == "one" for attribute in wanted.attributes):
        return list(candidates)
    return [
        replace(each, denies=True) if "attribute" in each.components and _says_no(each) else each for each in candidates
    ]


def _says_no(candidate: Candidate) -> bool:
    return any(word.negates for word in words(plain(candidate.text)))


def _came_after(standing: dict[str, Candidate], result: SearchResult, about: About | None) -> list[Candidate]:
    """What came in the place of what held in the time that is asked for, and only after it."""
    if about is None or not about.windows:
        return []
    by_handle = {each.handle: each for each in result.candidates}
    found: dict[str, Candidate] = {}
    for candidate in standing.values():
        heir = by_handle.get(candidate.superseded_by or "") if candidate.ended else None
        while heir is not None and heir.handle not in found:
            if heir.handle in standing and about.came_after(heir):
                found[heir.handle] = heir
            heir = by_handle.get(heir.superseded_by or "")
    return list(found.values())


def _since(candidate: Candidate) -> str:
    return (candidate.valid_from or candidate.said_at)[:10]


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
        return rejected(candidate, RejectReason.BELOW_FLOOR, detail)
    standing = [shown[handle] for handle, _ in candidate.lessons if handle in shown]
    low = [losses[handle] for handle in held if handle in losses and losses[handle].reason is RejectReason.BELOW_FLOOR]
    if low and not standing and candidate.coverage <= max(loss.components.get("coverage", 0) for loss in low):
        detail = f"says no more than {', '.join(loss.id for loss in low)}, which does not concern the query"
        return rejected(candidate, RejectReason.BELOW_FLOOR, detail)
    over = [(handle, status) for handle, status in candidate.lessons if status in _OVER]
    expired = [handle for handle, _ in candidate.lessons if _is_of_another_time(losses.get(handle))]
    paused = [(handle, status) for handle, status in candidate.lessons if status in _PAUSED]
    says_more = all(candidate.coverage > lesson.coverage for lesson in standing) and asked.wants_fact
    if standing and (over or expired or paused or not says_more):
        detail = f"stands as {', '.join(lesson.handle for lesson in standing)}"
        return rejected(candidate, RejectReason.SHOWN_AS_MEMORY, detail)
    if over:
        return rejected(candidate, _reason_of(over[0][1]), _statuses(over))
    if expired:
        loss = losses[expired[0]]
        return rejected(candidate, loss.reason, f"taught {loss.id}, which {loss.detail}")
    if paused:
        return rejected(candidate, RejectReason.NOT_ACTIVE, _statuses(paused))
    return None


def _is_of_another_time(loss: Rejected | None) -> bool:
    return loss is not None and loss.reason in (RejectReason.EXPIRED, RejectReason.OUT_OF_WINDOW)


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
    return rejected(candidate, RejectReason.BELOW_FLOOR, f"carries {share} % of the query")


def rejected(candidate: Candidate, reason: RejectReason, detail: str) -> Rejected:
    """There may be many, so that only the figures that place it are kept; a replay reckons the others again."""
    figures = {name: candidate.components[name] for name in _KEPT_FIGURES if name in candidate.components}
    return Rejected(candidate.handle, reason, candidate.score, figures, detail)
