"""Looking at what is there: ``playbook``, ``episode``, ``memory``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from cicatrix.interfaces.cli.app import command, group
from cicatrix.interfaces.cli.commands.options import At, mind_of
from cicatrix.interfaces.cli.session import session_of

playbook = group("playbook", "The rules: show them, export them for git, lint them.")
episode = group("episode", "What was experienced, word for word.")
memory = group("memory", "What was admitted with evidence, and its history.")

Limit = Annotated[int, typer.Option(min=1, help="At most so many, newest first.")]


@command(
    "show",
    "cicatrix playbook show",
    "cicatrix playbook show --status candidate",
    "cicatrix playbook show --at 2026-05-01",
    "cicatrix playbook show --json | jq '.rules[].id'",
    under=playbook,
)
def playbook_show(
    ctx: typer.Context,
    status: Annotated[
        Literal["candidate", "active", "suspended", "retired", "superseded"] | None,
        typer.Option(help="Only rules in this state."),
    ] = None,
    at: At = None,
) -> None:
    """All rules with their evidence, word for word."""
    from cicatrix.interfaces import shapes
    from cicatrix.interfaces.cli import show

    call = session_of(ctx)
    with call.open(writes=False) as opened, opened.read().snapshot() as read:
        mind = mind_of(opened, at)
        rules = [rule for rule in read.rules(at=mind) if status is None or rule.status.value == status]
        payload = {"rules": [shapes.memory(rule, read.quote) for rule in rules]}
        call.out.data(payload, lambda sheet: show.playbook(sheet, rules, read.quote))


@command("export", "cicatrix playbook export docs/agent", under=playbook)
def playbook_export(
    ctx: typer.Context,
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Where PLAYBOOK.md is written.")],
) -> None:
    """Write PLAYBOOK.md, in a stable order, made for git.

    The rules in force come first; those that wait, were set aside or are over stand under headings of their own.
    """
    from cicatrix.core.memories import Status
    from cicatrix.interfaces.cli.text import counted

    call = session_of(ctx)
    with call.open(writes=False) as opened:
        path = opened.export_playbook(folder)
        rules = opened.read().rules()
    active = sum(rule.status is Status.ACTIVE for rule in rules)
    told = f"{counted(active, 'rule')} in force, {len(rules) - active} not in force, in {path}"
    call.out.data({"file": str(path), "rules": len(rules), "active": active}, lambda sheet: sheet.line(told))


@command("lint", "cicatrix playbook lint", under=playbook)
def playbook_lint(ctx: typer.Context) -> int:
    """Look for weak, waiting, overdue or contradicting rules.

    Leaves with 1 when a finding is an error.
    """
    from cicatrix.interfaces import shapes
    from cicatrix.interfaces.cli import show

    call = session_of(ctx)
    with call.open(writes=False) as opened:
        found = opened.lint()
    payload = shapes.findings(found)
    call.out.data(payload, lambda sheet: show.findings(sheet, found, "The playbook"))
    return 0 if payload["ok"] else 1


@command("show", "cicatrix episode show ep7", under=episode)
def episode_show(
    ctx: typer.Context, id: Annotated[str, typer.Argument(metavar="ID", help="The episode: ep7.")]
) -> None:
    """One episode, word for word, and what it taught."""
    from cicatrix.interfaces import shapes
    from cicatrix.interfaces.cli import show

    call = session_of(ctx)
    with call.open(writes=False) as opened, opened.read().snapshot() as read:
        noun = read.episode(id)
        taught = [claim.id for claim in read.taught_by(noun.id)]
    call.out.data(shapes.episode(noun, taught), lambda sheet: show.episode(sheet, noun, taught))


@command(
    "list", "cicatrix episode list", "cicatrix episode list --limit 10 --before 1042    the page before", under=episode
)
def episode_list(
    ctx: typer.Context,
    limit: Limit = 50,
    before: Annotated[int | None, typer.Option(metavar="SEQ", help="Only what was sealed before #SEQ.")] = None,
) -> None:
    """Episodes, newest first."""
    from cicatrix.interfaces import shapes
    from cicatrix.interfaces.cli import show

    call = session_of(ctx)
    with call.open(writes=False) as opened:
        found = opened.read().episodes(before=before, limit=limit)
    payload = {
        "episodes": [shapes.plain(noun) for noun in found],
        "next_before": found[-1].seq if len(found) == limit else None,
    }
    call.out.data(payload, lambda sheet: show.episodes(sheet, found, limit))


@command("show", "cicatrix memory show M-3", "cicatrix memory show PB-01 --at 40", under=memory)
def memory_show(
    ctx: typer.Context,
    id: Annotated[str, typer.Argument(metavar="ID", help="A memory or rule: M-3, PB-01.")],
    at: At = None,
) -> None:
    """One memory or rule with its evidence, and what stood in its place before and after."""
    from cicatrix.interfaces import shapes
    from cicatrix.interfaces.cli import beliefs, show
    from cicatrix.interfaces.cli.sheet import Sheet

    call = session_of(ctx)
    with call.open(writes=False) as opened, opened.read().snapshot() as read:
        noun = read.memory(id, at=mind_of(opened, at))
        links = read.chain(noun)

        def shown(sheet: Sheet) -> None:
            show.memory(sheet, noun, read.quote)
            sheet.facts(beliefs.told(noun), indent=9)
            beliefs.chain(sheet, noun, links)

        call.out.data({**shapes.memory(noun, read.quote), "chain": shapes.chain(links)}, shown)


@command(
    "list",
    "cicatrix memory list",
    "cicatrix memory list --status active",
    "cicatrix memory list --at 40",
    under=memory,
)
def memory_list(
    ctx: typer.Context,
    status: Annotated[
        Literal["active", "superseded", "merged", "forgotten", "quarantined"] | None,
        typer.Option(help="Only memories in this state."),
    ] = None,
    at: At = None,
) -> None:
    """All memories that are no rules.

    The rules are in the playbook: `cicatrix playbook show`.
    """
    from cicatrix.interfaces import shapes
    from cicatrix.interfaces.cli import show

    call = session_of(ctx)
    with call.open(writes=False) as opened, opened.read().snapshot() as read:
        mind = mind_of(opened, at)
        found = [noun for noun in read.memories(at=mind) if status is None or noun.status.value == status]
        payload = {"memories": [shapes.memory(noun, read.quote) for noun in found]}
        call.out.data(payload, lambda sheet: show.memories(sheet, found))


@command("history", "cicatrix memory history PB-03", under=memory)
def memory_history(
    ctx: typer.Context, id: Annotated[str, typer.Argument(metavar="ID", help="A memory or rule: M-3, PB-03.")]
) -> None:
    """Every version: what changed it, when, by whom."""
    from cicatrix.core.ids import canonical_handle
    from cicatrix.interfaces import shapes
    from cicatrix.interfaces.cli import beliefs, show
    from cicatrix.interfaces.cli.sheet import Sheet

    call = session_of(ctx)
    with call.open(writes=False) as opened, opened.read().snapshot() as read:
        versions = read.history(id)
        noun = read.memory(id)
        links = read.chain(noun)
        payload = {
            "id": canonical_handle(id),
            "versions": [shapes.memory_version(found, read.quote) for found in versions],
            "chain": shapes.chain(links),
        }

        def shown(sheet: Sheet) -> None:
            show.history(sheet, versions)
            beliefs.chain(sheet, noun, links)

        call.out.data(payload, shown)
