"""Reading addresses and forms: handles, sequences and page numbers as people type them."""

from __future__ import annotations

from typing import Final
from urllib.parse import parse_qs

from fastapi import Request
from fastapi.responses import RedirectResponse
from starlette.responses import Response

from cicatrix.core.ids import Kind, canonical_handle, parse_handle
from cicatrix.engine.browse import Browser
from cicatrix.errors import InvalidInput, NotFound
from cicatrix.interfaces.web.links import url_of

_FORM_LIMIT: Final = 128 * 1024
"""Bytes of a form; a longer task is no task."""


def moved(request: Request, handle: str, kind: Kind) -> Response | None:
    """Lead ``/rules/pb-1`` to ``/rules/PB-01``, and ``/rules/ep1`` to ``/episodes/ep1``. Raises InvalidInput."""
    name = canonical_handle(handle)
    if name == handle and parse_handle(name)[0] is kind:
        return None
    moment = request.path_params.get("moment")
    root = f"/at/{moment}" if moment else ""
    return RedirectResponse(root + url_of(name) + (".json" if request.url.path.endswith(".json") else ""), 308)


def address_of(browser: Browser, text: str) -> str:
    """The page that somebody means who types ``PB-01``, ``pb-1`` or ``#42``. Raises InvalidInput or NotFound."""
    typed = text.strip()
    if typed.removeprefix("#").isdecimal():
        return f"/ledger/{sequence(typed)}"
    name = canonical_handle(typed)
    seq = browser.sequence_of(name)
    if seq is None:
        raise NotFound(f"There is no {name} in {browser.namespace}.")
    address = url_of(name)
    return f"/ledger/{seq}" if address.startswith("/find") else address


def before(text: str) -> int | None:
    return number(text, "before") if text else None


def sequence(text: str) -> int:
    """A sequence as people type it: ``1042``, ``#1042``."""
    return number(text.strip().removeprefix("#"), "sequence")


def span(text: str) -> tuple[str, str]:
    """``900..1042`` or ``2026-05-01..2026-05-31``; what is left open begins with nothing. Raises InvalidInput."""
    start, dots, end = text.partition("..")
    if not dots or not end.strip():
        raise InvalidInput(f"{text!r} is no span.", hint="Write /diff/900..1042, or two dates.")
    return start.strip() or "0", end.strip()


def number(text: str, name: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= 18 and int(text)):
        raise InvalidInput(f"{text!r} is no {name}.", hint=f"A {name} is a whole number from 1 on.")
    return int(text)


async def form(request: Request) -> dict[str, str]:
    """The fields of a form, the first of each name; read without keeping more than the limit in memory. Raises
    InvalidInput."""
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > _FORM_LIMIT:
            raise InvalidInput(f"The form holds more than {_FORM_LIMIT:,} bytes.", hint="Shorten what it holds.")
    try:
        fields = parse_qs(bytes(body).decode("utf-8"), keep_blank_values=True, errors="strict", max_num_fields=20)
    except ValueError:
        raise InvalidInput("The form cannot be read.", hint="Send it as UTF-8, form-encoded.") from None
    return {name: values[0].replace("\r\n", "\n") for name, values in fields.items()}


async def field(request: Request, name: str) -> str:
    """One field of a form; empty where it is not there. Raises InvalidInput."""
    return (await form(request)).get(name, "")
