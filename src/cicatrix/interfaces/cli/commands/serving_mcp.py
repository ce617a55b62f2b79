"""``mcp``: the memory as a server for agents, over standard input and output."""

from __future__ import annotations

from typing import Annotated

import typer

from cicatrix.errors import StateConflict
from cicatrix.interfaces.cli.app import command
from cicatrix.interfaces.cli.session import session_of


@command("mcp", "cicatrix mcp -n acme/support", "cicatrix mcp -n acme/support --principal writer")
def mcp(
    ctx: typer.Context,
    principal: Annotated[str, typer.Option(metavar="NAME", help="Who asks, in verdicts and approvals.")] = "agent",
) -> None:
    """Serve an agent over MCP: recall, record_episode, check_action, explain.

    It speaks the protocol on standard output and nothing else there. What an agent asks here it can also not ask: a
    gate that cannot be gone around is a hook or a guard.
    """
    try:
        from cicatrix.interfaces.mcp.server import make_server
    except ModuleNotFoundError as error:
        raise StateConflict(
            f"The MCP SDK is not installed ({error.name}).", hint="Install it: pip install 'cicatrix[mcp]'."
        ) from error
    call = session_of(ctx)
    with call.open(writes=True) as memory:
        make_server(memory, principal=principal).run("stdio")
