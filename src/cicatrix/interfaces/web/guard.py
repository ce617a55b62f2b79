"""What stands before every page: who may ask (only this machine), and what a browser may do with the answer.

The page has no login. It answers to loopback names only, so that a web site that points its own name at 127.0.0.1 (DNS
rebinding) is refused, and takes a form only from its own pages.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Final
from urllib.parse import urlsplit

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from cicatrix.errors import CicatrixError, HostRefused, OriginRefused

LOOPBACK: Final = frozenset({"127.0.0.1", "localhost", "::1"})
CSP: Final = (
    "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'"
)
HEADERS: Final = {
    "content-security-policy": CSP,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "cache-control": "private, no-cache",
}
_SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})


class Guard:
    """ASGI middleware: Host and Origin are checked before anything else runs; every answer carries :data:`HEADERS`.

    ``broken`` makes the answer to a request that failed without one, so that a defect is told under the same headers.
    """

    def __init__(
        self, app: ASGIApp, *, broken: Callable[[Request, Exception], Response], hosts: frozenset[str]
    ) -> None:
        self._app = app
        self._broken = broken
        self._hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        started = False

        async def send_guarded(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        refusal = self._refusal(Headers(scope=scope), scope["method"])
        try:
            await (refusal or self._app)(scope, receive, send_guarded)
        except Exception as error:
            if started:
                raise
            answer = await run_in_threadpool(self._broken, Request(scope, receive), error)
            await answer(scope, receive, send_guarded)

    def _refusal(self, headers: Headers, method: str) -> Response | None:
        host = headers.get("host", "")
        if hostname(f"//{host}") not in self._hosts:
            return _answer(HostRefused(f"This page does not answer to the name {host!r}."))
        if method in _SAFE:
            return None
        origin, site = headers.get("origin"), headers.get("sec-fetch-site")
        foreign = urlsplit(origin).netloc != host if origin is not None else site not in (None, "same-origin", "none")
        if foreign:
            return _answer(OriginRefused("A form of another site may not write here."))
        return None


def hostname(address: str) -> str:
    """The host of an address in lower case, without port or brackets; empty where there is none."""
    try:
        return (urlsplit(address).hostname or "").rstrip(".")
    except ValueError:
        return ""


def _answer(error: CicatrixError) -> Response:
    return PlainTextResponse(json.dumps(error.as_json()), error.http_status, media_type="application/json")
