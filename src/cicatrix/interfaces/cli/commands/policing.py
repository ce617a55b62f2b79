"""Policies: what the rules stop, what was read of their words, and what a person decides about it."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from cicatrix.interfaces.cli.app import command, group
from cicatrix.interfaces.cli.commands.options import By, Reason
from cicatrix.interfaces.cli.session import session_of

policy = group("policy", "What the rules stop, and what was read of their words.")

Rule = Annotated[str, typer.Argument(metavar="RULE", help="The rule: PB-05.")]


@command("list", "cicatrix policy list", "cicatrix policy list --status proposed", under=policy)
def list_(
    ctx: typer.Context,
    status: Annotated[
        Literal["active", "proposed", "advice"] | None, typer.Option(help="Only policies in this state.")
    ] = None,
) -> None:
    """Every rule with what it stops: in force, waiting for a person, or advice."""
    from cicatrix.interfaces import gate_shapes
    from cicatrix.interfaces.cli import policies as shown

    call = session_of(ctx)
    with call.open(writes=False) as memory:
        found = [
            rule
            for rule in memory.policies().list()
            if status is None or (rule.policy is not None and rule.policy.status.value == status)
        ]
    call.out.data({"policies": [gate_shapes.ruled(rule) for rule in found]}, lambda sheet: shown.listed(sheet, found))


@command("lint", "cicatrix policy lint", under=policy)
def lint(ctx: typer.Context) -> int:
    """What of the policies waits for somebody, or does not do what it should. Leaves with 1 for an error."""
    from cicatrix.interfaces import shapes
    from cicatrix.interfaces.cli import show

    call = session_of(ctx)
    with call.open(writes=False) as memory:
        found = memory.policies().lint()
    payload = shapes.findings(found)
    call.out.data(payload, lambda sheet: show.findings(sheet, found, "Policies"))
    return 0 if payload["ok"] else 1


@command("test", "cicatrix policy test", "cicatrix policy test PB-05", under=policy)
def tried(
    ctx: typer.Context, id: Annotated[str | None, typer.Argument(metavar="[RULE]", help="Only this one: PB-05.")] = None
) -> int:
    """Try policies on the calls that they have to stop and on near misses that they have to spare.

    Each is tried alone, as if it were in force. Leaves with 1 where one does not do what it should.
    """
    from cicatrix.interfaces import gate_shapes
    from cicatrix.interfaces.cli import policies as shown

    call = session_of(ctx)
    with call.open(writes=False) as memory:
        tried = memory.policies().test(id)
    failed = sum(not one.ok for one in tried)
    payload = {"ok": not failed, "tried": [gate_shapes.tried(one) for one in tried], "failed": failed}
    call.out.data(payload, lambda sheet: shown.tested(sheet, tried))
    return 1 if failed else 0


@command("explain", "cicatrix policy explain PB-05", under=policy)
def explain(ctx: typer.Context, id: Rule) -> None:
    """What was read of a rule, what was not, and what it says of calls: its episode's own, and near misses."""
    from cicatrix.interfaces import gate_shapes
    from cicatrix.interfaces.cli import policies as shown

    call = session_of(ctx)
    with call.open(writes=False) as memory:
        found = memory.policies().explain(id)
    call.out.data(gate_shapes.policy_explained(found), lambda sheet: shown.explained(sheet, found))


@command(
    "promote",
    "cicatrix policy promote PB-05 --by dana                    what was read is what it means",
    "cicatrix policy promote PB-05 --file pb-05.toml --by dana   this is what it means",
    under=policy,
)
def promote(
    ctx: typer.Context,
    id: Rule,
    by: By = None,
    reason: Reason = "",
    file: Annotated[
        str | None, typer.Option("--file", metavar="FILE", help="A policy written by hand, as TOML.")
    ] = None,
) -> None:
    """Put in force what was read of a rule, in your name.

    Look at it first: `cicatrix policy explain PB-05`.
    """
    from pathlib import Path

    from cicatrix.interfaces import shapes
    from cicatrix.interfaces.cli import show
    from cicatrix.interfaces.cli.policies import written

    call = session_of(ctx)
    person = call.person(by, "put a policy in force")
    with call.open(writes=True) as memory:
        given = written(Path(file), memory.context.lexicon(), person) if file is not None else None
        change = memory.policies().promote(id, by=person, reason=reason, policy=given)
    call.out.data(shapes.state_change(change), lambda sheet: show.state_change(sheet, change))


@command("withdraw", 'cicatrix policy withdraw PB-05 --reason "It stops too much" --by dana', under=policy)
def withdraw(ctx: typer.Context, id: Rule, by: By = None, reason: Reason = "") -> None:
    """Take what a rule stops out of force. The rule stays, and is recalled."""
    from cicatrix.interfaces import shapes
    from cicatrix.interfaces.cli import show

    call = session_of(ctx)
    person = call.person(by, "withdraw a policy")
    with call.open(writes=True) as memory:
        change = memory.policies().withdraw(id, by=person, reason=reason)
    call.out.data(shapes.state_change(change), lambda sheet: show.state_change(sheet, change))


@command("watch", "cicatrix policy watch PB-05 --by dana", under=policy)
def watch(ctx: typer.Context, id: Rule, by: By = None, reason: Reason = "") -> None:
    """Have a rule only watch: verdicts say what it would have stopped. `promote` ends it."""
    from cicatrix.interfaces import shapes
    from cicatrix.interfaces.cli import show

    call = session_of(ctx)
    person = call.person(by, "have a rule only watch")
    with call.open(writes=True) as memory:
        change = memory.policies().watch(id, by=person, reason=reason)
    call.out.data(shapes.state_change(change), lambda sheet: show.state_change(sheet, change))
