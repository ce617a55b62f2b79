"""The page of one rule or memory: the statement, who taught it, what happened to it, where it was used."""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Final, Literal

from cicatrix.core.memories import Memory, Status
from cicatrix.engine.browse import Browser, MemoryVersion
from cicatrix.interfaces.web.views.belief import Belief, belief_of
from cicatrix.interfaces.web.views.claims import (
    STATUS_GLYPHS,
    STATUS_WORDS,
    TRUST_WORDS,
    Note,
    is_ended,
    is_the_engines,
    marked,
    notes_of,
    tag_words,
)
from cicatrix.interfaces.web.views.policy import PolicyView, policy_view
from cicatrix.interfaces.web.views.times import When, days_between, when
from cicatrix.interfaces.web.views.usage import Usage, usages
from cicatrix.interfaces.web.views.words import Piece

if TYPE_CHECKING:
    from cicatrix.engine.policies import Tried

MARGIN_NOTES: Final = 5
"""Notes that stand in the margin; more of them follow in a list that opens."""
LONG: Final = 220
"""A statement longer than this is set smaller."""

Change = Literal["same", "added", "removed"]


@dataclass(frozen=True, slots=True)
class Step:
    """One version in the history: what was done, by whom, why, and how the words changed."""

    seq: int
    at: When | None
    sentence: str  # of the engine, with handles
    reason: str  # of the person who did it, verbatim
    by: str  # empty for an act of the engine
    words: tuple[tuple[Change, str], ...]  # empty when the text stayed
    current: bool


@dataclass(frozen=True, slots=True)
class RulePage:
    noun: Memory
    statement: tuple[Piece, ...]
    tags: tuple[tuple[str, str], ...]  # stem, word
    notes: tuple[Note, ...]
    more_notes: tuple[Note, ...]
    learnt: str  # ", 18 days apart, both corrected by dana"
    glyph: str
    status_words: str
    trust_words: str
    since: When | None
    ended: bool
    long: bool
    history: tuple[Step, ...]
    usage: Usage
    belief: Belief
    policy: PolicyView | None  # what it stops; None for a memory, and for a rule that nobody has read
    next_act: tuple[str, str] | None  # what a person can do now, and the command for it
    namespace: str


def rule_page(browser: Browser, handle: str, now: datetime, tried: Sequence[Tried] = ()) -> RulePage:
    """``tried`` is what its policy says of calls. Raises NotFound."""
    noun = browser.memory(handle)
    versions = browser.history(handle)
    cited = browser.cited(noun)
    notes = notes_of(noun.text, cited, now)
    shown = notes[:MARGIN_NOTES]
    return RulePage(
        noun=noun,
        statement=marked(noun.text, shown),
        tags=tag_words(noun, cited),
        notes=shown,
        more_notes=notes[MARGIN_NOTES:],
        learnt=_learnt(browser, noun, notes),
        glyph=STATUS_GLYPHS[noun.status],
        status_words=STATUS_WORDS[noun.status],
        trust_words=TRUST_WORDS[noun.trust],
        since=_since(versions, noun, now),
        ended=is_ended(noun),
        long=len(noun.text) > LONG,
        history=_history(versions, now),
        usage=usages(browser, [noun.id], now)[noun.id],
        belief=belief_of(browser, noun, now),
        policy=policy_view(noun.policy, tried) if noun.policy else None,
        next_act=_next_act(noun, browser.namespace),
        namespace=browser.namespace,
    )


def _next_act(noun: Memory, namespace: str) -> tuple[str, str] | None:
    acts = {
        Status.CANDIDATE: ("Right? Somebody who may teach confirms it.", "ratify {} --by you"),
        Status.ACTIVE: ("Wrong, or over? Take it back. It stays here to be read.", 'retire {} --reason "…"'),
        Status.SUSPENDED: ("Right again? Let it hold.", "resume {}"),
    }
    if noun.status not in acts or (noun.status is Status.SUSPENDED and not noun.is_rule):
        return None
    words, command = acts[noun.status]
    if noun.status is Status.ACTIVE and not noun.is_rule:
        command = 'forget {} --reason "…"'
    return words, f"cicatrix {command.format(noun.id)} -n {namespace}"


def _learnt(browser: Browser, noun: Memory, notes: Sequence[Note]) -> str:
    """How far apart the lessons lie and whose they are, where there is something to say."""
    names = list(dict.fromkeys(note.who for note in notes if note.who))
    by = f"by {' and '.join(names)}" if 0 < len(names) <= 3 else f"by {len(names)} people" if names else ""
    if not noun.is_rule:
        return ""
    if len(noun.episodes) < 2:
        return f", corrected {by}" if by and notes[0].field == "correction" else ""
    times = [browser.episode(name).occurred_at for name in (noun.episodes[0], noun.episodes[-1])]
    apart = days_between(*times)
    gap = f", {apart} day{'' if apart == 1 else 's'} apart" if apart else ""
    return f"{gap}, {'both' if len(noun.episodes) == 2 else 'all'} corrected {by}" if by else gap


def _since(versions: Sequence[MemoryVersion], noun: Memory, now: datetime) -> When | None:
    """When the status that holds began."""
    began = noun.change.at
    for version in reversed(versions):
        if version.noun.status is not noun.status:
            break
        began = version.at
    return when(began, now)


def _history(versions: Sequence[MemoryVersion], now: datetime) -> tuple[Step, ...]:
    steps: list[Step] = []
    before: Memory | None = None
    for version in versions:
        noun = version.noun
        steps.append(
            Step(
                seq=version.seq,
                at=when(version.at, now),
                sentence=_sentence(noun, before),
                reason=noun.change.reason if is_a_persons(noun) else "",
                by=noun.change.by if is_a_persons(noun) else "",
                words=word_changes(before.text, noun.text) if before and before.text != noun.text else (),
                current=version.end is None,
            )
        )
        before = noun
    return tuple(steps)


def is_a_persons(noun: Memory) -> bool:
    """Whether a person did this, in words of their own. What came and waits was admitted with the engine's reason."""
    change = noun.change
    if is_the_engines(change.act, change.by):
        return False
    return change.act != "admitted" or (bool(change.reason) and noun.status is Status.ACTIVE)


def _sentence(noun: Memory, before: Memory | None) -> str:
    """What one version did, in the engine's words."""
    change = noun.change
    if before is None:
        names = " and ".join(noun.episodes)
        if change.act == "merged":
            return f"Merged in a night of sleep. {change.reason}".rstrip()
        reason = "" if is_a_persons(noun) else change.reason
        return f"Learnt from {names}, {_at_once(noun)}. {reason}".rstrip()
    if change.act == "joined":
        return f"{change.reason} It joins as evidence."
    if is_the_engines(change.act, change.by) and change.reason:
        return change.reason
    return change.act.capitalize()


def _at_once(noun: Memory) -> str:
    if noun.status is not Status.ACTIVE:
        return "a candidate" if noun.is_rule else "and it waits for a person"
    return "active at once: the correction is an operator’s own" if noun.is_rule else "and it holds at once"


def word_changes(before: str, after: str) -> tuple[tuple[Change, str], ...]:
    """Word by word: what stayed, what went, what came. Joined in order, ``same`` and ``added`` give ``after``."""
    old, new = re.findall(r"\s*\S+|\s+$", before), re.findall(r"\s*\S+|\s+$", after)
    found: list[tuple[Change, str]] = []
    for tag, a0, a1, b0, b1 in difflib.SequenceMatcher(a=old, b=new, autojunk=False).get_opcodes():
        if tag == "equal":
            found.append(("same", "".join(new[b0:b1])))
            continue
        if a1 > a0:
            found.append(("removed", "".join(old[a0:a1])))
        if b1 > b0:
            found.append(("added", "".join(new[b0:b1])))
    return tuple(found)
