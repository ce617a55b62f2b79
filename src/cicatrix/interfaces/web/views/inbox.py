"""What waits for a person: each thing with what it rests on, and the command that settles it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from cicatrix.core.codec import decode
from cicatrix.core.doubts import Doubt
from cicatrix.core.episodes import JsonObject
from cicatrix.core.ids import Kind, parse_handle
from cicatrix.core.memories import Memory
from cicatrix.engine.browse import Browser
from cicatrix.engine.memory import Memory as Engine
from cicatrix.engine.policies import Explained
from cicatrix.errors import NotFound
from cicatrix.interfaces.waiting import WAITS, Asked, Inbox, Waiting, gather
from cicatrix.interfaces.web.views.action import page_of
from cicatrix.interfaces.web.views.belief import Signal, sentence_of, signals_of
from cicatrix.interfaces.web.views.claims import STATUS_GLYPHS, Note, marked, notes_of
from cicatrix.interfaces.web.views.lists import QuestionLine, question_line
from cicatrix.interfaces.web.views.playbook import number
from cicatrix.interfaces.web.views.policy import PolicyView, for_a_person
from cicatrix.interfaces.web.views.times import When, when
from cicatrix.interfaces.web.views.words import Piece, clip

LIMIT: Final = 50
"""At most so many of each kind; the page says where there may be more."""
_VERDICTS: Final = (
    ("replaces", "the older one is over"),
    ("duplicate", "they say the same"),
    ("refines", "both stand, the newer one tells more"),
    ("distinct", "both stand, and have nothing to do with each other"),
)


@dataclass(frozen=True, slots=True)
class Act:
    """What a person can do: its meaning, and the command."""

    id: str
    means: str
    command: str


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two memories that a doubt is about."""

    which: str  # newer | older
    id: str
    text: str
    status: str
    glyph: str
    note: Note | None  # the words it stands on


@dataclass(frozen=True, slots=True)
class DoubtLine:
    id: str
    sides: tuple[Side, Side]  # older, newer
    reason: str
    signals: tuple[Signal, ...]
    at: When | None
    acts: tuple[Act, ...]  # none once it is settled
    settled: str  # "M-14 replaces M-13"; empty while it is open
    by: str
    why: str


@dataclass(frozen=True, slots=True)
class Candidate:
    id: str
    text: str
    statement: tuple[Piece, ...]
    status: str
    trust: str
    notes: tuple[Note, ...]
    reason: str
    acts: tuple[Act, ...]


@dataclass(frozen=True, slots=True)
class Letter:
    id: str
    text: str
    episode: str
    field: str
    proposer: str
    at: When | None


@dataclass(frozen=True, slots=True)
class Letters:
    """Dead letters that were refused for one reason."""

    reason: str
    letters: tuple[Letter, ...]
    act: Act


@dataclass(frozen=True, slots=True)
class ApprovalLine:
    """A call that asks for a permit."""

    id: str
    verdict: str
    call: str
    asked_by: str
    approver: str
    at: When | None
    until: When | None
    notes: tuple[Note, ...]
    act: Act


@dataclass(frozen=True, slots=True)
class PolicyLine:
    """A rule whose words were read in part."""

    id: str
    policy: PolicyView
    notes: tuple[Note, ...]
    acts: tuple[Act, ...]


@dataclass(frozen=True, slots=True)
class InboxPage:
    title: str
    lede: str
    approvals: tuple[ApprovalLine, ...]
    policies: tuple[PolicyLine, ...]
    questions: tuple[QuestionLine, ...]
    doubts: tuple[DoubtLine, ...]
    candidates: tuple[Candidate, ...]
    letters: tuple[Letters, ...]
    found: Inbox
    more: tuple[str, ...]  # the kinds of which there may be more
    namespace: str


@dataclass(frozen=True, slots=True)
class DoubtPage:
    line: DoubtLine
    doubt: Doubt
    new: Memory
    old: Memory
    lapsed: bool  # one of the two has changed, so that there is nothing to decide


def inbox_page(memory: Engine, browser: Browser, now: datetime) -> InboxPage:
    found = gather(memory, browser, limit=LIMIT)
    asked = len(found.approvals) + len(found.questions) + len(found.doubts)
    letters = len(found.dead_letters)
    sizes = {
        "approvals": len(found.approvals),
        "policies": len(found.policies),
        "questions": len(found.questions),
        "doubts": len(found.doubts),
        "candidates": len(found.candidates),
        "dead letters": letters,
    }
    return InboxPage(
        title=_title(asked),
        lede=_lede(len(found.policies), len(found.candidates), letters),
        approvals=tuple(_approval(browser, asked, now) for asked in found.approvals),
        policies=tuple(_policy(browser, waiting, now) for waiting in found.policies),
        questions=tuple(question_line(browser, item, _sealed(browser, item.id), now) for item in found.questions),
        doubts=tuple(_doubt(browser, waiting, now) for waiting in found.doubts),
        candidates=tuple(_candidate(browser, noun, now) for noun, _ in found.candidates),
        letters=_letters(found.dead_letters, browser.namespace, now),
        found=found,
        more=tuple(name for name, size in sizes.items() if size == LIMIT),
        namespace=browser.namespace,
    )


def doubt_page(browser: Browser, handle: str, now: datetime) -> DoubtPage:
    """Raises NotFound."""
    body = browser.body(handle) if parse_handle(handle)[0] is Kind.DOUBT else None
    if body is None:
        raise NotFound(f"There is no doubt {handle} in {browser.namespace}.")
    doubt = decode(Doubt, body, seq=browser.sequence_of(handle) or 0)
    new, old = browser.memory(doubt.new), browser.memory(doubt.old)
    at = _sealed(browser, handle)
    standing = {"active"} | {status.value for status in WAITS}
    lapsed = doubt.is_open and not (new.status.value in standing and old.status.value == "active")
    line = _doubt(browser, Waiting(doubt, new, old, at), now, acts=doubt.is_open and not lapsed)
    return DoubtPage(line, doubt, new, old, lapsed)


def _sealed(browser: Browser, handle: str) -> str:
    seq = browser.sequence_of(handle)
    return browser.entry(seq).header.at if seq else ""


def _title(asked: int) -> str:
    if not asked:
        return "Nothing waits for your answer."
    return f"{number(asked).capitalize()} {'question waits' if asked == 1 else 'questions wait'} for your answer."


def _lede(policies: int, candidates: int, letters: int) -> str:
    kinds = (
        (policies, "policy that was read in part", "policies that were read in part"),
        (candidates, "candidate", "candidates"),
        (letters, "dead letter", "dead letters"),
    )
    parts = [f"{number(count)} {one if count == 1 else many}" for count, one, many in kinds if count]
    listed = " and ".join(filter(None, (", ".join(parts[:-1]), *parts[-1:])))
    looks = f"{listed[:1].upper()}{listed[1:]} can be looked at when there is time. " if parts else ""
    return f"{looks}Each stands here with the words it rests on. What you say is kept, and teaches."


def _approval(browser: Browser, asked: Asked, now: datetime) -> ApprovalLine:
    permit, page = asked.approval, page_of(browser, asked.verdict, now)
    return ApprovalLine(
        id=permit.id,
        verdict=permit.verdict,
        call=page.call,
        asked_by=permit.asked_by,
        approver=permit.approver,
        at=when(asked.at, now),
        until=when(permit.until, now),
        notes=tuple(replace(note, id=f"n-{permit.id}-{note.id}") for note in page.notes),
        act=Act(f"c-{permit.id}", "", _call(browser, f"approve {permit.id}")),
    )


def _policy(browser: Browser, waiting: Explained, now: datetime) -> PolicyLine:
    rule = waiting.rule
    return PolicyLine(
        id=rule.id,
        policy=for_a_person(waiting.policy, waiting.tried),
        notes=tuple(
            replace(note, id=f"n-{rule.id}-{note.id}") for note in notes_of(rule.text, browser.cited(rule), now)[:2]
        ),
        acts=(Act(f"c-{rule.id}-say", "Not quite? Say it better.", _call(browser, f'correct {rule.id} "…"')),),
    )


def _doubt(browser: Browser, waiting: Waiting, now: datetime, *, acts: bool = True) -> DoubtLine:
    doubt = waiting.doubt
    return DoubtLine(
        id=doubt.id,
        sides=(_side(browser, "older", waiting.old, now), _side(browser, "newer", waiting.new, now)),
        reason=doubt.reason,
        signals=signals_of(doubt.signals),
        at=when(waiting.at, now),
        acts=tuple(
            Act(f"c-{doubt.id}-{verdict}", f"{verdict}: {means}", _call(browser, f"review {doubt.id} {verdict}"))
            for verdict, means in _VERDICTS
            if acts
        ),
        settled=sentence_of(doubt.verdict, doubt.new, doubt.old) if doubt.verdict else "",
        by=doubt.by,
        why=doubt.why,
    )


def _side(browser: Browser, which: str, noun: Memory, now: datetime) -> Side:
    notes = notes_of(noun.text, browser.cited(noun), now)
    return Side(which, noun.id, noun.text, noun.status.value, STATUS_GLYPHS[noun.status], next(iter(notes), None))


def _candidate(browser: Browser, noun: Memory, now: datetime) -> Candidate:
    notes = notes_of(noun.text, browser.cited(noun), now)[:3]
    end = "retire" if noun.is_rule else "forget"
    return Candidate(
        id=noun.id,
        text=noun.text,
        statement=marked(noun.text, notes),
        status=noun.status.value,
        trust=noun.trust.value,
        notes=notes,
        reason=noun.change.reason,
        acts=(
            Act(f"c-{noun.id}-ratify", "It is right: let it hold.", _call(browser, f"ratify {noun.id}")),
            Act(f"c-{noun.id}-end", "It is not: let it go.", _call(browser, f"{end} {noun.id}")),
        ),
    )


def _letters(found: Sequence[JsonObject], namespace: str, now: datetime) -> tuple[Letters, ...]:
    """Under the reason that they share, in the order in which the reasons come."""
    groups: dict[str, list[Letter]] = {}
    for body in found:
        evidence = body.get("evidence")
        first = evidence[0] if isinstance(evidence, list) and evidence and isinstance(evidence[0], dict) else {}
        letter = Letter(
            id=str(body["id"]),
            text=clip(str(body.get("text", "")), 320),
            episode=str(first.get("episode", "")),
            field=str(first.get("field", "")),
            proposer=str(body.get("proposer", "")),
            at=when(str(body.get("at", "")), now),
        )
        groups.setdefault(str(body.get("reason", "")), []).append(letter)
    return tuple(
        Letters(
            reason,
            tuple(letters),
            Act(f"c-{letters[0].id}", "Done with it.", f"cicatrix forget {letters[0].id} --by you -n {namespace}"),
        )
        for reason, letters in groups.items()
    )


def _call(browser: Browser, call: str) -> str:
    return f"cicatrix {call} --by you -n {browser.namespace}"
