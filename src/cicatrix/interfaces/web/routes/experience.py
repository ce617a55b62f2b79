"""Where a task is asked; what was experienced, and what was recalled."""

from __future__ import annotations

from datetime import datetime

from fastapi import Request
from fastapi.responses import RedirectResponse
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from cicatrix.core.ids import Kind, canonical_handle
from cicatrix.core.recall_record import record_of
from cicatrix.engine.browse import Browser
from cicatrix.errors import InvalidInput
from cicatrix.interfaces.web import addresses, twins
from cicatrix.interfaces.web.desk import Desk, Shown
from cicatrix.interfaces.web.links import url_of
from cicatrix.interfaces.web.routes.book import Book
from cicatrix.interfaces.web.views.episode import episode_page
from cicatrix.interfaces.web.views.front import front_page
from cicatrix.interfaces.web.views.lists import episodes_page, recalls_page
from cicatrix.interfaces.web.views.recall import page_of, recall_page


def add(book: Book, desk: Desk) -> None:
    @book.get("/")
    def front(request: Request, task: str = "") -> Response:
        return desk.page(request, lambda browser, now: _front(browser, now, task))

    @book.get("/episodes", past=True)
    def episodes(request: Request, before: str = "") -> Response:
        return desk.page(request, lambda browser, now: _episodes(browser, now, addresses.before(before)))

    @book.get("/episodes/{handle}", past=True)
    def episode(request: Request, handle: str) -> Response:
        moved = addresses.moved(request, handle, Kind.EPISODE)
        return moved or desk.page(request, lambda browser, now: _episode(browser, now, handle))

    @book.get("/recalls", past=True)
    def recalls(request: Request, before: str = "") -> Response:
        return desk.page(request, lambda browser, now: _recalls(browser, now, addresses.before(before)))

    @book.get("/recalls/{handle}", past=True)
    def recall(request: Request, handle: str) -> Response:
        moved = addresses.moved(request, handle, Kind.RECALL)
        return moved or desk.page(request, lambda browser, now: _recall(browser, now, handle))

    @book.router.post("/recalls")
    async def ask(request: Request) -> Response:
        task = await addresses.field(request, "task")
        return await run_in_threadpool(_ask, desk, request, task)


def _ask(desk: Desk, request: Request, task: str) -> Response:
    """Recall, and lead to its page. A ledger that may only be read answers at once, unrecorded."""
    if not task.strip():
        raise InvalidInput("No task was written.", hint="Say in a sentence what is to be done, then ask again.")
    found = desk.memory.recall(task)
    if found.id:
        return RedirectResponse(url_of(found.id), 303)
    record, reason = record_of(found), found.reason_unrecorded
    return desk.page(
        request,
        lambda browser, now: Shown(
            "recall.html", "A recall", page_of(browser, record, now, unrecorded=reason), dict, "Recalls"
        ),
    )


def _front(browser: Browser, now: datetime, task: str) -> Shown:
    view = front_page(browser, now, task=task)
    own = (view.rule.id, *view.rule.episodes) if view.rule else ()
    return Shown("front.html", "Memory an agent can defend", view, lambda: twins.front(view), own=own)


def _episodes(browser: Browser, now: datetime, before: int | None) -> Shown:
    view = episodes_page(browser, now, before=before)
    return Shown("episodes.html", "Episodes", view, lambda: twins.episodes(view), "Episodes")


def _episode(browser: Browser, now: datetime, handle: str) -> Shown:
    view = episode_page(browser, handle, now)
    own = (view.episode.id, *view.taught)
    return Shown("episode.html", view.episode.id, view, lambda: twins.episode(view), "Episodes", own)


def _recalls(browser: Browser, now: datetime, before: int | None) -> Shown:
    view = recalls_page(browser, now, before=before)
    return Shown("recalls.html", "Recalls", view, lambda: twins.recalls(view), "Recalls")


def _recall(browser: Browser, now: datetime, handle: str) -> Shown:
    view = recall_page(browser, canonical_handle(handle), now)
    chosen = tuple(name for line in view.lines for name in (line.id, *line.episodes))
    own = (view.record.id, *dict.fromkeys(chosen))
    return Shown("recall.html", view.record.id, view, lambda: twins.recall(browser, view), "Recalls", own)
