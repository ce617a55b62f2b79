"""Models for tests: one that plays a script, one that plays back what another said."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from cicatrix.core.canonical import canonical_json
from cicatrix.core.chat import Message, ModelRole, Reply, Schema, Usage
from cicatrix.core.codec import decode, encode
from cicatrix.core.text import count_tokens
from cicatrix.errors import ModelFailed
from cicatrix.ports import Model

Said = str | ModelFailed | Callable[[Sequence[Message]], str]
"""What a script answers: words, an error, or words made of the messages."""

PIECE: Final = 5  # code points of a piece of a streamed reply


@dataclass
class ScriptedModel:
    """Gives its lines in order, the last one for ever. ``heard`` are the messages that it got."""

    lines: Sequence[Said]
    name: str = "scripted"
    heard: list[tuple[Message, ...]] = field(default_factory=list)
    roles: list[ModelRole] = field(default_factory=list)

    def named(self, role: ModelRole) -> str:
        return self.name

    def chat(
        self,
        messages: Sequence[Message],
        *,
        role: ModelRole,
        schema: Schema | None = None,
        on_text: Callable[[str], None] | None = None,
        logprobs: int = 0,
        most: int = 0,
    ) -> Reply:
        line = self.lines[min(len(self.heard), len(self.lines) - 1)]
        self.heard.append(tuple(messages))
        self.roles.append(role)
        if isinstance(line, ModelFailed):
            raise line
        text = line if isinstance(line, str) else line(messages)
        for at in range(0, len(text) if on_text else 0, PIECE):
            assert on_text is not None
            on_text(text[at : at + PIECE])
        prompt = sum(count_tokens(message.text) for message in messages)
        return Reply(text, self.name, Usage(prompt, count_tokens(text), 1, estimated=True))


class RecordedModel:
    """Plays back replies from a file, by what was asked; with a model behind it, asks that one for what is not there
    and keeps it. The file is JSON Lines, one reply a line."""

    def __init__(self, path: Path, behind: Model | None = None) -> None:
        self._path = path
        self._behind = behind
        self._kept = dict(_lines(path)) if path.exists() else {}

    def named(self, role: ModelRole) -> str:
        return self._behind.named(role) if self._behind is not None else "recorded"

    def chat(
        self,
        messages: Sequence[Message],
        *,
        role: ModelRole,
        schema: Schema | None = None,
        on_text: Callable[[str], None] | None = None,
        logprobs: int = 0,
        most: int = 0,
    ) -> Reply:
        """Raises ModelFailed for what was never asked, where no model is behind it."""
        key = _key(messages, role, schema)
        reply = self._kept.get(key)
        if reply is None:
            if self._behind is None:
                raise ModelFailed(
                    f"{self._path.name} holds no reply to this.", hint="Record it again with the model behind it."
                )
            reply = self._behind.chat(messages, role=role, schema=schema, logprobs=logprobs, most=most)
            self._kept[key] = reply
            with self._path.open("a", encoding="utf-8") as file:
                file.write(json.dumps({"key": key, "reply": encode(reply)}, ensure_ascii=False) + "\n")
        if on_text is not None:
            on_text(reply.text)
        return reply


def _lines(path: Path) -> Iterator[tuple[str, Reply]]:
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        yield row["key"], decode(Reply, row["reply"])


def _key(messages: Sequence[Message], role: ModelRole, schema: Schema | None) -> str:
    asked = [role.value, schema.name if schema else None, *([each.role, each.text] for each in messages)]
    return hashlib.sha256(canonical_json(asked)).hexdigest()
