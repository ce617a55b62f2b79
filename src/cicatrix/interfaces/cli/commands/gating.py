"""The gate: ``check`` an action before it is done, tell its ``outcome``, ``approve`` or ``refuse`` what asks."""

from __future__ import annotations

import json
from typing import Annotated, Final, Literal

import typer

from cicatrix.core.episodes import JsonObject
from cicatrix.errors import UsageError
from cicatrix.interfaces.cli.app import command
from cicatrix.interfaces.cli.commands.options import By, Reason
from cicatrix.interfaces.cli.session import session_of

DENIED: Final = 4
APPROVAL_NEEDED: Final = 5


@command(
    "check",
    'cicatrix check send_message --resource twitter --args \'{"text": "Use BETA20"}\'',
    'cicatrix check bash --args \'{"command": "git push --force origin main"}\'',
    'cicatrix check --text "Restart the billing pod"',
)
def check(
    ctx: typer.Context,
    name: Annotated[str, typer.Argument(metavar="[NAME]", help="The tool or action: send_message, bash.")] = "",
    resource: Annotated[str, typer.Option(metavar="TEXT", help="What it is done to, where the tool names it.")] = "",
    args: Annotated[str, typer.Option(metavar="JSON", help="The arguments of the call, an object.")] = "",
    context: Annotated[
        str, typer.Option(metavar="JSON", help="What is so: principal, session, cwd, branch, state. An object.")
    ] = "",
    text: Annotated[str, typer.Option(metavar="REQUEST", help="A request in words instead of a call.")] = "",
) -> int:
    """Ask whether an action may be done, before it is.

    All active rules are asked, never a selection. The verdict is sealed before it is returned; it names the rule, the
    words that taught it, and what of the call nobody could know. Leaves with 0 where nothing stops it, 4 where it is
    denied or something has to come first, 5 where a person has to permit it.
    """
    from cicatrix.core.actions.action import Action
    from cicatrix.core.verdicts import Ruling
    from cicatrix.interfaces import gate_shapes
    from cicatrix.interfaces.cli import gate

    if bool(name) == bool(text):
        raise UsageError(
            "A check is of one action: a NAME with its arguments, or a request in words.",
            hint='Write `cicatrix check send_message --args \'{"text": "…"}\'`, or `cicatrix check --text "…"`.',
        )
    call = session_of(ctx)
    action = Action(name, resource, _object(args, "--args"), _object(context, "--context"), text)
    with call.open(writes=True) as memory:
        verdict = memory.check(action)
    call.out.data(gate_shapes.verdict(verdict), lambda sheet: gate.verdict(sheet, verdict))
    match verdict.effect:
        case Ruling.DENY | Ruling.UNMET_PRECONDITION:
            return DENIED
        case Ruling.REQUIRE_APPROVAL:
            return APPROVAL_NEEDED
    return 0


@command("outcome", "cicatrix outcome gd-1 executed", 'cicatrix outcome gd-2 failed --result "connection refused"')
def outcome(
    ctx: typer.Context,
    id: Annotated[str, typer.Argument(metavar="VERDICT", help="The verdict on the call: gd-1.")],
    state: Annotated[Literal["executed", "failed", "skipped"], typer.Argument(help="What became of the call.")],
    result: Annotated[str, typer.Option(metavar="TEXT", help="What the tool answered.")] = "",
    recorded_by: Annotated[
        str, typer.Option(metavar="NAME", help="Who saw it: an enforcement point, a person. Not the agent itself.")
    ] = "gate",
) -> None:
    """Say what became of a call that was judged.

    A verdict is no deed. What was carried out is an episode, and evidence for rules that ask for something first.
    """
    from cicatrix.interfaces import shapes
    from cicatrix.interfaces.cli import gate

    call = session_of(ctx)
    with call.open(writes=True) as memory:
        done = memory.outcome(id, state, result=result, recorded_by=recorded_by)
    call.out.data(shapes.fields_of(done), lambda sheet: gate.outcome(sheet, done))


Permit = Annotated[str, typer.Argument(metavar="APPROVAL", help="What asks for a permit: ap-1.")]


@command("approve", "cicatrix approve ap-1 --by dana")
def approve(ctx: typer.Context, id: Permit, by: By = None, reason: Reason = "") -> None:
    """Permit one exact call, once, until the permit expires.

    Other arguments, another rule or a second call ask again. Whoever asked cannot permit it.
    """
    from cicatrix.interfaces import gate_shapes
    from cicatrix.interfaces.cli import gate

    call = session_of(ctx)
    person = call.person(by, "approve")
    with call.open(writes=True) as memory:
        done = memory.approve(id, by=person, reason=reason)
        read = memory.read()
        call.out.data(gate_shapes.decided(done, read.quote), lambda sheet: gate.decided(sheet, done, read.quote))


@command("refuse", 'cicatrix refuse ap-1 --reason "Not before the audit" --by dana')
def refuse(ctx: typer.Context, id: Permit, by: By = None, reason: Reason = "") -> None:
    """Say no to a call that asks for a permit.

    The refusal is an episode, with its reason.
    """
    from cicatrix.interfaces import gate_shapes
    from cicatrix.interfaces.cli import gate

    call = session_of(ctx)
    person = call.person(by, "refuse")
    with call.open(writes=True) as memory:
        done = memory.refuse(id, by=person, reason=reason)
        read = memory.read()
        call.out.data(gate_shapes.decided(done, read.quote), lambda sheet: gate.decided(sheet, done, read.quote))


def _object(text: str, option: str) -> JsonObject:
    """Raises UsageError for what is no JSON object."""
    if not text:
        return {}
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise UsageError(
            f"{option} is no JSON: {error}.", hint=f"Write an object: {option} '{{\"amount\": 90}}'."
        ) from None
    if not isinstance(found, dict):
        raise UsageError(f"{option} is no JSON object.", hint=f"Write an object: {option} '{{\"amount\": 90}}'.")
    return found
