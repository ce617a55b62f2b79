"""Asking the page without a browser and without a socket: the application itself, through its own interface."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Final

import httpx

from cicatrix import Memory
from cicatrix.interfaces.web import create_app

BASE: Final = "http://127.0.0.1:5054"


class Site:
    """One memory's page, asked in this process."""

    def __init__(self, memory: Memory) -> None:
        self.memory = memory
        self._app = create_app(memory)

    def get(self, path: str, **headers: str) -> httpx.Response:
        return self.ask("GET", path, headers=headers)

    def ask(
        self, method: str, path: str, *, headers: dict[str, str] | None = None, body: bytes = b""
    ) -> httpx.Response:
        async def send() -> httpx.Response:
            transport = httpx.ASGITransport(app=self._app, raise_app_exceptions=True)
            async with httpx.AsyncClient(transport=transport, base_url=BASE) as client:
                return await client.request(method, path, headers=headers, content=body)

        with ThreadPoolExecutor(1) as pool:  # a browser test of the same process may have a loop running in this one
            return pool.submit(lambda: asyncio.run(send())).result()
