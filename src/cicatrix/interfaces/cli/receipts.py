"""How the answers to writing commands look on a terminal: what was stored, joined, refused, skipped."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cicatrix.interfaces import readings
from cicatrix.interfaces.cli import show
from cicatrix.interfaces.cli.text import counted

if TYPE_CHECKING:
    from cicatrix.engine.record import ManyRecorded
    from cicatrix.engine.remember import Remembered
    from cicatrix.engine.reports import DistillReport, ImportReport, Note, Recorded, Refusal, ReplyReport
    from cicatrix.interfaces.cli.sheet import Sheet
    from cicatrix.interfaces.shapes import Quote

_SHOWN = 20


def recorded(sheet: Sheet, receipt: Recorded, quote: Quote) -> None:
    sheet.entry(receipt.id, "recorded", aside=f"#{receipt.seq}, on disk")
    for rule in receipt.rules:
        show.memory(sheet, rule, quote)
        sheet.line((readings.stops(rule), "meta"), indent=9)
    changed(sheet, receipt.superseded, receipt.doubts)
    refusals(sheet, receipt.refused)
    for note in receipt.notes:
        sheet.line((f"· {note}", "meta"), indent=4)


def recorded_many(sheet: Sheet, report: ManyRecorded, skipped: Sequence[tuple[int, str]]) -> None:
    sheet.line((counted(report.recorded, "episode"), "bold"), " recorded")
    if skipped:
        rows = counted(report.recorded + len(skipped), "row")
        sheet.line((f"{len(skipped):,} of {rows} refused", "bold"), ", for the reasons below.")
    skips(sheet, [(f"line {line}", reason) for line, reason in skipped])
    notes(sheet, report.notes)
    if report.recorded:
        sheet.line((f"Next: {sheet.call('distill')}", "meta"))


def imported(sheet: Sheet, report: ImportReport) -> None:
    verb = "would be imported" if report.dry_run else "imported"
    skipped = len(report.skipped)
    if skipped:
        rows = report.imported + report.already + skipped
        sheet.line((f"{skipped:,} of {counted(rows, 'row')} refused", "bold"), ", for the reasons below.")
    sheet.line(
        (counted(report.imported, "episode"), "bold"),
        f" {verb}, {report.already:,} there already, {skipped:,} skipped",
        (f"   {report.id or 'nothing written'} · {report.format} · {report.trust}", "meta"),
    )
    skips(sheet, [(item.where, item.reason) for item in report.skipped])
    notes(sheet, report.notes)
    if report.learnt:
        sheet.line((counted(report.learnt, "statement"), "bold"), f" remembered. See them: {sheet.call('memory list')}")
    if report.ended:
        sheet.line((counted(report.ended, "memory"), "bold"), " ended by what came in.")
    if report.waiting:
        sheet.line(
            (counted(report.waiting, "statement"), "bold"), f" waiting for a person. See them: {sheet.call('inbox')}"
        )
    if not report.imported or report.dry_run:
        return
    if not report.taught:
        asked = sheet.call('recall "…"')
        sheet.line((f"No corrections in it, so there is nothing to distill. Ask what it holds: {asked}", "meta"))
        return
    sheet.line((f"{counted(report.taught, 'episode')} with a correction. Next: {sheet.call('distill')}", "meta"))
    if report.trust == "external":
        vouch = sheet.call(f"ratify {report.id} --by NAME")
        sheet.line((f"Nobody stands behind this log yet, so its rules wait as candidates: {vouch}", "meta"))


def notes(sheet: Sheet, notes: Sequence[Note]) -> None:
    for note in notes:
        sheet.line((f"· {note.text} ({counted(note.count, 'time')}, first at {note.where})", "meta"), indent=4)


def skips(sheet: Sheet, skipped: Sequence[tuple[str, str]]) -> None:
    for where, reason in skipped[:_SHOWN]:
        sheet.line(("skipped  ", "meta"), f"{where}: {reason}", indent=4)
    if len(skipped) > _SHOWN:
        sheet.line((f"… and {len(skipped) - _SHOWN:,} more; --json names them all", "meta"), indent=4)


def distilled(sheet: Sheet, report: DistillReport, quote: Quote) -> None:
    sheet.head(
        f"{counted(len(report.admitted), 'new rule')} from {counted(report.episodes, 'episode')}",
        f"{len(report.joined)} joined · {report.unchanged} known · {len(_new(report.refused))} refused",
    )
    for rule in (*report.admitted, *report.joined):
        show.memory(sheet, rule, quote)
    changed(sheet, report.superseded, report.doubts)
    refusals(sheet, report.refused)
    if not (report.admitted or report.joined or _new(report.refused)):
        nothing = f"No episode holds a correction or a reply. Ask what they hold: {sheet.call('recall …')}"
        sheet.line("Nothing new to learn." if report.episodes else nothing)
    for note in report.notes:
        sheet.line((f"· {note}", "meta"))
    sheet.blank()


def changed(sheet: Sheet, superseded: Sequence[str], doubts: Sequence[str]) -> None:
    """What new rules ended, and what a person is asked about them."""
    if superseded:
        sheet.line(f"over: {', '.join(superseded)}", (f"   Not so? {sheet.call(f'undo {superseded[0]}')}", "meta"))
    for doubt in doubts:
        sheet.line((f"→ {sheet.call(f'explain {doubt}')}: which of two rules holds?", "meta"))


def refusals(sheet: Sheet, refused: Sequence[Refusal]) -> None:
    """What was not learnt: the words, and under them the reason. What was refused before is only counted."""
    new = _new(refused)
    if new:
        sheet.line(("Refused:", "meta"))
    for item in new[:_SHOWN]:
        sheet.entry(item.dead_letter or "–", (f"“{item.text}”", "voice"), (f"\n{item.reason}", "meta"))
    if len(new) > _SHOWN:
        sheet.line((f"… and {len(new) - _SHOWN:,} more; --json names them all", "meta"))
    if len(new) < len(refused):
        sheet.line((f"{len(refused) - len(new):,} refused before; those that wait: {sheet.call('inbox')}", "meta"))


def _new(refused: Sequence[Refusal]) -> list[Refusal]:
    return [item for item in refused if not item.known]


def remembered(sheet: Sheet, report: Remembered) -> None:
    sheet.entry(report.id, (report.status, "bold"), aside=report.revision)
    if report.reason:
        sheet.line((report.reason, "meta"), indent=9)
    if report.supersedes:
        undo = sheet.call(f"undo {report.id}")
        sheet.line((f"in the place of {', '.join(report.supersedes)}. Not so? {undo}", "meta"), indent=9)
    for doubt in report.doubts:
        sheet.line((f"→ {sheet.call(f'review {doubt} …')}: what is it for an older memory?", "meta"), indent=9)


def replied(sheet: Sheet, report: ReplyReport, quote: Quote) -> None:
    if not report.answered:
        sheet.entry(
            report.question, (f"still open: {report.episode} is the agent's report", "bold"), aside=f"#{report.seq}"
        )
        sheet.line("Nobody is named, and only a person answers. A person's answer: the same with --by NAME.", indent=9)
        return
    sheet.entry(report.question, f"answered in {report.episode}", aside=f"#{report.seq}")
    for rule in report.admitted:
        show.memory(sheet, rule, quote)
    changed(sheet, report.superseded, report.doubts)
    refusals(sheet, report.refused)
