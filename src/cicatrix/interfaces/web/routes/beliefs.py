"""What was learnt: the playbook with its rules, and the memories."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime

from fastapi import Request
from starlette.responses import Response

from cicatrix.core.ids import Kind
from cicatrix.engine.browse import Browser
from cicatrix.engine.policies import Tried
from cicatrix.errors import NotFound, StateConflict
from cicatrix.interfaces.web import addresses, twins
from cicatrix.interfaces.web.desk import Desk, Shown
from cicatrix.interfaces.web.routes.book import Book
from cicatrix.interfaces.web.views.memories import Wanted, memories_page
from cicatrix.interfaces.web.views.playbook import playbook_page
from cicatrix.interfaces.web.views.rule import rule_page


def add(book: Book, desk: Desk) -> None:
    @book.get("/playbook", past=True)
    def playbook(request: Request, status: str = "", tag: str = "", page: str = "1") -> Response:
        number = addresses.number(page, "page")
        return desk.page(request, lambda browser, now: _playbook(browser, now, status, tag, number))

    @book.get("/rules/{handle}", past=True)
    def rule(request: Request, handle: str) -> Response:
        return _claim(desk, request, handle, Kind.RULE)

    @book.get("/memories", past=True)
    def memories(request: Request, status: str = "", type: str = "", subject: str = "", page: str = "1") -> Response:
        wanted = Wanted(status, type, subject, addresses.number(page, "page"))
        return desk.page(request, lambda browser, now: _memories(browser, now, wanted))

    @book.get("/memories/{handle}", past=True)
    def memory(request: Request, handle: str) -> Response:
        return _claim(desk, request, handle, Kind.MEMORY)


def _playbook(browser: Browser, now: datetime, status: str, tag: str, page: int) -> Shown:
    view = playbook_page(browser, now, status=status, tag=tag, page=page)
    own = tuple(line.id for line in view.lines)
    return Shown("playbook.html", "Playbook", view, lambda: twins.playbook(browser, view), "Playbook", own)


def _memories(browser: Browser, now: datetime, wanted: Wanted) -> Shown:
    view = memories_page(browser, now, wanted)
    own = tuple(line.id for group in view.groups for line in group.lines)
    return Shown("memories.html", "Memories", view, lambda: twins.memories(browser, view), "Memories", own)


def _tried(desk: Desk, request: Request, handle: str, kind: Kind) -> tuple[Tried, ...]:
    """What the policy of a rule in force says of calls today; a rule that is over stops none."""
    if kind is not Kind.RULE or "moment" in request.path_params:
        return ()
    with suppress(NotFound, StateConflict):
        return desk.memory.policies().explain(handle).tried
    return ()


def _claim(desk: Desk, request: Request, handle: str, kind: Kind) -> Response:
    """Rules and memories have one page; what comes under the other's address is led to its own."""

    def show(browser: Browser, now: datetime) -> Shown:
        view = rule_page(browser, handle, now, _tried(desk, request, handle, kind))
        last = tuple(use.recall for use in view.usage.uses[:1])
        chain = tuple(link.id for link in view.belief.chain)
        own = (view.noun.id, *view.noun.episodes, *chain, *last)
        room = "Playbook" if kind is Kind.RULE else "Memories"
        return Shown("rule.html", view.noun.id, view, lambda: twins.claim(browser, view), room, own)

    return addresses.moved(request, handle, kind) or desk.page(request, show)
