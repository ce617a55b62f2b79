"""Which address shows what. Every page is read in one snapshot of the ledger, and has a twin in JSON."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Final
from urllib.parse import parse_qs

from fastapi import APIRouter, FastAPI, Query, Request
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from cicatrix.core.episodes import JsonObject
from cicatrix.core.ids import Kind, canonical_handle, parse_handle
from cicatrix.core.recall_record import record_of
from cicatrix.engine.browse import Browser
from cicatrix.engine.memory import Memory
from cicatrix.engine.proof import written
from cicatrix.errors import CicatrixError, InvalidInput, NotFound
from cicatrix.interfaces.web import twins
from cicatrix.interfaces.web.links import url_of
from cicatrix.interfaces.web.render import make_environment
from cicatrix.interfaces.web.views.entry import entry_page
from cicatrix.interfaces.web.views.episode import episode_page
from cicatrix.interfaces.web.views.front import front_page
from cicatrix.interfaces.web.views.help import help_page
from cicatrix.interfaces.web.views.ledger import ledger_page
from cicatrix.interfaces.web.views.lists import episodes_page, questions_page, recalls_page
from cicatrix.interfaces.web.views.page import frame
from cicatrix.interfaces.web.views.playbook import playbook_page
from cicatrix.interfaces.web.views.question import question_page
from cicatrix.interfaces.web.views.recall import page_of, recall_page
from cicatrix.interfaces.web.views.rule import rule_page

_FORM_LIMIT: Final = 128 * 1024
"""Bytes of a form; a longer task is no task."""
_ON_LINE: Final = 12
"""At most so many of a page's entries stand on the ledger line."""


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
        now = self.memory.context.clock.now()
        with self.memory.read().snapshot() as browser:
            shown = show(browser, now)
            if request.url.path.endswith(".json"):
                return JSONResponse(shown.twin(), status)
            twin = f"{request.url.path.rstrip('/') or '/index'}.json"
            query = f"?{request.url.query}" if request.url.query else ""
            around = frame(browser, now, shown.title, room=shown.room, own=shown.own[:_ON_LINE], twin=twin + query)
        text = self._templates.get_template(shown.template).render(page=around, view=shown.view)
        return HTMLResponse(text, status)

    def error(self, error: CicatrixError) -> Response:
        """An error as a page. Where the ledger itself cannot be read, without the line under the head."""
        now = self.memory.context.clock.now()
        try:
            with self.memory.read().snapshot() as browser:
                around = frame(browser, now, f"{error.http_status} {error.code}")
        except CicatrixError:
            return JSONResponse(error.as_json(), error.http_status)
        text = self._templates.get_template("error.html").render(page=around, view=error)
        return HTMLResponse(text, error.http_status)


def add_routes(app: FastAPI, desk: Desk) -> None:
    router = APIRouter(default_response_class=HTMLResponse)

    def get(path: str) -> Callable[[Callable[..., Response]], Callable[..., Response]]:
        """Register a page and its twin; the twin first, because ``{id}`` would match ``PB-01.json`` too."""

        def register(handler: Callable[..., Response]) -> Callable[..., Response]:
            for address in (f"{path if path != '/' else '/index'}.json", path):
                router.api_route(address, methods=["GET", "HEAD"])(handler)
            return handler

        return register

    @get("/")
    def front(request: Request, task: str = "") -> Response:
        return desk.page(request, lambda browser, now: _front(browser, now, task))

    @get("/playbook")
    def playbook(request: Request, status: str = "", tag: str = "", page: str = "1") -> Response:
        return desk.page(request, lambda browser, now: _playbook(browser, now, status, tag, _number(page, "page")))

    @get("/rules/{handle}")
    def rule(request: Request, handle: str) -> Response:
        return _claim(desk, request, handle, Kind.RULE)

    @get("/memories/{handle}")
    def memory(request: Request, handle: str) -> Response:
        return _claim(desk, request, handle, Kind.MEMORY)

    @get("/episodes")
    def episodes(request: Request, before: str = "") -> Response:
        return desk.page(request, lambda browser, now: _episodes(browser, now, _before(before)))

    @get("/episodes/{handle}")
    def episode(request: Request, handle: str) -> Response:
        moved = _canonical(request, handle, Kind.EPISODE)
        return moved or desk.page(request, lambda browser, now: _episode(browser, now, handle))

    @get("/recalls")
    def recalls(request: Request, before: str = "") -> Response:
        return desk.page(request, lambda browser, now: _recalls(browser, now, _before(before)))

    @get("/recalls/{handle}")
    def recall(request: Request, handle: str) -> Response:
        moved = _canonical(request, handle, Kind.RECALL)
        return moved or desk.page(request, lambda browser, now: _recall(browser, now, handle))

    @get("/questions")
    def questions(request: Request, before: str = "") -> Response:
        return desk.page(request, lambda browser, now: _questions(browser, now, _before(before)))

    @get("/questions/{handle}")
    def question(request: Request, handle: str) -> Response:
        moved = _canonical(request, handle, Kind.QUESTION)
        return moved or desk.page(request, lambda browser, now: _question(browser, now, handle))

    @get("/ledger")
    def ledger(request: Request, kind: str = "", start: Annotated[str, Query(alias="from")] = "") -> Response:
        first = _sequence(start) if start.strip() else None
        return desk.page(request, lambda browser, now: _ledger(browser, now, first, kind))

    @router.get("/ledger/{seq}/proof.json")
    def proof(seq: str) -> Response:
        """The proof as a file, spelled as the offline verifier demands."""
        number = _number(seq, "sequence")
        headers = {"content-disposition": f'attachment; filename="entry-{number}.json"'}
        return Response(written(desk.memory.prove(number)), media_type="application/json", headers=headers)

    @get("/ledger/{seq}")
    def entry(request: Request, seq: str) -> Response:
        return desk.page(request, lambda browser, now: _entry(browser, now, _number(seq, "sequence")))

    @get("/help")
    def words(request: Request) -> Response:
        return desk.page(request, lambda browser, _: _words(browser))

    @router.get("/find")
    def find(id: str = "") -> Response:
        return RedirectResponse(_address_of(desk.memory.read(), id), 303)

    @router.post("/recalls")
    async def ask(request: Request) -> Response:
        task = await _field(request, "task")
        return await run_in_threadpool(_ask, desk, request, task)

    app.include_router(router)


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


# -- what each page shows -------------------------------------------------------------------------------------------


def _front(browser: Browser, now: datetime, task: str) -> Shown:
    view = front_page(browser, now, task=task)
    own = (view.rule.id, *view.rule.episodes) if view.rule else ()
    return Shown("front.html", "Memory an agent can defend", view, lambda: twins.front(view), own=own)


def _playbook(browser: Browser, now: datetime, status: str, tag: str, page: int) -> Shown:
    view = playbook_page(browser, now, status=status, tag=tag, page=page)
    own = tuple(line.id for line in view.lines)
    return Shown("playbook.html", "Playbook", view, lambda: twins.playbook(browser, view), "Playbook", own)


def _claim(desk: Desk, request: Request, handle: str, kind: Kind) -> Response:
    """Rules and memories have one page; what comes under the other's address is led to its own."""

    def show(browser: Browser, now: datetime) -> Shown:
        view = rule_page(browser, handle, now)
        last = tuple(use.recall for use in view.usage.uses[:1])
        own = (*view.noun.episodes, view.noun.id, *last)
        return Shown("rule.html", view.noun.id, view, lambda: twins.claim(browser, view), "Playbook", own)

    return _canonical(request, handle, kind) or desk.page(request, show)


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


def _questions(browser: Browser, now: datetime, before: int | None) -> Shown:
    view = questions_page(browser, now, before=before)
    return Shown("questions.html", "Questions", view, lambda: twins.questions(view), "Questions")


def _question(browser: Browser, now: datetime, handle: str) -> Shown:
    view = question_page(browser, canonical_handle(handle), now)
    own = tuple(name for name in (view.line.id, view.line.recall, view.line.episode) if name)
    return Shown("question.html", view.line.id, view, lambda: twins.question(view.line), "Questions", own)


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


# -- reading addresses -----------------------------------------------------------------------------------------------


def _canonical(request: Request, handle: str, kind: Kind) -> Response | None:
    """Lead ``/rules/pb-1`` to ``/rules/PB-01``, and ``/rules/ep1`` to ``/episodes/ep1``. Raises InvalidInput."""
    name = canonical_handle(handle)
    if name == handle and parse_handle(name)[0] is kind:
        return None
    return RedirectResponse(url_of(name) + (".json" if request.url.path.endswith(".json") else ""), 308)


def _address_of(browser: Browser, text: str) -> str:
    """The page that somebody means who types ``PB-01``, ``pb-1`` or ``#42``. Raises InvalidInput or NotFound."""
    typed = text.strip()
    if typed.removeprefix("#").isdecimal():
        return f"/ledger/{_sequence(typed)}"
    name = canonical_handle(typed)
    seq = browser.sequence_of(name)
    if seq is None:
        raise NotFound(f"There is no {name} in {browser.namespace}.")
    address = url_of(name)
    return f"/ledger/{seq}" if address.startswith("/find") else address


def _before(text: str) -> int | None:
    return _number(text, "before") if text else None


def _sequence(text: str) -> int:
    """A sequence as people type it: ``1042``, ``#1042``."""
    return _number(text.strip().removeprefix("#"), "sequence")


def _number(text: str, name: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= 18 and int(text)):
        raise InvalidInput(f"{text!r} is no {name}.", hint=f"A {name} is a whole number from 1 on.")
    return int(text)


async def _field(request: Request, name: str) -> str:
    """One field of a form, read without keeping more than the limit in memory. Raises InvalidInput."""
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > _FORM_LIMIT:
            raise InvalidInput(f"The form holds more than {_FORM_LIMIT:,} bytes.", hint="Shorten the task.")
    try:
        fields = parse_qs(bytes(body).decode("utf-8"), keep_blank_values=True, errors="strict", max_num_fields=20)
    except ValueError:
        raise InvalidInput("The form cannot be read.", hint="Send it as UTF-8, form-encoded.") from None
    return fields.get(name, [""])[0].replace("\r\n", "\n")
