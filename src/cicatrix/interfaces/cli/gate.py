"""How verdicts, approvals and policies look on a terminal."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from cicatrix.core.told import OPENING, STOPS
from cicatrix.core.verdicts import GateMode, Ruling
from cicatrix.interfaces import readings
from cicatrix.interfaces.cli import receipts, show
from cicatrix.interfaces.cli.text import shortened

if TYPE_CHECKING:
    from cicatrix.core.verdicts import Verdict
    from cicatrix.engine.approve import Decided
    from cicatrix.engine.outcome import Outcome
    from cicatrix.interfaces.cli.sheet import Sheet
    from cicatrix.interfaces.shapes import Quote

MARKS: Final = {
    Ruling.DENY: "⊖",
    Ruling.UNMET_PRECONDITION: "⬡",
    Ruling.REQUIRE_APPROVAL: "◐",
    Ruling.ALLOW: "●",
    Ruling.NO_OPINION: "○",
    Ruling.NO_ACTION: "·",
}


def verdict(sheet: Sheet, noun: Verdict) -> None:
    """The ruling, the rules that spoke above the words that taught them, and the way on."""
    sheet.head(shortened(readings.judged(noun), 160), f"{noun.id} · not executed" if noun.effect in STOPS else noun.id)
    sheet.line((f"{MARKS[noun.effect]} {OPENING[noun.effect]}", "grade"), f"   {noun.reason}")
    if noun.would and noun.mode is GateMode.SHADOW:
        sheet.line((f"The gate only watches here; it would have said {noun.would.value}.", "meta"), indent=4)
    if noun.warning:
        sheet.line((noun.warning, "meta"), indent=4)
    sheet.blank()
    for rule in noun.rules:
        watching = " · only watches" if rule.shadow else ""
        sheet.entry(rule.id, (rule.ruling.value.replace("_", " "), "bold"), f"   {rule.reason}", aside=watching[3:])
        for episode in rule.episodes:
            sheet.quote(episode, rule.quote)
    if noun.unknown:
        sheet.line(("not known of the call: ", "meta"), "; ".join(noun.unknown))
    if noun.evidence:
        sheet.line(("done before: ", "meta"), ", ".join(noun.evidence))
    if noun.approval and noun.effect is Ruling.REQUIRE_APPROVAL:
        sheet.line(f"{noun.approval} asks a person: {sheet.call(f'approve {noun.approval} --by NAME')}")
    sheet.line((f"judged as {json.dumps(noun.canonical, ensure_ascii=False)}", "meta"))
    sheet.blank()


def outcome(sheet: Sheet, done: Outcome) -> None:
    sheet.entry(
        done.id, (done.outcome, "bold"), f"   kept in {done.episode}" if done.episode else "", aside=f"#{done.seq}"
    )
    if done.warning:
        sheet.line((done.warning, "bold"), indent=9)


def decided(sheet: Sheet, done: Decided, quote: Quote) -> None:
    until = f"   this call, once, until {done.until[:16].replace('T', ' ')} UTC" if done.until else ""
    sheet.entry(done.id, (f"{done.state.value} by {done.by}", "bold"), until, aside=f"#{done.seq}")
    if done.episode:
        sheet.line((f"kept in {done.episode}", "meta"), indent=9)
    for rule in done.admitted:
        show.memory(sheet, rule, quote)
    receipts.changed(sheet, done.superseded, done.doubts)
    receipts.refusals(sheet, done.refused)
