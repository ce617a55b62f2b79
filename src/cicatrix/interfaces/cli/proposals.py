"""How what a model read looks on a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cicatrix.interfaces.cli import receipts, show
from cicatrix.interfaces.cli.text import counted

if TYPE_CHECKING:
    from cicatrix.engine.proposing import ProposeReport
    from cicatrix.interfaces.cli.sheet import Sheet
    from cicatrix.interfaces.shapes import Quote


def proposed(sheet: Sheet, report: ProposeReport, quote: Quote) -> None:
    if not (report.read or report.waiting):
        sheet.line("Nothing is left for a model to read.")
        return
    took = f"{report.usage.total:,} tokens"
    sheet.head(f"{counted(report.read, 'episode')} read by {report.model}", took)
    for memory in report.admitted:
        show.memory(sheet, memory, quote)
    receipts.changed(sheet, report.superseded, report.doubts)
    receipts.refusals(sheet, report.refused)
    for letter in report.failed:
        sheet.entry(letter, f"a reply that cannot be used; again: {sheet.call(f'retry {letter}')}")
    if report.stopped:
        sheet.line(f"Stopped, {counted(report.waiting, 'episode')} left for the next time: {report.stopped}")
    sheet.blank()
