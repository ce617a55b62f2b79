"""A list of chat messages, as agents' logs hold it, made into rows: shared by the formats that contain one.

- ``user``, ``assistant`` and other roles: a turn each. Parts of a message are joined by a line end; a part that is no
  text (a picture, a sound) is left out and named.
- ``system``, ``developer``: a document, once for each different text of a file, and of no session: an agent's prompt
  stands before each of its conversations, and a hundred copies would teach nothing more.
- ``tool_calls``: one tool call each, with the result that answers its id. Arguments that are no JSON object are kept
  under ``unparsed``.
- A tool's message that answers no call is a turn of the tool.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from cicatrix.adapters.importers.files import parse
from cicatrix.core.episodes import JsonObject, JsonValue
from cicatrix.ports import ImportRow, ImportSkip

_PROMPTS = ("system", "developer")
_TIMES = ("occurred_at", "timestamp", "created_at", "create_time", "time", "date")


@dataclass(slots=True)
class ChatReader:
    """Reads the conversations of one file, in order. ``prompts`` are the system texts that were seen."""

    prompts: set[str] = field(default_factory=set)

    def rows(self, messages: list[JsonValue], session: str, where: str) -> Iterator[ImportRow | ImportSkip]:
        """The rows of one conversation, each at ``where, message n`` (from 0, as ``messages[n]``)."""
        results = _results(messages)
        calls = _call_ids(messages)
        for place, message in enumerate(messages):
            here, key = f"{where}, message {place}", f"{session} {place}"
            if not isinstance(message, dict) or not isinstance(message.get("role"), str):
                yield ImportSkip(here, "it has no role")
                continue
            role = str(message["role"])
            common = _common(message, session)
            text, left_out = _text(message.get("content"))
            if left_out:
                yield ImportSkip(here, f"parts that are no text were left out: {', '.join(left_out)}")
            if role == "tool" and str(message.get("tool_call_id")) in calls:
                continue
            if role in _PROMPTS:
                yield from self._prompt(text, role, here)
            elif text.strip():
                yield ImportRow({**common, "kind": "turn", "role": role, "text": text}, here, key)
            elif not message.get("tool_calls") and not left_out:
                yield ImportSkip(here, "it is empty")
            yield from _calls(message, common, results, here, key)

    def _prompt(self, text: str, role: str, here: str) -> Iterator[ImportRow | ImportSkip]:
        if not text.strip():
            yield ImportSkip(here, "it is empty")
        elif text not in self.prompts:
            self.prompts.add(text)
            yield ImportRow({"kind": "document", "title": f"{role} prompt", "role": role, "text": text}, here, "prompt")


def _common(message: JsonObject, session: str) -> JsonObject:
    name = message.get("name")
    when = next((message[key] for key in _TIMES if message.get(key)), None)
    speaker = name if isinstance(name, str) and message.get("role") != "tool" else None
    return {"session": session, "speaker": speaker, "occurred_at": when}


def _text(content: JsonValue) -> tuple[str, list[str]]:
    """The words of a message, and the kinds of its parts that have none."""
    if isinstance(content, str):
        return content, []
    if not isinstance(content, list):
        return "", [] if content is None else [type(content).__name__]
    words: list[str] = []
    others: list[str] = []
    for part in content:
        if isinstance(part, str):
            words.append(part)
        elif isinstance(part, dict) and isinstance(part.get("text"), str):
            words.append(str(part["text"]))
        else:
            kind = part.get("type") if isinstance(part, dict) else type(part).__name__
            others.append(str(kind))
    return "\n".join(words), others


def _calls(
    message: JsonObject, common: JsonObject, results: dict[str, str], here: str, key: str
) -> Iterator[ImportRow | ImportSkip]:
    calls = message.get("tool_calls") or []
    if not isinstance(calls, list):
        yield ImportSkip(here, "its tool_calls are no list")
        return
    for place, call in enumerate(calls):
        function = call.get("function") if isinstance(call, dict) else None
        name = function.get("name") if isinstance(function, dict) else None
        spot = here if len(calls) == 1 else f"{here}, call {place}"
        if not isinstance(call, dict) or not isinstance(function, dict) or not isinstance(name, str):
            yield ImportSkip(spot, "the call names no function")
            continue
        fields: JsonObject = {
            **common,
            "kind": "tool_call",
            "tool": name,
            "arguments": _arguments(function.get("arguments")),
            "result": results.get(str(call.get("id"))),
        }
        yield ImportRow(fields, spot, f"{key} call {place}")


def _arguments(given: JsonValue) -> JsonObject:
    if isinstance(given, dict):
        return given
    if given is None or given == "":
        return {}
    try:
        value = parse(given.encode()) if isinstance(given, str) else given
    except ValueError:  # UnicodeEncodeError of a lone surrogate is one too; intake refuses it by name
        value = given
    return value if isinstance(value, dict) else {"unparsed": value}


def _results(messages: list[JsonValue]) -> dict[str, str]:
    """What the tools said, by the id of the call."""
    return {
        str(message["tool_call_id"]): _text(message.get("content"))[0]
        for message in messages
        if isinstance(message, dict) and message.get("role") == "tool" and message.get("tool_call_id")
    }


def _call_ids(messages: list[JsonValue]) -> set[str]:
    """Ids of all calls that name a function: the tool messages which answer them are part of those rows."""
    found: set[str] = set()
    for message in messages:
        calls = message.get("tool_calls") if isinstance(message, dict) else None
        for call in calls if isinstance(calls, list) else ():
            function = call.get("function") if isinstance(call, dict) else None
            if isinstance(call, dict) and isinstance(function, dict) and isinstance(function.get("name"), str):
                found.add(str(call.get("id")))
    return found
