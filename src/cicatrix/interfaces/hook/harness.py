"""Claude Code's side of the hook: the JSON that it sends before and after a tool, and the JSON that stops a call.

Before: ``session_id, cwd, tool_name, tool_input, tool_use_id``; after it ``tool_response`` as well, or ``error`` where
the tool failed. An answer with ``permissionDecision`` "deny" stops the call and shows its reason to the model. "allow"
would skip the harness's own prompt, so it is never said: where no rule speaks there is no answer at all.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Final

from cicatrix.core.actions.action import Action
from cicatrix.core.episodes import JsonObject, JsonValue
from cicatrix.errors import InvalidInput

PRINCIPAL: Final = "claude-code"
"""Who asks: the agent of this harness. An approval takes somebody else."""
RECORDED_BY: Final = "hook"
_RESULT: Final = 20_000
"""Code points that are kept of what a tool answered."""


@dataclass(frozen=True, slots=True)
class ToolCall:
    """One call of a tool, as the harness tells it. ``use`` is its id of the call; ``response`` is there after it."""

    tool: str
    arguments: JsonObject
    session: str
    cwd: str
    use: str
    response: JsonValue = None
    error: str = ""

    def action(self) -> Action:
        context: JsonObject = {
            name: value
            for name, value in (
                ("principal", PRINCIPAL),
                ("session", self.session),
                ("cwd", self.cwd),
                ("tool_use_id", self.use),
            )
            if value
        }
        return Action(self.tool, args=self.arguments, context=context)

    @property
    def failed(self) -> bool:
        """Whether the tool says that it did not do what it was asked for."""
        if self.error:
            return True
        if not isinstance(self.response, dict):
            return False
        said = self.response
        code = said.get("exit_code", said.get("exitCode", 0))
        return bool(said.get("is_error") or said.get("isError") or said.get("error") or said.get("interrupted")) or (
            said.get("success") is False or code not in (0, None)
        )

    @property
    def result(self) -> str:
        """What the tool answered, as text, cut where it is long."""
        said = self.error or self.response
        text = said if isinstance(said, str) else "" if said is None else json.dumps(said, ensure_ascii=False)
        return text if len(text) <= _RESULT else f"{text[:_RESULT]} … ({len(text) - _RESULT:,} characters left out)"


def read(raw: bytes) -> ToolCall:
    """Raises InvalidInput for anything that is not such a call."""
    try:
        said = json.loads(raw.decode("utf-8"), parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise _no_call(f"is no JSON ({error})") from error
    if not isinstance(said, dict):
        raise _no_call("is no JSON object")
    tool, arguments = said.get("tool_name"), said.get("tool_input", {})
    if not isinstance(tool, str) or not tool.strip():
        raise _no_call("names no tool (tool_name)")
    if not isinstance(arguments, dict):
        raise _no_call("holds arguments that are no object (tool_input)")
    return ToolCall(
        tool,
        arguments,
        session=_text(said, "session_id"),
        cwd=_text(said, "cwd"),
        use=_text(said, "tool_use_id"),
        response=said.get("tool_response"),
        error=_text(said, "error"),
    )


def _text(said: dict[str, JsonValue], name: str) -> str:
    value = said.get(name)
    return value if isinstance(value, str) else ""


def _no_number(name: str) -> None:
    raise ValueError(f"{name} is no JSON number")


def _no_call(why: str) -> InvalidInput:
    return InvalidInput(
        f"What stands on standard input {why}.",
        hint="This command is called by a harness before it runs a tool: `cicatrix hook install` sets it up.",
    )
