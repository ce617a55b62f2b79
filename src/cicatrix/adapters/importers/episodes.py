"""Cicatrix's own JSON Lines: one object of the episode schema a line (core/intake.py lists the fields).

A row is known again by its words, its times and its ``external_id``, not by its line: lines may move and be added.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from cicatrix.adapters.importers.files import read_lines
from cicatrix.ports import Importer, ImportRow, ImportSkip


def sniff(path: Path, head: bytes) -> bool:
    """By its name, or because its first line is an object with a field that only episodes have."""
    first = head.split(b"\n", 1)[0]
    marks = (b'"kind"', b'"task"', b'"action"', b'"outcome"', b'"correction"')
    return path.suffix in (".jsonl", ".ndjson") or any(mark in first for mark in marks)


def read(path: Path) -> Iterator[ImportRow | ImportSkip]:
    for line in read_lines(path):
        if isinstance(line, ImportSkip):
            yield line
            continue
        given = line.value.get("external_id")
        known_as = given if isinstance(given, str) else ""
        yield ImportRow(line.value, f"{line.where}, {known_as}" if known_as else line.where, known_as)


IMPORTER = Importer("episodes", sniff, read)
