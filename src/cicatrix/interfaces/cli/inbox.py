"""How what waits for a person looks on a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cicatrix.core.episodes import JsonObject
from cicatrix.interfaces import readings
from cicatrix.interfaces.cli import policies
from cicatrix.interfaces.cli.text import counted, shortened
from cicatrix.interfaces.waiting import WAITS

if TYPE_CHECKING:
    from cicatrix.interfaces.cli.sheet import Sheet
    from cicatrix.interfaces.waiting import Inbox


def show(sheet: Sheet, inbox: Inbox) -> None:
    if not any((inbox.approvals, inbox.policies, inbox.questions, inbox.doubts, inbox.candidates, inbox.dead_letters)):
        sheet.line("Nothing waits for you.")
        return
    if inbox.approvals:
        sheet.head(counted(len(inbox.approvals), "approval"), "for one call, once")
        for asked in inbox.approvals:
            until = f"until {asked.approval.until[11:16]} UTC"
            sheet.entry(asked.approval.id, (shortened(readings.judged(asked.verdict), 160), "bold"), aside=until)
            asking = [rule for rule in asked.verdict.rules if rule.id in asked.approval.rules]
            for rule in asking:
                sheet.quote(rule.id, rule.quote)
        first_asked = inbox.approvals[0].approval.id
        _next(sheet, f"approve {first_asked} --by NAME", f"refuse {first_asked} --by NAME")
    if inbox.policies:
        sheet.head(counted(len(inbox.policies), "policy", "policies"), "read in part: is this what the rule stops?")
        for found in inbox.policies:
            policies.waiting(sheet, found)
        first_policy = inbox.policies[0].rule.id
        _next(sheet, f"policy promote {first_policy} --by NAME", f'correct {first_policy} "…" --by NAME')
    if inbox.questions:
        sheet.head(counted(len(inbox.questions), "question"))
        for question in inbox.questions:
            sheet.entry(question.id, question.query, (f"\n{question.reason}", "meta"))
        _next(sheet, f'reply {inbox.questions[0].id} "…" --by NAME')
    if inbox.doubts:
        sheet.head(counted(len(inbox.doubts), "doubt"), "what is the newer one for the older one?")
        for waiting in inbox.doubts:
            sheet.entry(waiting.doubt.id, (waiting.doubt.reason, "meta"))
            for what, noun in (("newer", waiting.new), ("older", waiting.old)):
                aside = "waits" if noun.status in WAITS else ""
                sheet.entry(f"{what} {noun.id}", noun.text, aside=aside, indent=4)
        _next(sheet, f"review {inbox.doubts[0].doubt.id} replaces|duplicate|refines|distinct --by NAME")
    if inbox.candidates:
        sheet.head(counted(len(inbox.candidates), "candidate"), "what nobody stands behind yet")
        for noun, quotes in inbox.candidates:
            sheet.entry(noun.id, noun.text, aside=f"{noun.trust.value}, {', '.join(noun.episodes)}")
            for episode, words in quotes:
                if words != noun.text:
                    sheet.quote(episode, words)
        first = inbox.candidates[0][0].id
        _next(sheet, f"ratify {first} --by NAME", f"{_end(first)} {first} --by NAME")
    if inbox.dead_letters:
        sheet.head(counted(len(inbox.dead_letters), "dead letter"), "what was not learnt")
        for reason, letters in _by_reason(inbox.dead_letters).items():
            sheet.line((reason, "meta"))
            for letter in letters:
                sheet.entry(str(letter["id"]), shortened(str(letter.get("text", "")), 160), indent=4)
        _next(sheet, f"explain {inbox.dead_letters[0]['id']}", f"forget {inbox.dead_letters[0]['id']} --by NAME")
    sheet.blank()


def _end(handle: str) -> str:
    return "retire" if handle.startswith("PB") else "forget"


def _by_reason(letters: Sequence[JsonObject]) -> dict[str, list[JsonObject]]:
    """The letters under the reason that they share, in the order in which the reasons come."""
    found: dict[str, list[JsonObject]] = {}
    for letter in letters:
        found.setdefault(str(letter.get("reason", "")), []).append(letter)
    return found


def _next(sheet: Sheet, *calls: str) -> None:
    for call in calls:
        sheet.line((f"→ {sheet.call(call)}", "meta"))
