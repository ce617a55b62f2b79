"""What waits for a person, and what they were asked."""

from __future__ import annotations

from datetime import datetime

from fastapi import Request
from starlette.responses import Response

from cicatrix.core.ids import Kind, canonical_handle
from cicatrix.engine.browse import Browser
from cicatrix.engine.memory import Memory
from cicatrix.interfaces.web import addresses, twins
from cicatrix.interfaces.web.desk import Desk, Shown
from cicatrix.interfaces.web.routes.book import Book
from cicatrix.interfaces.web.views.inbox import doubt_page, inbox_page
from cicatrix.interfaces.web.views.lists import questions_page
from cicatrix.interfaces.web.views.question import question_page


def add(book: Book, desk: Desk) -> None:
    @book.get("/inbox")
    def inbox(request: Request) -> Response:
        return desk.page(request, lambda browser, now: _inbox(desk.memory, browser, now))

    @book.get("/doubts/{handle}")
    def doubt(request: Request, handle: str) -> Response:
        moved = addresses.moved(request, handle, Kind.DOUBT)
        return moved or desk.page(request, lambda browser, now: _doubt(browser, now, handle))

    @book.get("/questions", past=True)
    def questions(request: Request, before: str = "") -> Response:
        return desk.page(request, lambda browser, now: _questions(browser, now, addresses.before(before)))

    @book.get("/questions/{handle}", past=True)
    def question(request: Request, handle: str) -> Response:
        moved = addresses.moved(request, handle, Kind.QUESTION)
        return moved or desk.page(request, lambda browser, now: _question(browser, now, handle))


def _inbox(memory: Memory, browser: Browser, now: datetime) -> Shown:
    view = inbox_page(memory, browser, now)
    listed = (view.approvals, view.questions, view.doubts, view.policies, view.candidates)
    own = tuple(line.id for lines in listed for line in lines)
    return Shown("inbox.html", "Inbox", view, view.found.as_json, "Inbox", own)


def _doubt(browser: Browser, now: datetime, handle: str) -> Shown:
    view = doubt_page(browser, canonical_handle(handle), now)
    own = (view.line.id, view.new.id, view.old.id)
    return Shown("doubt.html", view.line.id, view, lambda: twins.doubt(view), "Inbox", own)


def _questions(browser: Browser, now: datetime, before: int | None) -> Shown:
    view = questions_page(browser, now, before=before)
    return Shown("questions.html", "Questions", view, lambda: twins.questions(view), "Inbox")


def _question(browser: Browser, now: datetime, handle: str) -> Shown:
    view = question_page(browser, canonical_handle(handle), now)
    own = tuple(name for name in (view.line.id, view.line.recall, view.line.episode) if name)
    return Shown("question.html", view.line.id, view, lambda: twins.question(view.line), "Inbox", own)
