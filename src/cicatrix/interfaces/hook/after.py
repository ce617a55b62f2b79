"""``cicatrix hook post-tool-use``: what became of a call is recorded, and is evidence for later ones.

A precondition ("drain the gateway first") is met by such a record and never by words. Where the hook before the call
has judged it, the outcome belongs to that verdict; where it was not asked, the call is recorded alone.
"""

from __future__ import annotations

import sys
from itertools import islice
from typing import TYPE_CHECKING, Final

from cicatrix.core.ids import Kind
from cicatrix.errors import CicatrixError
from cicatrix.interfaces.cli.output import Output
from cicatrix.interfaces.hook.harness import PRINCIPAL, RECORDED_BY, ToolCall, read

if TYPE_CHECKING:
    from cicatrix.engine.memory import Memory
    from cicatrix.interfaces.cli.flags import Flags

_LOOKED_AT: Final = 200
"""So many of the newest verdicts may be the one that a call was given: what an agent started before them is not
finished any more."""


def run(flags: Flags) -> int:
    """The command: silent, so that a harness shows nothing, but with ``--json``. An error is told and stops nothing."""
    from cicatrix.interfaces.hook.opening import open_here

    out = Output(json=flags.json, quiet=flags.quiet)
    try:
        call = read(sys.stdin.buffer.read())
        with open_here(flags) as here:
            sealed = record(here.memory, call)
    except CicatrixError as error:
        out.error(error)
        return 1
    if flags.json:
        out.write_json({"id": sealed, "outcome": "failed" if call.failed else "executed"})
    return 0


def record(memory: Memory, call: ToolCall) -> str:
    """Seal the outcome of a call. Returns the handle of what it was sealed for: a verdict, or an episode."""
    verdict = _verdict_of(memory, call)
    if verdict:
        memory.outcome(verdict, "failed" if call.failed else "executed", result=call.result, recorded_by=RECORDED_BY)
        return verdict
    recorded = memory.record(
        kind="tool_call",
        tool=call.tool,
        arguments=call.arguments,
        result=call.result,
        outcome="failed" if call.failed else "ok",
        actor=PRINCIPAL,
        session=call.session or None,
        recorded_by=RECORDED_BY,
    )
    return recorded.id


def _verdict_of(memory: Memory, call: ToolCall) -> str:
    """The verdict on this very call, by the id that the harness gives it; empty where there is none."""
    if not call.use:
        return ""
    for version in islice(memory.read().bodies(Kind.VERDICT, limit=_LOOKED_AT), _LOOKED_AT):
        given = (version.body or {}).get("given")
        context = given.get("context") if isinstance(given, dict) else None
        if isinstance(context, dict) and context.get("tool_use_id") == call.use:
            return version.handle
    return ""
