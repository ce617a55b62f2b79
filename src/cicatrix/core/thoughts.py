"""Replies without the reasoning that some models write between marks before, or amid, what they say."""

from __future__ import annotations

import re
from typing import Final

_MARK: Final = re.compile(r"<(/?)(?:think|thinking|reasoning)\b[^<>]{0,80}>", re.I)
_LONGEST: Final = 100
"""Code points of a mark."""


def strip_thoughts(text: str) -> str:
    """What was said. What is not closed is all reasoning, and so is what stands before a mark that closes nothing: some
    templates open it themselves."""
    said: list[str] = []
    place, depth = 0, 0
    for mark in _MARK.finditer(text):
        if mark[1]:
            if depth == 0:
                said.clear()
            depth = max(0, depth - 1)
        else:
            if depth == 0:
                said.append(text[place : mark.start()])
            depth += 1
        place = mark.end()
    return "".join([*said, text[place:]] if depth == 0 else said)


class Spoken:
    """A reply that comes in pieces, without its reasoning. What stood before a mark that closes nothing has been handed
    on when the mark comes; the whole reply tells."""

    def __init__(self) -> None:
        self._kept = ""
        self._depth = 0

    def feed(self, piece: str) -> str:
        """What can be handed on now."""
        self._kept += piece
        said: list[str] = []
        place = 0
        for mark in _MARK.finditer(self._kept):
            if self._depth == 0:
                said.append(self._kept[place : mark.start()])
            self._depth = max(0, self._depth + (-1 if mark[1] else 1))
            place = mark.end()
        rest = self._kept[place:]
        opened = rest.rfind("<")
        cut = opened if opened >= 0 and len(rest) - opened < _LONGEST and ">" not in rest[opened:] else len(rest)
        if self._depth == 0:
            said.append(rest[:cut])
        self._kept = rest[cut:]
        return "".join(said)

    def end(self) -> str:
        """What was kept back."""
        rest, self._kept = self._kept, ""
        return rest if self._depth == 0 else ""
