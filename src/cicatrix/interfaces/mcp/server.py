"""The tools: ``recall``, ``record_episode``, ``check_action``, ``explain``.

The agent that calls them is nobody's corrector: what it reports of a person's words waits for a person. A check is
asked by the principal that the server was started for, whatever the call says of itself; an error is a deny.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, cast

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import ToolAnnotations

from cicatrix import __version__
from cicatrix.core.actions.action import Action
from cicatrix.core.told import told
from cicatrix.core.verdicts import Ruling
from cicatrix.errors import CicatrixError
from cicatrix.interfaces import gate_shapes, shapes
from cicatrix.interfaces.mcp.answers import Checked, Explained, Recalled, Recorded

if TYPE_CHECKING:
    from cicatrix.core.episodes import JsonObject
    from cicatrix.engine.memory import Memory

INSTRUCTIONS: Final = (
    "Memory that can be defended. Before a task, recall. Before an action with effects, check_action: where the effect "
    "is deny, unmet_precondition or require_approval, do not make the call, and tell the person what `told` says. "
    "After a task, record_episode with what happened, and with a person's correction word for word."
)


def make_server(memory: Memory, *, principal: str) -> MCPServer[Any]:
    """A server of one memory. ``principal`` is who asks: a permit takes somebody else."""
    server: MCPServer[Any] = MCPServer(
        "cicatrix", title="Cicatrix", version=__version__, instructions=INSTRUCTIONS, log_level="WARNING"
    )

    @server.tool(annotations=_writes("Recall what is known"))
    def recall(query: str, budget: int | None = None, at: int | str | None = None) -> Recalled:
        """What the mind holds on a task or a question, with the words that taught it, and how far to trust it.

        grade is ACT, ACT_AND_FLAG (act, and say what is uncertain) or ASK_HUMAN (do not guess; a question was opened).
        budget: tokens it may spend. at: a sequence or a date, for the mind as it was.
        """
        with _Told():
            return cast(Recalled, shapes.recall(memory.recall(query, budget=budget, at=at)))

    @server.tool(annotations=_writes("Record what happened"))
    def record_episode(
        task: str, action: str, outcome: str, correction: str | None = None, session: str | None = None
    ) -> Recorded:
        """Record what was to be done, what you did, what came of it; correction: a person's words, letter for letter.

        A correction that you report waits until a person confirms it; then it is a rule.
        """
        with _Told():
            done = memory.record(
                task=task, action=action, outcome=outcome, correction=correction or "", actor=principal, session=session
            )
            return cast(Recorded, shapes.recorded(done, memory.read().quote))

    @server.tool(annotations=_writes("Check an action before it is done"))
    def check_action(
        name: str,
        resource: str | None = None,
        args: dict[str, Any] | None = None,
        context: dict[str, Any] | None = None,
    ) -> Checked:
        """Ask whether a call may be made, before you make it. name is the tool's, args its arguments.

        allow and no_opinion: nothing stops it. deny, unmet_precondition, require_approval: do not make it, and do not
        try the same in other words; told says which rule stops it, in whose words, and what to do.
        """
        given = cast("JsonObject", {**(context or {}), "principal": principal})
        try:
            verdict = memory.check(Action(name, resource or "", cast("JsonObject", args or {}), given))
        except CicatrixError as error:
            return _no_verdict(error)
        return cast(Checked, {**gate_shapes.verdict(verdict), "told": told(verdict)})

    @server.tool(annotations=ToolAnnotations(title="Explain a handle", read_only_hint=True, open_world_hint=False))
    def explain(id: str, recall: str | None = None) -> Explained:
        """Where a rule, memory, episode, recall or verdict comes from, with the words of its evidence.

        recall: a recall (rc-1) in which it fell out; then why_not says why.
        """
        with _Told():
            return cast(Explained, shapes.explained(memory.explain(id, for_=recall)))

    return server


class _Told:
    """An error of the engine as the tool's answer: what happened and what to do next."""

    def __enter__(self) -> None: ...

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, CicatrixError):
            raise ToolError(f"{error.message} {error.hint}") from error


def _no_verdict(error: CicatrixError) -> Checked:
    reason = f"There is no verdict: {error.message} {error.hint}"
    return {
        "id": "",
        "effect": Ruling.DENY.value,
        "reason": reason,
        "told": f"Denied. {reason}",
        "rules": [],
        "unknown": [],
        "approval": None,
        "warning": None,
        "executed": False,
    }


def _writes(title: str) -> ToolAnnotations:
    """It seals an entry, and neither changes nor ends anything."""
    return ToolAnnotations(
        title=title, read_only_hint=False, destructive_hint=False, idempotent_hint=False, open_world_hint=False
    )
