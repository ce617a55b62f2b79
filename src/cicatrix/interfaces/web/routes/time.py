"""Time: the mind as it was."""

from __future__ import annotations

from urllib.parse import quote

from fastapi.responses import RedirectResponse
from starlette.responses import Response

from cicatrix.errors import InvalidInput
from cicatrix.interfaces.web.desk import Desk
from cicatrix.interfaces.web.routes.book import Book
from cicatrix.interfaces.web.views.past import PAST_ROOMS


def add(book: Book, desk: Desk) -> None:
    @book.router.get("/at")
    def slide(seq: str = "", moment: str = "", room: str = "") -> Response:
        """Where the slider leads: the same page of another mind. A date that is written goes before the slider."""
        if room and room.split("/")[1:2] not in [[name] for name in PAST_ROOMS]:
            raise InvalidInput(f"{room!r} cannot be looked at as it was.", hint=f"One of: {', '.join(PAST_ROOMS)}.")
        asked = moment.strip() or seq.strip()
        found = desk.memory.read().sequence_at(asked)
        return RedirectResponse(f"/at/{found}{quote(room or '/playbook')}", 303)
