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
        answers = _answers(messages)
        answered = {place for by_call in answers.values() for place in by_call.values()}
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
            if role in _PROMPTS:
                yield from self._prompt(text, role, here)
            elif place in answered:
                continue
            elif text.strip():
                yield ImportRow({**common, "kind": "turn", "role": role, "text": text}, here, key)
            elif not message.get("tool_calls") and not left_out:
                yield ImportSkip(here, "it is empty")
            results = {call: _words(messages[answer]) for call, answer in answers.get(place, {}).items()}
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


def _words(message: JsonValue) -> str:
    return _text(message.get("content"))[0] if isinstance(message, dict) else ""


def _calls(
    message: JsonObject, common: JsonObject, results: dict[int, str], here: str, key: str
) -> Iterator[ImportRow | ImportSkip]:
    """``results``: what the tools said, by the place of the call in the message."""
    calls = message.get("tool_calls") or []
    if not isinstance(calls, list):
        yield ImportSkip(here, "its tool_calls are no list")
        return
    for place, call in enumerate(calls):
        spot = here if len(calls) == 1 else f"{here}, call {place}"
        function = _function(call)
        if function is None:
            yield ImportSkip(spot, "the call names no function")
            continue
        fields: JsonObject = {
            **common,
            "kind": "tool_call",
            "tool": function["name"],
            "arguments": _arguments(function.get("arguments")),
            "result": results.get(place),
        }
        yield ImportRow(fields, spot, f"{key} call {place}")


def _function(call: JsonValue) -> JsonObject | None:
    function = call.get("function") if isinstance(call, dict) else None
    return function if isinstance(function, dict) and isinstance(function.get("name"), str) else None


def _arguments(given: JsonValue) -> JsonObject:
    if isinstance(given, dict):
        return given
    if given is None or given == "":
        return {}
    try:
        value = parse(given.encode()) if isinstance(given, str) else given
    except ValueError:  # also of a lone surrogate, which intake refuses by name
        value = given
    return value if isinstance(value, dict) else {"unparsed": value}


def _answers(messages: list[JsonValue]) -> dict[int, dict[int, int]]:
    """Which tool message answers which call: message → call → message, all counted from 0.

    An id names a call until its answer has come; models do use the same id again.
    """
    waiting: dict[str, tuple[int, int]] = {}
    answers: dict[int, dict[int, int]] = {}
    for place, message in enumerate(messages):
        if not isinstance(message, dict):
            continue
        calls = message.get("tool_calls")
        for number, call in enumerate(calls if isinstance(calls, list) else ()):
            if isinstance(call, dict) and _function(call) is not None:
                waiting[str(call.get("id"))] = (place, number)
        if message.get("role") == "tool":
            asker = waiting.pop(str(message.get("tool_call_id")), None)
            if asker is not None:
                answers.setdefault(asker[0], {})[asker[1]] = place
    return answers
