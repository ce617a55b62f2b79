"""The ledger and its proofs; finding a handle; the words of the house."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from fastapi import Query, Request
from fastapi.responses import RedirectResponse
from starlette.responses import Response

from cicatrix.engine.browse import Browser
from cicatrix.engine.proof import written
from cicatrix.interfaces.web import addresses, twins
from cicatrix.interfaces.web.desk import Desk, Shown
from cicatrix.interfaces.web.routes.book import Book
from cicatrix.interfaces.web.views.entry import entry_page
from cicatrix.interfaces.web.views.help import help_page
from cicatrix.interfaces.web.views.ledger import ledger_page


def add(book: Book, desk: Desk) -> None:
    @book.get("/ledger")
    def ledger(request: Request, kind: str = "", start: Annotated[str, Query(alias="from")] = "") -> Response:
        first = addresses.sequence(start) if start.strip() else None
        return desk.page(request, lambda browser, now: _ledger(browser, now, first, kind))

    @book.router.get("/ledger/{seq}/proof.json")
    def proof(seq: str) -> Response:
        """The proof as a file, spelled as the offline verifier demands."""
        number = addresses.number(seq, "sequence")
        headers = {"content-disposition": f'attachment; filename="entry-{number}.json"'}
        return Response(written(desk.memory.prove(number)), media_type="application/json", headers=headers)

    @book.get("/ledger/{seq}")
    def entry(request: Request, seq: str) -> Response:
        return desk.page(request, lambda browser, now: _entry(browser, now, addresses.number(seq, "sequence")))

    @book.get("/help")
    def words(request: Request) -> Response:
        return desk.page(request, lambda browser, _: _words(browser))

    @book.router.get("/find")
    def find(id: str = "") -> Response:
        return RedirectResponse(addresses.address_of(desk.memory.read(), id), 303)


def _ledger(browser: Browser, now: datetime, start: int | None, kind: str) -> Shown:
    view = ledger_page(browser, now, start=start, kind=kind)
    own = tuple(point.size for point in view.checkpoints if not point.fault)
    return Shown("ledger.html", "Ledger", view, lambda: twins.ledger(view), "Ledger", own)


def _entry(browser: Browser, now: datetime, seq: int) -> Shown:
    view = entry_page(browser, seq, now)
    return Shown("entry.html", f"#{seq}", view, lambda: twins.entry(view), "Ledger", (seq, *view.parents))


def _words(browser: Browser) -> Shown:
    view = help_page(browser)
    return Shown("help.html", "Words and marks", view, lambda: twins.words(view))
