"""Setting up: ``init`` a project, look at the ``config``, let the ``doctor`` look at everything."""

from __future__ import annotations

from pathlib import Path

import typer

from cicatrix.interfaces.cli.app import command, group
from cicatrix.interfaces.cli.session import session_of

config = group("config", "Settings, and where each value comes from.")


@command("init", "cicatrix init --namespace acme/support", "cicatrix init -n acme/support --db memory/acme.db")
def init(ctx: typer.Context) -> None:
    """Say whose memory this folder works with.

    Writes cicatrix.toml and makes the database.

    Doing it again changes nothing; a cicatrix.toml that says something else is left as it is.
    """
    from cicatrix.interfaces.cli.setup import initialise

    call = session_of(ctx)
    done = initialise(call, Path.cwd())
    call.out.data(done.as_json(), done.show)


@command("doctor", "cicatrix doctor", "cicatrix doctor --mend", "cicatrix doctor --json")
def doctor(
    ctx: typer.Context,
    mend: bool = typer.Option(False, "--mend", help="Make the vectors that wait."),
) -> int:
    """Look at everything that a memory stands on.

    Python, SQLite, the file, the disk, the clock, the settings, the ledger, the embedder. Leaves with 1 when something
    is wrong.
    """
    from cicatrix.interfaces import shapes
    from cicatrix.interfaces.cli import show
    from cicatrix.interfaces.cli.doctor import examine, make_vectors

    call = session_of(ctx)
    if mend:
        make_vectors(call)
    examination = examine(call)
    payload = {**shapes.findings(examination.findings), "facts": dict(examination.facts)}
    call.out.data(payload, lambda sheet: show.examination(sheet, examination))
    return 0 if payload["ok"] else 1


@command("show", "cicatrix config show", "cicatrix config show --json", under=config)
def config_show(ctx: typer.Context) -> None:
    """Every setting with its value and its source.

    In order: flag, environment, cicatrix.toml, user config, default. Below them stands which model plays which role,
    and where it is asked. Keys are named, never shown.
    """
    import os

    from cicatrix.adapters.models.choice import chosen
    from cicatrix.config import OPTIONS
    from cicatrix.interfaces.cli import show

    call = session_of(ctx)
    settings = call.settings
    meanings = {option.name: option.meaning for option in OPTIONS}
    defaults = {"user": settings.user}
    payload = {
        "settings": [
            {
                "name": item.name,
                "value": item.value or defaults.get(item.name, ""),
                "source": item.source,
                "where": item.where,
                "meaning": meanings.get(item.name, ""),
            }
            for item in settings.values
        ],
        "models": endpoint.as_json() if (endpoint := chosen(settings, os.environ)) else None,
    }
    call.out.data(payload, lambda sheet: show.settings(sheet, settings, endpoint))
