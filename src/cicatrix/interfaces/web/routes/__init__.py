"""Which address shows what, a file for each part of the house."""

from __future__ import annotations

from fastapi import APIRouter, FastAPI
from fastapi.responses import HTMLResponse

from cicatrix.interfaces.web.desk import Desk
from cicatrix.interfaces.web.routes import beliefs, experience, gate, inbox, ledger, time
from cicatrix.interfaces.web.routes.book import Book


def add_routes(app: FastAPI, desk: Desk) -> None:
    router = APIRouter(default_response_class=HTMLResponse)
    for part in (experience, beliefs, gate, inbox, time, ledger):
        part.add(Book(router), desk)
    app.include_router(router)


__all__ = ["add_routes"]
