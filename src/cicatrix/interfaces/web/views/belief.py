"""How a memory stands among others: whom it speaks of, when it held, what it replaced, and how code judged that."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from cicatrix.core.memories import Memory, Revision, Status
from cicatrix.core.recall import ONE
from cicatrix.engine.browse import Browser
from cicatrix.errors import NotFound
from cicatrix.interfaces.waiting import open_doubts
from cicatrix.interfaces.web.views.claims import STATUS_GLYPHS, is_ended
from cicatrix.interfaces.web.views.times import when

_DOUBTS_LOOKED_AT: Final = 200
_SIGNALS: Final = {
    "rule": "rule that decided",
    "cue": "word that tells a change",
    "attribute": "attribute",
    "old_value": "value before",
    "new_value": "value after",
    "added": "what one adds",
    "topic": "topic",
    "subject": "about",
    "likeness": "likeness of the two",
    "old_share": "of the older one’s words, the newer one has",
    "new_share": "of the newer one’s words, the older one has",
    "topic_share": "topic in common",
}
"""Signals in the order in which a reader asks for them; others follow under their own names."""
_VERDICTS: Final = {
    "replaces": "{new} replaces {old}",
    "duplicate": "{new} says the same as {old}",
    "refines": "{new} tells {old} more exactly",
    "distinct": "{new} speaks of something else than {old}",
    "uncertain": "Code cannot say what {new} is for {old}",
}


@dataclass(frozen=True, slots=True)
class Link:
    """One memory in the chain of those that stood in one place."""

    id: str
    text: str
    status: str
    glyph: str
    ended: bool
    held: str
    here: bool  # the one whose page this is


@dataclass(frozen=True, slots=True)
class Signal:
    """What a verdict was reached with: a share of one, which is drawn too, or words."""

    name: str
    value: str
    share: float | None  # per cent


@dataclass(frozen=True, slots=True)
class Met:
    """The verdict with which a memory came, or was left standing."""

    sentence: str
    reason: str
    verdict: str
    old: str
    old_text: str
    signals: tuple[Signal, ...]


@dataclass(frozen=True, slots=True)
class Belief:
    about: str  # "user, employer"; empty where code made nothing out
    value: str
    negated: bool
    said: str  # "by user on 2 Mar 2026"
    held: str
    chain: tuple[Link, ...]  # oldest first; empty where it never took or gave a place
    merged_from: tuple[str, ...]
    refined_by: tuple[str, ...]
    doubts: tuple[str, ...]  # open ones that ask about it
    met: Met | None


def belief_of(browser: Browser, noun: Memory, now: datetime) -> Belief:
    others = browser.rules() if noun.is_rule else browser.memories()
    chain = browser.chain(noun, others)
    return Belief(
        about=", ".join(filter(None, (noun.subject, noun.attribute.replace(":", ", ").replace("_", " ")))),
        value=noun.value,
        negated=noun.negated,
        said=_said(noun, now),
        held=held(noun, now),
        chain=tuple(_link(each, noun, now) for each in chain) if len(chain) > 1 else (),
        merged_from=tuple(each.id for each in chain if each.status is Status.MERGED and each.superseded_by == noun.id),
        refined_by=tuple(each.id for each in others if noun.id in each.refines),
        doubts=_doubts(browser, noun.id),
        met=_met(browser, noun, noun.revision) if noun.revision else None,
    )


def _said(noun: Memory, now: datetime) -> str:
    at = when(noun.said_at, now)
    return " ".join(filter(None, (f"by {noun.speaker}" if noun.speaker else "", f"on {at.day}" if at else "")))


def held(noun: Memory, now: datetime) -> str:
    """ "from 1 May 2026 until 1 Jun 2026"; of what nobody dated, since when it was said, or nothing."""
    began, over, said = (when(text or "", now) for text in (noun.valid_from, noun.valid_to, noun.said_at))
    if began and over:
        return f"from {began.day} until {over.day}"
    if over:
        return f"until {over.day}"
    if began:
        return f"from {began.day}"
    return f"since it was said, {said.ago}" if said and noun.status is Status.ACTIVE else ""


def _link(each: Memory, here: Memory, now: datetime) -> Link:
    return Link(
        each.id,
        each.text,
        each.status.value,
        STATUS_GLYPHS[each.status],
        is_ended(each),
        held(each, now),
        each.id == here.id,
    )


def _doubts(browser: Browser, handle: str) -> tuple[str, ...]:
    asking = (waiting.doubt for waiting in open_doubts(browser, _DOUBTS_LOOKED_AT))
    return tuple(doubt.id for doubt in asking if handle in (doubt.new, doubt.old))[::-1]


def _met(browser: Browser, noun: Memory, revision: Revision) -> Met:
    try:
        old_text = browser.memory(revision.old).text
    except NotFound:
        old_text = ""
    return Met(
        sentence=sentence_of(revision.verdict, noun.id, revision.old),
        reason=revision.reason,
        verdict=revision.verdict,
        old=revision.old,
        old_text=old_text,
        signals=signals_of(revision.signals),
    )


def sentence_of(verdict: str, new: str, old: str) -> str:
    """A verdict in the engine's words, without a full stop."""
    return _VERDICTS.get(verdict, f"{{new}} is {verdict} to {{old}}").format(new=new, old=old)


def signals_of(signals: Mapping[str, int | str]) -> tuple[Signal, ...]:
    """Named for people, words before figures, so that what decided stands first."""
    order = [name for name in _SIGNALS if name in signals] + [name for name in signals if name not in _SIGNALS]
    return tuple(_signal(name, signals[name]) for name in order)


def _signal(name: str, value: int | str) -> Signal:
    label = _SIGNALS.get(name, name.replace("_", " "))
    if isinstance(value, int):
        return Signal(label, f"{value / ONE:.2f}", round(100 * min(ONE, max(0, value)) / ONE, 2))
    return Signal(label, value.replace("_", " ") if name == "rule" else value, None)
