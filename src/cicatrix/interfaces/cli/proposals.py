"""Whether a model reads what is distilled, and how what it read looks on a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cicatrix.core.chat import ModelRole
from cicatrix.errors import InvalidInput
from cicatrix.interfaces.cli import receipts, show
from cicatrix.interfaces.cli.text import counted

if TYPE_CHECKING:
    from cicatrix.config import Settings
    from cicatrix.engine.proposing import ProposeReport
    from cicatrix.interfaces.cli.sheet import Sheet
    from cicatrix.interfaces.shapes import Quote
    from cicatrix.ports import Model


def sends_words(model: Model | None, settings: Settings, wanted: bool | None) -> tuple[bool, str]:
    """Whether a model is to read corrections and turns, and what is to be said if not.

    A key or an address may be there for other programs, so nobody's words are sent for it: somebody asks for it in the
    call, or names a model in the settings. Raises InvalidInput where it is asked for and no model is named; that is
    before anything is sealed.
    """
    named = next((item for item in map(settings.item, ("llm.model_distill", "llm.model")) if item.value), None)
    if wanted is False:
        return False, ""
    if model is None:
        if wanted:
            raise InvalidInput(
                "No model is named, so none can read what is left; nothing was distilled.",
                hint="Set DASHSCOPE_API_KEY, OPENAI_API_KEY, or CICATRIX_LLM_BASE_URL with CICATRIX_LLM_MODEL.",
            )
        return (
            False,
            f"{named.where} names {named.value}, and nothing says where it is: only code read" if named else "",
        )
    if wanted:
        model.named(ModelRole.DISTILL)
    elif named is None:
        return (
            False,
            "only code read; `cicatrix distill --model` lets a model read what is left, and sends it the words",
        )
    return True, ""


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
