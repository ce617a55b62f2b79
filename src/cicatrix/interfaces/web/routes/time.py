"""Time: the mind as it was, what changed in between, and the nights."""

from __future__ import annotations

from datetime import datetime, timedelta
from urllib.parse import quote

from fastapi import Request
from fastapi.responses import RedirectResponse
from starlette.responses import Response

from cicatrix.core.ids import Kind, canonical_handle
from cicatrix.engine.browse import Browser
from cicatrix.errors import InvalidInput
from cicatrix.interfaces import shapes
from cicatrix.interfaces.web import addresses, twins
from cicatrix.interfaces.web.desk import Desk, Shown
from cicatrix.interfaces.web.routes.book import Book
from cicatrix.interfaces.web.views.diff import diff_page
from cicatrix.interfaces.web.views.night import night_page, nights_page, plan_page
from cicatrix.interfaces.web.views.past import PAST_ROOMS

_LATELY = timedelta(days=7)
"""How far back the diff goes that nobody gave dates."""


def add(book: Book, desk: Desk) -> None:
    @book.router.get("/at")
    def slide(seq: str = "", moment: str = "", room: str = "") -> Response:
        """Where the slider leads: the same page of another mind. A date that is written goes before the slider."""
        if room and room.split("/")[1:2] not in [[name] for name in PAST_ROOMS]:
            raise InvalidInput(f"{room!r} cannot be looked at as it was.", hint=f"One of: {', '.join(PAST_ROOMS)}.")
        browser = desk.memory.read()
        found = browser.sequence_at(moment.strip() or seq.strip() or browser.head().seq)
        return RedirectResponse(f"/at/{found}{quote(room or '/playbook')}", 303)

    @book.router.get("/at/{moment}.json")
    def mind(moment: str) -> Response:
        """What the mind held, in numbers and handles; the page of it is its playbook."""
        return desk.json(shapes.mind(desk.memory.at(moment)))

    @book.router.get("/at/{moment}")
    def at(moment: str) -> Response:
        return RedirectResponse(f"/at/{desk.memory.read().sequence_at(moment)}/playbook", 303)

    @book.get("/diff")
    def lately(request: Request, start: str = "", end: str = "") -> Response:
        """The last days; where the form names a span, the way to it."""
        first, last = _span(desk.memory.read(), start.strip(), end.strip())
        if not (start.strip() or end.strip()):
            return desk.page(request, lambda browser, now: _diff(desk, browser, now, first, last))
        suffix = ".json" if request.url.path.endswith(".json") else ""
        return RedirectResponse(f"/diff/{first}..{last}{suffix}", 303)

    @book.get("/diff/{span}")
    def diff(request: Request, span: str) -> Response:
        start, end = addresses.span(span)
        return desk.page(request, lambda browser, now: _diff(desk, browser, now, start, end))

    @book.get("/sleep", past=True)
    def sleep(request: Request, before: str = "") -> Response:
        return desk.page(request, lambda browser, now: _nights(browser, now, addresses.before(before)))

    @book.get("/sleep/plan")
    def plan(request: Request) -> Response:
        return desk.page(request, lambda browser, now: _plan(desk, browser, now))

    @book.get("/sleep/{handle}", past=True)
    def night(request: Request, handle: str) -> Response:
        moved = addresses.moved(request, handle, Kind.SLEEP)
        return moved or desk.page(request, lambda browser, now: _night(browser, now, handle))


def _span(browser: Browser, start: str, end: str) -> tuple[int, int]:
    """What a form means; without a start, from some days before the last entry."""
    head = browser.head()
    last = browser.sequence_at(end) if end else head.seq
    if not start and head.at:
        start = (datetime.fromisoformat(head.at) - _LATELY).isoformat()
    return browser.sequence_at(start) if start else 0, last


def _diff(desk: Desk, browser: Browser, now: datetime, start: int | str, end: int | str) -> Shown:
    report = desk.memory.diff(start, end)
    view = diff_page(browser, report, now)
    own = (report.start, report.end, *(line.seq for part in view.parts for line in part.lines))
    return Shown("diff.html", view.title, view, lambda: shapes.difference(report), "Diff", own)


def _nights(browser: Browser, now: datetime, before: int | None) -> Shown:
    view = nights_page(browser, now, before=before)
    own = tuple(line.id for line in view.lines)
    return Shown("sleep.html", "Sleep", view, lambda: twins.sleep(view), "Sleep", own)


def _plan(desk: Desk, browser: Browser, now: datetime) -> Shown:
    view = plan_page(browser, desk.memory.sleep(dry_run=True), now)
    return Shown("night.html", "A night’s plan", view, lambda: twins.night(view), "Sleep", view.touched)


def _night(browser: Browser, now: datetime, handle: str) -> Shown:
    view = night_page(browser, canonical_handle(handle), now)
    return Shown("night.html", view.id, view, lambda: twins.night(view), "Sleep", (view.id, *view.touched))
