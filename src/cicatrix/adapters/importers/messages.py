"""Chats in the layout of OpenAI's messages: one conversation, a list of them, one a line, or one message a line.

A conversation is ``{"messages": [{"role", "content", …}, …]}``, or the bare list of messages (chat.py says what becomes
of them). ``session`` is its ``id``, ``conversation_id`` or ``session``; without one eight digits of the conversation
itself, so that a conversation that grew since the last import is a new one unless it has an id.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from cicatrix.adapters.importers.chat import ChatReader
from cicatrix.adapters.importers.files import Line, read_lines, read_whole
from cicatrix.adapters.importers.trajectories import fingerprint
from cicatrix.core.episodes import JsonValue
from cicatrix.errors import InvalidInput
from cicatrix.ports import Importer, ImportRow, ImportSkip

_IDS = ("id", "conversation_id", "session", "session_id")


def sniff(_path: Path, head: bytes) -> bool:
    start = head.lstrip(b"\xef\xbb\xbf \r\n\t")[:1]
    return start in (b"[", b"{") and b'"role"' in head and b'"content"' in head and b'"kind"' not in head


def read(path: Path) -> Iterator[ImportRow | ImportSkip]:
    """Raises InvalidInput when the file holds no conversation."""
    reader = ChatReader()
    found = False
    for where, value in _conversations(path):
        if isinstance(value, ImportSkip):
            yield value
            continue
        messages = value.get("messages") if isinstance(value, dict) else value
        if not isinstance(messages, list):
            yield ImportSkip(where, "it has no messages")
            continue
        found = True
        name = next((value[key] for key in _IDS if value.get(key)), None) if isinstance(value, dict) else None
        session = str(name) if isinstance(name, (str, int)) else f"chat@{fingerprint(messages)}"
        yield from reader.rows(messages, session, where)
    if not found:
        raise InvalidInput(f"{path.name} holds no list of messages.", hint="See the formats of `import`.")


def _conversations(path: Path) -> Iterator[tuple[str, JsonValue | ImportSkip]]:
    if _is_lines(path):
        yield from _by_line(path)
        return
    whole = read_whole(path)
    if isinstance(whole, list) and not any(_is_message(item) for item in whole):
        for place, item in enumerate(whole, start=1):
            yield f"conversation {place}", item
        return
    yield "conversation", whole


def _by_line(path: Path) -> Iterator[tuple[str, JsonValue | ImportSkip]]:
    messages: list[JsonValue] = []
    for line in read_lines(path):
        if isinstance(line, ImportSkip):
            yield "", line
        elif _is_message(line.value):
            messages.append(line.value)
        else:
            yield line.where, line.value
    if messages:
        yield "conversation", messages


def _is_message(value: JsonValue) -> bool:
    return isinstance(value, dict) and "role" in value and "messages" not in value


def _is_lines(path: Path) -> bool:
    """Whether the first line alone is a whole object, and not the whole of a file that is written on one line."""
    lines = read_lines(path)
    first, second = next(lines, None), next(lines, None)
    return isinstance(first, Line) and (second is not None or path.suffix in (".jsonl", ".ndjson"))


IMPORTER = Importer("openai", sniff, read)
