"""The page of one question: what memory could not answer, who was asked, and the reply where there is one."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from cicatrix.core.codec import decode
from cicatrix.core.ids import Kind, parse_handle
from cicatrix.core.questions import Question
from cicatrix.engine.browse import Browser
from cicatrix.errors import NotFound
from cicatrix.interfaces.web.views.lists import QuestionLine, question_line


@dataclass(frozen=True, slots=True)
class QuestionPage:
    line: QuestionLine
    reply: str  # the person's words; empty while nobody has answered
    taught: tuple[str, ...]


def question_page(browser: Browser, handle: str, now: datetime) -> QuestionPage:
    """Raises NotFound."""
    body = browser.body(handle) if parse_handle(handle)[0] is Kind.QUESTION else None
    if body is None:
        raise NotFound(f"There is no question {handle} in {browser.namespace}.")
    seq = browser.sequence_of(handle) or 0
    question = decode(Question, body, seq=seq)
    at = browser.entry(seq).header.at if seq else ""
    reply = browser.episode(question.episode) if question.episode else None
    return QuestionPage(
        line=question_line(browser, question, at, now),
        reply=(reply.text or reply.correction) if reply else "",
        taught=tuple(noun.id for noun in browser.taught_by(reply.id)) if reply else (),
    )
