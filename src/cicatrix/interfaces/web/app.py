"""The page as an application: :func:`create_app` binds one memory to its addresses."""

from __future__ import annotations

import logging
from typing import Final

from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.staticfiles import StaticFiles

from cicatrix import __version__
from cicatrix.engine.memory import Memory
from cicatrix.errors import CicatrixError
from cicatrix.interfaces.web.desk import Desk
from cicatrix.interfaces.web.guard import LOOPBACK, Guard
from cicatrix.interfaces.web.routes import add_routes

_LOG: Final = logging.getLogger("cicatrix.web")


class _NoSuchPage(CicatrixError):
    code = "not_found"
    http_status = 404
    default_hint = (
        "Rules are at /rules/PB-01, episodes at /episodes/ep1, recalls at /recalls/rc-1, entries at /ledger/1."
    )


class _WrongMethod(CicatrixError):
    code = "usage"
    http_status = 405
    default_hint = "Pages are read with GET; a task is asked with POST to /recalls."


class _Broken(CicatrixError):
    """What a reader is told of a defect; the log has the traceback."""


def create_app(memory: Memory, *, hosts: frozenset[str] = LOOPBACK) -> FastAPI:
    """The page of one memory. ``hosts`` are the names it answers to."""
    app = FastAPI(title="Cicatrix", version=__version__, docs_url=None, redoc_url=None, openapi_url=None)
    app.mount("/static", StaticFiles(packages=[("cicatrix.interfaces.web", "static")]), name="static")
    desk = Desk(memory)
    add_routes(app, desk)

    def answer(request: Request, error: CicatrixError) -> Response:
        if request.url.path.endswith(".json"):
            return JSONResponse(error.as_json(), error.http_status)
        return desk.error(error)

    @app.exception_handler(CicatrixError)
    def known(request: Request, error: CicatrixError) -> Response:
        return answer(request, error)

    @app.exception_handler(HTTPException)
    def plain(request: Request, error: HTTPException) -> Response:
        if error.status_code == 405:
            return answer(request, _WrongMethod(f"{request.url.path} is not read that way."))
        return answer(request, _NoSuchPage(f"There is no page at {request.url.path}."))

    def broken(request: Request, error: Exception) -> Response:
        _LOG.error("%s %s failed", request.method, request.url.path, exc_info=error)
        return answer(request, _Broken("This page could not be made: a defect in Cicatrix, not in your ledger."))

    app.add_middleware(Guard, broken=broken, hosts=hosts)
    return app
