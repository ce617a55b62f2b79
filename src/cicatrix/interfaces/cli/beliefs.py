"""How beliefs and their changes look on a terminal: chains, corrections, reviews, what was undone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cicatrix.core.ids import handle_order

if TYPE_CHECKING:
    from cicatrix.core.memories import Memory
    from cicatrix.engine.reports import StateChange, Undone
    from cicatrix.engine.review import Reviewed
    from cicatrix.interfaces.cli.sheet import Sheet


def corrected(sheet: Sheet, change: StateChange, now: Memory) -> None:
    """``now``: what stands in the place of what was corrected."""
    sheet.entry(now.id, (now.text, "bold"), aside=f"#{change.seq}, said in {change.episode}")
    for words in now.exceptions:
        sheet.line(("later  ", "meta"), (f"“{words}”", "voice"), indent=9)
    if change.superseded_by:
        sheet.line((f"in the place of {', '.join(change.supersedes)}", "meta"), indent=9)
    for doubt in change.doubts:
        sheet.line((f"→ {sheet.call(f'review {doubt} …')}: what is it for an older memory?", "meta"), indent=9)
    _take_back(sheet, change.superseded_by or change.id)


def reviewed(sheet: Sheet, report: Reviewed, new: Memory, old: Memory) -> None:
    sheet.entry(report.id, (report.verdict, "bold"), aside=f"#{report.seq}")
    for noun in (new, old):
        sheet.entry(noun.id, noun.text, aside=noun.status.value, indent=4)
    _take_back(sheet, report.id)


def undone(sheet: Sheet, report: Undone) -> None:
    sheet.entry(report.undone, ("undone", "bold"), aside=f"#{report.seq}")
    for handles, what in ((report.restored, "as before"), (report.withdrawn, "withdrawn")):
        for handle in handles:
            sheet.entry(handle, what, indent=4)
    for reason in report.left:
        sheet.line((f"· {reason}", "meta"), indent=4)


def chain(sheet: Sheet, noun: Memory, links: Sequence[Memory]) -> None:
    """The memories that stood in this one's place before it and after it, oldest first."""
    if len(links) < 2:
        return
    sheet.blank()
    sheet.line(("What stood in its place", "meta"))
    for link in links:
        until = f" until {link.valid_to[:10]}" if link.valid_to else ""
        mark = "▸ " if link.id == noun.id else ""
        sheet.entry(link.id, f"{mark}{link.text}", aside=f"{link.status.value}{until}", indent=4)


def told(noun: Memory) -> list[tuple[str, str]]:
    """What code added to a memory's words, as names and values."""
    about = " ".join(filter(None, (noun.subject, noun.attribute)))
    met = noun.revision
    return [
        ("about", f"{about}: {noun.value}" if noun.value else about),
        ("said", noun.said_at[:16].replace("T", " ")),
        ("true from", noun.valid_from or ""),
        ("true until", noun.valid_to or ""),
        ("refines", ", ".join(sorted(noun.refines, key=handle_order))),
        ("revision", f"{met.verdict} {met.old}: {met.reason}" if met else ""),
    ]


def _take_back(sheet: Sheet, handle: str) -> None:
    sheet.line((f"Not so? {sheet.call(f'undo {handle}')}", "meta"), indent=9)
