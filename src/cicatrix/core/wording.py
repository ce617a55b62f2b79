"""How reasons are worded: lists that people can read, and stems as the words they came from."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from cicatrix.core.text import content_stems

_NAMED: Final = 3  # so many things a sentence names before it counts the rest
WORD: Final = re.compile(r"[^\W_]+(?:[-_.'’@/:][^\W_]+)*")


def listed(things: Iterable[str]) -> str:
    """``a``, ``a and b``, ``a, b, c and d``, ``a, b, c and 4 more``; empty for nothing."""
    named = list(things)
    if len(named) > _NAMED + 1:
        named = [*named[:_NAMED], f"{len(named) - _NAMED} more"]
    return " and ".join(filter(None, (", ".join(named[:-1]), *named[-1:])))


def words_of(text: str, stems: Sequence[str]) -> list[str]:
    """The words of a text that have these stems, each once, as the text writes them; the stems where none has."""
    words = [word for word in WORD.findall(text) if any(stem in stems for stem in content_stems(word))]
    return list(dict.fromkeys(words)) or list(stems)
