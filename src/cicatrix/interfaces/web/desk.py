"""The desk: reads one memory, prints pages of it. Every page is one snapshot of the ledger, and has a twin in JSON.

A page under ``/at/900/`` is the same page read from the mind as it was after entry #900. Its links stay in that mind.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from fastapi import Request
from fastapi.responses import HTMLResponse, JSONResponse
from starlette.responses import Response

from cicatrix.core.episodes import JsonObject
from cicatrix.engine.browse import Browser
from cicatrix.engine.memory import Memory
from cicatrix.errors import CicatrixError, NotFound
from cicatrix.interfaces.web import twins
from cicatrix.interfaces.web.render import make_environment
from cicatrix.interfaces.web.views.gone import gone_of
from cicatrix.interfaces.web.views.page import frame
from cicatrix.interfaces.web.views.past import PAST_ROOMS, Past, past_of, to_moment

_ON_LINE: Final = 12
"""At most so many of a page's entries stand on the ledger line."""
_LINK: Final = re.compile(rf'(?<= href=")/(?=(?:{"|".join(PAST_ROOMS)})[/?#"])')
"""Links that templates write; what people wrote holds no quotation mark that is not escaped."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A page ready to be printed: its template, its view model, and what stands around it."""

    template: str
    title: str
    view: object
    twin: Callable[[], JsonObject]
    room: str = ""
    own: tuple[str | int, ...] = ()


Show = Callable[[Browser, datetime], Shown]


class Desk:
    """Reads one memory and prints pages of it."""

    def __init__(self, memory: Memory) -> None:
        self.memory = memory
        self._templates = make_environment()

    def page(self, request: Request, show: Show, *, status: int = 200) -> Response:
        """The page, or its twin where the address ends in ``.json``."""
        path = request.url.path
        query = f"?{request.url.query}" if request.url.query else ""
        with self.memory.read().snapshot() as browser:
            now = today = self.memory.context.clock.now()
            past, seen = None, browser
            if "moment" in request.path_params:
                past = past_of(browser, request.path_params["moment"], path, query, now)
                seen, now = browser.as_of(past.seq), to_moment(past, now)
            try:
                shown = show(seen, now)
            except NotFound:
                gone = gone_of(seen, request.path_params.get("handle", ""), now)
                if gone is None:
                    raise
                shown, status = Shown("gone.html", gone.id, gone, lambda: twins.gone(gone), own=(gone.seq,)), 410
            if path.endswith(".json"):
                return JSONResponse(shown.twin(), status)
            own = shown.own[:_ON_LINE]
            twin = f"{path.rstrip('/') or '/index'}.json{query}"
            around = frame(
                seen, browser, now, shown.title, today=today, room=shown.room, own=own, twin=twin, past=past, path=path
            )
        text = self._templates.get_template(shown.template).render(page=around, view=shown.view)
        return HTMLResponse(_in_the_past(text, past) if past else text, status)

    def json(self, body: JsonObject) -> Response:
        """An answer for programs that no page has."""
        return JSONResponse(body)

    def error(self, error: CicatrixError) -> Response:
        """An error as a page. Where the ledger itself cannot be read, without the line under the head."""
        now = self.memory.context.clock.now()
        try:
            with self.memory.read().snapshot() as browser:
                around = frame(browser, browser, now, f"{error.http_status} {error.code}", today=now)
        except CicatrixError:
            return JSONResponse(error.as_json(), error.http_status)
        text = self._templates.get_template("error.html").render(page=around, view=error)
        return HTMLResponse(text, error.http_status)


def _in_the_past(text: str, past: Past) -> str:
    """The page with the links of its main part leading to the mind that it shows."""
    before, main, after = re.split(r"(<main .*</main>)", text, maxsplit=1, flags=re.DOTALL)
    return before + _LINK.sub(f"{past.root}/", main) + after
