"""How a night looks on a terminal: the plan, or what was done, as one sheet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from cicatrix.interfaces.cli.text import counted, shortened

if TYPE_CHECKING:
    from cicatrix.engine.sleep import SleepReport
    from cicatrix.interfaces.cli.sheet import Sheet

_SHOWN = 20


def named(report: SleepReport) -> list[str]:
    """The memories whose words the sheet shows beside what becomes of them."""
    merged = [part.id for merge in report.merged for part in merge.members]
    return merged + [fade.id for fade in report.forgotten[:_SHOWN]]


def show(sheet: Sheet, report: SleepReport, texts: Mapping[str, str]) -> None:
    """``texts`` are the words of :func:`named`, by handle."""
    if report.dry_run:
        title = "What a night would do"
    else:
        title = f"Slept: {report.id}" if report.id else "Slept, and changed nothing"
    sheet.head(title, f"mind @{report.mind} · plan {report.plan[:8]}")
    for merge in report.merged:
        sheet.entry(
            merge.into, (merge.text, "bold"), aside=f"{len(merge.members)} → 1 · {merge.before} → {merge.after} tokens"
        )
        for part in merge.members:
            sheet.line(("╰─ ", "scar"), (part.id, "scar"), f" {texts.get(part.id, '')}", indent=9)
        sheet.line((f"{_percent(merge.likeness)} alike at least, by {merge.measure}", "meta"), indent=9)
        sheet.blank()
    if report.forgotten:
        verb = "would be let go" if report.dry_run else "let go"
        sheet.line((f"{counted(len(report.forgotten), 'memory', 'memories')} {verb}", "bold"))
        for fade in report.forgotten[:_SHOWN]:
            sheet.entry(fade.id, shortened(texts.get(fade.id, "")), (f"\n{fade.reason}", "meta"), indent=4)
        _more(sheet, len(report.forgotten))
        sheet.blank()
    _asked(sheet, report)
    if report.refused:
        sheet.line(("Left as they are", "meta"))
        for out in report.refused[:_SHOWN]:
            sheet.line((f"· {out.reason}", "meta"), indent=4)
        _more(sheet, len(report.refused))
        sheet.blank()
    _tokens(sheet, report)
    for one in report.passes:
        done = one.skipped or f"{one.changed:,} of {one.looked_at:,}"
        sheet.line((f"{one.name:<9}{done}", "meta"), indent=4)
    _next(sheet, report)
    sheet.blank()


def _asked(sheet: Sheet, report: SleepReport) -> None:
    """What goes to a person: candidate rules, and memories of which one may replace the other."""
    if report.insights:
        sheet.line((f"{counted(len(report.insights), 'candidate rule')} for the inbox", "bold"))
        for found in report.insights:
            sheet.entry(
                found.rule or "new",
                found.text,
                (f"\n{', '.join(found.episodes)} ended alike", "meta"),
                indent=4,
            )
        sheet.blank()
    if report.doubts:
        sheet.line((f"{counted(len(report.doubts), 'question')} for the inbox", "bold"))
        for conflict in report.doubts:
            told = f"whether {conflict.new.id} replaces {conflict.old.id}"
            sheet.entry(conflict.doubt or "new", told, (f"\n{conflict.reason}", "meta"), indent=4)
        sheet.blank()


def _tokens(sheet: Sheet, report: SleepReport) -> None:
    before, after = report.tokens_before, report.tokens_after
    saved = f", {100 * (before - after) // before} % less" if before > after else ""
    sheet.line(
        (f"{before:,} → {after:,} tokens", "bold"), f" of active memory{saved}", (f"   {report.counter}", "meta")
    )


def _next(sheet: Sheet, report: SleepReport) -> None:
    if report.dry_run and (report.merged or report.forgotten or report.doubts or report.insights):
        sheet.line((f"Nothing was written. To do it: {sheet.call('sleep')}", "meta"))
    elif report.id:
        sheet.line((f"To take it back: {sheet.call(f'undo {report.id}')}", "meta"))


def _more(sheet: Sheet, count: int) -> None:
    if count > _SHOWN:
        sheet.line((f"… and {count - _SHOWN:,} more; --json names them all", "meta"), indent=4)


def _percent(millionths: int) -> str:
    return f"{millionths * 100 // 1_000_000} %"
