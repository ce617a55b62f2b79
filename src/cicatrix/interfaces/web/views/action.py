"""The page of one verdict: the call, what was judged, the rules that spoke, the permit that it asked for."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from cicatrix.core.approvals import Approval, ApprovalState
from cicatrix.core.codec import decode
from cicatrix.core.episodes import JsonObject
from cicatrix.core.ids import Kind, parse_handle
from cicatrix.core.stamps import stamp
from cicatrix.core.told import STOPS, told
from cicatrix.core.verdicts import Matched, Ruling, Verdict
from cicatrix.engine.browse import Browser, Cited
from cicatrix.errors import NotFound
from cicatrix.interfaces.readings import judged, laid_out
from cicatrix.interfaces.web.views.claims import Note, notes_of
from cicatrix.interfaces.web.views.playbook import number
from cicatrix.interfaces.web.views.times import When, when
from cicatrix.interfaces.web.views.words import clip

PER_PAGE: Final = 50
_LINE: Final = 220

GLYPHS: Final = {
    Ruling.DENY: "deny",
    Ruling.UNMET_PRECONDITION: "unmet",
    Ruling.REQUIRE_APPROVAL: "approval",
    Ruling.ALLOW: "act",
    Ruling.NO_OPINION: "none",
    Ruling.NO_ACTION: "none",
}
TITLES: Final = {
    Ruling.DENY: "Denied",
    Ruling.UNMET_PRECONDITION: "Not yet",
    Ruling.REQUIRE_APPROVAL: "Asks a person",
    Ruling.ALLOW: "Permitted",
    Ruling.NO_OPINION: "No opinion",
    Ruling.NO_ACTION: "No action",
}
_EFFECTS: Final = {
    Ruling.DENY: "denies",
    Ruling.UNMET_PRECONDITION: "something first",
    Ruling.REQUIRE_APPROVAL: "asks a person",
}
_STATES: Final = {
    ApprovalState.PENDING: ("question", "waits for a person"),
    ApprovalState.GRANTED: ("approval", "granted, and not used yet"),
    ApprovalState.REFUSED: ("out", "refused"),
    ApprovalState.SPENT: ("act", "granted and spent"),
    ApprovalState.EXPIRED: ("ended", "has run out"),
    ApprovalState.VOID: ("ended", "void: the rules say something else since"),
}


@dataclass(frozen=True, slots=True)
class Spoke:
    """A rule that spoke. ``note`` is the id of its words in the margin."""

    id: str
    effect: str
    glyph: str
    reason: str
    unknown: tuple[str, ...]
    shadow: bool
    note: str


@dataclass(frozen=True, slots=True)
class Permit:
    id: str
    glyph: str
    state: str
    open: bool
    until: When | None
    by: str
    reason: str
    approver: str
    asked_by: str
    episode: str | None
    spent_on: str | None


@dataclass(frozen=True, slots=True)
class ActionPage:
    verdict: Verdict
    title: str
    glyph: str
    call: str  # in one line
    given: str  # as it was asked, laid out
    form: str  # as it was judged, laid out
    notes: tuple[Note, ...]
    spoke: tuple[Spoke, ...]
    others: str  # what the other rules have to do with it
    permit: Permit | None
    told: str
    at: When | None
    namespace: str

    @property
    def unknown(self) -> bool:
        return any(rule.unknown for rule in self.spoke)

    @property
    def stopped(self) -> bool:
        return self.glyph in ("deny", "unmet", "approval")


@dataclass(frozen=True, slots=True)
class ActionLine:
    id: str
    call: str
    asked: bool  # a request in words
    title: str
    glyph: str
    effect: str
    rules: tuple[str, ...]
    approval: str | None
    outcome: str
    principal: str
    at: When | None


@dataclass(frozen=True, slots=True)
class ActionsPage:
    title: str
    lines: tuple[ActionLine, ...]
    total: int
    older: str
    namespace: str


def action_page(browser: Browser, handle: str, now: datetime) -> ActionPage:
    """Raises NotFound."""
    body = browser.body(handle) if parse_handle(handle)[0] is Kind.VERDICT else None
    if body is None:
        raise NotFound(f"There is no verdict {handle} in {browser.namespace}.")
    verdict = decode(Verdict, body, seq=browser.sequence_of(handle) or 0)
    return page_of(browser, verdict, now)


def page_of(browser: Browser, verdict: Verdict, now: datetime) -> ActionPage:
    """The same for a verdict that was not sealed: it has no handle."""
    notes = notes_of("", _cited(browser, verdict.rules), now)
    return ActionPage(
        verdict=verdict,
        title=TITLES[verdict.effect],
        glyph=GLYPHS[verdict.effect],
        call=clip(judged(verdict), _LINE),
        given=_laid_out(verdict),
        form=laid_out(verdict.canonical),
        notes=notes,
        spoke=tuple(_spoke(rule, notes) for rule in verdict.rules),
        others=_others(verdict),
        permit=_permit(browser, verdict.approval, now),
        told=told(verdict),
        at=when(verdict.now, now),
        namespace=browser.namespace,
    )


def actions_page(browser: Browser, now: datetime, *, before: int | None = None) -> ActionsPage:
    versions = browser.bodies(Kind.VERDICT, before=before, limit=PER_PAGE)
    total = browser.count(Kind.VERDICT)
    return ActionsPage(
        title=f"{number(total).capitalize()} action{'' if total == 1 else 's'}, judged before anything was done."
        if total
        else "No action has been judged here yet.",
        lines=tuple(_line(decode(Verdict, item.body, seq=item.seq), now) for item in versions if item.body is not None),
        total=total,
        older=f"/actions?before={versions[-1].seq}" if len(versions) == PER_PAGE else "",
        namespace=browser.namespace,
    )


def _line(verdict: Verdict, now: datetime) -> ActionLine:
    return ActionLine(
        id=verdict.id,
        call=clip(judged(verdict), _LINE),
        asked=not verdict.given.get("name"),
        title=TITLES[verdict.effect],
        glyph=GLYPHS[verdict.effect],
        effect=verdict.effect.value,
        rules=tuple(rule.id for rule in verdict.rules if not rule.shadow)[:4],
        approval=verdict.approval,
        outcome=verdict.outcome or ("stopped" if verdict.effect in STOPS else "not told"),
        principal=verdict.principal,
        at=when(verdict.now, now),
    )


def _cited(browser: Browser, rules: Sequence[Matched]) -> list[Cited]:
    """The words that taught the rules that spoke, as the rules were when they did."""
    found: list[Cited] = []
    for rule in rules:
        try:
            found += browser.cited(browser.memory(rule.id, at=rule.version or None))
        except NotFound:  # erased since
            continue
    return found


def _spoke(rule: Matched, notes: Sequence[Note]) -> Spoke:
    note = next((note.id for note in notes if note.episode in rule.episodes), "")
    effect = _EFFECTS.get(rule.ruling, TITLES[rule.ruling].lower())
    return Spoke(rule.id, effect, GLYPHS[rule.ruling], rule.reason, rule.unknown, rule.shadow, note)


def _others(verdict: Verdict) -> str:
    spoke = sum(not rule.shadow for rule in verdict.rules)
    rest = verdict.policies - spoke
    if not verdict.policies:
        return "No rule is in force here, so nothing can be stopped."
    if rest <= 0:
        return "Every rule in force speaks of it."
    others = f"{number(rest)} {'other' if spoke else ''} rule{'' if rest == 1 else 's'} in force".replace("  ", " ")
    return f"{others.capitalize()} {'speaks' if rest == 1 else 'speak'} of something else."


def _permit(browser: Browser, handle: str | None, now: datetime) -> Permit | None:
    if handle is None:
        return None
    try:
        found = decode(Approval, browser.body(handle)).at(stamp(now))
    except NotFound:
        return None
    glyph, state = _STATES[found.state]
    return Permit(
        id=found.id,
        glyph=glyph,
        state=state,
        open=found.state is ApprovalState.PENDING,
        until=when(found.until, now),
        by=found.by,
        reason=found.reason,
        approver=found.approver,
        asked_by=found.asked_by,
        episode=found.episode,
        spent_on=found.spent_on,
    )


def _laid_out(verdict: Verdict) -> str:
    """The call as somebody would write it down, an argument a line."""
    given = verdict.given
    if not given.get("name"):
        return str(given.get("text") or verdict.name)
    args = given.get("args")
    named: JsonObject = {"resource": given["resource"]} if given.get("resource") else {}
    values = {**named, **(args if isinstance(args, dict) else {})}
    width = max(map(len, values), default=0)
    lines = [f"  {name:<{width}} = {json.dumps(value, ensure_ascii=False, indent=2)}" for name, value in values.items()]
    inside = ",\n".join(lines)
    return f"{verdict.name}(\n{inside}\n)" if lines else f"{verdict.name}()"
