"""Log formats: what is read of somebody's log, before any check."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from cicatrix.core.episodes import JsonObject


@dataclass(frozen=True, slots=True)
class ImportRow:
    """One episode read from somebody's log, before any check: fields of the episode schema, and where they stood."""

    fields: JsonObject
    where: str  # "line 12", "conv-26 D3:4"
    key: str  # the same row gives the same key, so that importing twice adds nothing


@dataclass(frozen=True, slots=True)
class ImportSkip:
    """A part of a log that could not be read as an episode, and why."""

    where: str
    reason: str


@dataclass(frozen=True, slots=True)
class Importer:
    """One log format: ``sniff`` looks at the path and the first 64 KiB, ``read`` yields its rows in order."""

    name: str
    sniff: Callable[[Path, bytes], bool]
    read: Callable[[Path], Iterator[ImportRow | ImportSkip]]
