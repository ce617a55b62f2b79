"""The playground: somebody types a call or a request, and reads what the gate would say. Nothing is sealed."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from cicatrix.core.actions.action import Action
from cicatrix.core.episodes import JsonObject, JsonValue
from cicatrix.core.verdicts import Verdict
from cicatrix.engine.browse import Browser
from cicatrix.errors import InvalidInput
from cicatrix.interfaces.web.views.action import ActionPage, page_of

EXAMPLES: Final = (
    ('{"name": "send_message", "resource": "twitter", "args": {"text": "Use BETA20 for 20 % off"}}', "a call"),
    ("$ git push --force origin main", "a command"),
    ("Restart the billing pod and tell me why it broke", "a request in words"),
)


@dataclass(frozen=True, slots=True)
class PlaygroundPage:
    action: str  # as it was typed
    judged: ActionPage | None
    problem: str  # why it could not be read; empty for none
    examples: tuple[tuple[str, str], ...]
    namespace: str


def playground_page(
    browser: Browser, now: datetime, action: str, verdict: Verdict | None, problem: str = ""
) -> PlaygroundPage:
    judged = page_of(browser, verdict, now) if verdict is not None else None
    return PlaygroundPage(action, judged, problem, EXAMPLES, browser.namespace)


def read_action(text: str) -> Action | None:
    """What somebody typed: a call as JSON, a command after ``$``, else a request in words; None for nothing.

    A call may be in the form of this product or as a harness writes it. Raises InvalidInput.
    """
    typed = text.strip()
    if not typed:
        return None
    if typed.startswith("$"):
        return Action("bash", args={"command": typed[1:].strip()})
    if not typed.startswith("{"):
        return Action(text=typed)
    try:
        said: JsonValue = json.loads(typed)
    except (ValueError, RecursionError) as error:
        raise InvalidInput(f"This is no JSON yet: {error}.", hint="Go on typing, or write it in words.") from None
    if not isinstance(said, dict):
        raise InvalidInput("This is no call.", hint='A call is an object: {"name": "…", "args": {}}.')
    name = said.get("name") or said.get("tool_name") or said.get("tool")
    if not isinstance(name, str):
        raise InvalidInput("The call names no tool.", hint='Write {"name": "send_message", "args": {…}}.')
    resource = said.get("resource", "")
    args = next((said[key] for key in ("args", "tool_input", "arguments", "input") if key in said), {})
    context = _object(said.get("context", {}), "context")
    return Action(name, resource if isinstance(resource, str) else "", _object(args, "args"), context)


def _object(value: JsonValue, name: str) -> JsonObject:
    if not isinstance(value, dict):
        raise InvalidInput(f"{name} is no object.", hint=f'Write "{name}": {{}}.')
    return value
