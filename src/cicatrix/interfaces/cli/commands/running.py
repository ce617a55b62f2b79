"""Running it: the ``demo``, the page (``serve``), the measurements (``bench``)."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from cicatrix.interfaces.cli.app import command
from cicatrix.interfaces.cli.session import session_of

HOST = "127.0.0.1"
PORT = 5054

Host = Annotated[str, typer.Option(help="The address to listen on.")]
Port = Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 takes a free one.")]


@command(
    "demo",
    "cicatrix demo",
    "cicatrix demo --pack personal --no-serve",
    "cicatrix demo --db /tmp/try.db --no-serve --json",
)
def demo(
    ctx: typer.Context,
    serve: Annotated[bool, typer.Option("--serve/--no-serve", help="Serve the page at the end.")] = True,
    pack: Annotated[str, typer.Option(metavar="NAME", help="northstar, personal, devops or sales.")] = "northstar",
    host: Host = HOST,
    port: Port = PORT,
) -> int:
    """See it all on a ledger that comes with it, then look at the page.

    Experience, rules, beliefs that change, recall, a call that is refused, proof, and
    what tampering looks like. Needs no key, no model and no network. The pack is loaded once, however
    often this is called.
    """
    from cicatrix.interfaces.cli.demo import play

    call = session_of(ctx)
    return play(call, pack, serve_at=(host, port) if serve else None)


@command("serve", "cicatrix serve", "cicatrix serve --port 8080 --open")
def serve(
    ctx: typer.Context,
    host: Host = HOST,
    port: Port = PORT,
    open_: Annotated[bool, typer.Option("--open", help="Open it in a browser.")] = False,
) -> None:
    """Serve the page: rules, episodes, recalls, every id a link.

    It listens on this machine only. Ctrl-C ends it.
    """
    from cicatrix.interfaces.cli.serving import serve_page

    call = session_of(ctx)
    with call.open(writes=True) as memory:
        serve_page(call, memory, host, port, open_browser=open_)


@command(
    "bench",
    "cicatrix bench speed",
    "cicatrix bench ledger --entries 1000000",
    "cicatrix bench scale --entries 10000,100000",
    "cicatrix bench locomo --embedder none --data ../data/locomo.json --out bench-out",
)
def bench(
    ctx: typer.Context,
    name: Annotated[
        str,
        typer.Argument(
            metavar="NAME",
            help="What to measure: ablations, factconsolidation, ledger, locomo, precision, prefeval, revision, scale, "
            "scenarios, speed.",
        ),
    ],
    data: Annotated[Path | None, typer.Option(metavar="PATH", help="The data set, where the bench needs one.")] = None,
    out: Annotated[Path | None, typer.Option(metavar="DIR", help="Where per-item results and a chart go.")] = None,
    seed: Annotated[int, typer.Option(help="Of everything random.")] = 0,
    embedder: Annotated[
        Literal["auto", "none", "local", "openai"],
        typer.Option(help="Vectors beside words; auto: local where it is installed and the bench takes one."),
    ] = "auto",
    entries: Annotated[
        str | None,
        typer.Option(
            metavar="N[,N…]", help="How long a ledger is verified, how many memories are searched: for ledger, scale."
        ),
    ] = None,
) -> None:
    """Measure what is claimed.

    Through the product's public calls, beside a floor in the same run.
    """
    from cicatrix.interfaces.cli.benches import run_bench

    run_bench(session_of(ctx), name, data=data, out=out, seed=seed, embedder=embedder, entries=entries)
