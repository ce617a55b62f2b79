"""How observed turns look on a terminal: what each taught, word for word, and what taught nothing and why."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from cicatrix.core.importance import VITAL
from cicatrix.interfaces.cli.receipts import notes, skips
from cicatrix.interfaces.cli.text import counted, shortened

if TYPE_CHECKING:
    from cicatrix.engine.observe import Learnt, ManyObserved, Observation, Untaught
    from cicatrix.interfaces.cli.sheet import Sheet

_SHOWN: Final = 20


def observed(sheet: Sheet, report: Observation) -> None:
    sheet.entry(report.episode, "observed", aside=f"#{report.seq}, on disk")
    for item in report.stored:
        _learnt(sheet, item)
    _untaught(sheet, report.rejected)
    if not report.stored and not report.rejected:
        sheet.line(("Nothing in it can be remembered; the turn itself is kept.", "meta"), indent=4)
    for note in report.notes:
        sheet.line((f"· {note}", "meta"), indent=4)


def _learnt(sheet: Sheet, item: Learnt) -> None:
    """A memory, and under it whom it speaks of, when it holds, and how it met what was known."""
    noun = item.memory
    standing = "known already" if item.revision == "duplicate" else noun.type.value
    sheet.entry(noun.id, (f"“{noun.text}”", "voice"), aside=standing)
    said = f"{noun.attribute} of {noun.subject}" if noun.attribute else f"about {noun.subject}"
    until = f"until {noun.valid_to}" if noun.valid_to else ""
    since = f"from {noun.valid_from}" if noun.valid_from else ""
    weight = "safety-critical" if noun.importance >= VITAL else ""
    sheet.line(
        (" · ".join(filter(None, (said, "denied" if noun.negated else "", since, until, weight))), "meta"), indent=9
    )
    if item.supersedes:
        sheet.line(("replaces ", ""), (", ".join(item.supersedes), "scar"), (f"  {item.reason}", "meta"), indent=9)
    for doubt in item.doubts:
        sheet.line(("a person decides: ", ""), (doubt, "scar"), (f"  {item.reason}", "meta"), indent=9)


def _untaught(sheet: Sheet, rejected: Sequence[Untaught]) -> None:
    for item in rejected[:_SHOWN]:
        sheet.entry("–", (f"“{shortened(item.text, 200)}”", "voice"), (f"\n{item.reason}", "meta"))
    if len(rejected) > _SHOWN:
        sheet.line((f"… and {len(rejected) - _SHOWN:,} more; --json names them all", "meta"))


def _ends(sheet: Sheet, learnt: Sequence[Learnt]) -> None:
    """Of memories that are not shown one by one: what they ended, and what waits for a person."""
    for item in learnt[:_SHOWN]:
        ended = [("replaces ", ""), (", ".join(item.supersedes), "scar")] if item.supersedes else []
        waits = [("  a person decides: ", ""), (", ".join(item.doubts), "scar")] if item.doubts else []
        sheet.line((f"{item.memory.id} ", "bold"), *ended, *waits, indent=4)
    if len(learnt) > _SHOWN:
        sheet.line((f"… and {len(learnt) - _SHOWN:,} more that end or wait; --json names them all", "meta"))


def observed_many(sheet: Sheet, report: ManyObserved, skipped: Sequence[tuple[int, str]]) -> None:
    turns = report.observations
    stored = sum(len(turn.stored) for turn in turns)
    rejected = sum(len(turn.rejected) for turn in turns)
    sheet.line((counted(len(turns), "turn"), "bold"), f" observed, {counted(stored, 'statement')} remembered, ",
               f"{rejected:,} sentences that teach nothing")  # fmt: skip
    learnt = [item for turn in turns for item in turn.stored]
    for item in learnt[:_SHOWN]:
        _learnt(sheet, item)
    if stored > _SHOWN:
        sheet.line((f"… and {stored - _SHOWN:,} more; --json names them all", "meta"))
    _ends(sheet, [item for item in learnt[_SHOWN:] if item.supersedes or item.doubts])
    _untaught(sheet, [item for turn in turns for item in turn.rejected])
    skips(sheet, [(f"line {line}", reason) for line, reason in skipped])
    notes(sheet, report.notes)
