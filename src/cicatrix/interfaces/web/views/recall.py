"""The page of a recall: the grade and why, each chosen item as a weighted sum, the budget, what was left out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final, Literal

from cicatrix.core.codec import decode
from cicatrix.core.episodes import Episode
from cicatrix.core.ids import Kind, parse_handle
from cicatrix.core.memories import Evidence
from cicatrix.core.recall import ONE, RecallSettings, RejectReason
from cicatrix.core.recall_record import Chosen, RecallRecord, RecordBeside
from cicatrix.core.scoring import floor, middling_standing
from cicatrix.engine.browse import Browser
from cicatrix.errors import NotFound
from cicatrix.interfaces.web.links import url_of
from cicatrix.interfaces.web.views.times import When, when
from cicatrix.interfaces.web.views.usage import GRADE_GLYPHS, reported
from cicatrix.interfaces.web.views.words import clip, words_of

LONG: Final = 180
"""A query longer than this is set smaller."""
_LINE: Final = 240
"""Code points of an item's words shown in a table; its page has all of them."""
GRADE_MEANS: Final = {
    "ACT": "ACT means: the task names two tags of one active rule, or one and enough of its text; no rule disagrees.",
    "ACT_AND_FLAG": "ACT_AND_FLAG means: memory speaks of this, though not surely enough to act without saying so.",
    "ASK_HUMAN": "ASK_HUMAN means: nothing in memory answers this. Guessing is what this grade is there to prevent.",
}

_FIGURES: Final = frozenset(
    {"relevance", "recency", "importance", "usage", "coverage", "reach", "cosine", "safety", "in_place_of"}
)
"""Components that are no part of relevance; it is the sum of all others (core/scoring.py)."""
_PARTS: Final = {
    "lexical": "words",
    "semantic": "meaning",
    "attribute": "what is asked for",
    "domain": "its field",
    "answers": "answers a question",
    "first_person": "first person",
    "time_words": "speaks of time",
    "claim": "being a memory",
}
_SEEN: Final = 5_000
"""Millionths below which a part is not worth a word."""

PartName = Literal["relevance", "meaning", "recency", "importance", "usage", "middle standing"]


@dataclass(frozen=True, slots=True)
class Part:
    """One texture of a bar, in per cent of the scale from 0 to 1."""

    name: PartName
    css: str
    x: float
    width: float


@dataclass(frozen=True, slots=True)
class Line:
    """One chosen item."""

    id: str
    text: str
    said: bool  # stands on a person's words
    scar: str  # where the words that taught it are
    coverage: float  # share of the task's words that it carries itself, per cent
    episodes: tuple[str, ...]
    parts: tuple[Part, ...]
    figures: tuple[tuple[str, str], ...]  # name, value; the four components, with a dash where there is none
    made_of: tuple[tuple[str, str], ...]  # what relevance comes from: name, value
    total: str
    tokens: int
    mark: str  # injected | cited
    excerpt: bool  # only passages of it were given, those that ``text`` shows
    rescued: bool


@dataclass(frozen=True, slots=True)
class LeftOut:
    id: str
    text: str
    said: bool
    reason: str
    detail: str


@dataclass(frozen=True, slots=True)
class Block:
    """One item on the budget bar, in per cent of the budget."""

    id: str
    x: float
    width: float
    rescued: bool
    labelled: bool
    anchor: float


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """What was read of another namespace. Its handles are no links: the page shows one namespace."""

    namespace: str
    grade: str
    glyph: str
    reason: str
    lines: tuple[tuple[str, str, bool, int, str], ...]  # id, words, a person's, tokens, total
    left_out: int


@dataclass(frozen=True, slots=True)
class RecallPage:
    record: RecallRecord
    glyph: str
    means: str
    at: When | None
    long: bool
    lines: tuple[Line, ...]
    weights: tuple[tuple[str, str, str], ...]  # name, css, weight
    floor: str
    floor_at: float  # per cent
    blocks: tuple[Block, ...]
    budget: int
    reserved: int  # tokens kept for hard constraints that concern the task
    reserved_from: float
    free_from: float
    left_out: tuple[LeftOut, ...]
    as_rules: tuple[LeftOut, ...]  # episodes that are not missing: they stand there as what they taught
    uncounted: tuple[tuple[str, int], ...]  # reasons and how many more there were
    tags: tuple[str, ...]  # met, as the task spells them
    unknown: tuple[str, ...]  # words of the task that nothing here speaks of
    unrecorded: str
    has_episodes: bool
    has_meaning: bool  # vectors were compared
    rescued: int
    next_command: str
    elsewhere: tuple[Elsewhere, ...] = ()


def recall_page(browser: Browser, handle: str, now: datetime) -> RecallPage:
    """Raises NotFound."""
    version = browser.body(handle) if parse_handle(handle)[0] is Kind.RECALL else None
    if version is None:
        raise NotFound(f"There is no recall {handle} in {browser.namespace}.")
    record = decode(RecallRecord, version, seq=browser.sequence_of(handle) or 0)
    return page_of(browser, record, now)


def page_of(browser: Browser, record: RecallRecord, now: datetime, *, unrecorded: str = "") -> RecallPage:
    """The page of a record, sealed or (with the reason in ``unrecorded``) only reckoned."""
    settings, _ = record.ran_with()
    cited = reported(browser).get(record.id, ()) if record.id else ()
    rejected = tuple(_left_out(browser, out.id, out.reason.value, out.detail, record.mind) for out in record.rejected)
    shown = {reason: sum(1 for out in rejected if out.reason == reason) for reason in record.rejected_counts}
    return RecallPage(
        record=record,
        glyph=GRADE_GLYPHS[record.grade.value],
        means=GRADE_MEANS[record.grade.value],
        at=when(record.now, now),
        long=len(record.query) > LONG,
        lines=tuple(_line(browser, item, record.mind, settings, cited) for item in record.chosen),
        weights=_weights(settings),
        floor=_share(floor(settings)),
        floor_at=round(100 * floor(settings) / ONE, 2),
        blocks=_blocks(_all_chosen(record), settings.budget),
        budget=settings.budget,
        reserved=min(settings.reserved, settings.budget),
        reserved_from=max(0.0, round(100 - 100 * settings.reserved / settings.budget, 2)) if settings.budget else 0.0,
        free_from=min(100.0, round(100 * record.spent / settings.budget, 2)) if settings.budget else 0.0,
        left_out=tuple(out for out in rejected if out.reason != RejectReason.SHOWN_AS_MEMORY),
        as_rules=tuple(out for out in rejected if out.reason == RejectReason.SHOWN_AS_MEMORY),
        uncounted=tuple(
            (reason, n - shown[reason])
            for reason, n in record.rejected_counts.items()
            if n > shown[reason] and reason != RejectReason.SHOWN_AS_MEMORY
        ),
        tags=words_of(record.tags, record.query),
        unknown=words_of(record.unknown, record.query),
        unrecorded=unrecorded,
        has_episodes=any(parse_handle(item.handle)[0] is Kind.EPISODE for item in record.chosen),
        has_meaning=any(item.components.get("semantic") for item in record.chosen),
        rescued=sum(item.rescued for item in record.chosen),
        elsewhere=tuple(_elsewhere(browser, part) for part in record.beside),
        next_command=f"cicatrix replay {record.id} -n {browser.namespace}" if record.id else "",
    )


def _all_chosen(record: RecallRecord) -> tuple[Chosen, ...]:
    """The own items and, under their namespaces' names, those of others: they share the budget."""
    named = (
        replace(item, handle=f"{part.came_to.namespace} {item.handle}")
        for part in record.beside
        for item in part.chosen
    )
    return (*record.chosen, *named)


def _elsewhere(browser: Browser, part: RecordBeside) -> Elsewhere:
    came = part.came_to
    there = browser.beside(came.namespace)
    words = ((item, *_words(there, item.handle, came.mind)) for item in part.chosen)
    return Elsewhere(
        namespace=came.namespace,
        grade=came.grade.value,
        glyph=GRADE_GLYPHS[came.grade.value],
        reason=came.reason,
        lines=tuple((item.handle, text, said, item.tokens, f"{item.score / ONE:.3f}") for item, text, said, _ in words),
        left_out=sum(n for name, n in came.rejected_counts.items() if name != RejectReason.SHOWN_AS_MEMORY),
    )


def _share(millionths: int) -> str:
    """1_000_000 → 1.00, 120_000 → .12, −50_000 → −.05"""
    return f"{'−' if millionths < 0 else ''}{f'{abs(millionths) / ONE:.2f}'.removeprefix('0')}"


def _weights(settings: RecallSettings) -> tuple[tuple[str, str, str], ...]:
    named = (
        ("relevance", "c-rel", settings.weight_relevance),
        ("recency", "c-rec", settings.weight_recency),
        ("importance", "c-imp", settings.weight_importance),
        ("usage", "c-use", settings.weight_usage),
    )
    return tuple((name, css, _share(weight * 1000)) for name, css, weight in named)


def _line(browser: Browser, item: Chosen, mind: int, settings: RecallSettings, cited: Sequence[str]) -> Line:
    text, said, evidence = _words(browser, item.handle, mind)
    if item.excerpt and text:
        episode = browser.episode(item.handle)
        text = clip(" … ".join(episode.words(part.field)[part.start : part.end] for part in item.excerpt), _LINE)
    is_episode = parse_handle(item.handle)[0] is Kind.EPISODE
    names = ("relevance", "recency", "importance", "usage")
    figures = tuple((name, "–" if name not in item.components else _share(item.components[name])) for name in names)
    return Line(
        id=item.handle,
        text=text,
        said=said,
        scar=f"{url_of(evidence[0].episode)}#{evidence[0].field}" if evidence else url_of(item.handle),
        coverage=round(100 * item.components.get("coverage", 0) / ONE, 2),
        episodes=tuple(dict.fromkeys(span.episode for span in evidence)),
        parts=_parts(item, settings, is_episode=is_episode),
        figures=figures,
        made_of=_made_of(item),
        total=f"{item.score / ONE:.3f}",
        tokens=item.tokens,
        mark="cited" if item.handle in cited else "injected",
        rescued=item.rescued,
        excerpt=bool(item.excerpt),
    )


def _parts(item: Chosen, settings: RecallSettings, *, is_episode: bool) -> tuple[Part, ...]:
    """The sum as :mod:`cicatrix.core.scoring` makes it, in per cent of 1.0."""
    relevance = settings.weight_relevance * item.components.get("relevance", 0) / 1000
    meaning = relevance * _by_meaning(item)
    terms: list[tuple[PartName, str, float]] = [
        ("relevance", "c-rel", relevance - meaning),
        ("meaning", "c-sem", meaning),
    ]
    if is_episode:
        terms.append(("middle standing", "c-use", middling_standing(settings)))
    else:
        for name, css, weight in (
            ("recency", "c-rec", settings.weight_recency),
            ("importance", "c-imp", settings.weight_importance),
            ("usage", "c-use", settings.weight_usage),
        ):
            terms.append((name, css, weight * item.components.get(name, 0) / 1000))  # type: ignore[arg-type]
    parts: list[Part] = []
    x = 0.0
    for name, css, amount in terms:
        width = round(100 * amount / ONE, 2)
        if width > 0:
            parts.append(Part(name, css, round(x, 2), width))
        x += width
    return tuple(parts)


def _made_of(item: Chosen) -> tuple[tuple[str, str], ...]:
    """Each part of relevance and what it brought, the largest first."""
    parts = {name: n for name, n in item.components.items() if name not in _FIGURES and abs(n) >= _SEEN}
    ordered = sorted(parts.items(), key=lambda part: -part[1])
    return tuple((_PARTS.get(name, name.replace("_", " ")), _share(amount)) for name, amount in ordered)


def _by_meaning(item: Chosen) -> float:
    """The share of relevance that likeness of vectors brought."""
    whole = sum(amount for name, amount in item.components.items() if name not in _FIGURES and amount > 0)
    return max(0, item.components.get("semantic", 0)) / whole if whole else 0.0


def _blocks(chosen: Sequence[Chosen], budget: int) -> tuple[Block, ...]:
    if not budget:
        return ()
    blocks: list[Block] = []
    spent, last_label = 0, -100.0
    for item in chosen:
        x, width = 100 * spent / budget, 100 * item.tokens / budget
        labelled = x - last_label >= 6.5 and x <= 92
        last_label = x if labelled else last_label
        blocks.append(Block(item.handle, round(x, 2), round(width, 2), item.rescued, labelled, round(x + 0.25, 2)))
        spent += item.tokens
    return tuple(blocks)


def _left_out(browser: Browser, handle: str, reason: str, detail: str, mind: int) -> LeftOut:
    text, said, _ = _words(browser, handle, mind)
    return LeftOut(handle, text, said, reason, detail)


def _words(browser: Browser, handle: str, mind: int) -> tuple[str, bool, tuple[Evidence, ...]]:
    """The words of a thing as it was at ``mind``, whether they are a person's, and what it stands on."""
    try:
        if parse_handle(handle)[0] is Kind.EPISODE:
            episode = browser.episode(handle)
            return clip(speech(episode), _LINE), episode.origin.value in ("human", "ratified"), ()
        noun = browser.memory(handle, at=mind or None)
    except NotFound:
        return "", False, ()
    return clip(noun.text, _LINE), True, noun.evidence


def speech(episode: Episode) -> str:
    """The words that say best what an episode is about."""
    return episode.text or episode.task or episode.title or episode.correction or episode.result or episode.tool
