"""Evidence: verbatim spans of episodes.

Offsets are code points of the stored text, so ``words(field)[start:end]`` is the quote; its SHA-256 (of the UTF-8
bytes) stands beside it, so that a quote can never drift away from what was said.
"""

from __future__ import annotations

import hashlib

from cicatrix.core.episodes import TEXT_FIELDS, Episode
from cicatrix.core.memories import Evidence
from cicatrix.errors import InvalidInput


def cite(episode: Episode, field: str, start: int, end: int) -> Evidence:
    """The evidence ``episode.words(field)[start:end]``. Raises InvalidInput for an empty or impossible span."""
    words = episode.words(field)
    if not 0 <= start < end <= len(words):
        raise InvalidInput(
            f"{episode.id} has no characters {start} to {end} in its {field!r}, which is {len(words)} long.",
            hint=f"Offsets count code points from 0; fields that can be cited: {', '.join(TEXT_FIELDS)}.",
        )
    return Evidence(episode.id, field, start, end, quote_hash(words[start:end]))


def quote(episode: Episode, evidence: Evidence) -> str | None:
    """The cited words; None when they are not there any more, letter for letter."""
    if evidence.episode != episode.id or not 0 <= evidence.start < evidence.end:
        return None
    words = episode.words(evidence.field)[evidence.start : evidence.end]
    return words if quote_hash(words) == evidence.sha256 else None


def find(episode: Episode, words: str) -> Evidence | None:
    """Where these words stand in an episode, letter for letter: what a person corrected first, then reading order."""
    if not words:
        return None
    for field in citable(episode):
        start = episode.words(field).find(words)
        if start >= 0:
            return cite(episode, field, start, start + len(words))
    return None


def citable(episode: Episode) -> tuple[str, ...]:
    """The fields of an episode that hold words: the correction first, the others in reading order."""
    ordered = ("correction", *(name for name in TEXT_FIELDS if name != "correction"))
    return tuple(name for name in ordered if episode.words(name))


def place(evidence: Evidence) -> tuple[int, int, int, int]:
    """Sort key: by episode number, then by field in reading order, then by offset."""
    number = int(evidence.episode.removeprefix("ep"))
    return number, TEXT_FIELDS.index(evidence.field), evidence.start, evidence.end


def quote_hash(words: str) -> str:
    """SHA-256 of the quote's UTF-8 bytes, in hex."""
    return hashlib.sha256(words.encode()).hexdigest()
