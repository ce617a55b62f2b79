"""Serving the page until Ctrl-C."""

from __future__ import annotations

import contextlib
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cicatrix.engine.memory import Memory
    from cicatrix.interfaces.cli.session import Session


def serve_page(call: Session, memory: Memory, host: str, port: int, *, open_browser: bool = False) -> None:
    """Serve the page, and say where it is once it accepts connections. Returns when it is told to stop."""
    from cicatrix.interfaces.web import serve

    def ready(url: str) -> None:
        payload = {"url": url, "namespace": memory.context.namespace}
        call.out.data(payload, lambda sheet: sheet.line("The page:  ", (url, "scar"), ("   Ctrl-C ends it", "meta")))
        sys.stdout.flush()
        if open_browser:
            import webbrowser

            webbrowser.open(url)

    with contextlib.suppress(KeyboardInterrupt):  # this is how a person ends it
        serve(memory, host=host, port=port, on_ready=ready)
