"""``serve``: the page on this machine, until somebody stops it."""

from __future__ import annotations

import socket
from collections.abc import Callable
from typing import Final

import uvicorn

from cicatrix.engine.memory import Memory
from cicatrix.errors import Busy, UsageError
from cicatrix.interfaces.web.app import create_app
from cicatrix.interfaces.web.guard import LOOPBACK

HOST: Final = "127.0.0.1"
PORT: Final = 5054


def serve(memory: Memory, host: str = HOST, port: int = PORT, *, on_ready: Callable[[str], None] | None = None) -> None:
    """Serve the page and return when the process is told to stop (Ctrl-C, SIGTERM).

    ``port`` 0 takes a free one. ``on_ready`` is called once with the address when connections are accepted.
    Raises UsageError for a host that is not this machine (the page has no login), Busy when the port is taken.
    """
    if host not in LOOPBACK:
        raise UsageError(
            f"The page has no login, so it is not served on {host}.",
            hint="Leave --host out, or use 127.0.0.1, localhost or ::1; reach it from elsewhere through an SSH tunnel.",
        )
    listener = _listen(host, port)
    address = f"http://{f'[{host}]' if ':' in host else host}:{listener.getsockname()[1]}/"
    config = uvicorn.Config(
        create_app(memory), log_level="warning", access_log=False, server_header=False, timeout_graceful_shutdown=3
    )
    server = _Server(config, lambda: on_ready(address) if on_ready else None)
    with listener:
        server.run(sockets=[listener])


class _Server(uvicorn.Server):
    """Says when it accepts connections."""

    def __init__(self, config: uvicorn.Config, started: Callable[[], None]) -> None:
        super().__init__(config)
        self._on_started = started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._on_started()


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError as error:
        listener.close()
        raise Busy(
            f"Port {port} on {host} cannot be used: {error.strerror or error}.",
            hint=f"Stop what runs there, or name another: --port {port + 1 if 0 < port < 65_535 else PORT}.",
        ) from None
    listener.listen(128)
    return listener
