"""What waits for a person, and what they were asked."""

from __future__ import annotations

from datetime import datetime

from fastapi import Request
from starlette.responses import Response

from cicatrix.core.ids import Kind, canonical_handle
from cicatrix.engine.browse import Browser
from cicatrix.interfaces.web import addresses, twins
from cicatrix.interfaces.web.desk import Desk, Shown
from cicatrix.interfaces.web.routes.book import Book
from cicatrix.interfaces.web.views.lists import questions_page
from cicatrix.interfaces.web.views.question import question_page


def add(book: Book, desk: Desk) -> None:
    @book.get("/questions", past=True)
    def questions(request: Request, before: str = "") -> Response:
        return desk.page(request, lambda browser, now: _questions(browser, now, addresses.before(before)))

    @book.get("/questions/{handle}", past=True)
    def question(request: Request, handle: str) -> Response:
        moved = addresses.moved(request, handle, Kind.QUESTION)
        return moved or desk.page(request, lambda browser, now: _question(browser, now, handle))


def _questions(browser: Browser, now: datetime, before: int | None) -> Shown:
    view = questions_page(browser, now, before=before)
    return Shown("questions.html", "Questions", view, lambda: twins.questions(view), "Questions")


def _question(browser: Browser, now: datetime, handle: str) -> Shown:
    view = question_page(browser, canonical_handle(handle), now)
    own = tuple(name for name in (view.line.id, view.line.recall, view.line.episode) if name)
    return Shown("question.html", view.line.id, view, lambda: twins.question(view.line), "Questions", own)
