"""How answers look on a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cicatrix.core.told import STOPS
from cicatrix.interfaces.cli.gate import MARKS as RULINGS
from cicatrix.interfaces.cli.show import MARKS as GRADES
from cicatrix.interfaces.cli.text import counted

if TYPE_CHECKING:
    from cicatrix.core.answers import Answer
    from cicatrix.interfaces.cli.sheet import Sheet


def answer(sheet: Sheet, noun: Answer) -> None:
    """What was said, and under it what code found in it."""
    sheet.head("With memory" if noun.memory else "Without memory", _ids(noun))
    words(sheet, noun.text)
    found(sheet, noun)


def words(sheet: Sheet, text: str) -> None:
    """Line by line, as they were written."""
    for line in text.splitlines():
        sheet.line(line) if line.strip() else sheet.blank()


def found(sheet: Sheet, noun: Answer) -> None:
    """The grade, the verdict, what was struck and marked, what it took."""
    sheet.blank()
    marks = []
    if noun.grade is not None:
        marks.append(f"{GRADES[noun.grade]} {noun.grade.value}")
    if noun.effect in STOPS:
        marks.append(f"{RULINGS[noun.effect]} {noun.effect.value}")
    cited = sum(each.valid for each in noun.citations)
    if noun.reply:
        marks.append(f"{counted(cited, 'citation')} checked" if cited else "nothing cited")
    if marks:
        sheet.line((" · ".join(marks), "grade"))
    for struck in noun.struck:
        sheet.line(("struck  ", "meta"), f"[{struck.rule}]: {struck.reason}", indent=2)
    for each in noun.unsupported:
        sheet.line(("marked  ", "meta"), f"“{each.text}”: {each.reason}", indent=2)
    if not noun.is_whole:
        sheet.line(("The model stopped at its limit; the answer may lack its end.", "meta"))
    if noun.learnt:
        sheet.line((f"learnt from this: {', '.join(noun.learnt)}", "meta"))
    if noun.ended:
        sheet.line((f"over with this: {', '.join(noun.ended)}", "meta"))
    if noun.note:
        sheet.line((noun.note, "meta"))
    if noun.model:
        about = "about " if noun.usage.estimated else ""
        took = f"{about}{noun.usage.prompt:,} + {noun.usage.completion:,} tokens"
        sheet.line((f"{noun.model} · {took}", "meta"))
    sheet.blank()


def _ids(noun: Answer) -> str:
    return " · ".join(each for each in (noun.id, noun.recall, noun.verdict) if each)
