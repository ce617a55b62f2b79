"""The pages of sleep: the nights there were, what one did, and what the next one would do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from cicatrix.core.codec import decode
from cicatrix.core.ids import Kind, parse_handle
from cicatrix.core.recall import ONE
from cicatrix.core.sleep import COUNTER, Conflict, Fade, Insight, LeftOut, Merge, Sleep
from cicatrix.engine.browse import Browser
from cicatrix.engine.sleep import Pass, SleepReport
from cicatrix.errors import NotFound
from cicatrix.interfaces.web.views.playbook import number
from cicatrix.interfaces.web.views.times import When, when

PER_PAGE: Final = 50
SHOWN: Final = 100
"""At most so many memories that were let go, or left as they are, are listed; the twin names them all."""


@dataclass(frozen=True, slots=True)
class Told:
    """A memory with its words; empty where they were erased."""

    id: str
    text: str


@dataclass(frozen=True, slots=True)
class MergeLine:
    into: str
    text: str
    members: tuple[Told, ...]
    likeness: str  # ".57"
    measure: str
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class FadeLine:
    id: str
    text: str
    reason: str


@dataclass(frozen=True, slots=True)
class Tokens:
    """What the active memories come to, before and after, on one scale; widths in per cent."""

    before: int
    after: int
    width: float
    saved: str  # "17 % less"; empty where nothing was

    @classmethod
    def of(cls, before: int, after: int) -> Tokens:
        width = round(100 * after / before, 2) if before else 0.0
        saved = f"{100 * (before - after) // before} % less" if before > after else ""
        return cls(before, after, width, saved)


@dataclass(frozen=True, slots=True)
class NightPage:
    """A night that was sealed, or a plan (``id`` empty)."""

    id: str
    title: str
    at: When | None
    seq: int
    merges: tuple[MergeLine, ...]
    fades: tuple[FadeLine, ...]
    more_fades: int
    doubts: tuple[Conflict, ...]
    insights: tuple[Insight, ...]
    left_out: tuple[LeftOut, ...]
    more_left_out: int
    tokens: Tokens
    counter: str
    passes: tuple[Pass, ...]  # of a plan: what was looked at, and what was switched off
    plan: str
    undone_by: str
    undone_for: str
    command: str  # what takes it back, or does it; empty where there is nothing to do
    touched: tuple[str, ...]
    noun: Sleep | None
    report: SleepReport | None
    namespace: str


@dataclass(frozen=True, slots=True)
class NightLine:
    id: str
    sentence: str
    tokens: Tokens
    at: When | None
    undone_by: str


@dataclass(frozen=True, slots=True)
class NightsPage:
    title: str
    lines: tuple[NightLine, ...]
    nights: tuple[Sleep, ...]
    total: int
    older: str
    namespace: str


def nights_page(browser: Browser, now: datetime, *, before: int | None = None) -> NightsPage:
    versions = browser.bodies(Kind.SLEEP, before=before, limit=PER_PAGE)
    nights = tuple(decode(Sleep, each.body, seq=each.seq) for each in versions if each.body is not None)
    total = browser.count(Kind.SLEEP)
    return NightsPage(
        title=_title(total),
        lines=tuple(_night_line(browser, night, now) for night in nights),
        nights=nights,
        total=total,
        older=f"/sleep?before={versions[-1].seq}" if len(versions) == PER_PAGE else "",
        namespace=browser.namespace,
    )


def _title(total: int) -> str:
    if total < 2:
        return "One night. It can be taken back." if total else "It has never slept here."
    return f"{number(total).capitalize()} nights, each can be taken back."


def _night_line(browser: Browser, night: Sleep, now: datetime) -> NightLine:
    tokens = Tokens.of(night.tokens_before, night.tokens_after)
    sentence = _sentence(night.merges, night.fades, night.doubts, night.insights)
    return NightLine(night.id, sentence, tokens, when(browser.history_of(night.id)[0].at, now), night.undone_by)


def night_page(browser: Browser, handle: str, now: datetime) -> NightPage:
    """A night as it was sealed. Raises NotFound."""
    versions = browser.history_of(handle) if parse_handle(handle)[0] is Kind.SLEEP else []
    body = versions[-1].body if versions else None
    if body is None:
        raise NotFound(f"There is no night {handle} in {browser.namespace}.")
    noun, first = decode(Sleep, body, seq=versions[-1].seq), versions[0]
    return NightPage(
        id=noun.id,
        title=_sentence(noun.merges, noun.fades, noun.doubts, noun.insights),
        at=when(first.at, now),
        seq=first.seq,
        merges=_merges(browser, noun.merges),
        fades=_fades(browser, noun.fades),
        more_fades=max(0, len(noun.fades) - SHOWN),
        doubts=noun.doubts,
        insights=noun.insights,
        left_out=noun.left_out[:SHOWN],
        more_left_out=max(0, len(noun.left_out) - SHOWN),
        tokens=Tokens.of(noun.tokens_before, noun.tokens_after),
        counter=COUNTER,
        passes=(),
        plan=noun.plan,
        undone_by=noun.undone_by,
        undone_for=noun.undone_for,
        command="" if noun.undone_by else f"cicatrix undo {noun.id} --by you -n {browser.namespace}",
        touched=_touched(noun.merges, noun.fades),
        noun=noun,
        report=None,
        namespace=browser.namespace,
    )


def plan_page(browser: Browser, report: SleepReport, now: datetime) -> NightPage:
    """What a dry run said a night would do."""
    idle = not (report.merged or report.forgotten or report.doubts or report.insights)
    told = _sentence(report.merged, report.forgotten, report.doubts, report.insights)
    return NightPage(
        id="",
        title="A night would change nothing now." if idle else f"A night would do this. {told}",
        at=when(now.isoformat(), now),
        seq=report.mind,
        merges=_merges(browser, report.merged),
        fades=_fades(browser, report.forgotten),
        more_fades=max(0, len(report.forgotten) - SHOWN),
        doubts=report.doubts,
        insights=report.insights,
        left_out=report.refused[:SHOWN],
        more_left_out=max(0, len(report.refused) - SHOWN),
        tokens=Tokens.of(report.tokens_before, report.tokens_after),
        counter=report.counter,
        passes=report.passes,
        plan=report.plan,
        undone_by="",
        undone_for="",
        command="" if idle else f"cicatrix sleep -n {browser.namespace}",
        touched=tuple(part.id for merge in report.merged for part in merge.members),
        noun=None,
        report=report,
        namespace=browser.namespace,
    )


def _sentence(
    merges: Sequence[Merge], fades: Sequence[Fade], doubts: Sequence[Conflict], insights: Sequence[Insight]
) -> str:
    """What it comes to, in one sentence of the engine."""
    members = sum(len(merge.members) for merge in merges)
    parts = [
        f"{number(members)} memories became {number(len(merges))}" if merges else "",
        f"{number(len(fades))} {'was' if len(fades) == 1 else 'were'} let go" if fades else "",
        f"{number(len(doubts))} {'doubt' if len(doubts) == 1 else 'doubts'} went to the inbox" if doubts else "",
        f"{number(len(insights))} candidate {'rule' if len(insights) == 1 else 'rules'} too" if insights else "",
    ]
    told = [part for part in parts if part]
    sentence = " and ".join(filter(None, (", ".join(told[:-1]), told[-1]))) if told else "nothing changed"
    return f"{sentence[:1].upper()}{sentence[1:]}."


def _merges(browser: Browser, merges: Sequence[Merge]) -> tuple[MergeLine, ...]:
    return tuple(
        MergeLine(
            into=merge.into,
            text=merge.text,
            members=tuple(Told(part.id, _text(browser, part.id)) for part in merge.members),
            likeness=f"{merge.likeness / ONE:.2f}".removeprefix("0"),
            measure=merge.measure,
            before=merge.before,
            after=merge.after,
        )
        for merge in merges
    )


def _fades(browser: Browser, fades: Sequence[Fade]) -> tuple[FadeLine, ...]:
    return tuple(FadeLine(fade.id, _text(browser, fade.id), fade.reason) for fade in fades[:SHOWN])


def _text(browser: Browser, handle: str) -> str:
    try:
        return browser.memory(handle).text
    except NotFound:
        return ""


def _touched(merges: Sequence[Merge], fades: Sequence[Fade]) -> tuple[str, ...]:
    return (*(merge.into for merge in merges), *(fade.id for fade in fades))
