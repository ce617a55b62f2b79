"""The gate: what was judged, what a person decides about it, and a place to try it."""

from __future__ import annotations

from datetime import datetime

from fastapi import Request
from fastapi.responses import RedirectResponse
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from cicatrix.core.ids import Kind, canonical_handle
from cicatrix.engine.browse import Browser
from cicatrix.errors import InvalidInput
from cicatrix.interfaces.web import addresses, twins
from cicatrix.interfaces.web.desk import Desk, Shown
from cicatrix.interfaces.web.links import url_of
from cicatrix.interfaces.web.routes.book import Book
from cicatrix.interfaces.web.views.action import action_page, actions_page
from cicatrix.interfaces.web.views.playground import playground_page, read_action


def add(book: Book, desk: Desk) -> None:
    @book.get("/actions", past=True)
    def actions(request: Request, before: str = "") -> Response:
        return desk.page(request, lambda browser, now: _actions(browser, now, addresses.before(before)))

    @book.get("/actions/{handle}", past=True)
    def action(request: Request, handle: str) -> Response:
        moved = addresses.moved(request, handle, Kind.VERDICT)
        return moved or desk.page(request, lambda browser, now: _action(browser, now, handle))

    @book.get("/approvals/{handle}")
    def approval(request: Request, handle: str) -> Response:
        moved = addresses.moved(request, handle, Kind.APPROVAL)
        return moved or RedirectResponse(_asked_by(desk, handle), 303)

    @book.get("/playground")
    def playground(request: Request, action: str = "") -> Response:
        return _try(desk, request, action)

    @book.router.post("/playground")
    async def try_it(request: Request) -> Response:
        typed = await addresses.field(request, "action")
        return await run_in_threadpool(_try, desk, request, typed)

    @book.router.post("/approvals/{handle}")
    async def decide(request: Request, handle: str) -> Response:
        form = await addresses.form(request)
        return await run_in_threadpool(_decide, desk, handle, form)

    @book.router.post("/policies/{handle}")
    async def promote(request: Request, handle: str) -> Response:
        form = await addresses.form(request)
        return await run_in_threadpool(_promote, desk, handle, form)


def _actions(browser: Browser, now: datetime, before: int | None) -> Shown:
    view = actions_page(browser, now, before=before)
    return Shown("actions.html", "Actions", view, lambda: twins.actions(view), "Actions")


def _action(browser: Browser, now: datetime, handle: str) -> Shown:
    view = action_page(browser, canonical_handle(handle), now)
    verdict = view.verdict
    taught = (name for rule in verdict.rules for name in (rule.id, *rule.episodes))
    permit = (verdict.approval,) if verdict.approval else ()
    own = (verdict.id, *permit, *dict.fromkeys((*taught, *verdict.evidence)))
    return Shown("action.html", verdict.id, view, lambda: twins.action(view), "Actions", own)


def _asked_by(desk: Desk, handle: str) -> str:
    """An approval has no page of its own: it stands on that of the verdict that asked for it."""
    body = desk.memory.read().body(canonical_handle(handle))
    return f"{url_of(str(body['verdict']))}#approval"


def _try(desk: Desk, request: Request, typed: str) -> Response:
    """Judged as everything is, and not sealed: nothing is asked of anybody, and no permit is spent."""
    problem, verdict = "", None
    try:
        action = read_action(typed)
        verdict = desk.memory.check(action, dry_run=True) if action is not None else None
    except InvalidInput as error:
        problem = f"{error.message} {error.hint}"

    def show(browser: Browser, now: datetime) -> Shown:
        view = playground_page(browser, now, typed, verdict, problem)
        own = tuple(rule.id for rule in verdict.rules) if verdict else ()
        return Shown("playground.html", "Playground", view, lambda: twins.tried(view), "Actions", own)

    return desk.page(request, show)


def _decide(desk: Desk, handle: str, form: dict[str, str]) -> Response:
    """The person at this machine permits a call, or does not."""
    acts = {"approve": desk.memory.approve, "refuse": desk.memory.refuse}
    decision = form.get("decision", "")
    if decision not in acts:
        raise InvalidInput(f"{decision!r} decides nothing.", hint="The form offers approve and refuse.")
    acts[decision](handle, by=desk.memory.context.user, reason=form.get("reason", ""))
    return RedirectResponse(_asked_by(desk, handle), 303)


def _promote(desk: Desk, handle: str, form: dict[str, str]) -> Response:
    if form.get("decision") != "promote":
        raise InvalidInput("Nothing was decided.", hint="The form offers to put the policy in force.")
    done = desk.memory.policies().promote(handle, by=desk.memory.context.user, reason=form.get("reason", ""))
    return RedirectResponse(url_of(done.id), 303)
