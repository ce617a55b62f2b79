"""JSON Lines from a file or standard input, with the number of each line kept for the report."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Protocol

from cicatrix.adapters.importers.files import parse
from cicatrix.core.episodes import JsonObject
from cicatrix.errors import InvalidInput


class SkippedRow(Protocol):
    """A row that the engine did not take: ``line`` counts the rows it was given, from 1."""

    @property
    def line(self) -> int: ...

    @property
    def reason(self) -> str: ...


class Lines:
    """Rows of one file. Blank lines are passed over; lines that are no JSON object are skipped with their reason."""

    def __init__(self, raw: Iterable[bytes]) -> None:
        self._raw = raw
        self._places: list[int] = []  # line number of each row handed out
        self._bad: list[tuple[int, str]] = []

    @classmethod
    @contextmanager
    def open(cls, name: str) -> Iterator[Lines]:
        """``-`` is standard input. Raises InvalidInput for a file that cannot be read."""
        if name == "-":
            yield cls(sys.stdin.buffer)
            return
        try:
            stream = open(name, "rb")  # noqa: SIM115  closed below; only opening may turn into InvalidInput
        except OSError as error:
            raise InvalidInput(f"{name} cannot be read: {error.strerror}.", hint="Check the path.") from error
        with stream:
            yield cls(stream)

    def rows(self, *, by: str | None = None) -> Iterator[JsonObject]:
        """The objects, in order. ``by`` is whose words the corrections are that name nobody."""
        for number, raw in enumerate(self._raw, 1):
            line = raw.removeprefix(b"\xef\xbb\xbf") if number == 1 else raw
            if not line.strip():
                continue
            try:
                row = parse(line)
            except ValueError as error:
                self._bad.append((number, f"no JSON: {error}"))
                continue
            if not isinstance(row, dict):
                self._bad.append((number, "not a JSON object"))
                continue
            self._places.append(number)
            if by and row.get("correction") and not (row.get("correction_by") or row.get("by")):
                row["correction_by"] = by
            yield row

    def skipped(self, refused: Iterable[SkippedRow]) -> list[tuple[int, str]]:
        """What did not go in, by line of the file: what was no row, and rows that the engine refused."""
        named = [(self._places[item.line - 1], item.reason) for item in refused]
        return sorted(self._bad + named)
