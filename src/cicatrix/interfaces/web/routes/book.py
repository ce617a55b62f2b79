"""How a page is registered: at its address, as its twin, and as it was."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from fastapi import APIRouter
from starlette.responses import Response

Handler = Callable[..., Response]


@dataclass(frozen=True, slots=True)
class Book:
    router: APIRouter

    def get(self, path: str, *, past: bool = False) -> Callable[[Handler], Handler]:
        """A page and its twin; with ``past`` also under ``/at/{moment}``. The twin comes first, because ``{id}`` would
        match ``PB-01.json`` too."""

        def register(handler: Handler) -> Handler:
            for root in ("", "/at/{moment}") if past else ("",):
                for address in (f"{root}{path if path != '/' else '/index'}.json", root + path):
                    self.router.api_route(address, methods=["GET", "HEAD"])(handler)
            return handler

        return register
