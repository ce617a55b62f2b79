"""Serving the page until Ctrl-C."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cicatrix.engine.memory import Memory
    from cicatrix.interfaces.cli.session import Session


def serve_page(call: Session, memory: Memory, host: str, port: int, *, open_browser: bool = False) -> None:
    """Say where the page is, then serve it. Returns when the server is told to stop."""
    from cicatrix.interfaces.web import serve

    url = f"http://{host}:{port}"
    call.out.data(
        {"url": url, "namespace": memory.context.namespace}, lambda sheet: sheet.line("The page:  ", (url, "scar"))
    )
    sys.stdout.flush()
    if open_browser:
        import webbrowser

        webbrowser.open(url)
    serve(memory, host=host, port=port)
